"""Association and clusters until chance is weighed: pairs and zones, and a yes that says no more."""

from service import Answer, Perto, Reading
from service.reading import PairReading
from tests import recount
from tests.sample_graph import Sample


def ask(perto: Perto, kind: str, *pairs: PairReading, language: str = "en", **fields: object) -> Answer:
    reading = Reading.model_validate({"kind": kind, "pairs": pairs, **fields})
    return perto.ask(
        reading=reading,
        mode="graph",
        limit="all",
        resolution=9,
        language=language,  # type: ignore[arg-type]
    )


def test_an_association_is_its_pairs_and_the_zones_with_most_of_them(sample: Sample, perto: Perto) -> None:
    answer = ask(
        perto, "association", PairReading(a=("park",), b=("recycling",), radius_m=500.0), language="pt"
    )
    found = sample.within(sample.of("park"), sample.of("recycling"), 500.0)
    assert {(p.a.id, p.b.id) for p in answer.pairs} == found != set()
    assert {p.id for p in answer.places} == {a for a, _ in found}
    assert (answer.outcome, answer.verdict, answer.total_pairs) == ("answered", "yes", len(found))
    at = {a: recount.home(sample.shapes[a], 9) for a, _ in found}
    pairs = [sum(at[a] == zone.id for a, _ in found) for zone in answer.zones]
    assert [zone.pairs for zone in answer.zones] == pairs == sorted(pairs, reverse=True)
    assert sum(pairs) == len(found)
    every = len(sample.of("park"))
    assert answer.text.startswith(
        f"Sim: {answer.total} de {every} parques a até 500 m de um ponto de reciclagem"
    )
    assert "mais do que o acaso daria não se pesa" in answer.text


def test_no_pair_is_no_unless_the_edge_of_the_data_leaves_it_open(sample: Sample, perto: Perto) -> None:
    far = PairReading(a=("library",), b=("pier",), radius_m=1.0)
    answer = ask(perto, "association", far)
    assert (answer.outcome, answer.zones, answer.total) == ("none", (), 0)
    assert answer.verdict == ("partial" if answer.uncertain else "no")
    assert answer.text.startswith("Not known for sure: " if answer.uncertain else "No: ")
    assert f"{len(sample.of('library'))} libraries" in answer.text


def test_an_association_takes_two_kinds(perto: Perto) -> None:
    answer = ask(perto, "association", services=("park",), language="pt")
    assert (answer.outcome, answer.verdict) == ("not_understood", None)
    assert "falta o outro tipo de lugar" in answer.text


def test_clusters_are_zones_by_what_is_in_them(sample: Sample, perto: Perto) -> None:
    near = PairReading(a=("waste_basket", "recycling"), b=("fountain", "water_body"), radius_m=300.0)
    answer = ask(perto, "clusters", near)
    found = sample.within(sample.of(*near.a), sample.of(*near.b), 300.0)
    at = {a: recount.home(sample.shapes[a], 9) for a, _ in found}
    for zone in answer.zones:
        here = {a for a, cell in at.items() if cell == zone.id}
        assert (zone.total, zone.pairs) == (len(here), sum(a in here for a, _ in found))
        assert zone.counts == {service: len(here & sample.of(service)) for service in near.a}
    totals = [zone.total for zone in answer.zones]
    assert totals == sorted(totals, reverse=True)
    assert (sum(totals), answer.total, answer.verdict) == (len(at), len(at), None)
    assert "whether they are more than chance would give is not weighed" in answer.text
    alone = ask(perto, "clusters", services=("restaurant",))
    assert alone.total == len(sample.of("restaurant"))
    assert alone.pairs == ()
