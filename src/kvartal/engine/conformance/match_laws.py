"""Laws about matches: taking back, looking back, and records that play through."""

import random

from kvartal.engine import reading, record
from kvartal.engine import replay as replaying
from kvartal.engine.conformance.findings import Findings, under
from kvartal.engine.conformance.secrecy_laws import shown
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Setup
from kvartal.engine.match import Match
from kvartal.engine.rule import RefusedMove
from kvartal.engine.state import NOBODY, State
from kvartal.engine.steps import Entry
from kvartal.engine.view import View


@under("undo")
def undo(findings: Findings, setup: Setup, rng: random.Random, steps: int) -> None:
    """Random play in which seats often take moves back, also while others go on."""
    match = Match(setup, SeededDeal(rng.getrandbits(62)))
    before: dict[int, list[View]] = {seat: [] for seat in range(setup.players)}
    for findings.step in range(steps):
        if match.over:
            return
        seat = rng.choice(match.waiting)
        earlier, size = match.state.copy(), len(match)
        before[seat].append(match.view(seat))
        move = rng.choice(match.moves(seat))
        match.play(seat, move)
        if rng.random() < 0.4:
            quiet = len(match) == size + 1 and match.state.learned(seat) == earlier.learned(seat)
            taken = _take_back(findings, setup, match, seat, before[seat], must=quiet)
            if taken and match.state != earlier:
                findings.say("undo", f"after {move} was taken back the state is not what it was before")
        if rng.random() < 0.3:
            _take_back(findings, setup, match, other := rng.randrange(setup.players), before[other], must=False)


def _take_back(findings: Findings, setup: Setup, match: Match, seat: int, views: list[View], must: bool) -> bool:
    entries, now = list(match.entries), match.state.encode()
    learned = match.state.learned(seat)
    try:
        move = match.undo(seat)
    except RefusedMove as refused:
        if must:
            findings.say("undo", f"seat {seat} may take back its move, but: {refused}")
        if match.entries != entries or match.state.encode() != now:
            findings.say("undo", "a refused undo changed something")
        return False
    place = max(i for i, entry in enumerate(entries) if entry.seat == seat)
    kept = entries[:place] + entries[place + 1 :]
    if match.entries != kept or match.state != _played(setup, kept):
        findings.say("undo", f"taking back {move} of seat {seat} is not the same as never having made it")
    if match.state.learned(seat) != learned:
        findings.say("undo", f"seat {seat} took back {move}, which had shown it something")
    if views and shown(setup, views.pop()) != shown(setup, match.view(seat)):
        findings.say("undo", f"after {move} was taken back seat {seat} knows something that it did not know before")
    return True


def _played(setup: Setup, entries: list[Entry]) -> State:
    state = setup.start()
    for entry in entries:
        if entry.seat == NOBODY:
            state.happen(entry.code)
        else:
            state.play(entry.seat, entry.code)
    return state


@under("replay")
def replay(findings: Findings, setup: Setup, rng: random.Random, steps: int) -> None:
    """Record → text → record → the same match, at every step."""
    match = Match(setup, SeededDeal(rng.getrandbits(62)))
    states = {len(match): match.state.encode()}
    for findings.step in range(2 * steps):
        if match.over:
            break
        seat = rng.choice(match.waiting)
        match.play(seat, rng.choice(match.moves(seat)))
        states[len(match)] = match.state.encode()
    text = record.Record.of(match).text()
    read = reading.parse(text)
    if read.text() != text:
        findings.say("replay", "a record that is read and written again is another text")
    again = replaying.replay(setup.game, read)
    if again.entries != match.entries or again.state != match.state:
        findings.say("replay", "the record plays through to another state")
    verdict = replaying.verify(setup.game, reading.parse(text))
    if not verdict:
        findings.say("replay", f"the record does not verify: line {verdict.line}: {verdict.message}")
    for step in rng.sample(sorted(states), min(5, len(states))):
        if match.at(step).state.encode() != states[step]:
            findings.say("replay", f"at({step}) is not the state after {step} steps")
    for seat in (None, *range(setup.players)):
        reading.parse(match.export(seat))
        if match.at(len(match)).log(seat) != match.log(seat):
            findings.say("replay", f"the log of seat {seat} is another one after replaying")
