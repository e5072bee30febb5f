"""The keys of things in notation, positions and records. They never change."""

from typing import Any

from kvartal.engine.game import Stream
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules.tables import WelcomeTables

EFFECT_KEYS = ("fence", "value", "park", "pool", "temp", "bis")
HOUSE_KEYS = (".", *map(str, range(18)), "o", *(f"{n}b" for n in range(18)))
STAGES = ("choosing", "pairing", "writing", "open", "marking", "giving", "confirmed")
PHASES = ("setting up", "playing", "over")
WAITS = ("nothing", "plan", "dealer", "turned card", "number", "top", "hand", "approval")
MARKS = ("none", "spent", "marked", "spent now", "marked now", "using")
LETTERS = ("A", "B", "C")


def house_name(tables: Any, house: int) -> str:
    """Street and house as people count them: 2.5."""
    street = tables.street[house]
    return f"{street + 1}.{house - tables.first[street] + 1}"


def card_names(tables: WelcomeTables) -> tuple[str, ...]:
    return tuple(f"{n} {EFFECT_KEYS[e]}" for n, e in zip(tables.number, tables.effect, strict=True))


def notation(tables: WelcomeTables) -> list[str]:
    places = [house_name(tables, house) for house in range(tables.houses)]
    first = "number" if tables.hand else "take"
    names = [f"{first} {i}" for i in (1, 2, 3)]
    names += [f"effect {i}" for i in (1, 2, 3)]
    names += [f"give {i}" for i in (1, 2, 3)]
    names += ["refuse", "done", "park", "pool", "reshuffle"]
    names += [f"plan {i}" for i in (LETTERS if tables.new_edition else (1, 2, 3))]
    names += [f"value {size}" for size in range(1, 7)]
    names += [f"temp {number}" for number in range(18)]
    names += [f"write {place}" for place in places]
    names += [f"fence {place}" for place in places]
    names += [f"bis {place} left" for place in places]
    names += [f"bis {place} right" for place in places]
    names += [f"roundabout {place}" for place in places]
    return names + [f"use {place}" for place in places]


def streams(tables: WelcomeTables, plans: tuple[str, ...]) -> list[Stream]:
    cards = card_names(tables)
    found = [Stream(f"plan {i}", plans) for i in (1, 2, 3)]
    if tables.mode == at.PILES:
        return found + [Stream(f"pile {i}", cards) for i in (1, 2, 3)]
    special = "solo card" if tables.mode == at.SOLO_2018 else "approval"
    found.append(Stream("top of the deck", (*EFFECT_KEYS, special)))
    seats = range(tables.players)
    if tables.mode == at.DRAFT:
        found.append(Stream("first dealt", tuple(map(str, seats))))
        return found + [Stream(f"hand {seat}", cards, owner=seat, private=True) for seat in seats]
    return [*found, Stream("card", cards), Stream("approval card", LETTERS)]
