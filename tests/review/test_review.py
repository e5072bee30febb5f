"""Reviews: they add up, they use only what a player knew, a planted blunder is found and a forced line has none."""

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import kvartal
from kvartal.bots import Budget, ask, bot
from kvartal.bots.think import think
from kvartal.cli import kvartal as commands
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup
from kvartal.engine.source import Seeded
from kvartal.engine.state import NOBODY
from kvartal.engine.view import View
from kvartal.engine.words import LANGUAGES
from kvartal.games import games
from kvartal.review import Depth, review
from kvartal.review.calibration import Calibration
from kvartal.review.course import Course, Stretch, Worth, course_of, stretches
from kvartal.review.decisions import (
    CERTAIN,
    Difference,
    Spread,
    driven,
    grade_at,
    judged,
    judged_from,
    judging,
    settled,
    turns,
)
from kvartal.review.jobs import Job, done
from kvartal.review.told import text

SPREAD = Spread(0.5, 12.0)
SMALL = Depth(games=4, worlds=8, thoughts=8)
KEYS = [game.key for game in games()]


def played(
    key: str, players: int = 2, seed: int = 3, level: str = "greedy", most: int = 100_000, **options: object
) -> Match:
    match = kvartal.new(key, players=players, seed=seed, **options)
    seats = [bot(level, seat, players) for seat in range(players)]
    while not match.over and len(match) < most:
        seat = match.waiting[0]
        match.play(seat, ask(seats[seat], match.view(seat), Budget(playouts=8)))
    return match


@pytest.mark.parametrize("key", KEYS)
def test_the_parts_of_a_result_add_up(key: str) -> None:
    match = played(key, most=120)
    course = course_of(match, games=3)
    for seat in range(match.setup.players):
        parts = course.parts(seat)
        assert parts.result == pytest.approx(course.worths()[-1].shares[seat])
    if match.over:
        winners = match.outcome().winners  # type: ignore[union-attr]
        assert [bool(share) for share in course.worths()[-1].shares] == [seat in winners for seat in range(2)]


@pytest.mark.parametrize("key", KEYS)
def test_stretches_cover_a_match_and_each_has_one_mover(key: str) -> None:
    match = played(key, most=150)
    found = list(stretches(match))
    assert [since for _, since, _ in found] == [0, *(until for _, _, until in found[:-1])]
    assert found[-1][2] == len(match)
    for mover, since, until in found:
        assert {match.steps[step].seat for step in range(since, until)} == {mover}


@pytest.mark.parametrize("key", KEYS)
def test_turns_are_the_moves_of_their_seat_without_chance_between(key: str) -> None:
    match = played(key, most=150)
    for turn in turns(match):
        assert [match.steps[step].seat for step in turn.steps] == [turn.seat] * len(turn.steps)
        assert tuple(match.steps[step].code for step in turn.steps) == turn.codes
        between = [match.steps[step].seat for step in range(turn.steps[0], turn.steps[-1])]
        assert NOBODY not in between


@pytest.mark.parametrize("key", KEYS)
def test_a_judgement_uses_only_what_the_seat_knew(key: str) -> None:
    """The same turn, judged in a world where everything hidden was dealt anew, is judged the same."""
    match = played(key, most=60)
    mine, compared = [turn for turn in turns(match) if turn.seat == 0], 0
    for turn in mine[:6]:
        view = match.at(turn.steps[0]).view(0)
        tables = view.setup.tables
        world = view.known.imagine(0, Seeded(99, tables.streams, tables.widest))
        again = View(view.setup, 0, world.known(0))
        if again.encode() != view.encode():
            continue  # who else has confirmed is not part of an imagined world
        judgements = [judged_from(each, turn, 4, 4, SPREAD) for each in (view, again)]
        assert judgements[0] == judgements[1]
        compared += 1
    assert compared


def test_chance_brings_nothing_on_average() -> None:
    """The worth of a moment is the mean of what chance can make of it: over many matches its sum is about 0."""
    found = [course_of(played("flip", seed=seed), games=8, seed=seed).parts(0).chance for seed in range(24)]
    middle = sum(found) / len(found)
    error = (sum((each - middle) ** 2 for each in found) / (len(found) * (len(found) - 1))) ** 0.5
    assert abs(middle) < 3 * error


