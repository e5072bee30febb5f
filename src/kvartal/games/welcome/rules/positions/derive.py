"""What follows from the rest of a position: rounds, piles, counts and estates need not be typed in."""

from collections import Counter
from typing import Any, NamedTuple

from kvartal.engine.game import Setup
from kvartal.engine.state import State
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import ids, queries
from kvartal.games.welcome.rules.keys import card_names
from kvartal.games.welcome.rules.state import WelcomeState

UNWRITTEN = (at.CHOOSING, at.PAIRING, at.WRITING)  # this round's number is still to come


class Dealt(NamedTuple):
    """How the cards must lie after so many rounds: rebuilt so often, and how many in the deck and in the discard."""

    passes: int
    deck: int  # of one pile where piles are separate
    discard: int


def derive(setup: Setup, cells: list[int]) -> list[int]:
    tables: Any = setup.tables
    cells = list(cells)
    for seat in range(setup.players):
        _sheet(tables, cells, tables.seats + seat * tables.stride)
    _estates(setup, cells)
    first = tables.seats
    cells[at.ROUND] = turns(tables, cells, first)
    if in_round(cells) and cells[first + at.STAGE] in UNWRITTEN:
        cells[at.ROUND] += 1
    stages = [cells[tables.seats + seat * tables.stride + at.STAGE] for seat in range(setup.players)]
    cells[at.PENDING] = sum(stage != at.CONFIRMED for stage in stages) if in_round(cells) else 0
    _cards(tables, cells)
    cells[at.WAIT_AT] = _asked_for(tables, cells)
    for place in range(3):
        cells[at.FLIPPED + place] = int(_turned_over(tables, cells, place))
    _ending(setup, cells)
    return cells


def in_round(cells: Any) -> bool:
    """Do seats, and not chance, make the next move?"""
    return bool(cells[at.PHASE] == at.PLAYING and cells[at.WAIT] == at.NOTHING)


def turns(tables: Any, cells: Any, base: int) -> int:
    """Every turn leaves one number or one refusal on the sheet."""
    numbers = sum(0 <= cells[base + at.NUMBERS + h] <= at.HIGHEST for h in range(tables.houses))
    return int(numbers + cells[base + at.REFUSALS])


# A sheet --------------------------------------------------------------------------------------------------------------


def _sheet(tables: Any, cells: list[int], base: int) -> None:
    houses = cells[base + at.NUMBERS : base + at.NUMBERS + tables.houses]
    cells[base + at.BISES] = sum(house >= at.BIS_BASE for house in houses)
    cells[base + at.ROUNDABOUTS] = houses.count(at.ROUNDABOUT)
    ended = cells[base + at.STAGE] not in UNWRITTEN
    cells[base + at.REFUSED] = int(ended and cells[base + at.WROTE] < 0)
    if not tables.hand:
        cells[base + at.CARD_E] = cells[base + at.CARD_N]
        return
    for slot in range(3):
        kind = cells[base + tables.hand_at + slot]
        cells[base + tables.hand_effects + slot] = tables.effect[kind] if kind >= 0 else -1


def _estates(setup: Setup, cells: list[int]) -> None:
    """Houses and fences make estates. (A street ends with a fence, whatever was typed in: counting stops there.)"""
    tables: Any = setup.tables
    counted: Any = setup.state(cells)
    bases = [tables.seats + seat * tables.stride for seat in range(setup.players)]
    for seat, base in enumerate(bases):
        for past in tables.past:
            counted.cells[base + tables.fences + past - 1] = 1
        queries.count_estates(counted, seat)
    found = list(counted.cells)
    for base in bases:
        cells[base + at.BUILT] = found[base + at.BUILT]
        cells[base + at.ESTATES : base + at.NUMBERS] = found[base + at.ESTATES : base + at.NUMBERS]


# The cards ------------------------------------------------------------------------------------------------------------


