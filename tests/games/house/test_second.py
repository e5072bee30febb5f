"""Two games of Mr House written apart from each other agree all the way: on who is to move, on every legal move, on
what chance can bring, and on where everything is."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from games.house.second import GOODS, Table
from games.house.second_home import Column
from kvartal.engine.deal import ToldDeal
from kvartal.engine.match import Match
from kvartal.games import game

WAYS: list[tuple[int, dict[str, str]]] = [
    (2, {"variant": "basic"}),
    (3, {"variant": "basic", "quality": "one"}),
    (4, {"variant": "basic"}),
    (3, {"variant": "basic", "commit": "one_by_one"}),
    (2, {"variant": "expert"}),
    (3, {"variant": "expert", "centre": "one"}),
    (4, {"variant": "expert"}),
]
HAS = {None: "", 1: ", window", 2: ", 2 windows", "door": ", door"}


def some(counts: Mapping[str, int]) -> dict[str, int]:
    return {key: count for key, count in counts.items() if count}


def compare(second: Table, table: dict[str, Any]) -> None:
    assert some(table["pool"]) == some(second.pool)
    assert some(table["shops"]) == some(second.shops)
    assert some(table["pieces"]) == some(second.pieces)
    assert (table["coins"], table["permits"]) == (second.coins, second.permits)
    assert table["display"] == ["none" if card is None else f"card{card + 1}" for card in second.display]
    assert table["builder_deck"] == some({f"card{n}": count for n, count in enumerate(second.deck, 1)})
    if second.expert:
        assert table["prices"] == second.prices
        assert table["discount"] == second.discount
        kept = {card: f"seat {seat}" for seat, home in enumerate(second.homes) for card in home.cards}
        laid = dict.fromkeys(second.current, "current") | dict.fromkeys(second.coming, "next")
        assert {card: at for card, at in table["privileges"].items() if at != "box"} == kept | laid
    for home, block in zip(second.homes, table["seats"], strict=True):
        assert some(block["store"]) == some(home.store)
        locked = {good: sum(second.recipes[kind][good] for kind in home.locked) for good in GOODS}
        assert some(block["locked"]) == some(locked)
        assert (block["coins"], block["permit"]) == (home.coins, home.permit)
        assert block["crews"] == ["none" if card is None else f"card{card + 1}" for card in home.slots]
        assert block["tired"] == home.tired
        if second.expert:
            assert (block["quality"], block["money"], block["loans"]) == (home.quality, home.money, home.loans)
        assert block["walls"] == {at: wall + HAS[has] for at, (wall, has) in home.walls().items()}
        columns = home.columns + [Column()] * (6 - len(home.columns))
        assert block["roofs"] == [column.roof or "none" for column in columns]
        assert block["chimneys"] == [column.chimney for column in columns]
        wall, doors = home.garage.walls[0] if home.garage.walls else ("none", 0)
        assert (block["garage_wall"], block["garage_doors"]) == (wall, doors)
        assert (block["garage_roof"], block["garage_chimney"]) == (home.garage.roof or "none", home.garage.chimney)


def seen(move: str, expert: bool) -> str:
    """The basic game has one kind of roof, and calls it so."""
    return move if expert or not move.startswith(("build", "group")) else move.replace("metal roof", "roof")


@pytest.mark.parametrize("sensible", [0.0, 0.9], ids=["random", "sensible"])
@pytest.mark.parametrize(("players", "options"), WAYS, ids=str)
def test_both_games_agree_all_the_way(players: int, options: dict[str, str], sensible: float) -> None:
    chosen = random.Random(f"{players} {options} {sensible}")
    match, second = Match(game("house").set_up(players, options), ToldDeal()), Table(players, options)
    asking = second.play()
    answer: Any = None
    steps = 0
    while True:
        try:
            kind, what = asking.send(answer)
        except StopIteration:
            break
        steps += 1
        if kind == "chance":
            assert match.chance is not None
            assert match.chance.outcomes == what
            names = sorted(what)
            answer = chosen.choices(names, [what[name] for name in names])[0]
            match.happen(answer)
            continue
        assert match.waiting == tuple(sorted(what))
        for seat, moves in what.items():
            assert {str(move) for move in match.moves(seat)} == {seen(move, second.expert) for move in moves}
        if steps % 10 == 0 and match.to_json()["table"]["phase"] != "arranging":
            compare(second, match.to_json()["table"])
        seat = chosen.choice(sorted(what))
        moves = sorted(what[seat])
        shy = [0.2 if move.startswith(("demolish", "done")) else 1.0 for move in moves]
        move = chosen.choices(moves, shy)[0]
        if chosen.random() < sensible:
            wanted = match.setup.notation[match.setup.game.greedy(match.view(seat))]
            move = next(each for each in moves if seen(each, second.expert) == wanted)
        match.play(seat, seen(move, second.expert))
        answer = (seat, move)
    assert match.over
    compare(second, match.to_json()["table"])
