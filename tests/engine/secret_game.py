"""A tiny game for the tests of Match: private simultaneous turns, private dice, a reveal. Not a good game."""

from collections.abc import Mapping, Sequence
from typing import Any

from kvartal.engine.data import Data
from kvartal.engine.game import Game, Setup, Stream
from kvartal.engine.layout import Field, Layout
from kvartal.engine.option import OptionValue
from kvartal.engine.rule import Rule, rulebook
from kvartal.engine.score import Line
from kvartal.engine.state import CHANCE, LEGAL, OVER, State, Tables
from kvartal.engine.words import Words

ROUNDS = 2
PICKED, ROLLED, CONFIRMED, POINTS, LEARNED, ROLLING, STRIDE = range(7)  # cells of a seat; cell 0 is the round
ROLL, CONFIRM = 3, 4  # moves; 0 to 2 are `pick 1` to `pick 3`


class SecretState(State):
    def __init__(self, cells: list[int], tables: Tables) -> None:
        super().__init__(cells)
        self.tables = tables

    def at(self, seat: int, cell: int) -> int:
        return 1 + seat * STRIDE + cell

    def seats(self) -> range:
        return range(self.tables.players)

    def copy(self) -> "SecretState":
        return SecretState(list(self.cells), self.tables)

    def rolling(self) -> int:
        return next((seat for seat in self.seats() if self.cells[self.at(seat, ROLLING)]), -1)

    def turn(self) -> int:
        if self.cells[0] == ROUNDS:
            return OVER
        return CHANCE if self.rolling() >= 0 else next(seat for seat in self.seats() if self.owes(seat))

    def owes(self, seat: int) -> bool:
        return self.cells[0] < ROUNDS and self.rolling() < 0 and not self.cells[self.at(seat, CONFIRMED)]

    def refusal(self, seat: int, move: int) -> int:
        if move == ROLL and self.cells[self.at(seat, ROLLED)]:
            return 0
        return 1 if move == CONFIRM and not self.cells[self.at(seat, PICKED)] else LEGAL

    def fill_moves(self, seat: int, buffer: Any) -> int:
        legal = [move for move in range(5) if self.refusal(seat, move) == LEGAL]
        for place, move in enumerate(legal):
            buffer[place] = move
        return len(legal)

    def play(self, seat: int, move: int) -> None:
        if move == ROLL:
            self.cells[self.at(seat, ROLLING)] = 1
        elif move == CONFIRM:
            self.cells[self.at(seat, CONFIRMED)] = 1
            if all(self.cells[self.at(other, CONFIRMED)] for other in self.seats()):
                self.reveal()
        else:
            self.cells[self.at(seat, PICKED)] = move + 1

    def reveal(self) -> None:
        for seat in self.seats():
            self.cells[self.at(seat, POINTS)] += self.cells[self.at(seat, PICKED)] + self.cells[self.at(seat, ROLLED)]
            self.cells[self.at(seat, LEARNED)] += 1
            for cell in (PICKED, ROLLED, CONFIRMED):
                self.cells[self.at(seat, cell)] = 0
        self.cells[0] += 1

    def stream(self) -> int:
        return self.rolling()

    def fill_chances(self, outcomes: Any, weights: Any) -> int:
        for face in range(6):
            outcomes[face], weights[face] = face, 1
        return 6

    def happen(self, outcome: int) -> None:
        seat = self.rolling()
        self.cells[self.at(seat, ROLLING)] = 0
        self.cells[self.at(seat, ROLLED)] = outcome + 1

    def known(self, seat: int) -> "SecretState":
        seen = self.copy()
        for other in self.seats():
            if other != seat:
                for cell in (PICKED, ROLLED, ROLLING):
                    seen.cells[self.at(other, cell)] = 0
        return seen

    def imagine(self, seat: int, source: Any) -> "SecretState":
        return self.copy()

    def unrevealed(self, seat: int) -> bool:
        return any(self.cells[self.at(seat, cell)] for cell in (PICKED, ROLLED, CONFIRMED, ROLLING))

    def learned(self, seat: int) -> int:
        return self.cells[self.at(seat, LEARNED)]

    def score(self, seat: int) -> int:
        return self.cells[self.at(seat, POINTS)]

    def place(self, seat: int) -> int:
        return 1 + sum(self.score(other) > self.score(seat) for other in self.seats())

    def ending(self) -> int:
        return 2


class SecretGame(Game):
    key = "secret"
    title = "Secret"
    tagline = "Pick, roll, confirm."
    seats = range(2, 4)
    minutes = "1"
    version = 1
    rules = rulebook(
        "secret",
        (
            Rule("secret.roll", "You have rolled."),
            Rule("secret.confirm", "Pick first."),
            Rule("secret.end", "All rounds are played."),
        ),
    )

    def tables(self, players: int, options: Mapping[str, OptionValue], data: Data) -> Tables:
        return Tables(players, 5, players, 6)

    def layout(self, tables: Tables) -> Layout:
        highs = {"picked": 3, "rolled": 6, "confirmed": 1, "points": 99, "learned": ROUNDS, "rolling": 1}
        seat = [Field(name, at, high=high) for at, (name, high) in enumerate(highs.items())]
        return Layout([Field("round", 0, high=ROUNDS)], seat, seats_at=1, stride=STRIDE, seats=tables.players)

    def start(self, tables: Tables) -> SecretState:
        return SecretState([0] * (1 + STRIDE * tables.players), tables)

    def notation(self, tables: Tables) -> Sequence[str]:
        return ["pick 1", "pick 2", "pick 3", "roll", "confirm"]

    def seen_notation(self, tables: Tables) -> Sequence[str]:
        return ["pick ?", "pick ?", "pick ?", "roll", "confirm"]

    def streams(self, tables: Tables) -> Sequence[Stream]:
        return [Stream(f"die {seat}", tuple("123456"), seat, private=True) for seat in range(tables.players)]

    def score_lines(self, setup: Setup, state: State, seat: int, words: Words) -> list[Line]:
        return [Line(self.rules[2], state.score(seat), "points")]


SECRET = SecretGame()
