"""Zones ranked and counted: equal to a recount from raw shapes, whatever limits what is counted."""

import h3
import pytest

from queries.graph import Graph
from service import Answer, Perto, Reading
from service.command.zone_list import list_zones, zone_line
from service.errors import QuestionError
from service.reading import FilterReading, PairReading, PlaceReading
from tests import recount
from tests.sample_graph import Sample


def ask(
    perto: Perto, *services: str, resolution: int | None = 8, limit: object = "all", **fields: object
) -> Answer:
    language = fields.pop("language", "en")
    reading = Reading.model_validate({"kind": "zones", "services": services, "unit": "zone", **fields})
    return perto.ask(
        reading=reading,
        mode="graph",
        limit=limit,
        resolution=resolution,
        language=language,  # type: ignore[arg-type]
    )


def homes(sample: Sample, ids: set[str], resolution: int) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for id_ in ids:
        found.setdefault(recount.home(sample.shapes[id_], resolution), set()).add(id_)
    return found


def parts(sample: Sample, ids: set[str], resolution: int) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for id_ in ids:
        for cell in recount.shares(sample.shapes[id_], resolution):
            found.setdefault(cell, set()).add(id_)
    return found


@pytest.mark.parametrize("resolution", [7, 8, 9])
@pytest.mark.parametrize("service", ["restaurant", "park", "grass", "tram_stop", "pier"])
def test_a_place_counts_where_most_of_it_lies_and_is_told_elsewhere(
    service: str, resolution: int, sample: Sample, perto: Perto
) -> None:
    ids = sample.of(service)
    counting, lying = homes(sample, ids, resolution), parts(sample, ids, resolution)
    answer = ask(perto, service, resolution=resolution)
    expected = {
        (cell, len(counting.get(cell, ())), len(there - counting.get(cell, set())))
        for cell, there in lying.items()
    }
    assert {(z.id, z.total, z.shared) for z in answer.zones} == expected
    assert all(z.counts == {service: z.total} for z in answer.zones)
    assert (answer.total, answer.total_zones) == (len(ids), len(expected))
    assert [z.total for z in answer.zones] == sorted((z.total for z in answer.zones), reverse=True)
    assert (
        {h3.get_resolution(z.id) for z in answer.zones}
        == {resolution}
        == {z.resolution for z in answer.zones}
    )


def test_the_fewest_are_sought_among_all_zones_that_hold_anything(sample: Sample, perto: Perto) -> None:
    answer = ask(perto, "library", order="fewest", resolution=9)
    counting = homes(sample, sample.of("library"), 9)
    used = parts(sample, set(sample.places), 9)
    assert {(z.id, z.total) for z in answer.zones} == {(c, len(counting.get(c, ()))) for c in used}
    assert [z.total for z in answer.zones] == sorted(z.total for z in answer.zones)
    empty = sum(z.total == 0 for z in answer.zones)
    assert f"{empty} have 0" in answer.text
    tied = sum(z.total == 0 for z in answer.zones)
    assert f"Tied for the first place: {tied}" in answer.text


def test_zones_without_something_hold_no_part_of_it(sample: Sample, perto: Perto) -> None:
    answer = ask(perto, "restaurant", without=("park", "library"), resolution=9, language="pt")
    barred = parts(sample, sample.of("park", "library"), 9)
    lying = parts(sample, sample.of("restaurant"), 9)
    assert {z.id for z in answer.zones} == lying.keys() - barred.keys() != lying.keys()
    assert "onde não há nenhum parque nem nenhuma biblioteca" in answer.text
    counting = homes(sample, sample.of("restaurant"), 9)
    assert answer.total == sum(len(counting.get(z.id, ())) for z in answer.zones)


@pytest.mark.parametrize("resolution", [7, 8, 9])
def test_tags_of_what_must_not_be_there_are_asked_of_it(
    resolution: int, sample: Sample, perto: Perto
) -> None:
    filters = (FilterReading(service="restaurant", key="cuisine", value="italian"),)
    italian = {i for i in sample.of("restaurant") if "cuisine=italian" in sample.places[i].tags}
    barred = parts(sample, italian, resolution)
    answer = ask(perto, "hotel", without=("restaurant",), filters=filters, resolution=resolution)
    assert {z.id for z in answer.zones} == parts(
        sample, sample.of("hotel"), resolution
    ).keys() - barred.keys()
    assert "where there is no restaurant with Italian food" in answer.text


