"""Tables of Mr House laid out for a test: say what differs from the start; goods and pieces come from the pool."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from kvartal.engine.deal import SeededDeal, ToldDeal
from kvartal.engine.match import Match
from kvartal.engine.position import derived
from kvartal.engine.rule import RefusedMove
from kvartal.games import game
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.keys import CARD_KEYS, ELEMENT_KEYS, GOOD_KEYS, PHASES, PLACE_KEYS
from kvartal.games.house.rules.numbers import PRIVILEGE_KEYS
from kvartal.games.house.rules.positions.problems import standing

OPENINGS = {"": 0, "1": 1, "2": 2, "D": 3}
ROOFS = {"m": 1, "t": 2}


def base_of(seat: int) -> int:
    return at.SEATS + seat * at.STRIDE


def cell(match: Match, seat: int, offset: int) -> int:
    return match.state.cells[base_of(seat) + offset]


def put_house(cells: Any, seat: int, columns: Sequence[str], garage: str = "") -> None:
    """A column is e.g. "wD b1 /m^": a wooden wall with a door, a brick one with a window, metal roof, chimney.

    A garage is e.g. "w2/t^": a wooden wall, two doors, tiled roof, chimney.
    """
    base = base_of(seat)
    for number, column in enumerate(columns):
        walls, _, top = column.partition("/")
        for storey, wall in enumerate(walls.split()):
            kind, has = at.WOOD_WALL if wall[0] == "w" else at.BRICK_WALL, OPENINGS[wall[1:]]
            cells[base + at.WALL + number * at.STOREYS + storey] = 1 + 4 * kind + has
            cells[at.PIECE + kind] -= 1
            if has:
                cells[at.POOL + (at.DOOR if has == 3 else at.WINDOW)] -= 1 if has == 3 else has
        put_top(cells, base + at.COVER + number, base + at.STACK + number, top)
    if garage:
        wall, _, top = garage.partition("/")
        kind = at.WOOD_WALL if wall[0] == "w" else at.BRICK_WALL
        cells[base + at.GARAGE + at.G_WALL] = 1 + kind
        cells[base + at.GARAGE + at.G_DOORS] = int(wall[1:] or 0)
        cells[at.PIECE + kind] -= 1
        cells[at.POOL + at.DOOR] -= int(wall[1:] or 0)
        put_top(cells, base + at.GARAGE + at.G_COVER, base + at.GARAGE + at.G_STACK, top)


def put_top(cells: Any, cover: int, stack: int, top: str) -> None:
    if top:
        cells[cover] = ROOFS[top[0]]
        cells[at.PIECE + at.ROOF + ROOFS[top[0]] - 1] -= 1
        if top.endswith("^"):
            cells[stack] = 1
            cells[at.PIECE + at.CHIMNEY] -= 1


SIMPLE = {"money": at.MONEY, "loans": at.LOANS, "quality": at.QUALITY}
FROM_THE_SUPPLY = {"coins": (at.COINS, at.COIN_POOL), "permit": (at.PERMIT, at.PERMITS)}


def put_store(cells: Any, base: int, goods: Mapping[str, int]) -> None:
    for n, good in enumerate(GOOD_KEYS):
        cells[at.POOL + n] += cells[base + at.STORE + n] - goods.get(good, 0)
        cells[base + at.STORE + n] = goods.get(good, 0)


def put_crews(cells: Any, base: int, cards: Sequence[str | None]) -> None:
    """None: an empty slot."""
    for slot, card in enumerate(cards):
        if card is not None:
            kind = CARD_KEYS.index(card)
            cells[at.DECK + kind] -= 1
            cells[base + at.SLOT + slot] = kind


def put_seat(cells: Any, seat: int, said: Mapping[str, Any]) -> None:
    base = base_of(seat)
    for key, value in said.items():
        if key in SIMPLE:
            cells[base + SIMPLE[key]] = value
        elif key in FROM_THE_SUPPLY:
            mine, supply = FROM_THE_SUPPLY[key]
            cells[supply] -= value
            cells[base + mine] = value
        elif key == "store":
            put_store(cells, base, value)
        elif key == "crews":
            put_crews(cells, base, value)
        elif key == "tired":
            for crew in value:
                cells[base + at.TIRED + crew] = 1
        elif key == "house":
            put_house(cells, seat, value, said.get("garage", ""))
        elif key == "privileges":
            for card in value:
                cells[at.WHERE + PRIVILEGE_KEYS.index(card)] = at.KEPT + seat
                cells[at.DRAWN] += 1
        elif key != "garage":
            raise KeyError(key)


def put_order(cells: Any, tables: Any, order: Sequence[int]) -> None:
    """Expert: the turn order with its money, and no privilege drawn yet."""
    for n in range(at.PRIVILEGES):
        cells[at.WHERE + n] = at.IN_DECK
    cells[at.DRAWN] = 0
    for n, seat in enumerate(order):
        cells[at.TRACK + n] = seat
        cells[base_of(seat) + at.MONEY] = tables.money[n]


def put_display(cells: Any, cards: Sequence[str | None]) -> None:
    for n in range(at.DISPLAY):
        if cells[at.SHOWN + n] >= 0:
            cells[at.DECK + cells[at.SHOWN + n]] += 1
        card = cards[n] if n < len(cards) else None
        cells[at.SHOWN + n] = -1 if card is None else CARD_KEYS.index(card)
        if card is not None:
            cells[at.DECK + CARD_KEYS.index(card)] -= 1


def put_goods(
    cells: Any, shops: Mapping[str, int], prices: Mapping[str, int], pool: Mapping[str, int], last: int
) -> None:
    """What is taken out of the pool goes into the store of the last seat."""
    for good, count in shops.items():
        n = GOOD_KEYS.index(good)
        cells[at.POOL + n] += cells[at.SHOP + n] - count
        cells[at.SHOP + n] = count
    for good, price in prices.items():
        cells[at.PRICE + GOOD_KEYS.index(good)] = price
    for good, count in pool.items():
        n = GOOD_KEYS.index(good)
        cells[base_of(last) + at.STORE + n] += cells[at.POOL + n] - count
        cells[at.POOL + n] = count


def table(
    players: int = 2,
    phase: str = "moving",
    seats: Mapping[int, Mapping[str, Any]] | None = None,
    *,
    chips: Mapping[str, Sequence[tuple[int, int]]] | None = None,
    shops: Mapping[str, int] | None = None,
    pool: Mapping[str, int] | None = None,
    display: Sequence[str | None] | None = None,
    discount: Sequence[int] | None = None,
    fair: Sequence[str] | None = None,
    coming: Sequence[str] = (),
    prices: Mapping[str, int] | None = None,
    track: Sequence[int] | None = None,
    starter: int = 0,
    round_: int = 1,
    data: Mapping[str, Any] | None = None,
    seed: int | None = None,
    **options: Any,
) -> Match:
    """A match that waits for seat `starter` at the beginning of a phase, told by hand unless a seed is given.

    `chips` are towers: building → (seat, value) from the first to arrive; missing chips are spread as zeros would be.
    """
    setup = game("house").set_up(players, options, data, stored=True)
    state = Match(setup, SeededDeal(1)).state
    cells = state.cells
    if setup.tables.expert:
        order = track or [*range(starter, players), *range(starter)]
        starter = order[0]
        put_order(cells, setup.tables, order)
    cells[at.STARTER] = cells[at.ACTIVE] = starter
    cells[at.ROUND] = round_
    for seat, said in (seats or {}).items():
        put_seat(cells, seat, said)
    put_goods(cells, shops or {}, prices or {}, pool or {}, players - 1)
    if display is not None:
        put_display(cells, display)
    for n, coins in enumerate(discount or ()):
        cells[at.DISCOUNT + n] = coins
    for where, cards in ((at.CURRENT, fair or ()), (at.NEXT, coming)):
        for card in cards:
            cells[at.WHERE + PRIVILEGE_KEYS.index(card)] = where
            cells[at.DRAWN] += 1
    if phase == "buying":
        place_chips(setup, cells, chips or {})
        from kvartal.games.house.rules import buying

        buying.begin(cells, setup.tables)
    elif phase in ("arranging", "building"):
        cells[at.PHASE] = PHASES.index(phase)
        cells[at.TURN] = 0
    elif chips:
        place_chips(setup, cells, chips, all_of_them=False)
    state = setup.state(derived(setup, [int(each) for each in cells]))
    assert not standing(state), standing(state)  # how it came to be is another question: tests lay out what they need
    return Match(setup, ToldDeal() if seed is None else SeededDeal(seed), position=state)


def place_chips(
    setup: Any, cells: Any, towers: Mapping[str, Sequence[tuple[int, int]]], all_of_them: bool = True
) -> None:
    """The towers that are named; then every seat's other chips somewhere, high numbers of buildings first."""
    tables = setup.tables
    names = [PLACE_KEYS[tables.kind[n]] for n in range(tables.places)]
    hands = {seat: [v for v in range(4) for _ in range(tables.chips[v])] for seat in range(tables.players)}
    for building, tower in towers.items():
        for seat, value in tower:
            lay(cells, seat, names.index(building), value)
            hands[seat].remove(value)
    for seat, hand in hands.items():
        if all_of_them:
            free = [n for n in reversed(range(tables.places)) if cells[base_of(seat) + at.CHIP + n] < 0]
            free = [n for n in free if names[n] not in towers]
            for value, place in zip(hand, free, strict=False):
                lay(cells, seat, place, value)
    cells[at.TURN] = sum(len(tower) for tower in towers.values())


