"""A match looked back at, moment by moment: from any seat's knowledge, or the whole truth once it is over.

Two ways lead here: a table that is over, and a record that somebody has brought along.
"""

import asyncio
import hashlib
from collections import OrderedDict
from threading import Lock
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from kvartal.engine.deal import FairDeal
from kvartal.engine.game import Game
from kvartal.engine.log import LogLine
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup
from kvartal.engine.reading import parse
from kvartal.engine.record import BadRecord
from kvartal.engine.replay import replay, verify
from kvartal.engine.state import NOBODY
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games import shelf
from kvartal.server.http.api import TableId
from kvartal.server.http.memories import ALSO
from kvartal.server.http.relay import KEPT
from kvartal.server.http.sentences import said
from kvartal.server.http.visitors import hall_of
from kvartal.server.live.frame import result_of
from kvartal.server.live.mailbox import LiveTable
from kvartal.server.table import fair
from kvartal.server.table.commands import Missing, Refused
from kvartal.server.table.table import ENDED, FINISHED
from kvartal.web import parts, plot
from kvartal.web.dialect import Screen, board
from kvartal.web.ending import ranking, told_by, won
from kvartal.web.html import Html, el, join
from kvartal.web.looking import view_of
from kvartal.web.visit import Asked, Visit, answer

SPECTATOR, TRUTH = -1, -2  # instead of a seat
LINES = 30  # of the log, up to the moment
MOST_PLOTTED = 12  # players whose lines can be told apart
MOST_KEPT = 16  # records that are kept in memory, played through
LARGEST = 512 * 1024  # bytes of a record: a hundred people at one table take half of it
SENT = 2 * LARGEST  # as it comes: the end of a line takes two bytes there


