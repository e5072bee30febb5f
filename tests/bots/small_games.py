"""Two tiny games whose best moves are certain, and a mind of an interpreted package for one of them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kvartal.engine.data import Data
from kvartal.engine.game import Game, Setup, Stream
from kvartal.engine.layout import Field, Layout
from kvartal.engine.mind import CERTAIN, Mind
from kvartal.engine.option import OptionValue
from kvartal.engine.rule import Rule, rulebook
from kvartal.engine.score import Line
from kvartal.engine.state import CHANCE, LEGAL, OVER, UNKNOWN, State, Tables
from kvartal.engine.words import Words


class Small(State):
    """What both states share: cells, tables, legal moves by `refusal`."""

    def __init__(self, cells: list[int], tables: Tables) -> None:
        super().__init__(cells)
        self.tables = tables

    def copy(self) -> "Small":
        return type(self)(list(self.cells), self.tables)

    def fill_moves(self, seat: int, buffer: Any) -> int:
        legal = [move for move in range(self.tables.moves) if self.refusal(seat, move) == LEGAL]
        for place, move in enumerate(legal):
            buffer[place] = move
        return len(legal)

    def ending(self) -> int:
        return 1


class SmallGame(Game):
    minutes = "1"
    version = 1
    seats = range(2, 3)
    folder = Path(__file__).resolve().parent
    names: tuple[str, ...]

    def notation(self, tables: Tables) -> Sequence[str]:
        return self.names

    def score_lines(self, setup: Setup, state: State, seat: int, words: Words) -> list[Line]:
        return [Line(self.rules[1], state.score(seat), "points")]


# Stones: take one to three; who takes the last one wins. Leave a multiple of four. -----------------------------------

STONES, MOVER = range(2)


class StonesState(Small):
    def turn(self) -> int:
        return self.cells[MOVER] if self.cells[STONES] else OVER

    def refusal(self, seat: int, move: int) -> int:
        return LEGAL if move < self.cells[STONES] else 0

    def play(self, seat: int, move: int) -> None:
        self.cells[STONES] -= move + 1
        self.cells[MOVER] = 1 - self.cells[MOVER]

    def score(self, seat: int) -> int:
        return int(self.cells[STONES] == 0 and self.cells[MOVER] != seat)

    def place(self, seat: int) -> int:
        return 2 - self.score(seat)


class StonesMind(Mind):
    """It knows the secret of the game, and errs in nothing."""

    def policy(self, state: State, seat: int, source: Any) -> int:
        return max(0, state.cells[STONES] % 4 - 1)

    def value(self, state: State, seat: int) -> int:
        loses = state.cells[STONES] % 4 == 0
        return CERTAIN if loses == (state.cells[MOVER] != seat) else 0


class Stones(SmallGame):
    key = title = tagline = "stones"
    rules = rulebook("stones", (Rule("stones.few", "There are not so many."), Rule("stones.end", "No stone is left.")))
    names = ("take 1", "take 2", "take 3")

    def tables(self, players: int, options: Mapping[str, OptionValue], data: Data) -> Tables:
        return Tables(players, 3, 1, 1)

    def layout(self, tables: Tables) -> Layout:
        return Layout([Field("stones", STONES, high=30), Field("mover", MOVER)])

    def start(self, tables: Tables) -> StonesState:
        return StonesState([9, 0], tables)

    def streams(self, tables: Tables) -> Sequence[Stream]:
        return [Stream("nothing", ("nothing",))]


class KnownStones(Stones):
    """The same with a mind."""

    def mind(self, setup: Setup, weights: Any = None) -> StonesMind:
        return StonesMind(setup.tables, [])


# Hiding: seat 0 hides left or right and seat 1 guesses, or either of them leaves it to a die. ------------------------

HIDDEN, ASKED, WINNER = range(3)  # 0: nothing yet, 1: left, 2: right; who is asked, 2: the die; the winner + 1
LEFT, RIGHT, DIE = range(3)  # moves of both
BOLD, MEEK = 3, 6  # of ten: with how many faces of the die seat 0 wins if it asked for it, or if seat 1 did


class HidingState(Small):
    def turn(self) -> int:
        return OVER if self.cells[WINNER] else CHANCE if self.cells[ASKED] >= 2 else self.cells[ASKED]

    def refusal(self, seat: int, move: int) -> int:
        return LEGAL

    def play(self, seat: int, move: int) -> None:
        if move == DIE:
            self.cells[ASKED] = 2 + seat
        elif seat == 0:
            self.cells[HIDDEN] = move + 1
            self.cells[ASKED] = 1
        else:
            self.cells[WINNER] = 1 + (self.cells[HIDDEN] == move + 1)

    def stream(self) -> int:
        return 0

    def fill_chances(self, outcomes: Any, weights: Any) -> int:
        for face in range(10):
            outcomes[face], weights[face] = face, 1
        return 10

    def happen(self, outcome: int) -> None:
        faces = BOLD if self.cells[ASKED] == 2 else 10 - MEEK
        self.cells[WINNER] = 1 if outcome < faces else 2

    def known(self, seat: int) -> "HidingState":
        seen = HidingState(list(self.cells), self.tables)
        if seat != 0 and seen.cells[HIDDEN]:
            seen.cells[HIDDEN] = UNKNOWN
        return seen

    def imagine(self, seat: int, source: Any) -> "HidingState":
        dealt = HidingState(list(self.cells), self.tables)
        if dealt.cells[HIDDEN] == UNKNOWN:
            dealt.cells[HIDDEN] = 1 + source.below(1, 2)
        return dealt

    def score(self, seat: int) -> int:
        return int(self.cells[WINNER] == seat + 1)

    def place(self, seat: int) -> int:
        return 2 - self.score(seat)


class Hiding(SmallGame):
    key = title = tagline = "hiding"
    rules = rulebook("hiding", (Rule("hiding.no", "Never."), Rule("hiding.end", "It is decided.")))
    names = ("left", "right", "die")

    def tables(self, players: int, options: Mapping[str, OptionValue], data: Data) -> Tables:
        return Tables(players, 3, 2, 10)

    def layout(self, tables: Tables) -> Layout:
        return Layout([Field("hidden", HIDDEN, high=2), Field("asked", ASKED, high=3), Field("winner", WINNER, high=2)])

    def start(self, tables: Tables) -> HidingState:
        return HidingState([0, 0, 0], tables)

    def streams(self, tables: Tables) -> Sequence[Stream]:
        return [Stream("die", tuple("0123456789")), Stream("imagined", ("left", "right"))]
