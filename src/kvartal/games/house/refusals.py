"""Why a move of Mr House is refused: with the numbers of this position, and what would be right."""

from kvartal.engine.rule import Rule
from kvartal.engine.state import LEGAL
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.house import asked, rules
from kvartal.games.house import cells as at
from kvartal.games.house.speech import element, good, goods, place_name, player, recipe
from kvartal.games.house.state import HouseState


def explain(view: View, code: int, rule: Rule, words: Words) -> str:
    """The rule, then the numbers."""
    more = _numbers(view, code, view.setup.game.rules.index(rule), words)
    return f"{rule.said(words)} {more}" if more else rule.said(words)


def _numbers(view: View, code: int, number: int, words: Words) -> str:
    state, seat = view.known, view.seat
    assert isinstance(state, HouseState)
    assert seat is not None
    cells, tables, base = state.cells, state.tables, at.SEATS + seat * at.STRIDE
    if number in (rules.MATERIAL, rules.MATERIAL_LOCKED):
        kind = code - (at.GROUP if code < at.BUILD else at.BUILD)
        free = goods([asked.free_goods(state, seat, n) for n in range(at.GOODS)], words) or words("nothing")
        return words("Needed: {recipe}. Free: {free}.", recipe=recipe(kind, tables, words), free=free)
    if number in (rules.WORKERS_FEW, rules.CREW_FEW, rules.CREW_SPARE):
        kind = code - at.BUILD if code < at.CREW else cells[at.KIND]
        need, fresh = tables.workers[kind], asked.fresh_workers(state, seat)
        return words("Workers needed: {need}; rested: {fresh}.", need=need, fresh=fresh)
    if number == rules.MOVE_HAND:
        hand = [str(v) for v in range(at.CHIP_VALUES) for _ in range(asked.in_hand(state, seat, v))]
        return words("In hand: {chips}.", chips=", ".join(hand))
    if number in (rules.MOVE_ADJACENT, rules.MOVE_ONE, rules.MOVE_CENTRE):
        free_places = [n for n in range(tables.places) if asked.place_refusal(state, seat, n) == LEGAL]
        named = ", ".join(place_name(n, tables, words) for n in free_places)
        return words("Possible now: {places}.", places=named)
    if number == rules.BUY_CHIP:
        return words("Your chip shows {n}.", n=cells[at.LEFT])
    if number == rules.BUY_STOCK:
        return words("There are {n}.", n=cells[at.SHOP + tables.kind[cells[at.HERE]]])
    if number == rules.BUY_HERE:
        return words("Served now: {place}.", place=place_name(cells[at.HERE], tables, words))
    if number == rules.LOAN_MONEY:
        return words("You have {money}; more than {loan} is needed.", money=cells[base + at.MONEY], loan=tables.loan)
    if number == rules.COIN_NONE:
        return words("Coins: {n}.", n=cells[base + at.COINS])
    if number == rules.COIN_POOL:
        return words("Missing in the pool: {good}.", good=good(code - at.CHANGE, words))
    if number in (rules.STEP_CREW, rules.STEP_PLACE):
        return words("In work: {element}.", element=element(cells[at.KIND], tables, words))
    if number == rules.OFFICE_TAKEN:
        return words("Served before you: {player}.", player=_first_served(state, words))
    return ""


def _first_served(state: HouseState, words: Words) -> str:
    tower = at.TOWER + state.cells[at.HERE] * at.SEAT_LIMIT
    seats = [state.cells[tower + n] for n in range(state.cells[at.QUEUE])]
    return ", ".join(player(seat, words) for seat in seats)
