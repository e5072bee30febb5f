"""Laws about what people are shown: the board drawn, written and told, words for moves and log, hints, sheets typed in.

Everything a game offers is called, so that an error in it is found here and not at somebody's table.
"""

import random
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from typing import Any

from kvartal.engine.bar import Bar
from kvartal.engine.board import Layout, layout
from kvartal.engine.conformance.findings import Findings, under
from kvartal.engine.conformance.secrecy_laws import observers
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Game, Setup
from kvartal.engine.match import Match
from kvartal.engine.score import SheetReport, TappedSheet
from kvartal.engine.state import State
from kvartal.engine.view import View
from kvartal.engine.words import LANGUAGES, Words

SCREENS = ((1280, 800), (740, 360), (360, 740))  # a desk, a phone held across, a phone: how wide, how high
DRAWN = 0.15  # of the positions inside a game; the first and the last are drawn on every screen and in every language
TAPS = 12  # on the picture of a sheet, one after another
SHEETS = ("", "no: such line", "{}", "[1]", "null", "\x00 \N{SNOWMAN}", "name: 1\n---\nname: 2")  # typed in


def offers(game: Game, method: str) -> bool:
    """Has the game its own?"""
    return getattr(type(game), method, None) is not getattr(Game, method, None)


# Once for a set-up ------------------------------------------------------------------------------------------------


@under("words")
def set_up(findings: Findings, setup: Setup) -> None:
    """Rules, options, cover and sheets in every language. They belong to the game: once, with the usual set-up."""
    game = setup.game
    if setup.digest != game.set_up().digest:
        return
    for lang in LANGUAGES:
        words = game.words(lang)
        for rule in game.rules:
            _text(findings, "words", f"{rule.id} in {lang}", rule.said, words)
        for option in game.options:
            for value in option.values or (option.default,):
                what = f"value_text of {option.name}={value} in {lang}"
                _text(findings, "words", what, game.value_text, option, value, words)
        if callable(getattr(game, "cover", None)):
            picture = _text(findings, "board", f"cover in {lang}", game.cover, words)  # type: ignore[attr-defined]
            _well_formed(findings, f"cover in {lang}", picture, setup)
        if offers(game, "score_sheet"):
            for text in SHEETS:
                _scored(findings, game, text, lang)
        if offers(game, "tap_sheet"):
            _tapped(findings, setup, lang)


def _scored(findings: Findings, game: Game, text: str, lang: str) -> None:
    what = f"score_sheet({text!r}) in {lang}"
    report = findings.attempt("sheets", what, game.score_sheet, text, game.words(lang))
    if report is not None and not (isinstance(report, SheetReport) and (report.problems or report.sheets)):
        findings.say("sheets", f"{what} gives neither scores nor what is wrong: {report!r}", game.score_sheet)


def _tapped(findings: Findings, setup: Setup, lang: str) -> None:
    """Begin with nothing, and go on tapping whatever is there."""
    game, words, rng = setup.game, setup.game.words(lang), random.Random(lang)
    text, tap = "", ""
    for number in range(TAPS):
        width, _ = SCREENS[number % len(SCREENS)]
        what = f"tap_sheet({text!r}, {tap!r}, width={width}) in {lang}"
        after = findings.attempt("sheets", what, game.tap_sheet, text, tap, words, width=width)
        if after is None:
            return
        if not isinstance(after, TappedSheet):
            findings.say("sheets", f"{what} gives no sheet: {after!r}", game.tap_sheet)
            return
        picture = _well_formed(findings, what, after.picture, setup)
        targets = [each.attrib["data-tap"] for each in picture.iter() if "data-tap" in each.attrib] if picture else []
        _scored(findings, game, after.text, lang)
        if not targets:
            return
        text, tap = after.text, rng.choice(targets)


# In every position ------------------------------------------------------------------------------------------------


