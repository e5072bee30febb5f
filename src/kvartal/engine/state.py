# compiled
"""State: where every piece is now. One flat array of cells; no history and no future.

A game subclasses State and Tables and says what its cells mean in a Layout. Compiled module; a subclass may be
compiled with it (the games of this project) or interpreted (games of other packages).
"""

from typing import Any, Final

from kvartal.engine.fault import EndlessChance
from kvartal.engine.native import i64, mypyc_attr, vec
from kvartal.engine.source import MASK, Source, mixed

CHANCE: Final = -1  # State.turn(): waits for chance
OVER: Final = -2  # State.turn(): the game has ended
LEGAL: Final = -1  # State.refusal(): nothing forbids the move
NOBODY: Final = -1  # as a seat: a spectator, or "no seat"
LONGEST_DEAL: Final = 10_000  # draws without a move between them
UNKNOWN: Final = -9  # as a cell of a known(): the seat may not know this


@mypyc_attr(allow_interpreted_subclasses=True)
class Tables:
    """The numbers of one set-up (data + options + players), looked up by states. Never changes once built."""

    def __init__(self, players: i64, moves: i64, streams: i64, widest: i64) -> None:
        self.players = players
        self.moves = moves  # move codes are 0 … moves − 1
        self.streams = streams  # chance streams are 0 … streams − 1
        self.widest = widest  # the most outcomes one chance can have
        self.version: i64 = 1  # of the rules: written by the set-up, before anybody looks
        self.frame: Any = None  # the Setup whose tables these are: what a state is pickled with


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """Everything is in `cells`, so copying, comparing and encoding follow from the fields by themselves."""

    def __init__(self, cells: list[int]) -> None:
        """For interpreted games. A list, because mypyc never lets go of a vec that Python hands to compiled code."""
        self.cells = vec[i64](cells)

    # What a game must say ------------------------------------------------------------------------------------------

    def copy(self) -> "State":
        """An independent state: same tables, cells of its own."""
        raise NotImplementedError

    def turn(self) -> i64:
        """The lowest seat that owes a move, or CHANCE, or OVER. Chance always comes first."""
        raise NotImplementedError

    def fill_moves(self, seat: i64, buffer: vec[i64]) -> i64:
        """Write the legal move codes of a seat into the buffer, ascending; return how many."""
        raise NotImplementedError

    def refusal(self, seat: i64, move: i64) -> i64:
        """LEGAL, or the number of the rule that forbids the move."""
        raise NotImplementedError

    def play(self, seat: i64, move: i64) -> None:
        """Make a legal move. Nothing is checked here: Match checks, search plays only what fill_moves gave."""
        raise NotImplementedError

    def stream(self) -> i64:
        """While turn() is CHANCE: the stream that is asked."""
        raise NotImplementedError

    def fill_chances(self, outcomes: vec[i64], weights: vec[i64]) -> i64:
        """While turn() is CHANCE: the possible outcomes, ascending, with positive weights; return how many."""
        raise NotImplementedError

    def happen(self, outcome: i64) -> None:
        """Chance has spoken: this outcome happened."""
        raise NotImplementedError

    def known(self, seat: i64) -> "State":
        """A state that holds what the seat (NOBODY: a spectator) may know and UNKNOWN or nothing elsewhere.

        Built from nothing, field by field: what is forgotten is missing, not leaked. A game without secrets leaves
        this and imagine() as they are: everybody knows everything.
        """
        return self.copy()

    def fill_known(self, seat: i64, out: vec[i64]) -> None:
        """The same, written into a buffer of as many cells: all of them, whatever they held.

        A game that hides anything says this for speed, and known() as a new buffer that is filled so."""
        cells = self.known(seat).cells
        size: i64 = len(cells)
        i: i64 = 0
        while i < size:
            out[i] = cells[i]
            i += 1

    def imagine(self, seat: i64, source: Source) -> "State":
        """On a known(): deal what the seat cannot know, each consistent deal with its true probability."""
        return self.copy()

    def score(self, seat: i64) -> i64:
        """The points of a seat as things stand: the sum of its printed score lines."""
        raise NotImplementedError

    def place(self, seat: i64) -> i64:
        """When over: 1 for the winners, and so on; ties share the better place. 0 = lost without a place."""
        raise NotImplementedError

    def ending(self) -> i64:
        """When over: the number of the rule by which the game ended."""
        raise NotImplementedError

    # What simultaneous games and games with secrets say as well ------------------------------------------------------

    def owes(self, seat: i64) -> bool:
        """Does this seat owe a move? (Several may.)"""
        return self.turn() == seat

    def unrevealed(self, seat: i64) -> bool:
        """Has the seat made moves in this round that nobody else may see yet?"""
        return False

    def learned(self, seat: i64) -> i64:
        """How often something hidden was shown to this seat. A move that raises it cannot be taken back."""
        return 0

    # What every game gets ------------------------------------------------------------------------------------------

    def owing(self, players: i64) -> tuple[int, ...]:
        """The seats that owe a move, of so many; () while chance is asked and when over."""
        first = self.turn()
        if first < 0:
            return ()
        found: list[int] = [first]
        seat: i64 = first + 1
        while seat < players:
            if self.owes(seat):
                found.append(seat)
            seat += 1
        return tuple(found)

    def deal(self, source: Source) -> None:
        """Let chance speak until somebody owes a move or the game is over."""
        draws: i64 = 0
        while self.turn() == CHANCE:
            if draws == LONGEST_DEAL:
                raise EndlessChance(LONGEST_DEAL)
            self.happen(self.pick(source))
            draws += 1

    def pick(self, source: Source) -> i64:
        """One outcome of the pending chance, drawn from the source."""
        count: i64 = self.fill_chances(source.outcomes, source.weights)
        total: i64 = 0
        i: i64 = 0
        while i < count:
            total += source.weights[i]
            i += 1
        r: i64 = source.below(self.stream(), total)
        i = 0
        while r >= source.weights[i]:
            r -= source.weights[i]
            i += 1
        return source.outcomes[i]

    def moves(self, seat: i64, limit: i64) -> list[int]:
        """The legal move codes of a seat, for people and tests."""
        buffer = vec[i64]([0] * limit)
        count: i64 = self.fill_moves(seat, buffer)
        return list(buffer)[:count]

    def chances(self, widest: i64) -> list[tuple[int, int]]:
        """The outcomes of the pending chance with their weights, for people and tests."""
        outcomes = vec[i64]([0] * widest)
        weights = vec[i64]([0] * widest)
        found: list[tuple[int, int]] = []
        count: i64 = self.fill_chances(outcomes, weights)
        i: i64 = 0
        while i < count:
            found.append((outcomes[i], weights[i]))
            i += 1
        return found

    def with_cells(self, values: list[int]) -> "State":
        """A state of the same set-up with other cells, e.g. read from a file."""
        if len(values) != len(self.cells):
            raise ValueError(f"a state of this set-up has {len(self.cells)} cells, not {len(values)}")
        state = self.copy()
        i: i64 = 0
        while i < len(values):
            state.cells[i] = values[i]
            i += 1
        return state

    def same(self, other: "State") -> bool:
        """Are all pieces in the same places?"""
        mine = self.cells
        theirs = other.cells
        size: i64 = len(mine)
        if size != len(theirs):
            return False
        i: i64 = 0
        while i < size:
            if mine[i] != theirs[i]:
                return False
            i += 1
        return True

    def differing(self, other: "State") -> list[int]:
        """The cells that are not as in another state of the same set-up."""
        mine = self.cells
        theirs = other.cells
        found: list[int] = []
        size: i64 = len(mine)
        i: i64 = 0
        while i < size:
            if mine[i] != theirs[i]:
                found.append(i)
            i += 1
        return found

    def hash64(self) -> i64:
        """A number that tells states apart: the same for equal cells, compiled and pure, on every machine.

        Two chains of 32 bits, so that products fit an i64 and pure Python agrees; never negative."""
        cells = self.cells
        size: i64 = len(cells)
        high: i64 = 0x2545F491
        low: i64 = size
        i: i64 = 0
        while i < size:
            cell: i64 = cells[i]
            cell = (cell + (cell >> 32) * 0x27D4EB2F) & MASK  # what does not fit counts as well
            high = ((high ^ cell) * 0x6C8E9CF5) & MASK
            high ^= high >> 15
            low = ((low + cell) * 0x5BD1E995) & MASK
            low ^= low >> 13
            i += 1
        return ((mixed(high) >> 1) << 32) | mixed(low)

    def encode(self) -> bytes:
        """The cells as bytes, the shortest way that fits (one byte a cell, or eight)."""
        cells: list[int] = [c for c in self.cells]  # noqa: C416 - plain ints, not machine ones
        if not cells or (min(cells) >= -128 and max(cells) < 128):
            return bytes([1]) + bytes([c & 255 for c in cells])
        return bytes([8]) + b"".join([c.to_bytes(8, "little", signed=True) for c in cells])

    def __copy__(self) -> "State":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "State":
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        """For pickle, between one's own processes: the set-up restores the bytes, and refuses what cannot be."""
        tables: Any = getattr(self, "tables", None)
        if tables is None or tables.frame is None:
            raise TypeError("a state is pickled by the set-up of its `tables`, and this one has none")
        return tables.frame.restore, (self.encode(),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and type(self) is type(other) and self.same(other)

    def __hash__(self) -> int:
        return hash(self.encode())


def decoded(data: bytes) -> list[int]:
    """The cells that State.encode() wrote."""
    if not data or data[0] not in (1, 8) or (len(data) - 1) % data[0]:
        raise ValueError("not an encoded state: it must begin with the byte 1 or 8 and hold whole cells")
    width = data[0]
    return [int.from_bytes(data[i : i + width], "little", signed=True) for i in range(1, len(data), width)]
