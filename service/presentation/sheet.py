"""The sheet that the sentences of an answer are written on, each with the facts it cites."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from queries.catalogue.catalogue import Language
from service.answer import Citation
from service.evidence.evidence import Evidence


@dataclass(slots=True)
class Sheet:
    """Lines of text and their citations so far; `statements` names those that ran."""

    evidence: Evidence
    language: Language
    statements: Sequence[str]
    lines: list[str] = field(default_factory=list)
    citations: list[Citation] = field(default_factory=list)

    def cite(self, fact: str, ids: Sequence[str] = ()) -> str:
        """Note a fact and the ids it is about; return its mark, "[n]"."""
        self.citations.append(Citation(n=len(self.citations) + 1, ids=tuple(ids), fact=fact))
        return f"[{len(self.citations)}]"

    def say(self, pt: str, en: str) -> None:
        """Write a line in the answer's language."""
        self.lines.append(pt if self.language == "pt" else en)
