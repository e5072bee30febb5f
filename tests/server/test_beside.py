"""What stands beside the board follows in a message of its own: with both, a page has all that a new page has."""

import asyncio
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from place import lived
from test_faults import Looking, hall_with_table

from kvartal.engine.game import Game
from kvartal.games import games
from kvartal.server.live.frame import frame
from kvartal.server.live.messages import Ask, Join
from kvartal.server.live.shown import ChatLine, Shown
from kvartal.server.table import commands as c
from kvartal.server.table import events as e
from kvartal.server.table.acts import act, create
from kvartal.server.table.table import Table, folded
from kvartal.web.dialect import Drawn

NOW = 1_700_000_000_000
BESIDE = {"players", "scores", "chatlines", "turn"}


class Page:
    """What a browser has after the messages so far, without the board: tests/web/test_patches.py looks at that."""

    def __init__(self) -> None:
        self.parts: dict[str, str] = {}
        self.log: dict[int, str] = {}
        self.undo = ""  # why no step can be taken back

    def hears(self, message: dict[str, Any]) -> None:
        for name, html in message.get("parts", {}).items():
            self.parts[name] = html
        for name, html in message.get("rows", {}).items():
            row = re.compile(rf'<(li|table)\b[^>]* id="{name}".*?</\1>', re.DOTALL)
            (part,) = [part for part, had in self.parts.items() if row.search(had)]
            self.parts[part] = row.sub(lambda _, html=html: html, self.parts[part])  # type: ignore[misc]
        self.undo = message.get("undo", self.undo)
        if told := message.get("log"):
            self.log = {since: html for since, html in self.log.items() if since < told["from"]}
            self.log[told["from"]] = told["html"]

    def has(self) -> tuple[dict[str, str], str, str]:
        kept = {name: html for name, html in self.parts.items() if name not in ("board", "textboard")}
        return kept, "".join(self.log.values()), self.undo


def shown(table: Table, seat: int | None, said: int) -> Shown:
    chat = [ChatLine(n, "p0", "Ann", f"line {n}") for n in range(1, said + 1)]
    named = frame(table, {"p0": "Ann"}, {"p0"})
    return Shown(table, seat, True, named, chat, table.touched, table.news(seat))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.key)
def test_the_page_and_what_follows_make_what_a_new_page_gets(game: Game) -> None:
    rng = random.Random(game.key)
    players = max(2, game.seats.start)
    people = [f"p{seat}" for seat in range(players)]
    log: list[e.Event] = create(c.NewTable(game=game.key, seats=["me"] * players), "p0", NOW)
    table = folded("t", log)
    seats: list[int | None] = [None, 0]
    drawn = {seat: Drawn(table.setup, "uk", "desk") for seat in seats}
    pages = {seat: Page() for seat in seats}
    for seat in seats:
        pages[seat].hears(json.loads(drawn[seat].whole(shown(table, seat, 0))))
    followed = 0
    seen: dict[int | None, object] = dict.fromkeys(seats)
    steps = [c.Start(), *[None] * 150]
    for number, step in enumerate(steps):
        if step is not None:
            act(table, step, "p0", NOW)
        else:
            mover = rng.choice(table.owing)
            assert table.match is not None
            command = c.Move(move=str(rng.choice(table.match.moves(mover))), seat=mover)
            if rng.random() < 0.2 and table.match.why_no_undo(mover) is None:
                act(table, c.Undo(seat=mover), "p0", NOW)
            else:
                act(table, command, people[0], NOW)
        for seat in seats:
            look = shown(table, seat, number // 10)
            first, then = drawn[seat].changed(look), drawn[seat].beside(look)
            known = (look.version, look.view, look.frame, look.chat)
            if known == seen[seat]:
                assert first is then is None, "a step that this seat may not notice"
            seen[seat] = known
            if first is not None:
                message = json.loads(first)
                assert not BESIDE & message.get("parts", {}).keys()
                assert "log" not in message
                pages[seat].hears(message)
            if then is not None:
                followed += 1
                message = json.loads(then)
                assert message["is"] == "beside"
                assert message.get("parts", {}).keys() <= BESIDE
                pages[seat].hears(message)
            fresh = Page()
            fresh.hears(json.loads(Drawn(table.setup, "uk", "desk").whole(look)))
            had, new = pages[seat].has(), fresh.has()
            assert {k: (v, new[0][k]) for k, v in had[0].items() if new[0][k] != v} == {}
            assert had == new
        table.shown()
        if not table.owing:
            break
    assert followed > 10


@lived
async def test_a_second_device_misses_nothing_when_the_first_asks_for_everything(tmp_path: Path) -> None:
    store, hall, live, people, looking = await hall_with_table(tmp_path, "desk")
    mover = live.table.owing[0]
    second = Looking(people[mover], "desk")
    joined = asyncio.get_running_loop().create_future()
    live.post(Join(second, joined))
    await joined
    page = Page()
    for message in second.got:
        page.hears(message)
    told = len(second.got)
    move = str(live.table.match.moves(mover)[0])
    live.post(Ask(c.Move(id="a", move=move), people[mover], looking[mover]))
    live.post(Ask(c.Look(id="b"), people[mover], looking[mover]))
    while not any(message.get("whole") and "b" in message.get("done", ()) for message in looking[mover].got):
        await asyncio.sleep(0.001)
    for message in second.got[told:]:
        page.hears(message)
    whole = Page()
    whole.hears(next(message for message in reversed(looking[mover].got) if message.get("whole")))
    assert page.has() == whole.has()
    await hall.close()
    await store.close()
