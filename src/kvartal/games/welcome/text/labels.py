"""Moves, cards and plans in words."""

from functools import lru_cache
from typing import Any

from kvartal.engine.game import Setup
from kvartal.engine.score import figure
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules.keys import house_name
from kvartal.games.welcome.rules.numbers import KINDS
from kvartal.games.welcome.text.catalogue import EFFECT_NAMES, PLAN_TEXTS
from kvartal.games.welcome.text.score_lines import plan_letter

spot = house_name  # 2.5: street and house
KIND_NAMES = {kind: name for name, kind in KINDS.items()}


def effect_name(effect: int, words: Words) -> str:
    return words(EFFECT_NAMES[effect])


def points_of(n: int, words: Words) -> str:
    """`3 points`, with a minus as wide as a plus."""
    return figure(words.count("{n} point", "{n} points", n))


def card_name(tables: Any, kind: int, words: Words) -> str:
    """8 (fence)."""
    return f"{tables.number[kind]} ({effect_name(tables.effect[kind], words)})"


def plan_text(setup: Setup, plan: int, words: Words) -> str:
    """What a plan asks for."""
    tables: Any = setup.tables
    name = KIND_NAMES[tables.plan_kind[plan]]
    if name == "estates" and tables.plan_pools[plan]:
        name += "_pools"
    if name.startswith("estates") and tables.plan_bis[plan]:
        name += "_bis"
    sizes = [str(s) for s in range(1, 7) for _ in range(tables.plan_need[plan * 8 + s])]
    shown = "+".join(sizes)
    if name == "estates_bis":
        bis: int = tables.plan_bis[plan]
        return words.count(
            "estates of {sizes}, each with {n} bis", "estates of {sizes}, each with {n} bis", bis, sizes=shown
        )
    if name == "estates_one_street":
        rounds: int = tables.plan_rounds[plan]
        return words.count(
            "estates of {sizes} and {n} roundabout, all on one street",
            "estates of {sizes} and {n} roundabouts, all on one street",
            rounds,
            sizes=shown,
        )
    if name not in PLAN_TEXTS:
        return _counted(name, tables.plan_n[plan], words)
    return words(PLAN_TEXTS[name], sizes=shown, street=tables.plan_street[plan] + 1)


def _counted(name: str, n: int, words: Words) -> str:
    """What a plan asks for that is a number of things."""
    if name == "bis_on_street":
        return words.count("{n} bis on one street", "{n} bis on one street", n)
    if name == "temps":
        return words.count("{n} temp", "{n} temps", n)
    if name == "parks_on_streets":
        two = words("all parks of two streets")
        return two if n == 2 else words.count("all parks of {n} street", "all parks of {n} streets", n)
    if name == "pools_on_streets":
        two = words("all pools of two streets")
        return two if n == 2 else words.count("all pools of {n} street", "all pools of {n} streets", n)
    if name == "parks_total":
        return words.count("{n} park", "{n} parks", n)
    if name == "parks_each":
        return words.count("{n} park on every street", "{n} parks on every street", n)
    if name == "values_total":
        return words.count("{n} value box", "{n} value boxes", n)
    return words.count("{n} full value column", "{n} full value columns", n)


def label(setup: Setup, code: int, words: Words) -> str:
    """A move for buttons and screen readers."""
    return _label(setup, code, words.plain)


@lru_cache(2048)
def _label(setup: Setup, code: int, words: Words) -> str:
    tables: Any = setup.tables
    if code < at.PAIR:
        said = words("Take the number of card {n}", n=code + 1) if tables.hand else words("Take pair {n}", n=code + 1)
    elif code < at.GIVE:
        said = words("Take the effect of card {n}", n=code - at.PAIR + 1)
    elif code < at.REFUSE:
        said = words("Give card {n} away", n=code - at.GIVE + 1)
    elif code < at.PLAN:
        said = (
            words("Take a refusal"),
            words("Confirm the turn"),
            words("Plant a park"),
            words("Build the pool"),
            words("Have the cards reshuffled"),
        )[code - at.REFUSE]
    elif code < at.RAISE:
        said = words("Approve plan {plan}", plan=plan_letter(tables, code - at.PLAN))
    elif code < at.HIRE:
        said = words("Raise the value of estates of {size}", size=code - at.RAISE + 1)
    elif code < at.WRITE:
        said = words("With temps, write {n}", n=code - at.HIRE)
    else:
        said = _label_at(tables, code, words)
    return said


def offered(view: View, code: int, words: Words) -> str:
    """The same, with the number and the effect of the pair or card that lies there now."""
    said = label(view.setup, code, words)
    tables: Any = view.setup.tables
    if code >= at.REFUSE:
        return said
    slot = code % 3
    if tables.hand:
        shown = in_hand(view, slot, words)
    else:
        shown = pair(view, slot, words)
    return f"{said}: {shown}" if shown else said


def in_hand(view: View, slot: int, words: Words) -> str:
    """A card in the hand of whoever looks; empty if none is there."""
    tables: Any = view.setup.tables
    card = view.known.cells[tables.seats + (view.seat or 0) * tables.stride + tables.hand_at + slot]
    return card_name(tables, card, words) if card >= 0 else ""


def pair(view: View, slot: int, words: Words) -> str:
    """The number and the effect that lie at a pair of piles; empty if nothing does."""
    tables: Any = view.setup.tables
    top, turned = view.known.cells[at.TOP + slot], view.known.cells[at.TURNED + slot]
    return f"{tables.number[top]} ({effect_name(tables.effect[turned], words)})" if top >= 0 and turned >= 0 else ""


def _label_at(tables: Any, code: int, words: Words) -> str:
    block, house = divmod(code - at.WRITE, tables.houses)
    street = tables.street[house]
    place = {"street": street + 1, "house": house - tables.first[street] + 1}
    return (
        words("Write the number in house {house} of street {street}", **place),
        words("Build a fence right of house {house} of street {street}", **place),
        words("Write a bis in house {house} of street {street}, copied from the left", **place),
        words("Write a bis in house {house} of street {street}, copied from the right", **place),
        words("Build a roundabout at house {house} of street {street}", **place),
        words("Use the estate that begins at house {house} of street {street}", **place),
    )[block]
