"""What the page of a table asks for besides its socket: why not, a hint, the QR code, the plot, my past results."""

import asyncio
import io
from typing import Annotated, Any

import msgspec
import segno
from litestar import MediaType, Response, get, post
from litestar.params import JSONBody

from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Game
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup
from kvartal.engine.rule import RefusedMove
from kvartal.engine.score import figure, signed
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games import shelf
from kvartal.server.http.api import TableId
from kvartal.server.http.visitors import asker, hall_of, settings_of
from kvartal.server.live.mailbox import LiveTable
from kvartal.server.table.commands import Denied, Missing, Refused
from kvartal.web import plot, results, scoring
from kvartal.web.dialect import PLACES, board
from kvartal.web.html import Html, el
from kvartal.web.parts import in_words
from kvartal.web.visit import Asked, Visit, answer

WORLDS = 5  # in which a move is tried before its points are told
LONGEST_LINK = 500  # letters in a QR code: a host's name has at most 253


def view_of(live: LiveTable, person: str, seat: int | None = None) -> View:
    """The view this person may have of a table, as on the socket."""
    table = live.table
    mine = table.seats_of(person)
    if table.match is None:
        raise Refused("the game has not begun")
    if mine:
        owing = next((each for each in mine if each in table.owing), mine[0])
        return table.match.view(seat if seat in mine else owing)
    if not table.created.watchable or person in table.removed:
        raise Denied("this table is not watched")
    return table.match.view(None)


async def my_view(request: Asked, table_id: str, seat: int | None) -> View:
    person = await asker(request)
    live = await hall_of(request).table(table_id)
    view: View = await live.read(lambda live: view_of(live, person.id if person else "", seat))
    return view


def gain(view: View, code: int) -> int | None:
    """What a move changes at once in the score of who looks; None where it depends on what they do not know."""
    assert view.seat is not None
    found = set()
    for world in range(WORLDS):
        state = view.imagine(world)
        before = state.score(view.seat)
        state.play(view.seat, code)
        found.add(state.score(view.seat) - before)
    return found.pop() if len(found) == 1 else None


def promise(view: View, code: int, words: Words) -> str:
    """The same in words; nothing where nothing changes."""
    change = gain(view, code)
    if not change or view.seat is None:
        return ""
    total = view.score(view.seat, words.lang).total + change
    return words("My points with this move: {change} ({n} in all)", change=signed(change), n=figure(total))


@get("/table/{table_id:str}/why", include_in_schema=False)
async def why(request: Asked, table_id: TableId, move: str, seat: int | None = None) -> dict[str, Any]:
    """Why a move cannot be made now, in words, with the rule; of one that can, what it changes in my points."""
    visit = await Visit.of(request)
    view = await my_view(request, table_id, seat)
    try:
        code = view.setup.code(move)
    except RefusedMove as refused:
        raise Refused(refused.message, refused.rule.id) from None
    words = view.words(visit.words.lang)
    label = view.setup.game.label(view.setup, code, words)
    refusal = view.refusal(code, words.lang)
    if refusal is None:
        return {"move": label, "text": promise(view, code, visit.words), "rule": "", "instead": []}
    instead = [str(each) for each in refusal.instead]
    return {"move": label, "text": refusal.text, "rule": refusal.rule.id, "instead": instead}


@get("/table/{table_id:str}/text", include_in_schema=False)
async def as_text(request: Asked, table_id: TableId, seat: int | None = None) -> Response[str]:
    """The board in words, for those who read it so."""
    visit = await Visit.of(request)
    view = await my_view(request, table_id, seat)
    return Response(str(in_words(view, visit.words.lang)), media_type=MediaType.HTML)


@get("/table/{table_id:str}/hint", include_in_schema=False)
async def hint(request: Asked, table_id: TableId, seat: int | None = None) -> dict[str, str]:
    """The next move of a strong bot with what I know, and nothing else: for whoever plays by it. People are told more
    (`web/hints.py`)."""
    visit = await Visit.of(request)
    view = await my_view(request, table_id, seat)
    if not view.moves():
        return {"move": "", "label": visit.words("It is not your turn.")}
    turn = await hall_of(request).hint(table_id, view, visit.person.id if visit.person else "")
    words = view.words(visit.words.lang)
    label = view.setup.game.offered(view, view.setup.code(turn[0]), words)
    return {"move": turn[0], "label": label}


@get("/rule/{key:str}/{rule_id:str}", include_in_schema=False)
async def rule_text(request: Asked, key: str, rule_id: str) -> dict[str, str]:
    visit = await Visit.of(request)
    game = shelf().get(key)
    if game is None:
        raise Missing("there is no such game")
    try:
        return {"rule": rule_id, "text": game.rule(rule_id).said(game.words(visit.words.lang))}
    except KeyError:
        raise Missing("there is no such rule") from None


def qr_code(request: Asked, way: str, alone: bool) -> bytes:
    """The code of a page of ours as SVG; `alone` as a file, else as a part of a page."""
    link = f"{request.url.scheme}://{request.url.netloc}{settings_of(request).base_path}{way}"
    if len(link) > LONGEST_LINK:
        raise Refused("the Host header is too long", status=400)
    picture = io.BytesIO()
    code = segno.make(link, error="m")
    code.save(picture, kind="svg", border=3, dark="#3d2f28", light="#fff", scale=8, xmldecl=alone, omitsize=not alone)
    return picture.getvalue()


