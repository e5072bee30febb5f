"""The page of a review: asked for, made before one's eyes, read."""

import asyncio
from typing import Any

from litestar import Response, get

from kvartal.engine.match import Match
from kvartal.engine.svg import tag
from kvartal.review import Review
from kvartal.review.page import sections, title_of
from kvartal.review.told import words as review_words
from kvartal.server.http.api import TableId
from kvartal.server.http.reviewing import Seat, match_of
from kvartal.server.http.sentences import said
from kvartal.server.http.visitors import hall_of
from kvartal.server.live.reviews import Ordered, check
from kvartal.server.table.commands import Refused
from kvartal.web import plot
from kvartal.web.dialect import Screen, board
from kvartal.web.html import Html, el, join
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

    def moment(text: str, step: int) -> str:
        return el("details", el("summary", text), el("div", class_="scroll", tabindex=0), data_step=step)

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


@get("/table/{table_id:str}/review", include_in_schema=False)
async def review_at(request: Asked, table_id: TableId, seat: Seat = 0) -> Response[str]:
    visit, match = await opened(request, table_id, seat)
    return answer(review_page(visit, table_id, match, seat))


@get("/table/{table_id:str}/review/now", include_in_schema=False)
async def review_now(request: Asked, table_id: TableId, seat: Seat = 0, screen: Screen = "desk") -> dict[str, Any]:
    """What the page shows now; `again`: there is more to come."""
    visit, match = await opened(request, table_id, seat)
    reviews, lang = hall_of(request).reviews, visit.words.lang
    ordered = reviews.find(table_id, match, seat)
    made = reviews.made(ordered, match) if ordered is not None else None
    if made is not None:
        wide = plot.NARROW if screen == "phone" else plot.WIDE
        html = await asyncio.to_thread(told, made, lang, wide)
        if await holds(request, table_id, seat, visit) and any(each.grade for each in made.decisions):
            html = join(html, practise(visit, lang))
        return {"html": html, "status": "done"}
    before = reviews.before(ordered) if ordered is not None else 0
    return {
        "html": progress(ordered, before, reviews.most, lang),
        "status": "none" if ordered is None else ordered.status,
    }


@get("/table/{table_id:str}/review/board", include_in_schema=False)
async def review_board(
    request: Asked, table_id: TableId, step: int, seat: Seat = 0, screen: Screen = "desk"
) -> Response[str]:
    """The board after so many steps, as the seat knew it then."""
    visit, match = await opened(request, table_id, seat)
    if not 0 <= step <= len(match):
        raise Refused(f"steps are 0 to {len(match)}, not {step}", status=400)
    return answer(await asyncio.to_thread(lambda: board(match.at(step).view(seat), visit.words.lang, screen)))


HANDLERS: list[Any] = [review_at, review_now, review_board]
