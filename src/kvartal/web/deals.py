"""One deal and everybody who has played it: the deal of a day, or the cards of a table once more."""

from typing import Any

from kvartal.engine.game import Game
from kvartal.engine.score import figure
from kvartal.engine.words import Words
from kvartal.server.store.index import SharedDeal
from kvartal.web.ending import standing
from kvartal.web.html import Html, el
from kvartal.web.new import unusual
from kvartal.web.results import day_said, reached_said, way
from kvartal.web.visit import Visit, page

Listed = list[dict[str, Any]]


def deal_page(visit: Visit, game: Game, name: str, shared: SharedDeal, results: Listed, days: Listed) -> Html:
    """`results` are the best and mine, best first; `days` are the deals of other days, newest first."""
    words = visit.words
    title = game.words(words.lang)(game.title)
    head = words("Deal of the day: {day}", day=day_said(shared.day, words)) if shared.day else words("The same cards")
    chosen = unusual(game, shared.options, words)
    about = [way(shared.players, words), *chosen]
    people = [each for each in results if not each["bot"]]
    body = _ranked(people, words) if people else el("p", words("Nobody yet."))
    play = el(
        "button", words("Play this deal"), class_="go", data_deal=name, data_play=game.key, data_seats=shared.players
    )
    tools = [play]
    if shared.players > 1:
        together = f"{visit.base}/new/{game.key}?deal={name}"
        tools.append(el("a", words("New table"), class_="button", href=together))
    note = words(
        "Everybody who plays this deal gets the same cards. The first try counts if it was made without help; "
        "others are listed too."
    )
    main = el(
        "section",
        el("h1", title),
        el("p", head),
        el("p", " · ".join(about), class_="facts"),
        el("p", note, class_="muted"),
        el("div", *tools, class_="row"),
        el("h2", words("Results"), class_="after"),
        body,
    )
    return page(visit, title, el("div", main, _days(visit, days), class_="setup"), script="play.js")


def _ranked(people: Listed, words: Words) -> Html:
    """Who has as many points shares a place; a later try has none, its cards were known, and one with help neither."""
    rows = []
    for each in people:
        place = each["rank"] or "–"
        marks = [words("try {n}", n=each["attempt"])] if each["attempt"] > 1 else []
        marks += [words("with help")] if each["helped"] else []
        again = el("small", " · ".join(marks)) if marks else None
        rows.append(
            el(
                "tr",
                el("td", place, class_="n place"),
                el("td", each["name"] or words("bot"), again, class_="name"),
                el("td", standing(each["place"], words)),
                el("td", figure(each["points"]), class_="n"),
                class_="total" if each["mine"] else None,
            )
        )
    head = el(
        "tr",
        el("th", "№", class_="n place", scope="col"),
        el("th", words("Player"), scope="col"),
        el("th", words("Result"), scope="col"),
        el("th", words("Points"), class_="n", scope="col"),
    )
    return el("table", el("thead", head), el("tbody", *rows), class_="sheet")


def _days(visit: Visit, days: Listed) -> Html | None:
    """What was dealt on other days can still be played and looked at."""
    words, rows = visit.words, []
    for each in days:
        day = el("strong", day_said(each["day"], words))
        said = el("span", " · ".join(reached_said(each["reached"], words)))
        rows.append(el("li", el("a", day, said, href=f"{visit.base}/deal/{each['deal']}")))
    if not rows:
        return None
    return el("section", el("h2", words("Other days")), el("ul", *rows, class_="tables"))
