"""HTTP: the review of a finished table, asked for, looked at while it is made, stopped."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from kvartal.engine.match import Match
from kvartal.review.told import as_json
from kvartal.server.http.answers import WRONG
from kvartal.server.http.visitors import Asked, asker, hall_of, known, settings_of
from kvartal.server.live.mailbox import LiveTable
from kvartal.server.live.reviews import Ordered
from kvartal.server.table import commands as c
from kvartal.server.table.commands import Denied, Refused

TableId = Annotated[str, PathParameter(min_length=1, max_length=24, description="The id of a table")]
Seat = Annotated[int, QueryParameter(ge=0, le=999, description="Whose decisions")]


class ForSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose decisions are looked at."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0


class ReviewShown(msgspec.Struct, frozen=True):
    """How far a review is: `done` of `of`, `before` it so many others. `none`: nobody has asked for it; `review` is
    there when it is `done`, `error` when it has `failed`. `page` shows it to people."""

    seat: int
    status: Literal["none", "waiting", "running", "done", "failed"]
    page: str
    done: int = 0
    of: int = 0
    before: int = 0
    error: str = ""
    review: dict[str, Any] | None = None


_for_seat: msgspec.json.Decoder[ForSeat] = msgspec.json.Decoder(ForSeat)


def finished(live: LiveTable, person: str) -> Match:
    """The match of a table that is over, for those who may see it. One that was broken off keeps its secrets."""
    table = live.table
    if not table.seats_of(person) and (not table.created.watchable or person in table.removed):
        raise Denied("this table is not watched")
    if table.match is None or not table.match.over:
        raise Refused("the game is not over")
    return table.match


async def match_of(request: Asked, table_id: str, person: str) -> Match:
    live = await hall_of(request).table(table_id)
    match: Match = await live.read(lambda live: finished(live, person))
    return match


def shown(request: Asked, table_id: str, match: Match, seat: int, ordered: Ordered | None) -> ReviewShown:
    page = f"{settings_of(request).base_path}/table/{table_id}/review?seat={seat}"
    if ordered is None:
        return ReviewShown(seat, "none", page)
    reviews, making = hall_of(request).reviews, ordered.making
    made = reviews.made(ordered, match)
    before = reviews.before(ordered) if ordered.status == "waiting" else 0
    about = as_json(made) if made is not None else None
    return ReviewShown(seat, ordered.status, page, making.done, making.of, before, ordered.error, about)


class TableReview(Controller):
    path = "/api/tables/{table_id:str}/review"
    tags = ("tables",)

    @post(responses=WRONG, status_code=200)
    async def order(self, request: Asked, table_id: TableId, data: JSONBody[ForSeat]) -> ReviewShown:
        """Have a finished match reviewed for one seat. It is made in the background; ask again how far it is."""
        person = await known(request)
        try:
            seat = _for_seat.decode(await request.body()).seat
        except c.NOT_JSON as error:
            raise Refused(c.not_understood(error), status=400) from None
        match = await match_of(request, table_id, person.id)
        ordered = hall_of(request).reviews.order(table_id, match, seat, person.id)
        return shown(request, table_id, match, seat, ordered)

    @get(responses=WRONG)
    async def look(self, request: Asked, table_id: TableId, seat: Seat = 0) -> ReviewShown:
        """How far the review is, or the whole of it."""
        person = await asker(request)
        match = await match_of(request, table_id, person.id if person else "")
        return shown(request, table_id, match, seat, hall_of(request).reviews.find(table_id, match, seat))

    @delete(responses=WRONG, status_code=200)
    async def stop(self, request: Asked, table_id: TableId, seat: Seat = 0) -> ReviewShown:
        """I do not wait for it any more. When nobody does, it is not made; what is made already stays."""
        person = await known(request)
        match, reviews = await match_of(request, table_id, person.id), hall_of(request).reviews
        reviews.stop(table_id, match, seat, person.id)
        return shown(request, table_id, match, seat, reviews.find(table_id, match, seat))