@pytest.mark.parametrize("resolution", [7, 8, 9])
def test_zones_may_be_asked_for_by_nothing_but_what_must_not_be_there(
    resolution: int, sample: Sample, perto: Perto
) -> None:
    filters = (FilterReading(service="restaurant", key="cuisine", value="italian"),)
    italian = {i for i in sample.of("restaurant") if "cuisine=italian" in sample.places[i].tags}
    used = parts(sample, set(sample.places), resolution).keys()
    for without, tagged, barred in (
        (("library",), (), sample.of("library")),
        (("library", "restaurant"), filters, sample.of("library") | italian),
    ):
        answer = ask(perto, without=without, filters=tagged, resolution=resolution)
        assert {z.id for z in answer.zones} == used - parts(sample, barred, resolution).keys()
        assert {(z.total, z.shared, tuple(z.counts)) for z in answer.zones} <= {(0, 0, ())}
        assert (answer.total, answer.total_zones) == (0, len(answer.zones))
        assert "as many" not in answer.text
        assert "Tied" not in answer.text
        assert "the lead" not in answer.text
    answer = perto.ask("zonas sem biblioteca", mode="graph", resolution=9)
    free = len(parts(sample, set(sample.places), 9).keys() - parts(sample, sample.of("library"), 9).keys())
    assert f"Zonas onde não há nenhuma biblioteca: {free} de " in answer.text
    assert ask(perto, without=("library",), order="most").outcome == "not_understood"


def test_all_kinds_asked_for_must_be_there_unless_any_will_do(sample: Sample, perto: Perto) -> None:
    kinds = ("fountain", "library")
    each = [set(parts(sample, sample.of(kind), 9)) for kind in kinds]
    assert {z.id for z in ask(perto, *kinds, resolution=9).zones} == each[0] & each[1]
    some = ask(perto, *kinds, resolution=9, combine="any")
    assert {z.id for z in some.zones} == each[0] | each[1]
    counting = homes(sample, sample.of(*kinds), 9)
    of_kind = [homes(sample, sample.of(kind), 9) for kind in kinds]
    for zone in some.zones:
        assert zone.total == len(counting.get(zone.id, ()))
        assert zone.counts == {k: len(h.get(zone.id, ())) for k, h in zip(kinds, of_kind, strict=True)}


@pytest.mark.parametrize("radius_m", [100.0, 800.0])
def test_pairs_count_in_the_zone_of_what_is_asked_for(radius_m: float, sample: Sample, perto: Perto) -> None:
    pair = PairReading(a=("toilets",), b=("park",), radius_m=radius_m)
    answer = ask(perto, "toilets", pairs=(pair,), resolution=9)
    found = sample.within(sample.of("toilets"), sample.of("park"), radius_m)
    counting = homes(sample, {a for a, _ in found}, 9)
    assert {(z.id, z.total, z.pairs) for z in answer.zones} == {
        (cell, len(ids), sum(a in ids for a, _ in found)) for cell, ids in counting.items()
    }
    assert {(p.a.id, p.b.id) for p in answer.pairs} == found
    assert {p.id for p in answer.places} == {a for a, _ in found}
    assert (answer.total, answer.total_pairs) == (len(answer.places), len(found))


def test_pairs_of_one_kind_count_in_the_zones_of_both(sample: Sample, perto: Perto) -> None:
    pair = PairReading(a=("cafe",), b=("cafe",), radius_m=80.0)
    answer = ask(perto, "cafe", pairs=(pair,), same_site=True, resolution=9)
    found = {(a, b) for a, b in sample.within(sample.of("cafe"), sample.of("cafe"), 80.0) if a < b}
    counting = homes(sample, {id_ for pair in found for id_ in pair}, 9)
    assert {(z.id, z.total, z.pairs) for z in answer.zones} == {
        (cell, len(ids), sum(bool({*pair} & ids) for pair in found)) for cell, ids in counting.items()
    }


