"""The moment of Welcome To… apart from its board: the round, what to do now, and what is no place on the sheet."""

from functools import lru_cache
from typing import Any

from kvartal.engine.bar import Bar, Button, Kind, Tab
from kvartal.engine.game import Setup
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.text.labels import offered
from kvartal.games.welcome.text.turn import headline

PRESSED = {at.REFUSE: N_("Refusal"), at.DONE: N_("Confirm"), at.RESHUFFLE: N_("Reshuffle")}
PLANS, BOXES, OTHERS, RIVAL = N_("Plans"), N_("Sheet"), N_("Others"), N_("Rival")  # outside the play area of a phone
STEPS = (N_("pair"), N_("number"), N_("effect"), N_("done"))
CARD = N_("card")  # the first step with a hand of cards
STEP_OF = {at.CHOOSING: 0, at.PAIRING: 0, at.WRITING: 1, at.OPEN: 2, at.MARKING: 2}  # afterwards it is done


def bar(view: View, words: Words) -> Bar:
    tables: Any = view.setup.tables
    title, sentence = headline(view, words)
    buttons = []
    for code in view.codes():
        if code in PRESSED:
            kind: Kind = "main" if code == at.DONE else "plain"
            buttons.append(Button(code, words(PRESSED[code]), offered(view, code, words), kind))
        elif at.HIRE <= code < at.WRITE:
            buttons.append(Button(code, f"→ {code - at.HIRE}", offered(view, code, words), "amount"))
    steps = () if view.over else steps_of(tables.hand, words)
    return Bar(title, sentence, tuple(buttons), steps, step_of(view), tabs=tabs(view.setup, words.plain))


@lru_cache(64)
def tabs(setup: Setup, words: Words) -> tuple[Tab, ...]:
    """What a phone has below the play area."""
    tables: Any = setup.tables
    found = [Tab("welcome-plans", words(PLANS)), Tab("welcome-boxes", words(BOXES))]
    if tables.players > 1 or tables.mode == at.SOLO_2023:
        found.append(Tab("welcome-others", words(OTHERS if tables.players > 1 else RIVAL)))
    return tuple(found)


def steps_of(hand: bool, words: Words) -> tuple[str, ...]:
    """What a turn is made of."""
    return tuple(words(step) for step in ((CARD, *STEPS[1:]) if hand else STEPS))


def step_of(view: View) -> int:
    """Which step of its turn a seat is at; −1: there is none."""
    if view.seat is None or view.over:
        return -1
    tables: Any = view.setup.tables
    stage: int = view.known.cells[tables.seats + view.seat * tables.stride + at.STAGE]
    return STEP_OF.get(stage, len(STEPS) - 1)
