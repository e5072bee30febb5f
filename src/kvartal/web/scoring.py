"""The score helper for people with the box: sheets tapped on their picture or typed in, the score line by line."""

import msgspec

from kvartal.engine.game import Game
from kvartal.web.ending import score_table
from kvartal.web.html import Html, el
from kvartal.web.visit import INLINE, Visit, page

LONGEST = 20_000


class Tap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sheets as text, and what was touched on their picture."""

    text: str
    tap: str = ""
    phone: bool = False


def helps(game: Game) -> bool:
    """Does this game score sheets typed in?"""
    return type(game).score_sheet is not Game.score_sheet


def drawn(game: Game) -> bool:
    """Can its sheets be tapped?"""
    return type(game).tap_sheet is not Game.tap_sheet


def examples(game: Game) -> list[str]:
    folder = game.folder / "examples"
    return [path.read_text("utf-8") for path in sorted(folder.glob("*.txt"))] if folder.is_dir() else []


def score_page(visit: Visit, game: Game) -> Html:
    words, own = visit.words, game.words(visit.words.lang)
    title = words("Count the points: {game}", game=own(game.title))
    given, taps = next(iter(examples(game)), ""), drawn(game)
    text = el("textarea", "\n" + given, id="sheet", rows=18, maxlength=LONGEST, spellcheck="false")
    undo = words("Take the text back to what it was before")
    tools = [
        el("span", id="sum", aria_hidden="true"),
        el("button", words("Undo"), type="button", id="undo", class_="quiet", disabled=True, title=undo)
        if taps
        else el("button", words("Count"), class_="go"),
        el("button", words("An empty sheet"), type="button", id="empty", class_="quiet") if taps else None,
        el("button", words("An example"), type="button", id="example", class_="quiet", data_text=given)
        if taps
        else None,
    ]
    typed = [
        el("p", words("Type your sheets as in this example; the points are counted line by line.")),
        el("label", words("Sheets of the players"), for_="sheet"),
        text,
    ]
    form = el(
        "form",
        el("p", own(game.tapping) if game.tapping else None, " ", words("The points follow at once."))
        if taps
        else None,
        el("div", id="paper", data_taps="1") if taps else None,
        el("p", *tools, class_="tools"),
        el("details", el("summary", words("As text")), *typed, el("button", words("Count"), class_="go"))
        if taps
        else el("div", *typed),
        id="score",
        data_game=game.key,
        class_="card",
    )
    result = el("section", el("h2", words("Score")), el("div", id="scored", role="status"), class_="counted")
    return page(visit, title, el("h1", title), el("div", form, result, class_="setup"), script="score.js")


def tapped(visit: Visit, game: Game, data: Tap, width: int) -> dict[str, str]:
    """The sheets after a tap: as text, as a picture, and scored. A text that a tap would take something away from,
    because it cannot be read, stays as it is."""
    given, own = data.text[:LONGEST], game.words(visit.words.lang)
    found = game.tap_sheet(given, data.tap[:80], own, width=width)
    if given.strip() and game.score_sheet(given, own).problems:
        read = game.tap_sheet(given, "", own, width=width)
        if read.text != given:
            why = visit.words(
                "The text holds something that cannot be read: correct it first, so that nothing of it is lost."
            )
            return {
                "text": given,
                "picture": read.picture.replace(INLINE, "", 1),
                "scored": scored(visit, game, given),
                "refused": why if data.tap else "",
            }
    return {
        "text": found.text,
        "picture": found.picture.replace(INLINE, "", 1),
        "scored": scored(visit, game, found.text),
    }


def scored(visit: Visit, game: Game, text: str) -> Html:
    words = visit.words
    report = game.score_sheet(text[:LONGEST], game.words(words.lang))
    if report.problems:
        return el(
            "div",
            el("p", el("strong", words("This does not fit yet:"))),
            el("ul", *(el("li", p) for p in report.problems)),
        )
    blocks = []
    for sheet in report.ranked:
        place = f"{sheet.place}. " if sheet.place else ""
        blocks.append(Html(score_table(sheet.score, place + sheet.name, words)))
    return el("div", *blocks)
