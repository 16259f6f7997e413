"""The statements of docs/cypher.md, as they are written there."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "cypher.md"
STATEMENTS = re.findall(r"```cypher\n(.*?);\n```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def is_of_near(statement: str) -> bool:
    """Say whether a statement reads NEAR."""
    return ":NEAR" in statement
