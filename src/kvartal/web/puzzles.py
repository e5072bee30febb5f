"""Puzzles: the list, one of them, the one of today. Which one that is follows from the date alone."""

import asyncio
import hashlib
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter
from litestar.response import Redirect

from kvartal.engine.game import Game
from kvartal.engine.words import Words
from kvartal.games import games
from kvartal.review.exercise import Exercise, grade, task
from kvartal.review.puzzle import Puzzle, puzzles_of
from kvartal.server.table.commands import Missing
from kvartal.server.table.fair import today
from kvartal.web import faults
from kvartal.web.exercises import Made, exercise_page, further, moment
from kvartal.web.html import Html, el
from kvartal.web.visit import Asked, Visit, answer, page

STRIDE = 7919  # a prime: day by day through all puzzles, and not twice before each has had its day
Key = Annotated[str, PathParameter(max_length=40)]
Number = Annotated[int, PathParameter(ge=1, le=100_000)]


def sets() -> list[tuple[Game, tuple[Puzzle, ...]]]:
    """The games that have some. A set that cannot be read is a fault of its game: the others have theirs."""
    found = []
    for game in games():
        try:
            if puzzles := puzzles_of(game):
                found.append((game, puzzles))
        except Exception as error:
            faults.log(game, "puzzles", error)
    return found


def puzzle_at(key: str, number: int) -> tuple[Game, Puzzle]:
    found = next((each for each in sets() if each[0].key == key), None)
    if found is None or not 1 <= number <= len(found[1]):
        raise Missing("there is no such puzzle")
    return found[0], found[1][number - 1]


def of_the_day(day: str) -> tuple[str, int] | None:
    """The key of the game and the number: the same for everybody."""
    every = [(game.key, number) for game, puzzles in sets() for number in range(1, len(puzzles) + 1)]
    count = sum(int(part) * factor for part, factor in zip(day.split("-"), (372, 31, 1), strict=True))
    return every[count * STRIDE % len(every)] if every else None


def mark(puzzle: Puzzle) -> str:
    """What a device remembers a puzzle by: its number may change with the set."""
    return hashlib.sha256(puzzle.view.encode()).hexdigest()[:12]


def way(puzzle: Puzzle, own: Words, words: Words) -> str:
    """How it is played there: the edition, and how many play."""
    setup = puzzle.setup
    named = next((own(each.title) for each in setup.game.presets if fits(puzzle, each.options)), "")
    many = words("Solo") if setup.players == 1 else words("{n} players", n=setup.players)
    return " · ".join(filter(None, (named, many)))


def fits(puzzle: Puzzle, options: Any) -> bool:
    usual = {option.name: option.default for option in puzzle.setup.game.options}
    return dict(puzzle.setup.options) == {**usual, **dict(options)} and bool(options)


def list_page(visit: Visit) -> Html:
    words = visit.words
    sections = []
    for game, puzzles in sets():
        own = game.words(words.lang)
        rows = [
            el(
                "li",
                el(
                    "a",
                    el("strong", words("Puzzle {n}", n=number)),
                    el("span", f"{way(puzzle, own, words)} · {grade(puzzle.missed, words.lang)}"),
                    href=f"{visit.base}/puzzle/{game.key}/{number}",
                ),
                el("span", class_="tag", data_puzzle=mark(puzzle), hidden=True),
            )
            for number, puzzle in enumerate(puzzles, 1)
        ]
        sections.append(el("section", el("h2", own(game.title)), el("ul", *rows, class_="tables"), id=game.key))
    about = words(
        "One turn, one answer: a way of playing it that is better than every other, from what the player knows. Bots "
        "found them in their own games; the more stars, the more levels of bots miss it."
    )
    ways = [
        el("a", words("Puzzle of the day"), class_="button go", href=f"{visit.base}/puzzle/today"),
        el("a", words("Practise my mistakes"), class_="button", href=f"{visit.base}/practice"),
    ]
    return page(
        visit,
        words("Puzzles"),
        el("h1", words("Puzzles")),
        el("p", about),
        el("p", *ways, class_="tools"),
        el("div", *sections, class_="puzzles"),
        script="puzzles.js",
        solved=words("solved"),
        shown=words("looked up"),
    )


def puzzle_page(visit: Visit, game: Game, number: int, puzzle: Puzzle, daily: bool) -> Html:
    words, own = visit.words, game.words(visit.words.lang)
    name = words("Puzzle of the day") if daily else words("Puzzle {n}", n=number)
    title, base = f"{own(game.title)} · {name}", visit.base
    exercise = Exercise.of(puzzle)
    about = el(
        "section",
        el("h2", name),
        el("p", f"{way(puzzle, own, words)} · {grade(puzzle.missed, words.lang)}"),
        el("p", task(exercise, words.lang)),
        el("p", el("a", words("All puzzles"), href=f"{base}/puzzles"), class_="links"),
    )
    many = next(len(puzzles) for each, puzzles in sets() if each is game)
    after = f"{base}/puzzle/{game.key}/{number % many + 1}"
    at = f"/puzzle/{game.key}/{number}/at"
    return exercise_page(visit, exercise, title, at, about, further(words), after=after, puzzle=mark(puzzle))


@get("/puzzles", include_in_schema=False)
async def puzzles_page(request: Asked) -> Response[str]:
    visit = await Visit.of(request)
    return answer(await asyncio.to_thread(list_page, visit))


@get("/puzzle/today", include_in_schema=False)
async def puzzle_today(request: Asked) -> Response[str] | Redirect:
    visit = await Visit.of(request)
    found = await asyncio.to_thread(of_the_day, today())
    if found is None:
        return Redirect(f"{visit.base}/puzzles", status_code=303)
    game, puzzle = puzzle_at(*found)
    return answer(await asyncio.to_thread(puzzle_page, visit, game, found[1], puzzle, True))


@get("/puzzle/{key:str}/{number:int}", include_in_schema=False)
async def puzzle_one(request: Asked, key: Key, number: Number) -> Response[str]:
    visit = await Visit.of(request)
    game, puzzle = await asyncio.to_thread(puzzle_at, key, number)
    return answer(await asyncio.to_thread(puzzle_page, visit, game, number, puzzle, False))


@post("/puzzle/{key:str}/{number:int}/at", include_in_schema=False, status_code=200)
async def puzzle_moment(request: Asked, key: Key, number: Number, data: JSONBody[Made]) -> dict[str, Any]:
    """What the page shows after these moves."""
    visit = await Visit.of(request)

    def work() -> dict[str, Any]:
        exercise = Exercise.of(puzzle_at(key, number)[1])
        return moment(exercise, data, visit, task(exercise, visit.words.lang))

    return await asyncio.to_thread(work)


HANDLERS: list[Any] = [puzzles_page, puzzle_today, puzzle_one, puzzle_moment]
