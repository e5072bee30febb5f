# compiled
"""Batch: many games of one set-up stepped together, for those who learn. A row is a game with a source of its own.

What a step gives lies in flat arrays that NumPy sees without copying, and that the next step overwrites. Actions come
in as bytes, two for each row, the low one first. A row depends on its seed and its actions alone, never on the others.
"""

from typing import Final, final

from kvartal.engine.game import Setup
from kvartal.engine.mind import Mind
from kvartal.engine.native import i16, i64, u8, vec
from kvartal.engine.observation import Observer
from kvartal.engine.source import GOLDEN, MASK, Seeded, mixed
from kvartal.engine.state import CHANCE, OVER, State

EVERYBODY: Final = -1  # as the learner: all seats are played from outside, one after the other
ANYBODY: Final = -2  # another seat in every game
MOST_FORCED: Final = 10_000  # moves without a choice that are made in a row
ALL: Final = -1  # as the number of legal actions: the game has ended, and any action will do

# What is rewarded
REWARDS: Final = ("place", "score", "difference", "shaped")
PLACE: Final = 0  # at the end, zero-sum from −1 to 1; alone 1 or −1
SCORE: Final = 1  # at the end, the points
DIFFERENCE: Final = 2  # at the end, the points less those of the best rival
SHAPED: Final = 3  # the points as they come: the change since the last step, as the seat knows it


def seed_of(seed: i64, number: i64) -> i64:
    """The seed of the n-th game of a row; the first is dealt by its own."""
    if number == 0:
        return seed
    low: i64 = mixed((seed & MASK) ^ ((number * GOLDEN) & MASK))
    high: i64 = mixed(((seed >> 32) & MASK) ^ low)
    return (high << 31) | (low >> 1)


