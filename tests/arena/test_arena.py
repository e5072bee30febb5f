"""The arena: deals truly mirrored, the same result for any number of workers, and a run that was stopped goes on."""

import csv
import json
import math
import re
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from cli.commands import kvartal, said
from kvartal.__main__ import run as run_here
from kvartal.arena.compare import encounters
from kvartal.arena.contest import Contest, Deals, Played
from kvartal.arena.lineup import Line, lines, rotations
from kvartal.arena.report import page_of
from kvartal.arena.run import Run
from kvartal.arena.saved import Saved
from kvartal.arena.sprt import Sprt, Trial
from kvartal.arena.summary import Summary
from kvartal.bots import BOTS, GreedyBot
from kvartal.engine.option import BadSetup
from kvartal.games import game


def contest(*bots: str, players: int = 2, seed: int = 3, key: str = "flip", as_league: bool = False) -> Contest:
    return Contest.of(game(key).set_up(players), lines(bots, players, as_league), seed)


def played(run: Run, workers: int | None = 1) -> Run:
    for _ in run.play(workers):
        pass
    return run


def test_round_robin_at_two_seats_is_every_pair_both_ways() -> None:
    pairs = lines(("a", "b", "c"), 2, False)
    assert [line.sittings for line in pairs] == [
        (("a", "b"), ("b", "a")),
        (("a", "c"), ("c", "a")),
        (("b", "c"), ("c", "b")),
    ]


def test_round_robin_at_four_seats_is_one_among_three_on_every_seat() -> None:
    one, other = lines(("a", "b"), 4, False)
    assert (one.title, other.title) == ("a among 3 b", "b among 3 a")
    assert Counter(sitting.index("a") for sitting in one.sittings) == dict.fromkeys(range(4), 1)


@pytest.mark.parametrize(("bots", "players", "tables"), [("abc", 3, 1), ("abcd", 3, 4), ("abcde", 4, 5)])
def test_a_league_seats_every_choice_of_bots_and_each_on_every_seat(bots: str, players: int, tables: int) -> None:
    found = lines(tuple(bots), players, True)
    assert len({frozenset(line.bots) for line in found}) == len(found) == tables
    for line in found:
        assert all({sitting[seat] for sitting in line.sittings} == set(line.bots) for seat in range(players))


def test_a_name_given_twice_makes_one_table() -> None:
    (table,) = lines(("a", "b", "b"), 3, False)
    assert table.sittings == (("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a"))
    assert rotations(("a", "b", "a", "b")) == (("a", "b", "a", "b"), ("b", "a", "b", "a"))


