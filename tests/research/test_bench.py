"""`kvartal bench research` measures and counts."""

import json
from typing import NoReturn

import pytest
from click.testing import CliRunner

from kvartal.cli.bench_research import command
from kvartal.research import peers
from kvartal.research.peers import PEERS


def test_speeds_are_told_for_the_ids_asked_for() -> None:
    run = CliRunner().invoke(command, ["flip", "kvartal/house-expert-v1", "--seconds", "0.05", "--json"])
    told = json.loads(run.stdout)
    assert [row["id"] for row in told["results"]] == ["kvartal/flip-v1", "kvartal/house-expert-v1"]
    assert all(row["aec_steps_per_s"] > 0 and row["vector_256_steps_per_s"] > 0 for row in told["results"])


def test_what_kind_of_game_it_is_is_counted_from_random_games() -> None:
    run = CliRunner().invoke(
        command, ["estates", "welcome", "--players", "3", "--properties", "--games", "2", "--json"]
    )
    estates, welcome = json.loads(run.stdout)["results"]
    assert (estates["simultaneous"], welcome["simultaneous"]) == (False, True)
    assert estates["widest_chance"] == 36  # the first cube of the offer
    for row in (estates, welcome):
        assert row["players"] == 3
        assert 1 <= row["legal_mean"] <= row["legal_max"] <= row["actions"]
        assert row["length_mean"] <= row["length_max"] <= row["length_bound"]


def test_peers_are_measured_in_the_same_run_and_what_is_not_there_is_told() -> None:
    run = CliRunner().invoke(command, ["estates:3", "--peers", "--seconds", "0.05", "--json"])
    told = json.loads(run.stdout)
    (ours,) = told["results"]
    assert ours["players"] == 3
    assert {peer["peer"] for peer in told["peers"]} == {peer.name for peer in PEERS}
    for row, peer in zip(told["peers"], PEERS, strict=True):
        if peer.missing():
            assert "pip install '.[bench]'" in row["missing"]
            assert not row["times_as_fast"]
        else:
            (ratio,) = row["times_as_fast"].values()
            assert ratio == pytest.approx(ours[row["beside"]] / row["steps_per_s"], abs=0.006)
    assert [row["peer"] for row in told["peers"] if row["times_as_fast"]]  # OpenSpiel is always there in the tests


def test_a_peer_that_breaks_is_told_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: int) -> NoReturn:
        raise RuntimeError("too old")

    monkeypatch.setattr(peers, "PEERS", (peers.Peer("broken", peers.SPIEL, (), broken), PEERS[-1]))
    run = CliRunner().invoke(command, ["estates", "--peers", "--seconds", "0.05"])
    assert "broken: does not run here: RuntimeError: too old" in run.output
    assert PEERS[-1].name in run.output


def test_an_unknown_id_is_refused() -> None:
    run = CliRunner().invoke(command, ["chess"])
    assert run.exit_code == 2
    assert "unknown id 'chess'" in run.output


def test_players_after_a_colon_are_a_number() -> None:
    run = CliRunner().invoke(command, ["estates:four"])
    assert run.exit_code == 2
    assert "after the colon stands the number of players" in run.output
