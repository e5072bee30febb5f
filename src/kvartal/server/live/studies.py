"""Studies at a server: whose they are, where their cards come from, and bots that answer there.

No branch shows a card of a deal that others can still play: as long as anybody does, or the day of a daily deal is not
over, what is drawn comes from a seed of the study, and what was drawn from the deal before is not shown.
"""

import asyncio
import contextlib
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec
from sqlalchemy import select

from kvartal.bots import glance
from kvartal.engine.deal import FairDeal, SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup
from kvartal.engine.reading import parse
from kvartal.engine.record import BadRecord, Record
from kvartal.engine.replay import replay
from kvartal.engine.rule import RefusedMove
from kvartal.engine.view import View
from kvartal.games import shelf
from kvartal.review.study import MAIN, BadStudy, Moment, Study, Tree, checked, checked_name, encoded, sketched
from kvartal.server.http.metrics import Metrics
from kvartal.server.live.bots import Bots
from kvartal.server.store import schema, studies
from kvartal.server.store.index import read_deal
from kvartal.server.store.keys import new_id
from kvartal.server.store.store import Conflict, Store, now_ms
from kvartal.server.store.studies import Kept
from kvartal.server.table.commands import Denied, Missing, Refused, plain
from kvartal.server.table.table import OPEN, PLAYING, SALTING

STUDIES = 100  # of one person
LARGEST_RECORD = 512 * 1024  # bytes of the record of the main line
MOST_THINKING = 16  # studies that wait for a bot at once
MOST_PLAYED = 32  # main lines that are kept in memory
SEED_BITS = 62

IN_PLAY = "others are playing this deal now; its branches are shown again when they have finished"

Found = TypeVar("Found")


@dataclass(frozen=True)
class Opened:
    """A study as it is stored, and as it is played."""

    kept: Kept
    study: Study


