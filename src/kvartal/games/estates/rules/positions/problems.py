"""Laws: what is true in every position of The Estates, and everything wrong with one that was typed in."""

from collections.abc import Sequence

from kvartal.engine.game import Setup
from kvartal.engine.state import State
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.keys import COLOUR_KEYS, ROW_KEYS
from kvartal.games.estates.rules.positions import past
from kvartal.games.estates.rules.positions.derive import ending, required
from kvartal.games.estates.rules.state import EstatesState
from kvartal.games.estates.rules.tables import EstatesTables

IN_AUCTION = (at.BIDDING, at.DECIDING, at.PLACING)  # phases in which the piece that is up is seen


def census(setup: Setup, state: State) -> dict[str, int]:
    """Cheques and cubes are never lost; roofs are face down, under auction, or on a building."""
    cells = list(state.cells)
    counts = {"cheques": 0, "roofs": cells[at.ROOFS_LEFT] + (cells[at.FACE] > 0)}
    counts["roofs"] += sum(cells[at.ROOF + lot] > 0 for lot in range(kit.BOARD))
    for seat in range(setup.players):
        base = at.SEATS + seat * at.STRIDE
        counts["cheques"] += cells[base + at.HAND] + cells[base + at.BOX]
    counts["cubes"] = kit.CUBES if cells[at.PHASE] == at.DEALING else 12 + _in_round(cells)
    return counts


def _in_round(cells: Sequence[int]) -> int:
    """Cubes on the board, in the offer and under auction."""
    return sum(cells[at.CUBE_AT + cube] != at.OUT for cube in range(kit.CUBES))


def problems(setup: Setup, state: State) -> list[str]:
    """Everything wrong with a position that is inside its bounds."""
    tables, cells = setup.tables, list(state.cells)
    assert isinstance(tables, EstatesTables)
    assert isinstance(state, EstatesState)
    found = _money(tables, cells) + _offer(cells) + _buildings(tables, cells) + _supply(tables, cells)
    if found:
        return found
    return _up(cells) + _actor(cells) + _end(tables, cells, state) or past.problems(tables, cells, state)


def _money(tables: EstatesTables, cells: Sequence[int]) -> list[str]:
    seats = range(at.SEATS, at.SEATS + tables.players * at.STRIDE, at.STRIDE)
    total = sum(cells[base + at.HAND] + cells[base + at.BOX] for base in seats)
    started = sum(cells[base + at.START] for base in seats)
    if total == tables.money == started:
        return []
    return [f"seats: {total} cheques in hands and boxes, {started} at the start; there are {tables.money}"]


def _offer(cells: Sequence[int]) -> list[str]:
    found = []
    left = [cube for cube in cells[at.OFFER_AT : at.CUBE_AT] if cube >= 0]
    for row in range(kit.OFFER_ROWS):
        first, last = cells[at.LEFT + row], cells[at.RIGHT + row]
        if kit.NO_PIECE in cells[at.OFFER_AT + row * kit.PER_ROW :][first : last + 1]:
            found.append(f"offer: row {row + 1} has a gap; cubes are taken from its ends")
    dealing = cells[at.PHASE] == at.DEALING
    if dealing and left != cells[at.OFFER_AT : at.OFFER_AT + len(left)]:
        found.append("offer: while it is laid out it is filled from its first place on")
    if dealing and len(left) == kit.OFFERED:
        found.append("phase: the offer is laid out")
    if len(left) != len(set(left)) or sorted(left) != [
        cube for cube in range(kit.CUBES) if cells[at.CUBE_AT + cube] == at.IN_OFFER
    ]:
        found.append("offer: its cubes are not those that `cubes` says are in the offer")
    if not dealing and _in_round(cells) != kit.OFFERED:
        found.append(f"cubes: {_in_round(cells)} are in the round, not {kit.OFFERED}")
    return found


