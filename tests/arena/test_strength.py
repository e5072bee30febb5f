"""Figures of strength: what the rooms declare can be played; a run that was stopped goes on; new bots begin anew."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kvartal.bots
from kvartal.__main__ import run as run_here
from kvartal.arena.contest import Played
from kvartal.arena.run import Run
from kvartal.arena.saved import games_in, read_game, written_game
from kvartal.arena.strength import SEARCH, Kept, comparisons, mark_of, sources, step_goal
from kvartal.arena.tally import Result
from kvartal.engine.mind import Mind
from kvartal.engine.option import BadSetup
from kvartal.engine.source import Source
from kvartal.engine.state import State
from kvartal.engine.strength import Goal, Setting, load_settings
from kvartal.engine.thinking import Numbers
from kvartal.games import game, games
from kvartal.games.flip.bot.greedy import choose

# What was promised: the settings at which every level is compared with the one below it.
STEPS = {
    ("welcome", 2, ("edition=2018", "plans=basic", "roundabouts=off")),
    ("welcome", 2, ("edition=2018", "plans=mixed", "roundabouts=on")),
    ("welcome", 2, ("edition=2023", "plans=basic", "roundabouts=off")),
    ("welcome", 1, ("edition=2018",)),
    ("welcome", 1, ("edition=2023", "rival=3")),
    ("estates", 2, ()),
    ("estates", 4, ()),
    ("house", 2, ("variant=basic",)),
    ("house", 2, ("variant=expert",)),
    ("house", 4, ("variant=expert",)),
    ("flip", 2, ("recycle=turn",)),
    ("flip", 1, ("recycle=flip",)),
}


@pytest.mark.parametrize(("key", "players", "options"), sorted(STEPS))
def test_every_level_is_compared_at_the_settings_that_were_promised(
    key: str, players: int, options: tuple[str, ...]
) -> None:
    found = [
        comparison
        for comparison in comparisons(game(key))
        if comparison.setup.players == players
        and set(options)
        <= {f"{each.name}={each.write(comparison.setup.options[each.name])}" for each in game(key).options}
    ]
    met = {(each.bot, each.others) for each in found}
    steps = {(f"level{n}", f"level{n - 1}") for n in range(2, 6)}
    assert steps | {("level1", "random"), ("level1", "greedy"), ("level5", "greedy")} <= met


def test_the_goals_are_those_that_were_promised() -> None:
    goals = {(each.key, setting.name): setting.goal for each in games() for setting in each.strength}
    assert {key: goal.wins for key, goal in goals.items() if goal.wins} == {
        ("welcome", "2018 basic, 2 players"): 0.9,
        ("welcome", "2018 expert, 2 players"): 0.9,
        ("welcome", "2023 basic, 2 players"): 0.9,
        ("welcome", "2023 solo, rival 3"): 0.8,
        ("welcome", "2023 solo, rival 4"): 0.4,
        ("estates", "2 players"): 0.97,
        ("estates", "4 players"): 0.85,
        ("house", "basic, 2 players"): 0.9,
        ("house", "basic, 4 players"): 0.55,
        ("house", "expert, 2 players"): 0.95,
        ("house", "expert, 4 players"): 0.85,
        ("flip", "2 players"): 0.75,
        ("flip", "solo, recycle=flip"): 0.99,
    }
    assert goals["welcome", "2018 solo"].points == 98
    assert [step_goal(players) for players in (1, 2, 4)] == [0.6, 0.6, 0.32]
    for each in games():
        rules = {rule.id for rule in each.rules}
        assert all(set(setting.goal.endings) <= rules for setting in each.strength)


# Tiny runs -----------------------------------------------------------------------------------------------------------


class Quick(Mind):
    def policy(self, state: State, seat: int, source: Source) -> int:
        return int(choose(state, seat))


def numbers(last: int) -> Numbers:
    """Levels that take no time: only the fifth one searches at all, and not far."""
    levels = {f"level{n}": {"iterations": 0, "overlook": 400 - 100 * n} for n in range(1, 5)}
    last5 = {"iterations": last, "overlook": 0}
    return Numbers({"usual": {"weights": {}, "thinking": {"cut": 1}, **levels, "level5": last5}})


@pytest.fixture
def flip(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    found = game("flip")
    short = {"turn_cap": 15}
    settings = (
        Setting("Tiny: two", 2, options=short, goal=Goal(wins=0.5)),
        Setting("alone", 1, options=short, steps=False, goal=Goal(wins=0.99)),
    )
    monkeypatch.setitem(found.__dict__, "strength", settings)
    monkeypatch.setitem(found.__dict__, "numbers", numbers(2))
    monkeypatch.setattr(type(found), "mind", lambda _, setup, *__: Quick(setup.tables, []))
    return monkeypatch


def told(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str, code: int = 0) -> dict[str, Any]:
    asked = ["strength", "flip", "--save", str(folder), "--workers", "1", "--json", *arguments]
    assert run_here(asked) == code
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    for setting in told["settings"]:
        assert set(setting.pop("measured")) == {"level3", "level5"}  # processor time is never twice the same
    return told


@pytest.mark.usefixtures("flip")
def test_a_run_that_was_stopped_comes_to_the_same_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = told(capsys, tmp_path / "a", "--games", "6")
    assert [len(setting["comparisons"]) for setting in whole["settings"]] == [7, 1]
    assert all(each["games"] for setting in whole["settings"] for each in setting["comparisons"])
    assert told(capsys, tmp_path / "a", "--report") == whole
    assert told(capsys, tmp_path / "b", "--games", "2") != whole
    file = tmp_path / "b" / "flip" / "tiny-two" / "level2-level1.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-1]) + lines[-1][:30])  # as a crash would leave it
    assert told(capsys, tmp_path / "b", "--games", "6") == whole


def test_ctrl_c_tells_what_there_is_and_the_same_command_goes_on(
    flip: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = told(capsys, tmp_path / "a", "--games", "4")
    play, parts = Run.play, iter(range(5))

    def until_stopped(self: Run, workers: int | None) -> Iterator[list[Played]]:
        for part in play(self, workers):
            yield part
            if next(parts, None) is None:
                raise KeyboardInterrupt

    with flip.context() as patch:
        patch.setattr(Run, "play", until_stopped)
        partial = told(capsys, tmp_path / "b", "--games", "4", code=130)
    assert partial["partial"]
    played = [each["games"] for setting in partial["settings"] for each in setting["comparisons"]]
    assert 0 in played
    assert any(played)
    assert told(capsys, tmp_path / "b", "--games", "4") == whole


def test_changed_bots_begin_anew_and_the_others_stay(
    flip: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told(capsys, tmp_path, "--games", "2")
    folder = tmp_path / "flip" / "tiny-two"
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    flip.setitem(game("flip").__dict__, "numbers", numbers(3))
    now = told(capsys, tmp_path, "--report")["settings"][0]["comparisons"]
    assert {(each["bot"], each["others"]) for each in now if each["earlier_bots"]} == {
        ("level5", "greedy"),
        ("level5", "level4"),
    }
    assert all(each["met"] is None for each in now if each["earlier_bots"])
    assert run_here(["strength", "flip", "--save", str(tmp_path), "--workers", "1", "--games", "2"]) == 0
    shown = capsys.readouterr()
    assert "flip, Tiny: two: level5 against level4: anew, the bots have changed" in shown.err
    assert "†" not in shown.out.split("✓ reached")[0]
    after = {file.name: file.read_bytes() for file in folder.iterdir()}
    changed = {"level5-greedy.jsonl", "level5-level4.jsonl"}
    assert {name for name in before if before[name] != after[name]} == changed
    assert {name: after[name.replace(".jsonl", ".old")] for name in changed} == {name: before[name] for name in changed}


def test_only_what_a_program_does_marks_it(tmp_path: Path) -> None:
    other = type(game("flip"))()  # a copy would be the game on the shelf itself
    other.folder = tmp_path
    (tmp_path / "bot").mkdir()
    marks = []
    for text in ("LUCK = 3\n", "# why\n\nLUCK = (3)\n", "LUCK = 4\n"):
        (tmp_path / "bot" / "mind.py").write_text(text)
        marks.append(sources.__wrapped__(other))
    assert marks[0] == marks[1] != marks[2]
    (tmp_path / "bot" / "mind.py").unlink()
    (tmp_path / "bot").rmdir()
    (tmp_path / "brain.py").write_text("LUCK = 3\n")  # a room without bot/: it may think anywhere
    without = sources.__wrapped__(other)
    (tmp_path / "brain.py").write_text("LUCK = 4\n")
    assert sources.__wrapped__(other) != without


def test_the_mark_is_of_all_that_a_level_searches_with() -> None:
    """And of nothing else in bots/: programs and guests may change without a game being measured anew."""
    folder, found, open_ = Path(kvartal.bots.__file__).parent, set(), ["levels"]
    while open_:
        name = f"{open_.pop()}.py"
        if name not in found:
            found.add(name)
            open_ += re.findall(r"^from kvartal\.bots\.(\w+) import", (folder / name).read_text(), re.MULTILINE)
    assert found == set(SEARCH)


def test_a_weight_marks_every_level_and_a_level_only_itself(flip: pytest.MonkeyPatch) -> None:
    setup = game("flip").set_up(2)

    def marks(sections: dict[str, Any]) -> list[str]:
        flip.setitem(game("flip").__dict__, "numbers", Numbers({"usual": sections}))
        return [mark_of(setup, pair) for pair in (("level1", "random"), ("level3", "level2"))]

    usual = marks({"weights": {"parks": 1}})
    assert marks({"weights": {"parks": 1}, "level3": {"iterations": 9}})[0] == usual[0]
    assert marks({"weights": {"parks": 1}, "level3": {"iterations": 9}})[1] != usual[1]
    assert all(one != other for one, other in zip(marks({"weights": {"parks": 2}}), usual, strict=True))


@pytest.mark.usefixtures("flip")
def test_a_clear_step_ends_early(tmp_path: Path) -> None:
    (step,) = [c for c in comparisons(game("flip")) if (c.bot, c.others) == ("level1", "greedy")]
    kept = Kept(tmp_path, step)
    *_, run = kept.play(None, 1)
    assert run.trial is not None
    assert run.trial.result == "rejected"  # the claim that it has more than the goal, which is at most 10 %
    assert len(games_in(kept.path)) < step.games
    assert list(kept.play(None, 1)) == []


@pytest.mark.usefixtures("flip")
def test_the_tables_are_written_between_the_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("Before.\n<!-- strength: begin -->\nold\n<!-- strength: end -->\nAfter.\n")
    asked = ["strength", "flip", "--save", str(tmp_path / "a"), "--workers", "1", "--write", str(page)]
    assert run_here([*asked, "--games", "2"]) == 0
    text = page.read_text()
    assert text.startswith("Before.\n<!-- strength: begin -->\n### From level")
    assert text.endswith("<!-- strength: end -->\nAfter.\n")
    assert "old" not in text
    assert text.count("\n| Design Town / Flip City: Tiny: two | ") == 2
    assert text.count("\n| Design Town / Flip City: alone | ") == 1  # no steps there
    assert "| Mr House: expert, 4 players | not yet measured |" in text  # other games keep their place
    assert run_here([*asked, "--report"]) == 0
    assert page.read_text() == text


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("flop", "unknown game 'flop' (did you mean 'flip'?)"),
        ("toy", "toy does not say what is to be measured (bot/strength.toml in its room); these do: "),
        ("flip --save FILE", "FILE"),
        ("flip --save FILE/inside", "FILE"),
        ("flip --quick --games 3", "exclude each other"),
        ("flip --report --write FILE", "has no place for the table"),
        ("flip --report --write NONE", "No such file"),
    ],
)
def test_a_mistake_is_told_before_a_game_is_played(
    arguments: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "FILE").write_text("mine")
    assert run_here(["strength", *arguments.split()]) == 2
    assert why in capsys.readouterr().err
    assert (tmp_path / "FILE").read_text() == "mine"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("name = 3", "expected tables \\[\\[setting\\]\\]"),
        ("[[setting", "is not TOML"),
        ("[[setting]]\nplayers = 2", "setting 1: name: expected a text"),
        ('[[setting]]\nname = "a"\nplayers = "2"', "players: expected a whole number, not '2'"),
        ('[[setting]]\nname = "a"\nplayers = 2\npresent = "x"', "present: unknown .did you mean 'preset'"),
        ('[[setting]]\nname = "a"\nplayers = 2\ngoal.wins = 75', "goal.wins: expected a share between 0 and 1"),
        ('[[setting]]\nname = "a"\nplayers = 2\ngoal.won = 1', "goal.won: unknown"),
        ('[[setting]]\nname = "a b"\nplayers = 2\n[[setting]]\nname = "A, b"\nplayers = 1', "two settings are called"),
    ],
)
def test_a_room_that_declares_nonsense_is_told(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "strength.toml").write_text(text)
    with pytest.raises(BadSetup, match=why):
        load_settings(tmp_path / "strength.toml")


# What a game reached -------------------------------------------------------------------------------------------------


def test_a_complete_house_is_reached_when_it_is_scored() -> None:
    setup = game("house").set_up(2)
    seen = set()
    for seed in range(4):
        match = kvartal.new("house", players=2, seed=seed)
        while not match.over:
            seat = match.waiting[0]
            view = match.view(seat)
            match.play(seat, setup.game.greedy(view) if seat else view.moves()[0].code)
        for seat in range(2):
            scored = [line.rule.id for line in setup.game.score_lines(setup, match.state, seat, setup.game.words("en"))]
            reached = tuple(setup.game.reached(setup, match.state, seat))
            assert reached == (("complete",) if "house.score.complete" in scored else ())
            seen.add(reached)
    assert seen == {("complete",), ()}


def test_games_kept_before_anything_was_reached_are_still_read() -> None:
    now = Played(0, 3, Result((1, 2), (5, 4), "x", 1, 2, 3, 4, (("complete",), ())), ((1, 2, 3), (4, 5, 6)))
    row = json.loads(json.dumps(written_game(now)))
    assert read_game(row) == now
    del row["reached"]
    assert read_game(row).result == now.result._replace(reached=())
