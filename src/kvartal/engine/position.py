"""A position as readable text: written from a state, and read back from what somebody typed in."""

from collections.abc import Sequence
from typing import Any

from kvartal.engine.game import Setup
from kvartal.engine.state import State


class BadPosition(ValueError):
    """A position that cannot be; `.problems` lists everything wrong with it."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def position_json(setup: Setup, state: State) -> dict[str, Any]:
    written = {option.name: option.write(setup.options[option.name]) for option in setup.game.options}
    return {
        "game": setup.game.key,
        "rules": setup.version,
        "players": setup.players,
        "options": written,
        "data": setup.data.corrections(),
        "table": setup.layout.write(list(state.cells)),
    }


def position_problems(setup: Setup, state: State) -> list[str]:
    return setup.layout.out_of_bounds(list(state.cells)) or _derived(setup, list(state.cells))[1]


def read_position(setup: Setup, table: object) -> State:
    """A position typed in: what follows from the rest is worked out, and everything wrong with it is said at once."""
    problems: list[str] = []
    cells = setup.layout.read(table, problems)
    if not problems:
        state, problems = _derived(setup, cells)
    if problems:
        raise BadPosition(problems)
    return state


def derived(setup: Setup, cells: Sequence[int]) -> list[int]:
    """The cells with every derived field worked out from the others, whatever it held."""
    return setup.game.derive(setup, setup.layout.blank(cells))


def _derived(setup: Setup, given: list[int]) -> tuple[State, list[str]]:
    """The position that follows from cells inside their bounds, and everything wrong with it."""
    cells = derived(setup, given)
    problems = setup.layout.disagreements(given, cells)
    state = setup.state(cells)
    return state, problems + (setup.layout.out_of_bounds(cells) or setup.game.problems(setup, state))
