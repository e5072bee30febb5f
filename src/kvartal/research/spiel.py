"""OpenSpiel: every game with explicit chance, one card at a time.

    import pyspiel, kvartal.research.spiel
    game = pyspiel.load_game("kvartal_flip(players=2)")
    turns = pyspiel.load_game("kvartal_welcome_turns")     # those who act at once are asked one after the other

Where seats act at once `kvartal_GAME` has simultaneous nodes, and `kvartal_GAME_turns` is its turn-based twin, which
most algorithms need. A twin is always declared as one of imperfect information: ISMCTS does not begin otherwise.
Returns are those of `rewards="place"`: zero-sum.
"""

from typing import Any

from kvartal.research import need
from kvartal.research.arrays import Arrays

need("pyspiel")

import numpy as np  # noqa: E402
import pyspiel  # noqa: E402

from kvartal.engine.batch import Batch, place_reward  # noqa: E402
from kvartal.engine.source import Seeded  # noqa: E402
from kvartal.engine.state import CHANCE, LEGAL, NOBODY, OVER, State  # noqa: E402
from kvartal.research.ids import Id, ids, set_up  # noqa: E402

TURNS = "_turns"
NOT_SEATS = {OVER: int(pyspiel.PlayerId.TERMINAL), CHANCE: int(pyspiel.PlayerId.CHANCE)}
LONGEST = 1_000_000  # where a game knows no bound


class Trail:
    """What a seat has seen and done, in order: it only ever grows at its end. Shared by all copies of a state."""

    __slots__ = ("acted", "before", "item", "seen")

    def __init__(self, before: "Trail | None", item: int, acted: bool) -> None:
        self.before = before
        self.item = item  # an action, or the hash of what the seat knew
        self.acted = acted
        self.seen: int | None = item  # what it saw last
        if acted:
            self.seen = before.seen if before is not None else None

    def items(self) -> list[tuple[int, bool]]:
        found: list[tuple[int, bool]] = []
        here: Trail | None = self
        while here is not None:
            found.append((here.item, here.acted))
            here = here.before
        return found[::-1]

    def text(self) -> str:
        return " ".join(f"!{item}" if acted else f"{item:x}" for item, acted in self.items())

    def __deepcopy__(self, memo: dict[int, Any]) -> "Trail":
        return self

    def __reduce__(self) -> tuple[Any, tuple[list[tuple[int, bool]]]]:
        return retraced, (self.items(),)


def retraced(items: list[tuple[int, bool]]) -> Trail:
    found = None
    for item, acted in items:
        found = Trail(found, item, acted)
    assert found is not None
    return found


def short_name(id: Id) -> str:
    return "kvartal_" + id.name.replace("-", "_")


def has_rounds(id: Id) -> bool:
    """Do seats confirm turns that they make at the same time?"""
    return any(field.confirms for _, field, _ in set_up(id.name).layout.placed())


