"""One everyday condition, as it is asked and as it is told from raw tags."""

from dataclasses import dataclass

from tests.conditions_by_hand.kinds import IsA
from tests.conditions_by_hand.tags import Says


@dataclass(frozen=True, slots=True)
class Condition:
    """Words for many and for one, Portuguese (with gender) and English; says None: a kind alone."""

    pt: str
    en: str
    kind: IsA
    says: Says | None
    one_pt: str = ""
    one_en: str = ""
    feminine: bool = False

    @property
    def count_pt(self) -> str:
        return f"{'quantas' if self.feminine else 'quantos'} {self.pt} há?"

    @property
    def count_en(self) -> str:
        return f"how many {self.en} are there?"
