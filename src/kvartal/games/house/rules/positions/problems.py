"""Everything wrong with a position typed in: what lies on the table now, then how it can have come to be.

`standing` looks at the table alone, `history` (past.py) at what so many rounds can have brought.
"""

from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.keys import GOOD_KEYS, PHASES
from kvartal.games.house.rules.positions.laws import box_problems, house_problems
from kvartal.games.house.rules.positions.past import history
from kvartal.games.house.rules.state import HouseState

WAITS_IN = {
    at.FOR_FIRST: (at.SETTING_UP,),
    at.FOR_TRACK: (at.SETTING_UP,),
    at.FOR_DISPLAY: (at.SETTING_UP, at.PREPARING),
    at.FOR_FAIR: (at.SETTING_UP, at.PREPARING),
    at.FOR_DIE: (at.BUILDING,),
    at.FOR_TOP: (at.BUYING, at.BUILDING),
}
IN_BASIC = (at.FOR_FIRST, at.FOR_DIE)


def problems(state: HouseState) -> list[str]:
    return standing(state) or history(state)


def standing(state: HouseState) -> list[str]:
    """Everything that cannot lie on a table like this."""
    found = box_problems(state)
    for seat in range(state.tables.players):
        found += [f"seats[{seat}].{text}" for text in _seat(state, seat)]
    found += _towers(state)
    found += _track(state) + _display(state)
    found += _phase(state)
    if found:
        return found
    found = _buying(state) if state.cells[at.PHASE] == at.BUYING else _element(state)
    return found or _chance(state) or _stuck(state)


# A seat ---------------------------------------------------------------------------------------------------------------


def _seat(state: HouseState, seat: int) -> list[str]:
    cells, tables = state.cells, state.tables
    base = at.SEATS + seat * at.STRIDE
    found = _store(state, seat) + _groups(state, seat)
    if tables.expert and not tables.first_quality <= cells[base + at.QUALITY] <= tables.last_quality:
        found.append(f"quality: it lies between {tables.first_quality} and {tables.last_quality}")
    if tables.expert and cells[at.WAIT] != at.FOR_TRACK and cells[base + at.MONEY] < 1:
        found.append("money: at 0 a loan would have come")
    return found + _crews(state, seat) + house_problems(state, base)


def _store(state: HouseState, seat: int) -> list[str]:
    """The store, and what was asked for coins while groups are arranged."""
    cells, base = state.cells, at.SEATS + seat * at.STRIDE
    found = []
    arranging = cells[at.PHASE] == at.ARRANGING
    for n, key in enumerate(GOOD_KEYS):
        asked = cells[base + at.ASKED + n] if n < at.RAW else 0
        if cells[base + at.LOCKED + n] + cells[base + at.PLEDGED + n] > cells[base + at.STORE + n] + asked:
            found.append(f"store.{key}: less than what is locked or laid out")
        if asked > cells[at.POOL + n]:
            found.append(f"asked.{key}: more than the pool has")
    asked = sum(cells[base + at.ASKED + n] for n in range(at.RAW))
    if asked > cells[base + at.COINS]:
        found.append("asked: more than there are coins")
    if asked and not arranging:
        found.append("asked: goods are asked for only while groups are arranged")
    if cells[base + at.READY] and not arranging:
        found.append("ready: only while groups are arranged")
    return found


def _groups(state: HouseState, seat: int) -> list[str]:
    """Groups laid out, and those that failed."""
    cells, tables = state.cells, state.tables
    base, phase = at.SEATS + seat * at.STRIDE, cells[at.PHASE]
    found = []
    if any(cells[base + at.GROUPS + kind] for kind in range(at.ELEMENTS)):
        to_build = phase == at.BUILDING and _order(state, seat) >= cells[at.TURN]
        if not tables.commit or cells[base + at.GROUPS + at.TILE_ROOF]:
            found.append("groups: there are none of these with the options chosen")
        elif not (phase == at.ARRANGING or to_build):
            found.append("groups: they lie there until their owner has finished building")
    locked = [cells[base + at.LOCKED + n] for n in range(at.GOODS)]
    if any(locked):
        if tables.expert or phase != at.BUILDING or _order(state, seat) > cells[at.TURN]:
            found.append("locked: goods are locked by a failed roll, until the round is over")
        elif not _sum_of_groups(state, locked, at.ELEMENTS - 1):
            found.append("locked: these are not the goods of whole elements that failed")
    return found


