"""Home: the shelf, one click to a game, the tables I sit at, the open ones, the deals of the day."""

import re
from functools import lru_cache
from typing import Any

from kvartal.engine.game import Game
from kvartal.engine.option import BadSetup, Preset
from kvartal.engine.score import figure
from kvartal.engine.words import Words
from kvartal.games import ROOMS, games, shelf
from kvartal.review.puzzle import FILE
from kvartal.web import covers, results
from kvartal.web.coach import lesson_button
from kvartal.web.guests import rivals
from kvartal.web.html import Html, el
from kvartal.web.scoring import helps
from kvartal.web.visit import Visit, page

Listed = list[dict[str, Any]]
STATES = ("turn", "going", "waiting", "done")
MOST_DONE = 5  # finished tables on the first page; the rest is among my results


def home(visit: Visit, mine: Listed, open_tables: Listed, daily: Listed, past: list[results.Past]) -> Html:
    words = visit.words
    hero = el(
        "section",
        el("h1", words("Build a city at one table")),
        el("p", words("Board games about towns and streets: with friends, with bots, alone. No account, no adverts.")),
        el(
            "p",
            el("a", words("Deals of the day"), href="#daily"),
            el("a", words("Open tables"), href="#open"),
            el("a", words("Puzzle of the day"), href=f"{visit.base}/puzzle/today"),
            el("a", words("Practise my mistakes"), href=f"{visit.base}/practice"),
            el("a", words("Replay a record"), href=f"{visit.base}/replay"),
            class_="links further",
        ),
        class_="hero",
    )
    code = el("section", el("h2", words("Join with a code")), join_form(words), class_="joining")
    asides = [_mine(visit, mine, past), code, _daily(visit, daily), _open(visit, open_tables), _results(visit, past)]
    first = recommended(past)
    others = [_box(visit, game) for game in games() if game is not first]
    return page(
        visit,
        "",
        hero,
        el(
            "div",
            el(
                "div",
                _first(visit, first, bool(past)),
                el(
                    "section",
                    el("h2", words("Other games on the shelf")),
                    el("div", *others, class_="shelf"),
                    aria_label=words("Other games on the shelf"),
                )
                if others
                else None,
                class_="games",
            ),
            el("div", *asides, _me(visit), class_="asides"),
            class_="home",
        ),
        script="home.js",
    )


def recommended(past: list[results.Past]) -> Game:
    """One game to begin with: the one that was played last, or the shortest of ours for whoever has not played yet."""
    last = next((shelf()[each.game] for each in past if each.game in shelf()), None)
    ours = [game for game in games() if game.folder.is_relative_to(ROOMS)]
    return last or min(ours, key=lambda game: max(map(int, re.findall(r"\d+", game.minutes)), default=1000))


def players(game: Game, words: Words) -> str:
    fewest, most = game.seats.start, game.seats.stop - 1
    return words("{n} players", n=f"{fewest}–{most}" if fewest != most else fewest)


@lru_cache(1024)
def possible(key: str, seats: int, preset: str | None = None) -> bool:
    """Can so many play this way?"""
    try:
        shelf()[key].set_up(seats, preset=preset)
    except BadSetup:
        return False
    return True


# The shelf ----------------------------------------------------------------------------------------------------------


def _first(visit: Visit, game: Game, known: bool) -> Html:
    """The game to begin with: its cover, a sentence, who plays against me, and one button."""
    words, own = visit.words, game.words(visit.words.lang)
    title, seats = own(game.title), _usual_seats(game)
    against = rivals(visit.company, words)
    play = play_button(words("Play now") if seats > 1 else words("Play solo"), title, game.key, seats, "go")
    return el(
        "article",
        el("img", src=covers.address(visit.base, game.key), alt="", class_="cover"),
        el(
            "div",
            el("p", words("Played last") if known else words("A good game to begin with"), class_="eyebrow"),
            el("h2", title),
            el("p", own(game.tagline)),
            el("p", f"{players(game, words)} · {words('{n} minutes', n=game.minutes)}", class_="facts"),
            against,
            el("div", play, _learn(visit, game, own), class_="ways"),
            _other_ways(visit, game, own, seats),
            class_="inside",
        ),
        class_="box first",
        aria_label=title,
    )


