"""The score helper for people with the box: a sheet typed in, the score line by line."""

from kvartal.engine.game import Game
from kvartal.web.html import Html, el
from kvartal.web.visit import Visit, page

LONGEST = 20_000


def helps(game: Game) -> bool:
    """Does this game score sheets typed in?"""
    return type(game).score_sheet is not Game.score_sheet


def examples(game: Game) -> list[str]:
    folder = game.folder / "examples"
    return [path.read_text("utf-8") for path in sorted(folder.glob("*.txt"))] if folder.is_dir() else []


def score_page(visit: Visit, game: Game) -> Html:
    words, own = visit.words, game.words(visit.words.lang)
    title = words("Count the points: {game}", game=own(game.title))
    given = next(iter(examples(game)), "")
    text = el("textarea", "\n" + given, id="sheet", rows=18, maxlength=LONGEST, spellcheck="false")
    form = el(
        "form",
        el("p", words("Type your sheets as in this example; the points are counted line by line.")),
        el("label", words("Sheets of the players"), for_="sheet"),
        text,
        el("p", el("button", words("Count"), class_="go")),
        id="score",
        data_game=game.key,
        class_="card",
    )
    result = el("section", el("h2", words("Score")), el("div", id="scored", role="status"))
    return page(visit, title, el("h1", title), el("div", form, result, class_="setup"), script="score.js")


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
    for sheet in sorted(report.sheets, key=lambda sheet: sheet.place):
        rows = [el("tr", el("td", line.text), el("td", f"{line.points:+d}", class_="n")) for line in sheet.score.lines]
        total = el("tr", el("th", words("Total"), scope="row"), el("td", sheet.score.total, class_="n"), class_="total")
        place = f"{sheet.place}. " if sheet.place else ""
        blocks.append(el("table", el("caption", place + sheet.name), el("tbody", *rows, total), class_="sheet"))
    return el("div", *blocks)
