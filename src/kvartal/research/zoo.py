"""PettingZoo: every game with every number of players, turn by turn (AEC) or all at once (Parallel).

import pettingzoo, kvartal.research.zoo
env = pettingzoo.make("aec", "kvartal/welcome-v1", players=3)
env = kvartal.research.zoo.parallel_env("flip", players=2, illegal="default")
"""

import json
from collections.abc import Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any, ClassVar

from kvartal.research import need
from kvartal.research.arrays import (
    Arrays,
    check_illegal,
    default_action,
    packed,
    usual_rewards,
    whole_number,
)
from kvartal.research.spaces import action_space, observation_space, state_space

need("pettingzoo")

import numpy as np  # noqa: E402
import pettingzoo  # noqa: E402
from gymnasium.spaces import Box, Dict  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402

from kvartal.engine.batch import Batch  # noqa: E402
from kvartal.engine.observation import Observer  # noqa: E402
from kvartal.engine.option import BadSetup  # noqa: E402
from kvartal.engine.view import View  # noqa: E402
from kvartal.research.ids import NAMESPACE, find, ids, set_up  # noqa: E402
from kvartal.research.render import MODES, check_mode, rendered  # noqa: E402

WAIT = "wait"  # Parallel: the one action, behind all others, of whoever owes no move


