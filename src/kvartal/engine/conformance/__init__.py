"""The conformance suite: what every game promises, checked on random games of any Game.

    findings = conformance.check(game)          # every case of a game
    findings = conformance.check_case(case)     # one number of players with one choice of options
    cases = conformance.cases(game)             # for pytest.mark.parametrize(..., ids=str)

A finding names the law that was broken. Nothing here knows a game by name; `docs/engine.md` tells the laws in words.
"""

import random
from collections.abc import Callable, Iterable

from kvartal.engine.conformance import (
    board_laws,
    chance_laws,
    coach_laws,
    imagine_laws,
    match_laws,
    move_laws,
    observation_laws,
    picture_laws,
    reason_laws,
    round_laws,
    secrecy_laws,
    shown_laws,
)
from kvartal.engine.conformance.cases import Case as Case
from kvartal.engine.conformance.cases import cases as cases
from kvartal.engine.conformance.findings import LAWS as LAWS
from kvartal.engine.conformance.findings import Finding as Finding
from kvartal.engine.conformance.findings import Findings
from kvartal.engine.conformance.imagine_laws import Worlds as Worlds
from kvartal.engine.conformance.trace import trace as trace
from kvartal.engine.game import Game, Setup
from kvartal.engine.source import Seeded
from kvartal.engine.state import CHANCE, OVER, State

GAMES = 3  # random games for one case
STEPS = 60  # moves and draws of one game that are looked at; long games are entered in the middle
FEWEST_STEPS = 8
LARGE = 1000  # cells; a larger table is looked at for fewer steps, because each of them costs more


def check(game: Game, games: int = GAMES, seed: int = 1, steps: int = STEPS) -> list[Finding]:
    """Every case of a game."""
    findings = Findings(game.key, game)
    found = findings.attempt("bounds", "what can be set up", cases, game) or []
    return findings.found + [finding for case in found for finding in check_case(case, games, seed, steps)]


def check_case(case: Case, games: int = GAMES, seed: int = 1, steps: int = STEPS) -> list[Finding]:
    """Some random games of one case, every position held against every law."""
    findings = Findings(str(case), case.game)
    setup = findings.attempt("bounds", "the set-up", case.setup)
    if setup is None:
        return findings.found
    steps = max(FEWEST_STEPS, min(steps, steps * LARGE // setup.layout.size))
    for laws in (board_laws, move_laws, chance_laws, secrecy_laws, shown_laws, picture_laws, observation_laws):
        findings.run(laws.set_up, setup)
    findings.run(coach_laws.set_up, setup)
    deals = imagine_laws.Deals(setup)
    for number in range(games):
        rng = random.Random(f"{seed} {number} {case}")
        findings.step = 0
        findings.run(_walk, setup, rng, steps, number, deals)
        for walk in (match_laws.undo, match_laws.replay, secrecy_laws.twin_worlds, imagine_laws.exactly):
            findings.step = 0
            findings.run(walk, setup, rng, steps)
    findings.run(shown_laws.story, setup, random.Random(f"{seed} {case}"), steps)
    findings.run(imagine_laws.verdict, deals)
    return findings.found


POSITION_LAWS: Iterable[Callable[..., None]] = (
    board_laws.position,
    board_laws.copies,
    move_laws.position,
    move_laws.default,
    chance_laws.position,
    secrecy_laws.position,
    secrecy_laws.log,
    secrecy_laws.learned,
    round_laws.interleaving,
)


def _walk(
    findings: Findings, setup: Setup, rng: random.Random, steps: int, number: int, deals: imagine_laws.Deals
) -> None:
    """One random game. Earlier states are kept, and must be at the end what they were (the cheapest aliasing test)."""
    source = Seeded(rng.getrandbits(62), setup.tables.streams, setup.tables.widest)
    eyes = random.Random(number)  # who looks, and how: no part of the game
    state = setup.start()
    if number:  # the first game is watched from its set-up, the others from somewhere on
        state = _ahead(setup, state, rng, source)
    else:
        findings.run(shown_laws.ends, setup, state, eyes)
    kept: list[tuple[State, bytes]] = []
    census = setup.game.census(setup, setup.start())
    for findings.step in range(steps):
        kept.append((state, state.encode()))
        findings.run(board_laws.conservation, setup, state, census)
        for law in POSITION_LAWS:
            findings.run(law, setup, state, rng)
        for law in (shown_laws.position, shown_laws.greedy):
            findings.run(law, setup, state, eyes)
        findings.run(observation_laws.position, setup, state)
        findings.run(reason_laws.position, setup, state, random.Random(f"{findings.setup} {number} {findings.step}"))
        findings.run(deals.ask, setup, state, rng)
        if state.turn() == OVER or findings.endless:
            break
        before = state
        state = state.copy()
        mover = _step(setup, state, rng, source)
        findings.run(secrecy_laws.unfinished_turn, setup, before, state, mover)
    if number == 0:
        findings.run(shown_laws.ends, setup, state, eyes)
    for step, (earlier, encoded) in enumerate(kept):
        if earlier.encode() != encoded:
            findings.say("copies", f"the state of step {step} changed while its copies were played on")


def _ahead(setup: Setup, state: State, rng: random.Random, source: Seeded) -> State:
    """Some steps on, but not at the end."""
    for _ in range(rng.choice((3, 10, 30, 100, 300))):
        ahead = state.copy()
        if _step(setup, ahead, rng, source) is None or ahead.turn() == OVER:
            break
        state = ahead
    return state


def _step(setup: Setup, state: State, rng: random.Random, source: Seeded) -> int | None:
    """One random move or draw; whose it was. None: the game is over."""
    turn = state.turn()
    if turn == OVER:
        return None
    if turn == CHANCE:
        owner = setup.streams[state.stream()].owner
        state.happen(state.pick(source))
        return owner
    seat = rng.choice([seat for seat in range(setup.players) if state.owes(seat)])
    state.play(seat, rng.choice(state.moves(seat, len(setup.notation))))
    return seat
