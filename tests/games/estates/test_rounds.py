"""The game in several rounds: cheques are carried, points add up, two wins end it early."""

import pytest

from games.estates.table import at_table, get_free, hands, play, scores, table
from kvartal.engine.match import Match
from kvartal.games import new

THREE = {"rounds": 3}


def about_to_end(options: dict[str, object], **more: object) -> Match:
    """One roof of value 1 on B2 ends the round: blue 7 for its holder, green 7, red 2."""
    holders = more.pop("certificates", {"blue": 0, "green": 1, "red": 2})
    return at_table(
        3,
        options,
        rows={"A": "blue6+1", "B": "green5+2 red1"},
        barriers={3: "A shorter", 2: "B shorter"},
        certificates=holders,
        **more,
    )


def finish(match: Match) -> Match:
    return play(get_free(match, "roof", 1), "place B2")


def deal_on(match: Match, first: str = "1") -> None:
    while match.chance:
        match.happen(first if match.chance.stream == "first player" else next(iter(match.chance.outcomes)))


@pytest.mark.rule("estates.round.carry", "estates.score.earlier", "estates.setup.first")
def test_cheques_and_points_are_carried_over() -> None:
    match = about_to_end(THREE, hands=[9, 12, 10], boxes=[3, 0, 2])
    finish(match)
    assert not match.over
    assert match.chance is not None
    deal_on(match)
    assert table(match)["round"] == 1
    assert hands(match) == [12, 12, 12]
    assert [seat["box"] for seat in table(match)["seats"]] == [0, 0, 0]
    assert scores(match) == [10, 7, 4]
    assert [seat["wins"] for seat in table(match)["seats"]] == [1, 0, 0]
    assert match.waiting == (1,)
    assert table(match)["certificates"] == [-1] * 6
    assert table(match)["cubes_left"] == 24
    assert match.problems() == []
    assert [line.rule.id for line in match.scores()[0].lines] == ["estates.score.earlier"]


def test_a_later_round_can_begin_with_an_empty_hand() -> None:
    match = about_to_end(THREE, hands=[0, 12, 24])
    finish(match)
    deal_on(match, "0")
    assert hands(match) == [0, 12, 24]
    assert "box" not in [str(move) for move in match.moves(0)]
    assert match.moves(0)


@pytest.mark.rule("estates.end.wins")
def test_two_rounds_in_a_row_end_the_game_whatever_the_totals() -> None:
    match = finish(
        about_to_end(
            THREE, hands=[9, 12, 12], boxes=[3, 0, 0], round=1, last_winner=0, wins=[1, 0, 0], totals=[0, 90, 0]
        )
    )
    assert match.over
    assert match.outcome().rule.id == "estates.end.wins"
    assert match.outcome().winners == (0,)
    assert match.ranking() == [(0,), (1,), (2,)]
    assert scores(match) == [10, 97, 2]


@pytest.mark.rule("estates.end.wins")
def test_two_wins_apart_count_only_if_agreed() -> None:
    position = {"hands": [9, 12, 12], "boxes": [3, 0, 0], "round": 2, "last_winner": 1, "wins": [1, 1, 0]}
    four = {"rounds": 4}
    assert not finish(about_to_end(four, **position)).over
    ended = finish(about_to_end(four | {"early_end": "two_wins"}, **position))
    assert ended.over
    assert ended.outcome().winners == (0,)


@pytest.mark.rule("estates.end.wins")
def test_two_in_a_row_in_the_last_round_decide() -> None:
    position = {"hands": [9, 12, 12], "boxes": [3, 0, 0], "round": 2, "last_winner": 0, "wins": [1, 1, 0]}
    match = finish(about_to_end(THREE, totals=[-50, 50, 0], **position))
    assert match.outcome().rule.id == "estates.end.wins"
    assert match.outcome().winners == (0,)


@pytest.mark.rule("estates.end.rounds")
def test_the_highest_total_wins_after_the_last_round() -> None:
    position = {"hands": [9, 12, 12], "boxes": [3, 0, 0], "round": 2, "last_winner": 2, "wins": [0, 1, 1]}
    match = finish(about_to_end(THREE, totals=[-5, -1, 3], **position))
    assert match.outcome().rule.id == "estates.end.rounds"
    assert scores(match) == [5, 6, 5]
    assert match.ranking() == [(1,), (0, 2)]


@pytest.mark.rule("estates.tie")
def test_ties_on_the_total_go_to_the_cheques() -> None:
    position = {"hands": [8, 11, 14], "boxes": [3, 0, 0], "round": 2, "last_winner": 2, "wins": [0, 1, 1]}
    match = finish(about_to_end(THREE, totals=[-5, -1, 3], **position))
    assert match.ranking() == [(1,), (2,), (0,)]


@pytest.mark.rule("estates.round.winner", "estates.tie")
def test_a_shared_round_is_won_by_nobody() -> None:
    """The round's winner is judged after the same tie-break."""
    shared = finish(about_to_end(THREE, last_winner=0, wins=[1, 0, 0], round=1))
    deal_on(shared)
    assert [seat["wins"] for seat in table(shared)["seats"]] == [1, 0, 0]
    assert table(shared)["last_winner"] == -1
    broken = finish(about_to_end(THREE, hands=[13, 12, 11]))
    deal_on(broken)
    assert [seat["wins"] for seat in table(broken)["seats"]] == [1, 0, 0]


def test_whole_games_of_several_rounds() -> None:
    """Played at random to the end: a round more or an early winner, and the totals are those of the rounds."""
    import random

    for seed in range(12):
        rng = random.Random(seed)
        match = new("estates", 3, seed=seed, rounds=3, early_end="two_wins" if seed % 2 else "two_in_a_row")
        while not match.over:
            match.play(match.waiting[0], rng.choice(match.moves(match.waiting[0])))
        ended = match.outcome().rule.id
        wins = [seat["wins"] for seat in table(match)["seats"]]
        if ended == "estates.end.wins":
            assert max(wins) == 2
        else:
            assert ended == "estates.end.rounds"
            assert table(match)["round"] == 2
            assert seed % 2 == 0 or max(wins) < 2
        assert sum(hands(match)) + sum(seat["box"] for seat in table(match)["seats"]) == 36
