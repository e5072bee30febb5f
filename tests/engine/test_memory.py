"""A server runs for months: nothing that it asks for again and again may keep memory.

mypyc never frees a vec that Python hands to compiled code, so nothing interpreted may hand one over: it hands a state.
"""

import gc
import random
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

import kvartal
from kvartal.engine.batch import Batch
from kvartal.engine.match import Match

ROUNDS = 5
CASES: list[tuple[str, dict[str, object]]] = [(game.key, {}) for game in kvartal.games() if game.key != "toy"]
CASES += [("welcome", {"edition": "2023", "players": 1})]
PAPERS = sorted(path for game in kvartal.games() for path in game.folder.glob("examples/*"))


def begun(key: str, options: dict[str, object]) -> Match:
    match = kvartal.new(key, seed=1, **options)  # type: ignore[arg-type]
    choices = random.Random(1)
    for _ in range(40):
        before = len(match)
        seat = choices.choice(match.waiting)
        match.play(seat, choices.choice(match.moves(seat)))
        if match.over:  # a short game
            return match.at(before)
    return match


def refused(match: Match, seat: int) -> None:
    """One move against each rule that forbids any now."""
    against: dict[int, int] = {}
    for code in range(len(match.setup.notation)):
        against.setdefault(match.state.refusal(seat, code), code)
    for code in against.values():
        if match.why(seat, code) is not None:
            with pytest.raises(kvartal.RefusedMove):
                match.play(seat, code)


def kept(work: Callable[[], object]) -> float:
    """The bytes that each call leaves behind, once everything has been asked before."""
    tracemalloc.start()
    try:
        held = []
        for _ in range(2):
            for _ in range(ROUNDS):
                work()
            gc.collect()
            held.append(tracemalloc.get_traced_memory()[0])
        return (held[1] - held[0]) / ROUNDS
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("key", "options"), CASES, ids=[f"{key}-{len(options)}" for key, options in CASES])
def test_what_is_asked_again_and_again_keeps_no_state(key: str, options: dict[str, object]) -> None:
    match = begun(key, options)
    seat, game, setup = match.waiting[0], match.setup.game, match.setup
    cells = list(match.state.cells)
    asked: dict[str, Callable[[], object]] = {
        "state": lambda: setup.state(cells),
        "view": lambda: match.view(seat),
        "moves": lambda: match.view(seat).moves(),
        "scores": lambda: match.view(seat).scores(),
        "facts": lambda: match.view(seat).facts(),
        "notes": lambda: match.view(seat).notes(),
        "text": lambda: match.view(seat).text(),
        "desk": lambda: match.view(seat).draw(width=1280),
        "phone": lambda: match.view(seat).draw(width=360),
        "default": lambda: game.default(match.view(seat)),
        "greedy": lambda: game.greedy(match.view(seat)),
        "imagine": lambda: match.view(seat).imagine(1),
        "refused": lambda: refused(match, seat),
        "log": lambda: match.log(seat),
        "undo": lambda: match.why_no_undo(seat),
        "earlier": lambda: match.at(5),
        "chance": lambda: match.at(0).chance,
        "problems": match.problems,
    }
    state = 8 * len(cells)
    leaking = {name: round(found) for name, work in asked.items() if (found := kept(work)) > state / 4}
    assert not leaking, f"bytes kept by each call, where a state has {state}: {leaking}"


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: path.name)
def test_a_sheet_scored_and_tapped_again_and_again_keeps_no_state(paper: Path) -> None:
    game = next(each for each in kvartal.games() if each.folder == paper.parent.parent)
    text, words = paper.read_text(encoding="utf-8"), game.words("en")
    assert kept(lambda: game.score_sheet(text, words)) < 300
    assert kept(lambda: game.tap_sheet(text, "", words)) < 300


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_stepping_many_games_keeps_nothing(case: tuple[str, dict[str, object]]) -> None:
    key, options = case
    game = kvartal.games.game(key)
    players = options.get("players")
    setup = game.set_up(players, {name: options[name] for name in options if name != "players"})  # type: ignore[arg-type]
    batch = Batch(setup, 16, max_moves=60)
    batch.reset(list(range(16)))

    def games() -> None:
        for _ in range(70):  # past the end of every one, so that the next ones begin
            batch.sample()
            batch.step(bytes(memoryview(batch.chosen)), True)

    assert kept(games) < 2000  # a single state left behind by each of 1,120 steps would be 500,000 and more


def test_a_game_that_is_laid_out_again_with_the_printed_numbers_is_the_same() -> None:
    """Records are read and tables made all day long: what they share is not made anew."""
    flip = next(each for each in kvartal.games() if each.key == "flip")
    first = flip.set_up(2, {"turn_cap": 77})
    assert flip.set_up(2, {"turn_cap": 77}, version=first.version, stored=True) is first
    assert flip.set_up(3, {"turn_cap": 77}) != first
    assert flip.set_up(2, {"turn_cap": 78}) != first
    corrected = flip.set_up(2, {"turn_cap": 77}, {"cards.plant.coins": 4})
    assert corrected.tables is not first.tables
    assert corrected.data.get_value("cards.plant.coins") == 4
    assert first.data.get_value("cards.plant.coins") == flip.data.get_value("cards.plant.coins")
