"""From a reading to its evidence: exact sets by the graph, meaning by the vectors, never the other way."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from queries.catalogue.catalogue import load_catalogue
from queries.caveats import read_caveats
from queries.errors import VectorsUnavailable
from queries.graph import Graph
from queries.statements.datasets import get_datasets
from queries.statements.documents import count_documents
from queries.statements.places import count_service_places, find_halo_places, get_places
from service.errors import QuestionError
from service.evidence.evidence import DatasetFact, Evidence, Hit, Locator
from service.evidence.messages import Message, message
from service.reading import PlaceReading, Reading, all_services, answer_services, names_only
from service.retrieval.context import Asking, Wanted
from service.retrieval.counts.borders import fill_borders
from service.retrieval.counts.ranking import retrieve_middles
from service.retrieval.geocoding.geocoder import Finder, Landmark, Missing
from service.retrieval.geocoding.place_or_runner import find_strange_name, read_runners
from service.retrieval.geocoding.reverse import retrieve_areas_at
from service.retrieval.intents.comparison import judge
from service.retrieval.locators import retrieve_locators
from service.retrieval.settled import remember_settled
from service.retrieval.similarity.ordering import find_similar, rank
from service.retrieval.similarity.similarity import Similarity
from service.retrieval.spatial.completeness import find_edge
from service.retrieval.tags.access import fill_access
from service.retrieval.tags.tagged import find_tagged
from service.retrieval.tags.untold import Untold, find_untold, list_conditions
from service.retrieval.validation import find_problem


def retrieve(
    graph: Graph,
    reading: Reading,
    wanted: Wanted,
    *,
    fill: Callable[[Asking, Evidence], None],
    text: str,
    similarity: Similarity | None,
) -> Evidence:
    """Find what answers the reading; meaning is compared with `text`, similarity is None in mode graph.

    `fill` is that of the kind of question.

    Raises StoreError where Neo4j fails, VectorsUnavailable in mode vector, and QuestionError for an unknown
    data set. In mode hybrid, vectors that fail cost the order by meaning and leave a note, never an answer.
    """
    evidence = Evidence(reading, measure=wanted.measure)
    every = _read_datasets(graph)
    remember_settled(all(d.state == "complete" for d in every))
    evidence.datasets = _choose_datasets(every, wanted.datasets)
    datasets = None if wanted.datasets is None else tuple(d.id for d in evidence.datasets)
    if (problem := find_problem(reading, evidence.datasets)) is not None:
        return _refused(evidence, problem)
    _note_states(evidence, every)
    if wanted.mode == "vector" and similarity is not None:
        _fill_similar_only(graph, evidence, wanted, text=text, similarity=similarity, datasets=datasets)
        return evidence
    asking = _find_named(graph, evidence, wanted, every, datasets)
    if isinstance(asking, Evidence):
        return asking
    placed = evidence.reading
    fill(asking, evidence)
    if evidence.problem is not None:
        return _refused(evidence, evidence.problem)
    if placed.filters:
        _tell_untold(asking, evidence, find_untold(asking, evidence, placed, fill))
    fill_borders(asking, evidence)
    _note_edge(evidence)
    of_cells = evidence.ranking is not None and evidence.ranking.resolution is not None
    if wanted.resolution is not None and not of_cells:
        evidence.notes.append(message("resolution_unused", resolution=wanted.resolution))
    if evidence.is_empty:
        evidence.outcome = "none"
        evidence.mapped = count_service_places(graph, services=all_services(placed), datasets=datasets)
    if similarity is not None:
        _compare(graph, evidence, wanted, text=text, similarity=similarity, datasets=datasets)
    evidence.show(wanted.limit)
    fill_access(graph, evidence)
    retrieve_middles(graph, evidence, datasets)
    shown = {id_ for p in evidence.listed_pairs for id_ in (p.from_id, p.to_id)}
    shown |= {hit.id for hit in evidence.similar}
    shown |= {id_ for p in evidence.listed_places for id_ in (p.id, p.nearest_id) if id_}
    _look_up(
        graph,
        evidence,
        shown | {m.place.id for m in asking.landmarks if m.place.kind == "poi" and m.place.id},
        datasets,
    )
    return evidence


def _find_named(
    graph: Graph,
    evidence: Evidence,
    wanted: Wanted,
    every: Sequence[DatasetFact],
    datasets: Sequence[str] | None,
) -> Asking | Evidence:
    """Find what the reading names and who runs places, and note it; or return why a name can't be used."""
    finder = Finder(graph, datasets, wanted.default_radius_m)
    settled = read_runners(finder, evidence.reading)
    reading = evidence.reading = settled.reading
    if settled.problem is not None:
        return _refused(evidence, settled.problem, of_name=True)
    evidence.runners = settled.runners
    evidence.assumptions += [message("read_as_runner", name=place.name) for place in settled.runners]
    landmarks = finder.find_all(_named(reading), every_street=reading.kind == "along" and names_only(reading))
    if isinstance(landmarks, Missing):
        _tell_missing(graph, evidence, landmarks, datasets)
        return evidence
    evidence.stand_ins = {mark.known.id: mark.known for mark in landmarks if mark.known is not None}
    _tell_names(evidence, landmarks)
    edge = find_edge(graph, every, datasets, all_services(reading))
    tagged = find_tagged(graph, reading, datasets, now=wanted.now)
    if (strange := find_strange_name(tagged)) is not None:
        return _refused(evidence, strange, of_name=True)
    haloed = any(d.haloed for d in evidence.datasets)
    return Asking(graph, wanted, datasets, edge, landmarks, tagged, haloed)


