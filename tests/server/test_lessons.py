"""Learning by playing: a lesson has the same deal for everybody, is proven like any other table, and counts nowhere."""

from collections.abc import Iterator
from typing import Any

import pytest
from place import Place, lived

from kvartal.bots.characters import character_of
from kvartal.engine.coach import lesson_of
from kvartal.engine.match import Match
from kvartal.games import games, shelf
from kvartal.server.live.frame import frame
from kvartal.server.store import index
from kvartal.server.table import commands as c
from kvartal.server.table import events as e
from kvartal.server.table.acts import act, create
from kvartal.server.table.company import level_of
from kvartal.server.table.fair import TEACHER
from kvartal.server.table.luck import bot_seed
from kvartal.server.table.table import FINISHED, Table, folded

NOW = 1_800_000_000_000


def table_of(key: str, name: str) -> Table:
    """A lesson, as the server begins it."""
    game = shelf()[key]
    lesson = lesson_of(game, name)
    fixed = lesson.fair(game)
    salts = {number: salt.hex() for number, salt in fixed.salts.items()}
    dealt = e.Dealt(at=NOW, secret=(fixed.secret or b"").hex(), commitment=fixed.commitment, salts=salts)
    wish = c.NewTable(game=key, seats=["me", *[f"bot {TEACHER}"] * (lesson.players - 1)], preset=lesson.preset)
    table = folded("t", create(wish, "ann", NOW, dealt, lesson=name))
    act(table, c.Start(), "ann", NOW)
    return table


def to_the_end(table: Table) -> None:
    match = table.match
    assert match is not None
    while not match.over:
        seat = match.waiting[0]
        move = match.setup.notation[match.setup.game.greedy(match.view(seat))]
        mine = seat == 0
        command: Any = c.Move(move=move, seat=0) if mine else c.BotMove(seat=seat, seen=table.version(seat), move=move)
        act(table, command, "ann" if mine else "", NOW)


def statements(rows: list[Any]) -> Iterator[str]:
    for statement, _ in rows:
        yield str(statement)


def test_a_finished_lesson_is_listed_nowhere() -> None:
    """Neither a result nor a try nor a deal to be played again: so it is in no list of mine, of a deal or of a day."""
    table = table_of("flip", "two")
    assert not any("tries" in each for each in statements(index.changed_rows(table)))
    to_the_end(table)
    assert table.status == FINISHED
    assert index.finished_rows(table) == []
    assert "deal" in index._state(table)
    assert index._state(table)["deal"] is None
    usual = folded("u", create(c.NewTable(game="flip", seats=["me"], options={"turn_cap": 1}), "ann", NOW))
    act(usual, c.Start(), "ann", NOW)
    to_the_end(usual)
    assert index.finished_rows(usual), "any other match is"


def test_the_deal_of_a_lesson_takes_no_salt_of_a_device() -> None:
    table = table_of("welcome", "solo")
    assert table.match is not None
    fixed = lesson_of(shelf()["welcome"], "solo").fair(shelf()["welcome"])
    assert table.match.deal == fixed
    assert frame(table, {}, set()).lesson == "solo"


def test_the_bot_of_a_lesson_is_the_friendliest_and_has_the_same_luck_every_time() -> None:
    assert level_of(TEACHER) == 1
    assert character_of(TEACHER) is not None
    assert len({bot_seed(table_of("estates", "two"), 1) for _ in range(2)}) == 1


def test_a_rematch_of_a_lesson_is_an_ordinary_game() -> None:
    table = table_of("flip", "solo")
    to_the_end(table)
    made = act(table, c.Rematch(), "ann", NOW).made
    assert made is not None
    again = folded(*made)
    assert again.created.lesson == ""
    assert again.deal is not None
    assert table.deal is not None
    assert again.deal.commitment != table.deal.commitment


@lived
async def test_everybody_gets_the_same_cards_and_the_promise_is_public(place: Place) -> None:
    ann, bob = await place.person("Ann"), await place.person("Bob")
    for game in games():
        for lesson in game.lessons:
            seen = []
            for each in (ann, bob):
                table = (await each.good("POST", f"/api/lessons/{game.key}/{lesson.name}"))["table"]
                looked = await each.good("GET", f"/api/tables/{table}")
                assert looked["table"]["lesson"] == lesson.name
                assert looked["table"]["status"] == "playing"
                assert looked["table"]["deal"]["commitment"] == lesson.fair(game).commitment
                view = Match(lesson.set_up(game), lesson.fair(game)).view(0)
                seen.append(looked["view"]["moves"])
                assert looked["view"]["moves"] == [str(move) for move in view.moves()]
            assert seen[0] == seen[1]
    shown = await ann.good("GET", "/api/games?lang=uk")
    assert all(game["lessons"] for game in shown if game["key"] in ("welcome", "estates", "house", "flip"))


@lived
@pytest.mark.parametrize("path", ["flip/nothing", "nothing/two", "flip/%F0%9F%8F%A0", f"flip/{'x' * 200}"])
async def test_a_lesson_that_is_not_there_is_said_to_be_missing(place: Place, path: str) -> None:
    ann = await place.person("Ann")
    status, answer = await ann.ask("POST", f"/api/lessons/{path}")
    assert status in (400, 404)
    assert answer["error"]
