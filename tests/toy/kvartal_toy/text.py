"""Words: the rules by name, moves, refusals, the log, the board for a terminal. locale/ has them in other languages."""

from kvartal.engine.game import Said
from kvartal.engine.rule import Advice, Rule, rulebook
from kvartal.engine.state import NOBODY, UNKNOWN
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words
from kvartal_toy.rules import ids
from kvartal_toy.rules import state as at
from kvartal_toy.rules.state import MOST_ROUNDS, PLANS, SITE_KEYS, ToyTables

PLAN_KEYS = tuple(str(plan + 1) for plan in range(PLANS))
SITE_NAMES = (N_("Well"), N_("Mill"), N_("Market"), N_("Bridge"), N_("Tower"))


def house(rule_id: str, text: str) -> Rule:
    """The game is our own, and so is each of its rules."""
    return Rule(rule_id, text, source="house")


RULES = rulebook(
    "toy",
    {
        # Why a move is refused, and how the game ends
        ids.CARD_HAND: house("toy.card.hand", N_("You have no such plan in hand.")),
        ids.CARD_CHOSEN: Rule(
            "toy.card.chosen", N_("You have chosen your plan for this round; take it back first."), source="house"
        ),
        ids.ORDER_ONCE: house("toy.order.once", N_("One plan can be ordered each round.")),
        ids.ORDER_EMPTY: house("toy.order.empty", N_("All your plans are in hand or played.")),
        ids.SPY_ONCE: house("toy.spy.once", N_("You can look into one safe each round.")),
        ids.SPY_SELF: house("toy.spy.self", N_("You know your own safe.")),
        ids.SPY_NOTHING: Rule(
            "toy.spy.nothing", N_("There is nothing in that safe that you have not seen."), source="house"
        ),
        ids.DONE_EARLY: Rule(
            "toy.done.early", N_("Choose a plan to build or to hide before you are done."), source="house"
        ),
        ids.END_ROUNDS: house("toy.end.rounds", N_("The last round is over.")),
    },
    (
        # What happens by itself
        house("toy.site.highest", N_("The highest plan built takes the site.")),
        house("toy.site.tie", N_("Equal plans take nothing; with ties=cancel the next one does.")),
        house("toy.score.site", N_("A site is worth the points printed on it.")),
        house("toy.score.safe", N_("A plan in the safe is worth its number.")),
    ),
)


def label(code: int, words: Words) -> str:
    if code < at.ORDER:
        plan = code % PLANS + 1
        return words("Build with {n}", n=plan) if code < at.HIDE else words("Hide {n} in the safe", n=plan)
    if code >= at.SPY:
        return words("Look into the safe of builder {n}", n=code - at.SPY + 1)
    return words("Order a plan") if code == at.ORDER else words("Done")


def explain(view: View, rule: Rule, words: Words) -> str | Advice:
    """Who is done too early is told what can be built or hidden: the legal moves first, then the words."""
    if rule.id != "toy.done.early":
        return rule.said(words)
    return Advice(rule.said(words), tuple(each for each in view.codes() if each < at.ORDER))


def narrate(said: Said, words: Words) -> list[tuple[Rule | None, str]]:
    if said.seat != NOBODY:
        what = words("Hide a plan in the safe") if said.code is None else label(said.code, words)
        return [(None, words("Builder {n}: {what}", n=said.seat + 1, what=what))]
    assert said.stream is not None
    if said.stream.owner == NOBODY:
        return [(None, words("The next site: {site}", site=words(SITE_NAMES[SITE_KEYS.index(said.text)])))]
    return [(None, words("Builder {n} gets a plan: {plan}", n=said.stream.owner + 1, plan=said.text))]


def place(view: View, words: Words) -> str:
    """What is built now."""
    site, tables = view.known.cells[at.SITE], view.setup.tables
    assert isinstance(tables, ToyTables)
    return words("{site}, worth {n}", site=words(SITE_NAMES[site - 1]), n=tables.worth[site - 1]) if site else "—"


def headline(view: View, words: Words) -> str:
    if view.over:
        return words("The game is over.")
    rounds, number = view.setup.options["rounds"], view.known.cells[at.ROUND] + 1
    return words("Round {n} of {all}: {site}", n=number, all=rounds, site=place(view, words))


def plans(view: View, seat: int) -> tuple[str, str, str]:
    """What is known of a builder's plans, one character each: in hand, built, in the safe."""
    cells, mine = view.known.cells, at.SEATS + seat * at.STRIDE
    hand = [cells[mine + at.HAND + plan] for plan in range(PLANS)]
    held = "".join(PLAN_KEYS[i] for i in range(PLANS) if hand[i] == 1)
    if UNKNOWN in hand:
        held = "?" * cells[mine + at.HAND_SIZE]
    built = "".join(PLAN_KEYS[i] for i in range(PLANS) if cells[mine + at.BUILT + i])
    slots = cells[mine + at.SAFE : mine + at.SAFE + MOST_ROUNDS]
    safe = "".join("?" if plan == UNKNOWN else str(plan) for plan in slots if plan)
    return held or "—", built or "—", safe or "—"


def board(view: View, words: Words) -> str:
    rows = [headline(view, words)]
    for score in view.scores(words.lang):
        hand, built, safe = plans(view, score.seat)
        row = words("{n}  hand {hand}  built {built}  safe {safe}  points {points}", n=score.seat + 1, hand=hand,
                    built=built, safe=safe, points=score.total)  # fmt: skip
        rows.append(row + ("  ✓" if view.known.cells[at.SEATS + score.seat * at.STRIDE + at.DONE] else ""))
    return "\n".join(rows)
