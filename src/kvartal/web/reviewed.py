"""The page of a review: asked for, made before one's eyes, read; of a table that is over, or of a file's record."""

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup
from kvartal.engine.record import BadRecord
from kvartal.engine.svg import tag
from kvartal.review import Review, moments
from kvartal.review.moments import Moment
from kvartal.review.page import sections, title_of
from kvartal.review.told import words as review_words
from kvartal.server.http.api import TableId
from kvartal.server.http.reviewing import Seat, match_of
from kvartal.server.http.sentences import said
from kvartal.server.http.visitors import hall_of, known
from kvartal.server.live.reviews import Ordered, Reviews, check
from kvartal.server.table.commands import Refused
from kvartal.web import faults, plot
from kvartal.web.dialect import Screen, board
from kvartal.web.html import Html, el, join
from kvartal.web.moments import LARGEST, SENT, played_through, unreadable
from kvartal.web.moments import moments as stops_of
from kvartal.web.visit import Asked, Visit, answer, page


async def opened(request: Asked, table_id: str, seat: int) -> tuple[Visit, Match]:
    """Who asks, and the match, if they may see a review of it."""
    visit = await Visit.of(request)
    match = await match_of(request, table_id, visit.person.id if visit.person else "")
    check(match, seat)
    return visit, match.copy()  # boards are drawn in a thread


def review_page(visit: Visit, table: str, match: Match, seat: int) -> Html:
    say, words = review_words(visit.words.lang), visit.words
    named = words.at_table(match.names)
    seats = [
        el("a", named.player(n), href=f"{visit.base}/table/{table}/review?seat={n}", aria_current=here(n == seat))
        for n in range(match.setup.players)
    ]
    title, game = say("Review of the match"), match.setup.game
    return page(
        visit,
        title,
        el("h1", f"{title}: {game.words(words.lang)(game.title)}"),
        el("p", say("Reviewed for"), ": ", *(join(" ", each) for each in seats)) if len(seats) > 1 else None,
        el("div", id="review", aria_live="polite"),
        el("p", el("a", words("Back to the table"), href=f"{visit.base}/table/{table}")),
        script="reviewed.js",
        table=table,
        seat=seat,
    )


def here(now: bool) -> str | None:
    return "true" if now else None