class _Game:
    """What both kinds of environment share: one game, its spaces, its pictures, how it is kept and taken up again."""

    waits = 0  # 1: there is an action for those who owe no move

    def __init__(
        self,
        id: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        neighbours: int | None = None,
        rewards: str | None = None,
        illegal: str = "raise",
        skip_forced: bool = False,
        max_moves: int = 0,
        render_mode: str | None = None,
    ) -> None:
        self._made = {"id": id, "players": players, "options": dict(options or {}), "neighbours": neighbours}
        self._made |= {"rewards": rewards, "illegal": illegal, "skip_forced": skip_forced, "max_moves": max_moves}
        found = find(id)
        self.setup = set_up(id, players, options)
        self.illegal = check_illegal(illegal)
        self.render_mode = check_mode(render_mode)
        self.batch = Batch(self.setup, 1, neighbours, usual_rewards(self.setup, rewards), skip_forced, max_moves)
        self.arrays = Arrays(self.batch)
        self.observer: Observer = self.batch.observer
        self.metadata = {
            "name": f"{found.name}_v{found.version}",
            "render_modes": list(MODES),
            "is_parallelizable": True,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.setup.players)]
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        count = int(self.batch.actions) + self.waits
        self.action_spaces = {agent: action_space(self.batch, self.waits) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict({"observation": observation_space(self.observer), "action_mask": Box(0, 1, (count,), np.int8)})
            for agent in self.possible_agents
        }
        self.state_space = state_space(self.setup)
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def state(self) -> "np.ndarray[Any, Any]":
        """The whole truth, what is hidden included: for a critic in training, never for a player."""
        self.batch.look_whole(0)
        return self.arrays.looked[: self.setup.layout.size].copy()

    def name_of(self, action: int) -> str:
        """An action in the notation of the game; seats are counted from oneself."""
        return [*self.observer.action_names(), WAIT][whole_number(action, int(self.batch.actions) + self.waits)]

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.batch.reset([int(self._random.integers(2**62)) if seed is None else seed])
        self.agents = self.possible_agents[:]
        self.lost: str | None = None  # who ended the game with an illegal action
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def _take_results(self) -> None:
        """Rewards and ends of the step that was just made."""
        terminated, truncated = bool(self.batch.terminated[0]), bool(self.batch.truncated[0])
        got = self.batch.rewards
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = got[seat]
            if terminated or truncated:
                self.terminations[agent], self.truncations[agent] = terminated, truncated

    def _lose(self, loser: str) -> None:
        """An illegal action with illegal="lose": the game is over, and it was the fault of one."""
        self.lost = loser
        for agent in self.agents:
            self.rewards[agent] = -1.0 if agent == loser else 0.0
            self.terminations[agent] = True

    def _refused(self, agent: str, action: int) -> ValueError:
        seat = self._seat[agent]
        refusal = self._view(seat).refusal(int(self.observer.code(seat, action)))
        said = f"{refusal.rule.id}: {refusal.text}" if refusal is not None else "not now"
        return ValueError(f"{agent}: {self.name_of(action)!r} ({action}) is not legal: {said}")

    def _view(self, seat: int | None) -> View:
        return View.of(self.setup, self.batch.states[0], seat)

    def render(self) -> Any:
        """The board as whoever is to move sees it; None without a render mode."""
        return rendered(self._view(int(self.batch.seats[0])), self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    # Kept for later ---------------------------------------------------------------------------------------------------

    def save(self) -> bytes:
        """The environment as it stands, as JSON: the whole truth, and how far its chance is."""
        data, draws, choices, scores, counters = self.batch.snapshot(0)
        told = {
            "setup": self.setup.digest,
            "row": [data.hex(), draws, choices, scores, counters],
            "agents": self.agents,
            "kept": {name: getattr(self, name) for name in self._kept()},
        }
        return json.dumps(told).encode()

    def load(self, saved: bytes) -> None:
        """Back to what `save` gave, here or in an environment of the same set-up."""
        try:
            told = json.loads(saved)
            data, draws, choices, scores, counters = told["row"]
            setup, agents, kept = told["setup"], told["agents"], told["kept"]
        except (ValueError, TypeError, KeyError) as wrong:
            raise ValueError(f"not what save() gave: {wrong!r}") from wrong
        if setup != self.setup.digest:
            raise ValueError("saved with another game, number of players, options or version of the rules")
        luck = self._random  # of the games that are begun later
        self._begin(0)
        self._random = luck
        self.batch.resume(0, (bytes.fromhex(data), draws, choices, scores, counters))
        self.agents = [agent for agent in self.possible_agents if agent in agents]
        for name in self._kept():
            setattr(self, name, kept[name])
        self._loaded()

    def _kept(self) -> tuple[str, ...]:
        return ("rewards", "terminations", "truncations", "lost")

    def _loaded(self) -> None: ...

    def clone(self) -> Any:
        """Another environment at the same point: what is played in one is not played in the other."""
        twin = type(self)(**self._made, render_mode=self.render_mode)  # type: ignore[arg-type]
        if self.agents:
            twin.load(self.save())
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self.clone()

    def __str__(self) -> str:
        return str(self.metadata["name"])


class raw_env(_Game, pettingzoo.AECEnv):  # type: ignore[misc, no-any-unimported]
    """Turn by turn. Those who act at once are asked one after the other, and do not see each other's turns.

    An illegal action is an error that names the rule, unless `illegal` says otherwise.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "is_parallelizable": True}  # type: ignore[misc]

    def __init__(self, id: str, *given: Any, **named: Any) -> None:
        pettingzoo.AECEnv.__init__(self)
        _Game.__init__(self, id, *given, **named)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._next()

    def observe(self, agent: str) -> "dict[str, np.ndarray[Any, Any]]":
        """Of whoever is to move, what the last step gave; of anybody else, what that one sees now."""
        batch, seat = self.batch, self._seat[agent]
        if seat == batch.seats[0] and not batch.terminated[0] and not batch.truncated[0]:
            return {"observation": self.arrays.observations[0].copy(), "action_mask": self.arrays.masks[0].copy()}
        batch.look(0, seat)
        return {
            "observation": self.arrays.looked[: batch.width].copy(),
            "action_mask": self.arrays.looked_mask.copy(),
        }

    def step(self, action: int | None) -> None:
        if not hasattr(self, "agent_selection"):
            raise RuntimeError("no game was begun yet: reset() begins one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = whole_number(action, int(self.batch.actions))
        legal = self.batch.masks[chosen]
        if not legal and self.illegal == "raise":
            raise self._refused(agent, chosen)
        self._cumulative_rewards[agent] = 0.0
        if not legal:
            if self.illegal == "lose":
                self._lose(agent)
                self._accumulate_rewards()
                return
            chosen = default_action(self.batch, 0, self._seat[agent])
        self.batch.step(packed(chosen), False)
        self._take_results()
        self._accumulate_rewards()
        self._next()

    def _next(self) -> None:
        """Who is to move; its mask stands in its info as well."""
        if not (self.batch.terminated[0] or self.batch.truncated[0]):
            self.agent_selection = self.possible_agents[self.batch.seats[0]]
            self.infos[self.agent_selection] = {"action_mask": self.arrays.masks[0].copy()}

    def _kept(self) -> tuple[str, ...]:
        return (*super()._kept(), "_cumulative_rewards", "agent_selection")

    def _loaded(self) -> None:
        self.infos = {agent: {} for agent in self.agents}
        self._next()


def env(id: str, *given: Any, **named: Any) -> Any:
    """The same with PettingZoo's own wrappers: an illegal action ends the game with −1; order and bounds are told."""
    found = raw_env(id, *given, **named)
    wrapped = found if found.illegal != "raise" else wrappers.TerminateIllegalWrapper(found, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class parallel_env(_Game, pettingzoo.ParallelEnv):  # type: ignore[misc, no-any-unimported]
    """All at once: in every cycle whoever owes a move makes one, and everybody else waits (the last action).

    How many cycles a round takes tells how many moves rivals made in it: play turn by turn where that matters.
    """

    waits = 1
    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES)}  # type: ignore[misc]

    def __init__(self, id: str, *given: Any, max_cycles: int = 0, **named: Any) -> None:
        _Game.__init__(self, id, *given, **named)
        if max_cycles < 0:
            raise BadSetup(f"max_cycles: 0 (no limit) or more, not {max_cycles}")
        self._made["max_cycles"] = self.max_cycles = max_cycles
        self.cycles = 0
        self.wait = int(self.batch.actions)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self._begin(seed)
        self.cycles = 0
        return self._shown()

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        if not getattr(self, "agents", None):
            raise RuntimeError("the game is over (or was never begun): reset() begins one")
        owing = [self.possible_agents[seat] for seat in self.batch.owing(0)]
        moves: list[tuple[int, int]] = []
        loser = None
        for agent in self.agents:
            if agent not in actions:
                raise ValueError(f"{agent} has no action: whoever owes no move has the action {self.wait}, {WAIT}")
            chosen = whole_number(actions[agent], self.wait + 1, f"an action of {agent}")
            seat = self._seat[agent]
            self.batch.look(0, seat)
            legal = chosen == self.wait if agent not in owing else chosen < self.wait and self.batch.looked_mask[chosen]
            if not legal and self.illegal == "raise":
                raise self._refused_now(agent, chosen, agent in owing)
            if not legal and self.illegal == "lose":
                loser = loser or agent
            if agent in owing:
                moves.append((seat, chosen if legal else default_action(self.batch, 0, seat)))
        self.cycles += 1
        if loser is not None:
            self._lose(loser)
        else:
            self.batch.play_together(0, moves)
            self._take_results()
            if self.max_cycles and self.cycles >= self.max_cycles and not any(self.terminations.values()):
                self.truncations = dict.fromkeys(self.agents, True)
        observations, infos = self._shown()
        results = observations, self.rewards.copy(), self.terminations.copy(), self.truncations.copy(), infos
        if any(self.terminations.values()) or any(self.truncations.values()):
            self.agents = []
        return results

    def _refused_now(self, agent: str, action: int, owes: bool) -> ValueError:
        if not owes:
            return ValueError(f"{agent} owes no move now: its one action is {self.wait}, {WAIT}")
        if action == self.wait:
            return ValueError(f"{agent} owes a move, and cannot wait")
        return self._refused(agent, action)

    def _shown(self) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """What everybody sees. Nobody's mask is empty: who owes no move may wait."""
        shown, infos = {}, {}
        for agent in self.agents:
            count = self.batch.look(0, self._seat[agent])
            mask = np.append(self.arrays.looked_mask, np.int8(0 if count else 1))
            shown[agent] = {"observation": self.arrays.looked[: self.batch.width].copy(), "action_mask": mask}
            infos[agent] = {"action_mask": mask}
        return shown, infos

    def _kept(self) -> tuple[str, ...]:
        return (*super()._kept(), "cycles")


def module(id: str) -> SimpleNamespace:
    """The three factories of one id, as PettingZoo's own games are modules: `module("flip").env(players=2)`."""
    find(id)
    return SimpleNamespace(env=partial(env, id), raw_env=partial(raw_env, id), parallel_env=partial(parallel_env, id))


def register() -> None:
    """Every id for `pettingzoo.make`; importing this module does it."""
    for each in ids():
        for kind, entry in (("aec", "env"), ("parallel", "parallel_env")):
            registry = pettingzoo.aec_registry if kind == "aec" else pettingzoo.parallel_registry
            if str(each) not in registry:
                pettingzoo.register(kind, str(each), f"{__name__}:{entry}", kwargs={"id": each.name})


register()
__all__ = ["NAMESPACE", "env", "module", "parallel_env", "raw_env", "register"]
