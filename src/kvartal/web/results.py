"""What I have reached: my results by game and way of playing, found by the token of this device."""

from collections import defaultdict
from datetime import UTC, date, datetime
from functools import lru_cache

import msgspec
from babel.dates import format_date
from sqlalchemy import select

from kvartal.engine.score import figure
from kvartal.engine.words import Words
from kvartal.games import shelf
from kvartal.server.live.hall import Hall
from kvartal.server.store import schema
from kvartal.server.table.fair import Reached
from kvartal.web.ending import standing
from kvartal.web.html import Html, el
from kvartal.web.visit import Visit, page

MOST = 500
MOST_SHOWN = 10


class Past(msgspec.Struct, frozen=True):
    """One of my seats in one finished match."""

    table: str
    game: str
    players: int
    points: int
    place: int  # 0: lost without a place
    at: int

    @property
    def day(self) -> str:
        return datetime.fromtimestamp(self.at / 1000, UTC).date().isoformat()


class _About(msgspec.Struct):
    seats: list[object] = []


async def of(hall: Hall, person: str) -> list[Past]:
    """Newest first."""
    mine, tables = schema.results.c, schema.tables.c
    query = select(mine.table_id, tables.game, tables.about, mine.points, mine.place, mine.at).where(
        mine.person == person, tables.id == mine.table_id
    )
    rows = await hall.store.all(query.order_by(mine.at.desc()).limit(MOST))
    return [
        Past(table, game, len(msgspec.json.decode(bytes(about), type=_About).seats), points, place, at)
        for table, game, about, points, place, at in rows
    ]


def reached_said(each: Reached, words: Words) -> list[str]:
    """How many have played a deal, and how far they came."""
    if not each.people:
        return [words("Nobody yet.")]
    said = [words.count("{n} player", "{n} players", each.people), words("best: {n}", n=figure(each.best or 0))]
    return said if each.mine is None else [*said, words("mine: {n}", n=figure(each.mine))]


@lru_cache(200)
def _day(iso: str, lang: str) -> str:
    return format_date(date.fromisoformat(iso), "long", locale="en_GB" if lang == "en" else lang)


def day_said(iso: str, words: Words) -> str:
    """A day as people write it."""
    return _day(iso, words.lang)


def best(past: list[Past]) -> int:
    return max(each.points for each in past)


def won(past: list[Past]) -> int:
    return sum(each.place == 1 for each in past)


def counted(past: list[Past]) -> bool:
    """Are there points to compare? A race may end without any."""
    return any(each.points for each in past)


def became(each: Past, words: Words) -> str:
    """One result in a few words."""
    return " · ".join([standing(each.place, words), *([figure(each.points)] if each.points else [])])


def best_said(this: Past, alike: list[Past], words: Words) -> str:
    """Alone: how this game stands among mine."""
    if not counted(alike):
        return words("Games won alone: {n} of {all}.", n=won(alike), all=len(alike))
    if len(alike) == 1:
        return words("Your first result in this game; the next one is compared with it.")
    others = best([each for each in alike if each.table != this.table])
    if this.points > others:
        return words("Your best yet! Until now it was {n}.", n=figure(others))
    return words("Your best: {n}.", n=figure(others))


def way(players: int, words: Words) -> str:
    return words("solo") if players == 1 else words.count("{n} player", "{n} players", players)


def ways(past: list[Past]) -> dict[tuple[str, int], list[Past]]:
    """My results by game and number of players: only those can be compared."""
    found: dict[tuple[str, int], list[Past]] = defaultdict(list)
    for each in past:
        found[each.game, each.players].append(each)
    return found


def listed(past: list[Past], words: Words, base: str, now: str = "") -> Html:
    """A table of results; the best is marked, and the one that was reached right now."""
    top = best(past)
    rows = []
    for each in past[:MOST_SHOWN]:
        won = standing(each.place, words)
        mark = (
            el("span", "★\u00a0", title=words("best"), role="img", aria_label=words("best"))
            if each.points == top and counted(past)
            else None
        )
        rows.append(
            el(
                "tr",
                el("td", el("a", day_said(each.day, words), href=f"{base}/table/{each.table}")),
                el("td", won),
                el("td", mark, figure(each.points), class_="n"),
                class_="total" if each.table == now else None,
            )
        )
    head = el(
        "tr",
        el("th", words("Day"), scope="col"),
        el("th", words("Result"), scope="col"),
        el("th", words("Points"), class_="n", scope="col"),
    )
    return el("table", el("thead", head), el("tbody", *rows), class_="sheet")


def results_page(visit: Visit, past: list[Past]) -> Html:
    words = visit.words
    blocks = []
    for (key, players), mine in ways(past).items():
        game = shelf().get(key)
        title = game.words(words.lang)(game.title) if game else key
        said = [words.count("{n} game", "{n} games", len(mine))]
        if players > 1:
            said.append(words("won: {n}", n=won(mine)))
        if counted(mine):
            said.append(words("best: {n} points", n=figure(best(mine))))
        blocks.append(
            el(
                "section",
                el("h2", f"{title} · {way(players, words)}"),
                el("p", " · ".join(said), class_="muted"),
                listed(mine, words, visit.base),
            )
        )
    if not blocks:
        blocks = [el("section", el("p", words("Nothing yet: results come with the first finished game.")))]
    title = words("My results")
    return page(visit, title, el("h1", title), el("div", *blocks, class_="results"))
