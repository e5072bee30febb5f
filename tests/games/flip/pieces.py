"""A drawn board of Flip City, measured by its own numbers: zones, and what lies where."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import NamedTuple

from games.boards import SVG
from kvartal.engine.board import PLACES, Layout
from kvartal.engine.view import View

SCREENS: tuple[Layout, ...] = ("desk", "upright", "across")
PHONES: tuple[Layout, ...] = ("upright", "across")
MOVED = re.compile(r"translate\((\S+) (\S+)\)")


def on_screen(view: View, layout: Layout, lang: str = "en") -> ET.Element:
    return ET.fromstring(view.draw(lang, *PLACES[layout]))  # noqa: S314 — our own text


def zones(board: ET.Element) -> dict[str, ET.Element]:
    """The parts of the table, by id."""
    return {each.attrib["id"]: each for each in board if each.tag == SVG + "g"}


class Piece(NamedTuple):
    """A rectangle of the drawing."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    def holds(self, other: "Piece") -> bool:
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.bottom <= self.bottom

    def meets(self, other: "Piece") -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


def pieces(element: ET.Element, x: float = 0, y: float = 0) -> Iterator[Piece]:
    """All rectangles in it, as cards and their ground are; what is turned or scaled inside of a card is left out."""
    moved = element.attrib.get("transform")
    if moved is not None:
        if (found := MOVED.fullmatch(moved)) is None:
            return
        x, y = x + float(found[1]), y + float(found[2])
    for each in element:
        if each.tag == SVG + "rect" and "transform" not in each.attrib:
            left, top, width, height = (float(each.attrib.get(key, 0)) for key in ("x", "y", "width", "height"))
            yield Piece(x + left, y + top, width, height)
        yield from pieces(each, x, y)
