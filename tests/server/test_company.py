"""Which bots sit at tables: levels and characters, what a host allows, and who plays on for somebody who has left."""

import random
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from place import Place, lived

from kvartal.bots import BOTS
from kvartal.bots.characters import CHARACTERS
from kvartal.server.table import commands as c
from kvartal.server.table import events as e
from kvartal.server.table.acts import act, create
from kvartal.server.table.commands import Refused
from kvartal.server.table.company import Company, level_of
from kvartal.server.table.table import Table, folded
from kvartal.server.tools.cli import serve

NOW = 1_000_000


def started(*seats: str, company: Company | None = None, **more: object) -> Table:
    """A table at which Ann, and whoever else has a seat, has begun to play."""
    wish = c.NewTable(game="flip", seats=list(seats), **more)  # type: ignore[arg-type]
    table = folded("t", create(wish, "ann", NOW, company=company or Company()))
    for number, word in enumerate(seats):
        if word == "open":
            act(table, c.Sit(), f"guest {number}", NOW)
    act(table, c.Start(), "ann", NOW)
    return table


@pytest.mark.parametrize(
    ("bots", "level"),
    [([], "level3"), (["bot level5"], "level5"), (["bot level1", "bot level4-gambler"], "level4"),
     (["bot greedy"], "level3"), (["bot random"], "level3")],
)  # fmt: skip
def test_a_leavers_seat_plays_on_at_the_level_of_the_table(bots: list[str], level: str) -> None:
    """Who leaves, is sent away or gives up: the game of the others stays what it was."""
    ways: dict[str, Callable[[Table], object]] = {
        "left": lambda table: act(table, c.Leave(), "guest 1", NOW),
        "removed": lambda table: act(table, c.Remove(person="guest 1"), "ann", NOW),
        "resigned": lambda table: act(table, c.Resign(), "guest 1", NOW),
        "handed": lambda table: act(table, c.Bot(seat=1), "guest 1", NOW),
    }
    for why, way in ways.items():
        table = started("me", "open", *(bots or ["me"]))
        way(table)
        assert (table.seats[1].level, table.seats[1].why) == (level, why)


def test_whoever_is_late_is_played_by_whom_the_table_has_named_or_at_its_level() -> None:
    for late, level in (("bot", "level5"), ("bot random", "random"), ("default", "default")):
        table = started("me", "bot level5", minutes=1, late=late)
        while 0 not in table.owing:
            seat = table.owing[0]
            assert table.match is not None
            move = str(table.match.moves(seat)[0])
            act(table, c.BotMove(seat=seat, seen=table.version(seat), move=move), "", NOW)
        act(table, c.TimeUp(seat=0), "", NOW + 3_600_000)
        assert (table.seats[0].level, table.seats[0].why) == (level, "late")


def test_every_bot_has_a_name_and_unknown_ones_are_refused_with_what_there_is() -> None:
    company = Company()
    assert set(company.names) == set(BOTS)
    for name in ("level3", "level3-gardener", "greedy", "random"):
        assert company.checked(name, "flip") == name
    for name in ("level6", "level0", "level3-poet", "strong", "program:rm", "os:system", "level3@x=1"):
        with pytest.raises(Refused) as refused:
            company.checked(name, "flip")
        assert refused.value.status == 400
        for there in ("level1", "greedy", *CHARACTERS):
            assert there in refused.value.text


def test_a_host_bounds_the_level_of_bots_everywhere() -> None:
    company = Company(highest=2)
    assert max(map(level_of, company.names)) == 2
    for name in ("level3", "level5-builder"):
        with pytest.raises(Refused, match="up to level 2"):
            company.checked(name, "flip")
        with pytest.raises(Refused, match="up to level 2"):
            create(c.NewTable(game="flip", seats=["me", f"bot {name}"]), "ann", NOW, company=company)
        with pytest.raises(Refused, match="up to level 2"):
            create(c.NewTable(game="flip", late=f"bot {name}"), "ann", NOW, company=company)
        table = folded("t", create(c.NewTable(game="flip"), "ann", NOW, company=company))
        with pytest.raises(Refused, match="up to level 2"):
            act(table, c.Bot(seat=1, level=name), "ann", NOW, company=company)
    table = started("me", "open")
    act(table, c.Leave(), "guest 1", NOW, company=company)
    assert table.seats[1].level == "level2", "who plays on is no stronger either"
    assert company.held("level5-builder") == "level2-builder"


def test_a_rematch_keeps_the_bots_as_far_as_there_still_are_such() -> None:
    table = started("me", "bot level4-builder", "bot greedy", "bot level1")
    table.seats[3].level = "of another time"
    act(table, c.Resign(), "ann", NOW)
    answer = act(table, c.Rematch(), "ann", NOW, company=Company(highest=3))
    assert answer.made is not None
    again = answer.made[1][0]
    assert isinstance(again, e.Created)
    assert again.seats[1:] == ["bot level3-builder", "bot greedy", "bot level3"]


