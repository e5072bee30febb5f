"""Laws about simultaneous turns: whoever is quicker, the outcome is the same."""

import random

from kvartal.engine.conformance.findings import Findings, under
from kvartal.engine.conformance.secrecy_laws import reads_alike
from kvartal.engine.game import Setup
from kvartal.engine.source import Seeded
from kvartal.engine.state import LEGAL, State

LONGEST_TURN = 60  # moves of one seat in a round; a longer random turn is given up
ORDERS = 3
Script = list[tuple[int, int]]  # seat and move, in the order of play


@under("interleaving")
def interleaving(findings: Findings, setup: Setup, state: State, rng: random.Random) -> None:
    """One round played in several orders, each seat with the same moves of its own."""
    if state.turn() < 0 or rng.random() < 0.5:
        return
    seats = [seat for seat in range(setup.players) if state.owes(seat)]
    if len(seats) < 2:
        return
    seed = rng.getrandbits(62)
    script = _play_round(setup, state.copy(), seats, rng, _source(setup, seed))
    if script is None:
        return
    reference = _perform(setup, state, script, seed)
    if isinstance(reference, str):
        findings.say("interleaving", f"the same moves again: {reference}")
        return
    for _ in range(ORDERS):
        order = _shuffled(script, rng)
        other = _perform(setup, state, order, seed)
        if isinstance(other, str):
            findings.say("interleaving", f"in another order {other}")
        elif other[0] != reference[0] or other[1] != reference[1]:
            findings.say(
                "interleaving", f"the orders {_names(setup, script)} and {_names(setup, order)} end differently"
            )
    _told_at_reveal(findings, setup, state, script, reference[0], seed, rng)


def _told_at_reveal(
    findings: Findings, setup: Setup, state: State, script: Script, end: State, seed: int, rng: random.Random
) -> None:
    """Change one hidden move: if an observer sees the same in the end, it must have been told the same."""
    for _ in range(ORDERS):
        place = rng.randrange(len(script))
        seat, code = script[place]
        before = _perform(setup, state, script[:place], seed)
        if isinstance(before, str):
            return
        codes = [each for each in before[0].moves(seat, len(setup.notation)) if each != code]
        if not codes:
            continue
        instead = rng.choice(codes)
        other = _perform(setup, state, [*script[:place], (seat, instead), *script[place + 1 :]], seed)
        if not isinstance(other, str) and not other[0].unrevealed(seat) and not end.unrevealed(seat):
            reads_alike(findings, setup, seat, (code, instead), (end, other[0]))


def _play_round(setup: Setup, state: State, seats: list[int], rng: random.Random, source: Seeded) -> Script | None:
    """Random moves until the round is over: a reveal, or nobody of these owes a move."""
    script: Script = []
    finished: set[int] = set()
    hidden = any(state.unrevealed(seat) for seat in seats)
    while len(script) < LONGEST_TURN * len(seats):
        seat = rng.choice([seat for seat in seats if seat not in finished])
        move = rng.choice(state.moves(seat, len(setup.notation)))
        state.play(seat, move)
        script.append((seat, move))
        state.deal(source)
        was_hidden, hidden = hidden, any(state.unrevealed(each) for each in seats)
        if state.turn() < 0 or (was_hidden and not hidden):
            return script
        if not state.owes(seat):
            finished.add(seat)
        if len(finished) == len(seats) or any(state.owes(each) for each in finished):
            return script
    return None


def _perform(setup: Setup, state: State, script: Script, seed: int) -> tuple[State, list[int]] | str:
    """The state after these moves and how often each stream was asked, or why they cannot be made."""
    state = state.copy()
    source = _source(setup, seed)
    for seat, move in script:
        if state.turn() < 0 or not state.owes(seat):
            return f"seat {seat} cannot make its move {setup.notation[move]!r}"
        number = state.refusal(seat, move)
        if number != LEGAL:
            return f"{setup.notation[move]!r} of seat {seat} is refused: {setup.game.rules[number]}"
        state.play(seat, move)
        state.deal(source)
    return state, list(source.counts)


def _shuffled(script: Script, rng: random.Random) -> Script:
    """Another order of the seats, each with its own moves in their order."""
    order = [seat for seat, _ in script]
    rng.shuffle(order)
    moves = {seat: iter([move for each, move in script if each == seat]) for seat in order}
    return [(seat, next(moves[seat])) for seat in order]


def _source(setup: Setup, seed: int) -> Seeded:
    return Seeded(seed, setup.tables.streams, setup.tables.widest)


def _names(setup: Setup, script: Script) -> str:
    return "; ".join(f"{seat} {setup.notation[move]}" for seat, move in script[:12]) + (" …" * (len(script) > 12))
