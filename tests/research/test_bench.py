"""`kvartal bench research` measures and counts."""

import json

from click.testing import CliRunner

from kvartal.cli.bench_research import command


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


def test_an_unknown_id_is_refused() -> None:
    run = CliRunner().invoke(command, ["chess"])
    assert run.exit_code == 2
    assert "unknown id 'chess'" in run.output
