"""From a reading to its evidence: exact sets by the graph, meaning by the vectors, never the other way."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from queries.catalogue.catalogue import Language, load_catalogue
from queries.errors import VectorsUnavailable
from queries.graph import Graph
from queries.statements.caveats import read_caveats
from queries.statements.datasets import get_datasets
from queries.statements.places import count_service_places, find_halo_places, get_places
from service import notes
from service.access import fill_access
from service.asking import Asking, Wanted
from service.borders import fill_borders
from service.caveats import tell_caveat
from service.checks import all_services, answer_services, find_problem, names_only
from service.edge import find_edge
from service.errors import QuestionError
from service.evidence import DatasetFact, Evidence, Locator
from service.kinds.compare import judge
from service.kinds.registry import ANSWERING
from service.landmarks import Finder, Landmark, Missing
from service.listing import find_similar, rank
from service.locators import retrieve_locators
from service.moments import say_moments
from service.ranking import retrieve_middles
from service.reading import PlaceReading, Reading
from service.running import find_strange_name, read_runners
from service.settled import answer_steadily, remember_settled
from service.similarity import Similarity
from service.suggestions import ask_anew
from service.tagged import find_tagged
from service.untold import Untold, find_untold, list_conditions
from service.whereabouts import retrieve_areas_at


def retrieve(
    graph: Graph, reading: Reading, wanted: Wanted, *, text: str, similarity: Similarity | None
) -> Evidence:
    """Find what answers the reading; meaning is compared with `text`, similarity is None in mode graph.

    Raises StoreError where Neo4j fails, VectorsUnavailable in mode vector, and QuestionError for an unknown
    data set. In mode hybrid, vectors that fail cost the order by meaning and leave a note, never an answer.
    """
    return answer_steadily(graph, lambda: _retrieve(graph, reading, wanted, text=text, similarity=similarity))


def _retrieve(
    graph: Graph, reading: Reading, wanted: Wanted, *, text: str, similarity: Similarity | None
) -> Evidence:
    evidence = Evidence(reading, measure=wanted.measure)
    every = _read_datasets(graph)
    remember_settled(all(d.state == "complete" for d in every))
    evidence.datasets = _choose_datasets(every, wanted.datasets)
    datasets = None if wanted.datasets is None else tuple(d.id for d in evidence.datasets)
    evidence.problem = find_problem(reading, evidence.datasets, wanted.language)
    if evidence.problem is not None:
        return _refused(evidence)
    _note_states(evidence, wanted, every)
    if wanted.mode == "vector" and similarity is not None:
        _fill_similar_only(graph, evidence, wanted, text=text, similarity=similarity, datasets=datasets)
        return evidence
    finder = Finder(graph, datasets, wanted.default_radius_m, wanted.language)
    evidence.reading, evidence.problem = read_runners(finder, reading)
    reading = evidence.reading
    if evidence.problem is not None:
        anew = ask_anew(evidence.problem, question=text, reading=reading, language=wanted.language)
        evidence.problem = anew
        return _refused(evidence)
    landmarks = finder.find_all(_named(reading), every_street=reading.kind == "along" and names_only(reading))
    if isinstance(landmarks, Missing):
        _tell_missing(graph, evidence, landmarks, text=text, language=wanted.language)
        return evidence
    evidence.stand_ins = {mark.known.id: mark.known for mark in landmarks if mark.known is not None}
    _tell_names(evidence, landmarks)
    edge = find_edge(graph, every, datasets, all_services(reading))
    tagged = find_tagged(graph, reading, datasets, now=wanted.now)
    haloed = any(d.haloed for d in evidence.datasets)
    asking = Asking(graph, wanted, datasets, edge, landmarks, tagged, haloed)
    if (strange := find_strange_name(asking.tagged, wanted.language)) is not None:
        evidence.problem = ask_anew(strange, question=text, reading=reading, language=wanted.language)
    else:
        placed, fill = evidence.reading, ANSWERING[reading.kind or "places"].fill
        fill(asking, evidence)
    if evidence.problem is not None:
        return _refused(evidence)
    if reading.filters:
        _tell_untold(asking, evidence, find_untold(asking, evidence, placed, fill))
    fill_borders(asking, evidence)
    _note_edge(evidence, wanted)
    of_cells = evidence.ranking is not None and evidence.ranking.resolution is not None
    if wanted.resolution is not None and not of_cells:
        evidence.notes.append(notes.resolution_unused(wanted.resolution, wanted.language))
    if evidence.is_empty:
        evidence.outcome = "none"
        evidence.mapped = count_service_places(graph, services=all_services(reading), datasets=datasets)
    if similarity is not None:
        _compare(graph, evidence, wanted, text=text, similarity=similarity, datasets=datasets)
    evidence.show(wanted.limit)
    fill_access(graph, evidence)
    retrieve_middles(graph, evidence)
    shown = {id_ for p in evidence.listed_pairs for id_ in (p.from_id, p.to_id)}
    shown |= {hit.id for hit in evidence.similar}
    shown |= {id_ for p in evidence.listed_places for id_ in (p.id, p.nearest_id) if id_}
    _look_up(graph, evidence, shown | {m.place.id for m in landmarks if m.place.kind == "poi" and m.place.id})
    return evidence


def _refused(evidence: Evidence) -> Evidence:
    """Return that the question is not understood; what was found before that was seen is no part of it."""
    return Evidence(
        evidence.reading,
        measure=evidence.measure,
        outcome="not_understood",
        problem=evidence.problem,
        datasets=evidence.datasets,
        notes=evidence.notes,
    )


def _tell_names(evidence: Evidence, landmarks: Sequence[Landmark]) -> None:
    """Note how the names of the reading were read, and put what they mean in its place."""
    evidence.corrections = list(dict.fromkeys(mark.corrected for mark in landmarks if mark.corrected))
    evidence.notes += [*evidence.corrections, *(note for mark in landmarks for note in mark.notes)]
    reading = evidence.reading
    assumed = dict.fromkeys(said for mark in landmarks for said in mark.assumed)
    evidence.reading = reading.model_copy(
        update={
            "places": tuple(mark.place for mark in landmarks),
            "assumptions": (*reading.assumptions, *assumed),
        }
    )


def _named(reading: Reading) -> tuple[PlaceReading, ...]:
    """Return the places named; where nothing else is asked for, they are not conditions."""
    if not names_only(reading):
        return reading.places
    return tuple(place.model_copy(update={"relation": "from", "radius_m": None}) for place in reading.places)


def _tell_missing(
    graph: Graph, evidence: Evidence, missing: Missing, *, text: str, language: Language
) -> None:
    """Say which place named can't be used, why, what would work, and which ones the name may mean."""
    evidence.outcome, evidence.problem = "not_understood", missing.problem
    if missing.place.kind not in ("zone", "point"):
        evidence.problem = ask_anew(
            missing.problem, question=text, reading=evidence.reading, language=language
        )
    evidence.candidates, evidence.candidate_areas = missing.candidates, missing.areas
    evidence.candidates_around = missing.around
    evidence.stand_ins = {street.id: street for street in missing.streets}
    _look_up(graph, evidence, missing.candidates)


