"""The score sheet in words, line by line."""

from typing import TYPE_CHECKING, Any

from kvartal.engine.game import Setup
from kvartal.engine.score import Line
from kvartal.engine.state import State
from kvartal.engine.words import Words
from kvartal.games.welcome import asked
from kvartal.games.welcome import tables as at
from kvartal.games.welcome.state import WelcomeState

if TYPE_CHECKING:
    from kvartal.engine.game import Game

LETTERS = "ABC"


def plan_letter(tables: Any, place: int) -> str:
    return LETTERS[place] if tables.new_edition else str(place + 1)


def score_lines(game: "Game", setup: Setup, state: State, seat: int, words: Words) -> list[Line]:
    """Every line that is worth something, and nothing else: their sum is the score."""
    assert isinstance(state, WelcomeState)
    tables: Any = setup.tables
    cells: Any = state.cells
    base = tables.seats + seat * tables.stride
    lines: list[Line] = []

    def add(rule: str, points: int, text: str) -> None:
        if points:
            lines.append(Line(game.rule(f"welcome.score.{rule}"), points, text))

    for place in range(3):
        points = cells[base + at.PLANS + place]
        if points >= 0:
            add("plans", points, words("Plan {plan}", plan=plan_letter(tables, place)))
    for street in range(3):
        points = asked.park_points(state, seat, street)
        crossed = cells[base + at.PARKS + street]
        text = words.count("Street {street}: {n} park", "Street {street}: {n} parks", crossed, street=street + 1)
        add("parks", points, text)
    pools = asked.pools_built(state, seat)
    add("pools", tables.pool_points[pools], words.count("{n} pool", "{n} pools", pools))
    temps = cells[base + at.TEMPS]
    temp_rule = "temps"
    if tables.mode == at.SOLO_2018:
        temp_rule = "temps.solo"
    elif tables.mode == at.SOLO_2023 and tables.rival[0] == 0:
        temp_rule = "temps.closed"
    add(temp_rule, asked.temp_points(state, seat), words.count("{n} temp", "{n} temps", temps))
    for size in range(1, 7):
        count = cells[base + at.ESTATES + size - 1]
        worth = asked.estate_value(state, seat, size)
        text = words("Estates of {size}: {count} × {worth}", size=size, count=count, worth=worth)
        add("estates", count * worth, text)
    bis = cells[base + at.BISES]
    add("bis", -tables.bis_points[bis], words("Bis: {n}", n=bis))
    refusals = cells[base + at.REFUSALS]
    add("refusals", -tables.refusal_points[refusals], words.count("{n} refusal", "{n} refusals", refusals))
    rounds = cells[base + at.ROUNDABOUTS]
    add("roundabouts", -tables.roundabout_points[rounds], words.count("{n} roundabout", "{n} roundabouts", rounds))
    return lines


def rival_lines(game: "Game", setup: Setup, state: State, words: Words) -> list[Line]:
    """The same for the rival of the 2023 solo game; the closed office scores nothing."""
    assert isinstance(state, WelcomeState)
    tables: Any = setup.tables
    cells: Any = state.cells
    if tables.mode != at.SOLO_2023 or tables.rival[0] == 0:
        return []
    rule = game.rule("welcome.score.rival")
    lines: list[Line] = []

    def add(points: int, text: str) -> None:
        if points:
            lines.append(Line(rule, points, text))

    for place in range(3):
        points = cells[at.RIVAL_PLANS + place]
        if points >= 0:
            add(points, words("Plan {plan}", plan=plan_letter(tables, place)))
    for effect, name, worth in (
        (at.PARK, "park", 4),
        (at.POOL, "pool", 5),
        (at.TEMP, "temp", 6),
        (at.FENCE, "fence", 7),
    ):
        count = asked.rival_cards(state, effect)
        text = words("{name} cards: {count} × {worth}", name=words(name), count=count, worth=tables.rival[worth])
        add(count * tables.rival[worth], text)
    add(asked.rival_temps(state), words("Place by temps"))
    for houses, points in asked.rival_best(state):
        add(points, words.count("Estate of {n} house", "Estate of {n} houses", houses))
    return lines
