"""The addresses of the pages."""

import asyncio
from typing import Annotated, Any

from litestar import Response, get
from litestar.params import Parameter
from litestar.response import Redirect

from kvartal.engine.words import LANGUAGES
from kvartal.games import shelf
from kvartal.server.http.api import TableId
from kvartal.server.http.sentences import said as sentence
from kvartal.server.http.visitors import hall_of
from kvartal.server.live.mailbox import LiveTable
from kvartal.server.store.index import deal_id
from kvartal.server.table import fair
from kvartal.server.table.commands import Missing, Refused
from kvartal.server.table.table import ENDED, FINISHED
from kvartal.web import (
    again,
    covers,
    deals,
    hints,
    home,
    looking,
    moments,
    new,
    practising,
    puzzles,
    replays,
    results,
    reviewed,
    rules,
    scoring,
    studies,
)
from kvartal.web.covers import lost_town
from kvartal.web.html import el
from kvartal.web.looking import view_of
from kvartal.web.table import table_page
from kvartal.web.visit import (
    LANG_COOKIE,
    THEME_COOKIE,
    THEMES,
    Asked,
    Visit,
    answer,
    file,
    page,
    remembered,
)

Word = Annotated[str, Parameter(max_length=300)]


def trouble(visit: Visit, refused: Refused) -> Response[str]:
    """A page that says what went wrong, and where to go from here."""
    words = visit.words
    missing, ours = refused.status in (404, 405), refused.status >= 500
    head = words("Not found") if missing else words("Something is broken") if ours else words("Not possible")
    said = (
        words("There is nothing here.")
        if refused.text in ("Not Found", "Method Not Allowed")
        else sentence(refused.text, words.lang)
    )
    more = None
    if missing and "/table/" in visit.path:
        more = words("Tables that nobody plays at are put away after a while, and closed ones disappear.")
    elif ours:
        more = words("It is not your fault. What was played is stored; try again in a moment.")
    body = el(
        "section",
        lost_town(),
        el("h1", head),
        el("p", said[:1].upper() + said[1:]),
        el("p", more, class_="muted") if more else None,
        el("p", el("a", words("Back to the shelf"), class_="button go", href=f"{visit.base}/")),
        home.join_form(words) if missing else None,
        class_="sorry",
    )
    return answer(page(visit, head, body), refused.status)


def trouble_at(request: Asked, status: int, text: str) -> Response[str]:
    """The page for trouble anywhere, when nothing is known about who asks."""
    return trouble(Visit.by(request), Refused(text, status=status))


def game_called(key: str) -> Any:
    if key not in shelf():
        raise Missing("there is no such game")
    return shelf()[key]


@get("/", include_in_schema=False)
async def home_page(request: Asked) -> Response[str]:
    visit, hall = await Visit.of(request), hall_of(request)
    person = visit.person.id if visit.person is not None else ""
    mine = await hall.tables_of(person) if person else []
    known = {table["id"] for table in mine}
    listed = await hall.open_tables()
    today = {deal: key for key, deal in (await fair.dailies(hall, shelf())).items()}
    reached = await fair.reached(hall, list(today), person)
    daily = [{"deal": deal, "game": key, "reached": reached[deal]} for deal, key in today.items()]
    past = await results.of(hall, person) if person else []
    return answer(home.home(visit, mine, [table for table in listed if table["id"] not in known], daily, past))


@get("/results", include_in_schema=False)
async def results_page(request: Asked) -> Response[str]:
    visit, hall = await Visit.of(request), hall_of(request)
    past = await results.of(hall, visit.person.id) if visit.person is not None else []
    return answer(results.results_page(visit, past))


@get("/new/{key:str}", include_in_schema=False)
async def new_page(request: Asked, key: str, preset: Word = "", deal: Word = "") -> Response[str]:
    visit = await Visit.of(request)
    try:
        game, shared = game_called(key), None
        if deal:
            shared = await hall_of(request).shared_deal(deal, visit.person.id if visit.person else "")
            if shared.game != key:
                raise Missing("there is no such deal")
    except Refused as refused:
        return trouble(visit, refused)
    known = preset if preset in {each.name for each in game.presets} else ""
    return answer(new.new_table(visit, game, known, deal, shared))


@get("/settings", include_in_schema=False)
async def settings_page(request: Asked, lang: Word = "", theme: Word = "", back: Word = "/") -> Redirect:
    """Remember a language or a light, and go back to where this was chosen."""
    base = (await Visit.of(request)).base
    safe = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
    cookies = []
    if lang in LANGUAGES:
        cookies.append(remembered(LANG_COOKIE, lang, base))
    if theme in THEMES:
        cookies.append(remembered(THEME_COOKIE, theme, base))
    return Redirect(f"{base}{back if safe else '/'}", status_code=303, cookies=cookies)