class Studies:
    def __init__(self, store: Store, bots: Bots, most: int, metrics: Metrics) -> None:
        """`most`: of one person; 0: there are none here."""
        self.store = store
        self.bots = bots
        self.most = most
        self.metrics = metrics
        self._mains: OrderedDict[str, Match] = OrderedDict()
        self._playing: dict[str, asyncio.Future[Match]] = {}  # main lines that are being played through
        self._making: set[str] = set()  # people
        self._thinking: set[str] = set()

    # New ones ---------------------------------------------------------------------------------------------------------

    async def create(
        self, person: str, record: str, title: str = "", tree: Tree | None = None, sketch: bool = False
    ) -> Opened:
        """A study of a match that is over, from its record as this person may have it."""
        async with self._room(person):
            main, text = await asyncio.to_thread(brought, record)
            if not main.over and not isinstance(main.deal, SeededDeal):
                raise Refused("a study is made of a match that is over; this one is not")
            study = await self._seeded(main, tree or Tree())
            await asyncio.to_thread(with_bounds, lambda: tidied(checked(study)))
            return await self._add(person, text, study, title, sketch)

    async def copy(self, person: str, opened: Opened, title: str = "") -> Opened:
        """Of a study that this person may see. Nothing is played through again: we have done so when it came."""
        async with self._room(person):
            kept = opened.kept
            study = await self._seeded(opened.study.main, opened.study.tree)
            return await self._add(person, kept.record, study, title or kept.title, kept.sketch)

    async def sketch(self, person: str, view: View, table: str, title: str = "") -> Opened:
        """From what a seat knows at a running table, and nothing else. Nobody else ever sees it."""
        async with self._room(person, table):
            main = await asyncio.to_thread(sketched, view, secrets.randbits(SEED_BITS))
            return await self._add(person, Record.of(main).text(), Study(main, Tree(), None), title, True, table)

    @contextlib.asynccontextmanager
    async def _room(self, person: str, table: str = "") -> AsyncIterator[None]:
        """One more may be made: one at a time. A sketch takes the place of the one before at this table."""
        if not self.most:
            raise Refused("studies are switched off here", status=403)
        if person in self._making:
            raise Refused("one study after the other; try again in a moment", status=429)
        self._making.add(person)
        try:
            if await studies.count(self.store, person, table) >= self.most:
                raise Refused(f"you have {self.most} studies, and more are not kept here; delete one first")
            yield
        finally:
            self._making.discard(person)

    async def _seeded(self, main: Match, tree: Tree) -> Study:
        """With chance of its own, unless the deal may be drawn from."""
        if tree.branches and await self.in_play(main):
            raise Refused(IN_PLAY)  # they may have been drawn from the deal before
        return Study(main, tree, None if await self._open(main) else secrets.randbits(SEED_BITS))

    async def _add(
        self, person: str, record: str, study: Study, title: str, sketch: bool = False, table: str = ""
    ) -> Opened:
        tree = with_bounds(lambda: encoded(study.tree))
        kept = Kept(
            id=new_id(), person=person, game=study.main.setup.game.key, record=record, tree=tree,
            title=with_bounds(lambda: checked_name(title)), seed=study.seed, sketch=sketch, shared=False, source=table,
            version=1, touched=now_ms(),
        )  # fmt: skip
        await studies.add(self.store, kept)
        self._remember(kept.id, study.main)
        return Opened(kept, study)

    # Looking ----------------------------------------------------------------------------------------------------------

    async def listed(self, person: str) -> list[dict[str, Any]]:
        return await studies.listed(self.store, person)

    async def find(self, study: str, person: str) -> Opened:
        """A study that this person may see: their own, or one that is shared."""
        kept = await self._kept(study, person)
        return Opened(kept, Study(await self._main(kept), msgspec.json.decode(kept.tree, type=Tree), kept.seed))

    async def _main(self, kept: Kept) -> Match:
        """However many ask for it at once, it is played through once."""
        study = kept.id
        main = self._mains.get(study)
        if main is None:
            playing = self._playing.get(study)
            if playing is None:
                playing = self._playing[study] = asyncio.ensure_future(asyncio.to_thread(main_line, kept.record))
                playing.add_done_callback(lambda _: self._playing.pop(study))
            main = await asyncio.shield(playing)  # whoever goes away does not take it from the others
        self._remember(study, main)
        return main

    async def mine(self, study: str, person: str) -> Opened:
        found = await self.find(study, person)
        check_mine(found.kept, person)
        return found

    async def _kept(self, study: str, person: str) -> Kept:
        kept = await studies.find(self.store, study)
        if kept is None or not (kept.shared or (person and kept.person == person)):
            raise Missing("there is no such study")
        return kept

    async def check_shown(self, opened: Opened, branch: int) -> None:
        """May what was drawn in this branch be seen now?"""
        main = opened.study.main
        if branch != MAIN and opened.study.seed is None and not await self._open(main):
            raise Refused(IN_PLAY)

    async def _open(self, main: Match) -> bool:
        """May branches draw from the deal of this match? Its secret is public, and nobody is playing it."""
        return main.deal.speaks and not await self.in_play(main)

    async def in_play(self, main: Match) -> bool:
        """Does anybody still play this deal, or is it a deal of a day that is not over?"""
        deal, game = main.deal, main.setup.game.key
        if not isinstance(deal, FairDeal):
            return False
        deals, tables = schema.deals.c, schema.tables.c
        today = datetime.fromtimestamp(now_ms() / 1000, UTC).date().isoformat()
        days = select(deals.body).where(deals.game == game, deals.day >= today)
        going = select(tables.deal).where(
            tables.status.in_((OPEN, SALTING, PLAYING)), tables.game == game, tables.deal.is_not(None)
        )
        found = [*await self.store.all(days), *await self.store.all(select(deals.body).where(deals.id.in_(going)))]
        return any(read_deal(body).commitment == deal.commitment for (body,) in found)

    # Changing ---------------------------------------------------------------------------------------------------------

    async def change(
        self, study: str, person: str, version: int, work: Callable[[Study], Found], lang: str = "en"
    ) -> tuple[Opened, Found]:
        """What somebody does with their study, made from this version of it."""
        opened = await self.at_version(study, person, version)
        try:
            found = await asyncio.to_thread(with_bounds, lambda: work(opened.study))
            tree = with_bounds(lambda: encoded(opened.study.tree))
        except RefusedMove as refused:
            raise Refused(refused.message, refused.rule.id, instead=map(str, refused.instead), lang=lang) from None
        if tree == opened.kept.tree:  # an old way was followed: there is nothing to save
            return opened, found
        return Opened(await self._saved(opened.kept, tree=tree), opened.study), found

    async def title(self, study: str, person: str, version: int, title: str) -> Opened:
        opened = await self.at_version(study, person, version)
        name = with_bounds(lambda: checked_name(title))
        return Opened(await self._saved(opened.kept, title=name), opened.study)

    async def share(self, study: str, person: str, version: int, shared: bool) -> Opened:
        """Others may look at it under its address, or not any more."""
        opened = await self.at_version(study, person, version)
        if shared and opened.kept.sketch:
            raise Refused("a sketch is made from what you alone know: it is not shared")
        if shared and await self.in_play(opened.study.main):
            raise Refused("others can still play this deal; the study can be shared when they have finished")
        return Opened(await self._saved(opened.kept, shared=shared), opened.study)

    async def at_version(self, study: str, person: str, version: int) -> Opened:
        opened = await self.mine(study, person)
        if opened.kept.version != version:
            raise changed(version)
        return opened

    async def _saved(self, kept: Kept, **values: object) -> Kept:
        try:
            saved = await studies.save(self.store, kept, **values)
        except Conflict:
            raise changed(kept.version) from None
        if saved is None:
            self._mains.pop(kept.id, None)
            raise Missing("there is no such study")
        return saved

    async def play(
        self, study: str, person: str, version: int, moment: Moment, seat: int, move: str, lang: str
    ) -> tuple[Opened, Moment]:
        await self._drawn_from(study, person)
        return await self.change(study, person, version, lambda each: each.play(moment, seat, move, lang), lang)

    async def answer(
        self, study: str, person: str, version: int, moment: Moment, mine: int | None, level: str
    ) -> tuple[Opened, Moment]:
        """One turn of the next bot: whoever owes a move there and is not me."""
        opened = await self._drawn_from(study, person)
        if opened.kept.version != version:
            raise changed(version)
        level = self.bots.company.checked(level, opened.kept.game)
        match = await asyncio.to_thread(with_bounds, lambda: opened.study.at(moment))
        others = [seat for seat in match.waiting if seat != mine]
        if not others:
            raise Refused("no bot is to move here")
        seat = others[0]
        self._begin(person)
        try:
            seed = bot_seed(study, moment, seat)
            clicks = await self.bots.turn(match.view(seat), level, seed, f"study {study}")
        finally:
            self._thinking.discard(person)
        return await self.change(study, person, version, lambda each: clicked(each, moment, seat, clicks))

    async def _drawn_from(self, study: str, person: str) -> Opened:
        opened = await self.mine(study, person)
        await self.check_shown(opened, MAIN + 1)
        return opened

    def _begin(self, person: str) -> None:
        if person in self._thinking:
            raise Refused("a bot is thinking in a study of yours already; wait for it", status=429)
        if len(self._thinking) >= MOST_THINKING:
            raise Refused(f"{MOST_THINKING} studies wait for their bots already; try again in a moment", status=429)
        self._thinking.add(person)
        self.metrics.add("study_turns")

    async def remove(self, study: str, person: str) -> None:
        check_mine(await self._kept(study, person), person)  # one of old rules as well, that cannot be opened any more
        await studies.remove(self.store, study)
        self._mains.pop(study, None)

    def _remember(self, study: str, main: Match) -> None:
        self._mains[study] = main
        self._mains.move_to_end(study)
        while len(self._mains) > MOST_PLAYED:
            self._mains.popitem(last=False)


