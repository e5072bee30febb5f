"""Many who look at one table: what they all see is drawn once, nobody's coming is told to everybody, and a hundred
seats are shown one after the other while other tables go on."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from place import lived
from test_faults import Looking, hall_with_table

from kvartal.server.live import fan_out
from kvartal.server.live.hall import Hall
from kvartal.server.live.messages import Ask, Join, Part
from kvartal.server.live.shown import Shown
from kvartal.server.store.store import Store
from kvartal.server.table import commands as c
from kvartal.web import install
from kvartal.web.dialect import Drawn

MANY = 60


async def joined(live: Any, looking: Looking) -> Looking:
    reply = asyncio.get_running_loop().create_future()
    live.post(Join(looking, reply))
    await reply
    return looking


def counting(monkeypatch: pytest.MonkeyPatch) -> "Counter[tuple[str, int | None]]":
    """How often each thing is drawn, and for which seat."""
    made: Counter[tuple[str, int | None]] = Counter()
    for name in ("whole", "changed", "beside"):
        method = getattr(Drawn, name)

        def counted(self: Drawn, shown: Shown, name: str = name, method: Any = method) -> bytes | None:
            found: bytes | None = method(self, shown)
            made[name, shown.seat] += found is not None
            return found

        monkeypatch.setattr(Drawn, name, counted)
    return made


@lived
async def test_many_spectators_are_drawn_once_and_their_coming_tells_nobody_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = counting(monkeypatch)
    store, hall, live, people, looking = await hall_with_table(tmp_path, "desk")
    made.clear()
    before = [len(each.got) for each in looking]
    crowd = [await joined(live, Looking("", "desk")) for _ in range(MANY)]
    assert +made == {("whole", None): 1}
    assert [len(each.got) for each in looking] == before
    assert all(each.got == crowd[0].got for each in crowd)
    made.clear()
    mover = live.table.owing[0]
    move = str(live.table.match.moves(mover)[0])
    live.post(Ask(c.Move(id="m", move=move), people[mover], looking[mover]))
    while not all(len(each.got) == 3 for each in crowd):
        await asyncio.sleep(0.001)
    assert made["changed", None] == made["beside", None] == 1
    assert all(each.got == crowd[0].got for each in crowd)
    late = await joined(live, Looking("", "desk"))
    assert late.got[0]["version"] == crowd[0].got[1]["version"], "a newcomer sees what is there now"
    before = [len(each.got) for each in (*looking, *crowd)]
    for each in crowd[1:]:
        live.post(Part(each))
    await live.read(lambda _: None)
    assert [len(each.got) for each in (*looking, *crowd)] == before
    await hall.close()
    await store.close()


class Page:
    """The parts of a page, put together from what it is told."""

    def __init__(self, messages: list[Any]) -> None:
        self.parts: dict[str, str] = {}
        self.rows: dict[str, str] = {}
        for message in messages:
            for name in message.get("parts", {}):
                if name == "players":
                    self.rows = {}
            self.parts |= message.get("parts", {})
            self.rows |= message.get("rows", {})


@lived
async def test_a_crowd_is_shown_piece_by_piece_the_pages_first_and_misses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install()
    store = await Store(str(tmp_path / "x.db")).open()
    hall = await Hall(store, store.metrics).open()
    ann = (await hall.people.create("Ann"))[0].id
    seats = 12
    live = await hall.table(await hall.create(c.NewTable(game="welcome", seats=["me"] * seats), ann))
    await live.ask(c.Start(), ann)
    looking = []
    for seat in range(seats):
        each = Looking(ann, "desk")
        each.wanted_seat = seat  # type: ignore[assignment]
        looking.append(await joined(live, each))
    assert len(live.audiences) > fan_out.CROWD
    order: list[tuple[str, int]] = []
    for seat, each in enumerate(looking):
        push = each.push

        def pushed(message: bytes, seat: int = seat, push: Any = push, each: Looking = each) -> None:
            push(message)
            order.append((each.got[-1]["is"], seat))

        each.push = pushed  # type: ignore[method-assign]
    pieces: list[bool] = []
    show = type(live).show_piece
    monkeypatch.setattr(type(live), "show_piece", lambda self: pieces.append(show(self)) or pieces[-1])
    number = 0
    while True:  # one round: the last of them ends it for everybody
        seat = live.table.owing[0]
        moves = [str(move) for move in live.table.match.moves(seat)]
        number += 1
        owed = len(live.table.owing)
        order.clear()
        live.post(
            Ask(c.Move(id=f"m{number}", seat=seat, move="done" if "done" in moves else moves[0]), ann, looking[seat])
        )
        while not any(f"m{number}" in message.get("done", ()) for message in looking[seat].got):
            await asyncio.sleep(0.001)
        if len(live.table.owing) > owed:  # all of them have finished their turns
            break
    while any(audience.stale or audience.late or audience.behind for audience in live.audiences.values()):
        await asyncio.sleep(0.001)
    await live.read(lambda _: None)
    assert order[0] == ("page", seat), "whoever asked"
    kinds = [kind for kind, _ in order]
    assert kinds.index("beside") >= seats, "all pages come before anything that stands beside them"
    for each in looking:
        fresh = Looking(ann, "desk")
        fresh.wanted_seat = each.wanted_seat
        await joined(live, fresh)
        had, new = Page(each.got), Page(fresh.got)
        for name in ("status", "sentence", "buttons", "moves", "turn"):
            assert had.parts[name] == new.parts[name], name
        for name, row in had.rows.items():
            assert row in new.parts["players"] + new.parts["scores"], name
        live.post(Part(fresh))
    await hall.close()
    await store.close()
