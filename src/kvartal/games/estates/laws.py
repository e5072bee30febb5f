"""Laws: what is true in every position of The Estates, and everything wrong with one that was typed in."""

from collections.abc import Sequence

from kvartal.engine.game import Setup
from kvartal.engine.state import State
from kvartal.games.estates import cells as at
from kvartal.games.estates.state import EstatesState
from kvartal.games.estates.tables import (
    BARRIER_PIECE,
    BARRIERS,
    BOARD,
    CANCEL_PIECE,
    COLOURS,
    CUBES,
    LOTS,
    MAYOR_PIECE,
    OFFER_ROWS,
    OFFERED,
    PER_ROW,
    ROOF_PIECE,
    ROWS,
    VALUES,
    EstatesTables,
)
from kvartal.games.estates.texts import COLOUR_KEYS, ROW_KEYS


def census(setup: Setup, state: State) -> dict[str, int]:
    """Cheques and cubes are never lost; roofs are face down, under auction, or on a building."""
    cells = list(state.cells)
    counts = {"cheques": 0, "roofs": cells[at.ROOFS_LEFT] + (cells[at.FACE] > 0)}
    counts["roofs"] += sum(cells[at.ROOF + lot] > 0 for lot in range(BOARD))
    for seat in range(setup.players):
        base = at.SEATS + seat * at.STRIDE
        counts["cheques"] += cells[base + at.HAND] + cells[base + at.BOX]
    counts["cubes"] = CUBES if cells[at.PHASE] == at.DEALING else 12 + _in_round(cells)
    return counts


def _in_round(cells: Sequence[int]) -> int:
    """Cubes on the board, in the offer and under auction."""
    return sum(cells[at.CUBE_AT + cube] != at.OUT for cube in range(CUBES))


def problems(setup: Setup, state: State) -> list[str]:
    """Everything wrong with a position that is inside its bounds."""
    tables, cells = setup.tables, list(state.cells)
    assert isinstance(tables, EstatesTables)
    assert isinstance(state, EstatesState)
    found = _money(tables, cells) + _offer(cells) + _buildings(tables, cells, state) + _supply(tables, cells)
    return found or _flow(tables, cells, state)


def _money(tables: EstatesTables, cells: Sequence[int]) -> list[str]:
    found = []
    total = started = 0
    for seat in range(tables.players):
        base = at.SEATS + seat * at.STRIDE
        hand, box, start, net, boxed = (cells[base + field] for field in (at.HAND, at.BOX, at.START, at.NET, at.BOXED))
        total += hand + box
        started += start
        if box != boxed or hand != start + net - boxed:
            found.append(
                f"seats[{seat}]: hand {hand} and box {box} do not follow from start {start}, net {net}, boxed {boxed}"
            )
    if total != tables.money or started != tables.money:
        found.append(f"seats: {total} cheques in hands and boxes, {started} at the start; there are {tables.money}")
    return found


def _offer(cells: Sequence[int]) -> list[str]:
    found = []
    left = []
    for row in range(OFFER_ROWS):
        first, last = cells[at.LEFT + row], cells[at.RIGHT + row]
        for place in range(PER_ROW):
            cube = cells[at.OFFER_AT + row * PER_ROW + place]
            if (cube >= 0) != (first <= place <= last):
                found.append(f"offer: row {row + 1} must have cubes from place {first} to {last} and nowhere else")
                break
            if cube >= 0:
                left.append(cube)
    if len(left) != len(set(left)) or sorted(left) != [
        cube for cube in range(CUBES) if cells[at.CUBE_AT + cube] == at.IN_OFFER
    ]:
        found.append("offer: its cubes are not those that `cubes` says are in the offer")
    if cells[at.CUBES_LEFT] != len(left):
        found.append(f"cubes_left: {cells[at.CUBES_LEFT]}, but the offer holds {len(left)}")
    if cells[at.PHASE] != at.DEALING and _in_round(cells) != OFFERED:
        found.append(f"cubes: {_in_round(cells)} are in the round, not {OFFERED}")
    return found


def _buildings(tables: EstatesTables, cells: Sequence[int], state: EstatesState) -> list[str]:
    found = []
    standing: dict[int, list[int]] = {}
    for cube in range(CUBES):
        standing.setdefault(cells[at.CUBE_AT + cube], []).append(cube)
    for lot in range(BOARD):
        row, place = divmod(lot, LOTS)
        name = f"{ROW_KEYS[row]}{place + 1}"
        cubes = standing.get(lot, [])
        values = [tables.value[cube] for cube in cubes]
        top = min(cubes, key=lambda cube: tables.value[cube], default=-1)
        roof = cells[at.ROOF + lot]
        if len(set(values)) != len(values):
            found.append(f"{name}: floors descend, so no two cubes of a building have the same value")
        if tables.white[lot] and len(cubes) > 1:
            found.append(f"{name}: white dirt carries one floor, not {len(cubes)}")
        if roof and not cubes:
            found.append(f"{name}: a roof without a building")
        if cells[at.TOP + lot] != top or cells[at.VALUE + lot] != sum(values) + roof:
            found.append(f"{name}: its top or its value does not follow from its cubes and roof")
        if bool(cubes) != (place < cells[at.BUILT + row]):
            found.append(
                f"{name}: row {ROW_KEYS[row]} has {cells[at.BUILT + row]} buildings, from the street without gaps"
            )
    for row in range(ROWS):
        name = f"row {ROW_KEYS[row]}"
        roofed = sum(cells[at.ROOF + row * LOTS + place] > 0 for place in range(LOTS))
        if cells[at.ROOFED + row] != roofed:
            found.append(f"{name}: roofed is {cells[at.ROOFED + row]}, but there are {roofed} roofs")
        changes = sum(state.barrier_change(b) for b in range(BARRIERS) if state.barrier_row(b) == row)
        if cells[at.LENGTH + row] != tables.length + changes:
            found.append(
                f"{name}: its barriers make it require {tables.length + changes}, not {cells[at.LENGTH + row]}"
            )
        if not tables.min_length <= cells[at.LENGTH + row] <= tables.max_length:
            found.append(
                f"{name}: it can require {tables.min_length} to {tables.max_length}, not {cells[at.LENGTH + row]}"
            )
        if cells[at.BUILT + row] > cells[at.LENGTH + row]:
            found.append(f"{name}: more is built than it requires")
    return found