def _order(state: HouseState, seat: int) -> int:
    """How many build before this seat."""
    return (seat - state.cells[at.STARTER]) % state.tables.players


def _sum_of_groups(state: HouseState, goods: list[int], kind: int) -> bool:
    """Can these goods be those of some elements, of this kind and the ones before it?"""
    if not any(goods):
        return True
    if kind < 0 or min(goods) < 0:
        return False
    recipe = [state.tables.recipe[kind * at.GOODS + n] for n in range(at.GOODS)]
    if any(recipe) and _sum_of_groups(state, [has - need for has, need in zip(goods, recipe, strict=True)], kind):
        return True
    return _sum_of_groups(state, goods, kind - 1)


def _crews(state: HouseState, seat: int) -> list[str]:
    cells, tables = state.cells, state.tables
    base = at.SEATS + seat * at.STRIDE
    cards = [cells[base + at.SLOT + n] for n in range(at.SLOTS)]
    tired = [cells[base + at.TIRED + n] for n in range(at.CREWS)]
    found = []
    if any(card >= 0 for card in cards[tables.slots :]):
        found.append(f"crews: there are {tables.slots} slots")
    if not tables.expert and cards != sorted(cards, reverse=True):
        found.append("crews: cards fill the slots from the left")
    if any(tired) and not tables.expert:
        found.append("tired: in the basic game nobody tires")
    if any(tired[1 + n] and cards[n] < 0 for n in range(at.SLOTS)):
        found.append("tired: an empty slot does not tire")
    if any(tired) and not (cells[at.PHASE] in (at.BUILDING, at.ENDING) and _order(state, seat) <= cells[at.TURN]):
        found.append("tired: crews tire when they build, and rest when the round is over")
    rested = cells[at.PHASE] in (at.MOVING, at.PREPARING)
    if tables.expert and rested and cards[0] >= 0:
        found.append("crews: the first slot is empty when a round begins, all cards have moved on")
    return found


# The table ------------------------------------------------------------------------------------------------------------


def _towers(state: HouseState) -> list[str]:
    cells, tables = state.cells, state.tables
    found = []
    placed = [0] * tables.players
    for place in range(at.PLACES):
        tower = [cells[at.TOWER + place * at.SEAT_LIMIT + n] for n in range(at.SEAT_LIMIT)]
        seats = [seat for seat in tower if seat >= 0]
        if len(set(seats)) != len(seats) or tower[: len(seats)] != seats:
            found.append(f"towers: building {place + 1} needs each seat at most once, from the bottom")
        if seats and place >= tables.places:
            found.append(f"towers: there is no building {place + 1}")
        for seat in range(tables.players):
            chip = cells[at.SEATS + seat * at.STRIDE + at.CHIP + place]
            placed[seat] += chip != -1
            if (chip != -1) != (seat in seats):
                found.append(f"seats[{seat}].chips: building {place + 1} and its tower do not agree")
    return found + _chips(state, placed)


