"""Names of data sets: given, or the source's own; what an index or a terminal can't take is none."""

import pytest

from loader.dataset_names import name_dataset
from loader.errors import SourceError


def test_a_name_is_as_given_or_the_sources() -> None:
    assert name_dataset(" Porto 2020 ", otherwise="porto") == "Porto 2020"
    assert name_dataset(None, otherwise="porto") == "porto"


@pytest.mark.parametrize("name", ["", "  ", "a\x1b[31m", "a\nb", "\udcff", "x" * 201])
def test_what_is_no_name_is_a_wrong_call(name: str) -> None:
    for given, otherwise in ((name, "porto"), (None, name)):
        with pytest.raises(SourceError, match="needs a name") as refused:
            name_dataset(given, otherwise=otherwise)
        assert refused.value.exit_code == 2
