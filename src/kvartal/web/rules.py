"""The rules of a game as the pages tell them: every rule, where it stands, and every number that is our own."""

from collections.abc import Mapping
from functools import lru_cache

from kvartal.engine.game import Game
from kvartal.engine.picture import RulePicture, show
from kvartal.engine.rule import Rule, in_chapters
from kvartal.engine.words import Words
from kvartal.web import coach, faults
from kvartal.web.html import Html, el
from kvartal.web.visit import Visit, page


@lru_cache(256)
def pictures(game: Game, lang: str) -> Mapping[str, Html]:
    """What the rules look like, by their ids: right and wrong side by side. Drawn once, for all tables and visitors."""
    found: dict[str, list[Html]] = {}
    for picture in game.pictures:
        try:
            found.setdefault(picture.rule, []).append(_figure(game, picture, game.words(lang)))
        except Exception as error:
            faults.log(game, "a picture", error)
    return {rule: el("div", *drawn, class_="pictures") for rule, drawn in found.items()}


def _figure(game: Game, picture: RulePicture, own: Words) -> Html:
    said, svg, wide = show(game, picture, own)
    sign = None
    if picture.move:
        sign = el("span", "✗ " if picture.wrong else "✓ ", class_="not" if picture.wrong else "may")
    # What it says is the name of the picture: nobody hears it twice.
    return el("figure", Html(svg), el("p", sign, said, aria_hidden="true"), class_="wide" if wide else None)


def listed(
    game: Game, own: Words, words: Words, corrected: Mapping[str, object], heading: str = "h3", book: str = "",
    then: Html | None = None,
) -> Html:  # fmt: skip
    """`corrected` are the values of this table that differ from the game's own, `book` is the rulebook it plays by;
    `then` follows the first chapter."""
    sources = {
        "rulebook": words("rulebook"),
        "public": words("known publicly"),
        "derived": words("follows from the rules"),
        "house": words("house rule"),
    }

    drawn = pictures(game, words.lang)
    order = {rule: n for n, rule in enumerate(drawn)}

    def row(rule: Rule) -> Html:
        mark = None
        if rule.source == "house":
            mark = el("span", words("house rule"), class_="house")
        elif rule.page or rule.source != "rulebook":
            said = rule.where(own, book) or rule.where(own) or sources[rule.source]
            mark = el("span", said, class_="from")
        return el("li", rule.said(own), " ", mark, drawn.get(rule.id), id=rule.id)

    parts: list[Html] = []
    contents: list[Html] = []
    for chapter, rules in in_chapters(game.rules, game.chapters):
        title = own(chapter.title) if chapter else words("Further rules") if parts else None
        text = [el("p", own(each)) for each in chapter.text] if chapter else []
        first = sorted(rules, key=lambda rule: order.get(rule.id, len(order)))  # what can be seen comes first
        rows = el("ol", *map(row, first), class_="rules") if rules else None
        name = f"chapter-{len(parts) + 1}"
        if title:
            contents.append(el("li", el("a", title, href=f"#{name}")))
        parts.append(el("div", el(heading, title, id=name) if title else None, *text, rows, class_="chapter"))
    house = [(path, value) for path, value in game.data.items() if value.source == "house"]
    numbers = [
        el("li", f"{path}: {value.value}", " ", el("span", words("house value"), class_="house"))
        for path, value in house
    ]
    changed = [
        el("li", f"{path}: {value}", " ", el("span", words("corrected for this table"), class_="house"))
        for path, value in corrected.items()
    ]
    more = None
    if numbers or changed:
        note = words(
            "These numbers are our own where the printed ones are not known, or were corrected for this table."
        )
        summary = el("summary", el(heading, words("Numbers of our own")))  # a long list, of interest to few
        more = el("details", summary, el("p", note), el("ul", *changed, *numbers), open=bool(changed), class_="numbers")
    nav = el("nav", el("ol", *contents), class_="contents", aria_label=words("Contents")) if contents else None
    # Whoever opens the rules sees the first chapter; on a phone the contents follow it.
    return el("div", el("div", *parts[:1], then), nav, el("div", *parts[1:], more), class_="rulebook")


def rules_page(visit: Visit, game: Game) -> Html:
    words, own = visit.words, game.words(visit.words.lang)
    title = words("Rules: {game}", game=own(game.title))
    link = el("a", words("New table"), class_="button", href=f"{visit.base}/new/{game.key}")
    return page(
        visit,
        title,
        el(
            "section",
            el("h1", title),
            el("p", own(game.tagline)),
            listed(game, own, words, {}, "h2", then=coach.lessons(game, own, words)),
            el("p", link),
        ),
        script="lesson.js",
    )
