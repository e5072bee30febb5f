"""The rules of Toy Town by name. Their order is their number: what State.refusal() and State.ending() return."""

from kvartal.engine.rule import Rule, rulebook
from kvartal.engine.words import N_

CARD, CHOSEN, ORDER_ONCE, ORDER_EMPTY, SPY_ONCE, SPY_SELF, SPY_NOTHING, DONE_EARLY, END_ROUNDS = range(9)

RULES = rulebook(
    "toy",
    (
        # Why a move is refused
        Rule("toy.card.hand", N_("You have no such plan in hand."), source="house"),
        Rule("toy.card.chosen", N_("You have chosen your plan for this round; take it back first."), source="house"),
        Rule("toy.order.once", N_("One plan can be ordered each round."), source="house"),
        Rule("toy.order.empty", N_("All your plans are in hand or played."), source="house"),
        Rule("toy.spy.once", N_("You can look into one safe each round."), source="house"),
        Rule("toy.spy.self", N_("You know your own safe."), source="house"),
        Rule("toy.spy.nothing", N_("There is nothing in that safe that you have not seen."), source="house"),
        Rule("toy.done.early", N_("Choose a plan to build or to hide before you are done."), source="house"),
        # How the game ends
        Rule("toy.end.rounds", N_("The last round is over."), source="house"),
        # What happens by itself
        Rule("toy.site.highest", N_("The highest plan built takes the site."), source="house"),
        Rule("toy.site.tie", N_("Equal plans take nothing; with ties=cancel the next one does."), source="house"),
        Rule("toy.score.site", N_("A site is worth the points printed on it."), source="house"),
        Rule("toy.score.safe", N_("A plan in the safe is worth its number."), source="house"),
    ),
)
