"""The moment of Welcome To… apart from its board: the round, what to do now, and what is no place on the sheet."""

from typing import Any

from kvartal.engine.bar import Bar, Button
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.text.labels import label, offered
from kvartal.games.welcome.text.turn import headline

PRESSED = (at.REFUSE, at.DONE, at.RESHUFFLE)
STEPS = (N_("pair"), N_("number"), N_("effect"), N_("done"))
CARD = N_("card")  # the first step with a hand of cards
STEP_OF = {at.CHOOSING: 0, at.PAIRING: 0, at.WRITING: 1, at.OPEN: 2, at.MARKING: 2}  # afterwards it is done


def bar(view: View, words: Words) -> Bar:
    tables: Any = view.setup.tables
    title, sentence = headline(view, words)
    buttons = []
    for code in view.codes():
        if code in PRESSED:
            shown = label(view.setup, code, words)
            buttons.append(Button(code, shown, offered(view, code, words), "main" if code == at.DONE else "plain"))
        elif at.HIRE <= code < at.WRITE:
            buttons.append(Button(code, f"→ {code - at.HIRE}", offered(view, code, words), "amount"))
    steps = () if view.over else steps_of(tables.hand, words)
    return Bar(title, sentence, tuple(buttons), steps, step_of(view))


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
