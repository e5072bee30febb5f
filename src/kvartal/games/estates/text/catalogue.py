"""The rules of The Estates in our own words, under their numbers (rules/ids), and the names of things."""

from kvartal.engine.rule import Rule, rulebook
from kvartal.engine.words import N_
from kvartal.games.estates.rules import ids

COLOUR_NAMES = (N_("blue"), N_("green"), N_("yellow"), N_("red"), N_("purple"), N_("grey"))
SYMBOLS = ("●", "▲", "★", "■", "◆", "✚")  # of the colours, in the same order

# The page is the heading of the rulebook's chapter: the text that we have has lost its page numbers.
START = N_("Preparation")
BOX = N_("Illegal profit")
CHOICE = N_("Choosing among the available objects")
AUCTION = N_("The auction")
FLOORS = N_("Placing floors")
ROOFS = N_("Placing roofs")
BARRIERS = N_("Placing barriers")
MAYOR = N_("The mayor")
CANCEL = N_("The cancel cube")
END = N_("The end of the game")
SCORE = N_("Counting points")
ROUNDS = N_("Several rounds")

RULES = rulebook(
    "estates",
    {
        # Why a move is refused
        ids.PHASE_OFFER: Rule(
            "estates.phase.offer",
            N_("A cheque is boxed and a piece put up only at the start of your own turn, before the bidding."),
            CHOICE,
        ),
        ids.PHASE_BID: Rule(
            "estates.phase.bid", N_("Bids and passes are made while a piece is up for auction."), AUCTION
        ),
        ids.PHASE_DECIDE: Rule(
            "estates.phase.decide", N_("Selling or keeping is decided once the bidding has gone around."), AUCTION
        ),
        ids.PHASE_PLACE: Rule(
            "estates.phase.place", N_("A piece is placed or removed right after its auction is settled."), FLOORS
        ),
        ids.BOX_ONCE: Rule(
            "estates.box.once", N_("Only one cheque may go into the cash box on each of your turns."), BOX
        ),
        ids.BOX_EMPTY: Rule("estates.box.empty", N_("There is no cheque in your hand to put into the cash box."), BOX),
        ids.OFFER_GONE: Rule(
            "estates.offer.gone", N_("This piece is not beside the board any more, or not in this round."), CHOICE
        ),
        ids.OFFER_END: Rule(
            "estates.offer.end", N_("Only the first or the last cube of a row of the offer can be put up."), CHOICE
        ),
        ids.OFFER_FITS: Rule(
            "estates.offer.fits",
            N_("A cube can be put up only while there is a lot in the city that can take it."),
            CHOICE,
            "public",
        ),
        ids.OFFER_ROOF: Rule(
            "estates.offer.roof", N_("A roof can be put up only while a building without a roof is standing."), CHOICE
        ),
        ids.BID_WHOLE: Rule("estates.bid.whole", N_("A bid is a whole number of cheques, at least one."), AUCTION),
        ids.BID_HIGHER: Rule(
            "estates.bid.higher", N_("Every bid must be higher than the one before."), AUCTION, "public"
        ),
        ids.BID_HAND: Rule(
            "estates.bid.hand", N_("You cannot bid more than you hold in your hand; the cash box is locked."), AUCTION
        ),
        ids.KEEP_PAY: Rule(
            "estates.keep.pay", N_("Keeping the piece means paying the highest bid: you need the cheques."), AUCTION
        ),
        ids.PLACE_KIND: Rule(
            "estates.place.kind",
            N_("Each piece has its own kind of place: cubes and roofs on lots, barriers in rows, the mayor at one."),
            FLOORS,
        ),
        ids.CUBE_LENGTH: Rule("estates.cube.length", N_("Nothing is built on or beyond the end of a row."), FLOORS),
        ids.CUBE_GAP: Rule("estates.cube.gap", N_("A row grows from the street without gaps."), FLOORS),
        ids.CUBE_ROOFED: Rule(
            "estates.cube.roofed", N_("A building with a roof is finished: no floor goes on top."), FLOORS
        ),
        ids.CUBE_WHITE: Rule("estates.cube.white", N_("A lot with white dirt carries one floor only."), FLOORS),
        ids.CUBE_LOWER: Rule(
            "estates.cube.lower", N_("A floor must be lower in number than the one it stands on."), FLOORS
        ),
        ids.ROOF_BUILDING: Rule("estates.roof.building", N_("A roof goes on a building, not on an empty lot."), ROOFS),
        ids.ROOF_ONE: Rule("estates.roof.one", N_("This building has its roof already."), ROOFS),
        ids.BARRIER_BUILT: Rule(
            "estates.barrier.built", N_("A row cannot become shorter than what is already built in it."), BARRIERS
        ),
        ids.BARRIER_BOARD: Rule(
            "estates.barrier.board",
            N_("A barrier stands on an empty lot: the row would end beyond the board."),
            BARRIERS,
            "derived",
        ),
        ids.BARRIER_LEAST: Rule(
            "estates.barrier.least",
            N_("A barrier stands on an empty lot: the row would end before its first one allowed."),
            BARRIERS,
            "derived",
        ),
        ids.CANCEL_NONE: Rule(
            "estates.cancel.none", N_("The cancel cube takes away a barrier that stands in a row."), CANCEL
        ),
        ids.CANCEL_BUILT: Rule(
            "estates.cancel.built",
            N_("A barrier that lengthens a row stays while more is built than would be required."),
            CANCEL,
        ),
        ids.CANCEL_LEAST: Rule(
            "estates.cancel.least",
            N_("Without this barrier the row would require fewer buildings than is possible."),
            CANCEL,
            "derived",
        ),
        ids.DISCARD_NEVER: Rule(
            "estates.discard.never", N_("Cubes and roofs are always placed, never removed."), FLOORS
        ),
        # How a round or the game ends
        ids.END_ROWS: Rule("estates.end.rows", N_("The round ends at once when two rows are complete."), END),
        ids.END_ROOFS: Rule("estates.end.roofs", N_("The round ends when the last roof is placed."), END),
        ids.END_CLOSED: Rule(
            "estates.end.closed",
            N_("The round ends when no cube is left in the offer and every building has a roof."),
            END,
            "derived",
        ),
        ids.END_EITHER: Rule(
            "estates.end.either",
            N_("As agreed, the round ends as soon as the offer is empty."),
            END,
            "derived",
        ),
        ids.END_ROUNDS: Rule(
            "estates.end.rounds", N_("The agreed number of rounds has been played: the highest total wins."), ROUNDS
        ),
        ids.END_WINS: Rule(
            "estates.end.wins", N_("Two rounds won decide the game at once, whatever the totals."), ROUNDS
        ),
    },
    (  # what happens by itself
        Rule("estates.setup.offer", N_("24 of the 36 cubes lie open in three rows of eight; 12 stay out."), START),
        Rule("estates.setup.money", N_("Everybody begins with twelve cheques."), START),
        Rule("estates.setup.first", N_("The first player is drawn by lot, in every round."), START),
        Rule("estates.box", N_("A cheque in the cash box cannot be spent and counts one point at the end."), BOX),
        Rule("estates.offer", N_("On your turn you put one piece up for auction."), CHOICE),
        Rule("estates.roof.turned", N_("A roof is turned up before the bidding starts."), CHOICE),
        Rule("estates.bid", N_("The others bid once around, each once, or pass."), AUCTION),
        Rule("estates.pass", N_("Who passes is out of this auction."), AUCTION),
        Rule("estates.pass.forced", N_("Who cannot bid higher passes without being asked."), AUCTION, "public"),
        Rule("estates.sell", N_("Sold: the highest bidder pays the auctioneer and gets the piece."), AUCTION),
        Rule(
            "estates.sell.forced", N_("An auctioneer who cannot pay the highest bid has to sell."), AUCTION, "derived"
        ),
        Rule("estates.keep", N_("Kept: the auctioneer pays the highest bid to its bidder."), AUCTION),
        Rule("estates.free", N_("Nobody bid: the auctioneer gets the piece for nothing."), AUCTION),
        Rule(
            "estates.money.hidden",
            N_("Hands need not be shown. Every payment is made in the open, so the log has it all."),
            AUCTION,
        ),
        Rule("estates.cube", N_("A cube becomes the top floor of a building, or a new building."), FLOORS),
        Rule(
            "estates.certificate", N_("Who places the first cube of a colour holds its certificate for good."), FLOORS
        ),
        Rule("estates.roof", N_("A roof closes a building."), ROOFS),
        Rule("estates.barrier", N_("A barrier makes a row longer or shorter by its number."), BARRIERS),
        Rule(
            "estates.barrier.stack", N_("Barriers already in the row move along; each keeps its own effect."), BARRIERS
        ),
        Rule("estates.mayor", N_("The mayor doubles every building of his row, for better or worse."), MAYOR),
        Rule("estates.cancel", N_("The cancel cube removes a barrier and its effect, and leaves the game."), CANCEL),
        Rule("estates.discard", N_("A barrier, the mayor or the cancel cube may be removed instead."), BARRIERS),
        Rule(
            "estates.score.complete", N_("Buildings in a complete row count for the holder of the top colour."), SCORE
        ),
        Rule("estates.score.incomplete", N_("Buildings in a row that is not complete count against them."), SCORE),
        Rule("estates.score.box", N_("Each cheque in the cash box is one point; the hand counts nothing."), SCORE),
        Rule("estates.score.earlier", N_("Points of the earlier rounds."), ROUNDS),
        Rule(
            "estates.tie",
            N_("A tie goes to whoever has more cheques, hand and box together; then it is shared."),
            SCORE,
        ),
        Rule("estates.round.carry", N_("Everybody goes on with the cheques they have, box included."), ROUNDS),
        Rule("estates.round.winner", N_("A shared round is won by nobody."), ROUNDS, "house"),
    ),
)