@get("/static/{name:str}", include_in_schema=False)
async def static(request: Asked, name: str, v: Word = "") -> Response[bytes]:
    found = file(name)
    if found is None:
        raise Missing("there is no such file")
    body, kind, mark = found
    fresh = {"etag": f'"{mark}"', "cache-control": "public, max-age=31536000, immutable" if v == mark else "no-cache"}
    if request.headers.get("if-none-match") == f'"{mark}"':
        return Response(b"", status_code=304, headers=fresh, media_type=kind)
    return Response(body, media_type=kind, headers=fresh)


@get("/cover/{name:str}", include_in_schema=False)
async def cover_file(request: Asked, name: str, preset: Word = "") -> Response[str]:
    visit, game = await Visit.of(request), game_called(name.removesuffix(".svg"))
    known = preset if preset in {each.name for each in game.presets} else ""
    drawn = covers.picture(game, game.words(visit.words.lang), known)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})


@get("/rules/{key:str}", include_in_schema=False)
async def rules_of(request: Asked, key: str) -> Response[str]:
    visit = await Visit.of(request)
    try:
        return answer(await asyncio.to_thread(rules.rules_page, visit, game_called(key)))
    except Refused as refused:
        return trouble(visit, refused)


@get("/score/{key:str}", include_in_schema=False)
async def score_of(request: Asked, key: str) -> Response[str]:
    visit = await Visit.of(request)
    try:
        game = game_called(key)
        if not scoring.helps(game):
            raise Missing("this game scores no sheets")
    except Refused as refused:
        return trouble(visit, refused)
    return answer(scoring.score_page(visit, game))


def hides(live: LiveTable, person: str) -> bool:
    """May people who share a device see different things? Of a turn that waits for the others only its owner knows."""
    table = live.table
    setup, match = table.setup, table.match
    always = setup.notation != setup.seen_notation or any(stream.private for stream in setup.streams)
    return always or (match is not None and any(match.state.unrevealed(seat) for seat in table.seats_of(person)))


@get("/table/{table_id:str}", include_in_schema=False)
async def table_at(request: Asked, table_id: TableId) -> Response[str]:
    visit = await Visit.of(request)
    try:
        live = await hall_of(request).table(table_id)
        secrets = await live.read(lambda live: hides(live, visit.person.id if visit.person else ""))
    except Refused as refused:
        return trouble(visit, refused)
    await asyncio.to_thread(
        rules.pictures, live.table.setup.game, visit.words.lang
    )  # the first time that takes a while
    return answer(table_page(visit, table_id, live.table.setup, secrets))


@get("/table/{table_id:str}/replay", include_in_schema=False)
async def replay_table(request: Asked, table_id: TableId) -> Response[str]:
    visit = await Visit.of(request)
    try:
        live = await hall_of(request).table(table_id)
        if live.table.status not in (FINISHED, ENDED) or live.table.match is None:
            raise Refused("the game is not over")
        await live.read(lambda live: view_of(live, visit.person.id if visit.person else ""))
    except Refused as refused:
        return trouble(visit, refused)
    return answer(replays.replay_page(visit, table_id))


@get("/table/{table_id:str}/deal", include_in_schema=False)
async def deal_of_table(request: Asked, table_id: TableId) -> Response[str] | Redirect:
    """From a finished table to its deal, for whoever may look at the table."""
    visit = await Visit.of(request)
    try:
        live = await hall_of(request).table(table_id)
        if live.table.status != FINISHED:
            raise Refused("the game is not over")
        await live.read(lambda live: view_of(live, visit.person.id if visit.person else ""))
    except Refused as refused:
        return trouble(visit, refused)
    return Redirect(f"{visit.base}/deal/{deal_id(live.table)}", status_code=303)


@get("/replay", include_in_schema=False)
async def replay_file(request: Asked) -> Response[str]:
    return answer(replays.replay_page(await Visit.of(request)))


@get("/deal/{deal:str}", include_in_schema=False)
async def deal_at(request: Asked, deal: Word) -> Response[str]:
    visit, hall = await Visit.of(request), hall_of(request)
    person = visit.person.id if visit.person is not None else ""
    try:
        shared = await hall.shared_deal(deal, person)
        game = game_called(shared.game)
    except Refused as refused:
        return trouble(visit, refused)
    days = dict(await fair.other_days(hall, game.key, shared.day)) if shared.day else {}
    reached = await fair.reached(hall, list(days), person)
    others = [{"deal": name, "day": day, "reached": reached[name]} for name, day in days.items()]
    listed = await fair.results(hall, deal, person)
    return answer(deals.deal_page(visit, game, deal, shared, listed, others))


HANDLERS: list[Any] = [
    home_page,
    results_page,
    new_page,
    settings_page,
    static,
    cover_file,
    rules_of,
    table_at,
    replay_table,
    deal_of_table,
    replay_file,
    deal_at,
    score_of,
    *looking.HANDLERS,
    *hints.HANDLERS,
    *moments.HANDLERS,
    *again.HANDLERS,
    *reviewed.HANDLERS,
    *puzzles.HANDLERS,
    *practising.HANDLERS,
    *studies.HANDLERS,
]
