"""Why a move of Mr House is refused: with the numbers of this position, and what would be right."""

from kvartal.engine.rule import Advice, Rule
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import ids, queries
from kvartal.games.house.rules.state import HouseState
from kvartal.games.house.rules.tables import HouseTables
from kvartal.games.house.text.labels import element, good, goods, place_name, player, recipe


def explain(view: View, code: int, rule: Rule, words: Words) -> Advice:
    """The rule, then the numbers, then what could be done."""
    number = view.setup.game.rules.index(rule)
    more, possible = _numbers(view, code, number, words), _instead(view, code, number, words)
    return Advice(" ".join(filter(None, (rule.said(words), more, possible.text))), possible.instead)


def _instead(view: View, code: int, number: int, words: Words) -> Advice:
    """Where the rule sends the player elsewhere: the moves that are there, and their names where they are few."""
    legal, tables = view.codes(), view.setup.tables
    assert isinstance(tables, HouseTables)
    if number in (ids.STEP_CREW, ids.STEP_PLACE, ids.STEP_CASH):
        return Advice("", tuple(legal))
    found: list[int] = []
    named: list[str] = []
    if number == ids.STEP_NOTHING:
        found = [each for each in legal if at.BUILD <= each < at.CREW]
        named = [element(each - at.BUILD, tables, words) for each in found]
    elif number in (ids.MOVE_ADJACENT, ids.MOVE_ONE, ids.MOVE_CENTRE):
        found = [each for each in legal if each < at.TAKE and each // at.PLACES == code // at.PLACES]
        named = [place_name(each % at.PLACES, tables, words) for each in found]
    return Advice(words("Possible now: {what}.", what=", ".join(named)) if found else "", tuple(found))


def _numbers(view: View, code: int, number: int, words: Words) -> str:
    state, seat = view.known, view.seat
    assert isinstance(state, HouseState)
    assert seat is not None
    cells, tables = state.cells, state.tables
    if number in (ids.MATERIAL, ids.MATERIAL_LOCKED):
        kind = code - (at.GROUP if code < at.BUILD else at.BUILD)
        free = goods([queries.free_goods(state, seat, n) for n in range(at.GOODS)], words) or words("nothing")
        return words("Needed: {recipe}. Free: {free}.", recipe=recipe(kind, tables, words), free=free)
    if number in (ids.WORKERS_FEW, ids.CREW_FEW, ids.CREW_SPARE):
        kind = code - at.BUILD if code < at.CREW else cells[at.KIND]
        need, fresh = tables.workers[kind], queries.fresh_workers(state, seat)
        return words("Workers needed: {need}; rested: {fresh}.", need=need, fresh=fresh)
    if number in (ids.STEP_CREW, ids.STEP_PLACE):
        return words("In work: {element}.", element=element(cells[at.KIND], tables, words))
    if number == ids.MOVE_HAND:
        hand = [str(v) for v in range(at.CHIP_VALUES) for _ in range(queries.in_hand(state, seat, v))]
        return words("In hand: {chips}.", chips=", ".join(hand))
    if number in (ids.BUY_CHIP, ids.BUY_STOCK, ids.BUY_HERE, ids.OFFICE_TAKEN):
        return _served_now(state, number, words)
    return _coins_and_loans(state, seat, code, number, words)


def _served_now(state: HouseState, number: int, words: Words) -> str:
    cells, tables = state.cells, state.tables
    if number == ids.BUY_CHIP:
        return words("Your chip shows {n}.", n=cells[at.LEFT])
    if number == ids.BUY_STOCK:
        return words("There are {n}.", n=cells[at.SHOP + tables.kind[cells[at.HERE]]])
    if number == ids.BUY_HERE:
        return words("Served now: {place}.", place=place_name(cells[at.HERE], tables, words))
    return words("Served before you: {player}.", player=_first_served(state, words))


def _coins_and_loans(state: HouseState, seat: int, code: int, number: int, words: Words) -> str:
    cells, tables, base = state.cells, state.tables, at.SEATS + seat * at.STRIDE
    if number == ids.LOAN_MONEY:
        return words("You have {money}; more than {loan} is needed.", money=cells[base + at.MONEY], loan=tables.loan)
    if number == ids.COIN_NONE:
        coins = cells[base + at.COINS]
        if coins:  # held, but none of them is free
            return words("Coins: {n}, all promised for the goods that you have asked for.", n=coins)
        return words("Coins: {n}.", n=coins)
    if number == ids.COIN_POOL:
        return words("Missing in the pool: {good}.", good=good(code - at.CHANGE, words))
    return ""


def _first_served(state: HouseState, words: Words) -> str:
    tower = at.TOWER + state.cells[at.HERE] * at.SEAT_LIMIT
    seats = [state.cells[tower + n] for n in range(state.cells[at.QUEUE])]
    return ", ".join(player(seat, words) for seat in seats)
