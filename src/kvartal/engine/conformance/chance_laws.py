"""Laws about chance: what it is asked, what it can answer, and that every way of asking gives the same answer."""

import random

from kvartal.engine.conformance.findings import Findings, under
from kvartal.engine.game import Setup
from kvartal.engine.source import Seeded
from kvartal.engine.state import CHANCE, NOBODY, State


@under("chance")
def set_up(findings: Findings, setup: Setup) -> None:
    names = [stream.name for stream in setup.streams]
    if len(names) != setup.tables.streams or len(set(names)) != len(names):
        findings.say("chance", f"{setup.tables.streams} streams with a name of their own are needed: {names}")
    for stream in setup.streams:
        if len(set(stream.outcomes)) != len(stream.outcomes):
            findings.say("chance", f"{stream.name}: two outcomes have one name")
        if any(mark in name for name in (stream.name, *stream.outcomes) for mark in ("?", "#", "=", "\n")):
            findings.say("chance", f"{stream.name}: names have no ?, #, = in them")
        if not NOBODY <= stream.owner < setup.players:
            findings.say("chance", f"{stream.name}: its owner is seat {stream.owner}")


@under("chance")
def position(findings: Findings, setup: Setup, state: State, rng: random.Random) -> None:
    if state.turn() != CHANCE:
        return
    before = state.encode()
    number = state.stream()
    stream = setup.streams[number]
    chances = state.chances(setup.tables.widest)
    codes = [code for code, _ in chances]
    if not codes or codes != sorted(set(codes)) or not all(0 <= code < len(stream.outcomes) for code in codes):
        findings.say("chance", f"{stream.name}: {codes} is not an ascending list of its outcomes")
    if not all(weight > 0 for _, weight in chances):
        findings.say("chance", f"{stream.name}: weights are positive, not {[weight for _, weight in chances]}")
    for _ in range(3):
        seed = rng.getrandbits(62)
        ours = Seeded(seed, setup.tables.streams, setup.tables.widest)
        theirs = Seeded(seed, setup.tables.streams, setup.tables.widest)
        picked, expected = state.pick(ours), State.pick(state, theirs)
        if picked != expected or list(ours.counts) != list(theirs.counts):
            findings.say("chance", f"{stream.name}: pick() gives {picked}, the engine's own {expected}")
        if ours.counts[number] != 1:
            findings.say("chance", f"{stream.name}: one draw of this stream was due, and {list(ours.counts)} were made")
    if state.encode() != before:
        findings.say("chance", "listing outcomes or picking one changed the state")
