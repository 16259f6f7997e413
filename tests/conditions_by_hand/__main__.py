"""Print perto's counts beside those by hand: `python -m tests.conditions_by_hand porto=FILE malta=FILE`.

perto answers from PERTO_HOME, in which each file is loaded under the name given here. With `--drawn N` it is
asked N drawn questions in all instead, and what differs from brute force over raw tags is printed.
"""

import argparse
import os
from pathlib import Path

from service import Perto
from tests.conditions_by_hand.city import City
from tests.conditions_by_hand.conditions import CONDITIONS
from tests.conditions_by_hand.count import Found, Told, ask, table
from tests.conditions_by_hand.drawn import draw_and_ask
from tests.conditions_by_hand.explained import WHY


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", metavar="NAME=FILE", help="data sets and the files they are from")
    parser.add_argument("--perto-home", type=Path, help="where perto keeps its stores")
    parser.add_argument("--ids", action="store_true", help="print the ids that differ below the table")
    parser.add_argument("--drawn", type=int, metavar="N", help="ask N drawn questions in all instead")
    parser.add_argument("--seed", type=int, default=9)
    given = parser.parse_args()
    if given.perto_home:
        os.environ["PERTO_HOME"] = str(given.perto_home)
    cities = {name: City(Path(file)) for name, _, file in (each.partition("=") for each in given.files)}
    with Perto.connect() as perto:
        if given.drawn:
            _ask_drawn(perto, cities, number=given.drawn // len(cities), seed=given.seed)
        else:
            _count(perto, cities, ids=given.ids)


def _count(perto: Perto, cities: dict[str, City], *, ids: bool) -> None:
    rows, differing = [], []
    for condition in CONDITIONS:
        by_city = {}
        for name, city in cities.items():
            found, told = city.found(condition), ask(perto, condition.count_pt, name)
            by_city[name] = (told, found)
            differing += _difference(name, condition.count_pt, told, found)
            differing += _difference(name, condition.count_en, ask(perto, condition.count_en, name), found)
        rows.append((condition, by_city))
    names = " | ".join(f"{name}: perto | {name}: by hand" for name in cities)
    print(f"| asked | {names} | difference |\n|{' --- |' * (2 + 2 * len(cities))}")
    print(table(rows, WHY))
    if ids:
        print("\n".join(["", *differing]))


def _difference(name: str, words: str, told: Told, found: Found) -> list[str]:
    more, less = sorted(told.ids - found.yes), sorted(found.yes - told.ids)
    hand = None if found.untold is None else len(found.untold)
    if told.unread:
        return [f"{name}: {words} not answered: {told.unread}"]
    if not more and not less and told.untold == hand:
        return []
    alone = "".join(
        f"; {who} alone: {' '.join(each)}" for who, each in (("perto", more), ("by hand", less)) if each
    )
    return [
        f"{name}: {words} perto {len(told.ids)} ({told.untold}), by hand {len(found.yes)} ({hand}){alone}"
    ]


def _ask_drawn(perto: Perto, cities: dict[str, City], *, number: int, seed: int) -> None:
    for name, city in cities.items():
        asked = list(draw_and_ask(perto, city, name, number=number, seed=seed))
        refused, wrong = [each for each in asked if each.refused], [each for each in asked if each.differs]
        equal = number - len(refused) - len(wrong)
        print(f"{name}: {number} asked, {equal} equal, {len(wrong)} differ, {len(refused)} refused")
        for each in wrong:
            print(f"  differs: {each.words}")
            for what, (told, hand) in each.differs.items():
                print(f"    {what}: perto {told}, by hand {hand}"[:1000])
        for each in refused:
            print(f"  refused: {each.words} ({each.refused})")


if __name__ == "__main__":
    main()
