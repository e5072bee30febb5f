"""A second, deliberately naive Welcome To…: it reads positions as JSON and the printed numbers typed in once more.

After every random game in every mode: the same points, the same estates, the same winner, and every card still there.
"""

import random
from collections import Counter
from typing import Any

import pytest

from games.welcome.table import WELCOME
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.games.welcome.rules.queries import rival_total

PARKS = {
    "classic": [[0, 2, 4, 10], [0, 2, 4, 6, 14], [0, 2, 4, 6, 8, 18]],
    "blueprint": [[0, 1, 3, 6, 12], [0, 2, 5, 8, 14], [0, 1, 4, 8, 16]],
}
POOLS = {"classic": [0, 3, 6, 9, 13, 17, 21, 26, 31, 36], "blueprint": [0, 2, 5, 9, 13, 17, 22, 27, 32, 37]}
VALUES = [[1, 3], [2, 3, 4], [3, 4, 5, 6], [4, 5, 6, 7, 8], [5, 6, 7, 8, 10], [6, 7, 8, 10, 12]]
BIS = [0, 1, 3, 6, 9, 12, 16, 20, 24, 28]
CARDS = {"2018": 81, "2023": 63}
SAM = {"park": 1, "pool": 2, "temp": 1, "fence": 1, "bis": 2, "value": 2}

MODES: dict[str, tuple[int, dict[str, str]]] = {
    "2018 for 2": (2, {"edition": "2018"}),
    "2018 expert for 4": (4, {"edition": "2018", "plans": "mixed", "roundabouts": "on"}),
    "2018 starred": (2, {"edition": "2018", "plans": "expert", "roundabouts": "on"}),
    "2023 for 3": (3, {"edition": "2023"}),
    "2023 expert": (2, {"edition": "2023", "plans": "expert", "roundabouts": "on"}),
    "2023 blueprint": (2, {"edition": "2023", "board": "blueprint", "plans": "mixed", "roundabouts": "on"}),
    "draft for 2": (2, {"edition": "2018", "draft": "on"}),
    "draft for 5": (5, {"edition": "2018", "draft": "on", "plans": "mixed", "roundabouts": "on"}),
    "draft for 27": (27, {"edition": "2018", "draft": "on"}),
    "solo 2018": (1, {"edition": "2018"}),
    "solo 2018 expert": (1, {"edition": "2018", "plans": "mixed", "roundabouts": "on"}),
    "solo 2023": (1, {"edition": "2023"}),
    "solo 2023 expert": (1, {"edition": "2023", "plans": "mixed", "roundabouts": "on"}),
}


def naive_estates(seat: dict[str, Any]) -> list[int]:
    """Sizes of the completed estates: walk along, close a run at every fence."""
    sizes, run, whole = [], 0, True
    for house, fence in zip(seat["houses"], seat["fences"], strict=True):
        run += 1
        whole = whole and house not in (".", "o")
        if fence:
            if whole and run <= 6:
                sizes.append(run)
            run, whole = 0, True
    return sizes


def naive_temps(counts: list[int], own: int) -> int:
    better = sorted({count for count in counts if count > own})
    return (7, 4, 1)[len(better)] if own and len(better) < 3 else 0


def naive_score(table: dict[str, Any], number: int, board: str, temps: int) -> int:
    seat = table["seats"][number]
    total = sum(points for points in seat["plans"] if points > 0)
    total += sum(PARKS[board][street][crossed] for street, crossed in enumerate(seat["parks"]))
    total += POOLS[board][sum(seat["pools"])] + temps
    total += sum(VALUES[size - 1][seat["values"][size - 1]] for size in naive_estates(seat))
    total -= BIS[sum(house.endswith("b") for house in seat["houses"])]
    total -= [0, 0, 3, 5][seat["refusals"]]
    return total - [0, 3, 8][seat["houses"].count("o")]


def naive_rival(table: dict[str, Any], temps: int) -> int:
    pile = [card.split()[1] for card in table["rival_pile"] if card != "none"]
    mine = pile.count("temp")
    total = sum(points for points in table["rival_plans"] if points > 0)
    total += sum(SAM[effect] * pile.count(effect) for effect in ("park", "pool", "temp", "fence"))
    total += naive_temps([temps, mine], mine)
    stretches: list[list[str]] = [[]]
    for effect in pile:
        if effect == "fence":
            stretches.append([])
        else:
            stretches[-1].append(effect)
    estates = []
    for stretch in filter(None, stretches):
        houses = sum(SAM["bis"] if effect == "bis" else 1 for effect in stretch)
        estates.append((houses, houses * (SAM["value"] if "value" in stretch else 1)))
    return total + sum(points for _, points in sorted(estates)[-5:])