def _supply(tables: EstatesTables, cells: Sequence[int]) -> list[str]:
    found = []
    for colour in range(COLOURS):
        on_board = any(0 <= cells[at.CUBE_AT + colour * VALUES + i] < BOARD for i in range(VALUES))
        if on_board != (cells[at.CERTIFICATE + colour] >= 0):
            wrong = "nobody holds it although cubes are" if on_board else "it is held although no cube is"
            found.append(f"certificates: {COLOUR_KEYS[colour]}: {wrong} on the board")
    for value in range(1, VALUES + 1):
        placed = sum(cells[at.ROOF + lot] == value for lot in range(BOARD)) + (cells[at.FACE] == value)
        if placed + cells[at.ROOFS + value - 1] != tables.roofs[value - 1]:
            found.append(f"roofs: there are {tables.roofs[value - 1]} of value {value} in all")
    if sum(cells[at.ROOFS + i] for i in range(VALUES)) != cells[at.ROOFS_LEFT]:
        found.append("roofs_left: not the number of roofs that are face down")
    used = sum(0 <= cells[at.CUBE_AT + cube] < BOARD for cube in range(CUBES))
    used += sum(cells[at.ROOF + lot] > 0 for lot in range(BOARD))
    used += sum(cells[at.BARRIER + barrier] != 0 for barrier in range(BARRIERS))
    used += (cells[at.MAYOR] != at.BESIDE) + cells[at.CANCEL]
    if cells[at.TURNS] != used:
        found.append(f"turns: {used} pieces have been placed or removed, one a turn, not {cells[at.TURNS]}")
    return found


def _flow(tables: EstatesTables, cells: Sequence[int], state: EstatesState) -> list[str]:
    """Phase, piece and bids must fit together, and a round that is over cannot go on."""
    found = []
    phase, piece, high, leader = (cells[field] for field in (at.PHASE, at.PIECE, at.HIGH, at.LEADER))
    up = phase in (at.BIDDING, at.DECIDING, at.PLACING)
    if (piece >= 0) != (up or phase == at.TURNING):
        found.append("piece: one is up exactly while it is turned, bid for, decided on or placed")
    if (cells[at.FACE] > 0) != (up and piece == ROOF_PIECE):
        found.append("roof_turned: a value exactly while a roof is up")
    on_auction = [cube for cube in range(CUBES) if cells[at.CUBE_AT + cube] == at.ON_AUCTION]
    if on_auction != ([piece] if 0 <= piece < CUBES else []):
        found.append("cubes: `auction` is the place of the cube that is up, and of no other")
    used = {BARRIER_PIECE + b: cells[at.BARRIER + b] != 0 for b in range(BARRIERS)}
    used |= {MAYOR_PIECE: cells[at.MAYOR] != at.BESIDE, CANCEL_PIECE: cells[at.CANCEL] != 0}
    if used.get(piece, False):
        found.append("piece: it has been placed or removed already")
    if (leader >= 0) != (high > 0) or (high and not up) or (leader >= 0 and leader == cells[at.ACTIVE]):
        found.append("high_bid, high_bidder: a bid needs a bidder other than the auctioneer, and a piece")
    if phase == at.BIDDING and cells[at.ACTOR] == cells[at.ACTIVE]:
        found.append("actor: the auctioneer does not bid")
    if phase in (at.CHOOSING, at.DECIDING) and cells[at.ACTOR] != cells[at.ACTIVE]:
        found.append("actor: the auctioneer chooses and decides")
    if phase == at.DECIDING and not high:
        found.append("phase: nothing to decide where nobody has bid")
    if phase == at.PLACING and cells[at.ACTOR] not in (cells[at.ACTIVE], leader):
        found.append("actor: the piece is placed by the auctioneer or the highest bidder")
    if phase in (at.BIDDING, at.DECIDING) and leader >= 0 and cells[at.SEATS + leader * at.STRIDE + at.HAND] < high:
        found.append("high_bid: more than its bidder holds")
    no_cubes = cells[at.CUBES_LEFT] == 0 and not on_auction
    stopped = (
        state.complete_rows() >= 2
        or (cells[at.ROOFS_LEFT] == 0 and piece != ROOF_PIECE)
        or (no_cubes and (tables.end_when_cubes_gone or state.open_buildings() == 0))
    )
    if phase >= at.CHOOSING and stopped != (phase == at.FINISHED):
        found.append("phase: the round is over exactly when two rows are complete or nothing more can be completed")
    last = cells[at.ROUND] + 1 == tables.rounds or cells[at.WINNER] >= 0
    if phase == at.FINISHED and (not last or cells[at.ENDED] < 0):
        found.append("phase: the game is over only after its last round, or with a winner; `ended` says how")
    return found