def _read_datasets(graph: Graph) -> list[DatasetFact]:
    facts: list[DatasetFact] = []
    for d in get_datasets(graph):
        outdated = d.find_outdated(load_catalogue())
        current = frozenset(d.service_ids) - outdated
        fact = DatasetFact(
            *(d.id, d.name, d.extracted_at, d.attribution, d.state, current, d.coverage, outdated),
            inherited=d.inherited,
            caveats=read_caveats(d.caveats),
            haloed=d.haloed,
        )
        facts.append(fact)
    return facts


def _choose_datasets(loaded: Sequence[DatasetFact], asked: Sequence[str] | None) -> tuple[DatasetFact, ...]:
    for name in asked or ():
        if not any(name in (d.id, d.name) for d in loaded):
            there = ", ".join(sorted(d.id for d in loaded)) or "none"
            raise QuestionError(f"no data set named {name!r}; loaded: {there}")
    return tuple(d for d in loaded if asked is None or d.id in asked or d.name in asked)


def _tell_untold(asking: Asking, evidence: Evidence, untold: Untold) -> None:
    """Note how many places hang on what no tag says, in all and by zone, area or side."""
    evidence.untold, evidence.conditions = untold.total, list_conditions(asking, evidence.halo)
    if said := say_moments(evidence.conditions, asking.wanted.language):
        assumptions = (*evidence.reading.assumptions, *said)
        evidence.reading = evidence.reading.model_copy(update={"assumptions": assumptions})
    told = untold.there
    evidence.zones = [z.model_copy(update={"untold": told.get(z.id, 0)}) for z in evidence.zones]
    evidence.areas = [a.model_copy(update={"untold": told.get(a.id, 0)}) for a in evidence.areas]
    evidence.sides = [
        replace(side, untold=more) for side, more in zip(evidence.sides, untold.sides, strict=True)
    ]
    if evidence.verdict is not None and evidence.sides:
        evidence.verdict = judge(evidence.sides, fewer=evidence.reading.order == "fewest")


