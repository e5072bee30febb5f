"""Laws about moves: names, lists, refusals with reasons."""

import random

from kvartal.engine.conformance.findings import Findings, under
from kvartal.engine.deal import ToldDeal
from kvartal.engine.game import LONGEST_NOTATION, Setup
from kvartal.engine.match import Match
from kvartal.engine.rule import ENGINE_RULES, RefusedMove
from kvartal.engine.state import LEGAL, State
from kvartal.engine.view import View
from kvartal.engine.words import LANGUAGES


@under("notation")
def set_up(findings: Findings, setup: Setup) -> None:
    if not len(setup.notation) == len(setup.seen_notation) == setup.tables.moves:
        sizes = f"{len(setup.notation)} names, {len(setup.seen_notation)} seen ones, {setup.tables.moves} codes"
        findings.say("notation", f"one name for every move code is needed: {sizes}")
    for code, name in enumerate(setup.notation):
        if setup.code(name) != code:
            findings.say("notation", f"{name!r} names the codes {code} and {setup.code(name)}")
        if name != " ".join(name.split()) or not 0 < len(name) <= LONGEST_NOTATION or "?" in name or "#" in name:
            findings.say("notation", f"{name!r}: a notation is short, single-spaced, and without ? or #")
        for lang in LANGUAGES:
            if not setup.game.label(setup, code, setup.game.words(lang)):
                findings.say("notation", f"{name!r} has no label in {lang}")
    for name, seen in zip(setup.notation, setup.seen_notation, strict=False):
        if seen != name and "?" not in seen:
            findings.say(
                "notation", f"{name!r} is shown to others as {seen!r}: a ? must stand where something is hidden"
            )


@under("refusals")
def position(findings: Findings, setup: Setup, state: State, rng: random.Random) -> None:
    if state.turn() < 0:
        return
    before = state.encode()
    for seat in range(setup.players):
        if not state.owes(seat):
            continue
        legal = state.moves(seat, len(setup.notation))
        if not legal:
            findings.say("moves", f"seat {seat} owes a move and has none")
        if legal != sorted(set(legal)) or not all(0 <= code < len(setup.notation) for code in legal):
            findings.say("moves", f"seat {seat}: {legal} is not ascending, or not all are codes of moves")
        refused = _refused(findings, setup, state, seat, legal)
        if refused:
            _explained(findings, setup, state, seat, rng.choice([code for codes in refused.values() for code in codes]))
            _advised(findings, setup, state, seat, [rng.choice(codes) for codes in refused.values()])
    if state.encode() != before:
        findings.say("moves", "listing moves or asking for a refusal changed the state")


def _refused(findings: Findings, setup: Setup, state: State, seat: int, legal: list[int]) -> dict[int, list[int]]:
    """The moves that a seat cannot make, by the rule that forbids them."""
    refused: dict[int, list[int]] = {}
    for code, name in enumerate(setup.notation):
        number = state.refusal(seat, code)
        if (number == LEGAL) != (code in legal):
            listed = "listed" if code in legal else "not listed"
            findings.say("refusals", f"seat {seat}: {name!r} is {listed}, but refusal() is {number}")
        if number != LEGAL:
            refused.setdefault(number, []).append(code)
            if not 0 <= number < len(setup.game.rules):
                findings.say("refusals", f"seat {seat}: {name!r} is refused by rule number {number}")
    return refused


@under("default")
def default(findings: Findings, setup: Setup, state: State, _: random.Random) -> None:
    """A clock may run out in any position, also in the middle of a turn."""
    for seat in range(setup.players):
        if state.turn() < 0 or not state.owes(seat):
            continue
        view = View.of(setup, state, seat)
        before = view.encode()
        code = setup.game.default(view)
        if code not in state.moves(seat, len(setup.notation)):
            name = repr(setup.notation[code]) if code in range(len(setup.notation)) else repr(code)
            findings.say("default", f"the default of seat {seat} is {name}, which is not legal", setup.game.default)
        if setup.game.default(View.of(setup, state, seat)) != code or view.encode() != before:
            findings.say("default", f"the default of seat {seat} is not the same for the same view", setup.game.default)


def _advised(findings: Findings, setup: Setup, state: State, seat: int, refused: list[int]) -> None:
    """Whatever a refusal tells to do instead can be done now. One move for each rule is asked about."""
    match = Match(setup, ToldDeal(), position=state)
    for code in refused:
        refusal = match.refusal(seat, code)
        for move in refusal.instead if refusal else ():
            if match.why(seat, move) is not None:
                name = setup.notation[code]
                findings.say("refusals", f"{name!r} is refused with the advice to {str(move)!r}, which is not legal")


def _explained(findings: Findings, setup: Setup, state: State, seat: int, code: int) -> None:
    """A person who tries a refused move is told why, and nothing happens."""
    match = Match(setup, ToldDeal(), position=state)
    rule = match.why(seat, code)
    if rule is None or rule.id in ENGINE_RULES:
        findings.say("refusals", f"why() gives {rule} for {setup.notation[code]!r}, not a rule of the game")
        return
    if match.view(seat).why(setup.notation[code]) != rule:
        findings.say("refusals", f"{setup.notation[code]!r}: the view of seat {seat} gives another reason than {rule}")
    for lang in LANGUAGES:
        try:
            match.play(seat, code, lang)
        except RefusedMove as refused:
            if (
                refused.rule != rule
                or rule.id not in str(refused)
                or len(refused.message) < len(setup.notation[code]) + 4
            ):
                findings.say("refusals", f"{setup.notation[code]!r} is refused without a reason: {refused}")
        else:
            findings.say("refusals", f"{setup.notation[code]!r} was played although {rule} forbids it")
    if match.entries or match.state.encode() != state.encode():
        findings.say("refusals", f"{setup.notation[code]!r} was refused, but something changed")
