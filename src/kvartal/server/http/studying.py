"""HTTP: studies, made of matches that are over, changed version by version, shared; and sketches at running tables."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import Controller, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Meta

from kvartal.engine.reading import parse
from kvartal.engine.view import View
from kvartal.engine.words import unnamed
from kvartal.review.study import LONGEST_NAME, LONGEST_NOTE, MAIN, BadStudy, Moment, as_file, read_file, told
from kvartal.server.http.answers import WRONG, ViewShown
from kvartal.server.http.api import TableId, strictly
from kvartal.server.http.reviewing import finished
from kvartal.server.http.security import LARGER, LONG, address_of
from kvartal.server.http.sentences import wished
from kvartal.server.http.socket import pace_key
from kvartal.server.http.visitors import Asked, asker, hall_of, known, messages_of, new_studies_of
from kvartal.server.live.mailbox import LiveTable
from kvartal.server.live.studies import LARGEST_RECORD, Opened, with_bounds, written
from kvartal.server.table import commands as c
from kvartal.server.table import fair
from kvartal.server.table.commands import Missing, Refused
from kvartal.server.table.table import PLAYING, Table

SENT = 4 * LARGEST_RECORD  # of a record, or of a study with its record inside, as JSON writes them
LARGER["/api/studies"] = SENT

StudyId = Annotated[str, PathParameter(min_length=1, max_length=24, description="The id of a study")]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Asked_number = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
Title = Annotated[str, Meta(max_length=4 * LONGEST_NAME)]


class NewStudy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What it is of: the text of a `record` or of the `file` of a study, or another `study`."""

    record: Annotated[str, Meta(max_length=LARGEST_RECORD)] = ""
    file: Annotated[str, Meta(max_length=SENT)] = ""
    study: Annotated[str, Meta(max_length=24)] = ""
    title: Title = ""


class Titled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: Title = ""


class ForMySeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose knowledge is sketched from; null: that of my first seat."""

    seat: c.SeatNumber | None = None
    title: Title = ""


class Doing(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, kw_only=True):
    """Something that changes a study. `version` is the one that it was made from: of another one it is refused."""

    version: Number


class StudyMove(Doing, frozen=True, tag="move"):
    """A move at a moment: what was played there before is followed, anything else leads away from there."""

    branch: Number
    number: Number
    seat: c.SeatNumber
    move: c.Notation


class StudyAnswer(Doing, frozen=True, tag="answer"):
    """The next bot makes its turn, if somebody other than `seat` (null: anybody) owes a move there."""

    branch: Number
    number: Number
    seat: c.SeatNumber | None = None
    level: c.Level = "level3"


class StudyNote(Doing, frozen=True, tag="note"):
    """What there is to say about a moment; "" takes it away."""

    branch: Number
    number: Number
    text: Annotated[str, Meta(max_length=2 * LONGEST_NOTE)]


class StudyName(Doing, frozen=True, tag="name"):
    """A branch gets a name; without a branch the study itself does."""

    name: Title
    branch: Number = MAIN


class StudyDrop(Doing, frozen=True, tag="drop"):
    """A branch goes, with everything that leads away from it."""

    branch: Number


class StudyShare(Doing, frozen=True, tag="share"):
    """Whoever has the address may look at it, or not any more."""

    shared: bool


AnyDoing = StudyMove | StudyAnswer | StudyNote | StudyName | StudyDrop | StudyShare


class BranchShown(msgspec.Struct, frozen=True):
    """A branch leads from moment `at` of its parent to moment `last`; branch 0 is the match itself."""

    id: int
    parent: int
    at: int
    name: str
    last: int


class NoteShown(msgspec.Struct, frozen=True):
    branch: int
    number: int
    text: str


class StudyShown(msgspec.Struct, frozen=True, kw_only=True):
    """A study. `drawn_from`: cards in branches come from the deal of the match, or from a seed that is not it. `branch`
    and `number` are the moment that a change has led to. A `sketch` is a guess from what one seat knew."""

    id: str
    title: str
    game: str
    version: int
    mine: bool
    shared: bool
    sketch: bool
    drawn_from: str
    page: str
    last: int
    branches: list[BranchShown]
    notes: list[NoteShown]
    branch: int = MAIN
    number: int = 0


class StudyListed(msgspec.Struct, frozen=True):
    """A study of mine; `touched` is when it last changed, in milliseconds since 1970."""

    id: str
    title: str
    game: str
    sketch: bool
    shared: bool
    version: int
    touched: int


_new: msgspec.json.Decoder[NewStudy] = msgspec.json.Decoder(NewStudy)
_doing: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyDoing)
_titled: msgspec.json.Decoder[Titled] = msgspec.json.Decoder(Titled)
_seat: msgspec.json.Decoder[ForMySeat] = msgspec.json.Decoder(ForMySeat)


def shown(request: Asked, opened: Opened, person: str, moment: Moment | None = None) -> StudyShown:
    kept, study = opened.kept, opened.study
    here = moment or Moment(MAIN, 0)
    return StudyShown(
        id=kept.id, title=kept.title, game=kept.game, version=kept.version, mine=kept.person == person,
        shared=kept.shared, sketch=kept.sketch, drawn_from="deal" if kept.seed is None and not kept.sketch else "seed",
        page=f"{request.app.state.settings.base_path}/study/{kept.id}", last=study.length(MAIN),
        branches=[BranchShown(**told(study, branch)) for branch in sorted(study.tree.branches)],
        notes=[NoteShown(each.branch, each.number, each.text) for each in study.tree.notes],
        branch=here.branch, number=here.number,
    )  # fmt: skip


def seen(opened: Opened, moment: Moment, seat: int) -> ViewShown:
    """What a seat knows at a moment: many steps may lead there, so it is not for the loop."""
    match = opened.study.at(moment)
    if seat >= match.setup.players:
        raise Refused(f"seats are 0 to {match.setup.players - 1}, not {seat}", status=400)
    return msgspec.convert(match.view(seat).facts(), ViewShown)


async def made(request: Asked, wish: NewStudy, person: str) -> Opened:
    """A new study of one of the three things that it can be made of."""
    hall = hall_of(request)
    if sum(map(bool, (wish.record, wish.file, wish.study))) != 1:
        raise Refused("a study is made of one thing: a record, a file or another study", status=400)
    if wish.record:
        return await hall.studies.create(person, wish.record, wish.title)
    if wish.study:
        opened = await hall.studies.find(wish.study, person)
        await hall.studies.check_shown(opened, MAIN + 1)
        size = len(opened.kept.record) + len(opened.kept.tree)  # counts as if it had been sent
        if not new_studies_of(request).take(address_of(request.scope), size // LONG):
            raise Refused("too many of these; wait a while", status=429)
        return await hall.studies.copy(person, opened, wish.title)
    try:
        found = await asyncio.to_thread(read_file, wish.file)
    except BadStudy as bad:
        raise Refused(str(bad), status=400) from None
    return await hall.studies.create(person, found.record, wish.title or found.title, found.tree, found.sketch)


def nameless(table: Table) -> list[str]:
    """The seats without the names of people: whoever is forgotten here is not remembered in the study of another."""
    assert table.match is not None
    return [unnamed(n) if seat.person else table.match.names[n] for n, seat in enumerate(table.seats)]


async def record_of(live: LiveTable, person: str) -> str:
    """The record of a finished table as this person may have it; of today's deal, without its secret."""

    def look(live: LiveTable) -> tuple[Callable[[], str], list[str]]:
        finished(live, person)
        return fair.recording(live, person), nameless(live.table)

    write, names = await live.read(look)

    def work() -> str:
        record = parse(write())
        record.names = names
        return record.text()

    return await asyncio.to_thread(work)  # a long match takes a while, and others play meanwhile


def my_view(live: LiveTable, person: str, seat: int | None) -> View:
    """What a seat of mine knows at a table that is being played, where help is allowed."""
    table = live.table
    mine = [each for each in table.seats_of(person) if seat in (None, each)]
    if not mine:
        raise Missing("you have no such seat at this table")
    if table.match is None or table.match.over or table.status != PLAYING:
        raise Refused("a sketch is made at a table that is being played")
    if not table.created.help:
        raise Refused("help is off at this table: everybody plays without sketches until the game is over")
    known = table.match.view(mine[0])
    return View(known.setup, known.seat, known.known, nameless(table))


def paced(request: Asked, study: str, person: str) -> None:
    if not messages_of(request).take(pace_key(study, person, request.scope)):
        raise Refused("too many messages; wait a moment", status=429)


