"""A second opinion on what is allowed: every legal move of a turn, worked out anew from the position as JSON.

Written from the two rulebooks alone. It knows streets as lists of written texts, walks along them house by house, and
is asked at every step of random games; the engine must offer exactly the same moves.
"""

import random
from collections import Counter
from typing import Any

import pytest

from games.welcome.table import WELCOME
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match

LENGTHS = (10, 11, 12)
FIRST = (0, 10, 21)
POOLS = ((3, 7, 8), (1, 4, 8), (2, 7, 11))
PARK_BOXES = (3, 4, 5)
VALUE_BOXES = (1, 2, 3, 4, 4, 4)
ON_STREET = {"a2": (0, (2, 6)), "a3": (1, (3, 4, 4)), "a4": (2, (3, 3, 6))}
ON_ONE_STREET = {"a5": (1, (4, 4)), "a6": (2, (2, 2, 3))}
WITH = {  # sizes, pools and bis that each estate has
    "b1": ((2, 2, 4), 0, 1),
    "b2": ((4, 5), 0, 2),
    "b3": ((1, 1, 2), 1, 0),
    "b4": ((2, 3, 3), 1, 0),
    "b5": ((5, 6), 1, 1),
}


class Street:
    """One street of a sheet: what is written, which fences stand right of a house, which houses a plan has marked."""

    def __init__(self, seat: dict[str, Any], number: int) -> None:
        houses = slice(FIRST[number], FIRST[number] + LENGTHS[number])
        self.number = number
        self.houses: list[str] = seat["houses"][houses]
        self.fences: list[int] = seat["fences"][houses]
        self.marks: list[str] = seat["marks"][houses]
        built = [POOLS[i // 3][i % 3] for i in range(9) if seat["pools"][i] and i // 3 == number]
        self.pools = built
        self.parks: int = seat["parks"][number]

    def name(self, house: int) -> str:
        return f"{self.number + 1}.{house + 1}"

    def says(self, house: int) -> int | None:
        """The number in a house."""
        if not 0 <= house < len(self.houses) or self.houses[house] in (".", "o"):
            return None
        return int(self.houses[house].rstrip("b"))

    def fits(self, number: int, house: int) -> bool:
        if self.houses[house] != ".":
            return False
        for step in (-1, 1):
            there = house + step
            while 0 <= there < len(self.houses) and self.houses[there] != "o":
                other = self.says(there)
                if other is not None and (other >= number if step < 0 else other <= number):
                    return False
                there += step
        return True

    def runs(self) -> list[tuple[int, int]]:
        """(first house, size) of everything between two fences."""
        found, begin = [], 0
        for house in range(len(self.houses)):
            if self.fences[house] or house + 1 == len(self.houses):
                found.append((begin, house + 1 - begin))
                begin = house + 1
        return found

    def estates(self, pools: int = 0, bis: int = 0) -> list[tuple[int, int]]:
        """Completed ones that no plan has used, with so many pools and bis."""
        found = []
        for begin, size in self.runs():
            inside = range(begin, begin + size)
            numbered = all(self.says(house) is not None for house in inside)
            if numbered and size <= 6 and all(self.marks[house] == "none" for house in inside):
                wet = sum(house + 1 in self.pools for house in inside)
                doubled = sum(self.houses[house].endswith("b") for house in inside)
                if wet >= pools and doubled >= bis:
                    found.append((begin, size))
        return found


def covers(estates: list[tuple[int, int]], sizes: tuple[int, ...]) -> bool:
    return not Counter(sizes) - Counter(size for _, size in estates)


def met(plan: str, seat: dict[str, Any], streets: list[Street], rounded: bool) -> bool:
    """Is the requirement on the card fulfilled?"""
    full_parks = [street.parks == PARK_BOXES[street.number] for street in streets]
    full_pools = [len(street.pools) == 3 for street in streets]
    rounds = [street.houses.count("o") for street in streets]

    def built(street: Street, house: int) -> bool:
        empty = ("." if rounded else ".o").count(street.houses[house])
        return not empty and street.marks[house] == "none"

    if plan[0] == "e" and plan[1:].isdigit():
        everywhere = [estate for street in streets for estate in street.estates()]
        return covers(everywhere, tuple(map(int, plan[1:])))
    if plan in WITH:
        sizes, pools, bis = WITH[plan]
        return covers([estate for street in streets for estate in street.estates(pools, bis)], sizes)
    if plan in ON_STREET:
        number, sizes = ON_STREET[plan]
        return covers(streets[number].estates(), sizes)
    if plan in ON_ONE_STREET:
        least, sizes = ON_ONE_STREET[plan]
        return any(rounds[street.number] >= least and covers(street.estates(), sizes) for street in streets)
    if plan == "a1":
        return all((0, 1) in street.estates() and (len(street.houses) - 1, 1) in street.estates() for street in streets)
    if plan in ("street1", "street3"):
        street = streets[int(plan[-1]) - 1]
        return all(built(street, house) for house in range(len(street.houses)))
    simple = {
        "ends": all(built(street, 0) and built(street, len(street.houses) - 1) for street in streets),
        "fivebis": any(sum(house.endswith("b") for house in street.houses) >= 5 for street in streets),
        "temps7": seat["temps"] >= 7,
        "parks2": sum(full_parks) >= 2,
        "pools2": sum(full_pools) >= 2,
        "green2": full_parks[1] and full_pools[1],
        "green3": full_parks[2] and full_pools[2],
        "greenround": any(full_parks[i] and full_pools[i] and rounds[i] for i in range(3)),
        "c1": sum(seat["parks"]) >= 7,
        "c2": min(seat["parks"]) >= 2,
        "c3": sum(full_parks) >= 2,
        "c4": seat["temps"] >= 5,
        "c5": sum(seat["values"]) >= 6,
        "c6": sum(seat["values"][i] == VALUE_BOXES[i] for i in range(6)) >= 3,
    }
    return simple[plan]


class Turn:
    """One seat in the middle of its turn."""

    def __init__(self, table: dict[str, Any], number: int, options: dict[str, str]) -> None:
        self.table, self.options = table, options
        self.seat = table["seats"][number]
        self.streets = [Street(self.seat, i) for i in range(3)]
        self.new = options["edition"] == "2023"
        cards = self.seat.get("hand")
        self.numbers = [int(card.split()[0]) for card in cards or table["numbers"]]
        self.effects = [card.split()[1] for card in cards or table["effects"]]
        self.hand = cards is not None

    def spots(self, number: int) -> list[str]:
        return [s.name(h) for s in self.streets for h in range(len(s.houses)) if s.fits(number, h)]

    def near(self, number: int) -> list[int]:
        return [n for n in range(max(0, number - 2), min(17, number + 2) + 1) if self.spots(n)]

    def legal(self) -> set[str]:
        stage = self.seat["stage"]
        if stage == "choosing":
            return self.choosing() | self.roundabouts()
        if stage == "pairing":
            mine = self.seat["number_card"]
            fits = bool(self.spots(self.numbers[mine]))
            others = [i for i in range(3) if i != mine and (fits or self.effects[i] == "temp")]
            return {f"effect {i + 1}" for i in others}
        if stage == "writing":
            found = {f"write {spot}" for spot in self.spots(self.seat["number"])}
            if self.effect() == "temp" and not self.seat["hired"]:
                found |= {f"temp {n}" for n in self.near(self.seat["number"])}
            return found
        if stage == "giving":
            return {"give 1", "give 2", "give 3"}
        assert stage == "open"
        return {"done"} | self.effect_moves() | self.plans() | self.roundabouts()

    def effect(self) -> str:
        return self.effects[self.seat["effect_card"]] if self.seat["effect_card"] >= 0 else ""

    def choosing(self) -> set[str]:
        found = set()
        word = "number" if self.hand else "take"
        for i in range(3):
            others = [j for j in range(3) if (j != i if self.hand else j == i)]
            temp = any(self.effects[j] == "temp" for j in others)
            if self.spots(self.numbers[i]) or (temp and self.near(self.numbers[i])):
                found.add(f"{word} {i + 1}")
        if not any(self.spots(number) for number in self.numbers):
            found.add("refuse")
        return found

    def roundabouts(self) -> set[str]:
        if self.options.get("roundabouts") != "on" or self.seat["roundabouts"] == 2 or self.seat["roundabout_at"] >= 0:
            return set()
        return {f"roundabout {s.name(h)}" for s in self.streets for h, text in enumerate(s.houses) if text == "."}

    def effect_moves(self) -> set[str]:
        seat, effect = self.seat, self.effect()
        if seat["effect_at"] >= 0:
            return set()
        street = next(
            (s for s in self.streets if FIRST[s.number] <= seat["wrote"] < FIRST[s.number] + len(s.houses)), None
        )
        if effect == "value":
            return {f"value {i + 1}" for i in range(6) if seat["values"][i] < VALUE_BOXES[i]}
        if effect == "park" and street and street.parks < PARK_BOXES[street.number]:
            return {"park"}
        if effect == "pool" and street and seat["wrote"] - FIRST[street.number] + 1 in POOLS[street.number]:
            return {"pool"}
        if effect == "fence":
            return {f"fence {s.name(h)}" for s in self.streets for h in range(len(s.houses) - 1) if self.fence(s, h)}
        if effect == "bis" and seat["bis"] < 9:
            return {move for street in self.streets for move in self.bis(street)}
        return set()

    def fence(self, street: Street, house: int) -> bool:
        if street.fences[house] or "spent" in street.marks[house]:
            return False
        equal = street.says(house) is not None and street.says(house) == street.says(house + 1)
        return self.new or not equal

    def bis(self, street: Street) -> set[str]:
        found = set()
        for house, text in enumerate(street.houses):
            for word, beside, fence in (("left", house - 1, house - 1), ("right", house + 1, house)):
                if text == "." and street.says(beside) is not None and (self.new or not street.fences[fence]):
                    found.add(f"bis {street.name(house)} {word}")
        return found

    def plans(self) -> set[str]:
        found = set()
        rounded = self.options.get("roundabout_built", "on") == "on"
        for place, plan in enumerate(self.table["plans"]):
            if self.seat["plans"][place] < 0 and met(plan, self.seat, self.streets, rounded):
                found.add(f"plan {'ABC'[place] if self.new else place + 1}")
        return found


MODES: dict[str, tuple[int, dict[str, str]]] = {
    "2018": (2, {"edition": "2018", "plans": "mixed", "roundabouts": "on"}),
    "2018 with a star": (2, {"edition": "2018", "plans": "expert", "roundabouts": "on", "roundabout_built": "off"}),
    "2023": (2, {"edition": "2023", "plans": "mixed", "roundabouts": "on"}),
    "2023 with a star": (2, {"edition": "2023", "plans": "expert", "roundabouts": "on"}),
    "draft": (3, {"edition": "2018", "draft": "on", "plans": "mixed", "roundabouts": "on"}),
    "alone, 2018": (1, {"edition": "2018", "plans": "mixed", "roundabouts": "on"}),
    "alone, 2023": (1, {"edition": "2023", "plans": "mixed", "roundabouts": "on"}),
}


@pytest.mark.parametrize("mode", MODES)
def test_the_engine_offers_exactly_what_the_rulebooks_allow(mode: str) -> None:
    players, options = MODES[mode]
    for seed in range(6):
        match = Match(WELCOME.set_up(players, options), SeededDeal(seed))
        rng = random.Random(seed)
        while not match.over:
            seat = match.waiting[0]
            offered = {str(move) for move in match.moves(seat)}
            table = match.to_json()["table"]
            if table["seats"][seat]["stage"] != "marking":
                assert offered - {"reshuffle"} == Turn(table, seat, options).legal(), (seed, table["seats"][seat])
            plans = sorted(move for move in offered if move.startswith(("plan", "use")))
            if rng.random() < 0.3:
                match.play(seat, rng.choice(sorted(offered)))
            else:
                match.play(seat, plans[0] if plans else WELCOME.greedy(match.view(seat)))