def _cards(tables: Any, cells: list[int]) -> None:
    """What is neither in sight nor with somebody lies face down."""
    pile = cells[tables.rival_pile : tables.seats]
    cells[at.RIVAL_SIZE] = next((n for n, kind in enumerate(pile) if kind < 0), len(pile))
    if tables.hand:
        cells[at.TOP : at.TOP + 3] = cells[at.TURNED : at.TURNED + 3] = [-1] * 3
    else:
        cells[at.DECK_TOP] = -1
    if tables.mode != at.SOLO_2023:
        cells[at.LETTERS : at.LETTERS + 3], cells[at.RIVAL_PLANS : at.RIVAL_PLANS + 3] = [0] * 3, [-1] * 3
    drawn = sum(cells[at.LETTERS : at.LETTERS + 3])
    if tables.reshuffle == at.RESHUFFLE_NEVER:
        cells[at.RESHUFFLES] = 0
        cells[at.PASSES] = dealt(tables, cells).passes
    if tables.mode == at.SOLO_2023:
        cells[at.SPECIALS] = max(0, (3 if cells[at.PASSES] else 1) - drawn)
    elif tables.mode != at.SOLO_2018:
        cells[at.SPECIALS] = 0
    if tables.mode != at.DRAFT:
        cells[at.DEALER] = 0
    seen = Counter(loose(tables, cells))
    for kind in range(tables.kinds):
        elsewhere = [cells[at.CARDS + zone * tables.kinds + kind] for zone in range(1, 2 * tables.zones)]
        cells[at.CARDS + kind] = max(0, tables.count[kind] - seen[kind] - sum(elsewhere))
    last = tables.zones - 1 if cells[at.PASSES] else 0
    cells[at.DECK_SIZE] = sum(pool(tables, cells, last))


def pool(tables: Any, cells: Any, zone: int) -> list[int]:
    """Cards face down, by kind; zones from `tables.zones` on are discards."""
    begin = at.CARDS + zone * tables.kinds
    return list(cells[begin : begin + tables.kinds])


def loose(tables: Any, cells: Any) -> list[int]:
    """Kinds of the cards that lie singly: on offer, in hands, in the rival's pile."""
    found = [*cells[at.TOP : at.TOP + 3], *cells[at.TURNED : at.TURNED + 3], *cells[tables.rival_pile : tables.seats]]
    for seat in range(tables.players if tables.hand else 0):
        found += hand(tables, cells, seat)
    return [kind for kind in found if kind >= 0]


def census(setup: Setup, state: State) -> dict[str, int]:
    """Cards of each kind, wherever they lie: no card is ever lost, in any mode."""
    tables: Any = setup.tables
    cells = list(state.cells)
    single = Counter(loose(tables, cells))
    piles = [pool(tables, cells, zone) for zone in range(2 * tables.zones)]
    return {name: single[kind] + sum(pile[kind] for pile in piles) for kind, name in enumerate(card_names(tables))}


def hand(tables: Any, cells: Any, seat: int) -> list[int]:
    begin = tables.seats + seat * tables.stride + tables.hand_at
    return list(cells[begin : begin + 3])


def dealt(tables: Any, cells: Any) -> Dealt:
    """Where the cards must be by now, if nobody has had them reshuffled."""
    rounds = cells[at.ROUND]
    clear = cells[at.PHASE] == at.PLAYING and cells[at.WAIT] != at.NOTHING  # the cards of the last round are away
    if tables.mode == at.PILES:
        return _dealt_to_piles(tables, cells, rounds, clear)
    first, later = 3 * tables.players, 2 * tables.players if tables.mode == at.DRAFT else 3 * tables.players
    away = later if tables.mode != at.SOLO_2023 else 2
    passes, deck, discard = 0, tables.cards, 0

    def draw(count: int) -> None:
        nonlocal passes, deck, discard
        for _ in range(count):
            if deck == 0:
                passes, deck, discard = passes + 1, discard, 0
            deck -= 1

    for number in range(rounds):
        draw(later if number else first)
        discard += away if clear or number < rounds - 1 else 0
    if clear or cells[at.PHASE] == at.SETTING_UP:
        held = sum(kind >= 0 for seat in range(tables.players) for kind in hand(tables, cells, seat))
        kept = tables.players if rounds and tables.mode == at.DRAFT else 0  # passed on, not drawn
        draw(max(0, held - kept))
        special = 1 if tables.mode == at.SOLO_2018 else (3 if passes else 1) - sum(cells[at.LETTERS : at.LETTERS + 3])
        waits = tables.mode in (at.SOLO_2018, at.SOLO_2023) and special > 0
        if deck == 0 and held < first and not waits and tables.mode != at.SOLO_2018:
            passes, deck, discard = passes + 1, discard, 0
    return Dealt(passes, deck, discard)


