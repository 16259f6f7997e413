"""Writes docs/answer.schema.json: the JSON Schema of every answer."""

import json
from pathlib import Path

from service.answer import Answer

PATH = Path(__file__).parents[1] / "docs" / "answer.schema.json"


def render_schema() -> str:
    return json.dumps(Answer.model_json_schema(mode="serialization"), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PATH.write_text(render_schema(), encoding="utf-8")
