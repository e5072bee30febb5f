"""Gymnasium: me against bots, or alone; one game at a time, or hundreds together.

    import gymnasium, kvartal.research.gym
    env = gymnasium.make("kvartal/flip-v1", players=2, bots="level2")
    envs = gymnasium.make_vec("kvartal/welcome-v1", num_envs=256, bots="policy")

`bots` are `random`, `policy` (what each game's search leans on; both play inside compiled code), any bot of
`kvartal bots`, or None: everybody is played from outside, one seat after the other.
"""

import math
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from kvartal.research.arrays import (
    Arrays,
    check_illegal,
    default_action,
    packed,
    seen,
    usual_rewards,
    whole_number,
)
from kvartal.research.spaces import action_space, observation_space

# isort: split
import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from kvartal.bots import Budget, Seated, ask, bot, check_name
from kvartal.engine.batch import ANYBODY, EVERYBODY, Batch
from kvartal.engine.game import Setup
from kvartal.engine.option import BadSetup
from kvartal.engine.view import View
from kvartal.research.ids import ids, set_up
from kvartal.research.render import MODES, check_mode, rendered

INSIDE = ("random", "policy")  # bots that play in compiled code
NO_ACTION = 2**16 - 1  # the largest that is sent; no game has so many
CLOCKLESS = Budget(math.inf, Budget().playouts)  # never by the clock: the same seed gives the same games


class Rivals:
    """Who sits at the other seats, where they do not play inside the batch: asked with a View each time they move."""

    def __init__(self, setup: Setup, names: Sequence[str]) -> None:
        self.setup = setup
        self.names = names
        self.seated: dict[int, dict[int, Seated]] = {}  # by row and seat

    def begin(self, row: int, me: int, seed: int) -> None:
        others = [seat for seat in range(self.setup.players) if seat != me]
        self.seated[row] = {
            seat: Seated(bot(name, seed + seat, self.setup.players))
            for seat, name in zip(others, self.names, strict=True)
        }

    def play(self, batch: Batch, row: int, me: int) -> float:
        """Until the learner is asked, or the game is over; what that brought the learner."""
        mine, reward = self.seated[row], 0.0
        while not batch.terminated[row] and not batch.truncated[row] and batch.seats[row] in mine:
            seat = int(batch.seats[row])
            move = ask(mine[seat], View.of(self.setup, batch.states[row], seat), CLOCKLESS)
            batch.play_together(row, [(seat, int(batch.observer.action(seat, move.code)))])
            reward += batch.rewards[row * self.setup.players + me]
        return reward


def rivals_of(setup: Setup, bots: str | Sequence[str] | None) -> list[str]:
    """A bot's name for every other seat; [] where they play inside the batch, or are not there."""
    if bots is None or setup.players == 1 or (isinstance(bots, str) and bots in INSIDE):
        return []
    names = [bots] * (setup.players - 1) if isinstance(bots, str) else list(bots)
    if len(names) != setup.players - 1:
        raise BadSetup(f"bots: one name, or one for each of the {setup.players - 1} others, not {len(names)}")
    for name in names:
        if name in INSIDE and name != "random":
            raise BadSetup(f"bots: {name!r} plays at all the other seats or at none")
        check_name(name)
    return names


def learner_of(setup: Setup, seat: int | None, bots: object, outside: bool) -> int:
    if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < setup.players):
        raise BadSetup(f"seat: 0 to {setup.players - 1}, or None: another one in every game; not {seat!r}")
    if outside or bots is None or setup.players == 1:
        return EVERYBODY
    return ANYBODY if seat is None else seat


