"""Laws about reasons: what is claimed about points is what the score lines do, and what differs is told differently."""

import random

from kvartal.engine.conformance.findings import Findings, under
from kvartal.engine.game import Setup
from kvartal.engine.reasons import by_rule, told
from kvartal.engine.state import OVER, State
from kvartal.engine.view import View
from kvartal.engine.words import LANGUAGES

SELDOM = 3  # one position of so many is looked at
MOVES, WORLDS = 3, 3


@under("reasons")
def position(findings: Findings, setup: Setup, state: State, rng: random.Random) -> None:
    seats = [seat for seat in range(setup.players) if state.turn() >= 0 and state.owes(seat)]
    if not seats or rng.randrange(SELDOM):
        return
    view = View.of(setup, state, rng.choice(seats))
    codes = view.codes()
    codes = rng.sample(codes, min(MOVES, len(codes)))
    for code in codes:
        _points(findings, view, code, rng)
    lang = rng.choice(LANGUAGES)
    texts: dict[str, list[tuple[str, int]]] = {}
    for code in codes:
        reasons = view.reasons(code, lang)
        claims = [(each.term, each.figure) for each in reasons]
        if not all(each.text for each in reasons) or texts.setdefault(told(reasons), claims) != claims:
            findings.say("reasons", f"{setup.notation[code]} shares its text in {lang} with another move, or has none")
        dealt = View.of(setup, view.imagine(rng.getrandbits(62)), view.seat, view.names)
        if dealt.reasons(code, lang) != reasons:
            findings.say("secrecy", f"the reasons of {setup.notation[code]} change when the hidden is dealt anew")


def _points(findings: Findings, view: View, code: int, rng: random.Random) -> None:
    """Every change of points and every end, in worlds that fit the view."""
    setup, seat, words = view.setup, view.seat or 0, view.words("en")
    rules = {rule.id for rule in setup.game.rules}
    before = by_rule(setup, view.known, seat, words)
    claims = [(each.term, each.figure) for each in view.reasons(code)]
    for _ in range(WORLDS):
        world = view.imagine(rng.getrandbits(62))
        world.play(seat, code)
        after = by_rule(setup, world.known(seat), seat, words)
        for term, figure in claims:
            lines = [sum(line.points for line in each.get(term, ())) for each in (before, after)]
            if term in rules and lines[1] - lines[0] != figure:
                what = f"{term} {figure:+d}, but the lines change by {lines[1] - lines[0]:+d}"
                findings.say("reasons", f"{setup.notation[code]}: {what}", setup.game.reasons)
            if term == "over" and (world.turn() != OVER or world.place(seat) != figure):
                findings.say("reasons", f"{setup.notation[code]} does not end the game so", setup.game.reasons)