def game_type(id: Id, turns: bool) -> Any:
    setup = set_up(id.name)
    game = setup.game
    kind = pyspiel.GameType
    rounds = has_rounds(id) and not turns
    hides = turns or game.secrets(setup.tables)
    return kind(
        short_name=short_name(id) + (TURNS if turns else ""),
        long_name=f"{game.title} ({id})",
        dynamics=kind.Dynamics.SIMULTANEOUS if rounds else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION if hides else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats.stop - 1,
        min_num_players=id.fewest(alone=False),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": setup.players},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc, no-any-unimported]
    def __init__(self, id: Id, turns: bool, params: dict[str, Any] | None = None) -> None:
        players = (params or {}).get("players") or set_up(id.name).players
        self.setup = setup = set_up(id.name, players)
        self.at_once = has_rounds(id) and not turns
        self.batch = Batch(setup, 1)  # for its observer and its scratch
        self.start = setup.start()
        self.names_seats = bool(setup.game.seat_codes(setup.tables))
        self.mind = setup.game.mind(setup)
        self.undecided = {i for i, rule in enumerate(setup.game.rules) if rule.id in setup.game.undecided}
        info = pyspiel.GameInfo(
            num_distinct_actions=len(setup.notation),
            max_chance_outcomes=max(len(stream.outcomes) for stream in setup.streams),
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=setup.game.longest(setup.tables) or LONGEST,
        )
        super().__init__(game_type(id, turns), info, params or {})

    def new_initial_state(self, from_string: str | None = None) -> "SpielState":
        return SpielRounds(self) if self.at_once else SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        return SpielObserver(self, iig_obs_type is not None and iig_obs_type.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc, no-any-unimported]
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.state: State = game.start.copy()
        self.trails: list[Trail | None] = [None] * game.setup.players
        self.pending: list[tuple[int, int]] = []  # of a joint move that waits for chance
        self.moment = object()  # another one after every move

    # Whose move it is -------------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        turn: int = self.state.turn()
        return turn if turn >= 0 else NOT_SEATS[turn]

    def is_terminal(self) -> bool:
        return bool(self.state.turn() == OVER)

    def _legal_actions(self, player: int) -> list[int]:
        game = self.get_game()
        if self.state.turn() < 0 or not self.state.owes(player):
            return []
        codes = self.state.moves(player, len(game.setup.notation))
        if not game.names_seats:
            return codes  # ascending already
        action = game.batch.observer.action
        return sorted(action(player, code) for code in codes)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        found = self.state.chances(self.get_game().setup.tables.widest)
        total = sum([weight for _, weight in found])
        return [(outcome, weight / total) for outcome, weight in found]

    # Moves ------------------------------------------------------------------------------------------------------------

    def _apply_action(self, action: int) -> None:
        turn = self.state.turn()
        if turn == CHANCE:
            if all(outcome != action for outcome, _ in self.state.chances(self.get_game().setup.tables.widest)):
                raise ValueError(f"{action} is none of the outcomes that chance_outcomes() tells")
            self.state.happen(action)
            if self.pending and self.state.turn() != CHANCE:
                self._play(self.pending)
        else:
            self._check(turn, action)
            self._play([(turn, action)])
        self._notice()

    def _apply_actions(self, actions: list[int]) -> None:
        owing = self.state.owing(self.get_game().setup.players)
        for seat in owing:
            self._check(seat, actions[seat])
        self._play([(seat, actions[seat]) for seat in owing])
        self._notice()

    def _check(self, seat: int, action: int) -> None:
        """Refuse what is not legal, with the rule: OpenSpiel itself asks nobody."""
        if seat == OVER:
            raise ValueError("the game is over: there is nothing to do any more")
        batch, setup = self.get_game().batch, self.get_game().setup
        if not 0 <= action < batch.actions:
            raise ValueError(f"actions are 0 to {batch.actions - 1}, not {action}")
        code = batch.observer.code(seat, action)
        rule = self.state.refusal(seat, code)
        if rule != LEGAL:
            said = setup.game.rules[rule]
            raise ValueError(
                f"{setup.notation[code]!r} ({action}) is not legal for seat {seat}: {said.id}: {said.text}"
            )

    def _play(self, moves: list[tuple[int, int]]) -> None:
        """One after the other, which is the same as at once; a draw that comes between them is made first."""
        code = self.get_game().batch.observer.code
        left = list(moves)
        while left and self.state.turn() != CHANCE:
            seat, action = left.pop(0)
            self.trails[seat] = Trail(self.trails[seat], action, True)
            self.state.play(seat, code(seat, action))
        self.pending = left

    def _notice(self) -> None:
        """Whoever sees something new adds it to its trail; the hidden turns of others are nothing to see."""
        self.moment = object()
        known = self.state.known
        for seat, trail in enumerate(self.trails):
            seen = known(seat).hash64()
            if trail is None or trail.acted or trail.seen != seen:
                self.trails[seat] = Trail(trail, seen, False)

    def _action_to_string(self, player: int, action: int) -> str:
        setup = self.get_game().setup
        if player == pyspiel.PlayerId.CHANCE:
            return (
                str(setup.streams[self.state.stream()].outcomes[action]) if self.state.turn() == CHANCE else str(action)
            )
        return str(setup.notation[self.get_game().batch.observer.code(player, action)])

    # The end ----------------------------------------------------------------------------------------------------------

    def returns(self) -> list[float]:
        game = self.get_game()
        players = game.setup.players
        if self.state.turn() != OVER or (players > 1 and self.state.ending() in game.undecided):
            return [0.0] * players
        return [place_reward(self.state, seat, players) for seat in range(players)]

    # Search -----------------------------------------------------------------------------------------------------------

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A state that fits what this seat knows, with the unknown dealt anew, in which this seat owes the move.

        What rivals who act at the same time have confirmed is dealt as not yet begun, because a rival's choice has no
        true probability. Those who would be asked before this seat then pass their turn; that is outside of the
        probabilities of the deal.
        """
        game = self.get_game()
        tables, players = game.setup.tables, game.setup.players
        seed = int(sampler() * 2**52)
        state = self.state.known(player).imagine(player, Seeded(seed, tables.streams, tables.widest))
        choices = Seeded(seed, players, 1)
        for rival in range(player) if self.state.turn() == player else ():
            while state.turn() != player and state.owes(rival):
                game.mind.sit_out(state, rival, choices)
        twin = self.clone()
        twin.state = state
        twin.trails = [
            trail if seat == player else Trail(None, state.known(seat).hash64(), False)
            for seat, trail in enumerate(self.trails)
        ]
        twin.moment = object()
        return twin  # type: ignore[no-any-return]

    def __str__(self) -> str:
        setup = self.get_game().setup
        return f"{setup.game.key} {self.state.encode().hex()}"


class SpielRounds(SpielState):
    """Where seats act at once."""

    def current_player(self) -> int:
        turn = super().current_player()
        if turn >= 0 and len(self.state.owing(self.num_players())) > 1:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return turn


class SpielObserver:
    """The observation of the other doors as a tensor of floats; with perfect recall a string alone."""

    def __init__(self, game: SpielGame, recalls: bool) -> None:
        self.game = game
        self.recalls = recalls
        self.arrays = Arrays(game.batch)
        self.width = int(game.batch.width)
        self.tensor = None if recalls else np.zeros(self.width, np.float32)
        self.dict = {} if recalls else {"observation": self.tensor}
        self.written: tuple[object, int] = (None, NOBODY)  # the moment and the seat that lie in the tensor

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is None or (self.written[0] is state.moment and self.written[1] == player):
            return  # OpenSpiel asks twice for one tensor
        self.game.batch.observe(state.state, player)
        self.tensor[:] = self.arrays.looked[: self.width]
        self.written = state.moment, player

    def string_from(self, state: SpielState, player: int) -> str:
        if self.recalls:
            trail = state.trails[player]
            return trail.text() if trail is not None else ""
        return " ".join(map(str, self.game.batch.observer.look(state.state, player if player >= 0 else NOBODY)))


def registered(id: Id, turns: bool) -> type[SpielGame]:
    """A class for every id: OpenSpiel lets go of what it was given after Python has ended; a class outlives that."""

    class Registered(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(id, turns, params)

    return Registered


def register() -> None:
    """Every id and its turn-based twin; importing this module does it."""
    known = set(pyspiel.registered_names())
    for each in ids():
        for turns in (False, True):
            name = short_name(each) + (TURNS if turns else "")
            if name not in known:
                pyspiel.register_game(game_type(each, turns), registered(each, turns))


register()