def test_tables_of_older_servers_go_on_with_their_bots() -> None:
    """As they stored them: no luck of their own, a stand-in that is always the greedy one, bots without characters."""
    first = create(c.NewTable(game="flip", seats=["me", "bot greedy", "bot random", "bot level2"]), "ann", NOW)
    bodies = [msgspec.json.decode(e.write(event)) for event in first]
    del bodies[0]["late"]
    old = [e.read(msgspec.json.encode(body)) for body in bodies]
    table = folded("t", old)
    assert [seat.level for seat in table.seats] == ["", "greedy", "random", "level2"]
    assert table.created.late == "bot greedy"
    act(table, c.Start(), "ann", NOW)
    assert table.status == "playing"


# At a server ----------------------------------------------------------------------------------------------------------


@lived
async def test_levels_and_characters_sit_down_and_play(place: Place) -> None:
    ann = await place.person("Ann")
    shelf = await ann.good("GET", "/api/games")
    assert all({"level5", "level3-gardener", "greedy"} <= set(each["bots"]) for each in shelf)
    table = await ann.table("flip", ["me", "bot level1-gambler", "open"], options={"turn_cap": 2})
    shown = await ann.do(table, do="bot", seat=2, level="level2-accountant")
    assert [seat.get("bot") for seat in shown["table"]["seats"]] == [None, "level1-gambler", "level2-accountant"]
    await ann.do(table, do="start")
    client, rng = await ann.sit_at(table), random.Random(1)
    while not (client.view and client.view["over"]):
        await client.until(lambda: bool(client.moves) or bool(client.view and client.view["over"]))
        if client.moves:
            move = rng.choice(client.moves)
            assert await client.say(do="move", id=f"m{client.version}", seen=client.version, move=move) is None
    assert "kvartal_bot_failures_total 0" in await place.figures()


@lived
async def test_a_host_names_the_highest_level(tmp_path: Path, start: Callable[..., Place]) -> None:
    place = start(str(tmp_path / "x.db"), "--highest-level", "2")
    ann = await place.person("Ann")
    assert max(map(level_of, (await ann.good("GET", "/api/games"))[0]["bots"])) == 2
    status, answer = await ann.ask("POST", "/api/tables", {"game": "flip", "seats": ["me", "bot level3"]})
    assert (status, "up to level 2" in answer["error"]) == (400, True)
    table = await ann.table("flip", ["me", "open"])
    assert "up to level 2" in (await ann.refused(table, do="bot", seat=1, level="level4-gardener"))[1]


# A program that always plays the first move.
PROGRAM = """
import sys
moves = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "kvartal":
        print("plays flip", flush=True)
        print("ready", flush=True)
    elif word == "moves":
        moves = rest.split("; ")
    elif word == "think":
        print("play " + moves[0], flush=True)
    elif word == "quit":
        break
"""


@lived
async def test_a_program_that_the_host_names_sits_at_tables(tmp_path: Path, start: Callable[..., Place]) -> None:
    (tmp_path / "first.py").write_text(PROGRAM)
    place = start(str(tmp_path / "x.db"), "--bot", f"first={sys.executable} {tmp_path / 'first.py'}")
    ann = await place.person("Ann")
    playing = {game["key"] for game in await ann.good("GET", "/api/games") if "first" in game["bots"]}
    assert playing == {"flip"}, "only what it has said that it plays"
    table = await ann.table("flip", ["bot first", "bot first"], options={"turn_cap": 1})
    await ann.do(table, do="start")
    client = await ann.sit_at(table)
    await client.until(lambda: client.table["status"] == "finished")
    assert "kvartal_bot_failures_total 0" in await place.figures()
    status, answer = await ann.ask("POST", "/api/tables", {"game": "flip", "seats": ["me", "bot program:ls"]})
    assert (status, "there is no bot" in answer["error"]) == (400, True), "nobody else names programs"


def test_a_program_sits_only_at_tables_of_games_that_it_plays() -> None:
    company = Company(programs={"mine": "x", "any": "y"}, plays={"mine": ("welcome", "estates"), "any": ()})
    assert "mine" in company.names_for("welcome")
    assert "mine" not in company.names_for("flip")
    assert "any" in company.names_for("flip")
    said = "the bot mine does not play flip; it plays: welcome, estates"
    for wish in (c.NewTable(game="flip", seats=["me", "bot mine"]), c.NewTable(game="flip", late="bot mine")):
        with pytest.raises(Refused, match=said):
            create(wish, "ann", NOW, company=company)
    table = folded("t", create(c.NewTable(game="flip", seats=["me", "open"]), "ann", NOW, company=company))
    with pytest.raises(Refused, match=said):
        act(table, c.Bot(seat=1, level="mine"), "ann", NOW, company=company)
    act(table, c.Bot(seat=1, level="any"), "ann", NOW, company=company)


@pytest.mark.parametrize(
    ("named", "said"),
    [("mine=true", "ended"), ("mine", "a command"), ("Mine=cat", "small letters"),
     ("level9=cat", "taken"), ("greedy=cat", "taken"),
     ("mine=no-such-program-here", "no program"), ("mine=", "missing")],
)  # fmt: skip
def test_a_program_that_cannot_sit_down_is_refused_at_the_start(named: str, said: str) -> None:
    result = CliRunner().invoke(serve, ["--bot", named])
    assert (result.exit_code, said in result.output) == (2, True), result.output
