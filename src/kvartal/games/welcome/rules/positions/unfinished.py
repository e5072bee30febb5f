"""What cannot be said about a turn in progress: it must be one that these cards allow, and that can be taken back."""

from typing import Any

from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import queries
from kvartal.games.welcome.rules.keys import house_name
from kvartal.games.welcome.rules.state import WelcomeState

NOT_BEGUN = {
    at.CARD_N: ("number_card", -1),
    at.CARD_E: ("effect_card", -1),
    at.NUMBER_NOW: ("number", -1),
    at.HIRED: ("hired", 0),
    at.WROTE: ("wrote", -1),
    at.DID: ("effect_at", -1),
    at.DUG: ("roundabout_at", -1),
    at.DUG_FENCES: ("roundabout_fences", 0),
    at.USING: ("approving", -1),
    at.FRESH: ("approved_now", 0),
    at.AGAIN: ("wants_reshuffle", 0),
    at.GIVEN: ("given", -1),
}
LATER = (at.WROTE, at.DID, at.USING, at.FRESH, at.AGAIN, at.GIVEN)  # only once the number is written, or refused
BLANK = {
    at.CHOOSING: (at.CARD_N, at.CARD_E, at.NUMBER_NOW, at.HIRED, *LATER),
    at.PAIRING: (at.CARD_E, at.HIRED, *LATER),
    at.WRITING: LATER,
}
REFUSED = (at.CARD_N, at.CARD_E, at.NUMBER_NOW, at.HIRED, at.DID)  # with a refusal there is none of these
STAGES = {at.CHOOSING: "choosing", at.PAIRING: "pairing", at.WRITING: "writing"}


def idle_problems(tables: Any, cells: Any, base: int) -> list[str]:
    """While chance is asked, and when the game is over, no turn has begun."""
    wrong = [text for cell, (text, none) in NOT_BEGUN.items() if cells[base + cell] != none]
    problems = [f"{text}: no turn has begun" for text in wrong]
    if cells[base + at.STAGE] != at.CHOOSING:
        problems.append("stage: choosing, as no turn has begun")
    return problems + _now_marks(tables, cells, base, ())


def turn_problems(state: WelcomeState, seat: int) -> list[str]:
    """A turn as far as it has come. If there are none, it can be taken back."""
    tables: Any = state.tables
    cells: Any = state.cells
    base = tables.seats + seat * tables.stride
    stage = cells[base + at.STAGE]
    if stage == at.PAIRING and not tables.hand:
        return ["stage: pairing is only for a hand of cards"]
    problems = []
    refused = cells[base + at.REFUSED]
    when = f"while {STAGES[stage]}" if stage in STAGES else "after a refusal"
    for cell in BLANK.get(stage, REFUSED if refused else ()):
        text, none = NOT_BEGUN[cell]
        if cells[base + cell] != none:
            problems.append(f"{text}: there is none {when}")
    problems += _roundabout(tables, cells, base)
    if problems:
        return problems
    if stage == at.GIVING and not (refused and tables.mode in (at.DRAFT, at.SOLO_2023)):
        problems.append("stage: a card is given away only after a refusal, in the draft or alone in 2023")
    gives = refused and stage != at.GIVING and tables.mode in (at.DRAFT, at.SOLO_2023)
    if (cells[base + at.GIVEN] >= 0) != bool(gives):
        problems.append("given: the card that is given away after a refusal, in the draft or alone in 2023, or -1")
    if stage != at.CHOOSING and not refused:
        problems += _card(state, seat)
    if problems:
        return problems
    if refused:
        problems += _refusal(state, seat)
    elif cells[base + at.WROTE] >= 0:
        problems += _number(state, seat) or _effect(state, seat)
    return problems or _plans(state, seat)


