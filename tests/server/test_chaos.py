"""Everything goes wrong for a few seconds; `kvartal bench chaos` does the same for hours."""

import asyncio
import os
import random
from pathlib import Path

import pytest

from kvartal.server.tools import chaos
from kvartal.server.tools import ground as grounds
from kvartal.server.tools.admin import migrate
from kvartal.server.tools.crash import Lost
from kvartal.server.tools.faults import FAULTS
from kvartal.server.tools.ground import Ground, ground


def test_nothing_that_anybody_saw_is_lost_doubled_or_out_of_order() -> None:
    """Every trouble that this machine can be put to, once and shortly; one that it cannot is named."""
    with ground(None, 2) as place:
        asyncio.run(migrate(place.database))
        found = asyncio.run(chaos.a_round(place, 5, 0.0, 2, 3, pace=0.15))
    for fault in FAULTS:
        assert (found.get(fault, 0) >= 1) != bool(place.missing.get(fault)), (fault, found, place.missing)
    assert found["messages compared"] > 3
    assert found["moves acknowledged"] > 3


def test_what_a_machine_cannot_do_is_left_out_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grounds, "faketime", lambda: "")
    monkeypatch.setattr(grounds, "nginx", lambda: None)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with ground("postgresql://somebody@elsewhere/theirs", 2) as place:
        assert place.faults() == ("kill", "freeze", "stop", "database")
        assert place.missing == {
            "proxy": "there is no nginx", "clock": "there is no libfaketime",
            **dict.fromkeys(("full", "slow", "partition"), "--database names one that is not ours to break"),
        }  # fmt: skip


def test_a_run_that_was_broken_off_goes_on_with_the_next_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    async def a_round(_: Ground, seed: int, *__: object) -> dict[str, int]:
        if len(played) == 2:
            played.append(-1)
            raise KeyboardInterrupt
        played.append(seed)
        return {"kill": 1, chaos.LONGEST: seed}

    async def migrated(database: str) -> None:
        pass

    monkeypatch.setattr(chaos, "a_round", a_round)
    monkeypatch.setattr(chaos, "migrate", migrated)
    place, save = Ground("", tmp_path), tmp_path / "chaos.json"
    heard: list[tuple[int, int]] = []

    def run(seed: int) -> dict[str, object]:
        return asyncio.run(chaos.rounds(place, 2, seed, 2, 3, save, lambda done, of, _: heard.append((done, of))))

    with pytest.raises(KeyboardInterrupt):
        run(0)
    assert run(0) == {"rounds": 4, "kill": 4, chaos.LONGEST: 3, "lost": 0}
    assert played == [0, 1, -1, 2, 3]
    assert heard == [(1, 4), (2, 4), (3, 4), (4, 4)]
    with pytest.raises(ValueError, match="of a run with other seed: 0"):
        run(1)


def a_match() -> tuple[list[int], list[chaos.e.AnyEvent], list[chaos.Player]]:
    """A stored log, and two people who saw all of it."""
    from kvartal.server.table.acts import act, create
    from kvartal.server.table.commands import Move, NewTable, Sit, Start
    from kvartal.server.table.table import folded

    log: list[chaos.e.AnyEvent] = list(create(NewTable(game="flip", seats=["me", "open"]), "ann", 1))  # type: ignore[arg-type]
    table = folded("t", log)
    players = [chaos.Player("t", name, random.Random(1), lambda: ("", 0)) for name in ("ann", "bob")]

    def done(command: object, who: str) -> None:
        before = [table.version(seat) for seat in (0, 1)]
        log.extend(act(table, command, who, 1).events)  # type: ignore[arg-type]
        for seat, player in enumerate(players):
            if table.version(seat) != before[seat]:
                player.seen.append((before[seat], table.version(seat), table.news(seat)))
                if table.match is not None:
                    player.views[table.version(seat)] = {chaos.in_order(table.match.view(seat).facts())}
        table.shown()

    done(Sit(), "bob")
    done(Start(), "ann")
    for number in range(6):
        seat = table.owing[0]
        assert table.match is not None
        move = str(table.match.view(seat).moves()[0])
        done(Move(id=f"m{number}", move=move), players[seat].token)
        players[seat].done.append(f"m{number}")
    return list(range(1, len(log) + 1)), log, players


def test_whoever_saw_what_is_stored_has_nothing_to_complain_of() -> None:
    assert chaos.check("t", *a_match()) > 6


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("a gap", "gaps"), ("twice", "twice"), ("unstored", "but not stored"), ("swapped", "another order"),
        ("a step more", "was shown"), ("a step less", "was shown"), ("back", "went back"),
        ("another view", "not what it may know"),
    ],
)  # fmt: skip
def test_the_comparison_would_notice(fault: str, said: str) -> None:
    numbers, log, players = a_match()
    mover = next(player for player in players if len(player.done) > 1)
    before, after, steps = mover.seen[-1]
    if fault == "a gap":
        numbers[-1] += 1
    elif fault == "twice":
        numbers.append(len(numbers) + 1)
        log.append(log[-1])
    elif fault == "unstored":
        mover.done.append("m99")
    elif fault == "swapped":
        mover.done.reverse()
    elif fault == "a step more":
        mover.seen[-1] = (before, after, [*steps, "0 play"])
    elif fault == "a step less":
        mover.seen[-1] = (before, after, steps[1:])
    elif fault == "another view":
        other = players[1 - players.index(mover)]
        mover.views, other.views = other.views, mover.views
    else:
        mover.back = "version 5, and then 4"
    with pytest.raises(Lost, match=said):
        chaos.check("t", numbers, log, players)


@pytest.mark.parametrize(("wrong", "said"), [(0, ""), (-600, "wrong by -590 s"), (600, "wrong by 590 s")])
def test_the_comparison_would_notice_a_clock_that_jumped(wrong: int, said: str) -> None:
    moved = chaos.e.Moved(at=(1_000_000 + wrong) * 1000, seat=0, move="play")
    if not said:
        return chaos.on_time("t", [moved], 999_990.0, 1_000_010.0)
    with pytest.raises(Lost, match=said):
        chaos.on_time("t", [moved], 999_990.0, 1_000_010.0)
    return None


def test_the_comparison_would_notice_that_somebody_ran_out_of_time() -> None:
    with pytest.raises(Lost, match="out of time"):
        chaos.on_time("t", [chaos.e.Botted(at=1_000_000_000, seat=0, level="", why="time")], 999_990.0, 1_000_010.0)
