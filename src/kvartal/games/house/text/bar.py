"""The moment of Mr House apart from its board: whose move it is, what to do, what has no place on the board, the chips
and tools that one takes up before pressing a place, and what lies outside the play area of a phone."""

from collections.abc import Iterable

from kvartal.engine.bar import Bar, Button, Pick, Tab, turn_of
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import queries
from kvartal.games.house.rules.keys import PLACE_KEYS, WALL_LABELS
from kvartal.games.house.rules.state import HouseState
from kvartal.games.house.text.labels import offered, workers_of
from kvartal.games.house.text.score_lines import lacking
from kvartal.games.house.text.terminal import activity, winner

STEPS = {  # of a round, by the phase
    at.MOVING: N_("chips"),
    at.BUYING: N_("purchases"),
    at.ARRANGING: N_("laying out"),
    at.BUILDING: N_("building"),
}
TO_DO = {  # by the one whose move it is
    at.MOVING: N_("choose a chip, then a building"),
    at.ARRANGING: N_("choose what to build this round"),
    at.BUILDING: N_("choose what to build"),
}
CHIP, DEMOLISH, TAKE_OUT = "chip-", "demolish", "take-out"  # what is taken up
CHIPS = range(at.PLACE, at.PLACE + at.CHIP_VALUES * at.PLACES)
PARTS = range(at.PULL, at.PULL + at.PARTS)
PLACED = (  # the moves of an element, a spot, a good, a builder card, a privilege, a loan: each has a place of its own
    range(at.GROUP, at.GROUP + at.ELEMENTS),
    range(at.BUILD, at.BUILD + at.ELEMENTS),
    range(at.AT, at.AT + at.SPOTS),
    range(at.CHANGE, at.CHANGE + at.RAW),
    range(at.HIRE, at.HIRE + at.DISPLAY),
    range(at.GET, at.GET + at.PRIVILEGES),
    range(at.USE, at.USE + at.PRIVILEGES),
    (at.REPAY,),
    tuple(at.CREW + (1 << crew) - 1 for crew in range(at.CREWS)),  # one crew alone
)
TAKEN = frozenset(code for codes in (CHIPS, PARTS, *PLACED) for code in codes)  # has a place, or is a pick


def bar(view: View, words: Words) -> Bar:
    state = view.known
    assert isinstance(state, HouseState)
    legal = view.codes()
    title, sentence = now(view, state, words)
    phases = () if view.over else tuple(phase for phase in STEPS if not (phase == at.ARRANGING and state.tables.expert))
    here = phases.index(state.cells[at.PHASE]) if state.cells[at.PHASE] in phases else -1
    return Bar(
        title,
        sentence,
        tuple(_button(view, state, code, words) for code in legal if code not in TAKEN),
        tuple(words(STEPS[phase]) for phase in phases),
        here,
        _picks(view, state, legal, words),
        _tabs(state, words),
    )


def now(view: View, state: HouseState, words: Words) -> tuple[str, str]:
    """Whose turn it is, and what to do or what happens."""
    cells = state.cells
    if view.over:
        return winner(state, words), lacking(state, view.seat or 0, words)
    mine = view.seat is not None and view.seat in view.waiting
    phase = cells[at.PHASE]
    said = words(TO_DO[phase]) if mine and phase in TO_DO and cells[at.STEP] == at.FREE else activity(state, words)
    return turn_of(view, words), said[:1].upper() + said[1:]


# Buttons --------------------------------------------------------------------------------------------------------------


def _button(view: View, state: HouseState, code: int, words: Words) -> Button:
    said = offered(view, code, words)
    return Button(code, _short(view, state, code, words) or said, said, "main" if code == at.DONE else "plain")


def _short(view: View, state: HouseState, code: int, words: Words) -> str:
    """What stands on a button, where less will do."""
    cells, tables = state.cells, state.tables
    if at.TAKE < code < at.DONE and tables.expert:
        cost = (code - at.TAKE) * cells[at.PRICE + tables.kind[cells[at.HERE]]]
        return words("Buy {n} for {money}", n=code - at.TAKE, money=cost)
    if code == at.TAKE + 1 and tables.kind[cells[at.HERE]] == at.EXCHANGE:
        return words("Hire")
    if at.CREW <= code < at.AT:
        chosen = code - at.CREW + 1
        crews = " + ".join(f"#{crew}" for crew in range(at.CREWS) if chosen >> crew & 1)
        return f"{crews} ({workers_of(view, chosen)})"
    return ""


# Picks ----------------------------------------------------------------------------------------------------------------


def _picks(view: View, state: HouseState, legal: Iterable[int], words: Words) -> tuple[Pick, ...]:
    seat = view.seat
    if seat is None:
        return ()
    chips: dict[int, list[tuple[str, int]]] = {}
    whole: list[tuple[str, int]] = []
    fitted: list[tuple[str, int]] = []
    for code in legal:
        if code in CHIPS:
            value, place = divmod(code - at.PLACE, at.PLACES)
            chips.setdefault(value, []).append((f"house-place-{PLACE_KEYS[state.tables.kind[place]]}", code))
        elif code in PARTS:
            id_, inside = _part(code - at.PULL)
            (fitted if inside else whole).append((id_, code))
    picks = []
    for value, moves in sorted(chips.items()):
        count = queries.in_hand(state, seat, value)
        shown = words("Chip {n}", n=value)
        said = words("{chip}: choose a building", chip=f"{shown} (×{count})" if count > 1 else shown)
        picks.append(Pick(f"{CHIP}{value}", shown, said, tuple(moves)))
    if whole:
        said = words("Demolish: choose a wall or a roof")
        picks.append(Pick(DEMOLISH, words("Demolish"), said, tuple(whole)))
    if fitted:
        said = words("Take out a window, door or chimney: choose its wall or roof")
        picks.append(Pick(TAKE_OUT, words("Take out"), said, tuple(fitted)))
    return tuple(picks)


def _part(part: int) -> tuple[str, bool]:
    """The drawn thing that a part is, or is fitted into."""
    if part < at.PULL_COVER:
        inside = part >= at.PULL_OPENING
        return f"house-wall-{WALL_LABELS[part % at.WALLS].replace('.', '-')}", inside
    if part < at.PULL_GARAGE:
        inside = part >= at.PULL_STACK
        return f"house-roof-{part - (at.PULL_STACK if inside else at.PULL_COVER) + 1}", inside
    number = part - at.PULL_GARAGE
    return ("house-garage" if number <= at.G_DOORS else "house-garage-roof"), number in (at.G_DOORS, at.G_STACK)


# Tabs -----------------------------------------------------------------------------------------------------------------


def _tabs(state: HouseState, words: Words) -> tuple[Tab, ...]:
    """What is not in sight in this phase."""
    building = state.cells[at.PHASE] in (at.ARRANGING, at.BUILDING, at.ENDING)
    first = Tab("house-town", words("Town")) if building else Tab("house-workshop", words("Recipes"))
    cards = (Tab("house-cards", words("Cards")),) if state.tables.expert else ()
    return (first, *cards, Tab("house-papers", words("Papers")), Tab("house-rivals", words("Others")))
