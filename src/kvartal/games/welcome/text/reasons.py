"""What a move of Welcome To… is good for: points line by line, streets that can still be filled, plans that stay
possible, how many refusals are left. All of it is read off the own sheet.

Terms besides the rules of the score: `street 2` (empty houses there for which no number is left; 0: it can still
be filled), `plan 1` (2: can be approved now, 1: stays possible, 0: no longer possible, by numbers and fences alone),
`refusals` (how many more end the game).
"""

from collections.abc import Iterator, Sequence
from typing import Any

from kvartal.engine.reasons import Reason, afterwards, ending_reasons, score_reasons, seen_after
from kvartal.engine.state import State
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import possible
from kvartal.games.welcome.text.labels import plan_text, spot
from kvartal.games.welcome.text.score_lines import plan_letter

TRACKS = {
    "welcome.score.pools": "welcome-track-pools",
    "welcome.score.temps": "welcome-track-temps",
    "welcome.score.temps.solo": "welcome-track-temps",
    "welcome.score.temps.closed": "welcome-track-temps",
    "welcome.score.bis": "welcome-track-bis",
    "welcome.score.refusals": "welcome-track-refusals",
    "welcome.score.roundabouts": "welcome-track-roundabouts",
}


def reasons(view: View, codes: Sequence[int], words: Words) -> list[Reason]:
    worlds, seen = afterwards(view, codes), seen_after(view, codes)
    found = ending_reasons(view, worlds, words)
    found += score_reasons(view, worlds, words, _drawn(view, seen.known))
    if not seen.over:
        found += [*_plans(view, seen, words), *_streets(view, seen.known, words), *_refusals(view, seen.known, words)]
    return found


def _own(view: View, state: State, first: int, count: int) -> list[int]:
    tables: Any = view.setup.tables
    base = tables.seats + (view.seat or 0) * tables.stride + first
    return [int(each) for each in state.cells[base : base + count]]


def _changed(view: View, after: State, first: int, count: int) -> list[int]:
    """Which of some cells of the own sheet are other than before."""
    pairs = zip(_own(view, view.known, first, count), _own(view, after, first, count), strict=True)
    return [number for number, (old, new) in enumerate(pairs) if old != new]


def _drawn(view: View, after: State) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {rule: (track,) for rule, track in TRACKS.items()}
    sizes = sorted({*_changed(view, after, at.VALUES, 6), *_changed(view, after, at.ESTATES, 6)})
    found["welcome.score.parks"] = tuple(f"welcome-trees-{n + 1}" for n in _changed(view, after, at.PARKS, 3))
    found["welcome.score.plans"] = tuple(f"welcome-plan-{n + 1}" for n in _changed(view, after, at.PLANS, 3))
    found["welcome.score.estates"] = tuple(f"welcome-value-{n + 1}" for n in sizes)
    return found


def _streets(view: View, after: State, words: Words) -> Iterator[Reason]:
    """Of each street in which something was written."""
    tables: Any = view.setup.tables
    wrote = {tables.street[house] for house in _changed(view, after, at.NUMBERS, tables.houses)}
    for street in sorted(wrote):
        was = possible.unnumbered(possible.street_of(tables, view.known, view.seat or 0, street))
        now = possible.street_of(tables, after, view.seat or 0, street)
        lost = possible.unnumbered(now)
        empty = [tables.first[street] + place for place, cell in enumerate(now.houses) if cell < 0]
        ids = tuple(f"welcome-house-{spot(tables, house)}" for house in empty)
        if lost > was:
            text = words.count(
                "street {street}: no number is left for {n} empty house",
                "street {street}: no number is left for {n} empty houses",
                lost,
                street=street + 1,
            )
            yield Reason(f"street {street + 1}", lost, text, ids)
        elif not lost and empty:
            yield Reason(
                f"street {street + 1}", 0, words("street {street} can still be filled", street=street + 1), ids
            )


def _plans(view: View, seen: View, words: Words) -> Iterator[Reason]:
    """Of each plan that asks for estates, if the houses or fences are other than before."""
    tables: Any = view.setup.tables
    seat, after = view.seat or 0, seen.known
    if not _changed(view, after, at.NUMBERS, 3 * tables.houses):  # numbers, fences and marks
        return
    mine, using = _own(view, after, at.PLANS, 3), _own(view, after, at.USING, 1)[0]
    for place in range(3):
        plan = int(after.cells[at.PLANS_AT + place])
        if mine[place] >= 0 or plan < 0 or using >= 0:
            continue
        name = {"plan": plan_letter(tables, place), "what": plan_text(view.setup, plan, words)}
        term, ids = f"plan {name['plan']}", (f"welcome-plan-{place + 1}",)
        if seen.codes() and seen.why(at.PLAN + place) is None:
            if view.why(at.PLAN + place) is not None:
                yield Reason(term, 2, words("plan {plan} ({what}) can be approved", **name), ids)
        elif possible.plain_estates(tables, plan) and possible.can_make(tables, view.known, seat, plan):
            if possible.can_make(tables, after, seat, plan):
                yield Reason(term, 1, words("plan {plan} ({what}) stays possible", **name), ids)
            else:
                text = words("plan {plan} ({what}) is no longer possible by numbers and fences alone", **name)
                yield Reason(term, 0, text, ids)


def _refusals(view: View, after: State, words: Words) -> Iterator[Reason]:
    tables: Any = view.setup.tables
    if _changed(view, after, at.REFUSALS, 1):
        left = tables.refusal_boxes - _own(view, after, at.REFUSALS, 1)[0]
        text = words.count("{n} more refusal would end the game", "{n} more refusals would end the game", left)
        if not left:
            text = words("with this refusal the game ends after the round")
        yield Reason("refusals", left, text, ("welcome-track-refusals",))