@pytest.mark.parametrize("key", ["flip", "estates", "house", "welcome"])
def test_mirrored_deals_have_the_same_cards(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two names for the same bot: whoever sits where, a deal must go the same way; another deal goes another way."""
    monkeypatch.setitem(BOTS, "twin", GreedyBot)
    tables = contest("greedy", "twin", key=key).begin()
    deals = [[tables.play(0, 2 * deal + turn).result for turn in range(2)] for deal in range(4)]
    assert all(one == other for one, other in deals)
    assert len({one for one, _ in deals}) > 1


def test_everybody_meets_the_same_deals() -> None:
    """Greedy against either of two equal bots has the same games."""
    tables = contest("greedy", "random", players=3).begin()
    assert tables.play(0, 0).result != tables.play(0, 3).result
    again = contest("random", "greedy", players=3).begin()
    assert tables.play(0, 7).result == again.play(1, 7).result


def test_results_are_the_same_for_any_number_of_workers() -> None:
    results = []
    for workers in (1, 3):
        summary = played(Run(contest("greedy", "random", players=3), 12, None), workers).summary()
        results.append(summary.to_json())
        assert len(summary.deals) == 24
    assert results[0] == results[1]


def test_a_test_that_is_decided_rests_on_the_same_deals_for_any_number_of_workers() -> None:
    results = []
    for workers in (1, 2):
        run = played(Run(contest("greedy", "random"), 1000, Sprt(0.5, 0.6)), workers)
        assert run.trial is not None
        results.append((run.trial.to_json(), run.summary().to_json()))
    assert results[0] == results[1]
    assert results[0][0]["result"] == "accepted"
    assert results[0][0]["deals"] == results[0][1]["deals"] < 100
    assert results[0][1]["games"] == run.games_judged == 2 * results[0][1]["deals"]


def test_alone_the_better_result_on_the_same_cards_counts() -> None:
    alone = contest("greedy", "random", players=1)
    run = played(Run(alone, 10, None))
    summary = run.summary()
    for deal in summary.deals:
        (met,) = encounters(alone, deal)
        greedy, other = (game.result for game in deal.games)
        better = (greedy.places[0] == 1, greedy.scores[0]) > (other.places[0] == 1, other.scores[0])
        assert (met.shares == (1.0, 0.0)) == better
    (meeting,) = summary.meetings
    assert meeting.shares["greedy"].value == 1.0
    assert (meeting.deals, meeting.games) == (10, 20)


def test_only_whole_deals_count() -> None:
    one = contest("greedy", "random")
    deals = Deals(one, 3)
    tables = one.begin()
    deals.add([tables.play(0, number) for number in (0, 1, 3, 5)])
    assert [deal.number for deal in deals.all()] == [0]
    assert deals.missing() == [[range(2, 3), range(4, 5)]]
    deals.add(tables.batch(0, 0, 100))  # more than was asked for is left out
    assert [deal.number for deal in deals.all()] == [0, 1, 2]
    assert (deals.games, deals.games_wanted) == (6, 6)


def stored(path: Path, of: Contest) -> list[Played]:
    with Saved(path, of.identity(of.plan.setup())) as file:
        return file.games


def test_a_file_of_games_survives_half_a_line_and_refuses_other_runs(tmp_path: Path) -> None:
    path, ours = tmp_path / "run.jsonl", contest("greedy", "random")
    games = ours.begin().batch(0, 0, 5)
    with Saved(path, ours.identity(ours.plan.setup())) as file:
        file.add_games(games[:2])
        file.add_games(games[2:])
        with pytest.raises(BadSetup, match="another run is writing"):
            stored(path, ours)
    assert stored(path, ours) == games
    whole = path.read_bytes()
    for cut in (1, 30):
        path.write_bytes(whole[:-cut])
        assert stored(path, ours) == games[:4]
    path.write_bytes(whole[:20])  # stopped while its first line was written
    assert stored(path, ours) == []
    for other, what in [
        (contest("greedy", "random", seed=4), "seed 3, not 4"),
        (contest("random", "greedy"), "lines"),
        (contest("greedy", "random", players=3), "players 2, not 3"),
        (contest("greedy", "random", key="estates"), 'game "flip", not "estates"'),
    ]:
        with pytest.raises(BadSetup, match=f"is of another run: .*{what}"):
            stored(path, other)
    path.write_text("my diary\n")
    with pytest.raises(BadSetup, match="no file of contests"):
        stored(path, ours)
    assert path.read_text() == "my diary\n"
    path.write_bytes(whole + b"{}\n")
    with pytest.raises(BadSetup, match="line 7: this belongs to no run"):
        stored(path, ours)


STOPS = """
from pathlib import Path

asked = 0

def player(view, moves, budget):
    global asked
    asked += 1
    Path("asked").write_text(str(asked))
    if Path("stop").exists() and asked == int(Path("stop").read_text()):
        raise KeyboardInterrupt
    return moves[len(moves) // 2]
"""


def without_times(out: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(out)
    assert set(told.pop("measured")) == {"greedy", "stops:player"}
    return told


def test_a_run_stopped_with_ctrl_c_goes_on_to_the_same_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "stops.py").write_text(STOPS)
    asked = ["arena", "flip", "--seats", "greedy,stops:player", "--games", "40", "--seed", "5", "--json"]
    assert run_here([*asked, "--workers", "1"]) == 0
    whole = without_times(capsys.readouterr().out)
    last = int((tmp_path / "asked").read_text())
    (tmp_path / "stop").write_text(str(last + last * 2 // 3))
    saving = [*asked, "--workers", "1", "--save", "run.jsonl"]
    assert run_here(saving) == 130
    partial = without_times(capsys.readouterr().out)
    assert partial["partial"]
    assert 0 < partial["games"] < 40
    assert run_here(saving) == 0
    assert without_times(capsys.readouterr().out) == whole
    before = (tmp_path / "run.jsonl").read_bytes()
    assert run_here(saving) == 0  # all is there already
    assert without_times(capsys.readouterr().out) == whole
    assert (tmp_path / "run.jsonl").read_bytes() == before
    assert run_here([*saving[:4], "--games", "10", "--save", "run.jsonl", "--json"]) == 0  # the seed is in the file
    assert json.loads(capsys.readouterr().out)["games"] == 10


def test_compiled_and_pure_give_the_same_games() -> None:
    asked = ("arena", "flip", "--seats", "greedy,random", "--games", "6", "--seed", "3", "--json")
    results = [json.loads(said(*asked, **mode)) for mode in ({}, {"KVARTAL_PURE": "1"})]
    for each in results:
        each.pop("measured")
    assert results[0] == results[1]


def test_the_summary_for_people_and_the_table_for_scripts(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    asked = ("arena", "flip", "--seats", "greedy,random", "--players", "3", "--games", "6", "--seed", "1")
    out = said(*asked, "--csv", str(path))
    for word in ("12 games on 2 mirrored deals", "seed 1", "greedy among 2 random", "Elo", "openskill", "ms/turn"):
        assert word in out
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert len(rows) == 12 * 3
    assert {row["bot"] for row in rows} == {"greedy", "random"}
    assert Counter((row["line"], row["deal"]) for row in rows) == {
        (title, deal): 9 for title in ("greedy among 2 random", "random among 2 greedy") for deal in ("0", "1")
    }


def page(summary: Summary, trial: Trial | None = None) -> str:
    return page_of(summary.contest.plan.setup(), summary, trial, False)


PAGES = [("greedy,random", 1), ("greedy,random", 2), ("greedy,random,<b>", 2), ("greedy,random", 4)]


@pytest.mark.parametrize(("bots", "players"), PAGES)
def test_the_report_is_one_well_formed_page_that_asks_for_nothing(
    bots: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, "<b>", GreedyBot)
    run = played(Run(contest(*bots.split(","), players=players), 3, None))
    text = page(run.summary(), Sprt().judge([1.0, 0.5, 0.0]))
    root = ElementTree.fromstring(text.removeprefix("<!doctype html>\n"))  # noqa: S314 - our own page
    for element in root.iter():
        assert not {"src", "href", "action", "data"} & set(element.attrib)
        assert element.tag.rpartition("}")[2] not in ("script", "link", "img", "iframe", "object", "base")
    assert "url(" not in text
    assert "@import" not in text
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"] * text.count("<svg xmlns")
    shown = " ".join("".join(root.itertext()).split())
    for name in bots.split(","):
        assert name in shown
    assert ("Ahead of each other" in shown) == (len(bots.split(",")) > 2)


def test_a_report_can_be_made_of_nothing() -> None:
    assert "0 games" in page(Run(contest("greedy", "random"), 3, None).summary())


def test_the_report_is_written_where_it_was_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "x.html"
    said("arena", "flip", "--seats", "greedy,random", "--games", "4", "--seed", "1", "--report", str(file))
    assert file.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_share_is_told_with_what_would_be_fair() -> None:
    summary = played(Run(contest("greedy", "random", players=3), 4, None)).summary()
    greedy, lonely = (meeting.shares for meeting in summary.meetings)
    assert (greedy["greedy"].fair, greedy["random"].fair) == (pytest.approx(1 / 3), pytest.approx(2 / 3))
    for meeting in (greedy, lonely):
        assert math.fsum(share.value for share in meeting.values()) == pytest.approx(1)
    assert summary.matrix["greedy", "random"].value + summary.matrix["random", "greedy"].value == pytest.approx(1)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("--seats greedy,nobody", "unknown bot 'nobody'"),
        ("--seats greedy", "two different bots or more"),
        ("", "--seats names the bots that meet"),
        ("--seats greedy,you", "bots only"),
        ("--seats greedy,random --players 3 --league", "needs 3 different bots"),
        ("--seats greedy,random --league --round-robin", "exclude each other"),
        ("--seats greedy,greedy,random --players 4", "3 names do not fit 4 players"),
        ("--seats greedy,random --players 9", "players"),
        ("--seats greedy,random,random --sprt", "--seats A,B"),
        ("--seats greedy,random --sprt --p0 0.6 --p1 0.5", "p0 < p1"),
        ("--seats greedy,random --sprt --alpha 0", "between 0 and 0.5"),
        ("--seats greedy,random --report /nonexistent/x.html", "/nonexistent/x.html: No such file"),
        ("--seats greedy,random --csv /", "/: Is a directory"),
        ("--seats greedy,random --save /nonexistent/x", "/nonexistent/x: No such file"),
    ],
)
def test_a_mistake_is_told_before_anything_is_played(
    arguments: str, why: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Run, "play", None)
    assert run_here(["arena", "flip", "--games", "10", *arguments.split()]) == 2
    out, error = capsys.readouterr()
    assert why in error
    assert not out


def test_a_missing_package_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "openskill.models", None)
    assert run_here(["arena", "flip", "--games", "10", "--seats", "greedy,random"]) == 2
    assert "pip install openskill" in capsys.readouterr().err


def test_a_bot_that_fails_is_named_and_what_was_played_is_kept(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("def bot(view, moves, budget):\n    raise ValueError('lost')\n")
    file = tmp_path / "run.jsonl"
    asked = ("arena", "flip", "--seats", "greedy,bad:bot", "--games", "4", "--seed", "1", "--save", str(file))
    run = kvartal(*asked, PYTHONPATH=f"{Path.cwd() / 'src'}:{tmp_path}")
    assert run.returncode == 2
    assert "bad:bot: ValueError: lost" in run.stderr
    assert len(file.read_text().splitlines()) == 1


def test_a_line_of_seats_says_who_they_are() -> None:
    assert Line((("a", "b"), ("b", "a"))).title == "a – b"
    assert Line((("a",), ("b",))).bots == ("a", "b")
