"""The rules of The Estates as somebody learns them: chapter by chapter, in our own words."""

from kvartal.engine.rule import Chapter
from kvartal.engine.words import N_

CHAPTERS: tuple[Chapter, ...] = (
    Chapter(
        N_("The idea of the game"),
        (
            N_(
                "Six companies, each with a colour of its own, build a new city of three rows. Rows that are completed "
                "bring points; whatever stands in a row that is not complete costs just as many."
            ),
            N_(
                "At first nobody holds a company. Everything that is built with is sold by auction, everybody may "
                "build anywhere, and a building counts for the company whose floor is on top: what is yours now may be "
                "somebody else's a moment later."
            ),
            N_(
                "Two to five people play, usually one round. Whoever has the most points at its end wins, even if that "
                "is less than zero."
            ),
        ),
    ),
    Chapter(
        N_("What lies on the table"),
        (
            N_(
                "In the middle is the city: rows A, B and C, each with ten lots numbered from the street, four before "
                "the river and six beyond it. At the beginning every row usually requires four buildings, those before "
                "the river. A few lots have white dirt, usually A1, A7, B3, B5 and C2: they carry one floor only."
            ),
            N_(
                "The floors are 36 cubes: six colours, each with the numbers 1 to 6. In a round, 24 of them, drawn at "
                "random, lie open in the offer, in three rows of eight. The other twelve stay out."
            ),
            N_(
                "Beside the board are the roofs, face down (usually twelve, two of each number from 1 to 6), the "
                "barriers 1, 2 and 3, the mayor and the cancel cube. Every colour is a company and has a certificate, "
                "which nobody holds yet."
            ),
            N_(
                "Everybody has cheques in hand, usually twelve to begin with, and a cash box of their own, still "
                "empty. The others usually do not see how many cheques you have, but all payments are made in the "
                "open. The first player is drawn by lot; play goes clockwise."
            ),
        ),
        ("setup", "money"),
    ),
    Chapter(
        N_("Your turn, step by step"),
        (
            N_(
                "On your turn you are the auctioneer. First you may put one cheque, and no more than one, from your "
                "hand into your cash box. It cannot be spent until the end of the round, but then it is worth one "
                "point."
            ),
            N_(
                "Then you must put one piece up for auction. A cube: only the first or the last one left in a row of "
                "the offer, and only if some lot in the city can take it now. A roof: only while a building without a "
                "roof is standing; it is turned up before the bidding, and then there is no way back. A barrier, the "
                "mayor or the cancel cube: as long as it lies beside the board, even if nothing could be done with it "
                "now."
            ),
            N_(
                "The auction decides who gets the piece. The new owner places it at once; only a barrier, the mayor or "
                "the cancel cube may be removed from the game instead. Then the next auctioneer is the player after "
                "you, clockwise, whoever got the piece."
            ),
        ),
        ("phase", "box", "offer", "place"),
    ),
    Chapter(
        N_("The auction"),
        (
            N_(
                "The bidding goes once around the table, clockwise, beginning with the player after the auctioneer. "
                "Everybody but the auctioneer bids or passes, and nobody has a second chance. A bid is at least one "
                "cheque, higher than the bid before, and no more than you hold in your hand: the cash box is locked."
            ),
            N_(
                "Then the auctioneer decides. To sell: the highest bidder pays the bid to the auctioneer and gets the "
                "piece. To keep: the auctioneer pays the same sum to the highest bidder and has the piece."
            ),
            N_(
                "An auctioneer with too few cheques in hand has to sell. If everybody has passed, the auctioneer gets "
                "the piece for nothing. There is no bank: players pay only each other."
            ),
            N_(
                "An example: Ann puts up a roof, Bob bids 2, Cyd bids 4. Either Cyd pays 4 cheques to Ann and gets the "
                "roof, or Ann pays 4 cheques to Cyd and the roof is hers. Bob neither pays nor gets anything."
            ),
        ),
        ("bid", "pass", "sell", "keep", "free"),
    ),
    Chapter(
        N_("Floors and certificates"),
        (
            N_(
                "A cube is always placed, in any of the three rows and whatever its colour. It can begin a new "
                "building on the next empty lot of a row: a row grows from the street, without gaps, and no further "
                "than it requires."
            ),
            N_(
                "Or it becomes the new top floor of a building without a roof, if its number is lower than that of the "
                "floor under it: on a 5 goes a 4, 3, 2 or 1. A lot with white dirt carries a single floor."
            ),
            N_(
                "Whoever places the first cube of a colour in the city takes the certificate of that colour and keeps "
                "it until the end of the round. You can hold several certificates, or none."
            ),
            N_(
                "The whole building belongs to the holder of its top colour, whatever lies below. A new floor can "
                "therefore give it to somebody else, and everybody may build on everybody's buildings."
            ),
        ),
        ("cube", "certificate"),
    ),
    Chapter(
        N_("Roofs and complete rows"),
        (
            N_(
                "A roof is always placed too: on any building without one, whoever owns it and however high it is, "
                "also on white dirt. It closes the building: no floor goes on top any more, and the number of the roof "
                "adds to the building's value."
            ),
            N_("A row is complete when there is a building on every lot that it requires and each of them has a roof."),
        ),
        ("roof",),
    ),
    Chapter(
        N_("Barriers, the mayor and the cancel cube"),
        (
            N_(
                "A barrier makes any one row longer or shorter: barrier 1 by one building, barrier 2 by two, barrier 3 "
                "by three. It stands right behind the last lot that the row now requires. Several barriers in one row "
                "add up and stand together: a row of four that barrier 2 shortens and barrier 3 lengthens requires "
                "five buildings."
            ),
            N_(
                "A row cannot become shorter than what is built in it; it may end right after its last building, and "
                "if all of them have roofs, it is complete at once. A complete row that is made longer is not complete "
                "any more. Because a barrier stands on an empty lot, a row usually requires nine buildings at most. A "
                "row without buildings can usually be shortened even to zero, and then it counts as complete."
            ),
            N_(
                "The mayor goes to one of the three rows, complete or not, and stays there until the end of the round. "
                "All buildings of his row count double, plus or minus."
            ),
            N_(
                "The cancel cube takes away a barrier that stands in a row, and both leave the game: the row requires "
                "as many buildings as it would without that barrier. That length must be possible: not less than what "
                "is built there, and within the limits for barriers. A barrier, the mayor or the cancel cube may "
                "always be removed from the game unused; what cannot be used must be removed."
            ),
        ),
        ("barrier", "mayor", "cancel", "discard"),
    ),
    Chapter(
        N_("The end of the round and the points"),
        (
            N_(
                "The round ends at once when two rows are complete, no matter whether a roof, a barrier or the cancel "
                "cube has done it. It also ends when the last roof has been placed, or when the offer is empty and "
                "every building has a roof, even if a barrier or the cancel cube could still change something."
            ),
            N_(
                "A building is worth the sum of its floors and its roof, and all of it goes to the holder of the top "
                "colour. In a complete row these are points won, in every other row points lost, for buildings without "
                "a roof too. In the mayor's row everything counts double."
            ),
            N_(
                "An example: floors 5 and 3 with roof 4 are worth 12. That makes 12 points in a complete row and −12 "
                "in any other; with the mayor, 24 or −24."
            ),
            N_(
                "Every cheque in your cash box is one more point; cheques in your hand are worth nothing. The most "
                "points win; if everybody is below zero, the smallest loss wins. In a tie the player with more cheques "
                "wins, hand and box together; if they are equal as well, the win is shared."
            ),
        ),
        ("end", "score", "tie"),
    ),
    Chapter(
        N_("Several rounds and other agreements"),
        (
            N_(
                "Several rounds: you agree beforehand on how many. For every round all is set up anew, with everything "
                "that was removed from the game, and the first player is drawn again. Only cheques are not dealt "
                "again: everybody goes on with their own and takes those of the cash box back into the hand. The "
                "points of all rounds are added up, and the highest total wins; a tie is broken by cheques as usual."
            ),
            N_(
                "Early win: whoever wins two rounds in a row wins the whole game at once, whatever the totals. The "
                "Russian rulebook says so; in the English rules the two rounds need not follow each other, and you can "
                "agree on that. A round that stays tied even by cheques is won by nobody: this is a house rule, "
                "because the rulebook does not say."
            ),
            N_(
                "Cheques shown: you can agree that everybody sees all hands and cash boxes. Then whoever cannot bid "
                "higher passes without being asked, and an auctioneer who cannot pay sells without being asked."
            ),
            N_(
                "The length of rows and the end: you can also agree that barriers may make a row of ten, with the "
                "barrier beyond the last lot; that no row may be shortened to zero; or that the round ends as soon as "
                "the last cube of the offer has been placed."
            ),
        ),
        ("round",),
    ),
)
