"""The rules as a newcomer learns them, chapter by chapter. What is true only in one edition or option says so."""

from kvartal.engine.rule import Chapter
from kvartal.engine.words import N_

CHAPTERS: tuple[Chapter, ...] = (
    Chapter(
        N_("The idea of the game"),
        (
            N_(
                "Your town is a small deck of cards. Turn after turn you play cards from the top of it, one by one, "
                "for as long as you dare. They bring coins and points, but also sad faces: unhappy citizens, and too "
                "many of them end your turn."
            ),
            N_(
                "With the coins you buy new buildings or improve your old ones, so that your town gives more the next "
                "time. Whoever first gathers eight points in a single turn wins. There is usually a second way: very "
                "many cards in play in one turn."
            ),
        ),
    ),
    Chapter(
        N_("What lies on the table"),
        (
            N_(
                "Everybody begins with a deck of the same nine cards: four Residentials, one Apartment, one Store, one "
                "Hospital, one Factory and one Park. Everybody shuffles their own deck. Lots decide who begins; after "
                "that the turns go round clockwise."
            ),
            N_(
                "Every card has two sides, and an upgrade turns it over: Residential and Apartment, Store and Mall, "
                "Hospital and Church, Factory and Power Plant, Park and Station belong together. The cards have no "
                "back, so everybody usually sees the top card of every deck. In which order the cards below it lie, "
                "nobody knows."
            ),
            N_(
                "Between the players lies the supply: a pile of Stores, one of Hospitals, one of Factories and one of "
                "Parks. How many cards a pile has depends on the edition and on the number of players. Residentials "
                "and Apartments are not for sale."
            ),
            N_(
                "Next to your deck there is room for the cards in play and for your discard pile, which is empty at "
                "first. You may look through your discard pile at any time."
            ),
        ),
        ("setup", "top"),
    ),
    Chapter(
        N_("Your turn: playing cards"),
        (
            N_(
                "A turn has three parts, always in this order: you play cards, you build, you clear up. Play the top "
                "card of your deck, take what it shows (coins, points as medals, sad faces), and do what its signs "
                "say. Only then decide about the next card."
            ),
            N_(
                "You may stop after any card, and with other players at the table even before the first one, unless "
                "something forces you to go on. Whoever has chosen “Stop and build” plays no more cards this turn."
            ),
            N_(
                "Usually two things force you on. A Residential that lies open on top of your deck must be played. And "
                "a card with a red double arrow forces you to play the next card as well; if your deck is empty, that "
                "duty lapses and does not come back after a shuffle."
            ),
            N_(
                "When your deck is empty, stop, or shuffle your discard pile: it becomes your new deck, while the "
                "cards in play stay where they are. After that you decide again, but a Residential that now lies open "
                "on top must be played. If your discard pile is empty too, you can only stop."
            ),
        ),
        ("phase", "play", "stop", "shuffle"),
    ),
    Chapter(
        N_("Sad faces and special buildings"),
        (
            N_(
                "As soon as three sad faces are in play, your turn is over: no building, no win. That holds even if "
                "the same card brings the eighth point, and nothing else on that card takes effect. The cards you "
                "played go to your discard pile."
            ),
            N_(
                "Church: this turn your town bears one sad face more, so the turn ends only at the fourth. Several "
                "Churches add up. A Church must come in time, because after the last sad face it is too late."
            ),
            N_(
                "Hospital: it gives one coin and one more for each sad face in play, its own included. With no sad "
                "face before it that makes two coins, with one before it three. It is counted once, when the Hospital "
                "is played; sad faces that come later add nothing."
            ),
            N_(
                "Factory: the bottom card of your deck goes to your discard pile, whatever it is. If no card is left "
                "in your deck, nothing happens."
            ),
        ),
        ("bust", "church", "hospital", "factory"),
    ),
    Chapter(
        N_("Help from the discard pile"),
        (
            N_(
                "A card with a green arrow helps you while it lies in your discard pile. Choose “Recycle” on it at any "
                "time before you stop, even before your first card. It costs nothing, and as many such cards as you "
                "have may help, each once a turn."
            ),
            N_(
                "What you get stands beside the arrow. A Mall helps with coins, a Church lets you bear more sad faces "
                "(use it in time); points that you take in this way count for the win. What you get in this way is for "
                "this turn only."
            ),
            N_(
                "Russian edition: the card is turned sideways and stays in your discard pile. At the end of the turn "
                "it is straightened and can help again every turn for as long as it lies there. If it is shuffled into "
                "the deck meanwhile, it still counts as used until the end of the turn."
            ),
            N_(
                "International edition: the card is flipped back to its first side and stays in your discard pile. So "
                "it helps once; to use it again you must upgrade it again."
            ),
        ),
        ("recycle",),
    ),
    Chapter(
        N_("Building"),
        (
            N_(
                "After you have stopped, you build once or not at all; more often only if a card says so. You pay with "
                "the coins of this turn, and what you do not spend is lost."
            ),
            N_(
                "Buy: pay the price under a card of the supply and put it on your discard pile. You may also pay for "
                "its upgrade at once and take it with the better side up; both prices together stand under that side. "
                "When a pile is empty, its cards can no longer be bought, but the ones you own can still be upgraded."
            ),
            N_(
                "Upgrade: pay the price beside the purple arrow of a card in your discard pile and turn the card over; "
                "it stays there. Cards in play cannot be upgraded, so what you played this turn has to wait."
            ),
            N_(
                "An Apartment is something special: like a Residential it brings a sad face, but you need not play it "
                "just because it lies on top. If you upgrade it, it usually goes to the discard pile of an opponent of "
                "your choice, as a Residential."
            ),
        ),
        ("build", "buy", "upgrade", "gift"),
    ),
    Chapter(
        N_("The end of the turn and of the game"),
        (
            N_(
                "At the end of the turn all cards you played go to your discard pile, with the same side up. Coins, "
                "points and effects of this turn are gone. Your deck is not refilled: you may begin a turn with an "
                "empty one."
            ),
            N_(
                "If you have eight points while playing cards, you win at once. Points on the cards in play count, and "
                "so do those you took from the discard pile this turn."
            ),
            N_(
                "You also win at once with 18 cards in play, or as many as agreed, if there is a Store among them; it "
                "does not matter when the Store came. A Mall is no Store. This way to win can also be left out."
            ),
            N_(
                "Only the player whose turn it is can win, so there are no ties. A limit of turns is our own addition, "
                "usually 200 for each player: if nobody has won by then, the game is a draw."
            ),
        ),
        ("end_of_turn", "win", "draw", "score"),
    ),
    Chapter(
        N_("Solo"),
        (
            N_(
                "You begin with the same nine cards, but the supply has only four Stores, four Hospitals, four "
                "Factories and four Parks. You win as usual. Usually you lose as soon as the supply is empty, even if "
                "you bought its last card yourself."
            ),
            N_(
                "Every shuffle during a turn costs a card: right after it and before anything else, with the new top "
                "card in sight if cards lie open, you choose a card of the supply that leaves the game. The shuffle "
                "before the first turn is free."
            ),
            N_(
                "There is nobody to give an Apartment to: if you upgrade it, it leaves the game. At least one card "
                "must be played each turn, as long as your deck or your discard pile has any; this is a rule of our "
                "own, so that nobody can wait for ever."
            ),
            N_(
                "A milder game can be agreed: an empty supply is no defeat yet, you lose only when a card must leave "
                "it and none is left. The limit of turns counts alone as well; when it is reached, you have lost."
            ),
        ),
        ("remove", "loss"),
    ),
    Chapter(
        N_("Editions and agreements"),
        (
            N_(
                "Russian edition: cards used from the discard pile are turned sideways, and all cards for sale that "
                "nobody begins with lie in the supply. That makes 14 Stores, 14 Hospitals, 10 Factories and 10 Parks "
                "for two players, one of each fewer for three, and 12, 12, 8 and 8 for four."
            ),
            N_(
                "International edition: cards used from the discard pile are flipped back, and the supply is 12, 12, 8 "
                "and 8 for any number of players from two to four. Alone the supply is the same in both editions: four "
                "of each. Both differences can also be chosen one by one."
            ),
            N_(
                "Other things can be agreed before the game. Top cards can stay hidden; then a Residential on top need "
                "not be played, and this can also be agreed when they lie open. An upgraded Apartment can stay with "
                "you, as a Residential (not alone). A Power Plant can give one more building action in the turn in "
                "which it is played."
            ),
            N_(
                "No source known to us tells everything that is printed on the cards. The numbers and signs of the "
                "Power Plant, how much the green arrows give, and which cards force the next one (with us the Park and "
                "the Station, unless agreed otherwise) are our own stand-ins; they are listed at the end of these "
                "rules. Whoever owns the box can correct any number for their table; then the corrected one counts."
            ),
        ),
    ),
)