class StudyApi(Controller):
    """Studies of matches that are over."""

    path = "/api/studies"
    tags = ("studies",)

    @post(responses=WRONG, request_max_body_size=SENT)
    async def create(self, request: Asked, data: JSONBody[NewStudy]) -> StudyShown:
        """Begin a study: of a record, of a file, or as a copy of another one."""
        person = await known(request)
        return shown(request, await made(request, await strictly(request, _new), person.id), person.id)

    @get(responses=WRONG)
    async def mine(self, request: Asked) -> list[StudyListed]:
        """My studies, those that were changed last first."""
        person = await known(request)
        return msgspec.convert(await hall_of(request).studies.listed(person.id), list[StudyListed])

    @get("/{study_id:str}", responses=WRONG)
    async def look(self, request: Asked, study_id: StudyId) -> StudyShown:
        """The whole tree of a study of mine, or of one that is shared."""
        person = await asker(request)
        who = person.id if person else ""
        return shown(request, await hall_of(request).studies.find(study_id, who), who)

    @get("/{study_id:str}/at", responses=WRONG)
    async def moment(
        self,
        request: Asked,
        study_id: StudyId,
        branch: Asked_number = 0,
        number: Asked_number = 0,
        seat: Annotated[int, QueryParameter(ge=0, le=999)] = 0,
    ) -> ViewShown:
        """What a seat knows at a moment of a study, and what it can do there."""
        person, studies = await asker(request), hall_of(request).studies
        opened = await studies.find(study_id, person.id if person else "")
        await studies.check_shown(opened, branch)
        return await asyncio.to_thread(with_bounds, lambda: seen(opened, Moment(branch, number), seat))

    @post("/{study_id:str}/do", responses=WRONG, status_code=200)
    async def do(self, request: Asked, study_id: StudyId, data: JSONBody[AnyDoing]) -> StudyShown:
        """Play on, let a bot answer, note, name, drop, share. The answer is the study as it is then."""
        person, studies = await known(request), hall_of(request).studies
        paced(request, study_id, person.id)
        doing = await strictly(request, _doing)
        lang = wished(request.headers.get("accept-language", ""))
        key, version, moment = (study_id, person.id), doing.version, None
        if isinstance(doing, StudyMove):
            here = Moment(doing.branch, doing.number)
            opened, moment = await studies.play(*key, version, here, doing.seat, doing.move, lang)
        elif isinstance(doing, StudyAnswer):
            here = Moment(doing.branch, doing.number)
            opened, moment = await studies.answer(*key, version, here, doing.seat, doing.level)
        elif isinstance(doing, StudyNote):
            moment = Moment(doing.branch, doing.number)
            opened, _ = await studies.change(*key, version, lambda each: each.note(moment, written(doing.text)))
        elif isinstance(doing, StudyDrop):
            opened, _ = await studies.change(*key, version, lambda each: each.drop(doing.branch))
        elif isinstance(doing, StudyShare):
            opened = await studies.share(*key, version, doing.shared)
        elif doing.branch:
            opened, _ = await studies.change(*key, version, lambda each: each.name(doing.branch, doing.name))
        else:
            opened = await studies.title(*key, version, doing.name)
        return shown(request, opened, person.id, moment)

    @delete("/{study_id:str}", responses=WRONG, status_code=204)
    async def remove(self, request: Asked, study_id: StudyId) -> None:
        """Delete a study of mine, for good."""
        person = await known(request)
        await hall_of(request).studies.remove(study_id, person.id)

    @get("/{study_id:str}/file", responses=WRONG, media_type="text/plain")
    async def file(self, request: Asked, study_id: StudyId) -> str:
        """The study as a file, with the record of its match: JSON that `file` of a new study takes back."""
        person, studies = await asker(request), hall_of(request).studies
        opened = await studies.find(study_id, person.id if person else "")
        await studies.check_shown(opened, MAIN + 1)
        kept = opened.kept
        return as_file(kept.title, kept.record, opened.study.tree, kept.sketch)


class TableStudies(Controller):
    """What begins at a table."""

    path = "/api/tables/{table_id:str}"
    tags = ("studies",)

    @post("/study", responses=WRONG)
    async def study(self, request: Asked, table_id: TableId, data: JSONBody[Titled]) -> StudyShown:
        """Begin a study of a finished table."""
        person, hall = await known(request), hall_of(request)
        title = (await strictly(request, _titled)).title
        live = await hall.table(table_id)
        record = await record_of(live, person.id)
        return shown(request, await hall.studies.create(person.id, record, title), person.id)

    @post("/sketch", responses=WRONG)
    async def sketch(self, request: Asked, table_id: TableId, data: JSONBody[ForMySeat]) -> StudyShown:
        """A private study from what my seat knows now, where the table allows help: what it cannot know is a guess. It
        counts as help, and takes the place of my last sketch at this table."""
        person, hall = await known(request), hall_of(request)
        paced(request, table_id, person.id)
        wish = await strictly(request, _seat)
        live = await hall.table(table_id)
        view: View = await live.read(lambda live: my_view(live, person.id, wish.seat))
        await live.ask(c.Help(seat=view.seat or 0), person.id)
        return shown(request, await hall.studies.sketch(person.id, view, table_id, wish.title), person.id)


STUDYING: list[Any] = [StudyApi, TableStudies]