class Moment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One moment of a record: number `step`, as `seat` knew it. A known `key` is enough; else `text`. With `told` the
    board comes in words too."""

    text: str = ""
    key: str = ""
    step: int = -1
    seat: int = 0
    screen: Screen = "desk"
    told: bool = False


_kept: OrderedDict[str, Match] = OrderedDict()
ALSO["web.moments.kept"] = (_kept.__len__, MOST_KEPT)
_keeping = Lock()  # records are read in several threads


def played_through(text: str, key: str) -> tuple[str, Match]:
    """The match of a record; the last few are kept, because a slider asks for many moments."""
    key = hashlib.sha256(text.encode()).hexdigest() if text else key
    with _keeping:
        match = _kept.get(key)
        if match is not None:
            _kept.move_to_end(key)
    if match is None:
        if not text and key:
            raise Missing("this record is no longer kept here; send it again")
        if not text.strip():
            raise BadRecord(0, "the file is empty")
        record = parse(text)
        game = shelf().get(record.game)
        if game is None:
            raise BadRecord(0, f"there is no game {record.game!r} on this shelf")
        match = keep(key, replay(game, record, draw=False))
    return key, match


class _Called(msgspec.Struct):
    """What is in every request about a record."""

    text: str = ""
    key: str = ""


def called(body: bytes) -> str:
    """The key of the record that a request is about: the process that keeps it answers."""
    try:
        found = msgspec.json.decode(body, type=_Called)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
    return hashlib.sha256(found.text.encode(errors="replace")).hexdigest() if found.text else found.key


KEPT.update(dict.fromkeys(("/review/of", "/replay/at", "/replay/end"), called))


def keep(key: str, match: Match) -> Match:
    with _keeping:
        _kept[key] = match
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return match


def moment(
    match: Match, step: int, seat: int, lang: str, screen: Screen, base: str, told: bool = False
) -> dict[str, Any]:
    """The board, the points and the log at one moment of a match that keeps no secret from whoever asks."""
    who, truth = seat if 0 <= seat < match.setup.players else None, seat == TRUTH
    stops = moments(match, who, truth or match.over)
    last = len(stops) - 1
    step = last if step < 0 else min(step, last)
    then, before = match.at(stops[step]), stops[max(0, step - 1)]
    known = before if truth else match.at(before).readable(who)  # lines of the log at the moment before
    view = View.truth(match.setup, then.state, match.names) if truth else then.view(who)
    lines = everything(then, lang) if truth else then.log(who, lang, max(0, then.readable(who) - LINES))
    words = view.words(lang)
    scores = [view.score(n, lang) for n in range(match.setup.players)]
    return {
        "step": step,
        **({"number": stops[step]} if match.over else {}),  # of all steps: elsewhere it would tell of hidden ones
        "last": last,
        "since": known,
        "seat": seat if truth or who is not None else SPECTATOR,
        "game": match.setup.game.key,
        "title": words(match.setup.game.title),
        "names": [words.player(n) for n in range(match.setup.players)],
        "board": board(view, lang, screen),
        "said": parts.log(lines, match.setup.game.key, words, f"{base}/rules"),
        "points": [score.total for score in scores] if any(score.lines for score in scores) else [],
        **({"told": parts.in_words(view, lang)} if told else {}),
    }


def moments(match: Match, who: int | None = None, whole: bool = True) -> list[int]:
    """The steps at which somebody was to move, and the end: what is dealt in between belongs to the move before it, and
    what is dealt at the beginning to no move at all. Where a match was broken off, hidden turns are not counted."""
    moves = [number for number, entry in enumerate(match.entries) if entry.seat != NOBODY]
    return [number for number in moves if whole or match.said(number, who) is not None] + [len(match)]


def everything(match: Match, lang: str) -> list[LogLine]:
    """The last steps as whoever made them knew them: nothing is secret any more."""
    setup, words = match.setup, match.setup.game.words(lang).at_table(match.names)
    first = max(0, len(match) - LINES)
    lines = []
    for number in range(first, len(match)):
        step = match.said(number, match.owner(number))
        if step is None:
            continue
        who = step.seat if step.seat >= 0 else None  # a hidden turn is told step by step to whoever makes it
        before, after = (View(setup, who, match.state_at(n).copy(), match.names) for n in (number, number + 1))
        lines += [LogLine(number, who, rule, text) for rule, text in setup.game.narrate(step, before, after, words)]
    if match.over:
        ending = setup.game.rules[match.state.ending()]
        if not any(line.rule == ending for line in lines):
            lines.append(LogLine(len(match) - 1, None, ending, ending.said(words)))
    return lines


@post("/replay/at", include_in_schema=False, status_code=200, request_max_body_size=SENT)
async def replay_at(request: Asked, data: JSONBody[Moment]) -> dict[str, Any]:
    visit = await Visit.of(request)

    def work() -> dict[str, Any]:
        key, match = played_through(data.text, data.key)
        return {"key": key, **moment(match, data.step, data.seat, visit.words.lang, data.screen, visit.base, data.told)}

    try:
        return await asyncio.to_thread(work)
    except BadRecord as error:
        raise Refused(unreadable(error, visit.words), status=400) from None
    except BadSetup as error:
        raise Refused(str(error), status=400) from None


@post("/replay/end", include_in_schema=False, status_code=200, request_max_body_size=SENT)
async def replay_end(request: Asked, data: JSONBody[Moment]) -> Response[str]:
    """How the match of a record ended: a table says so itself, a file has no other page."""
    visit = await Visit.of(request)

    def work() -> str:
        _, match = played_through(data.text, data.key)
        return ended(match, visit, plot.NARROW if data.screen == "phone" else plot.WIDE)

    try:
        return answer(await asyncio.to_thread(work))
    except (BadRecord, BadSetup) as error:
        raise Refused(str(error), status=400) from None


def ended(match: Match, visit: Visit, wide: int) -> str:
    """Who won and why, the score sheets, and the points from the beginning to the end."""
    if not match.over:
        return ""
    setup, words = match.setup, visit.words
    named = words.at_table(match.names)
    view, seats = View.truth(setup, match.state, match.names), range(setup.players)
    scores, rivals = [view.score(seat, words.lang) for seat in seats], view.rivals(words.lang)
    if parts.counted(scores) and not setup.game.per_turn:
        sheets = parts.sheet(scores, rivals, named, parts.Kept()).html
    else:
        sheets = ranking(named, [match.state.place(seat) for seat in seats], view.notes(words.lang))
    drawn = Html()
    if setup.game.per_turn:
        drawn = plot.best_turns(match, named)
    elif setup.players <= MOST_PLOTTED:
        points = plot.totals(match)
        names = [named.player(seat) for seat in seats]
        label = words("The points from the beginning to the end")
        drawn = plot.plot(points, names, label, wide) if any(map(any, points)) else drawn
    how = told_by(view, words)
    head = won(setup.game, setup.options, result_of(match), named, scores, rivals, f"{visit.base}/rules", how)
    return join(head, sheets, drawn)


def unreadable(error: BadRecord, words: Words) -> str:
    return f"{words('This record cannot be read.')} {wrong(error.line, error.message, words)}"


def wrong(line: int, message: str, words: Words) -> str:
    """Where a record is wrong, and why, in the language of the page."""
    text = said(message, words.lang)
    return f"{words('Line {n}', n=line)}: {text}" if line else text[:1].upper() + text[1:]


@get("/table/{table_id:str}/at", include_in_schema=False)
async def table_at_step(
    request: Asked, table_id: TableId, step: int = -1, seat: int = 0, screen: Screen = "desk", told: bool = False
) -> dict[str, Any]:
    """One moment of a table that is over."""
    visit = await Visit.of(request)
    live = await hall_of(request).table(table_id)
    person = visit.person.id if visit.person else ""
    match, seat = await live.read(lambda live: looked_back(live, person, seat))
    return await asyncio.to_thread(moment, match, step, seat, visit.words.lang, screen, visit.base, told)


def looked_back(live: LiveTable, person: str, seat: int) -> tuple[Match, int]:
    """A copy of the match, and as whom it may be seen: one that was broken off keeps its secrets for ever."""
    table = live.table
    known = view_of(live, person).seat
    assert table.match is not None
    if table.status not in (FINISHED, ENDED):
        raise Refused("the game is not over")
    if not table.match.over and seat not in table.seats_of(person):
        seat = SPECTATOR if known is None else known
    return table.match.at(len(table.match)), seat


@post("/replay/verify", include_in_schema=False, status_code=200, request_max_body_size=SENT)
async def verify_text(request: Asked, data: JSONBody[Moment]) -> Response[str]:
    visit = await Visit.of(request)
    return answer(await asyncio.to_thread(verdict, visit, data.text))


@get("/table/{table_id:str}/verify", include_in_schema=False)
async def verify_table(request: Asked, table_id: TableId) -> Response[str]:
    """The record of this table, proven as anybody could prove it at home."""
    visit = await Visit.of(request)
    live = await hall_of(request).table(table_id)
    person = visit.person.id if visit.person else ""
    text = await fair.recorded(live, person)
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
        return el("p", unreadable(error, words))
    deal = record.deal
    secret = deal.secret if isinstance(deal, FairDeal) else None
    if not found:
        return el("div", el("p", el("strong", words("Not proven."))), el("p", wrong(found.line, found.message, words)))
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


HANDLERS: list[Any] = [replay_at, replay_end, table_at_step, verify_text, verify_table]