def _roundabout(tables: Any, cells: Any, base: int) -> list[str]:
    dug, new = cells[base + at.DUG], cells[base + at.DUG_FENCES]
    if dug < 0:
        return ["roundabout_fences: no roundabout was built this turn"] if new else []
    if not tables.roundabouts:
        return ["roundabout_at: without roundabouts=on there are none"]
    if cells[base + at.NUMBERS + dug] != at.ROUNDABOUT:
        return [f"roundabout_at: there is no roundabout at {house_name(tables, dug)}"]
    street = tables.street[dug]
    left, right = dug > tables.first[street], dug + 1 < tables.past[street]
    if (new & 1 and not left) or (new & 2 and not right):
        return ["roundabout_fences: the end of a street has its fence from the start"]
    fences = cells[base + tables.fences + dug - 1] if left else 1, cells[base + tables.fences + dug]
    return [] if all(fences) else ["roundabout_fences: a roundabout has fences on both sides"]


def _card(state: WelcomeState, seat: int) -> list[str]:
    """The cards that were chosen, and the number that they make."""
    tables: Any = state.tables
    cells: Any = state.cells
    base = tables.seats + seat * tables.stride
    card, other, number = cells[base + at.CARD_N], cells[base + at.CARD_E], cells[base + at.NUMBER_NOW]
    hired = cells[base + at.HIRED]
    pairing = cells[base + at.STAGE] == at.PAIRING
    if card < 0 or (other < 0 and not pairing):
        return ["number_card, effect_card: chosen before the number is written"]
    if tables.hand and card == other:
        return ["effect_card: number and effect come from two cards of the hand"]
    printed = queries.offered_number(state, seat, card)
    effect = -1 if pairing else queries.effect_of(state, seat)
    if hired and effect != at.TEMP:
        return ["hired: temps are used with the temp effect"]
    if not hired and number != printed:
        return [f"number: {number}, but the card says {printed}"]
    if hired and abs(number - printed) > 2:
        return [f"number: temps make a number up to two more or less of {printed}, not {number}"]
    if (hired == 1 and not cells[base + at.TEMPS]) or (hired == 2 and cells[base + at.TEMPS] < tables.temp_boxes):
        return ["hired: 1 with a box crossed for it, 2 when all boxes are crossed"]
    if cells[base + at.STAGE] not in (at.PAIRING, at.WRITING):
        return []
    mask = queries.fitting(state, seat)
    near = any(mask >> n & 1 for n in range(max(0, printed - 2), min(at.HIGHEST, printed + 2) + 1))
    slots = [slot for slot in range(3) if slot != card]
    temps = effect == at.TEMP
    if pairing:
        temps = any(tables.effect[cells[base + tables.hand_at + slot]] == at.TEMP for slot in slots)
    if mask >> number & 1 or (near and temps and not hired):
        return []
    return [f"number: {number} fits nowhere"]


def _refusal(state: WelcomeState, seat: int) -> list[str]:
    """Nothing fitted, before or after a roundabout was built."""
    tables: Any = state.tables
    cells: Any = state.cells
    base = tables.seats + seat * tables.stride
    if not cells[base + at.REFUSALS]:
        return ["refusals: this turn's is not crossed"]
    numbers = [queries.offered_number(state, seat, card) for card in range(3)]
    before = state.copy()
    if cells[base + at.DUG] >= 0:
        before.cells[base + at.NUMBERS + cells[base + at.DUG]] = at.EMPTY
    for sheet in (state, before):
        mask = queries.fitting(sheet, seat)
        if not any(mask >> number & 1 for number in numbers):
            return []
    return ["wrote: nothing was written, but one of the numbers on offer fits"]


def _number(state: WelcomeState, seat: int) -> list[str]:
    cells: Any = state.cells
    tables: Any = state.tables
    base = tables.seats + seat * tables.stride
    if cells[base + at.NUMBERS + cells[base + at.WROTE]] != cells[base + at.NUMBER_NOW]:
        return ["wrote: the house does not hold the number of this turn"]
    return []