@get("/table/{table_id:str}/qr.svg", include_in_schema=False)
async def qr(request: Asked, table_id: TableId) -> Response[bytes]:
    return Response(qr_code(request, f"/table/{table_id}", True), media_type="image/svg+xml")


class Private(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page of ours with a key behind it: that is no part of any address, so it is asked for in a letter."""

    way: Annotated[str, msgspec.Meta(pattern=r"^/(table/[\w-]{1,24})?#[\w=-]{1,80}$")]


@post("/qr", include_in_schema=False, status_code=200)
async def private_qr(request: Asked, data: JSONBody[Private]) -> Response[str]:
    visit = await Visit.of(request)
    picture = Html(qr_code(request, data.way, False).decode())
    return answer(el("div", picture, role="img", aria_label=visit.words("QR code of this link"), class_="qr"))


@get("/new/{key:str}/preview", include_in_schema=False)
async def preview(
    request: Asked, key: str, players: int, o: list[str] | None = None, phone: bool = False
) -> Response[str]:
    """How a game with these options would begin, drawn from a deal that nobody will play."""
    visit = await Visit.of(request)
    game = shelf().get(key)
    if game is None:
        raise Missing("there is no such game")
    chosen = dict(each.partition("=")[::2] for each in (o or [])[:100])
    try:
        match = Match(game.set_up(players, chosen), SeededDeal(1))
    except BadSetup as error:
        raise Refused(impossible(game, error, game.words(visit.words.lang)), status=400) from None
    return answer(board(match.view(None), visit.words.lang, "phone" if phone else "desk"))


def impossible(game: Game, error: BadSetup, words: Words) -> str:
    """Why this cannot be set up. A sentence begins with the option that it is about, and calls its values by their
    names; the form calls them by their texts."""
    about = next((option for option in game.options if option.name == str(error).partition(":")[0]), None)

    def called(value: object) -> object:
        if about is None or not isinstance(value, str):
            return value
        names = value.split(", ")
        if not any(name in about.values for name in names):
            return words(value)
        return "; ".join(game.value_text(about, name, words) if name in about.values else name for name in names)

    return words(error.text, **{name: called(value) for name, value in error.values.items()})


@get("/table/{table_id:str}/plot", include_in_schema=False)
async def plot_of(request: Asked, table_id: TableId, phone: bool = False) -> Response[str]:
    """How the points of a finished match came about; nothing is secret any more."""
    visit = await Visit.of(request)
    live = await hall_of(request).table(table_id)
    match: Match = await live.read(lambda live: finished(live, visit.person.id if visit.person else ""))
    words = visit.words.at_table(match.names)
    if match.setup.game.per_turn:
        return answer(await asyncio.to_thread(plot.best_turns, match, words))
    points = await asyncio.to_thread(plot.totals, match)
    names = [words.player(seat) for seat in range(match.setup.players)]
    if not any(any(row) for row in points):
        return answer("")
    label, wide = visit.words("The points from the beginning to the end"), plot.NARROW if phone else plot.WIDE
    return answer(plot.plot(points, names, label, wide))


def finished(live: LiveTable, person: str) -> Match:
    view_of(live, person)  # refuses whoever may not look at this table
    match = live.table.match
    if match is None or not match.over:
        raise Refused("the game is not over")
    return match.at(len(match))  # a copy: others may go on looking at the table


@get("/table/{table_id:str}/mine", include_in_schema=False)
async def mine(request: Asked, table_id: TableId) -> Response[str]:
    """My results in games like this one, with as many players."""
    visit, hall = await Visit.of(request), hall_of(request)
    if visit.person is None:
        return answer("")
    past = await results.of(hall, visit.person.id)
    this = next((each for each in past if each.table == table_id), None)
    alike = [each for each in past if this and (each.game, each.players) == (this.game, this.players)]
    if this is None or (len(alike) < 2 and this.players > 1):
        return answer("")
    words = visit.words
    best = el("p", results.best_said(this, alike, words), class_="best-said") if this.players == 1 else None
    if len(alike) < 2:
        return answer(el("div", best))
    title = el("h3", f"{words('My results')}: {results.way(this.players, words)}")
    return answer(el("div", best, title, results.listed(alike, words, visit.base, table_id)))


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str


@post("/score/{key:str}", include_in_schema=False, status_code=200)
async def score_sheet(request: Asked, key: str, data: JSONBody[Sheet]) -> Response[str]:
    visit = await Visit.of(request)
    game = shelf().get(key)
    if game is None or not scoring.helps(game):
        raise Missing("there is no such game")
    return answer(await asyncio.to_thread(scoring.scored, visit, game, data.text))


@post("/score/{key:str}/tap", include_in_schema=False, status_code=200)
async def tap_sheet(request: Asked, key: str, data: JSONBody[scoring.Tap]) -> dict[str, str]:
    visit = await Visit.of(request)
    game = shelf().get(key)
    if game is None or not scoring.drawn(game):
        raise Missing("there is no such game")
    return await asyncio.to_thread(scoring.tapped, visit, game, data, PLACES["phone" if data.phone else "desk"][0])


HANDLERS: list[Any] = [as_text, why, hint, rule_text, qr, private_qr, preview, plot_of, mine, score_sheet, tap_sheet]