def lay(cells: Any, seat: int, place: int, value: int) -> None:
    cells[base_of(seat) + at.CHIP + place] = value
    tower = at.TOWER + place * at.SEAT_LIMIT
    while cells[tower] >= 0:
        tower += 1
    cells[tower] = seat


def play(match: Match, *steps: str, seat: int | None = None) -> Match:
    """Moves of whoever is on turn (or of `seat`); "= outcome" tells what chance brought."""
    for step in steps:
        if step.startswith("= "):
            match.happen(step[2:])
        else:
            mover, _, move = step.partition(": ") if ": " in step else ("", "", step)
            match.play(int(mover) if mover else match.waiting[0] if seat is None else seat, move)
        assert standing(match.state) == []
    return match


def names(match: Match, seat: int | None = None) -> list[str]:
    return [str(move) for move in match.moves(match.waiting[0] if seat is None else seat)]


def refused(match: Match, move: str, rule: str, seat: int | None = None) -> None:
    """The move is refused by this rule, changes nothing, and is not listed."""
    seat = match.waiting[0] if seat is None else seat
    before = match.state.encode()
    with pytest.raises(RefusedMove) as caught:
        match.play(seat, move)
    assert caught.value.rule.id == rule
    assert len(caught.value.message) > len(move) + 10
    assert match.why(seat, move) == caught.value.rule
    assert match.state.encode() == before
    assert move not in names(match, seat)


def store(match: Match, seat: int = 0) -> dict[str, int]:
    found: dict[str, int] = match.to_json()["table"]["seats"][seat]["store"]
    return found


def element_counts(match: Match, seat: int) -> dict[str, int]:
    from kvartal.games.house.text.score_lines import elements

    counted = elements(match.state, seat)  # type: ignore[arg-type]
    return {key: counted[n] for n, key in enumerate(ELEMENT_KEYS) if counted[n]}


def finish(match: Match) -> Match:
    """Everybody is done, until the game is over or the next round begins."""
    round_ = match.state.cells[at.ROUND]
    while not match.over and match.state.cells[at.ROUND] == round_:
        match.play(match.waiting[0], "done")
    return match