def test_pairs_of_zones_that_are_ruled_out_are_not_told(sample: Sample, perto: Perto) -> None:
    pairs = (
        PairReading(a=("cafe",), b=("fountain",), radius_m=200.0),
        PairReading(a=("fountain",), b=("park",), radius_m=50.0),
    )
    whole = ask(perto, "cafe", pairs=pairs, resolution=9)
    answer = ask(perto, "cafe", pairs=pairs, without=("toilets",), resolution=9)
    barred = parts(sample, sample.of("toilets"), 9)
    counting = homes(sample, {p.id for p in whole.places}, 9)
    kept = {id_ for cell, ids in counting.items() if cell not in barred for id_ in ids}
    assert {p.id for p in answer.places} == kept != set(counting)
    asked = {(p.a.id, p.b.id) for p in whole.pairs if p.a.id in kept}
    reached = {b for _, b in asked}
    behind = {(p.a.id, p.b.id) for p in whole.pairs if p.a.id in reached}
    assert {(p.a.id, p.b.id) for p in answer.pairs} == asked | behind


def test_tags_and_places_named_limit_what_counts(sample: Sample, perto: Perto) -> None:
    filters = (FilterReading(service="cafe", key="wheelchair", value="yes"),)
    tagged = {i for i in sample.of("cafe") if "wheelchair=yes" in sample.places[i].tags}
    answer = ask(perto, "cafe", filters=filters, resolution=9)
    assert {(z.id, z.total) for z in answer.zones} == {
        (cell, len(ids)) for cell, ids in homes(sample, tagged, 9).items()
    }
    park = next(iter(sorted(sample.of("park"))))
    place = PlaceReading(kind="poi", id=park, name="the park", relation="within", radius_m=300.0)
    near = {b for _, b in sample.within({park}, sample.of("cafe"), 300.0)}
    answer = ask(perto, "cafe", places=(place,), resolution=9)
    assert {(z.id, z.total) for z in answer.zones} == {
        (cell, len(ids)) for cell, ids in homes(sample, near, 9).items()
    }
    assert (answer.total, answer.places, answer.total_sites) == (len(near), (), None)
    both = ask(perto, "cafe", places=(place,), filters=filters, resolution=9)
    assert both.total == len(near & tagged)