def worst_by_search(match: Match) -> tuple[int, list[int]]:
    """Of the first turns the move that another estimate, a search, finds the worst by far."""
    worst = []
    for turn in [turn for turn in turns(match) if turn.seat == 0][:5]:
        view = match.at(turn.steps[0]).view(0)
        thought = think(view, Budget(math.inf, 1000), include=view.codes())
        least = min((each for each in thought.candidates if each.visits > 1), key=lambda each: each.value)
        worst.append((thought.best.value - least.value, turn.steps[0], [least.turn[0]]))
    return max(worst)[1:]


def unfitting_number(match: Match) -> tuple[int, list[int]]:
    """A large number in the first of twelve houses: nothing fits before it, and little after it."""
    step = next(turn.steps[0] for turn in turns(match) if turn.seat == 0)
    assert "3: 14 with" in match.at(step).view(0).text()
    return step, [match.setup.code("take 3"), match.setup.code("write 3.1")]


def turn_given_up(match: Match) -> tuple[int, list[int]]:
    """Stopping at once and building nothing, with a deck that could buy something."""
    step = next(turn.steps[0] for turn in turns(match) if turn.seat == 0 and turn.steps[0] > 40)
    return step, [match.setup.code("stop"), match.setup.code("pass")]


PLANTS = {"welcome": unfitting_number, "flip": turn_given_up}
LATE = {"estates": 80, "flip": 60}  # steps: before that no single move is worth much


@pytest.mark.parametrize("key", KEYS)
def test_a_planted_blunder_is_found(key: str) -> None:
    match = played(key, most=LATE.get(key, 24))
    step, codes = PLANTS.get(key, worst_by_search)(match)
    match = match.at(step)
    for code in codes:
        match.play(0, code)
    while not match.over and 0 in match.waiting and len(match) < step + 12:
        match.play(0, match.setup.game.greedy(match.view(0)))
    planted = next(turn for turn in turns(match) if turn.steps[0] == step)
    assert judged(match, planted, worlds=160, thoughts=400, spread=SPREAD).grade in ("mistake", "blunder")


def test_a_forced_line_has_no_blunder() -> None:
    """Whoever has no choice is not judged, and whoever plays as the mind would gave nothing away."""
    match = played("flip", seed=8, most=60)
    chosen = {turn.steps for turn in turns(match)}
    for number, entry in enumerate(match.steps):
        if entry.seat != NOBODY and len(match.at(number).moves(entry.seat)) == 1:
            assert (number,) not in chosen
    found = review(match, 0, Depth(games=2, worlds=16, thoughts=50))
    assert any(each.same for each in found.decisions)
    assert not [each for each in found.decisions if each.same and (each.grade or each.lost.mean)]


@pytest.mark.parametrize("key", KEYS)
def test_who_plays_as_the_mind_would_gives_nothing_away(key: str) -> None:
    match, other = kvartal.new(key, players=2, seed=2), bot("random", 1, 2)
    while not match.over and len(match) < 50:
        if 0 not in match.waiting:
            match.play(1, ask(other, match.view(1), Budget(playouts=8)))
            continue
        ((*best,),) = done(match, 0, 0, Job("best", len(match), 8))
        for code in best:
            if match.over or 0 not in match.waiting or match.view(0).why(code) is not None:
                break
            match.play(0, code)
    found = review(match, 0, Depth(games=2, worlds=8, thoughts=8))
    assert found.decisions
    assert not [each for each in found.decisions if each.grade == "blunder"]


def test_the_same_seed_gives_the_same_review() -> None:
    match = played("estates", players=3, most=60)
    one, two = (review(match, 1, SMALL, seed=7) for _ in range(2))
    assert (one.course, one.decisions) == (two.course, two.decisions)
    assert one.course != review(match, 1, replace(SMALL, games=5), seed=8).course


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_it_is_told_in_words(key: str, lang: str) -> None:
    match = played(key, most=40)
    said = text(review(match, 0, Depth(2, 4, 4)), lang)
    assert "{" not in said
    assert len(said.splitlines()) > 8