def progress(ordered: Ordered | None, before: int, most: int, lang: str) -> Html:
    """What there is to say before it is there; buttons say what they do (`data-do`)."""
    say = review_words(lang)
    if ordered is None and not most:
        return el("section", el("p", say("Reviews are switched off here.")))
    if ordered is None:
        about = say(
            "What decided it, what each turn gave away, how much of it was luck. It is made in the background and "
            "takes a minute or so."
        )
        return el("section", el("p", about), el("p", button(say("Review this match"), "POST")))
    if ordered.status == "failed":
        text = said(ordered.error, lang)
        again = button(say("Try again"), "POST")
        return el("section", el("p", text[:1].upper() + text[1:], class_="wrong"), el("p", again))
    making = ordered.making
    text = say("The review is being made: {n} %", n=100 * making.done // making.of)
    bar = el("progress", max=making.of, value=making.done, aria_label=text)
    waits = el("p", say("Reviews that are made before this one: {n}", n=before)) if before else None
    return el("section", el("p", text), bar, waits, el("p", button(say("Stop"), "DELETE", "")))


def button(text: str, do: str, class_: str = "go") -> Html:
    return el("button", text, type="button", data_do=do, class_=class_ or None)


def told(review: Review, lang: str, wide: int) -> Html:
    """The review itself. Boards are fetched when somebody opens a moment: most are never looked at."""

    def moment(each: Moment) -> str:
        return el("details", el("summary", each.text), el("div"), data_step=each.step, data_decision=each.decision)

    shown = sections(review, lang, lambda drawn: tag("div", drawn(wide), class_="scroll"), moment)
    return join(el("h2", title_of(review, lang)), *map(Html, shown))


async def holds(request: Asked, table_id: str, seat: int, visit: Visit) -> bool:
    """Is it a review of their own moves?"""
    live = await hall_of(request).table(table_id)
    return visit.person is not None and seat in live.table.seats_of(visit.person.id)


def practise(visit: Visit, lang: str) -> Html:
    say = review_words(lang)
    about = say("The worst of these moments can come back as exercises, until you find the better turn by yourself.")
    link = el("a", say("My exercises"), href=f"{visit.base}/practice")
    return el("section", el("p", about), el("p", button(say("Practise these"), "practise"), " ", link))


async def now(reviews: Reviews, ordered: Ordered | None, match: Match, lang: str, screen: Screen) -> dict[str, Any]:
    """What the page shows now; `waiting` and `running`: there is more to come."""
    made = reviews.made(ordered, match) if ordered is not None else None
    if made is not None:
        wide = plot.NARROW if screen == "phone" else plot.WIDE
        return {"html": await asyncio.to_thread(told, made, lang, wide), "status": "done"}
    before = reviews.before(ordered) if ordered is not None else 0
    return {
        "html": progress(ordered, before, reviews.most, lang),
        "status": "none" if ordered is None else ordered.status,
    }


def shown_at(
    match: Match, seat: int, made: Review | None, moment: Moment, visit: Visit, screen: Screen, way: str
) -> str:
    """The board of one moment, with what was played and what was better; `way` leads to it in a replay."""
    lang, say = visit.words.lang, review_words(visit.words.lang)
    step = moment.step
    try:
        if made is not None:
            inside = moments.shown(made, moment, lang, whole=lambda view: board(view, lang, screen))
            step = moments.step_of(made, moment)
        else:
            inside = board(match.at(step).view(seat), lang, screen)
    except Exception as error:  # of a game: its board is there all the same
        faults.log(match.setup.game, "reasons", error)
        inside = board(match.at(step).view(seat), lang, screen)
    what_if = el("button", visit.words("What if…?"), type="button", data_do="whatif", data_number=step)
    if not way:
        return inside + el("p", what_if)
    stops = stops_of(match, seat)
    at = max(n for n, stop in enumerate(stops) if stop <= step or n == 0)
    link = el("a", say("This moment in the replay"), href=f"{way}?step={at}&seat={seat}")
    return inside + el("p", what_if, " ", link)


def moment_of(match: Match, made: Review | None, step: int, decision: int | None) -> Moment:
    if not 0 <= step <= len(match):
        raise Refused(f"steps are 0 to {len(match)}, not {step}", status=400)
    if decision is not None and (made is None or not 0 <= decision < len(made.decisions)):
        raise Refused("there is no such decision in this review", status=400)
    return Moment("", step, decision)


# Of a table -----------------------------------------------------------------------------------------------------------


@get("/table/{table_id:str}/review", include_in_schema=False)
async def review_at(request: Asked, table_id: TableId, seat: Seat = 0) -> Response[str]:
    visit, match = await opened(request, table_id, seat)
    return answer(review_page(visit, table_id, match, seat))


@get("/table/{table_id:str}/review/now", include_in_schema=False)
async def review_now(request: Asked, table_id: TableId, seat: Seat = 0, screen: Screen = "desk") -> dict[str, Any]:
    visit, match = await opened(request, table_id, seat)
    reviews = hall_of(request).reviews
    ordered = reviews.find(table_id, match, seat)
    found = await now(reviews, ordered, match, visit.words.lang, screen)
    graded = found["status"] == "done" and ordered is not None and any(each.grade for each in ordered.making.decisions)
    if graded and await holds(request, table_id, seat, visit):
        found["html"] = join(found["html"], practise(visit, visit.words.lang))
    return found


@get("/table/{table_id:str}/review/board", include_in_schema=False)
async def review_board(
    request: Asked, table_id: TableId, step: int, decision: int | None = None, seat: Seat = 0, screen: Screen = "desk"
) -> Response[str]:
    """The board after so many steps, as the seat knew it then; of a decision with both turns."""
    visit, match = await opened(request, table_id, seat)
    reviews = hall_of(request).reviews
    ordered = reviews.find(table_id, match, seat)
    made = reviews.made(ordered, match) if ordered is not None else None
    moment, way = moment_of(match, made, step, decision), f"{visit.base}/table/{table_id}/replay"
    return answer(await asyncio.to_thread(shown_at, match, seat, made, moment, visit, screen, way))


# Of a record from a file ----------------------------------------------------------------------------------------------


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record, by its text or by the key that it was given, and what is wanted of its review."""

    text: str = ""
    key: str = ""
    seat: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0
    screen: Screen = "desk"
    do: Literal["look", "order", "stop", "board"] = "look"
    step: int = 0
    decision: int | None = None


@get("/review", include_in_schema=False)
async def review_of_file(request: Asked) -> Response[str]:
    visit = await Visit.of(request)
    say, words = review_words(visit.words.lang), visit.words
    title = say("Review of the match")
    chosen, large = el("select", id="seat"), words("This file is too large for a record.")
    return answer(
        page(
            visit,
            title,
            el("h1", title),
            el(
                "section",
                el("label", words("A record from this device"), for_="file"),
                " ",
                el("input", type="file", id="file", accept=".txt,.kvartal,text/plain", data_largest=LARGEST),
                el("p", id="unreadable", class_="wrong", role="status", data_large=large),
                el("p", el("label", say("Reviewed for"), for_="seat"), " ", chosen, id="whose", hidden=True),
            ),
            el("div", id="review", aria_live="polite"),
            el("p", el("a", words("Replay a record"), href=f"{visit.base}/replay")),
            script="reviewed.js",
            table="",
        )
    )


@post("/review/of", include_in_schema=False, status_code=200, request_max_body_size=SENT)
async def review_of(request: Asked, data: JSONBody[Wish]) -> dict[str, Any]:
    """The review of a record: bounded as those of tables are, and shared by all who bring the same record."""
    visit, reviews = await Visit.of(request), hall_of(request).reviews
    lang = visit.words.lang
    try:
        key, match = await asyncio.to_thread(played_through, data.text, data.key)
    except BadRecord as error:
        raise Refused(unreadable(error, visit.words), status=400) from None
    except BadSetup as error:
        raise Refused(str(error), status=400) from None
    seat, name, match = data.seat, f"record {key}", match.copy()
    check(match, seat)
    named = visit.words.at_table(match.names)
    about = {"key": key, "names": [named.player(n) for n in range(match.setup.players)]}
    if data.do in ("order", "stop"):
        person = await known(request)
        if data.do == "order":
            reviews.order(name, match, seat, person.id, file=True)
        else:
            reviews.stop(name, match, seat, person.id)
    ordered = reviews.find(name, match, seat)
    if data.do == "board":
        made = reviews.made(ordered, match) if ordered is not None else None
        moment = moment_of(match, made, data.step, data.decision)
        html = await asyncio.to_thread(shown_at, match, seat, made, moment, visit, data.screen, "")
        return about | {"html": html, "status": "board"}
    return about | await now(reviews, ordered, match, lang, data.screen)


HANDLERS: list[Any] = [review_at, review_now, review_board, review_of_file, review_of]