def cards_in_sight(table: dict[str, Any]) -> Counter[str]:
    cards: Counter[str] = Counter()
    for zone in ("pool", "pool_2", "pool_3", "discard", "discard_2", "discard_3"):
        cards.update(table.get(zone, {}))
    cards.update(card for name in ("numbers", "effects", "rival_pile") for card in table.get(name, []))
    cards.update(card for seat in table["seats"] for card in seat.get("hand", []))
    del cards["none"]
    return cards


def check(match: Match, options: dict[str, str]) -> None:
    table = match.to_json()["table"]
    board = options.get("board", "classic")
    counts = [seat["temps"] for seat in table["seats"]]
    for number in range(match.setup.players):
        if match.setup.players > 1:
            temps = naive_temps(counts, counts[number])
        elif options["edition"] == "2018":
            temps = 7 if counts[0] >= 6 else 0
        else:
            rival = sum(card.endswith("temp") for card in table["rival_pile"])
            temps = naive_temps([counts[0], rival], counts[0])
            assert rival_total(match.state) == naive_rival(table, counts[0])
        expected = naive_score(table, number, board, temps)
        assert match.state.score(number) == expected
        assert match.scores()[number].total == expected
        sizes = naive_estates(table["seats"][number])
        assert table["seats"][number]["estates"] == [sizes.count(size) for size in range(1, 7)]
    assert cards_in_sight(table).total() == CARDS[options["edition"]]


@pytest.mark.parametrize("mode", MODES)
def test_the_naive_scorer_agrees_and_no_card_is_lost(mode: str) -> None:
    players, options = MODES[mode]
    games, often = (1, 301) if players > 5 else (12, 23)
    for seed in range(games):
        rng = random.Random(f"{mode} {seed}")
        match = Match(WELCOME.set_up(players, options), SeededDeal(seed))
        census = WELCOME.census(match.setup, match.state)
        step = 0
        while not match.over:
            seat = rng.choice(match.waiting)
            codes = match.state.moves(seat, len(match.setup.notation))
            match.play(seat, sensible(match, codes, rng))
            step += 1
            if step % often == 0:
                check(match, options)
                assert WELCOME.census(match.setup, match.state) == census
                assert match.problems() == []
        check(match, options)
        assert WELCOME.census(match.setup, match.state) == census
        check_places(match, options)


def sensible(match: Match, codes: list[int], rng: random.Random) -> int:
    """Plans are always taken and effects mostly used, so that games get long and rich."""
    names = match.setup.notation
    wanted = [code for code in codes if names[code].startswith(("plan", "use", "reshuffle"))]
    if wanted and rng.random() < 0.9:
        return rng.choice(wanted)
    if names[codes[0]] == "done" and len(codes) > 1 and rng.random() < 0.7:
        return rng.choice(codes[1:])
    if names[codes[0]].startswith("write") and rng.random() < 0.7:
        return codes[len(codes) // 2]
    return rng.choice(codes)


def check_places(match: Match, options: dict[str, str]) -> None:
    table = match.to_json()["table"]
    if match.setup.players == 1:
        if options["edition"] == "2023":
            ahead = match.state.score(0) - rival_total(match.state)
            assert ahead == 0 or match.state.place(0) == (1 if ahead > 0 else 0)
        return
    keys = []
    for number, seat in enumerate(table["seats"]):
        sizes = naive_estates(seat)
        more = [sizes.count(size) for size in range(1, 7)] if options["edition"] == "2018" else []
        keys.append((match.state.score(number), len(sizes), *more))
    for number in range(match.setup.players):
        assert match.state.place(number) == 1 + sum(key > keys[number] for key in keys)
    assert match.ranking()[0] == tuple(n for n in range(match.setup.players) if keys[n] == max(keys))


def test_every_kind_of_card_is_where_it_was_printed() -> None:
    """The pairing of number and effect, card by card, against the table of the fact sheet (2018, one line)."""
    setup = WELCOME.set_up(2, {})
    names = WELCOME.census(setup, setup.start())
    assert [names.get(f"8 {effect}", 0) for effect in ("fence", "value", "park", "pool", "temp", "bis")] == [
        2,
        2,
        2,
        1,
        1,
        1,
    ]
    assert [names.get(f"13 {effect}", 0) for effect in ("fence", "value", "park", "pool", "temp", "bis")] == [
        1,
        0,
        0,
        1,
        1,
        1,
    ]
    new = WELCOME.set_up(2, {"edition": "2023"})
    names = WELCOME.census(new, new.start())
    assert [names.get(f"8 {effect}", 0) for effect in ("fence", "value", "park", "pool", "temp", "bis")] == [
        2,
        0,
        2,
        1,
        1,
        1,
    ]
