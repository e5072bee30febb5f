"""The dialect of the pages: what a seat is shown, drawn. Whole on connect, then only the parts that changed.

A message is {"is": "page", "version", "seat", "parts": {id: HTML}, "board": SVG, "svg": attributes of the board,
"table": frame, …}: `board` holds the pieces and units of the board that look different now (`web/svg_diff.py`), `parts`
the rest of the page.
What stands beside follows in a message of its own, {"is": "beside", "board", "parts", "rows", "log": {"from", "html"}},
when everybody has seen the first: what a game draws beside the others (the sheets of other people), players, score
sheets, chat, the steps of the turn and log. The whole page has all of it in one message.
Of lists that the page has, `rows` holds those elements, by their ids, that look different.
The board as text comes with the whole page; a page that shows it asks for it anew.
"""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from html import unescape
from typing import Any, Literal

from kvartal.engine.board import PLACES as LAYOUTS
from kvartal.engine.game import Setup
from kvartal.engine.state import State
from kvartal.engine.svg import Drawing
from kvartal.engine.view import View
from kvartal.engine.words import words as words_of
from kvartal.server.live.frame import TableShown
from kvartal.server.live.shown import Shown, encode
from kvartal.web import bar, coach, faults, parts
from kvartal.web.parts import Rows
from kvartal.web.svg_diff import Pieces
from kvartal.web.visit import INLINE, WEB, build

Screen = Literal["desk", "phone", "across"]  # what a page is looked at with, and what it calls its dialect
# how wide and high the place is that a board gets there
PLACES: dict[Screen, tuple[int, int]] = {
    "desk": LAYOUTS["desk"],
    "phone": LAYOUTS["upright"],
    "across": LAYOUTS["across"],
}
CHAT = "chatlines"  # what others say stands last in a message: it is compressed apart from the rest
ATTRIBUTE = re.compile(r' ([\w:-]+)="([^"]*)"')
BESIDE = "beside "  # before the numbers of pieces that may come later than the others


def board(view: View, lang: str, screen: Screen) -> str:
    """The board drawn for this screen; a game without drawings is shown as its text."""
    return together(drawn(view, lang, screen))


def drawn(view: View, lang: str, screen: Screen) -> Drawing:
    """The board in pieces: what stands before them, and they themselves; no pieces where the game keeps none apart.

    A drawing that fails is a fault of the game: people go on playing with its text.
    """
    try:
        drawing = view.drawing(lang, *PLACES[screen])
    except NotImplementedError:
        drawing = str(parts.written(view, lang))
    except Exception as error:
        faults.log(view.setup.game, "draw", error)
        drawing = str(parts.written(view, lang))
    if isinstance(drawing, str):
        drawing = Drawing(drawing, (), tuple)
    return Drawing(drawing.head.replace(INLINE, "", 1), drawing.parts, partial(drawn_beside, view, drawing))


def drawn_beside(view: View, drawing: Drawing) -> Sequence[str]:
    """What may come later, drawn now: without it the rest of the board still stands."""
    try:
        return tuple(drawing.beside())
    except Exception as error:
        faults.log(view.setup.game, "draw", error)
        return ()


def together(drawing: Drawing) -> str:
    if not drawing.parts:
        return drawing.head
    pieces = [*enumerate(drawing.parts), *((f"{BESIDE}{n}", piece) for n, piece in enumerate(drawing.beside()))]
    return drawing.head + "".join(f'<g data-part="{n}">{piece}</g>' for n, piece in pieces) + "</svg>"


def other(was: str, now: str) -> dict[str, str | None]:
    """The attributes of an opening tag that are different now; None: gone."""
    had, have = dict(ATTRIBUTE.findall(was)), dict(ATTRIBUTE.findall(now))
    found: dict[str, str | None] = {name: unescape(value) for name, value in have.items() if had.get(name) != value}
    return found | dict.fromkeys(had.keys() - have.keys())


