"""What the fuzz of positions knows of Welcome To…: slips of the pen, cards elsewhere, and a naive count of points."""

import random
from typing import Any

from games.fuzz_positions import Kit, Table
from games.welcome.test_naive import naive_score, naive_temps
from games.welcome.test_oracle import Turn
from kvartal.engine.game import Setup
from kvartal.engine.state import LEGAL

STREETS = {0: (0, 10), 1: (10, 21), 2: (21, 33)}  # houses, on both boards


def _sheet(table: Table, rng: random.Random) -> dict[str, Any]:
    return dict(rng.choice(table["seats"]))  # lists in it are those of the table


def other_box(_: Setup, table: Table, rng: random.Random) -> None:
    """A box crossed for another park or value instead of this one."""
    seat = _sheet(table, rng)
    boxes = [(seat[name], i) for name in ("parks", "values") for i in range(len(seat[name]))]
    crossed = [(row, i) for row, i in boxes if row[i]]
    if crossed:
        row, i = rng.choice(crossed)
        row[i] -= 1
        row, i = rng.choice(boxes)
        row[i] += 1


def box_forgotten(_: Setup, table: Table, rng: random.Random) -> None:
    seat = _sheet(table, rng)
    row = seat[rng.choice(("parks", "values", "pools", "fences"))]
    crossed = [i for i, n in enumerate(row) if n]
    if crossed:
        row[rng.choice(crossed)] -= 1


def other_fence(_: Setup, table: Table, rng: random.Random) -> None:
    """A fence stands elsewhere in its street."""
    fences = _sheet(table, rng)["fences"]
    first, past = STREETS[rng.randrange(3)]
    one, two = rng.randrange(first, past - 1), rng.randrange(first, past - 1)
    fences[one], fences[two] = fences[two], fences[one]


def other_number(_: Setup, table: Table, rng: random.Random) -> None:
    """A number is a little more or less."""
    houses = _sheet(table, rng)["houses"]
    written = [h for h, house in enumerate(houses) if house.isdigit()]
    if written:
        h = rng.choice(written)
        houses[h] = str(max(0, min(17, int(houses[h]) + rng.choice((-1, 1)))))


def other_house(_: Setup, table: Table, rng: random.Random) -> None:
    """A number stands in a neighbouring empty house."""
    houses = _sheet(table, rng)["houses"]
    able = [h for h in range(32) if "." in houses[h : h + 2] and houses[h] != houses[h + 1]]
    if able:
        h = rng.choice(able)
        houses[h], houses[h + 1] = houses[h + 1], houses[h]


def other_card(_: Setup, table: Table, rng: random.Random) -> None:
    """A card on offer or in a hand was another one that is still face down."""
    unseen = sorted(table["pool"])
    rows = [table["numbers"], table["effects"], *(seat.get("hand", []) for seat in table["seats"])]
    places = [(row, i) for row in rows for i, card in enumerate(row) if card != "none"]
    if unseen and places:
        row, i = rng.choice(places)
        row[i] = rng.choice(unseen)


def other_discard(_: Setup, table: Table, rng: random.Random) -> None:
    """A card in a discard pile was another one that is still face down."""
    pile = table[rng.choice([name for name in table if name.startswith("discard")])]
    unseen = sorted(table["pool"])
    if pile and unseen:
        card, new = rng.choice(sorted(pile)), rng.choice(unseen)
        pile[card] -= 1
        if not pile[card]:
            del pile[card]
        pile[new] = pile.get(new, 0) + 1


def points(setup: Setup, table: Table) -> list[int]:
    counts = [seat["temps"] for seat in table["seats"]]
    found = []
    for number, own in enumerate(counts):
        if setup.players > 1:
            temps = naive_temps(counts, own)
        elif setup.options["edition"] == "2018":
            temps = 7 if own >= 6 else 0
        elif setup.options["rival"] == 0:
            temps = next((worth for least, worth in ((6, 7), (3, 4), (1, 1)) if own >= least), 0)
        else:
            temps = naive_temps([own, sum(card.endswith("temp") for card in table["rival_pile"])], own)
        found.append(naive_score(table, number, str(setup.options["board"]), temps))
    return found


def moves(setup: Setup, table: Table, seat: int) -> set[str] | None:
    """The second opinion knows the classic sheet, and everything but marking and reshuffling."""
    if setup.options["board"] != "classic" or table["seats"][seat]["stage"] == "marking":
        return None
    options = {name: {True: "on", False: "off"}.get(value, str(value)) for name, value in setup.options.items()}
    legal = Turn(table, seat, options).legal()
    state = setup.state(setup.layout.read(table, []))
    code = setup.code("reshuffle")
    return legal | ({"reshuffle"} if state.refusal(seat, code) == LEGAL else set())


KIT = Kit(
    (other_box, box_forgotten, other_fence, other_number, other_house, other_card, other_discard),
    points=points,
    moves=moves,
)
