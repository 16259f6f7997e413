"""Ten thousand mangled questions, and a denial more all over the tuned ones: some minutes, no store."""

from hypothesis import HealthCheck, given, settings

from tests.mutations import any_questions, faults_of, read
from tests.unit.test_negations import lost, with_one_more


@given(any_questions())
@settings(max_examples=10_000, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
def test_ten_thousand_mangled_questions_are_read_or_refused(question: str) -> None:
    assert faults_of(read(question)) == []


def test_a_denial_more_is_never_lost_wherever_it_stands() -> None:
    assert lost(with_one_more(5)) == []
