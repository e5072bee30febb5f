"""My mistakes, practised: what is due, one exercise, all of them to export and delete."""

import asyncio
from datetime import UTC, datetime
from typing import Any

from litestar import Response, get, post
from litestar.params import JSONBody

from kvartal.engine.words import Words
from kvartal.games import shelf
from kvartal.review.advice import moves
from kvartal.review.exercise import task
from kvartal.review.spacing import RESTS
from kvartal.server.http.practising import Name, given_away, practice_of, read_exercise
from kvartal.server.http.sentences import said
from kvartal.server.http.visitors import known
from kvartal.server.store.practice import Kept
from kvartal.server.store.store import now_ms
from kvartal.server.table.commands import Refused
from kvartal.web.exercises import Made, exercise_page, further, moment, walked
from kvartal.web.html import Html, el
from kvartal.web.results import day_said
from kvartal.web.visit import Asked, Visit, answer, page


def title_of(kept: Kept, words: Words) -> str:
    game = shelf().get(kept.game)
    return game.words(words.lang)(game.title) if game is not None else kept.game


def when(kept: Kept, words: Words, now: int) -> str:
    if kept.due <= now:
        return words("now")
    return day_said(datetime.fromtimestamp(kept.due / 1000, UTC).date().isoformat(), words)


def row(visit: Visit, kept: Kept, now: int) -> Html:
    words, lang = visit.words, visit.words.lang
    try:
        exercise = read_exercise(kept)
        told = words("You played: {moves}", moves=moves(exercise.view, exercise.played, lang))
        link = el("a", el("strong", title_of(kept, words)), el("span", told), href=f"{visit.base}/practice/{kept.id}")
    except Refused as refused:
        told = said(refused.text, lang)
        link = el("span", el("strong", title_of(kept, words)), el("small", told))
    tags = el("span", f"{when(kept, words, now)} · {kept.box + 1}/{len(RESTS)}", class_="tag")
    label = f"{words('Delete')}: {title_of(kept, words)}, {told}"
    drop = el("button", "✕", data_drop=kept.id, class_="quiet", aria_label=label)
    return el("li", link, tags, drop)


def list_page(visit: Visit, kept: list[Kept]) -> Html:
    words, now = visit.words, now_ms()
    due = [each for each in kept if each.due <= now]
    about = words(
        "Moments of your own matches in which another turn would have been better, from what you knew then. What you "
        "solve comes back later and later, what you do not solve comes back soon. Only you see them."
    )
    if due:
        first = el("a", words("Practise now"), class_="button go", href=f"{visit.base}/practice/{due[0].id}")
        lead = el("p", first, " ", words("Due now: {n}", n=len(due)), class_="tools")
    elif kept:
        lead = el("p", words("Nothing is due now. The next one: {when}", when=when(kept[0], words, now)))
    else:
        lead = el("p", words("Nothing yet: the review of a finished match of yours has a button “Practise these”."))
    tools = None
    if kept:
        sure = words("Delete all your exercises for good?")
        tools = el(
            "p",
            el("a", words("Export (JSON)"), class_="button", href=f"{visit.base}/api/practice/export", download=True),
            el("button", words("Delete all"), class_="quiet", data_drop="", data_sure=sure),
            class_="tools",
        )
    return page(
        visit,
        words("Practise my mistakes"),
        el("h1", words("Practise my mistakes")),
        el("p", about),
        lead,
        el("section", el("ul", *(row(visit, each, now) for each in kept), class_="tables")) if kept else None,
        tools,
        el("p", el("a", words("Puzzles"), href=f"{visit.base}/puzzles"), class_="links"),
        script="puzzles.js",
    )


@get("/practice", include_in_schema=False)
async def practice_page(request: Asked) -> Response[str]:
    visit = await Visit.of(request)
    kept = await practice_of(request).of(visit.person.id) if visit.person is not None else []
    return answer(await asyncio.to_thread(list_page, visit, kept))


@get("/practice/{name:str}", include_in_schema=False)
async def practise_one(request: Asked, name: Name) -> Response[str]:
    visit, person = await Visit.of(request), await known(request)
    kept = await practice_of(request).one(person.id, name)
    words = visit.words

    def work() -> Html:
        exercise = read_exercise(kept)
        title = f"{title_of(kept, words)} · {words('Practise my mistakes')}"
        about = el(
            "section",
            el("h2", words("Practise my mistakes")),
            el("p", task(exercise, words.lang)),
            el("p", el("a", words("All my exercises"), href=f"{visit.base}/practice"), class_="links"),
        )
        at, after = f"/practice/{name}/at", f"{visit.base}/practice"
        return exercise_page(visit, exercise, title, at, about, further(words), after=after, practice=name)

    return answer(await asyncio.to_thread(work))


@post("/practice/{name:str}/at", include_in_schema=False, status_code=200)
async def practice_moment(request: Asked, name: Name, data: JSONBody[Made]) -> dict[str, Any]:
    visit, person = await Visit.of(request), await known(request)
    exercise = read_exercise(await practice_of(request).one(person.id, name))
    lang = visit.words.lang
    walk = await asyncio.to_thread(walked, exercise, data.moves, lang)
    lost = await given_away(request, person.id, exercise, walk.codes) if walk.over else None
    return await asyncio.to_thread(moment, exercise, data, visit, task(exercise, lang), lost)


HANDLERS: list[Any] = [practice_page, practise_one, practice_moment]