def _refused(evidence: Evidence, problem: Message, *, of_name: bool = False) -> Evidence:
    """Return that the question is not understood; what was found before that was seen is no part of it."""
    return Evidence(
        evidence.reading,
        measure=evidence.measure,
        outcome="not_understood",
        problem=problem,
        of_name=of_name,
        datasets=evidence.datasets,
        notes=evidence.notes,
        assumptions=evidence.assumptions,
        runners=evidence.runners,
    )


def _tell_names(evidence: Evidence, landmarks: Sequence[Landmark]) -> None:
    """Note how the names of the reading were read, and put what they mean in its place."""
    evidence.corrections = _once(mark.corrected for mark in landmarks if mark.corrected)
    evidence.notes += [*evidence.corrections, *(note for mark in landmarks for note in mark.notes)]
    evidence.assumptions += _once(said for mark in landmarks for said in mark.assumed)
    places = tuple(mark.place for mark in landmarks)
    evidence.reading = evidence.reading.model_copy(update={"places": places})


def _once(messages: Iterable[Message]) -> list[Message]:
    """Return each of the messages once."""
    told: list[Message] = []
    for said in messages:
        if said not in told:
            told.append(said)
    return told


def _named(reading: Reading) -> tuple[PlaceReading, ...]:
    """Return the places named; where nothing else is asked for, they are not conditions."""
    if not names_only(reading):
        return reading.places
    return tuple(place.model_copy(update={"relation": "from", "radius_m": None}) for place in reading.places)


def _tell_missing(graph: Graph, evidence: Evidence, missing: Missing, datasets: Sequence[str] | None) -> None:
    """Say which place named can't be used, why, and which ones the name may mean."""
    evidence.outcome, evidence.problem = "not_understood", missing.problem
    evidence.of_name = missing.place.kind not in ("zone", "point")
    evidence.candidates, evidence.candidate_areas = missing.candidates, missing.areas
    evidence.candidates_around = missing.around
    evidence.stand_ins = {street.id: street for street in missing.streets}
    _look_up(graph, evidence, missing.candidates, datasets)


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
    evidence.assumptions.append(message("moments", conditions=evidence.conditions))
    told = untold.there
    evidence.zones = [z.model_copy(update={"untold": told.get(z.id, 0)}) for z in evidence.zones]
    evidence.areas = [a.model_copy(update={"untold": told.get(a.id, 0)}) for a in evidence.areas]
    evidence.sides = [
        replace(side, untold=more) for side, more in zip(evidence.sides, untold.sides, strict=True)
    ]
    if evidence.verdict is not None and evidence.sides:
        evidence.verdict = judge(evidence.sides, fewer=evidence.reading.order == "fewest")


