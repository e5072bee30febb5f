"""What the fuzz of positions knows of Flip City: cards move between zones, and a naive count of points."""

import random
from typing import Any

from games.fuzz_positions import Kit, Table
from kvartal.engine.game import Setup

POINTS = {"mall": 1, "plant": 1, "park": 2, "station": 3}
KINDS = ("residential", "store", "hospital", "factory", "park")
OTHER = dict(zip(("residential", "store", "hospital", "factory", "park"),
                 ("apartment", "mall", "church", "plant", "station"), strict=True))  # fmt: skip


def _take(pile: dict[str, int], rng: random.Random) -> str | None:
    if not pile:
        return None
    card = rng.choice(sorted(pile))
    pile[card] -= 1
    if not pile[card]:
        del pile[card]
    return card


def _piles(table: Table) -> list[dict[str, int]]:
    return [seat[name] for seat in table["seats"] for name in ("deck", "discard")]


def carried(_: Setup, table: Table, rng: random.Random) -> None:
    """A card from one deck or discard pile to another."""
    piles = _piles(table)
    card = _take(rng.choice(piles), rng)
    if card is not None:
        pile = rng.choice(piles)
        pile[card] = pile.get(card, 0) + 1


def turned_over(_: Setup, table: Table, rng: random.Random) -> None:
    """A card lies with its other side up."""
    pile = rng.choice(_piles(table))
    card = _take(pile, rng)
    if card is None:
        return
    both = OTHER | {upgraded: base for base, upgraded in OTHER.items()}
    other = both[card.removesuffix(" turned")]
    pile[other] = pile.get(other, 0) + 1


def bought(_: Setup, table: Table, rng: random.Random) -> None:
    """A card of the supply lies in somebody's pile."""
    kind = _take(table["supply"], rng)
    if kind is not None:
        pile = rng.choice(_piles(table))
        pile[kind] = pile.get(kind, 0) + 1


def top_exchanged(_: Setup, table: Table, rng: random.Random) -> None:
    """Another card of the same deck lies on top."""
    seat: dict[str, Any] = rng.choice(table["seats"])
    card = _take(seat["deck"], rng) if seat["top"] != "none" else None
    if card is not None:
        seat["deck"][seat["top"]] = seat["deck"].get(seat["top"], 0) + 1
        seat["top"] = card


def played(_: Setup, table: Table, rng: random.Random) -> None:
    """A card of the discard pile lies in the play area, or the other way round, with the coins of its owner."""
    pile, area = table["seats"][table["active"]]["discard"], table["play_area"]
    source, target = rng.choice(((pile, area), (area, pile)))
    card = _take(source, rng)
    if card is not None:
        card = card.removesuffix(" turned")
        target[card] = target.get(card, 0) + 1
        table["coins"] = max(0, table["coins"] + rng.choice((-1, 0, 1, 1, 2)))


def later(_: Setup, table: Table, rng: random.Random) -> None:
    table["turns"] = max(0, table["turns"] + rng.choice((-2, -1, 1, 2)))


def points(_: Setup, table: Table) -> list[int]:
    """Of the seat on turn: what is printed in play, and what was recycled."""
    total = sum(POINTS.get(card, 0) * count for card, count in table["play_area"].items()) + table["recycled_points"]
    return [total if seat == table["active"] else 0 for seat in range(len(table["seats"]))]


KIT = Kit((carried, turned_over, bought, top_exchanged, played, later), {"turn_cap": 30}, points)