def _chips(state: HouseState, placed: list[int]) -> list[str]:
    """What everybody has of each value, and how many lie on the board in which phase."""
    cells, tables = state.cells, state.tables
    found = []
    for seat in range(tables.players):
        chips = [cells[at.SEATS + seat * at.STRIDE + at.CHIP + place] for place in range(at.PLACES)]
        if any(chips.count(value) > tables.chips[value] for value in range(at.CHIP_VALUES)):
            found.append(f"seats[{seat}].chips: more of a value than the player has")
    phase = cells[at.PHASE]
    if phase == at.MOVING and sum(placed) >= 5 * tables.players:
        found.append("phase: all chips lie on the board, so the purchases have begun")
    if phase == at.BUYING and any(count != 5 for count in placed):
        found.append("chips: all five of everybody lie on the board during purchases")
    if phase not in (at.MOVING, at.BUYING) and any(placed):
        found.append("chips: they are in hand now")
    return found


def _track(state: HouseState) -> list[str]:
    """The order of turns, and whose turn it is."""
    cells, tables = state.cells, state.tables
    track = [cells[at.TRACK + n] for n in range(at.SEAT_LIMIT)]
    seats = [seat for seat in track if seat >= 0]
    if tables.expert:
        whole = cells[at.WAIT] != at.FOR_TRACK
        if track[: len(seats)] != seats or len(set(seats)) != len(seats):
            return ["turn_order: every seat stands on it once, from the first position on"]
        if (len(seats) != tables.players) if whole else (len(seats) > tables.players - 2):
            return ["turn_order: every seat stands on it once"]
    if cells[at.PHASE] == at.MOVING:
        turn = cells[at.TURN] % tables.players
        active = track[turn] if tables.expert else (cells[at.STARTER] + turn) % tables.players
        if tables.expert and cells[at.STARTER] != track[0]:
            return ["starter: whoever is first in the turn order leads the movement"]
        if cells[at.ACTIVE] != active:
            return [f"active: after {cells[at.TURN]} chips it is the turn of seat {active}"]
    if cells[at.PHASE] == at.ARRANGING and cells[at.ACTIVE] != cells[at.STARTER]:
        return ["active: the starter, while groups are arranged"]
    if cells[at.PHASE] == at.SETTING_UP and (cells[at.STARTER] or cells[at.ACTIVE]):
        return ["starter, active: 0 until the first player is drawn"]
    return []


def _display(state: HouseState) -> list[str]:
    """Builder cards on display, and the privileges at the fair."""
    cells, tables = state.cells, state.tables
    found = []
    shown = [cells[at.SHOWN + n] for n in range(at.DISPLAY)]
    if any(card >= 0 for card in shown[tables.display :]):
        found.append(f"display: there are {tables.display} places")
    for place, card in enumerate(shown):
        coins = cells[at.DISCOUNT + place]
        if coins and (card < 0 or coins >= tables.card_price[card]):
            found.append(f"discount: the card at place {place + 1} costs less than nothing, or there is none")
    if tables.expert:
        for good, key in enumerate(GOOD_KEYS):
            if not tables.lowest[good] <= cells[at.PRICE + good] <= tables.highest[good]:
                found.append(f"prices.{key}: between {tables.lowest[good]} and {tables.highest[good]}")
        if cells[at.DRAWN] > tables.used_privileges:
            found.append(f"privileges: {tables.used_privileges} of them are in a game")
    return found


# Phases and steps -----------------------------------------------------------------------------------------------------


def _phase(state: HouseState) -> list[str]:
    cells, tables = state.cells, state.tables
    phase = cells[at.PHASE]
    found = []
    if phase == at.ARRANGING and not tables.commit:
        found.append("phase: groups are not arranged with these options")
    if phase == at.PREPARING and not tables.expert:
        found.append("phase: in the basic game nothing is drawn between rounds")
    if phase == at.PREPARING and cells[at.ROUND] == 1:
        found.append("phase: before the first round it is setting up")
    if phase == at.SETTING_UP and cells[at.ROUND] != 1:
        found.append("round: 1 while setting up")
    if phase == at.ENDING and cells[at.ROUND] != tables.rounds:
        found.append(f"phase: the game is over after round {tables.rounds}")
    return found + _step(state)


