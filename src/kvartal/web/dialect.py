"""The dialect of the pages: what a seat is shown, drawn. Whole on connect, then only the parts that changed.

A message is {"is": "page", "version", "seat", "parts": {id: HTML}, "board": SVG, "svg": the board's opening tag,
"table": frame, "log": {"from", "html"}, …}: `board` holds the pieces and units of the board that look different now
(`web/units.py`), `parts` the rest of the page.
The board as text comes with the whole page; a page that shows it asks for it anew.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from kvartal.engine.game import Setup
from kvartal.engine.svg import Drawing
from kvartal.engine.view import View
from kvartal.engine.words import words as words_of
from kvartal.server.shown import NO_TURN, Shown, encode
from kvartal.web import parts
from kvartal.web.html import el
from kvartal.web.units import Pieces
from kvartal.web.visit import INLINE, WEB, build

DESK, PHONE = 1280, 360


def board(view: View, lang: str, width: int) -> str:
    """The board drawn for a place so wide; a game without drawings is shown as its text."""
    head, pieces = drawn(view, lang, width)
    return together(head, pieces)


def drawn(view: View, lang: str, width: int) -> tuple[str, tuple[str, ...]]:
    """The board in pieces: what stands before them, and they themselves; no pieces where the game keeps none apart."""
    try:
        drawing = view.draw(lang, width)
    except NotImplementedError:
        return str(el("pre", view.text(lang), class_="astext")), ()
    if isinstance(drawing, Drawing):
        return drawing.head.replace(INLINE, "", 1), drawing.parts
    return drawing.replace(INLINE, "", 1), ()


def together(head: str, pieces: Sequence[str]) -> str:
    if not pieces:
        return head
    return head + "".join(f'<g data-part="{n}">{piece}</g>' for n, piece in enumerate(pieces)) + "</svg>"


class Drawn:
    """One seat, language and layout. Holds only what has been sent."""

    slow = True

    def __init__(self, setup: Setup, lang: str, width: int) -> None:
        self.setup = setup
        self.lang = lang
        self.width = width
        self.words = words_of(lang, WEB)
        self.sent: dict[str, str] = {}
        self.kept = parts.Kept()
        self.frame: Mapping[str, Any] | None = None
        self.version = -1
        self.lines = 0  # steps of the log that have been told
        self.seen = b""
        self.head = ""
        self.pieces = Pieces()  # of the board
        self.chat = -1  # the last line of chat that was told

    def whole(self, shown: Shown) -> bytes:
        self.sent, self.frame, self.lines, self.seen, self.chat = {}, None, 0, b"", -1
        self.head, self.pieces, self.kept = "", Pieces(), parts.Kept()
        message = self.message(shown)
        assert message is not None
        if shown.view is not None:
            message["parts"]["textboard"] = parts.escaped(shown.view.text(self.lang))
        return encode({**message, "whole": True, "build": build()})

    def changed(self, shown: Shown) -> bytes | None:
        if any(line.endswith(" undo") for line in shown.new_lines):
            self.lines = 0  # the log has become shorter: it is told anew
        message = self.message(shown)
        return None if message is None else encode(message)

    def message(self, shown: Shown) -> dict[str, Any] | None:
        found: dict[str, Any] = {}
        framed = shown.frame is not self.frame and shown.frame != self.frame
        view = shown.view
        seen = view.encode() if view is not None else b""
        moved = seen != self.seen or self.version != shown.version
        around: dict[str, str] = {}
        if framed or moved:
            turn = shown.turn() if shown.frame["status"] == "playing" else NO_TURN
            around |= parts.around(shown, view, self.words, shown.scores(self.lang), turn, self.kept)
        if view is not None and (moved or framed):  # a frame may bring other names
            found |= self.board(view, around)
            around["moves"] = parts.moves(view, self.lang)
        last = shown.chat[-1].number if shown.chat else 0
        if framed or last != self.chat:
            around["chatlines"] = parts.chat(shown)
            self.chat = last
        new = {name: str(html) for name, html in around.items() if self.sent.get(name) != html}
        self.sent |= new
        if new:
            found["parts"] = new
        if framed:
            found["table"] = shown.frame
            self.frame = shown.frame
        if view is not None and moved:
            found["log"] = self.log(shown)
            found["waiting"] = view.waiting
            found["over"] = view.over
            if view.seat is not None:
                rule = shown.no_undo()
                found["undo"] = "" if rule is None else rule.said(self.setup.game.words(self.lang))
        if not found and self.version == shown.version:
            return None
        self.version, self.seen = shown.version, seen
        if shown.clock:
            found["clock"] = shown.clock
        return {"is": "page", "version": shown.version, "seat": shown.seat, **found}

    def board(self, view: View, around: dict[str, str]) -> dict[str, Any]:
        """Only what looks different, if the rest is there; else the whole board as a part of the page."""
        head, pieces = drawn(view, self.lang, self.width)
        opening, _, rest = head.partition(">")  # the label and the height of the board change, its signs do not
        was, _, was_rest = self.head.partition(">")
        self.head = head
        if not pieces or was_rest != rest or not self.pieces.pieces:
            self.pieces = Pieces(pieces)
            around["board"] = together(head, pieces)
            self.sent.pop("board", None)
            return {}
        new = self.pieces.changed(pieces)
        return ({"board": new} if new else {}) | ({"svg": f"{opening}></svg>"} if opening != was else {})

    def log(self, shown: Shown) -> dict[str, Any]:
        since = self.lines
        told = shown.log(self.lang, since)
        if told:
            self.lines = told[-1].number + 1
        return {"from": since, "html": str(parts.log(told, shown.frame, parts.called(shown.frame, self.words)))}
