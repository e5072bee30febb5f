"""Laws about states: nothing is lost, everything has a name and bounds, copies are independent, scores add up."""

import json
import random

from kvartal.engine.conformance.findings import Findings, under
from kvartal.engine.game import Setup
from kvartal.engine.position import derived, position_problems
from kvartal.engine.source import Seeded
from kvartal.engine.state import CHANCE, OVER, State, decoded


@under("bounds")
def set_up(findings: Findings, setup: Setup) -> None:
    for flaw in setup.layout.flaws():
        findings.say("bounds", flaw)
    start = setup.start()
    if len(start.cells) != setup.layout.size:
        findings.say("bounds", f"{len(start.cells)} cells, but the layout names {setup.layout.size}")
    if setup.players != setup.tables.players:
        findings.say("bounds", f"tables for {setup.tables.players} players instead of {setup.players}")
    if start.encode() != setup.start().encode():
        findings.say("copies", "two starts of one set-up differ")


@under("conservation")
def conservation(findings: Findings, setup: Setup, state: State, census: dict[str, int]) -> None:
    now = setup.game.census(setup, state)
    for name in census.keys() | now.keys():
        if census.get(name) != now.get(name):
            findings.say("conservation", f"{name}: {now.get(name)} instead of {census.get(name)}")


@under("position")
def position(findings: Findings, setup: Setup, state: State, _: random.Random) -> None:
    """Everything that is to be said about one position by itself."""
    cells = list(state.cells)
    outside = setup.layout.out_of_bounds(cells)
    for problem in outside:
        findings.say("bounds", problem)
    again = setup.state(decoded(state.encode()))
    if list(again.cells) != cells or again != state or hash(again) != hash(state):
        findings.say("encoding", "decoded and encoded are not the same state")
    if not outside:
        worked_out = derived(setup, cells)
        for problem in setup.layout.disagreements(cells, worked_out):
            findings.say("derived", problem)
        if setup.layout.blank(worked_out) != setup.layout.blank(cells):
            findings.say("derived", "derive() changed a field that is not derived")
        _as_json(findings, setup, state)
    _turn(findings, setup, state)
    _score(findings, setup, state)


def _as_json(findings: Findings, setup: Setup, state: State) -> None:
    problems: list[str] = []
    written = json.loads(json.dumps(setup.layout.write(list(state.cells))))
    if setup.layout.read(written, problems) != list(state.cells) or problems:
        findings.say("position", f"JSON and back is another position: {problems or written}")
    for problem in position_problems(setup, state):
        findings.say("position", f"a position that play has reached has a problem: {problem}")


def _turn(findings: Findings, setup: Setup, state: State) -> None:
    turn = state.turn()
    owing = [seat for seat in range(setup.players) if state.owes(seat)]
    if turn >= 0 and (not owing or turn != owing[0]):
        findings.say("turn", f"turn() is {turn}, but the seats that owe a move are {owing}")
    if turn == OVER and owing:
        findings.say("turn", f"the game is over, but seats {owing} owe a move")
    if not CHANCE >= turn >= OVER and not 0 <= turn < setup.players:
        findings.say("turn", f"turn() is {turn}")


def _score(findings: Findings, setup: Setup, state: State) -> None:
    words = setup.game.words("en")
    places = []
    for seat in range(setup.players):
        lines = setup.game.score_lines(setup, state, seat, words)
        total = sum(line.points for line in lines)
        if total != state.score(seat):
            findings.say("score", f"seat {seat}: the lines add up to {total}, score() says {state.score(seat)}")
        for line in lines:
            if line.rule not in setup.game.rules or not line.text:
                findings.say("score", f"a line without a rule of this game or without a text: {line!r}")
        if state.turn() == OVER:
            places.append(state.place(seat))
    if state.turn() != OVER:
        return
    ranked = [place for place in places if place]
    if any(place != 1 + sum(other < place for other in ranked) for place in ranked):
        findings.say(
            "places", f"{places}: a place is one more than the number of seats before it; 0 is no place", state.place
        )
    if 0 in places and not setup.game.may_lose(setup):
        findings.say(
            "places",
            f"{places}: the first place is 1; 0 is for who has lost without a place, and may_lose() says nobody can",
            state.place,
        )
    if not 0 <= state.ending() < len(setup.game.rules):
        findings.say("places", f"ending() is {state.ending()}, not the number of a rule")


@under("copies")
def copies(findings: Findings, setup: Setup, state: State, rng: random.Random) -> None:
    """A copy played on does not change the original, nor the other way round."""
    before = state.encode()
    copy, other = state.copy(), state.copy()
    if copy is state or copy.encode() != before or type(copy) is not type(state):
        findings.say("copies", "a copy is not an equal state of its own")
    _play_on(setup, copy, rng)
    if state.encode() != before or other.encode() != before:
        findings.say("copies", "playing on a copy changed the original or another copy")
    for seat in (*range(setup.players), -1):
        known = state.known(seat)
        shown = known.encode()
        deal = known.imagine(seat, Seeded(rng.getrandbits(62), setup.tables.streams, setup.tables.widest))
        if known.encode() != shown:
            findings.say("copies", f"imagine() changed what seat {seat} knows")
        _play_on(setup, deal, rng)
        if known.encode() != shown or state.encode() != before:
            findings.say("copies", f"playing on an imagined deal changed what seat {seat} knows, or the real state")
        again = state.copy()
        known = again.known(seat)
        _play_on(setup, again, rng)
        if known.encode() != shown:
            findings.say("copies", f"what seat {seat} was shown changed when the game went on")


def _play_on(setup: Setup, state: State, rng: random.Random, steps: int = 3) -> None:
    source = Seeded(rng.getrandbits(62), setup.tables.streams, setup.tables.widest)
    for _ in range(steps):
        state.deal(source)
        turn = state.turn()
        if turn < 0:
            return
        state.play(turn, rng.choice(state.moves(turn, len(setup.notation))))