def _note_states(evidence: Evidence, wanted: Wanted, every: Sequence[DatasetFact]) -> None:
    if any(d.state != "complete" for d in evidence.datasets):
        evidence.notes.append(notes.loading(wanted.language))
    for d in evidence.datasets:
        if d.inherited:
            evidence.notes.append(notes.inherited(d.inherited, d.name, wanted.language))
        about = {"", *all_services(evidence.reading)}
        if any(place.kind == "street" for place in evidence.reading.places):
            about.add("road")
        told = [caveat for caveat in d.caveats if caveat.kind in about]
        evidence.notes += [tell_caveat(caveat, d.name, wanted.language) for caveat in told]
    for service in all_services(evidence.reading):
        told_by = load_catalogue().told_by(service)
        lacking = [d.name for d in evidence.datasets if told_by not in d.services]
        if lacking:
            evidence.notes.append(notes.not_everywhere(service, lacking, wanted.language))
        if outdated := [d.name for d in every if told_by in d.outdated]:  # else the question is refused
            evidence.notes.append(notes.told_by_old_rule(service, outdated, wanted.language))


def _note_edge(evidence: Evidence, wanted: Wanted) -> None:
    """Say that the edge is not known where a search could reach past it, and which pairs are not told."""
    whole = all(d.state == "complete" for d in evidence.datasets)  # else a note says already what is amiss
    past = bool(evidence.reading.pairs or evidence.reading.places or evidence.ranking)
    if whole and not evidence.edge_known and past:
        evidence.notes.append(notes.edge_unknown(wanted.language))
    if evidence.same_site:
        said = notes.same_site(len(evidence.same_site), wanted.language)
        reading = evidence.reading
        evidence.reading = reading.model_copy(update={"assumptions": (*reading.assumptions, said)})


def _fill_similar_only(
    graph: Graph,
    evidence: Evidence,
    wanted: Wanted,
    *,
    text: str,
    similarity: Similarity,
    datasets: Sequence[str] | None,
) -> None:
    """Mode vector: hits and nothing else, all of them where no limit is set."""
    services = answer_services(evidence.reading)
    every = sum(count_service_places(graph, services=services).values())
    evidence.similar = find_similar(
        graph,
        text=text,
        similarity=similarity,
        services=services,
        datasets=datasets,
        without=find_halo_places(graph, datasets=datasets),
        limit=every if wanted.limit is None else wanted.limit,
    )
    _look_up(graph, evidence, (hit.id for hit in evidence.similar))
    evidence.outcome = "answered" if evidence.similar else "none"
    if not evidence.similar:
        evidence.mapped = count_service_places(graph, services=services, datasets=datasets)


def _compare(
    graph: Graph,
    evidence: Evidence,
    wanted: Wanted,
    *,
    text: str,
    similarity: Similarity,
    datasets: Sequence[str] | None,
) -> None:
    """Fuse the graph's order with the vectors', and find what is similar outside the set."""
    try:
        compared = rank(evidence, text=text, similarity=similarity, k=wanted.rrf_k, order=wanted.order)
        if evidence.counted is not None:
            return  # which of the places counted are outside of the answer is not known
        evidence.similar = find_similar(
            graph,
            text=text,
            similarity=similarity,
            services=answer_services(evidence.reading),
            datasets=datasets,
            without={p.id for p in evidence.places} | evidence.halo,
        )
    except VectorsUnavailable as error:
        evidence.notes.append(notes.similarity_unused(str(error), wanted.language))
        return
    if not compared and (evidence.places or evidence.zones):
        why = notes.similarity_empty(wanted.language)
        evidence.notes.append(notes.similarity_unused(why, wanted.language))


def _look_up(graph: Graph, evidence: Evidence, ids: Iterable[str]) -> None:
    """Learn what the graph knows of the places shown, and where they are."""
    wanted = sorted(set(ids))
    evidence.known = evidence.stand_ins | (get_places(graph, ids=wanted) if wanted else {})
    # a place is not told by the one that the answer measures it to
    apart: dict[str, set[str]] = {}
    for pair in evidence.listed_pairs:
        apart.setdefault(pair.from_id, set()).add(pair.to_id)
        apart.setdefault(pair.to_id, set()).add(pair.from_id)
    for place in evidence.listed_places:
        if place.nearest_id:
            apart.setdefault(place.id, set()).add(place.nearest_id)
    # what stands in for a street or an area is no place of the graph
    real = {id_: place for id_, place in evidence.known.items() if id_ not in evidence.stand_ins}
    evidence.locators = _locate_stand_ins(graph, evidence) | retrieve_locators(graph, real, apart=apart)


def _locate_stand_ins(graph: Graph, evidence: Evidence) -> dict[str, Locator]:
    """Tell in which area the candidates are that are no places."""
    told = {id_: evidence.stand_ins[id_].position for id_ in evidence.candidates if id_ in evidence.stand_ins}
    return {
        id_: Locator(area=areas[0].name) for id_, areas in retrieve_areas_at(graph, told).items() if areas
    }