@under("board")
def position(findings: Findings, setup: Setup, state: State, rng: random.Random, *, thorough: bool = False) -> None:
    """The board for one observer, and words for each of its moves. `thorough`: drawn in every way there is."""
    seat = rng.choice(observers(setup, rng))
    ways = [(rng.choice(LANGUAGES), rng.choice(SCREENS))] if thorough or rng.random() < DRAWN else []
    langs: Sequence[str] = (rng.choice(LANGUAGES),)
    if thorough:
        ways, langs = [(lang, screen) for lang in LANGUAGES for screen in SCREENS], LANGUAGES
    game, view = setup.game, View.of(setup, state, seat)
    before = view.encode()
    for lang, (width, height) in ways if offers(game, "draw") else ():
        what = f"draw for seat {seat} in {lang}, {width} × {height}"
        drawing = findings.attempt("board", what, view.draw, lang, width, height)
        picture = _well_formed(findings, what, drawing, setup)
        if picture is not None:
            _reachable(findings, what, view, lang, picture, layout(width, height))
    for lang in langs:
        words, who = view.words(lang), f"for seat {seat} in {lang}"
        _text(findings, "board", f"text {who}", game.text, view, words)
        _told(findings, f"told {who}", game, view, words)
        _bar(findings, f"bar {who}", view, lang)
        for method in ("notes", "rivals"):
            findings.attempt("words", f"{method} {who}", getattr(game, method), view, words)
        for code in view.codes():
            _text(findings, "words", f"offered({setup.notation[code]!r}) {who}", game.offered, view, code, words)
    if view.encode() != before:
        findings.say("board", f"showing the board changed what seat {seat} knows")


@under("board")
def ends(findings: Findings, setup: Setup, state: State, rng: random.Random) -> None:
    """Where a game begins and where it was left: drawn on every screen and in every language."""
    position(findings, setup, state, rng, thorough=True)


@under("greedy")
def greedy(findings: Findings, setup: Setup, state: State, rng: random.Random) -> None:
    game = setup.game
    seats = [seat for seat in range(setup.players) if state.turn() >= 0 and state.owes(seat)]
    if not seats or not offers(game, "greedy"):
        return
    seat = rng.choice(seats)
    view = View.of(setup, state, seat)
    before = view.encode()
    code = game.greedy(view)
    if code not in state.moves(seat, len(setup.notation)):
        name = repr(setup.notation[code]) if code in range(len(setup.notation)) else repr(code)
        findings.say("greedy", f"the sensible move of seat {seat} is {name}, which is not legal", game.greedy)
    if game.greedy(View.of(setup, state, seat)) != code or view.encode() != before:
        findings.say("greedy", f"the sensible move of seat {seat} is not the same for the same view", game.greedy)


@under("words")
def story(findings: Findings, setup: Setup, rng: random.Random, steps: int) -> None:
    """The log of a random game as one observer reads it, in every language."""
    match = Match(setup, SeededDeal(rng.getrandbits(62)))
    while not match.over and len(match) < steps:
        mover = rng.choice(match.waiting)
        match.play(mover, rng.choice(match.moves(mover)))
    seat = rng.choice([None, *range(setup.players)])
    for lang in LANGUAGES:
        what = f"the log of seat {seat} in {lang}"
        for line in findings.attempt("words", what, match.log, seat, lang) or ():
            if not isinstance(line.text, str) or not line.text:
                findings.say("words", f"{what} has a line without a text: {line!r}", setup.game.narrate)
            if line.rule is not None and line.rule not in setup.game.rules:
                findings.say("words", f"{what} names a rule of another game: {line!r}", setup.game.narrate)


# What was given ---------------------------------------------------------------------------------------------------


def _text(findings: Findings, law: str, what: str, method: Any, *given: object) -> str | None:
    found: str | None = findings.attempt(law, what, method, *given)
    if found is None or (isinstance(found, str) and found):
        return found
    findings.say(law, f"{what} gives {found!r}, not a text", method)
    return None


