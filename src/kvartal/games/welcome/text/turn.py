"""Where a turn of Welcome To… stands: what is going on, and what to do about it."""

from typing import Any

from kvartal.engine.view import View
from kvartal.engine.words import N_, Words
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import queries
from kvartal.games.welcome.text.catalogue import EFFECT_RULES

# What to do, by the stage of the turn.
ADVICE = {
    at.CHOOSING: N_("Choose a pair of cards."),
    at.PAIRING: N_("Choose another card for the effect."),
    at.WRITING: N_("Write {n} in a house."),
    at.OPEN: N_("Use the effect, approve plans, then confirm."),
    at.MARKING: N_("Choose the estates for the plan."),
    at.GIVING: N_("Choose the card to give away."),
}

MOST_NAMED = 3  # winners in one line; a hundred players may share a victory


def headline(view: View, words: Words) -> tuple[str, str]:
    """What is going on, and what to do about it."""
    tables: Any = view.setup.tables
    cells: Any = view.known.cells
    first = words("Round {n}", n=cells[at.ROUND])
    if view.over:
        rule = view.setup.game.rules[view.known.ending()]
        winners = [words.player(seat) for seat in range(tables.players) if view.known.place(seat) == 1]
        others = f" (+{len(winners) - MOST_NAMED})" if winners[MOST_NAMED:] else ""
        named = ", ".join(winners[:MOST_NAMED]) + others
        won = words("Won by: {players}.", players=named) if winners else words("The rival has won.")
        return won, rule.said(words)
    if view.seat is None:
        return first, words("Everybody plays at the same time.")
    legal = set(view.codes())
    if not legal:
        waiting = [words.player(seat) for seat in view.waiting[:8]]
        return first, words("Waiting for: {players}", players=", ".join(waiting)) if waiting else ""
    if legal == {at.REFUSE}:
        return first, words("None of the three numbers fits.")
    base = tables.seats + view.seat * tables.stride
    stage = cells[base + at.STAGE]
    if stage == at.CHOOSING and tables.hand:
        return first, words("Choose a card for the number.")
    if legal == {at.DONE}:
        return first, words("All that is left: confirm the turn.")
    effect = usable(view, stage, legal)
    if effect is not None:  # what it does, in the words of its rule
        return first, view.setup.game.rule(EFFECT_RULES[effect]).said(words)
    return first, words(ADVICE[stage], n=cells[base + at.NUMBER_NOW])


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
