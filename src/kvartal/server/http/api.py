"""HTTP: everything that can be done at tables, for pages and programs. The rules of access are in the tables."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, delete, get, patch, post, websocket
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter

from kvartal.engine.option import listing
from kvartal.engine.rule import RefusedMove
from kvartal.engine.view import View
from kvartal.engine.words import LANGUAGES
from kvartal.games import games
from kvartal.server.http.answers import (
    WRONG,
    DailyDeal,
    DealResult,
    GameShown,
    Hint,
    LessonShown,
    LogShown,
    Looked,
    Made,
    MyTable,
    OptionShown,
    PresetShown,
    SharedDealShown,
    TableListed,
    Token,
    looked,
)
from kvartal.server.http.security import COOKIE, address_of
from kvartal.server.http.sentences import wished
from kvartal.server.http.socket import attend, pace_key, turn_away
from kvartal.server.http.visitors import (
    Asked,
    Line,
    UnknownToken,
    asker,
    cookie,
    hall_of,
    known,
    messages_of,
    new_tables_of,
    no_cookie,
    visitor,
)
from kvartal.server.live.mailbox import LiveTable
from kvartal.server.live.messages import extras
from kvartal.server.live.shown import DIALECTS
from kvartal.server.live.worker import Turn
from kvartal.server.store.keys import CODE_LETTERS
from kvartal.server.store.people import Person
from kvartal.server.store.store import Unreachable
from kvartal.server.table import commands as c
from kvartal.server.table import fair
from kvartal.server.table.commands import Denied, Missing, Refused

TableId = Annotated[str, PathParameter(min_length=1, max_length=24, description="The id of a table")]
Lang = Annotated[str, QueryParameter(pattern="^(en|uk|ru)$", description="Language of texts")]


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: c.Name


class Carried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    key: c.Key


async def strictly(request: Asked, decoder: msgspec.json.Decoder[Any]) -> Any:
    """The body once more, as it is written: `"1"` is not a number and 1.0 is not a whole one."""
    try:
        return decoder.decode(await request.body())
    except c.NOT_JSON as error:
        raise Refused(c.not_understood(error), status=400) from None


_new_table: msgspec.json.Decoder[Any] = msgspec.json.Decoder(c.NewTable)
_command: msgspec.json.Decoder[Any] = msgspec.json.Decoder(c.AnyCommand)


def with_cookie(request: Asked, person: Person, token: str) -> Response[Token]:
    return Response(Token(person, token), cookies=[cookie(request, token)], status_code=201)


class Me(Controller):
    """People without accounts."""

    path = "/api/me"
    tags = ("people",)

    @post(responses=WRONG)
    async def create(self, request: Asked, data: JSONBody[Named]) -> Response[Token]:
        """Choose a name and get a token for this device."""
        person, token = await hall_of(request).people.create(data.name)
        return with_cookie(request, person, token)

    @get(responses=WRONG)
    async def who(self, request: Asked) -> Person:
        """Who am I?"""
        return await known(request)

    @patch(responses=WRONG)
    async def rename(self, request: Asked, data: JSONBody[Named]) -> Person:
        """Another name."""
        return await hall_of(request).people.rename(await known(request), data.name)

    @delete(responses=WRONG)
    async def forget(self, request: Asked) -> Response[None]:
        """Forget me: the name, all devices, all lines of chat. Bots take my seats."""
        person = await known(request)
        await hall_of(request).forget(person.id)
        return Response(None, cookies=[no_cookie(request)], status_code=204)

    @post("/carry", responses=WRONG, status_code=200)
    async def carry(self, request: Asked) -> Carried:
        """A key with which another device becomes mine as well; it works once and for a quarter of an hour."""
        return Carried(await hall_of(request).people.carry(await known(request)))

    @post("/arrive", responses=WRONG)
    async def arrive(self, request: Asked, data: JSONBody[Carried]) -> Response[Token]:
        """This device brings the key."""
        person, token = await hall_of(request).people.arrive(data.key)
        return with_cookie(request, person, token)


class Tables(Controller):
    """Tables, and all that happens at them."""

    path = "/api/tables"
    tags = ("tables",)

    @post(responses=WRONG)
    async def create(self, request: Asked, data: JSONBody[c.NewTable]) -> Made:
        """Set up a table."""
        person = await known(request)
        return Made(await hall_of(request).create(await strictly(request, _new_table), person.id))

    @get(responses=WRONG)
    async def open_tables(self, request: Asked) -> list[TableListed]:
        """Public tables that can be joined or watched."""
        return msgspec.convert(await hall_of(request).open_tables(), list[TableListed])

    @get("/mine", responses=WRONG)
    async def mine(self, request: Asked) -> list[MyTable]:
        """My tables; `turn` says that I am waited for."""
        person = await known(request)
        return msgspec.convert(await hall_of(request).tables_of(person.id), list[MyTable])

    @get("/{table_id:str}", responses=WRONG)
    async def look(self, request: Asked, table_id: TableId) -> Looked:
        """The table as I may see it now."""
        person = await asker(request)
        live = await hall_of(request).table(table_id)
        return looked(await live.read(lambda live: live.look(person.id if person else "")))

    @post("/{table_id:str}/do", responses=WRONG, status_code=200)
    async def do(self, request: Asked, table_id: TableId, data: JSONBody[c.AnyCommand]) -> Looked:
        """Do something at a table: sit, start, move, undo, chat … The answer is the table as it is then."""
        person = await known(request)
        if not messages_of(request).take(pace_key(table_id, person.id, request.scope)):
            raise Refused("too many messages; wait a moment", status=429)
        live, command = await hall_of(request).table(table_id), await strictly(request, _command)
        if live.makes_table(command, person.id) and not new_tables_of(request).take(address_of(request.scope)):
            raise Refused("too many of these; wait a while", status=429)
        reply = await live.ask(command, person.id, wished(request.headers.get("accept-language", "")))
        return looked(reply.view, extras(reply.answer))

    @get("/{table_id:str}/log", responses=WRONG)
    async def log(
        self,
        request: Asked,
        table_id: TableId,
        since: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
        lang: Lang = "en",
    ) -> list[LogShown]:
        """The log in words, as my seat may read it, from line `since` on."""
        person = await asker(request)
        live = await hall_of(request).table(table_id)
        told: Callable[[], list[LogShown]] = await live.read(
            lambda live: log_of(live, person.id if person else "", lang, since)
        )
        return await asyncio.to_thread(told)

    @get("/{table_id:str}/hint", responses=WRONG)
    async def hint(
        self,
        request: Asked,
        table_id: TableId,
        seat: Annotated[int | None, QueryParameter(ge=0, le=1000)] = None,
        move: Annotated[str, QueryParameter(max_length=200, description="Why not this one?")] = "",
        lang: Lang = "en",
    ) -> Hint:
        """What a strong bot would do with what I know, why, and what others (or `move`) are worth beside it."""
        view, found = await advised(request, table_id, seat, move, lang)
        first = found.clicks[0][0]
        label = view.setup.game.offered(view, view.setup.code(first), view.words(lang))
        return msgspec.convert({"move": first, "label": label} | found.advice, Hint)

    @get("/{table_id:str}/record", responses=WRONG, media_type="text/plain")
    async def record(self, request: Asked, table_id: TableId) -> str:
        """The record of the match: whole after the end, before it without secrets."""
        person = await asker(request)
        live = await hall_of(request).table(table_id)
        return await fair.recorded(live, person.id if person else "")

    @websocket("/{table_id:str}/socket")
    async def socket(self, socket: Line, table_id: FromPath[str]) -> None:
        """The whole view, then what changes; commands are sent as in `do`."""
        query = socket.query_params
        dialect, lang, seat = query.get("as", "json"), query.get("lang", "en"), query.get("seat")
        wanted = int(seat) if seat is not None and seat.isascii() and seat.isdigit() and len(seat) < 4 else None
        if dialect not in DIALECTS or lang not in LANGUAGES or (seat is not None and wanted is None):
            words = f"as: {listing(DIALECTS)}; lang: {listing(LANGUAGES)}; seat: a number"
            return await turn_away(socket, Refused(words, status=400))
        try:
            person = await asker(socket)
        except UnknownToken as unknown:
            drop = {"set-cookie": no_cookie(socket).to_header(header="")} if COOKIE in socket.cookies else None
            return await turn_away(socket, unknown, drop)
        except Unreachable:
            return await turn_away(socket, Refused("the database does not answer; try again", status=503))
        who = person.id if person else ""
        counted = messages_of(socket), new_tables_of(socket)
        return await attend(hall_of(socket), socket, table_id, who, dialect, lang, wanted, *counted)


def my_turn(live: LiveTable, person: str, seat: int | None) -> View:
    """The view of a seat of mine that owes a move: the one that was asked for, or the first."""
    table = live.table
    if table.match is None:
        raise Refused("the game has not begun")
    mine = [each for each in table.seats_of(person) if each in table.owing and seat in (None, each)]
    if not mine:
        raise Refused("it is not your turn", "engine.move.waiting")
    return table.match.view(mine[0])


async def advised(request: Asked, table_id: str, seat: int | None, move: str, lang: str) -> tuple[View, Turn]:
    """What to do, for whoever asks, and the view that it was found from; `move`: why not this one?"""
    person = await known(request)
    if not messages_of(request).take(pace_key(table_id, person.id, request.scope)):
        raise Refused("too many messages; wait a moment", status=429)
    live = await hall_of(request).table(table_id)
    view: View = await live.read(lambda live: my_turn(live, person.id, seat))
    if move:
        try:
            move = view.setup.notation[view.setup.code(move)]
        except RefusedMove as refused:
            raise Refused(refused.message, refused.rule.id, lang=lang) from None
        refusal = view.refusal(move, lang)
        if refusal is not None:
            raise Refused(refusal.text, refusal.rule.id, instead=map(str, refusal.instead), lang=lang)
    return view, await hall_of(request).advice(table_id, view, person.id, lang, move)


def log_of(live: LiveTable, person: str, lang: str, since: int) -> Callable[[], list[LogShown]]:
    """How to tell it, with a match of its own: the table goes on meanwhile."""
    table = live.table
    mine = table.seats_of(person)
    if table.match is None:
        return list
    if not mine and (not table.created.watchable or person in table.removed):
        raise Denied("this table is not watched")
    match, seat = table.match.copy(), mine[0] if mine else None

    def told() -> list[LogShown]:
        lines = match.log(seat, lang, min(since, len(match)))
        return [LogShown(line.number, line.seat, line.rule.id if line.rule else None, line.text) for line in lines]

    return told


@get("/api/games", tags=["games"], responses=WRONG)
async def shelf(request: Asked, lang: Lang = "en") -> list[GameShown]:
    """What is on the shelf, with every option."""
    found = []
    for game in games():
        words = game.words(lang)
        options = [
            OptionShown(
                name=each.name, text=words(each.text), default=each.default, values=list(each.values),
                value_texts=[words(text) for text in each.value_texts], low=each.low, high=each.high,
            )
            for each in game.options
        ]  # fmt: skip
        presets = [
            PresetShown(each.name, words(each.title), words(each.text), dict(each.options)) for each in game.presets
        ]
        fewest, most = game.seats.start, game.seats.stop - 1
        lessons = [LessonShown(each.name, words(each.title), each.players) for each in game.lessons]
        title = (game.key, words(game.title), words(game.tagline), game.minutes)
        found.append(
            GameShown(
                *title,
                fewest,
                most,
                game.version,
                options,
                presets,
                hall_of(request).company.names_for(game.key),
                lessons,
            )
        )
    return found


@get("/api/codes/{code:str}", tags=["tables"], responses=WRONG)
async def by_code(
    request: Asked, code: Annotated[str, PathParameter(min_length=1, max_length=8, description="A short code")]
) -> Made:
    """The open table with this short code."""
    if set(code.upper()) - set(CODE_LETTERS):
        raise Missing("no open table has this code")
    return Made(await hall_of(request).by_code(code))


@get("/api/deals/{deal:str}", tags=["deals"], responses=WRONG)
async def deal_results(
    request: Asked, deal: Annotated[str, PathParameter(min_length=1, max_length=24, description="The id of a deal")]
) -> SharedDealShown:
    """A deal that can be played again (`deal` of a new table), and everybody's results with it."""
    person = await visitor(request)
    shared = await hall_of(request).shared_deal(deal, person.id if person else "")
    found = await fair.results(hall_of(request), deal, person.id if person else "")
    return SharedDealShown(
        shared.game, shared.players, shared.options, shared.day, shared.commitment,
        results=msgspec.convert(found, list[DealResult]),
    )  # fmt: skip


