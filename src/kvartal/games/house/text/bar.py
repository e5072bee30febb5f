"""The moment of Mr House apart from its board: whose move it is, what the own house lacks, and what has no place on
the board."""

from kvartal.engine.bar import Bar, Button
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.state import HouseState
from kvartal.games.house.rules.tables import HouseTables
from kvartal.games.house.text.labels import offered
from kvartal.games.house.text.score_lines import lacking
from kvartal.games.house.text.terminal import headline

STEPS = {  # of a round, by the phase
    at.MOVING: N_("chips"),
    at.BUYING: N_("purchases"),
    at.ARRANGING: N_("laying out"),
    at.BUILDING: N_("building"),
}
PLACED = (  # the moves of a building of the town, an element, a wall
    range(at.PLACE, at.PLACE + at.CHIP_VALUES * at.PLACES),
    range(at.GROUP, at.GROUP + at.ELEMENTS),
    range(at.BUILD, at.BUILD + at.ELEMENTS),
    range(at.AT, at.AT + at.SPOTS),
    range(at.PULL, at.PULL + at.PARTS),
)
CARDS = (  # expert: builders and privileges lie open beside the plot
    range(at.HIRE, at.HIRE + at.DISPLAY),
    range(at.GET, at.GET + at.PRIVILEGES),
    range(at.USE, at.USE + at.PRIVILEGES),
)


def bar(view: View, words: Words) -> Bar:
    state = view.known
    assert isinstance(state, HouseState)
    return bar_of(view, state, lacking(state, view.seat or 0, words), words)


def bar_of(view: View, state: HouseState, lacks: str, words: Words) -> Bar:
    """The same, for who knows already what the house lacks."""
    buttons = []
    for code in view.codes():
        if not on_board(code, state.tables):
            said = offered(view, code, words)
            buttons.append(Button(code, said, said, "main" if code == at.DONE else "plain"))
    phases = () if view.over else tuple(phase for phase in STEPS if not (phase == at.ARRANGING and state.tables.expert))
    now = phases.index(state.cells[at.PHASE]) if state.cells[at.PHASE] in phases else -1
    steps = tuple(words(STEPS[phase]) for phase in phases)
    return Bar(headline(view, state, words), lacks, tuple(buttons), steps, now)


def on_board(code: int, tables: HouseTables) -> bool:
    """Has the move a place there?"""
    return any(code in codes for codes in PLACED) or (bool(tables.expert) and any(code in codes for codes in CARDS))
