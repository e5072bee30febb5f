"""A position as readable text: written from a state, and read back from what somebody typed in."""

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
    return setup.layout.out_of_bounds(list(state.cells)) or setup.game.problems(setup, state)


def read_position(setup: Setup, table: object) -> State:
    """A position typed in: everything wrong with it is said at once."""
    problems: list[str] = []
    cells = setup.layout.read(table, problems)
    state = setup.state(cells)
    if not problems:
        problems = position_problems(setup, state)
    if problems:
        raise BadPosition(problems)
    return state
