"""The score sheet in words, line by line."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kvartal.engine.game import Setup
from kvartal.engine.score import Line
from kvartal.engine.state import State
from kvartal.engine.words import Words
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import queries
from kvartal.games.welcome.rules.state import WelcomeState

if TYPE_CHECKING:
    from kvartal.engine.game import Game

LETTERS = "ABC"


def plan_letter(tables: Any, place: int) -> str:
    return LETTERS[place] if tables.new_edition else str(place + 1)


def score_lines(setup: Setup, state: State, seat: int, words: Words) -> list[Line]:
    """Every line that is worth something, and nothing else: their sum is the score."""
    assert isinstance(state, WelcomeState)
    tables: Any = setup.tables
    cells: Any = state.cells
    base = tables.seats + seat * tables.stride
    counts = tuple(cells[base + at.TEMPS : base + at.BUILT])
    boxes = tuple(cells[base + at.PARKS : base + at.FREE])
    pools, temps = queries.pools_built(state, seat), queries.temp_points(state, seat)
    return list(_lines(setup, words.plain, counts, boxes, pools, temps))


@lru_cache(1024)  # most sheets are as they were, and all see the same
def _lines(
    setup: Setup, words: Words, counts: tuple[int, ...], boxes: tuple[int, ...], pools: int, temp_points: int
) -> tuple[Line, ...]:
    """`counts`: temps, bis, refusals, roundabouts; `boxes`: parks, plans, values and estates, as in the cells."""
    tables: Any = setup.tables
    temps, bis, refusals, rounds = counts
    parks, plans, values, estates = boxes[:3], boxes[3:6], boxes[6:12], boxes[12:]
    lines: list[Line] = []

    def add(rule: str, points: int, text: str) -> None:
        lines.append(Line(setup.game.rule(f"welcome.score.{rule}"), points, text))

    for place, points in enumerate(plans):
        if points > 0:
            add("plans", points, words("Plan {plan}", plan=plan_letter(tables, place)))
    for street, crossed in enumerate(parks):
        if points := tables.park_points[street * 16 + crossed]:
            said = words.count("Street {street}: {n} park", "Street {street}: {n} parks", crossed, street=street + 1)
            add("parks", points, said)
    if points := tables.pool_points[pools]:
        add("pools", points, words.count("{n} pool", "{n} pools", pools))
    if temp_points:
        rule = "temps"
        if tables.mode == at.SOLO_2018:
            rule = "temps.solo"
        elif tables.mode == at.SOLO_2023 and tables.rival[0] == 0:
            rule = "temps.closed"
        add(rule, temp_points, words.count("{n} temp", "{n} temps", temps))
    for n, count in enumerate(estates):
        worth = tables.value_points[n * 16 + values[n]]
        if count * worth:
            said = words("Estates of {size}: {count} × {worth}", size=n + 1, count=count, worth=worth)
            add("estates", count * worth, said)
    if points := tables.bis_points[bis]:
        add("bis", -points, words("Bis: {n}", n=bis))
    if points := tables.refusal_points[refusals]:
        add("refusals", -points, words.count("{n} refusal", "{n} refusals", refusals))
    if points := tables.roundabout_points[rounds]:
        add("roundabouts", -points, words.count("{n} roundabout", "{n} roundabouts", rounds))
    return tuple(lines)


def has_rival(setup: Setup) -> bool:
    """Is there a rival who scores? The closed office does not."""
    tables: Any = setup.tables
    return bool(tables.mode == at.SOLO_2023 and tables.rival[0])


def rival_name(setup: Setup, words: Words) -> str:
    tables: Any = setup.tables
    return words("Rival {name}", name=words(setup.data.get_value(f"rivals.r{tables.rival[0]}.name")))


def rival_lines(game: "Game", setup: Setup, state: State, words: Words) -> list[Line]:
    """The same for the rival of the 2023 solo game."""
    assert isinstance(state, WelcomeState)
    tables: Any = setup.tables
    cells: Any = state.cells
    if not has_rival(setup):
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
        count = queries.rival_cards(state, effect)
        text = words("{name} cards: {count} × {worth}", name=words(name), count=count, worth=tables.rival[worth])
        add(count * tables.rival[worth], text)
    add(queries.rival_temps(state), words("Place by temps"))
    for houses, points in queries.rival_best(state):
        add(points, words.count("Estate of {n} house", "Estate of {n} houses", houses))
    return lines
