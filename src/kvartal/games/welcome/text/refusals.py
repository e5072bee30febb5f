"""Why a move is refused, with the numbers of the position and what would be right.

What a sentence tells to do is chosen among the legal moves first; the words follow from that."""

from typing import Any

from kvartal.engine.rule import Advice, Rule
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import queries
from kvartal.games.welcome.rules.sheet import plain
from kvartal.games.welcome.text.labels import effect_name, plan_text, spot


def explain(view: View, code: int, rule: Rule, words: Words) -> Advice:
    """The rule, where it helps a sentence about this very position, and what could be done."""
    name = rule.id.removeprefix("welcome.")
    more, possible = _more(view, code, name, words), _instead(view, name, words)
    return Advice(" ".join(filter(None, (rule.said(words), more, possible.text))), possible.instead)


def _instead(view: View, rule: str, words: Words) -> Advice:
    """Where the rule sends the player elsewhere: the legal moves that are meant, and words for them."""
    tables: Any = view.setup.tables
    state: Any = view.known
    assert view.seat is not None
    legal = view.codes()

    def among(first: int, past: int) -> tuple[int, ...]:
        return tuple(each for each in legal if first <= each < past)

    if rule in ("turn.first", "turn.write", "turn.pair"):
        return _next(state.cells[tables.seats + view.seat * tables.stride + at.STAGE], legal, words)
    if rule == "turn.give":
        return Advice("", among(at.GIVE, at.REFUSE))
    if rule == "plan.mark":
        return Advice("", tuple(legal))
    if rule == "refusal.forced":
        mask = queries.fitting(state, view.seat)
        number = {each: queries.offered_number(state, view.seat, each) for each in among(at.TAKE, at.PAIR)}
        found = tuple(each for each in number if mask >> number[each] & 1)
        return Advice(
            words("It still fits: {numbers}.", numbers=_list(sorted({number[each] for each in found}))), found
        )
    if rule == "temp.range":
        found = among(at.HIRE, at.WRITE)
        number_now = state.cells[tables.seats + view.seat * tables.stride + at.NUMBER_NOW]
        numbers = _list([each - at.HIRE for each in found])
        return Advice(words("{n} can become: {numbers}.", n=number_now, numbers=numbers) if found else "", found)
    if rule == "value.full":
        found = among(at.RAISE, at.HIRE)
        sizes = _list([each - at.RAISE + 1 for each in found])
        return Advice(words("Sizes with a box left: {sizes}.", sizes=sizes) if found else "", found)
    if rule in ("use.size", "use.street", "use.estate", "use.spent"):
        houses = ", ".join(spot(tables, each - tables.use) for each in legal)
        return Advice(words("Possible estates begin at: {houses}.", houses=houses), tuple(legal))
    return Advice("")


def _next(stage: int, legal: list[int], words: Words) -> Advice:
    """What a turn goes on with before anything else: the cards, the card for the effect, the number."""
    if stage == at.CHOOSING:
        found = tuple(each for each in legal if each < at.PAIR or each == at.REFUSE)
        if found == (at.REFUSE,):
            return Advice(words("Now no number fits: take a refusal."), found)
        return Advice(words("First choose your cards."), found)
    if stage == at.PAIRING:
        found = tuple(each for each in legal if at.PAIR <= each < at.GIVE)
        return Advice(words("First choose the card for the effect."), found)
    if stage == at.WRITING:
        return Advice(words("First write your number."), tuple(each for each in legal if each >= at.WRITE))
    return Advice("")


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
            number = queries.offered_number(state, view.seat, card)
        return words("{n} fits nowhere.", n=number)
    if rule in ("effect.other", "temp.pair"):
        effect = queries.effect_of(state, view.seat)
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
