"""Writing places, roads, services and what hangs on them, in batches; and what of them is there already."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from queries.catalogue.catalogue import Service
from queries.catalogue.folding import name_key, name_keys
from queries.graph import Graph
from queries.rows import AreaRow, POIRow, RoadRow


@dataclass(frozen=True, slots=True)
class Known:
    """A place, road or area that the graph has: hash of the row it was written from, and hash by data set."""

    id: str
    hash: str
    services: tuple[str, ...]
    sources: Mapping[str, str]


def get_labels(graph: Graph) -> dict[str, tuple[str, str]]:
    """Return the Portuguese and English label of each service in the graph, by id."""
    return {r["id"]: (r["label_pt"], r["label_en"]) for r in graph.read("get_labels")}


def merge_services(graph: Graph, *, rows: Iterable[Service]) -> None:
    """Write services with their labels."""
    labels = [{"id": s.id, "label_pt": s.label("pt"), "label_en": s.label("en")} for s in rows]
    if labels:
        graph.write("merge_services", rows=labels)


def find_dataset_places(graph: Graph, *, dataset: str) -> set[str]:
    """Return the ids of the places that a data set holds."""
    return {r["id"] for r in graph.read("find_dataset_places", dataset=dataset)}


def find_dataset_roads(graph: Graph, *, dataset: str) -> set[str]:
    """Return the ids of the roads that a data set holds."""
    return {r["id"] for r in graph.read("find_dataset_roads", dataset=dataset)}


def find_dataset_areas(graph: Graph, *, dataset: str) -> set[str]:
    """Return the ids of the areas that a data set holds."""
    return {r["id"] for r in graph.read("find_dataset_areas", dataset=dataset)}


def find_place_sources(graph: Graph, *, ids: Sequence[str]) -> list[Known]:
    """Return what the graph knows of those of the places that it has."""
    return _known(graph.read("find_place_sources", ids=list(ids)))


def find_road_sources(graph: Graph, *, ids: Sequence[str]) -> list[Known]:
    """Return what the graph knows of those of the roads that it has."""
    return _known(graph.read("find_road_sources", ids=list(ids)))


def find_area_sources(graph: Graph, *, ids: Sequence[str]) -> list[Known]:
    """Return what the graph knows of those of the areas that it has."""
    return _known(graph.read("find_area_sources", ids=list(ids)))


def merge_places(graph: Graph, *, dataset: str, rows: Sequence[POIRow]) -> None:
    """Write places as a data set says; its Dataset, their services and cells must be there."""
    graph.write("merge_places", dataset=dataset, rows=[_place(row) for row in rows])


def merge_roads(graph: Graph, *, dataset: str, rows: Sequence[RoadRow]) -> None:
    """Write roads as a data set says; its Dataset and their cells must be there."""
    graph.write("merge_roads", dataset=dataset, rows=[_road(row) for row in rows])


def merge_place_sources(graph: Graph, *, dataset: str, rows: Sequence[POIRow]) -> None:
    """Note that a data set holds places too, whose properties come from a newer one."""
    sources = [{"id": r.id, "hash": r.hash, "halo": r.halo} for r in rows]
    graph.write("merge_place_sources", dataset=dataset, rows=sources)


def merge_road_sources(graph: Graph, *, dataset: str, rows: Sequence[RoadRow]) -> None:
    """Note that a data set holds roads too, whose properties come from a newer one."""
    graph.write("merge_road_sources", dataset=dataset, rows=[{"id": r.id, "hash": r.hash} for r in rows])


def merge_area_sources(graph: Graph, *, dataset: str, rows: Sequence[AreaRow]) -> None:
    """Note that a data set holds areas too, whose properties come from a newer one."""
    graph.write("merge_area_sources", dataset=dataset, rows=[{"id": r.id, "hash": r.hash} for r in rows])


def delete_place_sources(graph: Graph, *, dataset: str, ids: Sequence[str]) -> None:
    """Take places out of a data set, and out of the graph where no other holds them."""
    graph.write("delete_place_sources", dataset=dataset, ids=list(ids))


def delete_road_sources(graph: Graph, *, dataset: str, ids: Sequence[str]) -> None:
    """Take roads out of a data set, and out of the graph where no other holds them."""
    graph.write("delete_road_sources", dataset=dataset, ids=list(ids))


def delete_area_sources(graph: Graph, *, dataset: str, ids: Sequence[str]) -> None:
    """Take areas out of a data set, and out of the graph where no other holds them."""
    graph.write("delete_area_sources", dataset=dataset, ids=list(ids))


def _known(rows: Iterable[Mapping[str, Any]]) -> list[Known]:
    return [
        Known(
            row["id"],
            row["hash"],
            tuple(row["services"]),
            dict(row["sources"]),
        )
        for row in rows
    ]


def _place(row: POIRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "name": row.name,
        "name_key": name_key(row.name) if row.name else None,
        "alt_names": list(row.alt_names),
        "name_keys": name_keys([row.name or "", *row.alt_names]),
        "latitude": row.position.latitude,
        "longitude": row.position.longitude,
        "geometry": row.geometry,
        "reach_m": row.reach_m,
        "tags": list(row.tags),
        "halo": row.halo,
        "cut": row.cut,
        "encloses": row.encloses,
        "hash": row.hash,
        "services": list(row.services),
        "cells": [zone.cell for zone in row.zones],
        "zones": [{"cell": zone.cell, "share": zone.share} for zone in row.zones],
    }


def _road(row: RoadRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "name": row.name,
        "name_key": name_key(row.name) if row.name else None,
        "alt_names": list(row.alt_names),
        "road_class": row.road_class,
        "geometry": row.geometry,
        "length_m": row.length_m,
        "connects": list(row.connects),
        "hash": row.hash,
        "cells": [zone.cell for zone in row.zones],
        "zones": [{"cell": zone.cell, "length_m": zone.length_m} for zone in row.zones],
    }
