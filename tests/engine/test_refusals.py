"""A refusal carries the rule, the reason in words, and what could be done instead: always legal now."""

import random
import re
from pathlib import Path

import pytest

import kvartal
import kvartal_toy
from kvartal.bots import Budget, ask, bot
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Game, Setup
from kvartal.engine.match import Match
from kvartal.engine.rule import Refusal, RefusedMove
from kvartal.engine.state import LEGAL
from kvartal.engine.view import View
from kvartal.games import shelf

QUOTED = re.compile("“([^”]+)”")
STEPS = 120

TABLES = [
    pytest.param(game, players, preset, id=f"{game.key} {players} {preset or 'plain'}")
    for game in (*shelf().values(), kvartal_toy.GAME)
    for preset in (None, *(each.name for each in game.presets))
    for players in sorted({game.seats.start, 2, 3})
]


def one_of_each_rule(setup: Setup, view: View, rng: random.Random) -> list[int]:
    """A forbidden move for every rule that forbids one here."""
    found: dict[int, list[int]] = {}
    assert view.seat is not None
    for code in range(len(setup.notation)):
        number = view.known.refusal(view.seat, code)
        if number != LEGAL:
            found.setdefault(number, []).append(code)
    return [rng.choice(codes) for codes in found.values()]


@pytest.mark.parametrize(("game", "players", "preset"), TABLES)
def test_what_a_refusal_advises_is_legal_now(game: Game, players: int, preset: str | None) -> None:
    """In games of greedy players (random ones are looked at by the conformance suite): each rule that forbids something
    is asked, and a move that its sentence quotes is among the advised ones."""
    rng = random.Random(f"{game.key} {players} {preset}")
    match = Match(game.set_up(players, preset=preset), SeededDeal(rng.getrandbits(60)))
    greedy = type(game).greedy is not Game.greedy
    player = bot("greedy" if greedy else "random", 1, players)
    for _ in range(STEPS):
        if match.over:
            break
        seat = rng.choice(match.waiting)
        view, legal = match.view(seat), set(match.moves(seat))
        for code in one_of_each_rule(match.setup, view, rng):
            refusal = match.refusal(seat, code)
            assert refusal is not None
            assert refusal == view.refusal(match.setup.notation[code])
            assert refusal.rule == match.why(seat, code) == view.why(match.setup.notation[code])
            assert set(refusal.instead) <= legal, (match.setup.notation[code], refusal)
            quoted = {each for each in QUOTED.findall(refusal.text) if each in match.setup.notation}
            assert quoted <= {str(move) for move in refusal.instead}, refusal
        match.play(seat, ask(player, view, Budget()) if rng.random() < 0.7 else rng.choice(match.moves(seat)))


def test_a_refused_move_carries_the_same_as_the_refusal() -> None:
    match = kvartal.new("flip", players=2, seed=7)
    seat = match.waiting[0]
    refusal = match.refusal(seat, "pass", lang="uk")
    assert isinstance(refusal, Refusal)
    with pytest.raises(RefusedMove) as refused:
        match.play(seat, "pass", lang="uk")
    assert (refused.value.rule, refused.value.instead) == (refusal.rule, refusal.instead)
    assert refused.value.message == f"pass: {refusal.text}"
    assert refusal.instead
    match.play(seat, refusal.instead[0])


def test_a_legal_move_has_no_refusal() -> None:
    match = kvartal.new("flip", players=2, seed=7)
    seat = match.waiting[0]
    for move in match.moves(seat):
        for said in (move, str(move), move.code):
            assert match.refusal(seat, said) is match.view(seat).refusal(said) is match.view(seat).why(said) is None


def test_what_is_no_move_or_nobodys_turn_is_refused_without_advice() -> None:
    match = kvartal.new("flip", players=2, seed=7)
    seat = match.waiting[0]
    for refusal in (match.refusal(seat, "fly"), match.view(seat).refusal("fly"), match.view(seat).refusal(10_000)):
        assert refusal is not None
        assert (refusal.rule.id, refusal.instead) == ("engine.move.unknown", ())
    for refusal in (
        match.refusal(1 - seat, "play"),
        match.view(1 - seat).refusal("play"),
        match.view().refusal("play"),
    ):
        assert refusal is not None
        assert (refusal.rule.id, refusal.instead) == ("engine.move.waiting", ())
    strange = match.refusal(7, "play")
    assert strange is not None
    assert strange.rule.id == "engine.move.seat"
    rule = match.view(seat).why("fly")
    assert rule is not None
    assert rule.id == "engine.move.unknown"


def test_a_game_that_explains_in_a_plain_sentence_advises_nothing() -> None:
    match = Match(kvartal_toy.GAME.set_up(2), SeededDeal(1))
    own = match.refusal(0, "spy 0")
    assert own == Refusal(kvartal_toy.GAME.rule("toy.spy.self"), "You know your own safe.")
    early = match.refusal(0, "done")
    assert early is not None
    assert [str(move) for move in early.instead] == [
        str(move) for move in match.moves(0) if str(move).startswith(("build", "hide"))
    ]


def test_the_page_about_the_engine_shows_it_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")
    section = page.split("## Refusal\n")[1].split("\n## ")[0]
    (snippet,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    exec(snippet, {})  # noqa: S102 - our own page
    assert capsys.readouterr().out.startswith("flip.phase.build You are still playing cards")
