"""The page around a map: template, scripts, words, and the policy that forbids all connections."""

import base64
import hashlib
import html
import json
import re
from functools import cache
from importlib.resources import files
from importlib.util import find_spec, module_from_spec
from typing import Any
from urllib.parse import urlsplit

from queries.catalogue.catalogue import Language
from service.errors import QuestionError

_SLOT = re.compile(r"\{\{(\w+)\}\}")
# what could end the data's script element or a line of a script, as JSON escapes
_ESCAPES = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}


def fill_page(picture: dict[str, Any], *, language: Language, tile_url: str | None) -> str:
    """Return the page with this picture as its data.

    The data goes in as JSON that no HTML parser can mistake for markup, and the scripts put it on the page as
    text. Only the three scripts of this page may run: the policy names them by their hashes.
    """
    words = get_words(language)
    scripts = {
        "maplibre_js": _maplibre("maplibre-gl.js"),
        "panel_js": _ours("panel.js"),
        "map_js": _ours("map.js"),
    }
    data = {**picture, "lang": language, "words": words, "tile_url": tile_url}
    slots = {
        "lang": language,
        "title": html.escape(picture["question"]),
        "policy": html.escape(_policy(list(scripts.values()), tile_url)),
        "noscript": html.escape(words["noscript"]),
        "maplibre_css": _maplibre("maplibre-gl.css"),
        "map_css": _ours("map.css"),
        "data": _json(data),
        "licence": _ours("licence.txt"),
        **scripts,
    }
    # one pass: what a slot brings in is never searched for slots
    return _SLOT.sub(lambda slot: slots[slot[1]], _ours("map.html"))


@cache
def get_words(language: Language) -> dict[str, Any]:
    """Return the page's own words in this language."""
    words: dict[str, Any] = json.loads(_ours("words.json"))[language]
    return words


def check_tile_url(tile_url: str | None) -> None:
    """Raise QuestionError unless it is None or the address of tiles, such as https://host/{z}/{x}/{y}.png."""
    if tile_url is not None:
        _origin(tile_url)


def _origin(tile_url: str) -> str:
    """Return scheme, host and port: the policy lets them through, so nothing odd may be in them."""
    found = re.fullmatch(r"(https?://[A-Za-z0-9.-]+(?::\d{1,5})?)/[!-~]*", tile_url)
    if not found or not all(part in urlsplit(tile_url).path for part in ("{z}", "{x}", "{y}")):
        raise QuestionError(
            f"{tile_url[:200]!r} is no address of map tiles; it looks like https://host/{{z}}/{{x}}/{{y}}.png"
        )
    return found[1]


def _policy(scripts: list[str], tile_url: str | None) -> str:
    hashes = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
        for script in scripts
    )
    tiles = f" {_origin(tile_url)}" if tile_url else ""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {hashes}",
            "worker-src blob:",
            "child-src blob:",
            "style-src 'unsafe-inline'",
            f"img-src data: blob:{tiles}",
            f"connect-src{tiles or ' ' + repr('none')}",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def _json(data: dict[str, Any]) -> str:
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.translate(_ESCAPES)


@cache
def _ours(name: str) -> str:
    text = (files("service.presentation.map") / "static" / name).read_text(encoding="utf-8")
    return "\n".join(text.splitlines()) + "\n"


@cache
def _maplibre(name: str) -> str:
    """Return a file of MapLibre GL JS, which the package maplibre carries; the package itself is not run."""
    spec = find_spec("maplibre")
    if spec is None:
        raise QuestionError("the map needs the Python package maplibre; install perto again")
    # importing maplibre would import pandas: an empty module with its spec is enough to find its files
    path = files(module_from_spec(spec)) / "srcjs" / name
    if not path.is_file():
        raise QuestionError(f"the Python package maplibre holds no {name}; install perto again")
    text = "\n".join(path.read_text(encoding="utf-8").splitlines())
    # the source map is not here, and a browser's tools would ask for it
    text = re.sub(r"^//# sourceMappingURL=.*$", "", text, flags=re.MULTILINE)
    return re.sub(r"</(?=script|style)", r"<\\/", text, flags=re.IGNORECASE) + "\n"