def check_mine(kept: Kept, person: str) -> None:
    if kept.person != person:
        raise Denied("this study is somebody else's; make a copy of your own")


def main_line(record: str) -> Match:
    """The match of a record, every step checked."""
    return read(record)[0]


def brought(record: str) -> tuple[Match, str]:
    """The match of a record that somebody has sent, and the record as we write it: without comments."""
    main, found = read(record)
    text = found.text()
    check_size(text)  # with lines that it may not have had, which check the others
    return main, text


def read(record: str) -> tuple[Match, Record]:
    check_size(record)
    try:
        found = parse(record)
        game = shelf().get(found.game)
        if game is None:
            raise BadRecord(0, f"there is no game {found.game!r} on this shelf")
        return replay(game, found, draw=False), found
    except BadRecord as error:
        raise Refused(error.message, status=400) from None
    except BadSetup as error:
        raise Refused(str(error), status=400) from None


def check_size(record: str) -> None:
    if len(record.encode()) > LARGEST_RECORD:
        raise Refused(f"the record of a study has at most {LARGEST_RECORD} bytes", status=413)


def clicked(study: Study, moment: Moment, seat: int, clicks: list[tuple[str, int]]) -> Moment:
    """The moves of a bot's turn, as long as it sees what it expected to see before each of them."""
    here = moment
    for number, (move, before) in enumerate(clicks):
        if number:
            now = study.at(here)
            if seat not in now.waiting or glance(now.view(seat)) != before or now.why(seat, move) is not None:
                break
        here = study.play(here, seat, move)
    return here


def bot_seed(study: str, moment: Moment, seat: int) -> int:
    """The same bot does the same at the same moment of a study."""
    named = hashlib.sha256(f"{study} {moment.branch} {moment.number} {seat}".encode()).digest()
    return int.from_bytes(named[:8], "big") >> (64 - SEED_BITS)


def written(text: str) -> str:
    """A note as others may see it: lines of plain text."""
    return "\n".join(map(plain, text.splitlines())).strip()


def tidied(study: Study) -> Study:
    """Its notes as others may see them. They are checked before: what is long takes long to clean."""
    notes, study.tree.notes = study.tree.notes, []
    for note in notes:
        study.note(Moment(note.branch, note.number), written(note.text))
    return study


def with_bounds(work: Callable[[], Found]) -> Found:
    try:
        return work()
    except BadStudy as bad:
        raise Refused(str(bad)) from None


def changed(version: int) -> Refused:
    return Refused(f"this study was changed elsewhere since version {version}; look at it again, nothing of it is lost")