def test_the_coarsest_cells_of_which_a_dozen_hold_places_are_taken_and_said(
    sample: Sample, perto: Perto
) -> None:
    used = {r: len(parts(sample, set(sample.places), r)) for r in (7, 8, 9)}
    coarsest = next((r for r in (7, 8, 9) if used[r] >= 12), 9)
    answer = ask(perto, "cafe", resolution=None)
    assert {z.resolution for z in answer.zones} == {coarsest}
    said = f"zones are H3 cells of resolution {coarsest} ({used[coarsest]} hold places)"
    assert said in answer.reading.assumptions
    assert said in answer.text
    assert ask(perto, "cafe", resolution=7).reading.assumptions == ()
    for wrong in (6, 10, True, "8"):
        with pytest.raises(QuestionError, match="resolution is one of 7, 8, 9"):
            perto.ask("cafes", resolution=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("service", ["restaurant", "cafe", "bench", "clothes_shop", "waste_basket"])
@pytest.mark.parametrize("resolution", [7, 8, 9])
def test_whether_the_leader_leads_at_the_sizes_beside_is_said(
    resolution: int, service: str, sample: Sample, perto: Perto
) -> None:
    shapes = [sample.shapes[id_] for id_ in sample.of(service)]

    def leaders(at: int) -> set[str]:
        counts = recount.count(shapes, at)
        return {cell for cell, n in counts.items() if n == max(counts.values())}

    text = ask(perto, service, resolution=resolution).text
    for beside in {7, 8, 9} & {resolution - 1, resolution + 1}:
        fine, coarse = max(beside, resolution), min(beside, resolution)
        stays = bool({h3.cell_to_parent(cell, coarse) for cell in leaders(fine)} & leaders(coarse))
        said = "the lead stays there" if stays else "the lead is elsewhere"
        assert f"At resolution {beside} {said}" in text
    assert text.count("At resolution") == len({7, 8, 9} & {resolution - 1, resolution + 1})


def test_a_list_that_breaks_off_among_equals_says_so(sample: Sample, perto: Perto) -> None:
    whole = ask(perto, "cafe", resolution=9).zones
    shown = next(i for i in range(1, len(whole)) if whole[i].total == whole[i - 1].total)
    answer = ask(perto, "cafe", resolution=9, limit=shown)
    assert answer.zones == whole[:shown]
    more = sum(z.total == whole[shown].total for z in whole[shown:])
    assert f"Not listed: {more} more with as many as the last one" in answer.text
    assert f"{shown} of {len(whole)} zones" in answer.text


def test_no_zone_is_none_with_what_there_is(perto: Perto) -> None:
    pair = PairReading(a=("library",), b=("pier",), radius_m=1.0)
    answer = ask(perto, "library", pairs=(pair,), language="pt")
    assert (answer.outcome, answer.zones, answer.total, answer.total_zones) == ("none", (), 0, 0)
    assert "em nenhuma de" in answer.text
    assert "Ao todo há nos dados" in answer.text


def test_a_question_of_some_data_sets_counts_only_theirs(perto: Perto, sample: Sample) -> None:
    reading = Reading(kind="zones", services=("cafe",))
    same = perto.ask(reading=reading, mode="graph", datasets=["helsinki"], limit="all", resolution=8)
    assert same.zones == ask(perto, "cafe").zones


def test_areas_without_a_whole_boundary_are_no_ranking(perto: Perto) -> None:
    answer = ask(perto, "cafe", unit="area")
    assert answer.outcome == "not_understood"
    assert answer.problem is not None
    assert "whole boundary" in answer.problem.reason
    assert answer.problem.try_ == ("zones with most cafes",)


@pytest.mark.parametrize("resolution", [7, 8, 9])
def test_the_counts_kept_at_the_cells_are_those_of_a_recount(
    resolution: int, graph_server: Graph, sample: Sample
) -> None:
    kept = {row["id"]: row["counts"] for row in list_zones(graph_server, resolution=resolution)}
    recounted: dict[str, dict[str, int]] = {}
    for service in {service for place in sample.places.values() for service in place.services}:
        for cell, ids in homes(sample, sample.of(service), resolution).items():
            recounted.setdefault(cell, {})[service] = len(ids)
    assert kept == recounted


def test_zones_are_listed_by_what_they_hold_also_while_a_load_runs(
    graph_server: Graph, sample: Sample
) -> None:
    listed = list_zones(graph_server)
    assert {row["resolution"] for row in listed} == {9}
    totals = [sum(row["counts"].values()) for row in listed]
    assert totals == sorted(totals, reverse=True)
    most = next(iter(listed[0]["counts"].items()))
    assert f"{most[0]} {most[1]}, " in zone_line(listed[0])
    with graph_server._driver.session() as session:
        session.run("MATCH ()-[h:HAS]->() SET h.count = h.count + 1").consume()
        session.run("MATCH (d:Dataset) SET d.state = 'loading'").consume()
        try:
            assert list_zones(graph_server) == listed
        finally:
            session.run("MATCH ()-[h:HAS]->() SET h.count = h.count - 1").consume()
            session.run("MATCH (d:Dataset) SET d.state = 'complete'").consume()


def test_what_is_to_be_counted_and_is_in_no_condition_is_refused(perto: Perto) -> None:
    near = PairReading(a=("cafe",), b=("park",), radius_m=100.0)
    for kind in ("zones", "clusters", "compare"):
        answer = ask(perto, "cafe", "library", kind=kind, pairs=(near,))
        assert answer.outcome == "not_understood"
        assert answer.problem is not None
        assert answer.problem.part == "library"


def test_zones_of_what_has_nothing_near_it_are_counted(sample: Sample, perto: Perto) -> None:
    far = PairReading(a=("cafe",), b=("toilets",), radius_m=150.0, relation="beyond")
    answer = ask(perto, "cafe", pairs=(far,), resolution=9)
    near = {a for a, _ in sample.within(sample.of("cafe"), sample.of("toilets"), 150.0)}
    counting = homes(sample, sample.of("cafe") - near, 9)
    assert {(z.id, z.total, z.pairs) for z in answer.zones} == {
        (c, len(ids), 0) for c, ids in counting.items()
    }
