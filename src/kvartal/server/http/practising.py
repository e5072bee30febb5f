"""HTTP: my own worst moments, kept as exercises: taken from a review, tried, exported, deleted."""

import asyncio
from typing import Annotated

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.params import JSONBody, PathParameter

from kvartal.engine.match import Match
from kvartal.games import shelf
from kvartal.review.decisions import Difference
from kvartal.review.exercise import Exercise, as_good, open_to_question
from kvartal.review.practice import as_dict, exercises, from_dict
from kvartal.review.puzzle import LONGEST, BadPuzzle, Turn, turn_of
from kvartal.server.http.answers import WRONG
from kvartal.server.http.api import strictly
from kvartal.server.http.reviewing import ForSeat, TableId, finished
from kvartal.server.http.visitors import Asked, hall_of, known
from kvartal.server.live.mailbox import LiveTable
from kvartal.server.store.practice import Kept, Practice
from kvartal.server.table.commands import Denied, Refused

Name = Annotated[str, PathParameter(min_length=1, max_length=40, description="The id of an exercise")]
Move = Annotated[str, msgspec.Meta(max_length=200)]
Moves = Annotated[list[Move], msgspec.Meta(max_length=LONGEST)]


class Tried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole turn in notation; none: I have looked at the answer."""

    moves: Moves = []


class Taken(msgspec.Struct, frozen=True):
    """How many exercises are new, and how many there are."""

    new: int
    all: int


class Boxed(msgspec.Struct, frozen=True):
    """Was it solved? The box it lies in now, and when it comes back (milliseconds since 1970)."""

    solved: bool
    box: int
    due: int


_for_seat: msgspec.json.Decoder[ForSeat] = msgspec.json.Decoder(ForSeat)
_tried: msgspec.json.Decoder[Tried] = msgspec.json.Decoder(Tried)


def practice_of(request: Asked) -> Practice:
    return Practice(hall_of(request).store)


def read_exercise(kept: Kept) -> Exercise:
    """What it is about. The rules of its game may have changed since: then it cannot be shown any more."""
    game = shelf().get(kept.game)
    try:
        if game is None:
            raise BadPuzzle("there is no such game")
        return from_dict(game, kept.body)
    except BadPuzzle:
        raise Refused("this exercise was made by other rules and cannot be shown any more", status=410) from None


async def given_away(request: Asked, person: str, exercise: Exercise, turn: Turn) -> Difference | None:
    """What a turn gives away that is neither the answer nor what was played; None: there is no question."""
    if not open_to_question(exercise, turn):
        return None
    notation = exercise.view.setup.notation
    answer, mine = ([notation[code] for code in codes] for codes in (exercise.answer, turn))
    return await hall_of(request).bots.beside(exercise.view, answer, mine, person)


def my_match(live: LiveTable, person: str, seat: int) -> Match:
    """What a player knew is theirs alone: only who has held the seat practises its moments."""
    match = finished(live, person)
    if seat not in live.table.seats_of(person):
        raise Denied("these are not your moves")
    return match


class TablePractice(Controller):
    """It is named by its table, for the review is with the process that has the table."""

    path = "/api/tables/{table_id:str}/practice"
    tags = ("practice",)

    @post(responses=WRONG, status_code=200)
    async def take(self, request: Asked, table_id: TableId, data: JSONBody[ForSeat]) -> Taken:
        """Practise the worst moments of a finished match of mine; its review must be made."""
        person, seat = await known(request), (await strictly(request, _for_seat)).seat
        hall = hall_of(request)
        live = await hall.table(table_id)
        match: Match = await live.read(lambda live: my_match(live, person.id, seat))
        ordered = hall.reviews.find(table_id, match, seat)
        made = hall.reviews.made(ordered, match.copy()) if ordered is not None else None
        if made is None:
            raise Refused("the review of this match is not made yet")
        found = await asyncio.to_thread(exercises, made)
        rows = [(f"{table_id}.{seat}.{step}", match.setup.game.key, as_dict(each)) for step, each in found]
        practice = practice_of(request)
        new = await practice.add(person.id, rows)
        return Taken(new, len(await practice.of(person.id)))


class MyPractice(Controller):
    path = "/api/practice"
    tags = ("practice",)

    @get(responses=WRONG)
    async def mine(self, request: Asked) -> list[Kept]:
        """All my exercises, the next one first; the same list is the export."""
        return await practice_of(request).of((await known(request)).id)

    @post("/{name:str}", responses=WRONG, status_code=200)
    async def tried(self, request: Asked, name: Name, data: JSONBody[Tried]) -> Boxed:
        """I have tried one: it comes back later if it is solved, and soon if it is not."""
        person, wish = await known(request), await strictly(request, _tried)
        practice = practice_of(request)
        kept = await practice.one(person.id, name)
        exercise = read_exercise(kept)
        try:
            turn = turn_of(exercise.view, wish.moves) if wish.moves else exercise.played
        except BadPuzzle as error:
            raise Refused(str(error), status=400) from None
        lost = await given_away(request, person.id, exercise, turn)
        solved = exercise.solved_by(turn) or (lost is not None and as_good(exercise, lost))
        place = await practice.tried(person.id, kept, solved)
        return Boxed(solved, place.box, place.due)

    @delete("/{name:str}", responses=WRONG)
    async def drop(self, request: Asked, name: Name) -> None:
        """Do not practise this one any more."""
        person = await known(request)
        await practice_of(request).one(person.id, name)
        await practice_of(request).remove(person.id, name)

    @delete(responses=WRONG)
    async def drop_all(self, request: Asked) -> None:
        """Delete all my exercises."""
        await practice_of(request).remove((await known(request)).id)

    @get("/export", responses=WRONG)
    async def export(self, request: Asked) -> Response[list[Kept]]:
        """The same list, as a file to keep."""
        found = await practice_of(request).of((await known(request)).id)
        head = {"content-disposition": 'attachment; filename="kvartal-practice.json"', "cache-control": "no-store"}
        return Response(found, headers=head)