def _box(visit: Visit, game: Game) -> Html:
    words, own = visit.words, game.words(visit.words.lang)
    title, seats = own(game.title), _usual_seats(game)
    now = words("Play now") if seats > 1 else words("Play solo")
    return el(
        "article",
        el("img", src=covers.address(visit.base, game.key), alt="", class_="cover"),
        el(
            "div",
            el("h3", title),
            el("p", own(game.tagline)),
            el("p", f"{players(game, words)} · {words('{n} minutes', n=game.minutes)}", class_="facts"),
            el("div", play_button(now, title, game.key, seats, "go"), _learn(visit, game, own), class_="ways"),
            _other_ways(visit, game, own, seats),
            class_="inside",
        ),
        class_="box",
    )


def _learn(visit: Visit, game: Game, own: Words) -> Html | None:
    return lesson_button(game, game.lessons[0], own, visit.words) if game.lessons else None


def _usual_seats(game: Game) -> int:
    return max(2, game.seats.start) if game.seats.stop > 2 else 1


def _other_ways(visit: Visit, game: Game, own: Words, seats: int) -> Html:
    """With friends, alone, another edition: behind one press. The rules and the score helper stand beside it."""
    words, title = visit.words, own(game.title)
    ways = [_link(words("With friends: new table"), title, f"{visit.base}/new/{game.key}", "button")]
    if seats > 1 and possible(game.key, 1):
        ways.append(play_button(words("Solo"), title, game.key, 1, "quiet"))
    editions = [_edition(visit, game, each, own, seats) for each in game.presets]
    links = [_link(words("Rules"), title, f"{visit.base}/rules/{game.key}")]
    if helps(game):
        links.append(_link(words("Count the points"), title, f"{visit.base}/score/{game.key}"))
    if (game.folder / FILE).is_file():
        links.append(_link(words("Puzzles"), title, f"{visit.base}/puzzles#{game.key}"))
    return el(
        "div",
        el(
            "details",
            el("summary", words("Other ways to play"), aria_label=f"{words('Other ways to play')}: {title}"),
            el("div", *ways, class_="ways"),
            el("ul", *editions, class_="editions") if editions else None,
            class_="others",
        ),
        el("p", *links, class_="links"),
        class_="further",
    )


def _edition(visit: Visit, game: Game, preset: Preset, own: Words, seats: int) -> Html:
    """An edition or a way of playing: its own cover, and one click to it."""
    words, title = visit.words, own(preset.title)
    named = el("a", title, href=f"{visit.base}/new/{game.key}?preset={preset.name}")
    told = f"{own(game.title)}, {title}"
    tools = [play_button("▶", told, game.key, seats, "quiet", preset.name, words("Play now"))]
    if seats > 1 >= preset.fewest and possible(game.key, 1, preset.name):
        tools.append(play_button(words("Solo"), told, game.key, 1, "quiet", preset.name))
    picture = el("img", src=covers.address(visit.base, game.key, preset.name), alt="", loading="lazy", class_="cover")
    return el("li", picture, el("span", named, el("small", own(preset.text))), *tools)


def play_button(
    shown: str, title: str, key: str, seats: int, kind: str, preset: str | None = None, spoken: str = ""
) -> Html:
    return el(
        "button",
        shown,
        class_=kind,
        data_play=key,
        data_seats=seats,
        data_preset=preset,
        aria_label=f"{spoken or shown}: {title}",
    )


def _link(shown: str, title: str, href: str, kind: str | None = None) -> Html:
    return el("a", shown, href=href, class_=kind, aria_label=f"{shown}: {title}")


# Beside it ----------------------------------------------------------------------------------------------------------


def join_form(words: Words) -> Html:
    field = el(
        "input",
        id="code",
        name="code",
        autocomplete="off",
        autocapitalize="characters",
        maxlength=8,
        required=True,
        spellcheck="false",
    )
    label = el("label", words("Code of the table"), for_="code")
    return el("form", label, field, el("button", words("Join")), id="join", class_="row")


def state_of(table: dict[str, Any]) -> str:
    if table.get("turn") and table["status"] == "playing":
        return "turn"
    return {"playing": "going", "open": "waiting", "salting": "waiting"}.get(table["status"], "done")


