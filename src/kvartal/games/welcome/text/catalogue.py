"""The rules of Welcome To… in our own words, by their numbers, and the names of things.

A place is a page of the 2023 rulebook, or a chapter of the 2018 one: the text that we have has lost its page numbers.
"""

from kvartal.engine.rule import Rule, rulebook
from kvartal.engine.words import N_
from kvartal.games.welcome.rules import ids

EFFECT_NAMES = (N_("fence"), N_("value"), N_("park"), N_("pool"), N_("temp"), N_("bis"))

# Chapters of the 2018 rulebook
START = N_("Setting up")
PLAY = N_("How it is played")
HOUSE = N_("Building a house")
EFFECT = N_("Using the effect")
KINDS = N_("Kinds of effects")
PLANS = N_("The city plan")
NEEDS = N_("What the plans require")
END = N_("The end of the game")
ALONE = N_("Playing alone")
ROUNDABOUT = N_("Roundabouts")
EXTRA = N_("Additional city plans")
DRAFT = N_("Special rules for experienced players")


def old(chapter: str) -> str:
    """A place in the 2018 rulebook."""
    return f"2018:{chapter}"


def both(chapter: str, page: int) -> tuple[str, str]:
    """A rule of both editions: its chapter in 2018, its page in 2023."""
    return old(chapter), f"2023:{page}"


