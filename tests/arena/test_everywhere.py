"""The tour of all tables: every level sits everywhere; what goes wrong is found; a tour that was stopped goes on."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kvartal.__main__ import run as run_here
from kvartal.arena import everywhere
from kvartal.arena.everywhere import ITERATIONS, Guest, Tour, games_at, sitting
from kvartal.bots import Budget
from kvartal.bots.think import Click, Thinker
from kvartal.engine.conformance.cases import Case, cases
from kvartal.engine.view import View
from kvartal.games import game, games


@pytest.fixture
def two_tables(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(everywhere, "cases", lambda game: [Case(game, 2), Case(game, 3)])
    return monkeypatch


def told(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str, code: int = 0) -> dict[str, Any]:
    asked = ["strength", "estates", "--everywhere", "--save", str(folder), "--workers", "1", "--json", *arguments]
    assert run_here(asked) == code
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 7, 100])
def test_every_level_plays_as_many_games_as_were_asked_for(players: int) -> None:
    played = Counter(level for number in range(games_at(players, 40)) for level in set(sitting(number, players)))
    assert set(played) == {1, 2, 3, 4, 5}
    assert min(played.values()) >= 40


@pytest.mark.parametrize("key", [each.key for each in games()])
def test_a_tour_has_every_table_that_the_laws_are_tried_at(key: str) -> None:
    tour = Tour.of(game(key), 1)
    assert set(tour.digests) == {case.setup().digest for case in cases(game(key))}
    assert [plan.setup().digest for plan in tour.plans[:3]] == list(tour.digests[:3])
    counts = {plan.players for plan in tour.plans}
    assert {game(key).seats.start, game(key).seats.stop - 1} <= counts


@pytest.mark.usefixtures("two_tables")
def test_a_tour_that_was_stopped_comes_to_the_same_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = told(capsys, tmp_path / "a", "--games", "2")
    assert not whole["partial"]
    assert whole["games"][0]["games"] == whole["games"][0]["games_wanted"]
    assert 0 < whole["games"][0]["most_iterations"] <= whole["iterations"] == ITERATIONS
    assert told(capsys, tmp_path / "a", "--games", "2", "--report") == whole
    assert told(capsys, tmp_path / "b", "--games", "2", "--report")["partial"]
    told(capsys, tmp_path / "b", "--quick")
    file = tmp_path / "b" / "estates" / "everywhere.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:5]) + lines[5][:20])  # as a crash would leave it
    assert told(capsys, tmp_path / "b", "--games", "2") == whole


@pytest.mark.usefixtures("two_tables")
def test_another_seed_begins_anew_and_keeps_the_old_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, tmp_path, "--quick")
    first = (tmp_path / "estates" / "everywhere.jsonl").read_bytes()
    told(capsys, tmp_path, "--quick", "--seed", "2")
    assert (tmp_path / "estates" / "everywhere.old").read_bytes() == first


def test_what_is_no_strength_is_not_written_into_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_here(["strength", "--everywhere", "--save", str(tmp_path), "--write", "x.md"]) == 2
    assert "--everywhere" in capsys.readouterr().err


# What goes wrong -----------------------------------------------------------------------------------------------------


def reasons(capsys: pytest.CaptureFixture[str], folder: Path) -> set[str]:
    found = told(capsys, folder, "--quick", code=1)["games"][0]["failures"]
    assert found
    return {each["reason"] for each in found}


def test_an_illegal_answer_is_found(
    two_tables: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def turn(_: Guest, view: View, __: Budget) -> tuple[Click, ...]:
        legal = view.codes()
        return (Click(next(code for code in range(len(legal) + 1) if code not in legal), 0),)

    two_tables.setattr(Guest, "turn", turn)
    assert {reason.partition(":")[0] for reason in reasons(capsys, tmp_path)} == {
        f"level{level}, move 1" for level in range(1, 6)
    }


def test_a_thought_that_is_longer_than_its_budget_is_found(
    two_tables: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spend = Thinker._spend
    two_tables.setattr(Thinker, "_spend", lambda self, engine, n, *rest: spend(self, engine, 2 * n, *rest))
    found = reasons(capsys, tmp_path)
    assert all(f"12 iterations where {ITERATIONS} were allowed" in reason for reason in found)
    assert {reason.partition(",")[0] for reason in found} <= {f"level{level}" for level in range(2, 6)}


def test_a_game_that_does_not_end_is_found(
    two_tables: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    two_tables.setattr(everywhere, "LONGEST", 5)
    assert any("the game does not end" in reason for reason in reasons(capsys, tmp_path))
