"""Mr House in words: what a move is said to cost or bring is what it does; the log tells, it does not ask."""

import random
import re

import pytest

from games.house.table import cell, play, table
from kvartal.engine.match import Match
from kvartal.engine.words import LANGUAGES
from kvartal.games import new
from kvartal.games.house.rules import cells as at

LOAN = 20


def offered(match: Match, seat: int, move: str, lang: str = "en") -> str:
    game = match.setup.game
    return game.offered(match.view(seat), match.setup.code(move), game.words(lang))


def test_what_a_move_is_said_to_cost_or_bring_is_what_it_does() -> None:
    seen = set()
    for seed in range(6):
        rng, match = random.Random(seed), new("house", 2, seed=seed, variant="expert")
        while not match.over:
            seat = match.waiting[0]
            moves = match.moves(seat)
            dear = [move for move in moves if str(move).startswith(("take", "hire", "cash", "office money"))]
            move = str(dear[-1] if dear and seed % 2 else rng.choice(dear or moves))  # who buys all has to borrow
            said, money, loans = offered(match, seat, move), cell(match, seat, at.MONEY), cell(match, seat, at.LOANS)
            match.play(seat, move)
            taken = cell(match, seat, at.LOANS) - loans
            change = cell(match, seat, at.MONEY) - money - LOAN * taken
            found = re.search(r"for (\d+)|money \+(\d+)", said)
            if found and move.startswith(("take", "hire", "cash", "office")):
                assert change == (int(found[2]) if found[2] else -int(found[1])), said
                assert (re.findall(r"\((\d+) loan", said) or ["0"]) == [str(taken)], said
                seen |= {move.split()[0], f"loan {bool(taken)}"}
    assert seen == {"take", "hire", "cash", "office", "loan True", "loan False"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("variant", ["basic", "expert"])
def test_the_log_tells_and_does_not_ask(variant: str, lang: str) -> None:
    """A button says what to do, `Build a door`; the log says what somebody does, `Olena builds a door`."""
    rng, match = random.Random(5), new("house", 3, seed=5, variant=variant)
    while not match.over:
        seat = rng.choice(match.waiting)
        match.play(seat, rng.choice(match.moves(seat)))
    setup, words = match.setup, match.setup.game.words(lang)
    asked = {setup.game.label(setup, code, words) + "." for code in range(at.DONE, len(setup.notation))}
    asked -= {setup.game.label(setup, code, words) + "." for code in range(at.ASK, at.GET)}  # names of things
    assert not asked & {line.text for line in match.log(None, lang)}


def test_chips_are_told_as_they_are_served() -> None:
    """By the number of the building, and within a tower from the first chip that arrived; the last one laid too."""
    match = new("house", 3, seed=1, variant="basic")
    order = [match.waiting[0], (match.waiting[0] + 1) % 3, (match.waiting[0] + 2) % 3]
    names = [f"Player {seat + 1}" for seat in order]
    laid = {"office": "111", "cement": "111", "windows": "333", "bricks": "002", "bank": "220"}
    for place, values in laid.items():
        for seat, value in zip(order, values, strict=True):
            match.play(seat, f"place {value} at {place}")
    told = [line.text for line in match.log(None)]
    assert told[told.index(f"{names[0]} lays a chip face down (Bank).") :][3:] == [
        f"Bank: chip 2 of {names[0]} is turned up.",
        f"{names[0]} gets a coin.",
        f"Bank: chip 2 of {names[1]} is turned up.",
        f"{names[1]} gets a coin.",
        f"Bank: chip 0 of {names[2]} is turned up.",
        f"Office: chip 1 of {names[0]} is turned up.",
        f"{names[0]} gets the permit.",
        f"Office: chip 1 of {names[1]} is turned up.",
        f"Office: chip 1 of {names[2]} is turned up.",
        f"Cement: chip 1 of {names[0]} is turned up.",
    ]


@pytest.mark.rule("house.reveal")
@pytest.mark.parametrize("variant", ["basic", "expert"])
def test_chips_that_the_last_purchase_turns_up_are_told(variant: str) -> None:
    """They are in hand again before anybody is asked, but everybody has seen them."""
    last = "order" if variant == "expert" else "metal"  # sorted out by itself, or a 0 that gets nothing
    chips = {"cement": [(0, 1), (1, 1)], "windows": [(0, 1), (1, 1)], "bricks": [(0, 2), (1, 3)]}
    chips |= {"wood": [(0, 3), (1, 2)], last: [(0, 0), (1, 0)]}
    match = table(2, "buying", chips=chips, variant=variant)
    while match.state.cells[at.PHASE] == at.BUYING:
        told = [line.text for line in match.log(None)]
        play(match, "take 0")
    place = "Turn order" if variant == "expert" else "Metal"
    assert [line.text for line in match.log(None)][len(told) + 1 :] == [
        f"{place}: chip 0 of Player 1 is turned up.",
        f"{place}: chip 0 of Player 2 is turned up.",
    ]
    assert [line.text for line in match.log(1)][-1] == f"{place}: chip 0 of Player 1 is turned up."


def test_nobody_is_waited_for_while_cards_are_laid_out() -> None:
    match = new("house", 3, seed=1, variant="expert").at(0)
    assert match.view().text().splitlines()[0] == "Round 1 of 6 · preparation"


@pytest.mark.parametrize(("lang", "mine", "others"), [("en", "your turn", "to move"), ("uk", "ваш хід", "ходить")])
def test_whoever_reads_is_not_spoken_of_as_somebody_else(lang: str, mine: str, others: str) -> None:
    match = new("house", 2, seed=1)
    reader = match.waiting[0]
    own, other = (" ".join(head for head, _ in match.view(seat).told(lang)) for seat in (reader, 1 - reader))
    assert f", {mine}" in own
    assert f", {others}" not in own
    assert f", {others}" in other


def test_a_coin_is_changed_for_the_good_in_its_case() -> None:
    """A label is a sentence: what somebody does something with takes the case that goes with it."""
    box = new("house", 2, seed=1, variant="basic").setup
    label = {lang: box.game.label(box, box.code("change brick"), box.game.words(lang)) for lang in LANGUAGES}
    assert label == {
        "en": "Change a coin for one brick",
        "uk": "Обміняти монету на цеглу",
        "ru": "Обменять монету на кирпич",
    }
