"""The rules of Flip City in our own words, under their numbers (rules/ids), and the names of cards and zones."""

from kvartal.engine.rule import Rule, rulebook
from kvartal.engine.words import N_
from kvartal.games.flip.rules import ids

FACE_KEYS = ("residential", "apartment", "store", "mall", "hospital", "church", "factory", "plant", "park", "station")
KIND_KEYS = FACE_KEYS[::2]

FACE_NAMES = (
    N_("Residential"),
    N_("Apartment"),
    N_("Store"),
    N_("Mall"),
    N_("Hospital"),
    N_("Church"),
    N_("Factory"),
    N_("Power Plant"),
    N_("Park"),
    N_("Station"),
)

RULES = rulebook(
    "flip",
    {
        # Why a move is refused
        ids.PHASE_PLAY: Rule(
            "flip.phase.play", N_("Cards are played, shuffled and recycled before you stop, not while building."), "1"
        ),
        ids.PHASE_BUILD: Rule("flip.phase.build", N_("Building comes after you stop playing cards."), "1"),
        ids.PHASE_REMOVE: Rule(
            "flip.phase.remove",
            N_("Solo: a card of the supply leaves the game right after each shuffle, and only then."),
            "2",
        ),
        ids.PLAY_EMPTY: Rule(
            "flip.play.empty", N_("Cards are played from the top of your deck; an empty one has none."), "1"
        ),
        ids.STOP_MUST_PLAY: Rule(
            "flip.stop.must_play", N_("A Residential on top of your deck must be played."), source="public"
        ),
        ids.STOP_FORCED: Rule(
            "flip.stop.forced", N_("The card you played forces you to play the next one."), source="public"
        ),
        ids.STOP_SOLO: Rule("flip.stop.solo", N_("Alone, at least one card must be played each turn."), source="house"),
        ids.SHUFFLE_DECK: Rule(
            "flip.shuffle.deck", N_("The discard pile is shuffled only when the deck is empty."), "1"
        ),
        ids.SHUFFLE_EMPTY: Rule("flip.shuffle.empty", N_("There is nothing in your discard pile to shuffle."), "1"),
        ids.RECYCLE_CARD: Rule("flip.recycle.card", N_("Only a card with the green arrow can be recycled."), "1"),
        ids.RECYCLE_WHERE: Rule(
            "flip.recycle.where", N_("A card is recycled from your own discard pile; there is none of this kind."), "1"
        ),
        ids.RECYCLE_ONCE: Rule(
            "flip.recycle.once", N_("Each card is recycled once a turn; this one is turned already."), "2"
        ),
        ids.BUY_NEVER: Rule("flip.buy.never", N_("This card cannot be bought."), source="public"),
        ids.BUY_EMPTY: Rule("flip.buy.empty", N_("That pile of the supply is empty."), "2"),
        ids.BUY_PRICE: Rule("flip.buy.price", N_("You cannot pay the price of this card."), "1"),
        ids.UPGRADE_NEVER: Rule("flip.upgrade.never", N_("This side has no price for turning it."), "1"),
        ids.UPGRADE_WHERE: Rule(
            "flip.upgrade.where",
            N_("Only a card in your discard pile can be upgraded; there is none of this kind."),
            "1",
        ),
        ids.UPGRADE_PRICE: Rule("flip.upgrade.price", N_("You cannot pay for this upgrade."), "1"),
        ids.GIFT: Rule(
            "flip.gift",
            N_("An upgraded Apartment goes to an opponent as a Residential; alone it leaves the game."),
            source="public",
        ),
        ids.GIFT_SELF: Rule("flip.gift.self", N_("The Apartment is given to somebody else."), source="public"),
        ids.REMOVE_EMPTY: Rule(
            "flip.remove.empty", N_("That pile of the supply is empty: remove a card of another kind."), "2"
        ),
        # How a game ends
        ids.WIN_POINTS: Rule(
            "flip.win.points", N_("Enough points in play (eight as printed) win the game at once."), "1"
        ),
        ids.WIN_CARDS: Rule(
            "flip.win.cards",
            N_("Eighteen cards in play (or as many as agreed), a Store among them, win the game at once."),
            source="public",
        ),
        ids.LOSS_SUPPLY: Rule("flip.loss.supply", N_("Solo: the supply ran out before you won."), "2"),
        ids.DRAW_CAP: Rule(
            "flip.draw.cap", N_("The agreed number of turns is over, and nobody has won by then."), source="house"
        ),
    },
    (  # what happens by itself
        Rule("flip.setup.deck", N_("Everybody begins with the same nine cards, shuffled."), "1"),
        Rule("flip.setup.supply", N_("All other cards lie open in the supply, by kind; alone only four of each."), "1"),
        Rule("flip.setup.first", N_("The first player is drawn by lot."), source="derived"),
        Rule(
            "flip.play", N_("Play cards from the top of your deck, one by one; each gives what is printed on it."), "1"
        ),
        Rule("flip.top", N_("Cards have no back: everybody sees the top card of every deck."), source="public"),
        Rule(
            "flip.bust",
            N_("At the third sad face (with a Church later) the turn ends at once: no building, no win."),
            "1",
        ),
        Rule(
            "flip.hospital",
            N_("A Hospital gives one coin and one more for each sad face in play, its own included."),
            "2",
        ),
        Rule("flip.church", N_("A Church raises the number of sad faces you can bear this turn."), source="public"),
        Rule("flip.factory", N_("A Factory sends the bottom card of your deck to your discard pile."), source="public"),
        Rule(
            "flip.recycle", N_("A card with a green arrow helps once a turn from the discard pile, for nothing."), "1"
        ),
        Rule(
            "flip.recycle.flip", N_("A recycled card turns back to its first side, if that is agreed."), source="public"
        ),
        Rule(
            "flip.shuffle",
            N_("When the deck is empty you may shuffle your discard pile into a new one, and decide again."),
            "1",
        ),
        Rule("flip.build.one", N_("After stopping you build once, or not at all."), "1", source="derived"),
        Rule("flip.build.buy", N_("A bought card goes to your discard pile."), "1"),
        Rule("flip.build.upgrade", N_("An upgraded card is turned over and stays in your discard pile."), "1"),
        Rule("flip.build.both", N_("Buying and upgrading at once costs both prices."), "1"),
        Rule("flip.end_of_turn", N_("Played cards go to the discard pile; coins, points and effects lapse."), "1"),
        Rule("flip.score.card", N_("Points printed on the cards in play."), "1"),
        Rule("flip.score.recycled", N_("Points recycled this turn."), "1"),
    ),
)
