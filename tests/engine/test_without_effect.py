"""An option that changes nothing with the others chosen is refused in a new set-up, and read where it is stored."""

import itertools
import random
from collections.abc import Mapping
from typing import Any

import pytest

import kvartal
from cli.commands import kvartal as command
from kvartal.engine.conformance.cases import option_values, player_counts
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Game, Setup
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup, OptionValue
from kvartal.engine.record import Record
from kvartal.engine.words import LANGUAGES
from kvartal.games import game, games
from kvartal.server.table.acts import create
from kvartal.server.table.commands import NewTable, Refused

IDLE = [
    ("welcome", 1, {"rival": 3}, "rival"),
    ("welcome", 2, {"edition": "2023", "rival": 3}, "rival"),
    ("welcome", 1, {"draft": True}, "draft"),
    ("welcome", 1, {"reshuffle": "off"}, "reshuffle"),
    ("welcome", 2, {"draft": True, "reshuffle": "once"}, "reshuffle"),
    ("welcome", 2, {"roundabout_built": False}, "roundabout_built"),
    ("welcome", 2, {"plan1": "e44", "plan2": "e45", "plan3": "e34", "plans": "mixed"}, "plans"),
    ("house", 2, {"variant": "expert", "commit": "one_by_one"}, "commit"),
    ("house", 2, {"variant": "expert", "quality": "one"}, "quality"),
    ("house", 2, {"centre": "one"}, "centre"),
    ("flip", 1, {"gift": False}, "gift"),
    ("flip", 1, {"supply": "fixed"}, "supply"),
    ("flip", 4, {"supply": "fixed"}, "supply"),
    ("flip", 2, {"solo_loss": "unpaid"}, "solo_loss"),
    ("flip", 2, {"top_visible": False, "must_play": False}, "must_play"),
    ("estates", 2, {"early_end": "two_wins"}, "early_end"),
    ("estates", 2, {"rounds": 2, "early_end": "two_wins"}, "early_end"),
]
IDS = [f"{key} {players} {name}" for key, players, _, name in IDLE]


@pytest.mark.parametrize(("key", "players", "options", "name"), IDLE, ids=IDS)
def test_it_is_refused_with_a_sentence(key: str, players: int, options: dict[str, Any], name: str) -> None:
    with pytest.raises(BadSetup, match=f"^{name}: .* has no effect with what else is chosen. [A-Z].*[.]$"):
        kvartal.new(key, players=players, **options)
    wish = NewTable(game=key, seats=["me"] + ["bot"] * (players - 1), options=options)
    with pytest.raises(Refused, match=f"^{name}: .* has no effect"):
        create(wish, "p1", 0)
    setup = game(key).set_up(players, options, stored=True)
    assert name in game(key).without_effect(players, setup.options)


def test_the_command_refuses_it_too() -> None:
    run = command("simulate", "welcome", "--players", "2", "--games", "1", "--set", "rival=3")
    assert run.returncode != 0
    assert "rival: 3 has no effect with what else is chosen." in run.stderr


def test_the_usual_value_is_never_refused() -> None:
    assert kvartal.new("welcome", players=2, rival=1, draft=False, reshuffle="each").setup.options["rival"] == 1
    assert (
        kvartal.new("house", players=2, variant="expert", commit="all", quality="two").setup.options["commit"] == "all"
    )


@pytest.mark.parametrize("box", games(), ids=lambda box: box.key)
def test_every_preset_can_be_set_up_with_everybody(box: Game) -> None:
    for preset in box.presets:
        for players in (n for n in player_counts(box) if n <= 5):
            setup = box.set_up(players, preset=preset.name)
            assert {name: setup.options[name] for name in preset.options} == dict(preset.options)


def test_what_a_preset_brings_may_be_said_again() -> None:
    setup = game("flip").set_up(1, {"supply": "fixed"}, preset="international")
    assert setup.options["supply"] == "fixed"


@pytest.mark.parametrize(("key", "players", "options", "name"), IDLE, ids=IDS)
def test_records_and_positions_with_it_are_read(key: str, players: int, options: dict[str, Any], name: str) -> None:
    match = Match(game(key).set_up(players, options, stored=True), SeededDeal(3))
    match.play(match.waiting[0], match.moves(match.waiting[0])[0])
    again = kvartal.loads(Record.of(match).text())
    assert again.setup.digest == match.setup.digest
    assert again.setup.options[name] == match.setup.options[name]
    assert kvartal.position(match.to_json()).setup == match.setup


# Is it true? ----------------------------------------------------------------------------------------------------------


def numbers(box: Game, players: int, options: Mapping[str, OptionValue]) -> dict[str, object] | None:
    """All that the tables of a set-up hold; None where it is impossible."""
    try:
        tables = box.tables(players, options, box.data)
    except BadSetup:
        return None
    names = [name for name in dir(tables) if not name.startswith("_") and not callable(getattr(tables, name))]
    return {name: getattr(tables, name) for name in names}


def walk(setup: Setup, seed: int, steps: int = 150) -> list[bytes]:
    """A random game, as bytes."""
    match, rng = Match(setup, SeededDeal(seed)), random.Random(seed)
    found = [match.state.encode()]
    while not match.over and len(found) < steps:
        seat = rng.choice(match.waiting)
        match.play(seat, rng.choice(match.moves(seat)))
        found.append(match.state.encode())
    return found


def combinations(box: Game) -> list[tuple[int, dict[str, OptionValue]]]:
    """Few players and many, with each pair of options that others depend on, or that depend on others."""
    asked = {name for option in box.options if option.needs for choice in option.needs.choices for name in choice}
    depend = [option for option in box.options if option.needs or option.name in asked]
    counts = [n for n in player_counts(box) if n <= 5]
    found: list[tuple[int, dict[str, OptionValue]]] = [(players, {}) for players in counts]
    for one, two in itertools.combinations(depend, 2):
        for values in itertools.product(option_values(one), option_values(two)):
            found += [(players, {one.name: values[0], two.name: values[1]}) for players in counts[:2]]
    return found


@pytest.mark.parametrize("box", games(), ids=lambda box: box.key)
def test_an_option_that_leaves_all_numbers_alone_says_so(box: Game) -> None:
    """Whatever does not even reach the tables has no effect, and must not be taken silently."""
    defaults = {option.name: option.default for option in box.options}
    for players, options in combinations(box):
        chosen = {**defaults, **options}
        told = numbers(box, players, chosen)
        for name in options:
            if told is not None and chosen[name] != defaults[name]:
                if told == numbers(box, players, {**chosen, name: defaults[name]}):
                    assert name in box.without_effect(players, chosen), (players, options, name)


@pytest.mark.parametrize(("key", "players", "options", "name"), IDLE, ids=IDS)
def test_what_says_so_changes_nothing(key: str, players: int, options: dict[str, Any], name: str) -> None:
    box = game(key)
    usual = {other: value for other, value in options.items() if other != name}
    one, two = box.set_up(players, options, stored=True), box.set_up(players, usual)
    for seed in range(3):
        assert walk(one, seed) == walk(two, seed)


@pytest.mark.parametrize("box", games(), ids=lambda box: box.key)
def test_needs_name_options_and_values_that_exist(box: Game) -> None:
    by_name = {option.name: option for option in box.options}
    for option in box.options:
        if option.needs is None:
            continue
        for lang in LANGUAGES:
            assert (box.words(lang)(option.needs.text) != option.needs.text) == (lang != "en")
        for choice in option.needs.choices:
            assert option.name not in choice
            for name, values in choice.items():
                assert values
                for value in values:
                    assert value in box.seats if name == "players" else by_name[name].read(value) == value