@final
class Batch:
    """`learner`: the seat that is played from outside, the others by `rivals` (None: at random); or EVERYBODY."""

    def __init__(
        self,
        setup: Setup,
        rows: int,
        neighbours: int | None = None,
        rewards: str = "place",
        skip_forced: bool = False,
        max_moves: int = 0,
        learner: int = EVERYBODY,
        rivals: Mind | None = None,
    ) -> None:
        if rows < 1:
            raise ValueError(f"a batch has one row or more, not {rows}")
        if rewards not in REWARDS:
            raise ValueError(f"rewards: {rewards!r} is none of {', '.join(REWARDS)}")
        if max_moves < 0:
            raise ValueError(f"max_moves: 0 (no limit) or more, not {max_moves}")
        if not ANYBODY <= learner < setup.players:
            raise ValueError(f"learner: seats are 0 to {setup.players - 1}, not {learner}")
        observer = Observer(setup, neighbours)
        tables = setup.tables
        self.setup = setup
        self.observer = observer
        self.rows: i64 = rows
        self.players: i64 = setup.players
        self.width: i64 = observer.width
        self.actions: i64 = observer.actions
        self.kind: i64 = REWARDS.index(rewards)
        self.skip_forced = skip_forced
        self.max_moves: i64 = max_moves
        self.learner: i64 = learner
        self.rivals = rivals
        self.undecided = {i for i, rule in enumerate(setup.game.rules) if rule.id in setup.game.undecided}
        self.begin = setup.start()
        self.states: list[State] = [setup.start() for _ in range(rows)]
        self.sources: list[Seeded] = [Seeded(0, tables.streams, tables.widest) for _ in range(rows)]
        self.choices: list[Seeded] = [Seeded(0, setup.players + 1, 1) for _ in range(rows)]
        self.seeds = vec[i64]([0] * rows)
        self.games = vec[i64]([0] * rows)  # how many were begun since the seed was set
        self.mine = vec[i64]([0] * rows)  # the learner's seat in this game
        self.moves = vec[i64]([0] * tables.moves)  # scratch
        self.listed = vec[i64]([0] * (rows * tables.moves))  # the legal actions of each row
        self.counts = vec[i64]([ALL] * rows)  # and how many they are
        self.scores = vec[i64]([0] * (rows * setup.players))  # shaped: at the last step
        # What a step gives
        self.observations = vec[i16]([0] * (rows * observer.width))
        self.masks = vec[u8]([0] * (rows * observer.actions))
        self.seats = vec[i64]([0] * rows)  # who is to move, or when over: whose observation it is
        self.rewards = vec[float]([0.0] * (rows * setup.players))
        self.terminated = vec[u8]([1] * rows)
        self.truncated = vec[u8]([0] * rows)
        self.lengths = vec[i64]([0] * rows)  # moves of this game so far, forced ones and those of rivals included
        self.chosen = vec[i16]([0] * rows)  # by sample()
        self.given = vec[i64]([0] * rows)  # the actions of this step
        # What look() gives
        self.looked = vec[i16]([0] * max(observer.width, observer.size))
        self.looked_mask = vec[u8]([0] * observer.actions)

    # Beginning --------------------------------------------------------------------------------------------------------

    def reset(self, seeds: list[int]) -> None:
        """Begin a game in every row, dealt by its seed."""
        if len(seeds) != self.rows:
            raise ValueError(f"{self.rows} rows need as many seeds, not {len(seeds)}")
        row: i64 = 0
        while row < self.rows:
            self.reset_row(row, seeds[row])
            row += 1

    def reset_row(self, row: i64, seed: i64) -> None:
        self.seeds[row] = seed
        self.games[row] = 0
        self.restart(row)

    def restart(self, row: i64) -> None:
        """The next game of this row."""
        number: i64 = self.games[row]
        seed: i64 = seed_of(self.seeds[row], number)
        self.games[row] = number + 1
        self.sources[row].reseed(seed)
        self.choices[row].reseed(seed_of(seed, MOST_FORCED))
        self.states[row] = self.begin.copy()
        self.mine[row] = (self.seeds[row] + number) % self.players if self.learner == ANYBODY else self.learner
        self.terminated[row] = 0
        self.truncated[row] = 0
        self.lengths[row] = 0
        self.no_rewards(row)
        self.go_on(row)
        if self.kind == SHAPED:
            self.shape(row)
            self.no_rewards(row)

    def no_rewards(self, row: i64) -> None:
        i: i64 = row * self.players
        end: i64 = i + self.players
        while i < end:
            self.rewards[i] = 0.0
            i += 1

    # Stepping ---------------------------------------------------------------------------------------------------------

    def step(self, actions: bytes, restart: bool) -> None:
        """One action in every row. A row whose game is over begins the next one (`restart`), or stays as it is."""
        if len(actions) != 2 * self.rows:
            raise ValueError(f"{self.rows} rows need {2 * self.rows} bytes, two for each action, not {len(actions)}")
        wrong: i64 = self.first_illegal(actions)
        given = self.given
        if wrong >= 0:
            raise ValueError(self.why_not(wrong, given[wrong]))
        row: i64 = 0
        while row < self.rows:
            if self.counts[row] != ALL:
                self.no_rewards(row)
                seat: i64 = self.seats[row]
                self.states[row].play(seat, self.observer.code(seat, given[row]))
                self.lengths[row] += 1
                self.go_on(row)
                if self.kind == SHAPED:
                    self.shape(row)
            elif restart:
                self.restart(row)
            else:
                self.no_rewards(row)
            row += 1

    def first_illegal(self, actions: bytes) -> i64:
        """The first row whose action is not legal, −1: there is none. All of them lie in `given` then."""
        given, counts, masks = self.given, self.counts, self.masks
        past: i64 = self.actions
        row: i64 = 0
        while row < self.rows:
            action: i64 = actions[2 * row] | (actions[2 * row + 1] << 8)
            given[row] = action
            if counts[row] != ALL and (action >= past or masks[row * past + action] == 0):
                return row
            row += 1
        return -1

    def why_not(self, row: int, action: int) -> str:
        if action >= self.actions:
            return f"row {row}: actions are 0 to {self.actions - 1}, not {action}"
        seat = int(self.seats[row])
        name = self.setup.notation[self.observer.code(seat, action)]
        rule = self.states[row].refusal(seat, self.observer.code(seat, action))
        said = f": {self.setup.game.rules[rule].text}" if rule >= 0 else ""
        return f"row {row}: action {action}, {name!r}, is not legal for seat {seat}{said}"

    def go_on(self, row: i64) -> None:
        """Chance, rivals and moves without a choice, until somebody has to be asked, or the game is over."""
        state = self.states[row]
        mine: i64 = self.mine[row] if self.learner != EVERYBODY else EVERYBODY
        seat: i64 = state.turn()
        count: i64 = 0
        forced: i64 = 0
        while True:
            if seat == CHANCE:
                state.deal(self.sources[row])
                seat = state.turn()
            if seat == OVER:
                self.terminated[row] = 1
                self.finish(row, True)
                return
            if self.max_moves and self.lengths[row] >= self.max_moves:
                self.truncated[row] = 1
                self.seats[row] = seat
                self.finish(row, False)
                return
            if mine != EVERYBODY and seat != mine:
                state.play(seat, self.rival_move(row, state, seat))
            else:
                count = state.fill_moves(seat, self.moves)
                if not self.skip_forced or count != 1 or forced == MOST_FORCED:
                    break
                state.play(seat, self.moves[0])
                forced += 1
            self.lengths[row] += 1
            seat = state.turn()
        self.seats[row] = seat
        self.observer.fill(state, seat, self.observations, row * self.width)
        self.list_actions(row, seat, count)

    def rival_move(self, row: i64, state: State, seat: i64) -> i64:
        choices = self.choices[row]
        rivals = self.rivals
        if rivals is not None:
            return rivals.policy(state, seat, choices)
        count: i64 = state.fill_moves(seat, self.moves)
        return self.moves[choices.below(seat, count)] if count > 1 else self.moves[0]

    def list_actions(self, row: i64, seat: i64, count: i64) -> None:
        """The legal codes of the scratch as the mask of a row; what stood there before is taken back one by one."""
        first: i64 = row * self.actions
        self.clear_mask(row)
        turned: bool = seat > 0 and len(self.observer.seat_codes) > 0
        moves, listed, masks = self.moves, self.listed, self.masks
        i: i64 = 0
        while i < count:
            action: i64 = self.observer.action(seat, moves[i]) if turned else moves[i]
            listed[first + i] = action
            masks[first + action] = 1
            i += 1
        self.counts[row] = count

    def clear_mask(self, row: i64) -> None:
        first: i64 = row * self.actions
        count: i64 = self.counts[row]
        masks, listed = self.masks, self.listed
        i: i64 = 0
        if count == ALL:
            while i < self.actions:
                masks[first + i] = 0
                i += 1
        while i < count:
            masks[first + listed[first + i]] = 0
            i += 1

    def finish(self, row: i64, over: bool) -> None:
        """The last observation: of whoever moved last, or of the learner. Any action will do now, it is not made."""
        seat: i64 = self.mine[row] if self.learner != EVERYBODY else self.seats[row]
        self.seats[row] = seat
        self.observer.fill(self.states[row], seat, self.observations, row * self.width)
        first: i64 = row * self.actions
        i: i64 = 0
        while i < self.actions:
            self.masks[first + i] = 1
            i += 1
        self.counts[row] = ALL
        if over or self.kind != PLACE:
            self.reward(row)

    # Rewards ----------------------------------------------------------------------------------------------------------

    def reward(self, row: i64) -> None:
        state = self.states[row]
        first: i64 = row * self.players
        drawn: bool = self.kind == PLACE and self.players > 1 and len(self.undecided) > 0 and self.ended_drawn(state)
        seat: i64 = 0
        while seat < self.players:
            if self.kind == PLACE and not drawn:
                self.rewards[first + seat] = place_reward(state, seat, self.players)
            elif self.kind == SCORE:
                self.rewards[first + seat] = float(state.score(seat))
            elif self.kind == DIFFERENCE:
                self.rewards[first + seat] = float(state.score(seat) - best_rival(state, seat, self.players))
            seat += 1

    def ended_drawn(self, state: State) -> bool:
        return int(state.ending()) in self.undecided

    def shape(self, row: i64) -> None:
        """What each seat has gained since the last step, as far as it knows: a hidden turn of others tells nothing."""
        state = self.states[row]
        first: i64 = row * self.players
        seat: i64 = 0
        while seat < self.players:
            score: i64 = state.known(seat).score(seat)
            self.rewards[first + seat] = float(score - self.scores[first + seat])
            self.scores[first + seat] = score
            seat += 1

    # Choosing ---------------------------------------------------------------------------------------------------------

    def sample(self) -> None:
        """Any legal action for every row, into `chosen`, from a stream of the row's own."""
        row: i64 = 0
        while row < self.rows:
            count: i64 = self.counts[row]
            if count == ALL:
                self.chosen[row] = 0
            else:
                pick: i64 = self.choices[row].below(self.players, count) if count > 1 else 0
                self.chosen[row] = i16(self.listed[row * self.actions + pick])
            row += 1

    # Any seat at any time ---------------------------------------------------------------------------------------------

    def look(self, row: i64, seat: i64) -> i64:
        """What any seat sees now, into `looked` and `looked_mask`; how many actions it has (0: it owes no move)."""
        state = self.states[row]
        self.observer.fill(state, seat, self.looked, 0)
        i: i64 = 0
        while i < self.actions:
            self.looked_mask[i] = 0
            i += 1
        if self.counts[row] == ALL or not state.owes(seat):
            return 0
        count: i64 = state.fill_moves(seat, self.moves)
        i = 0
        while i < count:
            self.looked_mask[self.observer.action(seat, self.moves[i])] = 1
            i += 1
        return count

    def observe(self, state: State, seat: i64) -> None:
        """What a seat (NOBODY: a spectator) sees of any state of this set-up, into `looked`; no mask."""
        self.observer.fill(state, seat, self.looked, 0)

    def look_whole(self, row: i64) -> None:
        """The whole truth, into `looked`: what nobody at the table sees."""
        self.observer.fill_whole(self.states[row], self.looked, 0)

    def owing(self, row: i64) -> tuple[int, ...]:
        """The seats that owe a move."""
        return () if self.counts[row] == ALL else self.states[row].owing(self.players)

    def play_together(self, row: i64, actions: list[tuple[int, int]]) -> None:
        """Moves of several seats that owe one, as (seat, action): all of them act at once."""
        state = self.states[row]
        self.no_rewards(row)
        for seat, action in actions:
            state.play(seat, self.observer.code(seat, action))
            self.lengths[row] += 1
            if state.turn() == CHANCE:
                state.deal(self.sources[row])
        if self.skip_forced and state.turn() != OVER:
            self.play_forced(row)
        self.go_on(row)
        if self.kind == SHAPED:
            self.shape(row)

    def play_forced(self, row: i64) -> None:
        """Of all seats that owe a move, as long as one of them has no choice."""
        state = self.states[row]
        left: i64 = MOST_FORCED
        found: bool = True
        while found and left > 0:
            found = False
            for seat in state.owing(self.players):
                if state.owes(seat) and state.fill_moves(seat, self.moves) == 1:
                    state.play(seat, self.moves[0])
                    self.lengths[row] += 1
                    left -= 1
                    found = True
                    if state.turn() == CHANCE:
                        state.deal(self.sources[row])

    # Kept for later ---------------------------------------------------------------------------------------------------

    def snapshot(self, row: i64) -> tuple[bytes, list[int], list[int], list[int], list[int]]:
        """A row as it stands: its state, how far its sources are, its scores and counters."""
        first: i64 = row * self.players
        scores: list[int] = []
        seat: i64 = 0
        while seat < self.players:
            scores.append(self.scores[first + seat])
            seat += 1
        counters: list[int] = [self.seeds[row], self.games[row], self.lengths[row], self.seats[row]]
        return (
            self.states[row].encode(),
            [int(each) for each in self.sources[row].counts],
            [int(each) for each in self.choices[row].counts],
            scores,
            counters,
        )

    def resume(self, row: i64, kept: tuple[bytes, list[int], list[int], list[int], list[int]]) -> None:
        """Back to a snapshot, in this row or another of the same set-up; what is none of this set-up is refused."""
        data, draws, choices, scores, counters = kept
        state: State = self.setup.restore(data)
        if len(draws) != len(self.sources[row].counts) or len(scores) != self.players or len(counters) != 4:
            raise ValueError("not a snapshot of this set-up")
        self.seeds[row] = counters[0]
        self.games[row] = counters[1] - 1
        self.restart(row)
        self.states[row] = state
        _count(self.sources[row], draws)
        _count(self.choices[row], choices)
        self.lengths[row] = counters[2]
        self.seats[row] = counters[3]
        self.go_on(row)
        first: i64 = row * self.players
        seat: i64 = 0
        while seat < self.players:
            self.scores[first + seat] = scores[seat]
            self.rewards[first + seat] = 0.0
            seat += 1