def _mine(visit: Visit, tables: Listed, past: list[results.Past]) -> Html | None:
    """Waiting for me, going on, finished, with what became of me."""
    words = visit.words
    heads = {
        "turn": words("Waiting for you"),
        "going": words("Going on"),
        "waiting": words("Not started yet"),
        "done": words("Finished"),
    }
    became = {each.table: results.became(each, words) for each in sorted(past, key=lambda each: -each.place)}
    groups = []
    for state in STATES:
        rows = [table for table in tables if state_of(table) == state][: MOST_DONE if state == "done" else 20]
        if rows:
            groups += [el("h3", heads[state], class_="now" if state == "turn" else None), _listing(visit, rows, became)]
    return el("section", el("h2", words("My tables")), *groups, class_="mine") if groups else None


def _daily(visit: Visit, deals: Listed) -> Html:
    """One deal of each game that everybody can play today, how many have, and how far they came."""
    words, rows = visit.words, []
    for each in deals:
        game = shelf()[each["game"]]
        title = game.words(words.lang)(game.title)
        said = " · ".join(results.reached_said(each["reached"], words))
        link = el("a", el("strong", title), el("span", said), href=f"{visit.base}/deal/{each['deal']}")
        play = words("Play now")
        rows.append(
            el("li", link, el("button", "▶", data_daily=game.key, class_="quiet", aria_label=f"{play}: {title}"))
        )
    note = words("Everybody gets the same cards today: play and compare.")
    if not rows:
        note = words("There are no deals of today yet: they cannot be stored now.")
    listed = el("ul", *rows, class_="tables") if rows else None
    return el("section", el("h2", words("Deals of the day")), el("p", note, class_="muted"), listed, id="daily")


def _open(visit: Visit, tables: Listed) -> Html:
    words = visit.words
    said = {t["id"]: words("free seats") if t["status"] == "open" else words("watch") for t in tables}
    nothing = el("p", words("No open tables now. Make one!"), class_="muted")
    return el(
        "section", el("h2", words("Open tables")), _listing(visit, tables[:20], said) if tables else nothing, id="open"
    )


def _listing(visit: Visit, tables: Listed, said: dict[str, str] | None = None) -> Html:
    words, rows = visit.words, []
    for table in tables:
        game = shelf().get(table["game"])
        title = game.words(words.lang)(game.title) if game else table["game"]
        people = [seat["name"] or (words("bot") if seat["bot"] else words("free")) for seat in table["seats"][:6]]
        more = "…" if len(table["seats"]) > 6 else ""
        link = el(
            "a", el("strong", title), el("span", ", ".join(people) + more), href=f"{visit.base}/table/{table['id']}"
        )
        tag = (said or {}).get(table["id"])
        rows.append(el("li", link, el("span", tag, class_="tag") if tag else None))
    return el("ul", *rows, class_="tables")


def _results(visit: Visit, past: list[results.Past]) -> Html | None:
    """My best alone and with others, in a line each."""
    if not past:
        return None
    words, rows = visit.words, []
    for (key, count), mine in list(results.ways(past).items())[:6]:
        game = shelf().get(key)
        title = game.words(words.lang)(game.title) if game else key
        said = [results.way(count, words)]
        if count > 1:
            said += [words.count("{n} game", "{n} games", len(mine)), words("won: {n}", n=results.won(mine))]
        else:
            said.append(words("last: {n}", n=figure(mine[0].points)))
        best = words("best: {n}", n=figure(results.best(mine)))
        tag = el("span", best, class_="tag") if results.counted(mine) else None
        rows.append(el("li", el("span", el("strong", title), el("small", " · ".join(said))), tag))
    return el(
        "section",
        el("h2", words("My results")),
        el("ul", *rows, class_="tables"),
        el("p", el("a", words("All my results"), href=f"{visit.base}/results"), class_="links"),
    )


def _me(visit: Visit) -> Html:
    words = visit.words
    now = visit.person.name if visit.person else ""
    field = el("input", id="name", name="name", value=now, maxlength=40, required=True, autocomplete="nickname")
    label = el("label", words("Your name"), for_="name")
    form = el("form", label, field, el("button", words("Save")), id="rename", class_="row")
    note = words("A name and a key on this device are all that is kept about you.")
    gone = None
    if visit.person:
        sure = words("Forget your name, your tables and your lines of chat for good?")
        tools = [
            el("button", words("Use another device as well"), id="carry", class_="quiet"),
            el("button", words("Forget me"), id="forget", class_="quiet", data_sure=sure),
        ]
        gone = el("div", el("div", *tools, class_="tools"), el("div", id="carried", role="status"))
    return el("section", el("h2", words("You")), form, el("p", note, class_="muted"), gone, id="me")
