"""The first game by doing: lessons to begin, and the bubble that points at things on the live board.

What is pointed at comes from the game (`Game.lessons`); `files/coach.js` puts a ring around it.
"""

from typing import Any

from kvartal.engine.coach import Lesson, lesson_of
from kvartal.engine.game import Game
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.web import faults
from kvartal.web.html import Html, el


def told(view: View, name: str, lang: str) -> dict[str, Any]:
    """The marks for this view: `of` so many in the lesson, each with its number, where it points, what it says, and the
    move that it waits for. A game that fails here leaves its newcomer without marks, not without a table."""
    try:
        lesson = lesson_of(view.setup.game, name)
        notation = view.setup.notation
        marks = [
            {"n": n, "at": at or f"do-{code}", "text": text, "move": None if code is None else notation[code]}
            for n, at, text, code in lesson.told(view, lang)
        ]
    except Exception as error:
        faults.log(view.setup.game, "lessons", error)
        return {"of": 0, "marks": []}
    return {"of": len(lesson.marks), "marks": marks}


def label(words: Words) -> str:
    """What everybody should know about such a table."""
    return words("A teaching deal: always the same cards. What is reached here counts nowhere.")


def bubble(words: Words) -> Html:
    """What a mark says, beside its ring."""
    return el(
        "div",
        el("div", id="coachring", class_="coachring", hidden=True, aria_hidden="true"),
        el(
            "section",
            el("p", words("First game · a teaching deal"), " ", el("span", id="coachcount"), class_="coachhead"),
            el("p", id="coachtext", role="status"),
            el(
                "p",
                el("button", words("Leave"), id="coachleave", class_="quiet", title="Esc"),
                el("button", words("Go there"), id="coachgo", title="N"),
                el("button", words("Next"), id="coachnext", class_="go", title="N", data_last=words("Play on")),
                class_="send",
            ),
            id="coach",
            class_="coach",
            aria_label=words("First game"),
            data_press=words("Press what is ringed."),
            data_left=words("You can come back to it: First game, among the tools of the table."),
            data_nothing=words("The guided turns are over: play on, and ask for a hint when you like."),
            data_wait=words("Wait until it is your turn: then it goes on."),
            hidden=True,
        ),
    )


def lesson_button(game: Game, lesson: Lesson, own: Words, words: Words, shown: str = "", kind: str = "quiet") -> Html:
    said = words("Learn by playing")
    return el(
        "button",
        shown or said,
        class_=kind,
        data_learn=f"{game.key}/{lesson.name}",
        aria_label=f"{said}: {own(game.title)}, {own(lesson.title)}",
    )


def lessons(game: Game, own: Words, words: Words) -> Html | None:
    """Every way of playing that can be learned by doing."""
    if not game.lessons:
        return None
    ways = [lesson_button(game, each, own, words, own(each.title)) for each in game.lessons]
    note = words("The first turns, led by the hand: press what is ringed. A fixed deal against the friendliest bot.")
    return el(
        "div",
        el("h2", words("Learn by playing")),
        el("p", note),
        el("div", *ways, class_="ways"),
        class_="lessons",
    )