def _step(state: HouseState) -> list[str]:
    """What chance is asked for, and what is in work: each in its phase."""
    cells, tables = state.cells, state.tables
    phase, step, wait = cells[at.PHASE], cells[at.STEP], cells[at.WAIT]
    found = []
    if wait == at.NOTHING and phase in (at.SETTING_UP, at.PREPARING):
        found.append("waiting_for: between rounds only chance is asked")
    if wait != at.NOTHING and (
        phase not in WAITS_IN[wait] or (wait in IN_BASIC) == tables.expert or (wait == at.FOR_DIE and step != at.FREE)
    ):
        found.append(f"waiting_for: nobody asks chance for this while {PHASES[phase]}")
    if step != at.FREE and not (
        (step == at.CASHING and phase == at.BUYING)
        or (phase == at.BUILDING and (step == at.PLACING or (step == at.CREWING and tables.expert)))
    ):
        found.append("step: a crew and a place belong to building, keep or cash to the fair")
    if step != at.FREE and wait != at.NOTHING:
        found.append("step: free while chance is asked")
    if (step in (at.CREWING, at.PLACING) or wait == at.FOR_DIE) != (cells[at.KIND] >= 0):
        found.append("element: it is named exactly while it is in work")
    if (step == at.CASHING or wait == at.FOR_TOP) != (cells[at.CARD] >= 0):
        found.append("card: a privilege is named while it is kept or cashed, or hires a builder")
    if phase != at.BUYING:
        if cells[at.HERE] != -1 or cells[at.QUEUE] != -1:
            found.append("building, queue: only during purchases")
        if cells[at.SERVED] or cells[at.OFFERED]:
            found.append("served, office_taken: only during purchases")
    return found


def _buying(state: HouseState) -> list[str]:
    """The chip that is served, at a building that asks its owner something."""
    cells, tables = state.cells, state.tables
    here, queue, seat = cells[at.HERE], cells[at.QUEUE], cells[at.ACTIVE]
    if not 0 <= here < tables.places or not 0 <= queue < tables.players:
        return ["building: purchases go on at one of the towers"]
    if cells[at.TOWER + here * at.SEAT_LIMIT + queue] != seat:
        return ["active: the owner of the chip that is served is on turn"]
    kind, value = tables.kind[here], cells[at.SEATS + seat * at.STRIDE + at.CHIP + here]
    if value == 0:
        return ["queue: a chip of 0 is not served"]
    if kind == at.ORDER or (not tables.expert and kind in (at.BANK, at.OFFICE)):
        return ["building: this one serves everybody by itself"]
    found = []
    left, cashing = cells[at.LEFT], cells[at.STEP] == at.CASHING
    if not (1 <= left <= value if kind == at.EXCHANGE and tables.expert else left == value):
        found.append(f"chip_left: the chip is worth {value}")
    found += _served(state, kind) + _nothing_left(state, kind)
    if cashing:
        card = cells[at.CARD]
        if kind != at.FAIR or tables.effect[card] != at.PAY_PER_CHIP or cells[at.WHERE + card] != at.KEPT + seat:
            found.append("card: kept or cashed is one that pays for the chip, just taken at the fair")
        elif not cells[at.SERVED]:
            found.append("served: the card was taken just now")
    return found


def _served(state: HouseState, kind: int) -> list[str]:
    """How many have got something at the office or the fair."""
    cells, tables = state.cells, state.tables
    served, cashing = cells[at.SERVED], cells[at.STEP] == at.CASHING
    found = []
    taken = [option for option in range(3) if cells[at.OFFERED] >> option & 1]
    if kind != at.OFFICE and taken:
        found.append("office_taken: only at the office")
    if served != (len(taken) if kind == at.OFFICE else served if kind == at.FAIR else 0):
        found.append("served: who has got something at the office or the fair")
    elif served > cells[at.QUEUE] + cashing:
        found.append("served: more than have come before")
    elif (
        kind in (at.OFFICE, at.FAIR) and served - cashing >= (tables.fair_limit, tables.office_limit)[kind == at.OFFICE]
    ):
        found.append("served: nobody else is served here")
    return found