@get("/api/daily", tags=["deals"], responses=WRONG)
async def daily_deals(request: Asked) -> list[DailyDeal]:
    """Today's deal of every game."""
    found = []
    for game in games():
        name, shared = await fair.daily(hall_of(request), game.key)
        found.append(DailyDeal(name, game.key, shared.players, shared.day))
    return found


@post("/api/daily/{game:str}", tags=["deals"], responses=WRONG)
async def play_daily(
    request: Asked, game: Annotated[str, PathParameter(min_length=1, max_length=40, description="The key of a game")]
) -> Made:
    """Play today's deal: a table of my own, started at once; bots sit on the other seats."""
    person, hall = await known(request), hall_of(request)
    if game not in {each.key for each in games()}:
        raise Missing("there is no such game")
    name, shared = await fair.daily(hall, game)
    seats = ["me", *["bot greedy"] * (shared.players - 1)]
    table_id = await hall.create(c.NewTable(game=game, seats=seats, deal=name), person.id)
    live = await hall.table(table_id)
    await live.ask(c.Start(), person.id)
    hall.let_go(live)
    return Made(table_id)


@post("/api/lessons/{game:str}/{lesson:str}", tags=["deals"], responses=WRONG)
async def learn(
    request: Asked,
    game: Annotated[str, PathParameter(min_length=1, max_length=40, description="The key of a game")],
    lesson: Annotated[str, PathParameter(min_length=1, max_length=40, description="The name of one of its lessons")],
) -> Made:
    """Learn a game by playing: a fixed deal, started at once, against the friendliest bot; nothing counts."""
    person = await known(request)
    return Made(await fair.teach(hall_of(request), game, lesson, person.id))


HANDLERS: list[Any] = [Me, Tables, shelf, by_code, deal_results, daily_deals, play_daily, learn]
