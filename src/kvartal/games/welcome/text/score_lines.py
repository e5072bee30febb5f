"""The score sheet in words, line by line."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kvartal.engine.game import Setup
from kvartal.engine.score import Line, Score, SheetScore
from kvartal.engine.state import NOBODY, State
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import queries
from kvartal.games.welcome.rules.state import WelcomeState

if TYPE_CHECKING:
    from kvartal.engine.game import Game

LETTERS = "ABC"
Entry = tuple[str, int, str]  # rule, points, text


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
    temps, *costs = counts
    found = [*_plans(tables, boxes[3:6], words), *_parks(tables, boxes[:3], words)]
    if points := tables.pool_points[pools]:
        found.append(("welcome.score.pools", points, words.count("{n} pool", "{n} pools", pools)))
    if temp_points:
        found.append((_temp_rule(tables), temp_points, words.count("{n} temp", "{n} temps", temps)))
    found += [*_estates(tables, boxes[6:12], boxes[12:], words), *_costs(tables, costs, words)]
    return tuple(Line(setup.game.rule(rule), points, text) for rule, points, text in found)


def _plans(tables: Any, plans: Sequence[int], words: Words) -> Iterator[Entry]:
    for place, points in enumerate(plans):
        if points > 0:
            yield "welcome.score.plans", points, words("Plan {plan}", plan=plan_letter(tables, place))


def _parks(tables: Any, parks: Sequence[int], words: Words) -> Iterator[Entry]:
    for street, crossed in enumerate(parks):
        if points := tables.park_points[street * 16 + crossed]:
            said = words.count("Street {street}: {n} park", "Street {street}: {n} parks", crossed, street=street + 1)
            yield "welcome.score.parks", points, said


def _temp_rule(tables: Any) -> str:
    if tables.mode == at.SOLO_2018:
        return "welcome.score.temps.solo"
    closed = tables.mode == at.SOLO_2023 and tables.rival[0] == 0
    return "welcome.score.temps.closed" if closed else "welcome.score.temps"


def _estates(tables: Any, values: Sequence[int], estates: Sequence[int], words: Words) -> Iterator[Entry]:
    for n, count in enumerate(estates):
        worth = tables.value_points[n * 16 + values[n]]
        if count * worth:
            said = words("Estates of {size}: {count} × {worth}", size=n + 1, count=count, worth=worth)
            yield "welcome.score.estates", count * worth, said


def _costs(tables: Any, costs: Sequence[int], words: Words) -> Iterator[Entry]:
    bis, refusals, rounds = costs
    if points := tables.bis_points[bis]:
        yield "welcome.score.bis", -points, words("Bis: {n}", n=bis)
    if points := tables.refusal_points[refusals]:
        yield "welcome.score.refusals", -points, words.count("{n} refusal", "{n} refusals", refusals)
    if points := tables.roundabout_points[rounds]:
        yield "welcome.score.roundabouts", -points, words.count("{n} roundabout", "{n} roundabouts", rounds)


def has_rival(setup: Setup) -> bool:
    """Is there a rival who scores? The closed office does not."""
    tables: Any = setup.tables
    return bool(tables.mode == at.SOLO_2023 and tables.rival[0])


def rival_name(setup: Setup, words: Words) -> str:
    tables: Any = setup.tables
    return words("Rival {name}", name=words(setup.data.get_value(f"rivals.r{tables.rival[0]}.name")))


def rivals(view: View, words: Words) -> list[SheetScore]:
    """The sheet of the rival of the 2023 solo game."""
    if not has_rival(view.setup):
        return []
    lines = tuple(rival_lines(view.setup.game, view.setup, view.known, words))
    return [SheetScore(rival_name(view.setup, words), Score(NOBODY, lines))]


def rival_lines(game: "Game", setup: Setup, state: State, words: Words) -> list[Line]:
    """Its lines, as those of a seat."""
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
