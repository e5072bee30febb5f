# compiled
"""What a seat knows as a row of small numbers, for those who learn: its View, cell by cell, its own seat first.

    the fields of the table | my block | the next seat's | … | with many seats: least, mean and most of the others

Cells that hold a seat are turned with the seats: 0 is me, 1 the seat after me. Codes of moves that name a seat are
turned alike, and called actions. Larger numbers than fit 16 bits are cut off; `spec()` tells the bounds.
"""

from dataclasses import dataclass
from typing import Final, final

from kvartal.engine.game import Setup
from kvartal.engine.layout import Field
from kvartal.engine.native import i16, i64, vec
from kvartal.engine.state import NOBODY, UNKNOWN, State

MOST: Final = 32767
LEAST: Final = -32768
MANY: Final = 8  # with more seats than this only so many blocks are shown, unless told otherwise:
FEW: Final = 4
OTHERS: Final = ("least", "mean", "most")  # blocks about those who are not shown one by one


@dataclass(frozen=True)
class Cell:
    """One number of an observation."""

    name: str  # `phase`, `me.deck.store`, `+1.chips[3]`, `most.coins`
    low: int
    high: int
    usual: int  # the size of ordinary values: divide by it
    seat: bool  # a seat as seen from here: 0 is me; below `seat_from` it is something else
    seat_from: int
    hidden: bool  # may be UNKNOWN (−9), which no other value of it is


def blocks_shown(players: int, neighbours: int | None) -> int:
    """How many seats are shown one by one, the own one included."""
    if neighbours is None:
        return players if players <= MANY else 1 + FEW
    if isinstance(neighbours, bool) or not isinstance(neighbours, int) or neighbours < 0:
        raise ValueError(f"neighbours: 0 or more seats, or None, not {neighbours!r}")
    return min(players, 1 + neighbours)