class Drawn:
    """One seat, language and screen. Holds only what has been sent."""

    slow = True

    def __init__(self, setup: Setup, lang: str, screen: Screen) -> None:
        self.setup = setup
        self.lang = lang
        self.screen: Screen = screen
        self.words = words_of(lang, WEB)
        self.sent: dict[str, str] = {}
        self.rows: dict[str, Rows] = {}  # of the parts that are sent row by row
        self.frame: TableShown | None = None
        self.version = -1
        self.lines = 0  # steps of the log that have been told
        self.mine: dict[int, str] = {}  # and by their number, the words of those that this seat made
        self.known: State | None = None  # what was seen when it was last drawn
        self.head = ""
        self.pieces = Pieces()  # of the board
        self.pieces_beside = Pieces()
        self.drawing: Drawing | None = None  # whose pieces beside the others are not drawn yet
        self.undo: str | None = None  # why no step can be taken back, as it was told; "" if one can
        self.chat = -1  # the last line of chat that was told
        self.moved = self.framed = False  # what stands beside the board does not know it yet

    def whole(self, shown: Shown) -> bytes:
        self.sent, self.frame, self.lines, self.known, self.chat = {}, None, 0, None, -1
        self.head, self.pieces, self.drawing, self.rows, self.undo = "", Pieces(), None, {}, None
        message = self.message(shown)
        assert message is not None
        beside = self.message_beside(shown)
        found = {**message.pop("parts"), **beside.pop("parts", {})}
        if shown.view is not None:
            found["textboard"] = str(parts.in_words(shown.view, self.lang))
        if CHAT in found:
            found[CHAT] = found.pop(CHAT)  # last
        return encode({**message, **beside, "whole": True, "build": build(), "parts": found})

    def changed(self, shown: Shown) -> bytes | None:
        if any(line.endswith(" undo") for line in shown.new_lines):
            self.lines = 0  # the log has become shorter: it is told anew
        message = self.message(shown)
        return None if message is None else encode(message)

    def beside(self, shown: Shown) -> bytes | None:
        message = self.message_beside(shown)
        return encode({"is": "beside", **message}) if message else None

    def message(self, shown: Shown) -> dict[str, Any] | None:
        found: dict[str, Any] = {}
        framed = shown.frame is not self.frame and shown.frame != self.frame
        view = shown.view
        moved = self.version != shown.version or not self.has_seen(view)
        around: dict[str, str] = {}
        if framed or moved:
            self.framed, self.moved = self.framed or framed, self.moved or moved
            told = bar.bar_of(view, self.lang) if view is not None else None
            kept = self.kept(shown)
            named = kept.called(shown.frame, self.words)
            around |= parts.around(shown, self.words, kept) | bar.parts_of(shown, told, self.words, named)
            if view is not None and told is not None:  # a frame may bring other names
                found |= self.board(view, around)
                around["moves"] = bar.moves(view, self.lang, told, self.words)
        found |= self.new(around)
        if framed:
            found["table"] = shown.frame
            self.frame = shown.frame
        if view is not None and moved:
            found["waiting"] = view.waiting
            found["over"] = view.over
            if shown.frame.lesson:
                found["coach"] = coach.told(view, shown.frame.lesson, self.lang)
        if view is not None and view.seat is not None and moved:
            rule = shown.no_undo()
            undo = "" if rule is None else rule.said(self.setup.game.words(self.lang))
            if undo != self.undo:
                found["undo"] = self.undo = undo
        if not found and self.version == shown.version:
            return None
        self.version, self.known = shown.version, view.known if view is not None else None
        if shown.clock:
            found["clock"] = shown.clock
        return {"is": "page", "version": shown.version, "seat": shown.seat, **found}

    def message_beside(self, shown: Shown) -> dict[str, Any]:
        found: dict[str, Any] = {}
        around: dict[str, str] = {}
        rows: dict[str, str] = {}
        if self.framed or self.moved:
            for name, part in parts.beside(shown, self.words, self.kept(shown)).items():
                had, self.rows[name] = self.rows.get(name), part
                changed = part.since(had) if had is not None else None
                if changed is None:
                    self.sent.pop(name, None)  # rows may have changed since
                    around[name] = part.html
                else:
                    rows |= changed
        if rows:
            found["rows"] = rows
        if self.moved and shown.view is not None:
            found["log"] = self.log(shown)
        if self.framed or self.moved:
            around["turn"] = parts.so_far(shown, self.words, self.mine)
        last = shown.chat[-1].number if shown.chat else 0
        if self.framed or last != self.chat:
            around[CHAT] = parts.chat(shown, self.words)
            self.chat = last
        self.framed = self.moved = False
        return found | self.board_beside() | self.new(around)  # parts are the last in a message, chat the last of them

    def kept(self, shown: Shown) -> parts.Kept:
        """What all pages of this table share that are in the same language."""
        found = shown.shared.kept.get(self.lang)
        if not isinstance(found, parts.Kept):
            found = shown.shared.kept[self.lang] = parts.Kept()
        return found

    def has_seen(self, view: View | None) -> bool:
        if view is None or self.known is None:
            return view is None and self.known is None
        return self.known.same(view.known)

    def new(self, around: Mapping[str, str]) -> dict[str, Any]:
        """The parts that the page does not have yet."""
        new = {name: str(html) for name, html in around.items() if self.sent.get(name) != html}
        self.sent |= new
        return {"parts": new} if new else {}

    def board(self, view: View, around: dict[str, str]) -> dict[str, Any]:
        """Only what looks different, if the rest is there; else the whole board as a part of the page."""
        drawing = drawn(view, self.lang, self.screen)
        head, pieces = drawing.head, drawing.parts
        opening, _, rest = head.partition(">")  # the label and the height of the board change, its signs do not
        was, _, was_rest = self.head.partition(">")
        self.head = head
        if not pieces or was_rest != rest or not self.pieces.pieces:
            self.pieces, self.pieces_beside = Pieces(pieces), Pieces(drawing.beside(), BESIDE)
            self.drawing = None
            around["board"] = together(drawing)
            self.sent.pop("board", None)
            return {}
        self.drawing = drawing
        new = self.pieces.changed(pieces)
        return ({"board": new} if new else {}) | ({"svg": other(was, opening)} if opening != was else {})

    def board_beside(self) -> dict[str, Any]:
        drawing, self.drawing = self.drawing, None
        new = self.pieces_beside.changed(drawing.beside()) if drawing is not None else ""
        return {"board": new} if new else {}

    def log(self, shown: Shown) -> dict[str, Any]:
        since = self.lines
        told = shown.log(self.lang, since)
        if told:
            self.lines = told[-1].number + 1
        if since == 0:
            self.mine = {}
        for line in told:
            if line.seat is not None and line.seat == shown.seat:
                self.mine.setdefault(line.number, line.text)
        named = self.kept(shown).called(shown.frame, self.words)
        return {"from": since, "html": str(parts.log(told, self.setup.game.key, named))}