def _dealt_to_piles(tables: Any, cells: Any, rounds: int, clear: bool) -> Dealt:
    """Three cards a round; when they are used up all but the three just turned over are shuffled again."""
    each = tables.cards // 3 - 1
    done = max(0, rounds - 1) + (1 if clear else 0)
    shown = sum(cells[at.TOP + pile] >= 0 for pile in range(3))
    turned = sum(cells[at.TURNED + pile] >= 0 for pile in range(3))
    passes = done // each
    discard = 3 * (done % each)
    if tables.zones == 3 and passes:
        return Dealt(passes, each - discard // 3 - int(shown == 3), discard)
    return Dealt(passes, tables.cards - discard - shown - turned, discard)


# The table ------------------------------------------------------------------------------------------------------------


def _asked_for(tables: Any, cells: list[int]) -> int:
    """Of which plan, pile or place in a hand chance is asked: the first that is empty."""
    wait = cells[at.WAIT]
    begin = {at.DRAW_PLAN: at.PLANS_AT, at.DRAW_TURNED: at.TURNED, at.DRAW_NUMBER: at.TOP}.get(wait)
    if begin is not None:
        return next((i for i in range(3) if cells[begin + i] < 0), 0)
    if wait == at.DRAW_HAND and tables.hand:
        return next(
            (place for place in dealing_order(tables, cells) if hand(tables, cells, place // 3)[place % 3] < 0), 0
        )
    return 0


def dealing_order(tables: Any, cells: Any) -> list[int]:
    """Places in hands, seat · 3 + slot, in the order in which they are dealt to."""
    seats = [(cells[at.DEALER] + turn) % tables.players for turn in range(tables.players)]
    return [seat * 3 + slot for seat in seats for slot in range(3)]


def _turned_over(tables: Any, cells: list[int], place: int) -> bool:
    """A plan lies on its other side once somebody has it from an earlier round, or a card has turned it."""
    if tables.mode == at.SOLO_2018 and cells[at.SPECIALS] == 0:
        return True
    if tables.mode == at.SOLO_2023 and cells[at.LETTERS + place] and tables.rival[1 + place]:
        return True
    bases = [tables.seats + seat * tables.stride for seat in range(tables.players)]
    return any(cells[b + at.PLANS + place] >= 0 and not cells[b + at.FRESH] >> place & 1 for b in bases)


def _ending(setup: Setup, cells: list[int]) -> None:
    """When over: by which rule, and who has which place."""
    tables: Any = setup.tables
    bases = [tables.seats + seat * tables.stride for seat in range(setup.players)]
    cells[at.ENDED] = -1
    for base in bases:
        cells[base + at.PLACE] = 0
    if cells[at.PHASE] != at.OVER_NOW:
        return
    state = setup.state(cells)
    assert isinstance(state, WelcomeState)
    cells[at.ENDED] = queries.ended_by(state)
    if cells[at.ENDED] < 0 and tables.mode == at.SOLO_2018 and cells[at.DECK_SIZE] == 0:
        cells[at.ENDED] = ids.END_DECK
    if setup.layout.out_of_bounds(cells):
        return  # more boxes crossed than there are: nothing to count
    queries.give_places(state)
    for base in bases:
        cells[base + at.PLACE] = state.cells[base + at.PLACE]
