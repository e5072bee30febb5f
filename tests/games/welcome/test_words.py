"""Welcome To… in words: refusals with the numbers of the position, labels, and the log."""

import random
from collections import Counter

import pytest

from games.welcome.positions import IDS, TABLES, positions
from games.welcome.table import WELCOME, at_table, play
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.rule import RefusedMove
from kvartal.engine.words import LANGUAGES


def refusal(match: Match, move: str, lang: str = "en") -> str:
    with pytest.raises(RefusedMove) as refused:
        match.play(0, move, lang)
    return refused.value.message


def test_a_pair_is_offered_with_what_lies_there() -> None:
    match = at_table(pairs=[("11", "pool"), ("8", "fence"), ("9", "park")])
    view = match.view(0)
    said = [WELCOME.offered(view, move.code, view.words("en")) for move in view.moves()]
    assert said[:3] == ["Take pair 1: 11 (pool)", "Take pair 2: 8 (fence)", "Take pair 3: 9 (park)"]
    assert 'aria-label="Take pair 2: 8 (fence)"' in view.draw("en")


def test_the_log_tells_what_i_did_as_it_tells_it_of_others() -> None:
    match = at_table(2, pairs=[("11", "pool"), ("8", "fence"), ("9", "park")])
    play(match, 0, "take 3", "write 2.4", "park", "done")
    mine = [line.text for line in match.log(0) if line.seat == 0]
    assert mine == [
        "Player 1 takes pair 3: 9 (park).",
        "Player 1 writes 9 in house 4 of street 2.",
        "Player 1 builds a park in street 2.",
        "Player 1 confirms the turn.",
    ]


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
def test_every_line_of_the_log_is_a_sentence_and_not_the_label_of_a_button(
    players: int, options: dict[str, object]
) -> None:
    setup = WELCOME.set_up(players, options)
    for lang in LANGUAGES:
        words = WELCOME.words(lang)
        begin = {WELCOME.label(setup, code, words).split()[0] for code in range(len(setup.notation))}
        for match in positions(players, options, every=10**6):
            who = words.at_table(match.names).player(0)
            for line in match.log(0, lang):
                assert line.text[-1] in ".!", line
                assert not any(line.text.startswith(f"{who} {word} ") for word in begin), line


def test_refusals_say_why_with_numbers() -> None:
    match = at_table(sheets={0: {"streets": ["3 . 10"]}}, pairs=[("11", "pool"), ("8", "fence"), ("9", "park")])
    assert "It still fits: 8, 9, 11." in refusal(match, "refuse")
    play(match, 0, "take 1")
    assert "You write 11; here 4 to 9 would fit." in refusal(match, "write 1.2")
    assert "Ви вписуєте 11, а тут підійде від 4 до 9." in refusal(match, "write 1.2", "uk")
    assert "Вы вписываете 11, а здесь подойдёт от 4 до 9." in refusal(match, "write 1.2", "ru")
    play(match, 0, "write 1.4")
    assert "You wrote in 1.4; pools are planned at 1.3, 1.7, 1.8" in refusal(match, "pool")
    assert "It asks for: estates of 4+4." in refusal(match, "plan 1")
    assert "Yours is: pool." in refusal(match, "park")
    temps = play(at_table(pairs=[("8", "temp"), ("7", "fence"), ("9", "park")]), 0, "take 1")
    assert "8 can become: 6, 7, 8, 9, 10." in refusal(temps, "temp 12")


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
def test_every_refusal_and_label_can_be_said(players: int, options: dict[str, object]) -> None:
    for match in positions(players, options, every=37):
        game, setup = match.setup.game, match.setup
        view = match.view(0)
        for code in range(len(setup.notation)):
            for lang in LANGUAGES:
                refused = view.refusal(code, lang)
                said = [game.label(setup, code, game.words(lang))] + ([refused.text] if refused else [])
                assert all(said)
                assert not any("{" in each for each in said)


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_log_tells_the_game(players: int, options: dict[str, object], lang: str) -> None:
    *_, match = positions(players, options, steps=90)
    for seat in (None, 0):
        lines = match.log(seat, lang)
        assert lines
        assert all(line.text and "{" not in line.text and line.rule is not None for line in lines)


def test_what_the_others_did_is_told_at_the_reveal() -> None:
    match = at_table(2, pairs=[("8", "fence"), ("7", "value"), ("9", "park")])
    play(match, 1, "take 1", "write 2.5", "fence 1.3", "done")
    assert match.log(0) == []
    play(match, 0, "take 3", "write 1.1", "park", "done")
    told = [str(line) for line in match.log(0)]
    assert told[-1] == "Player 2 writes 8 in house 5 of street 2, builds a fence right of house 3 of street 1."
    assert "Player 1 writes 9 in house 1 of street 1." in told
    last = [str(line) for line in match.log(1)][-1]
    assert last == "Player 1 writes 9 in house 1 of street 1, builds a park in street 1."


@pytest.mark.parametrize("players", [1, 2, 5])
def test_what_somebody_did_is_told_once(players: int) -> None:
    """Whoever confirms last, and whoever reads: a line for every other seat, then how the game ended."""
    match, rng = Match(WELCOME.set_up(players), SeededDeal(4)), random.Random(4)
    while not match.over:
        seat = rng.choice(match.waiting)
        match.play(seat, rng.choice(match.moves(seat)) if rng.random() < 0.2 else WELCOME.greedy(match.view(seat)))
    rounds = sum(entry.seat == 0 and match.setup.notation[entry.code] == "done" for entry in match.entries)
    for reader in (None, *range(players)):
        reveals = [line for line in match.log(reader) if line.rule and line.rule.id == "welcome.reveal"]
        told = Counter(line.seat for line in reveals if line.seat != reader)
        assert told == {seat: rounds for seat in range(players) if seat != reader}
        ends = [line for line in match.log(reader) if "Won by" in line.text or "rival has won" in line.text]
        assert len(ends) == 1
        assert ends[0] == match.log(reader)[-1]


def test_the_headline_says_what_to_do_next() -> None:
    def said(match: Match) -> str:
        return match.view(0).bar().sentence

    match = at_table(2, pairs=[("11", "temp"), ("8", "fence"), ("9", "park")])
    assert said(match) == "Choose a pair of cards."
    assert said(play(match, 0, "take 3")) == "Write 9 in a house."
    assert said(play(match, 0, "write 2.4")) == "Plant a park in this street, or confirm."
    assert said(play(match, 0, "park")) == "All that is left: confirm the turn."
    hired = at_table(2, pairs=[("11", "temp"), ("8", "fence"), ("9", "park")])
    assert said(play(hired, 0, "take 1")) == "Write 11 in a house, or change it with temps."
    fours = {"streets": ["0 1 2 3 | 4 5 6 7 |"]}
    ready = play(at_table(2, sheets={0: fours}), 0, "take 3", "write 3.5", "park")
    assert said(ready) == "A plan can be approved; then confirm."
    digging = play(at_table(2, roundabouts=True), 0, "take 3", "write 3.5", "park")
    assert said(digging) == "The rest is optional: confirm when you are ready."