@final
class Observer:
    """Writes observations of one set-up. It owns its scratch: one for each thread."""

    def __init__(self, setup: Setup, neighbours: int | None = None) -> None:
        layout = setup.layout
        shown: int = blocks_shown(setup.players, neighbours) if layout.seats else 0
        self.setup = setup
        self.players: i64 = setup.players
        self.size: i64 = layout.size
        self.table: i64 = layout.seats_at if layout.seats else layout.size
        self.stride: i64 = layout.stride
        self.shown: i64 = shown
        self.summed: bool = bool(layout.seats) and shown < setup.players
        self.width: i64 = self.table + self.stride * (shown + (len(OTHERS) if self.summed else 0))
        self.actions: i64 = setup.tables.moves
        self.cells = vec[i64]([0] * layout.size)
        wide: list[int] = []
        seats: list[int] = []
        first: list[int] = []
        for _, field, base in layout.placed():
            for cell in range(base + field.at, base + field.at + field.size):
                if field.low < LEAST or field.high > MOST:
                    wide.append(cell)
                if field.seats is not None:
                    seats.append(cell)
                    first.append(field.seats)
        self.wide = vec[i64](wide)
        self.seat_cells = vec[i64](seats)
        self.seat_from = vec[i64](first)
        self.seat_codes = vec[i64](list(setup.game.seat_codes(setup.tables)))

    # Looking ----------------------------------------------------------------------------------------------------------

    def fill(self, state: State, seat: i64, out: vec[i16], at: i64) -> None:
        """Write what a seat (NOBODY: a spectator) knows, from this place of the buffer on."""
        state.fill_known(seat, self.cells)
        self.arrange(seat, out, at)

    def arrange(self, seat: i64, out: vec[i16], at: i64) -> None:
        """The cells of the scratch as this seat sees them: cut off at 16 bits, the own seat first."""
        cells = self.cells
        self.cut_off(cells)
        self.turn(cells, seat if seat >= 0 else 0)
        i: i64 = 0
        table: i64 = self.table
        while i < table:
            out[at + i] = i16(cells[i])
            i += 1
        at += table
        stride: i64 = self.stride
        block: i64 = 0
        who: i64 = seat if seat >= 0 else 0
        while block < self.shown:
            base: i64 = table + who * stride
            i = 0
            while i < stride:
                out[at + i] = i16(cells[base + i])
                i += 1
            at += stride
            who = 0 if who + 1 == self.players else who + 1
            block += 1
        if self.summed:
            self.fill_others(who, out, at)

    def cut_off(self, cells: vec[i64]) -> None:
        wide = self.wide
        i: i64 = 0
        while i < len(wide):
            cell: i64 = wide[i]
            if cells[cell] > MOST:
                cells[cell] = MOST
            elif cells[cell] < LEAST:
                cells[cell] = LEAST
            i += 1

    def turn(self, cells: vec[i64], seat: i64) -> None:
        """Seats as they are seen from this one."""
        if seat == 0:
            return
        places, first = self.seat_cells, self.seat_from
        round: i64 = self.players - seat
        count: i64 = len(places)
        i: i64 = 0
        while i < count:
            cell: i64 = places[i]
            value: i64 = cells[cell]
            held: i64 = value - first[i]
            if held >= seat:
                cells[cell] = value - seat
            elif held >= 0:
                cells[cell] = value + round
            i += 1

    def fill_others(self, who: i64, out: vec[i16], at: i64) -> None:
        """Least, mean and most of each cell over the seats from this one on, as far as they are known."""
        stride: i64 = self.stride
        i: i64 = 0
        while i < stride:
            least: i64 = UNKNOWN
            most: i64 = UNKNOWN
            total: i64 = 0
            count: i64 = 0
            seat: i64 = who
            left: i64 = self.players - self.shown
            while left > 0:
                value: i64 = self.cells[self.table + seat * stride + i]
                if value != UNKNOWN:
                    least = value if count == 0 or value < least else least
                    most = value if count == 0 or value > most else most
                    total += value
                    count += 1
                seat = 0 if seat + 1 == self.players else seat + 1
                left -= 1
            out[at + i] = i16(least)
            out[at + stride + i] = i16(total // count if count else UNKNOWN)
            out[at + 2 * stride + i] = i16(most)
            i += 1

    def fill_whole(self, state: State, out: vec[i16], at: i64) -> None:
        """The whole truth instead, as nobody sees it: for critics in training."""
        cells = self.cells
        size: i64 = self.size
        i: i64 = 0
        while i < size:
            cells[i] = state.cells[i]
            i += 1
        self.cut_off(cells)
        i = 0
        while i < size:
            out[at + i] = i16(cells[i])
            i += 1

    # Moves ------------------------------------------------------------------------------------------------------------

    def action(self, seat: i64, code: i64) -> i64:
        """A code as the seat sees it."""
        i: i64 = 0
        while i < len(self.seat_codes):
            named: i64 = code - self.seat_codes[i]
            if named >= 0 and named < self.players:
                return self.seat_codes[i] + (named - seat if named >= seat else named - seat + self.players)
            i += 1
        return code

    def code(self, seat: i64, action: i64) -> i64:
        """And back."""
        i: i64 = 0
        while i < len(self.seat_codes):
            named: i64 = action - self.seat_codes[i]
            if named >= 0 and named < self.players:
                named += seat
                return self.seat_codes[i] + (named - self.players if named >= self.players else named)
            i += 1
        return action

    # For people and tests: lists instead of buffers -------------------------------------------------------------------

    def fills_all(self, state: State, seat: i64) -> bool:
        """Does fill_known() write every cell of known(), whatever lay there before?"""
        i: i64 = 0
        while i < self.size:
            self.cells[i] = MOST
            i += 1
        state.fill_known(seat, self.cells)
        known = state.known(seat).cells
        i = 0
        while i < self.size:
            if known[i] != self.cells[i]:
                return False
            i += 1
        return True

    def look(self, state: State, seat: int | None) -> list[int]:
        """An observation; None: of a spectator."""
        out = vec[i16]([0] * self.width)
        self.fill(state, NOBODY if seat is None else seat, out, 0)
        return [int(each) for each in out]

    def read(self, known: State, seat: int | None) -> list[int]:
        """The same from what a View knows (`view.known`), for those who have nothing else."""
        i: i64 = 0
        while i < self.size:
            self.cells[i] = known.cells[i]
            i += 1
        out = vec[i16]([0] * self.width)
        self.arrange(NOBODY if seat is None else seat, out, 0)
        return [int(each) for each in out]

    def spec(self) -> list[Cell]:
        """Every cell, in order."""
        layout = self.setup.layout
        found = _named(layout.table, "")
        for number in range(self.shown):
            found += _named(layout.seat, f"+{number}." if number else "me.")
        if self.summed:
            for name in OTHERS:
                found += _named(layout.seat, f"{name}.")
        return found

    def action_names(self) -> list[str]:
        """The notation of every action; where it names a seat, that is counted from oneself."""
        names = list(self.setup.notation)
        for first in self.seat_codes:
            for seat in range(self.players):
                words = names[first + seat].rsplit(" ", 1)
                names[first + seat] = f"{words[0]} +{seat}"
        return names


def _named(fields: tuple[Field, ...], block: str) -> list[Cell]:
    found: dict[int, Cell] = {}
    for field in fields:
        low, high = max(LEAST, field.low), min(MOST, field.high)
        usual = field.usual or max(1, abs(low), abs(high))
        if field.hidden:
            low = min(low, UNKNOWN)
        for number in range(field.size):
            name = f"{block}{field.name}{field.named(number)}"
            found[field.at + number] = Cell(
                name, low, high, usual, field.seats is not None, field.seats or 0, field.hidden
            )
    return [found[cell] for cell in sorted(found)]
