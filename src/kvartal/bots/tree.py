# compiled
"""A tree of knowledge: every seat does what is best for itself, as far as it can know (PUCT).

Each iteration imagines one world, walks down the tree, adds one node, plays on by the policy and is remembered on the
way back. A node is what its mover knows, never the whole state: nobody sees another's hidden turn, and moves made at
the same time do not answer each other. All is counted in whole numbers, so every machine thinks alike.
"""

from typing import Final, final

from kvartal.bots.rollout import SIT_OUT, THINK, mover_of, roll_out, world_seed
from kvartal.engine.mind import CERTAIN, Mind
from kvartal.engine.native import i64, vec
from kvartal.engine.source import GOLDEN, Seeded
from kvartal.engine.state import OVER, State, Tables

DEEPEST: Final = 400  # moves of a walk
LOWEST: Final = -(1 << 62)
ROOT: Final = 0
ROOTED: Final = 20  # bits: a node keeps the root of its visits × 2²⁰, so 1024 times the root of its visits
EDGE_ROOM: Final = 8  # edges per node to begin with; more is made when needed


@final
class Tree:
    """One thought at a time: begin(), then walk() as often as there is time. Its pools are used again."""

    def __init__(self, tables: Tables, mind: Mind) -> None:
        self.mind = mind
        self.players = tables.players
        self.draws = Seeded(0, tables.streams, tables.widest)
        self.choices = Seeded(0, tables.players, 1)
        self.moves = vec[i64]([0] * tables.moves)
        self.priors = vec[i64]([0] * tables.moves)
        self.values = vec[i64]([0] * tables.players)  # of this walk, by seat,
        self.valued = vec[i64]([0] * tables.players)  # and the walk for which they hold
        self.path_nodes = vec[i64]([0] * (DEEPEST + 1))
        self.path_edges = vec[i64]([0] * (DEEPEST + 1))
        # Nodes
        self.nodes: i64 = 0
        self.slots = vec[i64]([0])  # open addressing: node + 1, or 0
        self.keys = vec[i64]([0])
        self.seats = vec[i64]([0])
        self.visits = vec[i64]([0])
        self.roots = vec[i64]([0])
        self.totals = vec[i64]([0])
        self.firsts = vec[i64]([0])  # its edges: from here,
        self.counts = vec[i64]([0])  # so many
        # Edges
        self.edges: i64 = 0
        self.edge_moves = vec[i64]([0])
        self.edge_priors = vec[i64]([0])
        self.edge_visits = vec[i64]([0])
        self.edge_totals = vec[i64]([0])
        self.edge_means = vec[i64]([0])
        # What is asked for of the root's edges besides
        self.squares = vec[i64]([0] * tables.moves)  # of values in thousandths
        self.wins = vec[i64]([0] * tables.moves)
        self.points = vec[i64]([0] * tables.moves)
        self.point_squares = vec[i64]([0] * tables.moves)
        self.wanted = vec[i64]([0] * tables.moves)  # visits that an edge shall have in any case
        self.set_up(0, 0, 0, 0, 0)
        self.begin(State([]), 0, 0, 0)

    def set_up(self, cut: i64, rivals: i64, explore: i64, urgency: i64, scale: i64) -> None:
        """As the game's Thinking says."""
        self.cut = cut
        self.rivals = rivals
        self.explore = explore
        self.urgency = urgency
        self.scale = scale

    def begin(self, known: State, seat: i64, seed: i64, most: i64) -> None:
        """Think about what a seat knows, with room for so many walks."""
        self.known = known
        self.me = seat
        self.seed = seed
        self.walks: i64 = 0
        self.passed: i64 = 0  # nodes on all walks
        self.ended: i64 = 0  # walks that came to the end of the game
        self.low: i64 = -LOWEST
        self.high: i64 = LOWEST
        self.asked: i64 = 0
        self.nodes = 0
        self.edges = 0
        size: i64 = 16
        while size < 4 * (most + 2):
            size *= 2
        if len(self.slots) < size:
            self.slots = vec[i64]([0] * size)
            self.keys = vec[i64]([0] * size)
            self.seats = vec[i64]([0] * size)
            self.visits = vec[i64]([0] * size)
            self.roots = vec[i64]([0] * size)
            self.totals = vec[i64]([0] * size)
            self.firsts = vec[i64]([0] * size)
            self.counts = vec[i64]([0] * size)
            self.widen(size * EDGE_ROOM)
        self.slot_mask = len(self.slots) - 1
        i: i64 = 0
        while i <= self.slot_mask:
            self.slots[i] = 0
            i += 1
        i = 0
        while i < self.players:
            self.valued[i] = 0
            i += 1
        i = 0
        while i < len(self.wanted):
            self.wanted[i] = 0
            self.squares[i] = 0
            self.wins[i] = 0
            self.points[i] = 0
            self.point_squares[i] = 0
            i += 1

    def widen(self, size: i64) -> None:
        """Room for more edges; what there is stays."""
        self.edge_moves = longer(self.edge_moves, size)
        self.edge_priors = longer(self.edge_priors, size)
        self.edge_visits = longer(self.edge_visits, size)
        self.edge_totals = longer(self.edge_totals, size)
        self.edge_means = longer(self.edge_means, size)

    def want(self, move: i64, visits: i64) -> None:
        """This move of the root is looked at so often in any case. Before the first walk."""
        self.wanted[move] = visits
        self.asked += 1

    # Walking ---------------------------------------------------------------------------------------------------------

    def walk(self, times: i64) -> None:
        """So many iterations more."""
        while times > 0:
            self.walk_once()
            times -= 1

    def walk_once(self) -> None:
        seed: i64 = world_seed(self.seed, self.walks)
        self.walks += 1
        self.draws.reseed(seed)
        self.choices.reseed(seed ^ GOLDEN)
        state = self.known.imagine(self.me, self.draws)
        steps: i64 = 0
        waits: i64 = 0
        grown: bool = False
        while steps < DEEPEST and not grown:
            mover: i64 = mover_of(state, self.me, self.draws)
            if mover == OVER:
                break
            if mover != self.me and self.rivals != THINK:
                waits += 1
                if waits > 100 * DEEPEST:
                    break
                if self.rivals == SIT_OUT:
                    self.mind.sit_out(state, mover, self.choices)
                else:
                    state.play(mover, self.mind.policy(state, mover, self.choices))
                continue
            key: i64 = 0 if steps == 0 else state.known(mover).hash64() ^ mover
            before: i64 = self.nodes
            node: i64 = self.node_at(state, mover, key)
            self.path_nodes[steps] = node
            self.path_edges[steps] = -1
            # A node with a single move is no decision: the walk goes on and ends at the next one.
            grown = self.nodes > before and self.counts[node] > 1 and node != ROOT
            if not grown:
                edge: i64 = self.best_edge(node)
                self.path_edges[steps] = edge
                state.play(mover, self.edge_moves[edge])
            steps += 1
        roll_out(self.mind, state, self.me, self.draws, self.choices, self.cut, self.rivals)
        self.remember(state, steps)

    def node_at(self, state: State, mover: i64, key: i64) -> i64:
        """The node of this knowledge; a new one if it was never met."""
        slot: i64 = key & self.slot_mask
        while self.slots[slot] != 0:
            node: i64 = self.slots[slot] - 1
            if self.keys[node] == key:
                return node
            slot = (slot + 1) & self.slot_mask
        node = self.nodes
        if 2 * node > self.slot_mask:
            return self.last_resort(state, mover)
        self.slots[slot] = node + 1
        self.nodes = node + 1
        self.keys[node] = key
        self.expand(state, mover, node)
        return node

    def last_resort(self, state: State, mover: i64) -> i64:
        """No room for more (a game of single moves for ever): one node beyond the table serves them all in turn."""
        self.expand(state, mover, self.nodes)
        return self.nodes

    def expand(self, state: State, mover: i64, node: i64) -> None:
        self.seats[node] = mover
        self.visits[node] = 0
        self.roots[node] = 0
        self.totals[node] = 0
        self.firsts[node] = self.edges
        count: i64 = state.fill_moves(mover, self.moves)
        self.counts[node] = count
        if count > 1:
            self.mind.fill_priors(state, mover, self.moves, count, self.priors)
        if self.edges + count > len(self.edge_moves):
            self.widen(2 * (self.edges + count))
        i: i64 = 0
        while i < count:
            edge: i64 = self.edges + i
            self.edge_moves[edge] = self.moves[i]
            self.edge_priors[edge] = self.priors[i]
            self.edge_visits[edge] = 0
            self.edge_totals[edge] = 0
            self.edge_means[edge] = 0
            i += 1
        self.edges += count

    def best_edge(self, node: i64) -> i64:
        """What has been good, or is promising and little tried."""
        edge: i64 = self.firsts[node]
        end: i64 = edge + self.counts[node]
        if end == edge + 1:
            return edge
        if node == ROOT and self.asked > 0:
            while edge < end:
                if self.edge_visits[edge] < self.wanted[self.edge_moves[edge]]:
                    return edge
                edge += 1
            edge = self.firsts[node]
        unit: i64 = self.scale
        if unit == 0:
            unit = self.high - self.low if self.high > self.low else CERTAIN
        first: i64 = 0  # what a move that was never tried is worth
        if self.visits[node] > 0:
            first = self.totals[node] // self.visits[node] - self.urgency * unit // CERTAIN
        eager: i64 = self.explore * self.roots[node] // 1024  # millionths × the root of the visits
        best: i64 = LOWEST
        found: i64 = edge
        while edge < end:
            tried: i64 = self.edge_visits[edge]
            bonus: i64 = eager * self.edge_priors[edge] // ((1 + tried) * CERTAIN)
            if unit != CERTAIN:
                bonus = bonus * unit // CERTAIN
            worth: i64 = bonus + (self.edge_means[edge] if tried > 0 else first)
            if worth > best:
                best = worth
                found = edge
            edge += 1
        return found

    def remember(self, state: State, steps: i64) -> None:
        """What came of this walk, for every node on it as its mover sees it."""
        over: bool = state.turn() == OVER
        if over:
            self.ended += 1
        self.passed += steps
        step: i64 = 0
        while step < steps:
            node: i64 = self.path_nodes[step]
            edge: i64 = self.path_edges[step]
            seat: i64 = self.seats[node]
            if self.valued[seat] != self.walks:
                self.valued[seat] = self.walks
                self.values[seat] = self.mind.value(state, seat)
            value: i64 = self.values[seat]
            if value < self.low:
                self.low = value
            if value > self.high:
                self.high = value
            self.visits[node] += 1
            self.roots[node] = root_near(self.visits[node] << ROOTED, self.roots[node])
            self.totals[node] += value
            if edge >= 0:
                self.edge_visits[edge] += 1
                self.edge_totals[edge] += value
                self.edge_means[edge] = self.edge_totals[edge] // self.edge_visits[edge]
            if step == 0:
                self.remember_root(state, self.edge_moves[edge], value, over)
            step += 1

    def remember_root(self, state: State, move: i64, value: i64, over: bool) -> None:
        small: i64 = value // 1000
        self.squares[move] += small * small
        points: i64 = state.score(self.me)
        self.points[move] += points
        self.point_squares[move] += points * points
        if over and state.place(self.me) == 1:
            self.wins[move] += 1

    # What it has found -----------------------------------------------------------------------------------------------

    def found(self) -> list[tuple[int, int, int, int, int, int, int]]:
        """For each move of the root: move, visits, sum of values, of their squares (in thousandths), wins, points,
        squares of points."""
        moves: list[tuple[int, int, int, int, int, int, int]] = []
        edge: i64 = self.firsts[ROOT]
        end: i64 = edge + self.counts[ROOT]
        while edge < end and self.nodes > 0:
            m: i64 = self.edge_moves[edge]
            moves.append(
                (
                    m,
                    self.edge_visits[edge],
                    self.edge_totals[edge],
                    self.squares[m],
                    self.wins[m],
                    self.points[m],
                    self.point_squares[m],
                )
            )
            edge += 1
        return moves

    def most_tried(self, state: State, seat: i64, fewest: i64) -> i64:
        """The favourite of a seat in a later state of its turn; −1 where too little is known about it."""
        key: i64 = state.known(seat).hash64() ^ seat
        slot: i64 = key & self.slot_mask
        while self.slots[slot] != 0:
            node: i64 = self.slots[slot] - 1
            if self.keys[node] == key:
                return self.favourite(node, fewest)
            slot = (slot + 1) & self.slot_mask
        return -1

    def favourite(self, node: i64, fewest: i64) -> i64:
        edge: i64 = self.firsts[node]
        end: i64 = edge + self.counts[node]
        if end == edge + 1:
            return self.edge_moves[edge]
        if self.visits[node] < fewest:
            return -1
        best: i64 = edge
        while edge < end:
            if self.edge_visits[edge] > self.edge_visits[best]:
                best = edge
            edge += 1
        return self.edge_moves[best]


def longer(old: vec[i64], size: i64) -> vec[i64]:
    new = vec[i64]([0] * size)
    i: i64 = 0
    while i < len(old) and i < size:
        new[i] = old[i]
        i += 1
    return new


def root_near(square: i64, guess: i64) -> i64:
    """The whole root of a number, from a guess that is not far off."""
    root: i64 = guess
    if root == 0:
        root = 1 << (ROOTED // 2)
    while True:
        following: i64 = (root + square // root) >> 1
        if following == root or following == root + 1:
            break
        root = following
    while root * root > square:
        root -= 1
    while (root + 1) * (root + 1) <= square:
        root += 1
    return root