class KvartalEnv(gymnasium.Env[Any, Any]):
    """I play one seat, bots the others. The mask of legal actions stands in `info` and in `action_masks()`."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        id: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        seat: int | None = 0,
        bots: str | Sequence[str] = "random",
        neighbours: int | None = None,
        rewards: str | None = None,
        illegal: str = "raise",
        skip_forced: bool = False,
        max_moves: int = 0,
        render_mode: str | None = None,
    ) -> None:
        if bots is None:
            raise BadSetup("bots: in an environment of one agent somebody plays the others; see KvartalVectorEnv")
        self.setup = setup = set_up(id, players, options)
        self.illegal = check_illegal(illegal)
        self.render_mode = check_mode(render_mode)
        names = rivals_of(setup, bots)
        self.seat = seat
        self.rivals = Rivals(setup, names) if names else None
        learner = learner_of(setup, seat, bots, bool(names))
        mind = setup.game.mind(setup) if bots == "policy" else None
        kind = usual_rewards(setup, rewards)
        self.batch = Batch(setup, 1, neighbours, kind, skip_forced, max_moves, learner, mind)
        self.arrays = Arrays(self.batch)
        self.observation_space = observation_space(self.batch.observer)
        self.action_space = action_space(self.batch)
        self.me = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        deal = int(self.np_random.integers(2**62)) if seed is None else seed
        self.batch.reset([deal])
        self.me = self.seat if self.seat is not None else deal % self.setup.players
        if self.rivals is not None:
            self.rivals.begin(0, self.me, deal)
            self.rivals.play(self.batch, 0, self.me)
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        batch = self.batch
        if batch.terminated[0] or batch.truncated[0]:
            raise RuntimeError("the game is over (or was never begun): reset() begins one")
        chosen = whole_number(action, int(batch.actions))
        if not batch.masks[chosen]:
            if self.illegal == "raise":
                raise ValueError(batch.why_not(0, chosen))
            if self.illegal == "lose":
                return self._observed(), -1.0, True, False, self._info()
            chosen = default_action(batch, 0, self.me)
        batch.step(packed(chosen), False)
        reward = batch.rewards[self.me]
        if self.rivals is not None:
            reward += self.rivals.play(batch, 0, self.me)
        return self._observed(), float(reward), bool(batch.terminated[0]), bool(batch.truncated[0]), self._info()

    def action_masks(self) -> Any:
        """For sb3-contrib."""
        return self.arrays.masks[0] != 0

    def render(self) -> Any:
        return rendered(View.of(self.setup, self.batch.states[0], self.me), self.render_mode)

    def _observed(self) -> Any:
        if self.batch.seats[0] == self.me:
            return self.arrays.observations[0].copy()
        self.batch.look(0, self.me)
        return self.arrays.looked[: self.batch.width].copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.arrays.masks[0].copy(), "seat": self.me}


class KvartalVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games stepped by one call, in compiled code. Rows are dealt by `seed`, `seed + 1`, …

    With `bots=None` all seats are played from outside: an observation is of `infos["seat"]`, the reward of whoever has
    just moved, and `infos["rewards"]` has everybody's.
    """

    def __init__(
        self,
        id: str,
        num_envs: int = 1,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        seat: int | None = 0,
        bots: str | Sequence[str] | None = "random",
        neighbours: int | None = None,
        rewards: str | None = None,
        illegal: str = "raise",
        skip_forced: bool = False,
        max_moves: int = 0,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
    ) -> None:
        self.setup = setup = set_up(id, players, options)
        self.illegal = check_illegal(illegal)
        if illegal == "lose":
            raise ValueError('illegal: many games at once know "raise" and "default"')
        self.mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.mode, "render_modes": list(MODES)}
        self.render_mode = check_mode(render_mode)
        names = rivals_of(setup, bots)
        self.rivals = Rivals(setup, names) if names else None
        self.seat = seat
        learner = learner_of(setup, seat, bots, bool(names))
        self.everybody = bots is None and setup.players > 1
        mind = setup.game.mind(setup) if bots == "policy" and setup.players > 1 else None
        kind = usual_rewards(setup, rewards)
        self.batch = batch = Batch(setup, num_envs, neighbours, kind, skip_forced, max_moves, learner, mind)
        self.arrays = Arrays(batch)
        self.num_envs = num_envs
        self.copy = copy
        self.single_observation_space = observation_space(batch.observer)
        self.single_action_space = action_space(batch)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)
        self._seeds: list[int] = []

    # Beginning --------------------------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        chosen = self._all_seeds(seed)
        rows = range(self.num_envs)
        if options and "reset_mask" in options:
            rows = self._masked(options["reset_mask"])  # type: ignore[assignment]
        for row in rows:
            if seed is None and self._seeds:
                self.batch.restart(row)
            else:
                self.batch.reset_row(row, chosen[row])
            self._seat_rivals(row)
        self._seeds = self._seeds or chosen
        return self._observed(), self._infos()

    def _all_seeds(self, seed: int | Sequence[int | None] | None) -> list[int]:
        if isinstance(seed, int | np.integer):
            return [int(seed) + row for row in range(self.num_envs)]
        given = [None] * self.num_envs if seed is None else list(seed)
        if len(given) != self.num_envs:
            raise ValueError(f"seed: one for each of the {self.num_envs} games, not {len(given)}")
        return [secrets.randbits(62) if each is None else int(each) for each in given]

    def _masked(self, mask: Any) -> list[int]:
        if not isinstance(mask, np.ndarray) or mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise ValueError(f"reset_mask: an array of {self.num_envs} booleans")
        if not mask.any():
            raise ValueError("reset_mask: one of them at least is True")
        return [int(row) for row in np.flatnonzero(mask)]

    def _seat_rivals(self, row: int) -> None:
        if self.rivals is not None:
            self.rivals.begin(row, self._me(row), int(self.batch.seeds[row] + self.batch.games[row]))
            self.rivals.play(self.batch, row, self._me(row))

    def _me(self, row: int) -> int:
        if self.seat is not None:
            return self.seat
        return int((self.batch.seeds[row] + self.batch.games[row] - 1) % self.setup.players)

    # Stepping ---------------------------------------------------------------------------------------------------------

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """An action for each game. With `copy=False` observations and masks are overwritten by the next step."""
        batch, arrays = self.batch, self.arrays
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ValueError(f"actions: {self.num_envs} whole numbers, not {given.dtype} of shape {given.shape}")
        if not self._seeds:
            raise RuntimeError("no game was begun yet: reset() begins them")
        over = arrays.terminated | arrays.truncated
        if self.mode == AutoresetMode.DISABLED and over.any():
            raise RuntimeError(f"games {np.flatnonzero(over).tolist()} are over: reset them with options['reset_mask']")
        movers = np.array(seen(batch.seats, np.int64)) if self.everybody else None
        sent = self._sent(given, over)
        raw = sent.tobytes()
        if self.illegal == "default" and batch.first_illegal(raw) >= 0:
            raw = self._replaced(sent)
        batch.step(raw, self.mode == AutoresetMode.NEXT_STEP)
        if self.rivals is not None:
            rewards = self._after_rivals(over)
        else:
            rewards = arrays.rewards[self._rows, self._movers(movers)]
        terminated, truncated = arrays.terminated.copy(), arrays.truncated.copy()
        infos: dict[str, Any] = {}
        if self.everybody:
            infos |= {"rewards": arrays.rewards.copy(), "_rewards": np.ones(self.num_envs, bool)}
        if self.mode == AutoresetMode.SAME_STEP:
            self._begin_anew(terminated | truncated, infos)
        return self._observed(), rewards, terminated, truncated, infos | self._infos()

    def _sent(self, given: Any, over: Any) -> Any:
        """Actions as the batch takes them. What does not fit into 16 bits must not turn into another one."""
        sent = given.astype("<u2")
        if given.dtype.itemsize > sent.dtype.itemsize and (sent != given).any():
            wild = sent != given
            refused = np.flatnonzero(wild & ~over)
            if len(refused) and self.illegal == "raise":
                most = self.batch.actions - 1
                raise ValueError(f"row {refused[0]}: actions are 0 to {most}, not {given[refused[0]]}")
            sent[wild] = NO_ACTION
        return sent

    def _movers(self, movers: Any) -> Any:
        if movers is not None:
            return movers
        return self.seat if self.seat is not None else np.array([self._me(row) for row in range(self.num_envs)])

    def _replaced(self, sent: Any) -> bytes:
        """Each illegal action by the move of somebody whose time is up."""
        sent = sent.copy()
        for row in range(self.num_envs):
            live = not (self.batch.terminated[row] or self.batch.truncated[row])
            if live and (sent[row] >= self.batch.actions or not self.arrays.masks[row, sent[row]]):
                sent[row] = default_action(self.batch, row, int(self.batch.seats[row]))
        return bytes(sent.tobytes())

    def _after_rivals(self, over: Any) -> Any:
        """Bots outside the batch make their moves; what I am rewarded with in the meantime is added up."""
        assert self.rivals is not None
        rewards = np.zeros(self.num_envs)
        for row in range(self.num_envs):
            if over[row]:
                if self.mode == AutoresetMode.NEXT_STEP:
                    self._seat_rivals(row)
                continue
            me = self._me(row)
            rewards[row] = self.arrays.rewards[row, me]
            rewards[row] += self.rivals.play(self.batch, row, me)
        return rewards

    def _begin_anew(self, over: Any, infos: dict[str, Any]) -> None:
        """SAME_STEP: the last observations go into the infos, and the next games begin."""
        if not over.any():
            return
        last = np.empty(self.num_envs, object)
        told = np.empty(self.num_envs, object)
        for row in np.flatnonzero(over).tolist():
            last[row] = self._row(row)
            told[row] = {"seat": int(self.batch.seats[row])}
            self.batch.restart(row)
            self._seat_rivals(row)
        infos |= {"final_obs": last, "_final_obs": over.copy(), "final_info": told, "_final_info": over.copy()}

    # Looking ----------------------------------------------------------------------------------------------------------

    def _row(self, row: int) -> Any:
        if self.rivals is not None and self.batch.seats[row] != self._me(row):
            self.batch.look(row, self._me(row))
            return self.arrays.looked[: self.batch.width].copy()
        return self.arrays.observations[row].copy()

    def _observed(self) -> Any:
        if self.rivals is not None:
            return np.stack([self._row(row) for row in range(self.num_envs)])
        return self.arrays.observations.copy() if self.copy else self.arrays.observations

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, bool)
        masks = self.arrays.masks.copy() if self.copy else self.arrays.masks
        return {
            "action_mask": masks,
            "_action_mask": every,
            "seat": np.array(seen(self.batch.seats, np.int64)),
            "_seat": every,
        }

    def action_masks(self) -> Any:
        """For sb3-contrib: a row of booleans for each game."""
        return self.arrays.masks != 0

    def sample_actions(self) -> Any:
        """Any legal action for each game, drawn in compiled code from a stream of the game's own."""
        self.batch.sample()
        return self.arrays.chosen.copy()

    def render(self) -> tuple[Any, ...] | None:
        if self.render_mode is None:
            return None
        views = (
            View.of(self.setup, self.batch.states[row], int(self.batch.seats[row])) for row in range(self.num_envs)
        )
        return tuple(rendered(view, self.render_mode) for view in views)


def register() -> None:
    """Every id for `gymnasium.make` and `make_vec`; importing this module does it."""
    for each in ids():
        if str(each) not in gymnasium.registry:
            gymnasium.register(
                str(each),
                entry_point=f"{__name__}:KvartalEnv",
                vector_entry_point=f"{__name__}:KvartalVectorEnv",
                kwargs={"id": each.name},
            )


register()
