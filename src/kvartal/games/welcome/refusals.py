"""Why a move is refused, with the numbers of the position and what would be right."""

from typing import Any

from kvartal.engine.rule import Rule
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.welcome import asked
from kvartal.games.welcome import tables as at
from kvartal.games.welcome.names import effect_name, plan_text, spot
from kvartal.games.welcome.sheet import plain


def explain(view: View, code: int, rule: Rule, words: Words) -> str:
    """The rule, and where it helps a sentence about this very position."""
    more = _more(view, code, rule.id.removeprefix("welcome."), words)
    return f"{rule.said(words)} {more}" if more else rule.said(words)


def _more(view: View, code: int, rule: str, words: Words) -> str:
    tables: Any = view.setup.tables
    state: Any = view.known
    cells = state.cells
    assert view.seat is not None
    base = tables.seats + view.seat * tables.stride
    if rule == "write.order":
        return _order(tables, cells, base, (code - at.WRITE) % tables.houses, words)
    if rule == "choose.fits":
        number = code - at.HIRE if code >= at.HIRE else None
        if number is None:
            card = cells[base + at.CARD_N] if code >= at.PAIR else code
            number = asked.offered_number(state, view.seat, card)
        return words("{n} fits nowhere.", n=number)
    if rule == "refusal.forced":
        mask = asked.fitting(state, view.seat)
        numbers = {asked.offered_number(state, view.seat, i) for i in range(3)}
        return words("It still fits: {numbers}.", numbers=_list(sorted(n for n in numbers if mask >> n & 1)))
    if rule == "temp.range":
        number = cells[base + at.NUMBER_NOW]
        return words("{n} can become {low} to {high}.", n=number, low=max(0, number - 2), high=min(17, number + 2))
    if rule in ("effect.other", "temp.pair"):
        effect = asked.effect_of(state, view.seat)
        return words("Yours is: {effect}.", effect=effect_name(effect, words)) if effect >= 0 else ""
    if rule == "plan.unmet":
        plan = cells[at.PLANS_AT + code - at.PLAN]
        return words("It asks for: {what}.", what=plan_text(view.setup, plan, words))
    if rule == "pool.house":
        wrote = cells[base + at.WROTE]
        return words(
            "You wrote in {house}; pools are planned at {houses}.", house=spot(tables, wrote), houses=_pools(tables)
        )
    if rule in ("use.size", "use.street", "use.estate"):
        plan = cells[at.PLANS_AT + cells[base + at.USING]]
        return words("It asks for: {what}.", what=plan_text(view.setup, plan, words))
    if rule == "park.full":
        street = tables.street[cells[base + at.WROTE]]
        return words("Street {street} has {n}.", street=street + 1, n=tables.park_boxes[street])
    return ""


def _list(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def _pools(tables: Any) -> str:
    return ", ".join(spot(tables, house) for house in tables.pool_houses)


def _order(tables: Any, cells: Any, base: int, house: int, words: Words) -> str:
    """Between which numbers the house lies."""
    street = tables.street[house]
    low, high = -1, at.HIGHEST + 1
    for h in range(house - 1, tables.first[street] - 1, -1):
        if cells[base + at.NUMBERS + h] >= 0:
            low = plain(cells[base + at.NUMBERS + h])
            break
    for h in range(house + 1, tables.past[street]):
        cell = cells[base + at.NUMBERS + h]
        if cell >= 0:
            high = at.HIGHEST + 1 if cell == at.ROUNDABOUT else plain(cell)
            break
    number = cells[base + at.NUMBER_NOW]
    if high - low < 2:
        return words("Nothing fits between {low} and {high}.", low=low, high=high)
    return words("You write {n}; here {low} to {high} would fit.", n=number, low=low + 1, high=high - 1)