def test_the_command_writes_text_json_and_a_page(tmp_path: Path) -> None:
    match, file, page = played("flip", most=60), tmp_path / "evening.kvartal", tmp_path / "review.html"
    match.save(file)
    small = ["--games", "4", "--worlds", "4"]
    said = CliRunner().invoke(commands, ["review", str(file), *small], catch_exceptions=False)
    assert "Chance of winning" in said.output
    told = json.loads(CliRunner().invoke(commands, ["review", str(file), "--json", *small]).output)
    assert sum(told["parts"][name] for name in ("start", "chance", "mine", "others")) == pytest.approx(
        told["parts"]["result"]
    )
    CliRunner().invoke(commands, ["review", str(file), "--html", str(page), "--lang", "uk", *small])
    written = page.read_text(encoding="utf-8")
    assert "<svg" in written
    assert "http://" not in written.replace("http://www.w3.org", "")


def test_wrong_input_is_told(tmp_path: Path) -> None:
    match, file = played("flip", most=10), tmp_path / "evening.kvartal"
    match.save(file)
    with pytest.raises(BadSetup, match="seats are 0 to 1"):
        CliRunner().invoke(commands, ["review", str(file), "--seat", "5"], catch_exceptions=False)
    with pytest.raises(BadSetup, match="seats are 0 to 1"):
        review(match, 2)


def test_calibration_tells_what_was_said_beside_what_came() -> None:
    """Two courses by hand: what was said of each moment before the end stands in its bin, with how it ended."""

    def course(*shares: tuple[float, float]) -> Course:
        start, *rest = [Worth(each, (0.0, 0.0), (0.0, 0.0)) for each in shares]
        return Course(start, tuple(Stretch(NOBODY, n, n + 1, worth) for n, worth in enumerate(rest)))

    found = Calibration()
    found.add(course((0.5, 0.5), (0.75, 0.25), (1.0, 0.0)))
    found.add(course((0.5, 0.5), (0.75, 0.25), (0.0, 1.0)))
    bins = {n: (each.count, each.said, each.came) for n, each in enumerate(found.bins) if each.count}
    assert bins == {2: (2, 0.5, 1.0), 5: (4, 2.0, 2.0), 7: (2, 1.5, 1.0)}
    assert found.brier == [(2 * 0.25 + 2 * 0.0625) / 4, (2 * 0.25 + 2 * 0.5625) / 4]
    assert found.even == [0.25, 0.25]
    assert found.chance == [0.5, -0.5]
    assert found.mean_chance.mean == 0
    assert found.error == pytest.approx(math.sqrt((2 * 0.25**2 + 2 * 0.25**2) / 8))


def test_the_bench_of_reviews_prints_its_figures() -> None:
    few = ["bench", "review", "flip", "--games", "2", "--playouts", "2"]
    told = json.loads(CliRunner().invoke(commands, [*few, "--json"], catch_exceptions=False).output)
    assert sum(each["moments"] for each in told["bins"]) > 50
    assert 0 <= told["brier"]["mean"] <= 1
    assert "Brier score" in CliRunner().invoke(commands, few, catch_exceptions=False).output
    alone = CliRunner().invoke(commands, [*few, "--players", "1"], catch_exceptions=False).output
    assert "Brier" not in alone
    assert "chance brought" in alone


@pytest.mark.parametrize("key", KEYS)
def test_a_grade_that_is_sure_needs_no_more_worlds(key: str) -> None:
    """Worlds are looked at one after the other, and no more of them where a wide interval has one grade."""
    match, counts = played(key, most=60), set()
    for turn in [turn for turn in turns(match) if turn.seat == 0][:6]:
        rows: list[list[int]] = []

        def work(job: Job, rows: list[list[int]] = rows) -> list[list[int]]:
            found = done(match, 0, 0, job)
            if job.what == "compare":
                assert (job.first, job.count) == (len(rows), 32)
                rows += found
            return found

        verdict = driven(judging(match.setup, turn, 96, 8, SPREAD), work)
        assert verdict == judged(match, turn, 96, 8, SPREAD)
        counts.add(len(rows))
        if 0 < len(rows) < 96:
            lost, usual = verdict.lost, SPREAD.points if verdict.by_points else SPREAD.share
            grades = [grade_at(lost.mean + way * CERTAIN * lost.error, usual) for way in (-1, 1)]
            assert grades[0] == grades[1]
    assert counts <= {0, 32, 64, 96}


def test_where_nothing_differs_a_few_worlds_prove_little() -> None:
    assert not settled(Difference(0.0, 0.0), 0.5, 32)
    assert settled(Difference(0.0, 0.0), 0.5, 64)
    assert settled(Difference(0.4, 0.02), 0.5, 64)
    assert not settled(Difference(0.04, 0.02), 0.5, 64)