def _effect(state: WelcomeState, seat: int) -> list[str]:
    """What the effect left on the sheet is there. (That it could be used is seen on the sheet taken back.)"""
    tables: Any = state.tables
    cells: Any = state.cells
    base = tables.seats + seat * tables.stride
    wrote, did, dug = cells[base + at.WROTE], cells[base + at.DID], cells[base + at.DUG]
    effect = queries.effect_of(state, seat)
    if did < 0:
        return []
    if effect == at.FENCE:
        new = cells[base + at.DUG_FENCES]
        brought = {dug - 1 if new & 1 else -1, dug if new & 2 else -1}
        there = cells[base + tables.fences + did] and did + 1 < tables.past[tables.street[did]] and did not in brought
    elif effect == at.VALUE:
        there = did < 6 and cells[base + at.VALUES + did]
    elif effect == at.PARK:
        there = did == 0 and cells[base + at.PARKS + tables.street[wrote]]
    elif effect == at.POOL:
        there = did == 0 and tables.pool_of[wrote] != 255 and cells[base + tables.pool_at + tables.pool_of[wrote]]
    elif effect == at.BIS:
        there = cells[base + at.NUMBERS + did] >= at.BIS_BASE
    else:
        there = False
    return [] if there else ["effect_at: the effect of this turn has left nothing there"]


# Plans approved this turn ---------------------------------------------------------------------------------------------


def _plans(state: WelcomeState, seat: int) -> list[str]:
    tables: Any = state.tables
    cells: Any = state.cells
    base = tables.seats + seat * tables.stride
    using, stage = cells[base + at.USING], cells[base + at.STAGE]
    fresh = [place for place in range(3) if cells[base + at.FRESH] >> place & 1]
    if any(cells[base + at.PLANS + place] < 0 for place in fresh):
        return ["approved_now: a plan approved this turn has no points"]
    if (stage == at.MARKING) != (using >= 0):
        return ["approving: a plan is being approved while its estates are marked, and only then"]
    problems = []
    if cells[base + at.AGAIN]:
        asking = state.copy()
        asking.cells[base + at.AGAIN] = 0
        if not queries.may_reshuffle(asking, seat):
            problems.append("wants_reshuffle: only whoever is first to complete a plan may ask for it (2018)")
    now = (at.SPENT_NOW, at.MARKED_NOW) if fresh else ()
    problems += _now_marks(tables, cells, base, (*now, at.USING_NOW) if using >= 0 else now)
    if using >= 0 and not problems:
        problems += _choosing(state, seat, using)
    return problems


def _now_marks(tables: Any, cells: Any, base: int, able: tuple[int, ...]) -> list[str]:
    marks = {cells[base + tables.marks + h] for h in range(tables.houses)}
    if marks & {at.SPENT_NOW, at.MARKED_NOW, at.USING_NOW} <= set(able):
        return []
    return ["marks: nothing is marked now, as no plan is approved this turn"]


def _choosing(state: WelcomeState, seat: int, place: int) -> list[str]:
    """While estates are marked for a plan there is something to choose: what leaves no choice is marked by itself."""
    tables: Any = state.tables
    cells: Any = state.cells
    base = tables.seats + seat * tables.stride
    marks = base + tables.marks
    using = [h for h in range(tables.houses) if cells[marks + h] == at.USING_NOW]
    again = state.copy()
    for h in using:
        again.cells[marks + h] = 0
    again.cells[base + at.STAGE], again.cells[base + at.USING] = at.OPEN, -1
    if cells[base + at.PLANS + place] >= 0 or not queries.met(again, seat, cells[at.PLANS_AT + place]):
        return ["approving: the plan is approved already, or not met"]
    again.play(seat, at.PLAN + place)
    while again.cells[base + at.STAGE] == at.MARKING and list(again.cells) != list(cells):
        left = [h for h in using if again.cells[marks + h] == 0]
        able = [h for h in left if again.refusal(seat, tables.use + h) < 0]
        if not able:
            break
        again.play(seat, tables.use + able[0])
    if list(again.cells) != list(cells):
        return ["marks: these estates cannot have been chosen for the plan that is being approved"]
    return []
