"""A page on which one turn is made on the live board, without a table: puzzles, and moments of one's own.

The page holds the moves so far and sends all of them; the server holds nothing. What is drawn is made from a View.
"""

from typing import Annotated, Any

import msgspec

from kvartal.engine.rule import RefusedMove
from kvartal.engine.words import Words
from kvartal.review.decisions import Difference
from kvartal.review.exercise import Exercise, as_good, verdict, why
from kvartal.review.puzzle import LONGEST, BadPuzzle, Walk
from kvartal.server.table.commands import Refused
from kvartal.web import bar
from kvartal.web.dialect import Screen, board
from kvartal.web.hints import marks
from kvartal.web.html import Html, el, join
from kvartal.web.parts import escaped, in_words
from kvartal.web.table import dock, menu, rules, tool
from kvartal.web.visit import Visit, page


class Made(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The moves of the turn so far, in notation. `shown`: the answer is wanted."""

    moves: Annotated[list[Annotated[str, msgspec.Meta(max_length=200)]], msgspec.Meta(max_length=LONGEST)] = []
    screen: Screen = "desk"
    shown: bool = False


def exercise_page(
    visit: Visit, exercise: Exercise, title: str, at: str, *beside: object, after: str, **data: object
) -> Html:
    """`at`: where the moves are sent; `after`: where *next* leads; `beside`: what stands beside the board."""
    words, setup = visit.words, exercise.view.setup
    game = setup.game
    own, book = game.words(words.lang), game.book(setup.options)
    return page(
        visit,
        title,
        el("h1", title, class_="tabletitle"),
        el("div", id="spoken", class_="unseen", aria_live="polite"),
        _play(visit, el("div", *beside, id="side", class_="side")),
        rules(game, own, words, setup.data.corrections(), book),
        _keys(words),
        script="puzzle.js",
        kind="table",
        at=at,
        after=after,
        title=title,
        **data,
    )


def _play(visit: Visit, side: Html) -> Html:
    words = visit.words
    head = el(
        "section",
        menu(visit),
        el("h2", "…", id="status", tabindex="-1"),
        el("p", id="sentence", class_="sentence"),
        el("div", id="steps", class_="course"),
        el("div", tool("undo", words("Undo"), "U"), tool("hint", words("Show me"), "H"), class_="tools"),
        id="turnbox",
        class_="bar",
    )
    middle = el(
        "div",
        el("div", id="asked", class_="asked verdict", role="status"),
        el("div", id="end", hidden=True),
        el("div", id="news", hidden=True),
        el("div", id="board"),
        el("button", words("Show where"), id="showwhere", class_="go", hidden=True),
        el("div", id="textboard", tabindex="-1", role="region", aria_label=words("Text board"), hidden=True),
        el("div", id="moves", class_="moves", role="group", aria_label=words("All moves")),
        class_="middle",
    )
    return el("div", head, dock(words), middle, side, class_="play", id="play")


def further(words: Words) -> Html:
    return el(
        "div",
        el("button", words("Text board"), id="astext", title="T", aria_pressed="false"),
        el("button", words("Rules"), id="showrules", title="R"),
        el("button", words("Keys"), id="showkeys", title="?"),
        class_="tools more",
    )


def _keys(words: Words) -> Html:
    rows = [
        ("1–9", words("press the first, second … button of the bar")),
        ("← ↑ → ↓", words("go from place to place")),
        ("Enter", words("do it")),
        ("U", words("take back")),
        ("H", words("show me the answer")),
        ("N", words("next")),
        ("T", words("board as text, and back")),
        ("R", words("rules")),
    ]
    listed = [el("tr", el("th", el("kbd", key), scope="row"), el("td", text)) for key, text in rows]
    letters = el("input", type="checkbox", id="letters", checked=True)
    return el(
        "dialog",
        el("form", el("button", words("Close")), method="dialog", class_="close"),
        el("h2", words("Keys")),
        el("table", el("tbody", *listed), class_="sheet"),
        el("p", letters, " ", el("label", words("Single letters and digits are keys"), for_="letters")),
        id="keys",
        aria_label=words("Keys"),
    )


# One moment of it ---------------------------------------------------------------------------------------------------


def walked(exercise: Exercise, moves: list[str], lang: str) -> Walk:
    """The turn so far; a move that is not legal there is refused, with its rule."""
    walk = Walk(exercise.view)
    try:
        for move in moves:
            code = exercise.view.setup.code(move)
            refusal = walk.now().refusal(code, lang) if not walk.over else None
            if refusal is not None:
                raise Refused(refusal.text, refusal.rule.id, lang=lang)
            walk.move(code)
    except RefusedMove as refused:
        raise Refused(refused.message, refused.rule.id) from None
    except BadPuzzle as error:
        raise Refused(str(error)) from None
    return walk


def moment(
    exercise: Exercise, made: Made, visit: Visit, task: str, lost: Difference | None = None
) -> dict[str, Any]:  # fmt: skip
    """What the page shows after these moves; when the turn is over, what is said of it. `lost`: what that turn gives
    away beside the answer, where there is a question."""
    lang, words = visit.words.lang, visit.words
    walk = walked(exercise, made.moves, lang)
    view, over = walk.now(), walk.over
    told = bar.bar_of(view, lang)
    parts = {"status": escaped(told.title), "sentence": escaped(told.sentence), **bar.pressed(told, view.setup, words)}
    parts["moves"] = bar.moves(view, lang, told, words)
    parts["tabs"] = bar.tabs(told, words, words("Exercise"))
    parts["textboard"] = str(in_words(view, lang))
    found: dict[str, Any] = {
        "board": board(view, lang, made.screen),
        "over": over,
        "solved": False,
        "moves": made.moves,
    }
    notation = view.setup.notation
    if over:
        solved = exercise.solved_by(walk.codes) or (lost is not None and as_good(exercise, lost))
        parts |= {"status": escaped(words("Solved!") if solved else words("Not the best turn")), "sentence": ""}
        parts |= {"steps": "", "buttons": "", "picks": "", "moves": ""}
        found["solved"] = solved
        lines = why(exercise, lang) if solved else []
        parts["asked"] = said(verdict(exercise, walk.codes, lang, lost), lines, words, solved)
    elif made.shown:
        parts["asked"] = said("", why(exercise, lang), words, True)
        if exercise.answer[: len(walk.codes)] == walk.codes:
            rest = [notation[code] for code in exercise.answer[len(walk.codes) :]]
            found |= {"mark": rest[0], "marks": marks(view, [("1", {"turn": rest})], lang, made.screen)}
    else:
        parts["asked"] = "" if made.moves else said(task, [], words, None)
    return {**found, "parts": parts}


def said(head: str, lines: list[str], words: Words, solved: bool | None) -> str:
    """What stands over the board: the task (None), or what came of the turn, with what can be done now."""
    buttons = []
    if solved is not None:
        if not solved:
            buttons.append(el("button", words("Show me"), data_show="1"))
        buttons.append(el("button", words("Again"), data_again="1", class_=None if solved else "go"))
        buttons.append(el("button", words("Next"), data_next="1", class_="go" if solved else None))
    if not head or solved is None:  # it may lie over what it speaks of
        buttons.append(el("button", words("Close"), id="closetask", class_="quiet"))
    return join(
        el("p", el("strong", head)) if head else None,
        el("ul", *(el("li", line) for line in lines)) if lines else None,
        el("div", *buttons, class_="tools"),
    )
