"""What the zones of Mr House are drawn with: places that stand for moves, and panels."""

from collections.abc import Iterable
from typing import NamedTuple

from kvartal.engine import board, svg
from kvartal.engine.game import Setup
from kvartal.engine.svg import group, ring
from kvartal.engine.words import Words
from kvartal.games.house.drawing.pieces import line
from kvartal.games.house.rules.tables import HouseTables
from kvartal.games.house.text.labels import label

Drawn = tuple[float, str]  # how high, and what


class Pen(NamedTuple):
    """What a zone is drawn with. The same pen draws the same things alike, so a zone that has not changed is
    remembered: it may read nothing else of a view."""

    setup: Setup
    words: Words  # without the names of one table
    me: int | None  # whose view it is
    legal: frozenset[int]  # of the moves that have their place in the zone
    said: frozenset[tuple[int, str]] = frozenset()  # of these moves, those whose words depend on the moment

    @property
    def tables(self) -> HouseTables:
        tables = self.setup.tables
        assert isinstance(tables, HouseTables)
        return tables

    def only(self, codes: Iterable[int]) -> "Pen":
        """For one thing of the zone, which stands for these moves."""
        legal = self.legal.intersection(codes)
        return Pen(self.setup, self.words, self.me, legal, frozenset(each for each in self.said if each[0] in legal))

    def label(self, code: int) -> str:
        """A move in the words of its button beside the board."""
        return dict(self.said).get(code) or label(self.setup, code, self.words)

    def can(self, code: int) -> bool:
        return code in self.legal

    def place(self, id_: str, x: float, y: float, code: int, *inside: str) -> str:
        """A place on the board that stands for a move; if it cannot be made, its refusal is told."""
        said = self.label(code) if code in self.legal else None
        return board.place(self.setup, id_, x, y, code, *inside, said=said, told=self.me is not None)

    def ring(self, code: int, width: float, height: float, r: float = 7) -> str:
        return ring(width, height, r, 1) if self.can(code) else ""


def panel(id_: str, width: float, height: float, shown: str, *inside: str) -> str:
    """A named part of the table; its name stands there if there is room for it (or is only spoken: `~name`)."""
    heading = "" if shown.startswith("~") else line(12, 20, shown, 13.5, "muted", bold=True, room=width - 24)
    name = shown.removeprefix("~")
    return group(0, 0, svg.panel(width, height), heading, *inside, id=f"house-{id_}", role="group", aria_label=name)