RULES = rulebook(
    "welcome",
    {
        # The order of a turn
        ids.TURN_CHOOSE: Rule(
            "welcome.turn.choose",
            N_("The cards of a round are chosen once, at the beginning of your turn."),
            both(PLAY, 5),
        ),
        ids.TURN_PAIR: Rule(
            "welcome.turn.pair",
            N_("The card for the effect is chosen once, right after the card for the number."),
            both(ALONE, 17),
        ),
        ids.TURN_WRITE: Rule(
            "welcome.turn.write", N_("A number is written once a turn, after the cards are chosen."), both(HOUSE, 6)
        ),
        ids.TURN_FIRST: Rule(
            "welcome.turn.first", N_("Everything else comes after the number, or after a refusal."), both(PLAY, 5)
        ),
        ids.TURN_HAND: Rule(
            "welcome.turn.hand",
            N_("With three piles everybody plays a pair; there is no hand of cards."),
            both(PLAY, 5),
        ),
        ids.TURN_CARDS: Rule(
            "welcome.turn.cards", N_("Number and effect must come from two different cards."), both(ALONE, 17)
        ),
        ids.TURN_GIVE: Rule(
            "welcome.turn.give", N_("After a refusal, and only then, you choose which card goes on."), both(DRAFT, 18)
        ),
        ids.TURN_DONE: Rule(
            "welcome.turn.done",
            N_("You have confirmed your turn; take the confirmation back to change it."),
            source="derived",
        ),
        # The number
        ids.CHOOSE_FITS: Rule("welcome.choose.fits", N_("This number fits no empty house."), both(HOUSE, 6)),
        ids.REFUSAL_FORCED: Rule(
            "welcome.refusal.forced",
            N_("Whoever can write one of the three printed numbers must do so."),
            both(HOUSE, 6),
        ),
        ids.WRITE_EMPTY: Rule("welcome.write.empty", N_("A number goes into an empty house."), both(HOUSE, 6)),
        ids.WRITE_ORDER: Rule(
            "welcome.write.order",
            N_("Numbers ascend from left to right in a street, or in its part beside a roundabout."),
            both(HOUSE, 6),
        ),
        ids.TEMP_PAIR: Rule("welcome.temp.pair", N_("Only the temp effect changes a number."), both(KINDS, 9)),
        ids.TEMP_RANGE: Rule(
            "welcome.temp.range", N_("Temps change the number by up to two, within 0 and 17."), both(KINDS, 9)
        ),
        ids.TEMP_ONCE: Rule("welcome.temp.once", N_("The temps have already set this number."), both(KINDS, 9)),
        # The effect
        ids.EFFECT_REFUSED: Rule(
            "welcome.effect.refused", N_("A refusal replaces the effect as well as the number."), both(EFFECT, 6)
        ),
        ids.EFFECT_OTHER: Rule("welcome.effect.other", N_("The cards you chose have another effect."), both(EFFECT, 5)),
        ids.EFFECT_ONCE: Rule("welcome.effect.once", N_("The effect of this turn is used already."), both(EFFECT, 5)),
        ids.FENCE_END: Rule("welcome.fence.end", N_("The ends of a street are fenced from the start."), both(KINDS, 7)),
        ids.FENCE_THERE: Rule("welcome.fence.there", N_("There is a fence already."), both(KINDS, 7)),
        ids.FENCE_SPENT: Rule(
            "welcome.fence.spent", N_("An estate that was used for a plan is never divided."), both(NEEDS, 11)
        ),
        ids.FENCE_BIS: Rule(
            "welcome.fence.bis", N_("2018: houses with the same number stay in one estate."), old(KINDS)
        ),
        ids.VALUE_FULL: Rule("welcome.value.full", N_("All boxes of this size are crossed."), both(KINDS, 8)),
        ids.PARK_FULL: Rule("welcome.park.full", N_("All park boxes of the street are crossed."), both(KINDS, 8)),
        ids.POOL_HOUSE: Rule(
            "welcome.pool.house",
            N_("A pool is built only where the house just numbered has one planned."),
            both(KINDS, 8),
        ),
        ids.BIS_EMPTY: Rule("welcome.bis.empty", N_("A bis goes into an empty house."), both(KINDS, 9)),
        ids.BIS_NEIGHBOUR: Rule(
            "welcome.bis.neighbour",
            N_("A bis repeats the number of the house right beside it; there is none."),
            both(KINDS, 9),
        ),
        ids.BIS_FENCE: Rule("welcome.bis.fence", N_("2018: a number is not repeated across a fence."), old(KINDS)),
        ids.BIS_FULL: Rule("welcome.bis.full", N_("All bis boxes are crossed."), source="house"),
        # Roundabouts
        ids.ROUNDABOUT_OFF: Rule(
            "welcome.roundabout.off", N_("Roundabouts belong to the expert variant."), both(ROUNDABOUT, 14)
        ),
        ids.ROUNDABOUT_MOST: Rule(
            "welcome.roundabout.most", N_("Two roundabouts a game are the most."), both(ROUNDABOUT, 14)
        ),
        ids.ROUNDABOUT_ONCE: Rule("welcome.roundabout.once", N_("One roundabout a round."), source="house"),
        ids.ROUNDABOUT_EMPTY: Rule(
            "welcome.roundabout.empty", N_("A roundabout takes the place of an empty house."), both(ROUNDABOUT, 14)
        ),
        ids.ROUNDABOUT_WHEN: Rule(
            "welcome.roundabout.when",
            N_("A roundabout comes before the cards are chosen or after the number is written."),
            source="derived",
        ),
        # Plans
        ids.PLAN_ONCE: Rule("welcome.plan.once", N_("You have approved this plan already."), both(PLANS, 10)),
        ids.PLAN_UNMET: Rule("welcome.plan.unmet", N_("The sheet does not meet this plan."), both(PLANS, 10)),
        ids.PLAN_MARK: Rule(
            "welcome.plan.mark", N_("First mark the estates for the plan you are approving."), both(NEEDS, 11)
        ),
        ids.USE_NOW: Rule(
            "welcome.use.now", N_("Estates are marked only while a plan is being approved."), both(NEEDS, 11)
        ),
        ids.USE_ESTATE: Rule(
            "welcome.use.estate", N_("No completed estate that suits the plan begins at this house."), both(NEEDS, 11)
        ),
        ids.USE_SPENT: Rule("welcome.use.spent", N_("Each estate serves one plan only."), both(NEEDS, 11)),
        ids.USE_SIZE: Rule("welcome.use.size", N_("The plan needs no more estates of this size."), both(NEEDS, 11)),
        ids.USE_STREET: Rule("welcome.use.street", N_("The plan asks for estates of another street."), "2023:15"),
        ids.RESHUFFLE_OFF: Rule(
            "welcome.reshuffle.off",
            N_("Cards are reshuffled for a first plan only in the 2018 game with three piles."),
            old(NEEDS),
        ),
        ids.RESHUFFLE_FIRST: Rule(
            "welcome.reshuffle.first",
            N_("Only who is first to complete a plan may have the cards reshuffled, once."),
            old(NEEDS),
        ),
        # How a game ends
        ids.END_PLANS: Rule("welcome.end.plans", N_("Somebody has approved all three plans."), both(END, 12)),
        ids.END_REFUSALS: Rule("welcome.end.refusals", N_("Somebody has crossed the last refusal box."), both(END, 12)),
        ids.END_FULL: Rule("welcome.end.full", N_("Somebody has numbered every house."), both(END, 12)),
        ids.END_DECK: Rule("welcome.end.deck", N_("Solo (2018): the cards have run out."), old(ALONE)),
    },
    (
        # What happens by itself
        Rule("welcome.setup.plans", N_("One plan of each deck lies open; the others stay in the box."), both(START, 4)),
        Rule("welcome.setup.piles", N_("The cards make three equal piles, numbers up."), both(START, 4)),
        Rule(
            "welcome.round",
            N_("The card on each pile is turned to its effect; the next number shows. Three pairs for all."),
            both(PLAY, 5),
        ),
        Rule(
            "welcome.piles.2018",
            N_("2018: when the piles are empty all discards are shuffled into three new ones."),
            source="public",
        ),
        Rule(
            "welcome.piles.2023", N_("2023: when the piles are empty each pile's own discards are shuffled."), "2023:5"
        ),
        Rule(
            "welcome.reshuffle",
            N_("2018: the first to complete a plan may have all cards shuffled into new piles."),
            old(NEEDS),
        ),
        Rule(
            "welcome.reveal",
            N_("All play at the same time; what a turn was is seen when everybody has confirmed."),
            both(PLAY, 5),
        ),
        Rule(
            "welcome.refusal",
            N_("If none of the three numbers fits, cross a refusal box: no number, no effect."),
            both(HOUSE, 6),
        ),
        Rule("welcome.effect.optional", N_("Nobody has to use an effect."), both(EFFECT, 7)),
        Rule(
            "welcome.fence", N_("A fence between any two houses of a street divides it into estates."), both(KINDS, 7)
        ),
        Rule(
            "welcome.estate",
            N_("An estate is one to six numbered houses between two fences, none of them empty."),
            both(KINDS, 7),
        ),
        Rule(
            "welcome.value",
            N_("Cross the next box of any size: every estate of that size is worth more."),
            both(KINDS, 8),
        ),
        Rule("welcome.park", N_("Cross the next park box of the street where you wrote the number."), both(KINDS, 8)),
        Rule("welcome.pool", N_("Build the pool planned at the house you have just numbered."), both(KINDS, 8)),
        Rule(
            "welcome.temp",
            N_("Write a number up to two higher or lower, and cross a temp box, even if it stays the same."),
            both(KINDS, 9),
        ),
        Rule("welcome.temp.full", N_("With all temp boxes crossed the number may still be changed."), source="public"),
        Rule("welcome.bis", N_("Repeat the number of a house in the empty house beside it."), both(KINDS, 9)),
        Rule(
            "welcome.roundabout",
            N_("A roundabout fences itself off; numbers begin anew on its other side."),
            both(ROUNDABOUT, 14),
        ),
        Rule(
            "welcome.plan",
            N_("A plan is approved by marking what it asks for; estates used are spent."),
            both(PLANS, 10),
        ),
        Rule(
            "welcome.plan.first",
            N_("All who approve a plan in the first round it is approved get the higher value."),
            both(PLANS, 10),
        ),
        Rule(
            "welcome.plan.houses",
            N_("2018: single houses marked for a plan serve no other plan, but may be fenced."),
            old(EXTRA),
        ),
        Rule(
            "welcome.draft",
            N_("2018 draft: number from one card, effect from another, the third to the right."),
            old(DRAFT),
        ),
        Rule("welcome.draft.discard", N_("Draft: the discard pile lies open."), source="house"),
        Rule(
            "welcome.solo.2018",
            N_("Solo (2018): three cards a round; when the solo card comes all plans are turned."),
            old(ALONE),
        ),
        Rule(
            "welcome.solo.2023",
            N_("Solo (2023): the third card of every round, the last one too, goes to the rival, in order."),
            "2023:17",
        ),
        Rule("welcome.solo.approval", N_("An approval card lets the rival score that plan, and turns it."), "2023:17"),
        # Scores
        Rule("welcome.score.plans", N_("Points of the approved plans."), both(END, 12)),
        Rule("welcome.score.parks", N_("The lowest number of a street's parks that is not crossed."), both(END, 12)),
        Rule("welcome.score.pools", N_("The lowest number of the pools that is not crossed."), both(END, 12)),
        Rule(
            "welcome.score.temps",
            N_("7, 4 and 1 points for the most temps; equal counts share a place; none, no points."),
            both(END, 12),
        ),
        Rule("welcome.score.temps.solo", N_("Solo (2018): seven points for six temps or more."), old(ALONE)),
        Rule(
            "welcome.score.temps.closed",
            N_("Against the closed office the temp boxes alone decide your place."),
            "2023:18",
        ),
        Rule(
            "welcome.score.estates",
            N_("Each completed estate is worth the lowest number of its size that is not crossed."),
            both(END, 12),
        ),
        Rule("welcome.score.bis", N_("Bis boxes cost points."), both(END, 12)),
        Rule("welcome.score.refusals", N_("Refusals cost points from the second one on."), both(END, 12)),
        Rule("welcome.score.roundabouts", N_("Roundabouts cost points."), both(ROUNDABOUT, 14)),
        Rule(
            "welcome.score.rival", N_("The rival scores its cards, its five largest estates and its plans."), "2023:19"
        ),
        Rule(
            "welcome.tie",
            N_("Equal points: more estates win; in 2018 then more of size one, two, and so on."),
            both(END, 12),
        ),
    ),
)

EFFECT_RULES = ("welcome.fence", "welcome.value", "welcome.park", "welcome.pool", "welcome.temp", "welcome.bis")

PLAN_TEXTS = {
    "estates": N_("estates of {sizes}"),
    "estates_pools": N_("estates of {sizes}, each with a pool"),
    "estates_pools_bis": N_("estates of {sizes}, each with a pool and a bis"),
    "estates_on_street": N_("estates of {sizes} on street {street}"),
    "ends_of_one": N_("an estate of 1 at both ends of every street"),
    "street_built": N_("every house of street {street}"),
    "ends_built": N_("the first and last house of every street"),
    "parks_and_pools": N_("all parks and pools of street {street}"),
    "parks_pools_roundabout": N_("all parks, all pools and a roundabout on one street"),
}

RIVAL_NAMES = (N_("Closed office"), N_("Sam"), N_("Nora"), N_("Irene"), N_("Boris"), N_("Vera"))