def _nothing_left(state: HouseState, kind: int) -> list[str]:
    """Whoever is on turn can get something there."""
    cells, tables = state.cells, state.tables
    seat, cashing = cells[at.ACTIVE], cells[at.STEP] == at.CASHING
    found = []
    current = sum(cells[at.WHERE + card] == at.CURRENT for card in range(at.PRIVILEGES))
    shown = sum(cells[at.SHOWN + place] >= 0 for place in range(at.DISPLAY))
    slots = [cells[at.SEATS + seat * at.STRIDE + at.SLOT + n] for n in range(tables.slots)]
    if kind < at.GOODS and cells[at.SHOP + kind] == 0:
        found.append("shops: there is nothing left to buy for whoever is on turn")
    if kind == at.EXCHANGE and (not shown or (not tables.expert and min(slots) >= 0)):
        found.append("display: there is nobody to hire for whoever is on turn")
    if kind == at.FAIR and not cashing and not current:
        found.append("privileges: there is none to choose for whoever is on turn")
    return found


def _element(state: HouseState) -> list[str]:
    """The element in work has its goods, its piece, its crew and a place."""
    cells, tables = state.cells, state.tables
    kind = cells[at.KIND]
    if kind < 0:
        return []
    base = at.SEATS + cells[at.ACTIVE] * at.STRIDE
    found = []
    if kind == at.TILE_ROOF and not tables.expert:
        found.append("element: the basic game has one kind of roof")
    if kind < at.PIECES and cells[at.PIECE + kind] == 0:
        found.append("element: no piece of it is left")
    if not has_place(state):
        found.append("element: there is no place for it")
    if cells[at.WAIT] == at.FOR_DIE:
        for n, key in enumerate(GOOD_KEYS):
            free = cells[base + at.STORE + n] - cells[base + at.LOCKED + n] - cells[base + at.PLEDGED + n]
            if free < tables.recipe[kind * at.GOODS + n]:
                found.append(f"store.{key}: less than the element in work needs")
    return found


def has_place(state: HouseState) -> bool:
    """Is there a place for the element in work?"""
    placing = state.copy()
    placing.cells[at.STEP] = at.PLACING
    return bool(placing.moves(state.cells[at.ACTIVE], at.MOVES))


def _chance(state: HouseState) -> list[str]:
    """What is asked of chance can happen."""
    cells, tables = state.cells, state.tables
    wait = cells[at.WAIT]
    deck = sum(cells[at.DECK + card] for card in range(at.CARDS))
    empty = any(cells[at.SHOWN + place] < 0 for place in range(tables.display)) and deck > 0
    if wait == at.FOR_DISPLAY and not empty:
        return ["waiting_for: no builder card is missing on display"]
    if wait == at.FOR_TOP:
        card = cells[at.CARD]
        if tables.effect[card] != at.HIRE_TOP or cells[at.WHERE + card] != at.IN_BOX or not deck:
            return ["card: the privilege that hires the top builder was used, and the deck has one"]
    return []


def _stuck(state: HouseState) -> list[str]:
    """The seat on turn must have something to do."""
    cells, tables = state.cells, state.tables
    if cells[at.WAIT] != at.NOTHING or cells[at.PHASE] in (at.ENDING, at.SETTING_UP, at.PREPARING):
        return []
    if cells[at.PHASE] == at.ARRANGING:
        ready = [cells[at.SEATS + seat * at.STRIDE + at.READY] for seat in range(tables.players)]
        return ["ready: if all are, the groups are revealed"] if all(ready) else []
    return [] if state.moves(state.turn(), at.MOVES) else ["active: this seat has no move"]
