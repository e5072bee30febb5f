"""Versions of the rules belong to a set-up: old records, positions and digests go on as they began."""

import json
from pathlib import Path
from typing import Any

import pytest

import kvartal
from kvartal.arena.simulate import Job
from kvartal.engine.data import Data
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Setup
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup, BadVersion
from kvartal.engine.position import BadPosition
from kvartal.engine.record import BadRecord
from kvartal.games import game, games
from kvartal.games.welcome.rules import cells as at
from kvartal_toy.game import ToyTown

HERE = Path(__file__).resolve().parent
RECORDS = HERE.parent / "games" / "welcome" / "records"
NOTED: dict[str, str] = json.loads((HERE / "digests.json").read_text("utf-8"))  # when every game had one version
OLD, NEW = (RECORDS / f"solo-2023-last-card-{version}.kvartal" for version in (1, 2))
ALONE = {"edition": "2023"}


def noted(name: str, version: int | None = None) -> Setup:
    key, players, *preset = name.split(" ", 2)
    return game(key).set_up(int(players), preset=preset[0] if preset else None, version=version)


@pytest.mark.parametrize("name", NOTED)
def test_the_digests_of_version_1_are_what_they_were(name: str) -> None:
    assert noted(name, version=1).digest == NOTED[name]


def test_only_the_2023_game_alone_has_newer_rules() -> None:
    renewed = {name for name in NOTED if noted(name).digest != NOTED[name]}
    assert renewed == {"welcome 1 2023", "welcome 1 expert 2023", "welcome 1 blueprint"}
    assert {noted(name).version for name in renewed} == {2}


def test_a_game_that_says_nothing_has_one_version() -> None:
    for box in games():
        if box.key != "welcome":
            setup = box.set_up()
            assert box.versions(setup.players, setup.options) == range(box.version, box.version + 1)
            assert setup.version == setup.tables.version == box.version


@pytest.mark.parametrize(
    ("players", "version", "says"),
    [
        (1, 3, "up to version 2, not version 3"),
        (1, 0, "up to version 2, not version 0"),
        (1, "2", "up to version 2, not version '2'"),
        (1, True, "up to version 2, not version True"),
        (2, 2, "plays version 1 of the rules of welcome, not version 2"),
    ],
)
def test_a_version_that_is_not_played_is_refused_with_those_that_are(players: int, version: Any, says: str) -> None:
    with pytest.raises(BadVersion, match=says):
        game("welcome").set_up(players, ALONE, version=version)


def test_of_newer_rules_the_version_is_refused_and_not_their_options() -> None:
    text = NEW.read_text("utf-8").replace("rules: 2", "rules: 3").replace("option draft", "option drift")
    with pytest.raises(BadRecord, match="up to version 2") as refused:
        kvartal.loads(text)
    assert refused.value.line == 3


def test_a_record_names_rules_its_set_up_does_not_have() -> None:
    two = (RECORDS / "2023-two.kvartal").read_text("utf-8").replace("rules: 1", "rules: 2")
    with pytest.raises(BadRecord, match="plays version 1 of") as refused:
        kvartal.loads(two)
    assert refused.value.line == 3


def test_a_record_is_played_by_its_own_rules_and_says_so_when_written_again(tmp_path: Path) -> None:
    for path, version, place in ((OLD, 1, 1), (NEW, 2, 0)):
        match = kvartal.load(path)
        assert (match.setup.version, match.state.place(0)) == (version, place)
        match.save(tmp_path / path.name)
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()
        assert f"\nrules: {version}\n" in match.export()


def test_a_record_of_other_rules_is_not_believed() -> None:
    """The same steps by the other version: the digest tells."""
    with pytest.raises(BadRecord, match="not those"):
        kvartal.loads(OLD.read_text("utf-8").replace("rules: 1", "rules: 2"))


@pytest.mark.parametrize("path", [OLD, NEW])
def test_an_unfinished_game_goes_on_by_the_rules_it_began_with(path: Path) -> None:
    whole = kvartal.load(path)
    middle = whole.at(200)
    for match in (kvartal.loads(middle.export(0).replace("seed ?", "seed 38")), kvartal.position(middle.to_json())):
        assert match.setup == whole.setup
        for entry in whole.entries[200:]:
            if entry.seat == 0 and match.waiting:
                match.play(0, match.moves(0)[0] if match.why(0, entry.code) else entry.code)
        while not match.over:
            match.play(0, match.moves(0)[0])
        given = match.state.cells[at.RIVAL_SIZE] - match.state.cells[at.ROUND]
        assert given == (-1 if path == OLD else 0)


def test_a_position_without_a_version_is_of_the_newest_rules() -> None:
    position = kvartal.load(OLD).at(200).to_json()
    assert position["rules"] == 1
    del position["rules"]
    assert kvartal.position(position).setup.version == 2
    with pytest.raises(BadPosition, match="up to version 2"):
        kvartal.position(position | {"rules": 9})


def test_a_new_match_is_of_the_newest_rules() -> None:
    assert kvartal.new("welcome", players=1, seed=1, edition="2023").setup.version == 2
    old = game("welcome").set_up(1, ALONE, version=1)
    assert old.renewed() == game("welcome").set_up(1, ALONE)
    assert old.renewed().renewed() is not old
    two = game("welcome").set_up(2)
    assert two.renewed() is two


def test_many_games_are_simulated_by_the_rules_of_the_set_up() -> None:
    for version in (1, 2):
        setup = game("welcome").set_up(1, ALONE, version=version)
        assert Job.of(setup, ("random",), seed=1).table().setup == setup


def test_a_copy_and_a_look_back_keep_the_version() -> None:
    match = Match(game("welcome").set_up(1, ALONE, version=1), SeededDeal(1))
    assert match.copy().setup.version == match.at(0).setup.version == 1


class Grown(ToyTown):
    """A game of another package whose rules have grown twice, and that remembers all but the first."""

    version = 3

    def versions(self, players: int, options: Any) -> range:
        return range(2, 4)


def test_a_game_of_another_package_may_remember_its_older_rules() -> None:
    grown = Grown()
    assert grown.set_up().version == 3
    older = grown.set_up(version=2)
    assert older.tables.version == 2
    assert isinstance(older.data, Data)
    with pytest.raises(BadSetup, match="plays version 2–3 of the rules of toy, not version 1"):
        grown.set_up(version=1)
