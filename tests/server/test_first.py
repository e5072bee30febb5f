"""Whoever makes a move sees it first: nobody waits for the boards of the others."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from place import lived
from test_faults import hall_with_table

from kvartal.server.live.messages import Ask
from kvartal.server.live.shown import Shown
from kvartal.server.table import commands as c
from kvartal.web.dialect import Drawn


@lived
async def test_whoever_asked_has_their_board_before_that_of_the_others_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, hall, live, people, looking = await hall_with_table(tmp_path, "desk")
    happened: list[tuple[str, int | None]] = []
    changed, beside = Drawn.changed, Drawn.beside

    def drawing(self: Drawn, shown: Shown) -> bytes | None:
        happened.append(("drawn", shown.seat))
        return changed(self, shown)

    def told_beside(self: Drawn, shown: Shown) -> bytes | None:
        happened.append(("beside", shown.seat))
        return beside(self, shown)

    monkeypatch.setattr(Drawn, "changed", drawing)
    monkeypatch.setattr(Drawn, "beside", told_beside)
    for seat, each in enumerate(looking):
        push = each.push

        def pushed(message: bytes, seat: int = seat, push: Any = push) -> None:
            happened.append(("shown", seat))
            push(message)

        each.push = pushed  # type: ignore[method-assign]
    asked: set[int] = set()
    number = 0
    while asked != {0, 1}:
        mover = live.table.owing[0]
        move = str(live.table.match.moves(mover)[0])
        happened.clear()
        number += 1
        live.post(Ask(c.Move(id=f"m{number}", move=move), people[mover], looking[mover]))
        while len(happened) < 8:
            await asyncio.sleep(0.001)
        assert happened[:4] == [("drawn", mover), ("shown", mover), ("drawn", 1 - mover), ("shown", 1 - mover)]
        assert happened[4:] == [("beside", 0), ("shown", 0), ("beside", 1), ("shown", 1)]  # log, players, scores
        asked.add(mover)
        assert number < 200
    await hall.close()
    await store.close()