def _buildings(tables: EstatesTables, cells: Sequence[int]) -> list[str]:
    found = []
    for lot in range(kit.BOARD):
        row, place = divmod(lot, kit.LOTS)
        name = f"{ROW_KEYS[row]}{place + 1}"
        values = [tables.value[cube] for cube in range(kit.CUBES) if cells[at.CUBE_AT + cube] == lot]
        if len(set(values)) != len(values):
            found.append(f"{name}: floors descend, so no two cubes of a building have the same value")
        if tables.white[lot] and len(values) > 1:
            found.append(f"{name}: white dirt carries one floor, not {len(values)}")
        if cells[at.ROOF + lot] and not values:
            found.append(f"{name}: a roof without a building")
        if values and place >= cells[at.BUILT + row]:
            found.append(f"{name}: a building behind an empty lot; a row is built from the street without gaps")
    for row in range(kit.ROWS):
        name, length = f"row {ROW_KEYS[row]}", required(tables, cells, row)
        if not tables.min_length <= length <= tables.max_length:
            found.append(f"{name}: it can require {tables.min_length} to {tables.max_length}, not {length}")
        if cells[at.BUILT + row] > length:
            found.append(f"{name}: more is built than it requires")
    return found


def _supply(tables: EstatesTables, cells: Sequence[int]) -> list[str]:
    found = []
    for colour in range(kit.COLOURS):
        on_board = any(0 <= cells[at.CUBE_AT + colour * kit.VALUES + i] < kit.BOARD for i in range(kit.VALUES))
        if on_board != (cells[at.CERTIFICATE + colour] >= 0):
            wrong = "nobody holds it although cubes are" if on_board else "it is held although no cube is"
            found.append(f"certificates: {COLOUR_KEYS[colour]}: {wrong} on the board")
    for value in range(1, kit.VALUES + 1):
        shown = sum(cells[at.ROOF + lot] == value for lot in range(kit.BOARD)) + (cells[at.FACE] == value)
        if shown > tables.roofs[value - 1]:
            found.append(f"roofs: there are {tables.roofs[value - 1]} of value {value} in all")
    return found


def _up(cells: Sequence[int]) -> list[str]:
    """The piece that is up, and where its like lie meanwhile."""
    found = []
    phase, piece = cells[at.PHASE], cells[at.PIECE]
    if (piece >= 0) != (phase in IN_AUCTION or phase == at.TURNING):
        found.append("piece: one is up exactly while it is turned, bid for, decided on or placed")
    if phase == at.TURNING and piece != kit.ROOF_PIECE:
        found.append("phase: only a roof is turned up")
    if (cells[at.FACE] > 0) != (phase in IN_AUCTION and piece == kit.ROOF_PIECE):
        found.append("roof_turned: a value exactly while a roof is up")
    on_auction = [cube for cube in range(kit.CUBES) if cells[at.CUBE_AT + cube] == at.ON_AUCTION]
    if on_auction != ([piece] if 0 <= piece < kit.CUBES else []):
        found.append("cubes: `auction` is the place of the cube that is up, and of no other")
    used = {kit.BARRIER_PIECE + b: cells[at.BARRIER + b] != 0 for b in range(kit.BARRIERS)}
    used |= {kit.MAYOR_PIECE: cells[at.MAYOR] != at.BESIDE, kit.CANCEL_PIECE: cells[at.CANCEL] != 0}
    if used.get(piece, False):
        found.append("piece: it has been placed or removed already")
    return found


def _actor(cells: Sequence[int]) -> list[str]:
    """Who has bid, and who is asked."""
    found = []
    phase, active, actor, high, leader = (cells[field] for field in (at.PHASE, at.ACTIVE, at.ACTOR, at.HIGH, at.LEADER))
    if (leader >= 0) != (high > 0) or (high and phase not in IN_AUCTION) or (leader >= 0 and leader == active):
        found.append("high_bid, high_bidder: a bid needs a bidder other than the auctioneer, and a piece")
    if phase == at.BIDDING and actor == active:
        found.append("actor: the auctioneer does not bid")
    if phase in (at.CHOOSING, at.TURNING, at.DECIDING) and actor != active:
        found.append("actor: the auctioneer chooses and decides")
    if phase == at.DECIDING and not high:
        found.append("phase: nothing to decide where nobody has bid")
    if phase == at.PLACING and actor not in (active, leader):
        found.append("actor: the piece is placed by the auctioneer or the highest bidder")
    return found


def _end(tables: EstatesTables, cells: Sequence[int], state: EstatesState) -> list[str]:
    """A round that is over cannot go on."""
    found = []
    phase = cells[at.PHASE]
    if phase >= at.CHOOSING and (ending(state) >= 0) != (phase == at.FINISHED):
        found.append("phase: the round is over exactly when two rows are complete or nothing more can be completed")
    last = cells[at.ROUND] + 1 == tables.rounds or cells[at.WINNER] >= 0
    if phase == at.FINISHED and not last:
        found.append("phase: the game is over only after its last round, or with a winner")
    return found
