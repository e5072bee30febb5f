"""Turns marked on a drawn board: where each of their moves has its place, with a sign and an edge of its own.

A board names what can be pressed now; a later move of the turn has its place on the board that the seat would see
then. What has no place of its own on this board (a button of the bar, a card that is not there yet) is not marked.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from kvartal.engine.reasons import seen_after
from kvartal.engine.svg import box as drawn_box
from kvartal.engine.svg import disc, group, tag, text
from kvartal.engine.view import View
from kvartal.review.boxes import Box, boxes

Draw = Callable[[View], str]

FIRST, OTHER = "#174a94", "#7b2386"  # seen on every ground, with the light edge around them
DASHES = "9 5"
OUT, LEAST, BADGE = 4.0, 12.0, 10.0  # around what is marked; the smallest thing around which it is seen; of its sign
TARGET = re.compile(r"<\w+ [^>]*?\bid=\"([^\"]+)\"[^>]*?\bdata-move=\"([^\"]+)\"")


@dataclass(frozen=True)
class Mark:
    """A turn with its sign. `first`: a whole edge; else a broken one, so that no colour has to tell them apart."""

    sign: str
    turn: tuple[int, ...]
    first: bool = False


class Drawn:
    """The boards that a turn leads through, each drawn once: turns often begin alike."""

    def __init__(self, view: View, draw: Draw) -> None:
        self.view, self.draw = view, draw
        self.known: dict[tuple[int, ...], tuple[View, str]] = {}

    def after(self, turn: tuple[int, ...]) -> tuple[View, str]:
        found = self.known.get(turn)
        if found is None:
            view = seen_after(self.view, turn) if turn else self.view
            found = self.known[turn] = view, self.draw(view)
        return found

    def places(self, turn: tuple[int, ...]) -> list[str]:
        """The drawn ids where the moves of a turn are made, in their order."""
        found: list[str] = []
        for number, code in enumerate(turn):
            view, board = self.after(turn[:number])
            if view.over or view.seat not in view.waiting or view.why(code) is not None:
                break
            move = _written(view.setup.notation[code])
            ids = [id_ for id_, named in TARGET.findall(board) if named == move]
            ids += [place for pick in view.bar("en").picks for place, picked in pick.moves if picked == code]
            found += [each for each in dict.fromkeys(ids) if each not in found]
        return found


def _written(move: str) -> str:
    return move.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def overlay(view: View, marks: Sequence[Mark], draw: Draw) -> str:
    """What is laid upon the board of this view; nothing where nothing of it has a place there."""
    drawn = Drawn(view, draw)
    _, board = drawn.after(())
    if not board.startswith("<svg"):
        return ""  # told in words
    try:
        root = ET.fromstring(board)  # noqa: S314 - drawn by the game, not sent by anybody
    except ET.ParseError:
        return ""
    put = [(mark, drawn.places(mark.turn)) for mark in marks]
    known = boxes(root, {each for _, ids in put for each in ids})
    wide, high = (float(each) for each in root.get("viewBox", "0 0 0 0").split()[2:])
    edges, signs, taken = [], [], dict[Box, int]()
    for mark, ids in sorted(put, key=lambda each: each[0].first):  # the first one lies above the others
        edges += [_edge(known[each], mark.first, wide, high) for each in ids if each in known]
    for mark, ids in put:
        for box in dict.fromkeys(known[each] for each in ids if each in known):
            number = taken[box] = taken.get(box, -1) + 1
            x = min(max(box.left - OUT, BADGE + 1), wide - BADGE - 1) + number * 2 * BADGE
            signs.append(_sign(x, min(max(box.top - OUT, BADGE + 1), high - BADGE - 1), mark))
    if not edges:
        return ""
    return tag("g", *edges, *signs, class_="marks", pointer_events="none", aria_hidden="true")


def marked(view: View, marks: Sequence[Mark], draw: Draw) -> str:
    """The board with its marks."""
    board = draw(view)
    laid = overlay(view, marks, draw)
    return board.removesuffix("</svg>") + laid + "</svg>" if laid else board


def _edge(box: Box, first: bool, across: float, down: float) -> str:
    """Around a thing, and within the board."""
    aside = [max(OUT, (LEAST - size) / 2) for size in (box.right - box.left, box.bottom - box.top)]
    x, y = max(box.left - aside[0], OUT), max(box.top - aside[1], OUT)
    wide, high = min(box.right + aside[0], across - OUT) - x, min(box.bottom + aside[1], down - OUT) - y
    colour, dashes = (FIRST, None) if first else (OTHER, DASHES)
    light = drawn_box(x, y, wide, high, None, "#ffffff", 10, stroke_width=8, stroke_opacity=0.85)
    edge = drawn_box(x, y, wide, high, None, colour, 10, stroke_width=4.5, stroke_dasharray=dashes)
    return tag("g", light, edge, class_="first" if first else "other")


def _sign(x: float, y: float, mark: Mark) -> str:
    """The first one is a full disc, the others are rings."""
    fill, ink, edge = (FIRST, "#ffffff", "#ffffff") if mark.first else ("#ffffff", OTHER, OTHER)
    shown = text(0, 4.8, mark.sign, 13, ink, bold=True, anchor="middle")
    return group(x, y, disc(0, 0, BADGE, fill, edge, stroke_width=2), shown)
