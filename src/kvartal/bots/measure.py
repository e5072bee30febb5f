"""How fast minds and the tree are on this machine: the best of several short runs, on one core, by CPU time."""

from time import process_time

from kvartal.bots.rollout import play_by_policy
from kvartal.bots.tree import Tree
from kvartal.engine.game import Setup
from kvartal.engine.mind import CERTAIN, Mind
from kvartal.engine.source import Seeded
from kvartal.engine.state import OVER
from kvartal.engine.thinking import RIVALS

RUNS = 5
WALKS = 2000
EXPLORE, URGENCY = 300_000, 60_000


def measure(setup: Setup, seconds: float) -> dict[str, float]:
    """Both figures of one set-up, in about so many seconds."""
    run = seconds / 2 / RUNS
    return {
        "policy_rollouts_per_s": round(max(rollouts(setup, run, number) for number in range(RUNS)), 1),
        "tree_node_visits_per_s": round(max(visits(setup, run, number) for number in range(RUNS))),
    }


def rollouts(setup: Setup, seconds: float, seed: int) -> float:
    """Games from the start to the end per second, played by the policy; rivals as the game's Thinking has them."""
    mind, start = setup.game.mind(setup), setup.start()
    rivals = RIVALS.index(setup.game.thinking(setup).rivals)
    draws, choices = Seeded(0, setup.tables.streams, setup.tables.widest), Seeded(0, setup.players, 1)
    games, chunk, began = 0, 1, process_time()
    while True:
        play_by_policy(mind, start, draws, choices, rivals, chunk, seed * 1_000_003 + games)
        games += chunk
        passed = process_time() - began
        if passed >= seconds:
            return games / passed
        chunk = min(2 * chunk, 1000)


def visits(setup: Setup, seconds: float, seed: int) -> float:
    """Nodes that the tree passes per second where nothing is rolled out and every state is worth the same."""
    mind = Mind(setup.tables, [])
    mind.trust = 0
    tree = Tree(setup.tables, mind)
    tree.set_up(0, 0, EXPLORE, URGENCY, CERTAIN)
    draws = Seeded(seed, setup.tables.streams, setup.tables.widest)
    passed, took = 0, 0.0
    while took < seconds:
        state = setup.start()
        state.deal(draws)
        seat = state.turn()
        if seat == OVER:
            return 0.0
        tree.begin(state.known(seat), seat, seed, WALKS)
        began = process_time()
        tree.walk(WALKS)
        took += process_time() - began
        passed += tree.passed
    return passed / took
