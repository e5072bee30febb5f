"""Where a turn of Welcome To… stands: what is going on, and what to do about it."""

from typing import Any

from kvartal.engine.bar import named
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import queries

# What to do, by the stage of the turn.
ADVICE = {
    at.CHOOSING: N_("Choose a pair of cards."),
    at.PAIRING: N_("Choose another card for the effect."),
    at.WRITING: N_("Write {n} in a house."),
    at.OPEN: N_("The rest is optional: confirm when you are ready."),
    at.MARKING: N_("Choose the estates for the plan."),
    at.GIVING: N_("Choose the card to give away."),
}

# The same once the effect can be used.
USES = {
    at.FENCE: N_("Put a fence between two houses, or confirm."),
    at.VALUE: N_("Raise the value of one size of estates, or confirm."),
    at.PARK: N_("Plant a park in this street, or confirm."),
    at.POOL: N_("Build the pool of this house, or confirm."),
    at.TEMP: N_("Write {n} in a house, or change it with temps."),
    at.BIS: N_("Repeat a number in the house beside it, or confirm."),
}

APPROVE = N_("A plan can be approved; then confirm.")


def headline(view: View, words: Words) -> tuple[str, str]:
    """What is going on, and what to do about it."""
    tables: Any = view.setup.tables
    cells: Any = view.known.cells
    first = words("Round {n}", n=cells[at.ROUND])
    if view.over:
        rule = view.setup.game.rules[view.known.ending()]
        winners = [seat for seat in range(tables.players) if view.known.place(seat) == 1]
        won = words("Won by: {players}.", players=named(winners, words)) if winners else words("The rival has won.")
        return won, rule.said(words)
    if view.seat is None:
        return first, words("Everybody plays at the same time.")
    legal = set(view.codes())
    if not legal:
        return first, words("Waiting for: {players}", players=named(view.waiting, words)) if view.waiting else ""
    if at.REFUSE in legal:  # a roundabout may be possible as well
        return first, words("None of the three numbers fits.")
    base = tables.seats + view.seat * tables.stride
    stage = cells[base + at.STAGE]
    if stage == at.CHOOSING and tables.hand:
        return first, words("Choose a card for the number.")
    if legal == {at.DONE}:
        return first, words("All that is left: confirm the turn.")
    effect = usable(view, stage, legal)
    advice = ADVICE[stage] if effect is None else USES[effect]
    if stage == at.OPEN and effect is None and any(at.PLAN <= code < at.RAISE for code in legal):
        advice = APPROVE
    return first, words(advice, n=cells[base + at.NUMBER_NOW])


def usable(view: View, stage: int, legal: set[int]) -> int | None:
    """The effect that the next step may use."""
    if stage not in (at.WRITING, at.OPEN) or view.seat is None:
        return None
    state: Any = view.known
    effect, houses = queries.effect_of(state, view.seat), state.tables.houses
    codes = {
        at.FENCE: range(at.WRITE + houses, at.WRITE + 2 * houses),
        at.VALUE: range(at.RAISE, at.HIRE),
        at.PARK: (at.MAKE_PARK,),
        at.POOL: (at.MAKE_POOL,),
        at.TEMP: range(at.HIRE, at.WRITE),
        at.BIS: range(at.WRITE + 2 * houses, at.WRITE + 4 * houses),
    }.get(effect, ())
    return effect if any(code in legal for code in codes) else None
