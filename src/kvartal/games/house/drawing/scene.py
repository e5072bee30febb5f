"""One view of Mr House being drawn: what stands where, what may be done, who is who at this table."""

from collections.abc import Container

from kvartal.engine.score import figure
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.house.drawing.widgets import Pen
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.state import HouseState
from kvartal.games.house.text.labels import momentary, offered, player
from kvartal.games.house.text.score_lines import lacking_line, missing


class Scene:
    def __init__(self, view: View, words: Words) -> None:
        assert isinstance(view.known, HouseState)
        self.view = view
        self.words = words
        self.state = view.known
        self.cells = tuple(view.known.cells)
        self.tables = view.known.tables
        self.me = view.seat
        self.near = 0 if view.seat is None else view.seat  # whose plot is drawn large
        self.legal = frozenset(view.codes())
        missed = [missing(self.state, seat, words) for seat in range(self.tables.players)]
        self.complete = [not each for each in missed]
        self.lacking = [lacking_line(each, words) for each in missed]

    @property
    def phase(self) -> int:
        return self.cells[at.PHASE]

    @property
    def at_home(self) -> bool:
        """Is the plot what matters now, and not the town?"""
        return self.phase in (at.ARRANGING, at.BUILDING, at.ENDING)

    def pen(self, moves: Container[int] = ()) -> Pen:
        """For a zone that has a place for each of these moves: only what it shows makes it another one."""
        legal = frozenset(code for code in self.legal if code in moves)
        words = self.words.plain
        said = {(code, offered(self.view, code, words)) for code in legal if momentary(code)}
        return Pen(self.view.setup, words, self.me, legal, frozenset(said))

    def home(self, seat: int) -> tuple[int, ...]:
        """What a player has, cell by cell."""
        base = at.SEATS + seat * at.STRIDE
        return self.cells[base : base + at.STRIDE]

    def who(self, seat: int) -> str:
        return self.words("You") if seat == self.me else player(seat, self.words)

    def points(self, seat: int) -> str:
        return figure(self.state.score(seat))

    def on_turn(self, seat: int | None) -> bool:
        return seat is not None and not self.view.over and seat in self.view.waiting
