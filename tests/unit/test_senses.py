"""What tags mean: every value that says it, and none that denies it or says nothing."""

import pytest

from queries.catalogue.senses import _read_senses, find_sense, judge_all
from service.language.tag_forms import load_tags


@pytest.mark.parametrize(
    ("tag", "service", "said"),
    [
        ("denomination=catholic", "church", "yes"),
        ("denomination=roman_catholic", "church", "yes"),
        ("denomination=Roman Catholic", "church", "yes"),
        ("denomination=greek_catholic", "church", "yes"),
        ("religion=roman_catholic", "church", "yes"),
        ("denomination=baptist", "church", "no"),
        ("denomination=old_catholic", "church", "no"),
        ("denomination=unknown", "church", "unsaid"),
        ("religion=christian", "church", "unsaid"),
        ("religion=muslim", "place_of_worship", "no"),
    ],
)
def test_each_value_of_a_denomination_says_whether_it_is_catholic(tag: str, service: str, said: str) -> None:
    assert find_sense("denomination", "catholic", service).judge(tag) == said


@pytest.mark.parametrize(
    ("asked", "service", "tag", "said"),
    [
        ("diet:vegan=yes", "restaurant", "diet:vegan=only", "yes"),
        ("diet:vegetarian=yes", "restaurant", "diet:vegan=only", "yes"),
        ("diet:vegetarian=yes", "restaurant", "diet:vegan=yes", "yes"),
        ("diet:vegetarian=yes", "restaurant", "diet:vegan=no", "unsaid"),
        ("operator:type=private", "school", "school=private", "yes"),
        ("diet:vegetarian=yes", "restaurant", "cuisine=vegetarian", "yes"),
        ("diet:vegetarian=yes", "restaurant", "cuisine=italian", "unsaid"),
        ("recycling:glass=yes", "recycling", "recycling:glass_bottles=yes", "yes"),
        ("recycling:glass=yes", "recycling", "recycling:glass_bottles=no", "unsaid"),
        ("recycling:glass=yes", "recycling", "recycling:glass=no", "no"),
        ("recycling:glass=yes", "recycling", "recycling:glass=only", "yes"),
        ("recycling:glass=yes", "recycling", "recycling:glass_bottles=only", "yes"),
        ("diet:vegan=yes", "restaurant", "diet:vegan=no", "against"),
        ("recycling:plastic=yes", "recycling", "recycling:PET=yes", "yes"),
        ("wheelchair=yes", "cafe", "wheelchair=designated", "yes"),
        ("wheelchair=yes", "cafe", "wheelchair=limited", "no"),
        ("wheelchair=yes", "cafe", "toilets:wheelchair=yes", "unsaid"),
        ("wheelchair=yes", "toilets", "toilets:wheelchair=yes", "yes"),
        ("fee=yes", "parking", "fee=Mo-Fr 08:00-19:00", "yes"),
        ("fee=yes", "parking", "fee=0", "against"),
        ("fee=no", "parking", "fee=free", "yes"),
        ("internet_access=wlan", "cafe", "internet_access=yes", "unsaid"),
        ("internet_access=wlan", "cafe", "internet_access=terminal", "no"),
        ("covered=yes", "bus_stop", "shelter=yes", "yes"),
        ("covered=yes", "bus_stop", "shelter=no", "no"),
        ("covered=yes", "parking", "shelter=yes", "unsaid"),
        ("outdoor_seating=yes", "cafe", "outdoor_seating=sidewalk", "yes"),
        ("outdoor_seating=yes", "cafe", "outdoor_seating=no", "no"),
        ("outdoor_seating=yes", "cafe", "outdoor_seating=unknown", "unsaid"),
        ("operator:type=public", "school", "operator:type=government", "yes"),
        ("operator:type=public", "school", "ownership=private", "no"),
        ("cuisine=italian", "restaurant", "cuisine=Italian, Seafood", "yes"),
        ("cuisine=regional", "restaurant", "cuisine=regional,_francesinha", "yes"),
        ("cuisine=sushi", "restaurant", "cuisine=italian,pizza", "no"),
    ],
)
def test_each_tag_says_what_mappers_mean_by_it(asked: str, service: str, tag: str, said: str) -> None:
    key, _, value = asked.partition("=")
    assert find_sense(key, value, service).judge(tag) == said


def test_a_tag_of_which_nothing_is_written_means_itself_alone() -> None:
    sense = find_sense("roof:shape", "gabled", "church")
    tags = ["roof:shape=gabled", "roof:shape=flat", "roof:shape=unknown", "name=Gabled"]
    assert judge_all(sense, tags) == {"yes": ["roof:shape=gabled"], "no": ["roof:shape=flat"], "against": []}


def test_every_meaning_is_of_a_tag_that_has_words_and_contradicts_itself_nowhere() -> None:
    worded = {f"{words.filter.key}={words.filter.value}" for words in load_tags()}
    lists = [(tag, sense) for tag, those in _read_senses().items() for _, sense in those]
    assert {tag for tag, _ in lists} - worded == set()
    assert {tag for tag, s in lists if s.yes & (s.no | s.against | s.unsaid) or s.no & s.unsaid} == set()
