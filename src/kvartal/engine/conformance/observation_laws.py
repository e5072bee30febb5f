"""Laws about observations: what a seat knows as a row of numbers, for those who learn."""

import random
from functools import lru_cache

from kvartal.engine.conformance.findings import Findings, under
from kvartal.engine.game import Setup
from kvartal.engine.observation import Cell, Observer
from kvartal.engine.state import NOBODY, OVER, UNKNOWN, State
from kvartal.engine.view import View

OFTEN = 0.3  # of the positions are looked at


@lru_cache(maxsize=1)
def observer(setup: Setup) -> tuple[Observer, list[Cell], list[int]]:
    """With the cells that tell who else has confirmed: imagined states take that back."""
    found = Observer(setup)
    spec = found.spec()
    confirms = {field.name for _, field, _ in setup.layout.placed() if field.confirms}
    told = [i for i, cell in enumerate(spec) if cell.name.split(".")[-1] in confirms]
    return found, spec, told


@under("observation")
def set_up(findings: Findings, setup: Setup) -> None:
    """A hidden cell can be told from any other, and a seat is one of those at the table."""
    for name, field, _ in setup.layout.placed():
        if field.hidden and field.low <= UNKNOWN <= field.high:
            findings.say("observation", f"{name} may be hidden, and {UNKNOWN}, which says so, is one of its values")
        if field.seats is not None and field.high >= field.seats + setup.players:
            findings.say("observation", f"{name}: {field.high} would be seat {field.high - field.seats}")
    looking, spec, _ = observer(setup)
    if [cell.name for cell in spec if not cell.low <= cell.high or cell.usual < 1]:
        findings.say("observation", "a cell without bounds or without a usual size")
    if len(spec) != looking.width:
        findings.say("observation", f"{len(spec)} cells are named, and {looking.width} are written")
    for first in setup.game.seat_codes(setup.tables):
        if not 0 <= first <= len(setup.notation) - setup.players:
            findings.say("observation", f"seat_codes: {first} does not begin a run of {setup.players} codes")
    for seat in range(setup.players):
        back = [looking.code(seat, looking.action(seat, code)) for code in range(len(setup.notation))]
        if back != list(range(len(setup.notation))):
            findings.say("observation", f"the actions of seat {seat} do not read back as the same moves")
            return


@under("observation")
def position(findings: Findings, setup: Setup, state: State) -> None:
    """Dealt anew, what a seat does not know leaves its row of numbers as it is."""
    rng = random.Random(f"{findings.step} {state.hash64()}")
    if rng.random() > OFTEN and state.turn() != OVER:
        return
    looking, spec, told = observer(setup)
    for seat in {rng.randrange(setup.players), state.turn() if state.turn() >= 0 else 0, None}:
        view = View.of(setup, state, seat)
        known = list(view.known.cells)
        row = looking.look(state, seat)
        if not looking.fills_all(state, NOBODY if seat is None else seat) or looking.read(view.known, seat) != row:
            findings.say("observation", f"fill_known() of seat {seat} is not what known() gives")
        for name, field, base in setup.layout.placed():
            if UNKNOWN in known[base + field.at : base + field.at + field.size] and field.low > UNKNOWN:
                if not field.hidden:
                    findings.say("observation", f"{name} is hidden from seat {seat}, but not declared as `hidden`")
        for cell, value in zip(spec, row, strict=True):
            if not cell.low <= value <= cell.high:
                findings.say("observation", f"{cell.name}: {value} is not between {cell.low} and {cell.high}")
        if view.encode() == state.encode():
            continue
        again = looking.look(view.imagine(rng.getrandbits(62)), seat)
        for place in told:
            if seat is None or not spec[place].name.startswith("me."):
                again[place] = row[place]
        if row != again:
            shown = [cell.name for cell, one, two in zip(spec, row, again, strict=True) if one != two]
            findings.say("observation", f"seat {seat} observes what it may not know: {', '.join(shown[:5])}")
