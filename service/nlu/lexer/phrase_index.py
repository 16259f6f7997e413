"""Phrases of words and what they stand for, and the longest of them that a question has at a word."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Protocol, TypeVar

T = TypeVar("T")


class Word(Protocol):
    """A piece of a question, as phrases are compared with it."""

    @property
    def key(self) -> str:
        """The word without case and accents."""


class PhraseIndex(dict[tuple[str, ...], T]):
    """What each phrase stands for; filled when it is made, and only read from then on."""

    @cached_property
    def _reach(self) -> Mapping[str, int]:
        """How many words the longest phrase has that begins with a word: most words begin none."""
        longest: dict[str, int] = {}
        for phrase in self:
            if phrase:
                longest[phrase[0]] = max(longest.get(phrase[0], 0), len(phrase))
        return longest

    def longest(self, tokens: Sequence[Word], i: int) -> tuple[T, int] | None:
        """Return what the longest phrase at token i stands for, and the index of the token after it."""
        if i >= len(tokens):
            return None
        for end in range(min(len(tokens), i + self._reach.get(tokens[i].key, 0)), i, -1):
            found = self.get(tuple([token.key for token in tokens[i:end]]))
            if found is not None:
                return found, end
        return None
