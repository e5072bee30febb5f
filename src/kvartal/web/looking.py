"""What the page of a table asks for besides its socket: why not, a hint, the QR code, verify, replay."""

import asyncio
import io
from collections import OrderedDict
from typing import Any

import msgspec
import segno
from litestar import Response, get, post
from litestar.params import JSONBody

from kvartal.engine.deal import FairDeal, SeededDeal
from kvartal.engine.game import Game
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup
from kvartal.engine.record import BadRecord, parse
from kvartal.engine.replay import replay, verify
from kvartal.engine.rule import RefusedMove
from kvartal.engine.view import View
from kvartal.engine.words import LANGUAGES
from kvartal.games import shelf
from kvartal.server import fair
from kvartal.server.api import TableId, asker, hall_of
from kvartal.server.asked import Denied, Missing, Refused
from kvartal.server.mailbox import LiveTable
from kvartal.web import plot, scoring
from kvartal.web.dialect import DESK, PHONE, board
from kvartal.web.html import el
from kvartal.web.visit import Asked, Visit, answer

MOST_KEPT = 16  # uploaded records that are kept in memory, played through


class Moment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One moment of a record: after `step` steps, as `seat` knew it (−1: a spectator)."""

    text: str
    step: int = -1
    seat: int = 0
    phone: bool = False


def view_of(live: LiveTable, person: str, seat: int | None = None) -> View:
    """The view this person may have of a table, as on the socket."""
    table = live.table
    mine = table.seats_of(person)
    if table.match is None:
        raise Refused("the game has not begun")
    if mine:
        return table.match.view(seat if seat in mine else mine[0])
    if not table.created.watchable or person in table.removed:
        raise Denied("this table is not watched")
    return table.match.view(None)


async def my_view(request: Asked, table_id: str, seat: int | None) -> View:
    person = await asker(request)
    live = await hall_of(request).table(table_id)
    view: View = await live.read(lambda live: view_of(live, person.id if person else "", seat))
    return view


@get("/table/{table_id:str}/why", include_in_schema=False)
async def why(request: Asked, table_id: TableId, move: str, seat: int | None = None) -> dict[str, str]:
    """Why a move cannot be made now, in words, with the rule."""
    visit = await Visit.of(request)
    view = await my_view(request, table_id, seat)
    try:
        code = view.setup.code(move)
    except RefusedMove as refused:
        raise Refused(refused.message, refused.rule.id) from None
    rule = view.why(code)
    words = view.words(visit.words.lang)
    label = view.setup.game.label(view.setup, code, words)
    if rule is None:
        return {"move": label, "text": "", "rule": ""}
    text = view.setup.game.explain(view, code, rule, words) if rule in view.setup.game.rules else rule.said(words)
    return {"move": label, "text": text, "rule": rule.id}


@get("/table/{table_id:str}/hint", include_in_schema=False)
async def hint(request: Asked, table_id: TableId, seat: int | None = None) -> dict[str, str]:
    """What a sensible bot would do with what I know."""
    visit = await Visit.of(request)
    view = await my_view(request, table_id, seat)
    if not view.moves():
        return {"move": "", "label": ""}
    move = await hall_of(request).bots.choose(view, "greedy", f"hint {table_id}")
    words = view.words(visit.words.lang)
    return {"move": move, "label": view.setup.game.label(view.setup, view.setup.code(move), words)}


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


@get("/table/{table_id:str}/qr.svg", include_in_schema=False)
async def qr(request: Asked, table_id: TableId) -> Response[bytes]:
    visit = await Visit.of(request)
    url = f"{request.url.scheme}://{request.url.netloc}{visit.base}/table/{table_id}"
    picture = io.BytesIO()
    segno.make(url, error="m").save(picture, kind="svg", border=3, dark="#3d2f28", light="#fff", scale=8)
    return Response(picture.getvalue(), media_type="image/svg+xml")


@get("/new/{key:str}/preview", include_in_schema=False)
async def preview(request: Asked, key: str, players: int, o: list[str] | None = None) -> Response[str]:
    """How a game with these options would begin, drawn from a deal that nobody will play."""
    visit = await Visit.of(request)
    game = shelf().get(key)
    if game is None:
        raise Missing("there is no such game")
    chosen = dict(each.partition("=")[::2] for each in (o or [])[:100])
    try:
        match = Match(game.set_up(players, chosen), SeededDeal(1))
    except BadSetup as error:
        raise Refused(str(error), status=400) from None
    return answer(board(match.view(None), visit.words.lang, DESK))


# Records ------------------------------------------------------------------------------------------------------------

_kept: OrderedDict[str, Match] = OrderedDict()


def played_through(text: str) -> Match:
    """The match of a record; the last few are kept, because a slider asks for many moments."""
    if text not in _kept:
        record = parse(text)
        game = shelf().get(record.game)
        if game is None:
            raise BadRecord(0, f"there is no game {record.game!r} on this shelf")
        _kept[text] = replay(game, record, draw=False)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return _kept[text]


def moment(match: Match, step: int, seat: int, lang: str, width: int) -> dict[str, Any]:
    """The board and the log at one moment of a match that is over (or was handed to us by whoever has it)."""
    last = len(match)
    step = last if step < 0 else min(step, last)
    who = seat if 0 <= seat < match.setup.players else None
    then = match.at(step)
    view = then.view(who)
    told = then.log(who, lang, 0)
    names = [*match.names]
    scores = view.scores(lang)
    words = view.words(lang)
    return {
        "step": step,
        "last": last,
        "seat": -1 if who is None else who,
        "game": match.setup.game.key,
        "title": words(match.setup.game.title),
        "names": [words.player(n) for n in range(len(names))],
        "board": board(view, lang, width),
        "said": [line.text for line in told[-12:]],
        "points": [score.total for score in scores] if any(score.lines for score in scores) else [],
    }


@post("/replay/at", include_in_schema=False, status_code=200)
async def replay_at(request: Asked, data: JSONBody[Moment]) -> dict[str, Any]:
    visit = await Visit.of(request)
    lang = visit.words.lang if visit.words.lang in LANGUAGES else "en"

    def work() -> dict[str, Any]:
        return moment(played_through(data.text), data.step, data.seat, lang, PHONE if data.phone else DESK)

    try:
        return await asyncio.to_thread(work)
    except (BadRecord, BadSetup) as error:
        raise Refused(str(error), status=400) from None


@post("/replay/verify", include_in_schema=False, status_code=200)
async def verify_text(request: Asked, data: JSONBody[Moment]) -> Response[str]:
    visit = await Visit.of(request)
    return answer(await asyncio.to_thread(verdict, visit, data.text))


@get("/table/{table_id:str}/verify", include_in_schema=False)
async def verify_table(request: Asked, table_id: TableId) -> Response[str]:
    """The record of this table, proven as anybody could prove it at home."""
    visit = await Visit.of(request)
    live = await hall_of(request).table(table_id)
    person = visit.person.id if visit.person else ""
    text: str = await live.read(lambda live: fair.record(live, person))
    return answer(await asyncio.to_thread(verdict, visit, text))


def verdict(visit: Visit, text: str) -> str:
    words = visit.words
    try:
        record = parse(text)
        game: Game | None = shelf().get(record.game)
        if game is None:
            raise BadRecord(0, f"there is no game {record.game!r} on this shelf")
        found = verify(game, record)
    except BadRecord as error:
        return el("p", words("This record cannot be read."), " ", el("small", str(error)))
    deal = record.deal
    secret = deal.secret if isinstance(deal, FairDeal) else None
    if not found:
        return el("div", el("p", el("strong", words("Not proven."))), el("p", found.message, lang="en"))
    rows = []
    if isinstance(deal, FairDeal) and secret is not None:
        rows.append(
            el(
                "li",
                words("Promised before the first card:"),
                " ",
                el("code", deal.commitment[:16] + "…", data_commitment=deal.commitment, data_secret=secret.hex()),
            )
        )
        rows.append(el("li", words("Salts of the people's devices: {n}", n=len(deal.salts))))
    rows.append(el("li", words("Every move and every card was checked: {n} steps.", n=len(record.steps))))
    return el("div", el("p", el("strong", words("Proven: no card was changed."))), el("ul", *rows))


@get("/table/{table_id:str}/plot", include_in_schema=False)
async def plot_of(request: Asked, table_id: TableId) -> Response[str]:
    """How the points of a finished match came about; nothing is secret any more."""
    visit = await Visit.of(request)
    live = await hall_of(request).table(table_id)
    match: Match = await live.read(lambda live: finished(live, visit.person.id if visit.person else ""))
    points = await asyncio.to_thread(plot.totals, match)
    words = visit.words.at_table(match.names)
    names = [words.player(seat) for seat in range(match.setup.players)]
    if not any(any(row) for row in points):
        return answer("")
    return answer(plot.plot(points, names, visit.words("The points from the beginning to the end")))


def finished(live: LiveTable, person: str) -> Match:
    view_of(live, person)  # refuses whoever may not look at this table
    match = live.table.match
    if match is None or not match.over:
        raise Refused("the game is not over")
    return match.at(len(match))  # a copy: others may go on looking at the table


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str


@post("/score/{key:str}", include_in_schema=False, status_code=200)
async def score_sheet(request: Asked, key: str, data: JSONBody[Sheet]) -> Response[str]:
    visit = await Visit.of(request)
    game = shelf().get(key)
    if game is None or not scoring.helps(game):
        raise Missing("there is no such game")
    return answer(await asyncio.to_thread(scoring.scored, visit, game, data.text))


HANDLERS: list[Any] = [why, hint, rule_text, qr, preview, replay_at, verify_text, verify_table, plot_of, score_sheet]
