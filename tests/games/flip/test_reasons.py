"""What Flip City says a move is good for, held against the rules: every outcome is played out."""

import random
from fractions import Fraction
from typing import Any

import pytest

from games.flip.table import at_table
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.reasons import told
from kvartal.engine.state import CHANCE, State
from kvartal.engine.view import View
from kvartal.games import game

SETUPS = [(1, {}), (2, {}), (2, {"top_visible": "off"}), (3, {"recycle": "flip"}), (1, {"recycle": "flip"})]
PLAY, STOP = 0, 1


def busts(state: State, seat: int, plays: int) -> Fraction:
    """How likely one of so many cards, played on whatever happens, ends the turn by its sad faces."""
    turns = state.cells[4]
    if state.turn() == CHANCE:
        outcomes = state.chances(20)
        everything = sum(weight for _, weight in outcomes)
        found = Fraction(0)
        for outcome, weight in outcomes:
            here = state.copy()
            here.happen(outcome)
            found += Fraction(weight, everything) * (1 if here.cells[4] > turns else busts(here, seat, plays))
        return found
    if plays == 0 or state.turn() != seat or state.refusal(seat, PLAY) >= 0:
        return Fraction(0)
    here = state.copy()
    here.play(seat, PLAY)
    return Fraction(1) if here.cells[4] > turns else busts(here, seat, plays - 1)


def checked(view: View, code: int) -> set[str]:
    """Every claim about this move, held against the rules; which there were."""
    seat, notation = view.seat or 0, view.setup.notation
    claims = {each.term: each.figure for each in view.reasons(code)}
    after = view.known.copy()
    after.play(seat, code)
    if "bust" in claims:
        assert after.cells[4] == view.known.cells[4] + 1
    if "risk" in claims:
        assert claims["risk"] == round(100 * busts(after, seat, 1))
    if "blind" in claims:
        assert claims["blind"] == round(100 * busts(after, seat, 0))
    if "forced" in claims:
        while after.turn() == CHANCE:
            after.happen(after.chances(20)[0][0])
        assert after.refusal(seat, STOP) >= 0
    if "buy" in claims:
        legal = [notation[each] for each in after.moves(seat, len(notation))]
        assert claims["buy"] == sum(each.startswith("buy ") for each in legal)
        turned = {each.split()[1] for each in legal if each.startswith(("upgrade ", "give "))}
        assert claims.get("upgrade", 0) == len(turned)
    facts = View.of(view.setup, after, seat).facts()["table"]
    if "sad" in claims:
        assert claims["sad"] == facts["limit"] - facts["sad"] > 0
    if "coins" in claims:
        assert claims["coins"] == facts["coins"] - view.facts()["table"]["coins"]
    before = view.facts()["table"]
    for term, figure in claims.items():
        if term.startswith("card "):
            assert figure == owned(facts, seat, term[5:]) - owned(before, seat, term[5:])
    if "supply" in claims:
        assert claims["supply"] == sum(facts["supply"].values())
    if "deck" in claims:
        assert claims["deck"] == sum(before["seats"][seat]["discard"].values())
    return {term.split()[0] for term in claims}


def owned(table: Any, seat: int, face: str) -> int:
    """Cards of a face that a seat has anywhere, read off the JSON of the table."""
    mine = table["seats"][seat]
    cards = [*mine["deck"].items(), *mine["discard"].items(), (mine["top"], 1)]
    cards += table["play_area"].items() if table["active"] == seat else []
    return sum(count for card, count in cards if card.split()[0] == face)


@pytest.mark.parametrize(("players", "options"), SETUPS)
def test_claims_of_every_move_hold(players: int, options: dict[str, object]) -> None:
    rng, seen = random.Random(players), set[str]()
    match = Match(game("flip").set_up(players, options), SeededDeal(players + 40))
    for _ in range(260):
        if match.over:
            break
        view = match.view(match.waiting[0])
        for code in view.codes():
            seen |= checked(view, code)
        match.play(view.seat or 0, rng.choice(view.codes()) if rng.random() < 0.4 else match.setup.game.greedy(view))
    assert {"card", "deck"} | ({"supply"} if players == 1 else set()) <= seen
    assert {"coins", "sad", "buy", "upgrade", "blind" if "top_visible" in options else "risk"} <= seen


def test_a_card_that_ends_the_turn_is_told_as_such() -> None:
    match = at_table(seats={0: {"top": "residential"}}, phase="playing", sad=2, play_area={"residential": 2}, coins=2)
    assert told(match.view(0).reasons("play")) == "this card ends the turn, and nothing is built"


def test_stopping_tells_what_can_be_built() -> None:
    match = at_table(seats={0: {"top": "store", "discard": {"residential": 1}}}, phase="playing", coins=2)
    bought, *_ = match.view(0).reasons("stop", "uk")
    assert bought.ids == ("flip-supply-store",)
    assert bought.text.startswith("можна купити: ")
