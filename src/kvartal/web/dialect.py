"""The dialect of the pages: what a seat is shown, drawn. Whole on connect, then only the parts that changed.

A message is {"is": "page", "version", "seat", "parts": {id: HTML}, "table": frame, "log": {"from", "html"}, …}.
"""

from collections.abc import Mapping
from typing import Any

from kvartal.engine.game import Setup
from kvartal.engine.svg import STYLE
from kvartal.engine.view import View
from kvartal.engine.words import words as words_of
from kvartal.server.shown import Shown, encode
from kvartal.web import parts
from kvartal.web.html import el
from kvartal.web.visit import WEB

DESK, PHONE = 1280, 360
INLINE = f"<style>{STYLE}</style>"  # refused by our own policy; the stylesheet brings it


def board(view: View, lang: str, width: int) -> str:
    """The board drawn for a place so wide; a game without drawings is shown as its text."""
    try:
        return view.draw(lang, width).replace(INLINE, "")
    except NotImplementedError:
        return str(el("pre", view.text(lang), class_="astext"))


class Drawn:
    """One seat, language and layout. Holds only what has been sent."""

    def __init__(self, setup: Setup, lang: str, width: int) -> None:
        self.setup = setup
        self.lang = lang
        self.width = width
        self.words = words_of(lang, WEB)
        self.sent: dict[str, str] = {}
        self.frame: Mapping[str, Any] | None = None
        self.version = -1
        self.lines = 0  # steps of the log that have been told
        self.seen = b""
        self.before: int | None = None  # my points when this turn of mine began

    def whole(self, shown: Shown) -> bytes:
        self.sent, self.frame, self.lines, self.seen = {}, None, 0, b""
        message = self.message(shown)
        assert message is not None
        return encode({**message, "whole": True})

    def changed(self, shown: Shown) -> bytes | None:
        if any(line.endswith(" undo") for line in shown.new_lines):
            self.lines = 0  # the log has become shorter: it is told anew
        message = self.message(shown)
        return None if message is None else encode(message)

    def message(self, shown: Shown) -> dict[str, Any] | None:
        found: dict[str, Any] = {}
        framed = shown.frame is not self.frame and shown.frame != self.frame
        view = self.named(shown) if shown.view is not None else None
        seen = view.encode() if view is not None else b""
        moved = seen != self.seen or self.version != shown.version
        drawn: dict[str, str] = {}
        if framed or moved:
            drawn |= parts.around(shown, view, self.words, self.gain(shown, view))
        if view is not None and moved:
            drawn["board"] = board(view, self.lang, self.width)
            drawn["textboard"] = parts.escaped(view.text(self.lang))
            drawn["moves"] = parts.moves(view, self.lang)
        if moved or framed or shown.chat:
            drawn["chatlines"] = parts.chat(shown)
        new = {name: str(html) for name, html in drawn.items() if self.sent.get(name) != html}
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
        if not found and self.version == shown.version:
            return None
        self.version, self.seen = shown.version, seen
        if shown.clock:
            found["clock"] = shown.clock
        return {"is": "page", "version": shown.version, "seat": shown.seat, **found}

    def named(self, shown: Shown) -> View:
        """The view with the names of this language: a bot is called in it too."""
        view = shown.view
        assert view is not None
        return View(view.setup, view.seat, view.known, parts.names(shown.frame, self.words))

    def log(self, shown: Shown) -> dict[str, Any]:
        since = self.lines
        told = shown.log(self.lang, since)
        if told:
            self.lines = told[-1].number + 1
        return {"from": since, "html": str(parts.log(told, shown.frame, self.words))}

    def gain(self, shown: Shown, view: View | None) -> int | None:
        """What my turn so far has brought me, where the game counts points as it goes."""
        if view is None or view.seat is None:
            return None
        scores = shown.scores(self.lang)
        total = scores[view.seat].total if scores[view.seat].lines else None
        if view.seat not in view.waiting or self.before is None:
            self.before = total
        return None if total is None or self.before is None else total - self.before
