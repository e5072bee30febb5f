"""The shelf: games of other packages come by entry point, and a broken one harms nobody."""

from importlib.metadata import EntryPoint

import pytest

from kvartal import games as room


@pytest.fixture
def shelf_with(monkeypatch: pytest.MonkeyPatch):
    def stand(value: str) -> dict:
        point = EntryPoint("guest", value, room.GROUP)
        monkeypatch.setattr(room, "entry_points", lambda group: [point] if group == room.GROUP else [])
        room.shelf.cache_clear()
        return room.shelf()

    yield stand
    room.shelf.cache_clear()


def test_a_game_of_another_package_stands_beside_ours(shelf_with) -> None:
    found = shelf_with("kvartal_toy:GAME")
    assert found["toy"].title == "Toy Town"
    assert "flip" in found


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("kvartal_nowhere:GAME", "is left out"),
        ("kvartal_toy:NOTHING", "is left out"),
        ("kvartal_toy.game:ToyTown", "is not a Game"),
        ("json:loads", "is not a Game"),
    ],
)
def test_a_broken_game_is_left_out_with_a_warning(shelf_with, value: str, reason: str) -> None:
    with pytest.warns(RuntimeWarning, match=reason):
        found = shelf_with(value)
    assert "flip" in found
    assert "guest" not in found


def test_our_own_games_cannot_be_replaced(shelf_with, monkeypatch: pytest.MonkeyPatch) -> None:
    import kvartal_toy

    monkeypatch.setattr(kvartal_toy.GAME, "key", "flip")
    assert shelf_with("kvartal_toy:GAME")["flip"] is not kvartal_toy.GAME
