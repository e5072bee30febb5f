"""Everything goes wrong for a few seconds; `kvartal bench chaos` does the same for hours."""

import asyncio
import random

import pytest

from kvartal.server.tools import chaos
from kvartal.server.tools.crash import Lost


def test_nothing_that_anybody_saw_is_lost_doubled_or_out_of_order(new_postgres: str) -> None:
    found = asyncio.run(chaos.a_round(new_postgres, 5, 4.0, 2, 3, ("kill", "database")))
    assert found["kill"] >= 1, "how often depends on how long the machine takes for each"
    assert found["messages compared"] > 3
    assert found["moves acknowledged"] > 3


def a_match() -> tuple[list[int], list[chaos.e.AnyEvent], list[chaos.Player]]:
    """A stored log, and two people who saw all of it."""
    from kvartal.server.table.acts import act, create
    from kvartal.server.table.commands import Move, NewTable, Sit, Start
    from kvartal.server.table.table import folded

    log: list[chaos.e.AnyEvent] = list(create(NewTable(game="flip", seats=["me", "open"]), "ann", 1))  # type: ignore[arg-type]
    table = folded("t", log)
    players = [chaos.Player("t", name, random.Random(1), lambda: 0) for name in ("ann", "bob")]

    def done(command: object, who: str) -> None:
        before = [table.version(seat) for seat in (0, 1)]
        log.extend(act(table, command, who, 1).events)  # type: ignore[arg-type]
        for seat, player in enumerate(players):
            if table.version(seat) != before[seat]:
                player.seen.append((before[seat], table.version(seat), table.news(seat)))
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
    else:
        mover.back = "version 5, and then 4"
    with pytest.raises(Lost, match=said):
        chaos.check("t", numbers, log, players)
