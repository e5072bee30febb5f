"""Chance that is told, and steps that were stored: checked against the rules like any move."""

import pytest

import kvartal
from engine.matches import BIDI, HUGE, fingerprint, kind
from kvartal.engine.deal import NotReady
from kvartal.engine.steps import Entry


def test_a_told_match_waits_for_what_chance_brings() -> None:
    match = kvartal.new("flip", players=2, chance="told")
    assert match.chance.stream == "first player"
    assert match.chance.outcomes == {"0": 1, "1": 1}
    with pytest.raises(kvartal.RefusedMove, match=r"happen\(\)"):
        match.play(0, "play")
    with pytest.raises(NotReady, match=r"happen\(\)"):
        match.resume()
    for wrong in ("2", "", None, 0, HUGE, BIDI):
        with pytest.raises(kvartal.BadSetup, match="it can be: 0, 1"):
            match.happen(wrong)
    match.happen("1")
    match.happen("park")
    assert match.chance.stream == "deck 1"
    with pytest.raises(kvartal.BadSetup, match="it can be"):
        match.happen("station")
    match.happen("store")
    with pytest.raises(kvartal.BadSetup, match="no draw is due"):
        match.happen("store")


def test_a_match_that_draws_by_itself_is_not_told() -> None:
    with pytest.raises(kvartal.BadSetup, match="draws by itself"):
        kvartal.new("flip", seed=7).happen("store")


@pytest.mark.parametrize(
    "entry",
    [
        Entry(0, 999),
        Entry(0, -1),
        Entry(7, 0),
        Entry(-2, 0),
        Entry(0, HUGE),
        Entry(0, True),
        Entry(-1, 0, 0),
        Entry(-1, 99, 1),
    ],
    ids=kind,
)
def test_a_stored_step_that_does_not_fit_changes_nothing(entry: Entry) -> None:
    match = kvartal.new("flip", players=2, seed=7)
    before = fingerprint(match)
    with pytest.raises((kvartal.RefusedMove, kvartal.BadSetup)):
        match.append(entry)
    assert fingerprint(match) == before


def test_an_outcome_that_is_not_in_the_deck_cannot_be_appended() -> None:
    match = kvartal.new("flip", players=2, chance="told")
    for entry in (Entry(-1, 9, 0), Entry(-1, 0, 1), Entry(-1, HUGE, 0)):
        with pytest.raises(kvartal.BadSetup):
            match.append(entry)
    match.append(Entry(-1, 1, 0))
    assert len(match) == 1
