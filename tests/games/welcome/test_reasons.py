"""What Welcome To… says about streets, plans and refusals, held against the rules by trying everything out."""

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from kvartal.engine.conformance.cases import Case
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL, State
from kvartal.engine.view import View
from kvartal.games import game
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import effects, ids, possible, queries

WELCOME = game("welcome")
CASES = [Case(WELCOME, 1), Case(WELCOME, 2), Case(WELCOME, 2, preset="2023"), Case(WELCOME, 2, preset="expert")]


def most_numbers(state: Any, seat: int, houses: range, wanted: frozenset[int]) -> int:
    """The most empty houses, of those wanted, that can be numbered at once: each by the rule, and all in order."""
    tables = state.tables
    base = tables.seats + seat * tables.stride + at.NUMBERS

    @cache
    def best(house: int, last: int) -> int:
        if house == houses.stop:
            return 0
        cell = state.cells[base + house]
        if cell >= 0:
            return best(house + 1, -1)  # `fits` looks at what stands on both sides
        found = best(house + 1, last)
        if house in wanted:
            fitting = (n for n in range(last + 1, 18) if queries.fits(state, seat, n, house))
            found = max([found, *(1 + best(house + 1, n) for n in fitting)])
        return found

    return best(houses.start, -1)


def makings(state: Any, seat: int, street: int, need: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Every way to add fences, and to complete some of what lies between them then: how many estates of each size."""
    tables = state.tables
    houses = range(tables.first[street], tables.past[street])
    base = tables.seats + seat * tables.stride
    cells = vec[i64](list(state.cells))
    legal = [h for h in houses if effects.fence_refusal(cells, base, tables, h) == LEGAL]
    found = set()

    @cache
    def numbered(empty: frozenset[int]) -> bool:
        return most_numbers(state, seat, houses, empty) == len(empty)

    for count in range(len(legal) + 1):
        for added in combinations(legal, count):
            ends = [h for h in houses if state.cells[base + tables.fences + h] or h in added]
            runs = [range(a, b + 1) for a, b in zip([houses.start, *(end + 1 for end in ends)], ends, strict=False)]
            found |= completed(
                state, seat, [run for run in runs if len(run) <= 6 and need[len(run) - 1]], need, numbered
            )
    return found


def completed(
    state: Any, seat: int, runs: list[range], need: tuple[int, ...], numbered: Callable[[frozenset[int]], bool]
) -> set[tuple[int, ...]]:
    tables = state.tables
    base = tables.seats + seat * tables.stride
    numbers, marks = base + at.NUMBERS, base + tables.marks
    runs = [run for run in runs if all(state.cells[numbers + h] != at.ROUNDABOUT for h in run)]
    runs = [run for run in runs if not any(state.cells[marks + h] for h in run)]
    found = set()
    for chosen in product((False, True), repeat=len(runs)):
        taken = [run for run, take in zip(runs, chosen, strict=True) if take]
        counts = tuple(sum(len(run) == size for run in taken) for size in range(1, 7))
        if counts in found or any(a > b for a, b in zip(counts, need, strict=True)):
            continue
        empty = frozenset(h for run in taken for h in run if state.cells[base + at.NUMBERS + h] < 0)
        if numbered(empty):
            found.add(counts)
    return found


def can_make(state: Any, seat: int, plan: int) -> bool:
    tables = state.tables
    need = tuple(tables.plan_need[plan * 8 + size] for size in range(1, 7))
    streets = [tables.plan_street[plan]] if tables.plan_kind[plan] == at.P_ON_STREET else [0, 1, 2]
    each = [makings(state, seat, street, need) for street in streets]
    return any(
        all(sum(col) >= n for col, n in zip(zip(*ways, strict=True), need, strict=True)) for ways in product(*each)
    )


def played(view: View, code: int) -> State:
    after = view.imagine(77)
    after.play(view.seat or 0, code)
    return after


@pytest.mark.parametrize("case", CASES, ids=str)
def test_claims_about_streets_and_refusals_hold(case: Case) -> None:
    rng, match, seen = random.Random(3), Match(case.setup(), SeededDeal(11)), set[int]()
    tables: Any = match.setup.tables
    for _ in range(170):
        if match.over:
            break
        view = match.view(match.waiting[0])
        seat, base = view.seat or 0, tables.seats + (view.seat or 0) * tables.stride
        for code in rng.sample(view.codes(), min(4, len(view.codes()))):
            after: Any = played(view, code)
            for each in view.reasons(code):
                if each.term.startswith("street "):
                    street = int(each.term[7:]) - 1
                    houses = range(tables.first[street], tables.past[street])
                    empty = frozenset(h for h in houses if after.cells[base + at.NUMBERS + h] < 0)
                    assert each.figure == len(empty) - most_numbers(after, seat, houses, empty)
                    seen.add(each.figure)
                elif each.term == "refusals" and case.players > 1:
                    cells = list(after.cells)
                    for more in range(each.figure + 1):
                        cells[base + at.REFUSALS] = after.cells[base + at.REFUSALS] + more
                        ended = queries.ended_by(after.with_cells(cells))
                        assert (ended == ids.END_REFUSALS) == (more == each.figure)
        match.play(seat, rng.choice(view.codes()))
    assert 0 in seen
    assert max(seen) > 0


def test_claims_about_plans_hold() -> None:
    """On sheets with gaps that are too narrow, fences, bis and spent estates, from random games."""
    seen = Counter[int]()
    for deal, case in enumerate(CASES * 2):
        rng, match, asked = random.Random(deal), Match(case.setup(), SeededDeal(deal + 20)), Counter[int]()
        tables: Any = match.setup.tables
        for number in range(300):
            if match.over:
                break
            view = match.view(match.waiting[0])
            seat, codes = view.seat or 0, view.codes()
            sample = rng.sample(codes, min(3, len(codes))) if number % 7 == 6 else []
            for code in [WELCOME.greedy(view), *sample]:
                after: Any = played(view, code)
                for each in view.reasons(code):
                    if each.term.startswith("plan ") and asked[each.figure] < 2 - each.figure % 2:
                        asked[each.figure] += 1
                        place = "ABC".find(each.term[5:]) if tables.new_edition else int(each.term[5:]) - 1
                        if each.figure == 2:
                            assert after.refusal(seat, at.PLAN + place) == LEGAL
                        else:
                            assert can_make(after, seat, after.cells[at.PLANS_AT + place]) == bool(each.figure)
            match.play(seat, WELCOME.greedy(view) if rng.random() < 0.5 + 0.1 * deal else rng.choice(codes))
        seen += asked
    assert min(seen[0], seen[1], seen[2]) > 1


def test_a_plan_of_one_large_estate_needs_the_numbers_for_it() -> None:
    """Six houses between 3 and 9 have five numbers; a fence in the middle makes two estates of three out of them."""
    row = (3, -1, -1, -1, -1, -1, -1, 9, -1, -1)
    street = possible.Street(row, (0,) * 9 + (1,), (0,) * 10)
    assert possible.unnumbered(street) == 1
    six, threes = (0, 0, 0, 0, 0, 1), (0, 0, 2, 0, 0, 0)
    assert six in possible.estates(street, six, False)  # with the 3: five empty houses
    assert threes in possible.estates(street, threes, False)
    fenced = possible.Street(row, (1, 0, 0, 0, 0, 0, 1, 1, 0, 1), (0,) * 10)
    assert six not in possible.estates(fenced, six, False)