def _told(findings: Findings, what: str, game: Game, view: View, words: Words) -> None:
    for part in findings.attempt("board", what, game.told, view, words) or ():
        head, lines = part if isinstance(part, Sequence) and len(part) == 2 else (None, None)
        listed = isinstance(lines, Sequence) and not isinstance(lines, str)
        if not isinstance(head, str) or not listed or not all(isinstance(line, str) for line in lines or ()):
            findings.say("board", f"{what}: a heading with its lines is expected, not {part!r}", game.told)


def _bar(findings: Findings, what: str, view: View, lang: str) -> None:
    game = view.setup.game
    bar = findings.attempt("bar", what, view.bar, lang)
    if bar is None:
        return
    if not isinstance(bar, Bar):
        findings.say("bar", f"{what} is no Bar: {bar!r}", game.bar)
        return
    if view.bar(lang) != bar:
        findings.say("bar", f"{what} is not the same for the same view", game.bar)
    codes = [button.code for button in bar.buttons] + [code for pick in bar.picks for _, code in pick.moves]
    strange = [code for code in codes if code not in view.codes()]
    if strange or len(set(codes)) < len(codes):
        findings.say(
            "bar", f"{what} has buttons for {codes}; each legal move has one at most: {view.codes()}", game.bar
        )
    said = (bar.title, *bar.steps, *(text for button in bar.buttons for text in (button.shown, button.said)))
    said += (*(tab.shown for tab in bar.tabs), *(text for pick in bar.picks for text in (pick.shown, pick.said)))
    if not all(isinstance(text, str) and text for text in said) or not isinstance(bar.sentence, str):
        findings.say("bar", f"{what} has no title, or a step or button without words: {bar!r}", game.bar)
    if not -1 <= bar.step < max(1, len(bar.steps)):
        findings.say("bar", f"{what} is at step {bar.step} of {len(bar.steps)}", game.bar)


def _reachable(findings: Findings, what: str, view: View, lang: str, picture: ET.Element, kind: Layout) -> None:
    """Every legal move stands on the board or in the bar; a pick has its places there; on a phone there is a play
    area, and whatever a tab leads to."""
    game, notation = view.setup.game, view.setup.notation
    bar = findings.attempt("bar", what, view.bar, lang)
    if not isinstance(bar, Bar):
        return
    drawn = {each.attrib["id"]: each for each in picture.iter() if "id" in each.attrib}
    there = {each.attrib["data-move"] for each in picture.iter() if "data-move" in each.attrib}
    there |= {notation[button.code] for button in bar.buttons}
    for pick in bar.picks:
        for place, code in pick.moves:
            if place not in drawn:
                findings.say("bar", f"{what}: {pick.said!r} has a place {place!r}, which is not drawn", game.bar)
            there.add(notation[code])
    lost = [notation[code] for code in view.codes() if notation[code] not in there]
    if lost:
        findings.say("bar", f"{what}: these moves are neither on the board nor in the bar: {lost}", game.bar)
    if kind == "desk":
        return
    away = [tab.id for tab in bar.tabs if tab.id not in drawn]
    if away:
        findings.say("bar", f"{what}: tabs lead to what is not drawn: {away}", game.bar)
    if not any("data-play" in each.attrib for each in picture.iter()):
        findings.say("board", f"{what}: no zone is marked as the play area (data-play)", game.draw)


def _well_formed(findings: Findings, what: str, picture: str | None, setup: Setup) -> ET.Element | None:
    """A picture is XML, and what can be clicked on it names a move."""
    if picture is None:
        return None
    try:
        board = ET.fromstring(picture)  # noqa: S314 - drawn by the game itself
    except ET.ParseError as error:
        findings.say("board", f"{what}: not well-formed: {error}")
        return None
    for target in board.iter():
        move = target.attrib.get("data-move")
        if move is not None and move not in setup.notation:
            findings.say("board", f"{what}: data-move={move!r} is no move")
    return board