def _note_states(evidence: Evidence, every: Sequence[DatasetFact]) -> None:
    if any(d.state != "complete" for d in evidence.datasets):
        evidence.notes.append(message("loading"))
    for d in evidence.datasets:
        if d.inherited:
            evidence.notes.append(message("inherited", count=d.inherited, dataset=d.name))
        about = {"", *all_services(evidence.reading)}
        if any(place.kind == "street" for place in evidence.reading.places):
            about.add("road")
        told = [caveat for caveat in d.caveats if caveat.kind in about]
        evidence.notes += [message("caveat", caveat=caveat, dataset=d.name) for caveat in told]
    for service in all_services(evidence.reading):
        told_by = load_catalogue().told_by(service)
        lacking = [d.name for d in evidence.datasets if told_by not in d.services]
        if lacking:
            evidence.notes.append(message("not_everywhere", service=service, datasets=lacking))
        if outdated := [d.name for d in every if told_by in d.outdated]:  # else the question is refused
            evidence.notes.append(message("told_by_old_rule", service=service, datasets=outdated))


def _note_edge(evidence: Evidence) -> None:
    """Say that the edge is not known where a search could reach past it, and which pairs are not told."""
    whole = all(d.state == "complete" for d in evidence.datasets)  # else a note says already what is amiss
    past = bool(evidence.reading.pairs or evidence.reading.places or evidence.ranking)
    if whole and not evidence.edge_known and past:
        evidence.notes.append(message("edge_unknown"))
    if evidence.same_site:
        evidence.assumptions.append(message("same_site", pairs=len(evidence.same_site)))


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
    # a look-up asks for no kind: all places may be meant
    every = sum(count_service_places(graph, services=services).values()) or count_documents(graph)[0]
    evidence.similar = find_similar(
        graph,
        text=text,
        similarity=similarity,
        services=services,
        datasets=datasets,
        without=find_halo_places(graph, datasets=datasets),
        limit=every if wanted.limit is None else wanted.limit,
    )
    _look_up(graph, evidence, (hit.id for hit in evidence.similar), datasets)
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
        # before anything is put in order: where this fails, the order stays that of the graph
        similar = _find_outside(graph, evidence, text, similarity, datasets)
        compared = rank(evidence, text=text, similarity=similarity, k=wanted.rrf_k, order=wanted.order)
    except VectorsUnavailable as error:
        evidence.notes.append(message("similarity_unused", why=str(error)))
        return
    if evidence.counted is not None:
        return  # which of the places counted are outside of the answer is not known
    evidence.similar = similar
    if not compared and (evidence.places or evidence.zones):
        evidence.notes.append(message("similarity_empty"))


def _find_outside(
    graph: Graph, evidence: Evidence, text: str, similarity: Similarity, datasets: Sequence[str] | None
) -> tuple[Hit, ...]:
    return find_similar(
        graph,
        text=text,
        similarity=similarity,
        services=answer_services(evidence.reading),
        datasets=datasets,
        without={p.id for p in evidence.places} | evidence.halo,
    )


def _look_up(graph: Graph, evidence: Evidence, ids: Iterable[str], datasets: Sequence[str] | None) -> None:
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
    evidence.locators = _locate_stand_ins(graph, evidence, datasets) | retrieve_locators(
        graph, real, apart=apart, datasets=datasets
    )


def _locate_stand_ins(graph: Graph, evidence: Evidence, datasets: Sequence[str] | None) -> dict[str, Locator]:
    """Tell in which area the candidates are that are no places."""
    told = {id_: evidence.stand_ins[id_].position for id_ in evidence.candidates if id_ in evidence.stand_ins}
    holding = retrieve_areas_at(graph, told, datasets=datasets)
    return {id_: Locator(area=areas[0].name) for id_, areas in holding.items() if areas}
