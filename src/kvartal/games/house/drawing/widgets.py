"""What the board of Mr House is drawn with: colours, targets, buttons, panels."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from kvartal.engine import board, svg
from kvartal.engine.game import Setup
from kvartal.engine.svg import box, disc, group, lines, path, plate, ring, text, title
from kvartal.engine.words import Words
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.tables import HouseTables
from kvartal.games.house.text.labels import label

ZONES, PIECES = 256, 1024  # remembered: a table changes in few places from move to move
SEAT_COLOURS = ("#c8920a", "#b5382a", "#2d68a8", "#33803f")  # with the number of the seat on every piece
GOOD_COLOURS = ("#a86b32", "#7d8b97", "#b0472e", "#9a958a", "#5f9fc4", "#6d4326")
BUTTON = 42.0  # how high
INK = "#33291f"
PAPER = "#fffaf0"  # letters on colours


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

    # Targets --------------------------------------------------------------------------------------------------------

    def can(self, code: int) -> bool:
        return code in self.legal

    def place(self, id_: str, x: float, y: float, code: int, *inside: str) -> str:
        """A place on the board that stands for a move; if it cannot be made, its refusal is told."""
        said = self.label(code) if code in self.legal else None
        return board.place(self.setup, id_, x, y, code, *inside, said=said, told=self.me is not None)

    def button(
        self, id_: str, x: float, y: float, width: float, height: float, code: int, shown: str, size: float = 13
    ) -> str:
        """Its words in two lines where it is narrow."""
        said = lines(shown, width - 6, size, True)
        if len(said) != 2:
            return self.place(id_, x, y, code, plate(width, height, shown, size=14))
        face = [plate(width, height, "")]
        for n, each in enumerate(said):
            down = height / 2 - 3 + (size + 2) * n
            face.append(text(width / 2, down, each, size, "on-action", bold=True, anchor="middle", room=width - 4))
        return self.place(id_, x, y, code, *face)

    def exchange(self, id_: str, x: float, y: float, width: float, height: float, code: int) -> str:
        """The button that gives a coin for a good, in pictures."""
        left, middle = width / 2 - 31, height / 2
        face = [title(self.label(code)), plate(width, height, "")]
        face.append(disc(left + 10, middle, 10, "#f3d27a", INK, stroke_width=1))
        face.append(text(left + 10, middle + 4.5, "1", 13, INK, bold=True, anchor="middle"))
        face.append(path(f"M{left + 24:.1f} {middle - 1:.1f}h6v-3.5l6 4.5-6 4.5v-3.5h-6z", "on-action"))
        face.append(good(code - at.CHANGE, left + 40, middle - 11))
        return self.place(id_, x, y, code, *face)

    def ring(self, code: int, width: float, height: float, r: float = 7) -> str:
        return ring(width, height, r, 1) if self.can(code) else ""

    def chip(self, id_: str, x: float, y: float, width: float, height: float, code: int, shown: str) -> str:
        """A movement chip in the colour of the player, as a button."""
        r = min(width, height) / 2
        body = [
            box(0, 0, width, height, SEAT_COLOURS[self.me or 0], "action", r, stroke_width=2.5, class_="ring"),
            text(width / 2, height / 2 + 5.5, shown, 15, PAPER, bold=True, anchor="middle"),
        ]
        return self.place(id_, x, y, code, *body)


# Pieces -------------------------------------------------------------------------------------------------------------


def panel(id_: str, x: float, y: float, width: float, height: float, shown: str, *inside: str) -> str:
    """A named part of the table."""
    ground = svg.panel(width, height, shown)
    return group(x, y, ground, *inside, id=f"house-{id_}", role="group", aria_label=shown)


@lru_cache(PIECES)
def goods(counts: tuple[int, ...], x: float, y: float, size: float = 22) -> str:
    """Goods as little blocks with their numbers."""
    parts = []
    for kind, count in enumerate(counts):
        if count:
            parts.append(good(kind, x, y, size))
            parts.append(text(x + size + 3, y + size * 0.76, str(count), 13, bold=True))
            x += size + 12 + 8 * len(str(count))
    return "".join(parts)


def good(kind: int, x: float, y: float, size: float = 22) -> str:
    return group(x, y, block(kind, size))


@lru_cache(64)
def block(good: int, size: float) -> str:
    """A block: wood with a grain, metal with a shine, brick, a bag of cement, a window, a door."""
    u = size / 22
    body = [box(0, 0, size, size, GOOD_COLOURS[good], INK, 3 * u, stroke_width=0.8)]
    if good == at.WOOD:
        body += [box(3 * u, k * u, 16 * u, 1.6 * u, "#d9a66b") for k in (5, 10, 15)]
    elif good == at.METAL:
        body += [box(3 * u, 3 * u, 3 * u, 16 * u, "#c9d3da"), box(9 * u, 3 * u, 2 * u, 16 * u, "#aab6bf")]
    elif good == at.BRICK:
        body += [box(2 * u, 10 * u, 18 * u, 1.6 * u, "#e8b9a6"), box(10 * u, 2 * u, 1.6 * u, 8 * u, "#e8b9a6")]
        body += [box(6 * u, 11 * u, 1.6 * u, 9 * u, "#e8b9a6"), box(14 * u, 11 * u, 1.6 * u, 9 * u, "#e8b9a6")]
    elif good == at.CEMENT:
        body += [
            box(5 * u, 4 * u, 12 * u, 14 * u, "#d8d3c6", None, 4 * u),
            box(5 * u, 9 * u, 12 * u, 3 * u, "#8b8578"),
        ]
    elif good == at.WINDOW:
        body += [box(4 * u, 4 * u, 14 * u, 14 * u, "#dff1fa", INK, stroke_width=0.8)]
        body += [box(10.4 * u, 4 * u, 1.2 * u, 14 * u, INK), box(4 * u, 10.4 * u, 14 * u, 1.2 * u, INK)]
    else:
        body += [box(5 * u, 2 * u, 12 * u, 18 * u, "#a06a3c", INK, 1.5 * u, stroke_width=0.8)]
        body += [box(13 * u, 11 * u, 2 * u, 2 * u, "#f3d27a", None, u)]
    return "".join(body)