def _count(source: Seeded, counts: list[int]) -> None:
    i: i64 = 0
    while i < len(counts):
        source.counts[i] = counts[i]
        i += 1


def rank(state: State, seat: i64, players: i64) -> i64:
    """The place of a seat, those who lost without a place behind all others."""
    place: i64 = state.place(seat)
    return place if place > 0 else players + 1


def place_reward(state: State, seat: i64, players: i64) -> float:
    """From 1 for the first to −1 for the last; who share places share what these bring, so that the sum is 0."""
    if players == 1:
        return 1.0 if state.place(seat) == 1 else -1.0
    mine: i64 = rank(state, seat, players)
    doubled: i64 = 0  # twice the mean of the places shared, from 0
    other: i64 = 0
    while other < players:
        theirs: i64 = rank(state, other, players)
        if theirs < mine:
            doubled += 2
        elif theirs == mine and other != seat:
            doubled += 1
        other += 1
    return 1.0 - float(doubled) / float(players - 1)


def best_rival(state: State, seat: i64, players: i64) -> i64:
    """The most points among the others; alone: 0."""
    best: i64 = 0
    found: bool = False
    other: i64 = 0
    while other < players:
        if other != seat:
            score: i64 = state.score(other)
            best = score if not found or score > best else best
            found = True
        other += 1
    return best
