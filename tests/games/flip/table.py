"""Flip City positions for tests: a match at any position, and chance told from a script."""

from collections.abc import Mapping
from typing import Any

import pytest

from kvartal.engine.deal import ToldDeal
from kvartal.engine.match import Match
from kvartal.engine.rule import RefusedMove
from kvartal.games import game

START = {"residential": 4, "apartment": 1, "store": 1, "hospital": 1, "factory": 1, "park": 1}
SUPPLY_KINDS = ("store", "hospital", "factory", "park")


def at_table(
    players: int = 2,
    options: Mapping[str, object] | None = None,
    corrections: Mapping[str, Any] | None = None,
    seats: Mapping[int, Mapping[str, Any]] | None = None,
    **table: Any,
) -> Match:
    """Seat 0 is on turn with an empty play area; each seat's zones and the table's fields can be replaced.

    Decks and discard piles are {card: count}; sizes follow by themselves. Seats not named have empty zones.
    """
    setup = game("flip").set_up(players, options or {}, corrections, stored=True)
    written = setup.layout.write(list(setup.start().cells))
    written |= {"active": 0, "phase": "playing", "waiting_for": "nothing", "limit": setup.tables.bust, "builds": 1}
    for number, seat in enumerate(written["seats"]):
        zones = {"top": "none", "deck": {}, "discard": {}} | dict((seats or {}).get(number, {}))
        seat.update(zones, deck_size=sum(zones["deck"].values()), discard_size=sum(zones["discard"].values()))
    written |= table
    area = written["play_area"]
    if "cards_in_play" not in table:
        written["cards_in_play"] = sum(area.values())
    problems: list[str] = []
    cells = setup.layout.read(written, problems)
    assert not problems, problems
    return Match(setup, ToldDeal(), position=setup.state(cells))


def new_game(players: int = 2, tops: Mapping[int, str] | None = None, **options: object) -> Match:
    """A match from the set-up on: seat 0 begins, the tops as told (a Store otherwise)."""
    match = Match(game("flip").set_up(players, options), ToldDeal())
    while match.chance:
        if match.chance.stream == "first player":
            match.happen("0")
        else:
            match.happen((tops or {}).get(int(match.chance.stream.split()[1]), "store"))
    return match


def play(match: Match, *moves: str, seat: int | None = None) -> Match:
    """Moves of the seat on turn, with `= card` for what chance brings: play(m, "play", "= park")."""
    for move in moves:
        if move.startswith("= "):
            match.happen(move[2:])
        else:
            match.play(match.waiting[0] if seat is None else seat, move)
    return match


def names(match: Match, seat: int = 0) -> list[str]:
    return [str(move) for move in match.moves(seat)]


def zone(match: Match, seat: int, name: str) -> dict[str, int]:
    return dict(match.to_json()["table"]["seats"][seat][name])


def totals(match: Match) -> dict[str, int]:
    table = match.to_json()["table"]
    return {name: table[name] for name in ("coins", "sad", "points", "limit", "cards_in_play")}


def refused(match: Match, move: str, rule: str, seat: int = 0) -> None:
    before = match.state.encode()
    with pytest.raises(RefusedMove) as caught:
        match.play(seat, move)
    assert caught.value.rule.id == rule
    assert match.why(seat, move) == caught.value.rule
    assert match.state.encode() == before
    assert move not in names(match, seat)
