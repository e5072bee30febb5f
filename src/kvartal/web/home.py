"""Home: the shelf, one click to a game, the tables I sit at, the open ones, the deals of the day."""

from typing import Any

from kvartal.engine.game import Game
from kvartal.engine.words import Words
from kvartal.games import games, shelf
from kvartal.web.covers import cover
from kvartal.web.html import Html, el
from kvartal.web.scoring import helps
from kvartal.web.visit import Visit, page

Listed = list[dict[str, Any]]


def home(visit: Visit, mine: Listed, open_tables: Listed, daily: Listed) -> Html:
    words = visit.words
    hero = el(
        "section",
        el("h1", words("Build a city at one table")),
        el("p", words("Board games about towns and streets: with friends, with bots, alone. No account, no adverts.")),
        class_="hero",
    )
    asides = [_join(visit), _mine(visit, mine), _open(visit, open_tables), _me(visit)]
    boxes = [_box(visit, game, next((each for each in daily if each["game"] == game.key), None)) for game in games()]
    return page(
        visit,
        "",
        hero,
        el(
            "div",
            el(
                "section",
                el("h2", words("The shelf")),
                el("div", *boxes, class_="shelf"),
                aria_label=words("The shelf"),
            ),
            el("div", *asides, class_="asides"),
            class_="home",
        ),
        script="home.js",
    )


def players(game: Game, words: Words) -> str:
    fewest, most = game.seats.start, game.seats.stop - 1
    return words("{n} players", n=f"{fewest}–{most}" if fewest != most else fewest)


def _box(visit: Visit, game: Game, daily: dict[str, Any] | None) -> Html:
    words, own = visit.words, game.words(visit.words.lang)
    title = own(game.title)
    seats = max(2, game.seats.start) if game.seats.stop > 2 else 1
    ways: list[Html | None] = []
    ways.append(
        el(
            "button",
            words("Play now against bots") if seats > 1 else words("Play alone"),
            class_="go",
            data_play=game.key,
            data_seats=seats,
            aria_label=f"{words('Play now against bots')}: {title}",
        )
    )
    ways.append(
        el(
            "a",
            words("New table"),
            class_="button",
            href=f"{visit.base}/new/{game.key}",
            aria_label=f"{words('New table')}: {title}",
        )
    )
    if game.seats.start == 1 and seats > 1:
        ways.append(
            el(
                "button",
                words("Alone"),
                data_play=game.key,
                data_seats=1,
                class_="quiet",
                aria_label=f"{words('Alone')}: {title}",
            )
        )
    if daily is not None:
        ways.append(
            el(
                "button",
                words("Deal of the day"),
                data_daily=game.key,
                class_="quiet",
                aria_label=f"{words('Deal of the day')}: {title}",
            )
        )
    links = [el("a", words("Rules"), href=f"{visit.base}/rules/{game.key}", aria_label=f"{words('Rules')}: {title}")]
    if helps(game):
        shown = words("Count the points")
        links.append(el("a", shown, href=f"{visit.base}/score/{game.key}", aria_label=f"{shown}: {title}"))
    if daily is not None:
        links.append(
            el(
                "a",
                words("Results of the day"),
                href=f"{visit.base}/deal/{daily['deal']}",
                aria_label=f"{words('Results of the day')}: {title}",
            )
        )
    editions = [
        el("a", own(each.title), href=f"{visit.base}/new/{game.key}?preset={each.name}", title=own(each.text))
        for each in game.presets
    ]
    return el(
        "article",
        cover(game, own),
        el(
            "div",
            el("h3", title),
            el("p", own(game.tagline)),
            el("p", f"{players(game, words)} · {words('{n} minutes', n=game.minutes)}", class_="facts"),
            el("p", *editions, class_="chips") if editions else None,
            el("div", *ways, class_="ways"),
            el("p", *links, class_="links"),
            class_="inside",
        ),
        class_="box",
    )


def _join(visit: Visit) -> Html:
    words = visit.words
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
    return el(
        "section",
        el("h2", words("Join with a code")),
        el(
            "form",
            el("label", words("Code of the table"), for_="code"),
            field,
            el("button", words("Join")),
            id="join",
            class_="row",
        ),
        el("p", el("a", words("Replay a record"), href=f"{visit.base}/replay"), class_="links"),
    )


STATES = ("turn", "going", "waiting", "done")


def state_of(table: dict[str, Any]) -> str:
    if table.get("turn") and table["status"] == "playing":
        return "turn"
    return {"playing": "going", "open": "waiting", "salting": "waiting"}.get(table["status"], "done")


def _mine(visit: Visit, tables: Listed) -> Html | None:
    words = visit.words
    named = {
        "turn": words("waiting for you"),
        "going": words("going on"),
        "waiting": words("not started yet"),
        "done": words("finished"),
    }
    rows = sorted(tables, key=lambda table: STATES.index(state_of(table)))[:20]
    if not rows:
        return None
    return el(
        "section", el("h2", words("My tables")), _listing(visit, rows, {t["id"]: named[state_of(t)] for t in rows})
    )


def _open(visit: Visit, tables: Listed) -> Html:
    words = visit.words
    said = {t["id"]: words("free seats") if t["status"] == "open" else words("watch") for t in tables}
    body = (
        _listing(visit, tables[:20], said)
        if tables
        else el("p", words("No open tables now. Make one!"), class_="muted")
    )
    return el("section", el("h2", words("Open tables")), body)


def _listing(visit: Visit, tables: Listed, said: dict[str, str]) -> Html:
    words, rows = visit.words, []
    for table in tables:
        game = shelf().get(table["game"])
        title = game.words(words.lang)(game.title) if game else table["game"]
        people = [seat["name"] or (words("bot") if seat["bot"] else words("free")) for seat in table["seats"][:6]]
        more = "…" if len(table["seats"]) > 6 else ""
        link = el(
            "a", el("strong", title), el("span", ", ".join(people) + more), href=f"{visit.base}/table/{table['id']}"
        )
        turn = state_of(table) == "turn"
        rows.append(el("li", link, el("span", said[table["id"]], class_="tag now" if turn else "tag")))
    return el("ul", *rows, class_="tables")


def _me(visit: Visit) -> Html:
    words = visit.words
    now = visit.person.name if visit.person else ""
    field = el("input", id="name", name="name", value=now, maxlength=40, required=True, autocomplete="nickname")
    form = el(
        "form",
        el("label", words("Your name"), for_="name"),
        field,
        el("button", words("Save")),
        id="rename",
        class_="row",
    )
    note = words("A name and a key on this device are all that is kept about you.")
    gone = (
        el(
            "button",
            words("Forget me"),
            id="forget",
            class_="quiet",
            data_sure=words("Forget your name, your tables and your lines of chat for good?"),
        )
        if visit.person
        else None
    )
    return el("section", el("h2", words("You")), form, el("p", note, class_="muted"), gone, id="me")
