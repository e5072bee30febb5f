"""The rules of Welcome To… as somebody learns them: chapter by chapter, both editions."""

from kvartal.engine.rule import Chapter
from kvartal.engine.words import N_

CHAPTERS: tuple[Chapter, ...] = (
    Chapter(
        N_("The idea of the game"),
        (
            N_(
                "It is 1953, and you are the architects of a new suburb. On a sheet of your own you write numbers "
                "into the houses of three streets. Usually all use the same cards, and all play at the same time."
            ),
            N_(
                "Fences divide the streets into estates. Completed estates, parks, pools, temps and city plans "
                "bring points; repeated numbers (bis) and refusals cost points. Whoever has the most points at the "
                "end wins."
            ),
            N_(
                "There are two editions, 2018 and 2023. They are almost the same game; where they differ, the text "
                "says so."
            ),
        ),
    ),
    Chapter(
        N_("What lies on the table"),
        (
            N_(
                "Your sheet shows three streets; on the classic sheet they have 10, 11 and 12 houses. Beside some "
                "houses a pool is planned, and every street has its row of park boxes. Other boxes are for pools, "
                "temps, the value of estates, bis, refusals and roundabouts. A fence stands at both ends of every "
                "street from the start."
            ),
            N_(
                "A construction card has a number from 1 to 15 on one side and one of six effects on the other. "
                "There are 81 of them in the 2018 edition and 63 in the 2023 edition; 8 comes most often, 1, 2, 14 "
                "and 15 are rare. Shuffled, they make three equal piles with the numbers up. Beside a number you "
                "see which effect is on its back."
            ),
            N_(
                "Three city plans lie open, one of each deck: 1, 2 and 3 in the 2018 edition, A, B and C in the "
                "2023 edition. A plan says what your sheet must have. The higher of its two values is for those who "
                "are first."
            ),
            N_(
                "When the piles run out, the discards become new piles: in the 2018 edition all are shuffled "
                "together, in the 2023 edition each pile separately. The three cards that were just turned stay "
                "where they are."
            ),
        ),
        about=("setup", "piles"),
    ),
    Chapter(
        N_("A round, step by step"),
        (
            N_(
                "The top card of each pile is turned over and laid beside it, effect up; the pile now shows its "
                "next number. So there are three pairs of a number and an effect. Everybody chooses one pair, and "
                "several players may choose the same one."
            ),
            N_(
                "First you write the number of your pair into any empty house. In every street the numbers ascend "
                "from left to right, and none stands there twice; only a bis repeats one. Houses may stay empty in "
                "between and numbers may be skipped: 9 right beside 4 is fine."
            ),
            N_(
                "Then you may use the effect of your pair and approve city plans; neither is a duty. Confirm your "
                "turn. Until everybody has confirmed you may still change it; then all see what the others did, and "
                "the next round begins."
            ),
            N_(
                "As long as one of the three printed numbers fits somewhere, you must write a number. If none of "
                "them fits, you take a refusal: cross the next refusal box, without number and effect. Where temps "
                "can still make a number fit, you may hire them instead, but you need not. Plans may be approved "
                "after a refusal, too."
            ),
        ),
        about=("round", "turn", "choose", "write", "refusal", "effect", "reveal"),
    ),
    Chapter(
        N_("Fences, estates and their value"),
        (
            N_(
                "Fence: put it between any two neighbouring houses of any street, numbered or not. The houses "
                "between two fences are an estate. It is complete when none of them is empty. Only complete estates "
                "of one to six houses count; one of seven or more brings nothing."
            ),
            N_(
                "A new fence may also divide a complete estate, but never one that was used for a plan. In the 2018 "
                "edition no fence comes between two houses with the same number; in the 2023 edition it may."
            ),
            N_(
                "Value: choose a size from one to six houses and cross the next box in its column. At the end every "
                "complete estate of this size brings the lowest number that is not crossed. You may do so before "
                "you have such an estate; where all boxes are crossed, choose another size."
            ),
        ),
        about=("fence", "estate", "value"),
    ),
    Chapter(
        N_("Parks, pools, temps and bis"),
        (
            N_(
                "Park: cross the next park box of the street in which you have just written your number. The last "
                "box of a street usually adds the most points."
            ),
            N_(
                "Pool: if a pool is planned beside the house you have just numbered, you may build it and cross the "
                "next pool box. This cannot be made up for later: a house that got its number with another effect, "
                "or as a bis, never gets its pool."
            ),
            N_(
                "Temp: before you write the number, make it up to two higher or lower, or leave it as it is; "
                "everything from 0 to 17 is possible. Cross a temp box, even if the number stays the same. Whoever "
                "has the most temps is rewarded at the end."
            ),
            N_(
                "Bis: after you have written your number, repeat the number of any numbered house in the empty "
                "house directly on its left or right. The number that you repeat may stand in any street, may be "
                "the one just written, and may be a bis itself. Cross the next bis box; these boxes cost points. In "
                "the 2018 edition there must be no fence between the two houses."
            ),
        ),
        about=("park", "pool", "temp", "bis"),
    ),
    Chapter(
        N_("City plans"),
        (
            N_(
                "When your sheet has what a plan asks for, you may approve it, after writing your number or after a "
                "refusal. Plans without a star ask for complete estates of exactly these sizes, in any streets. "
                "Everybody may approve each plan once. Several plans in one round are possible, and a plan may wait "
                "for a later round."
            ),
            N_(
                "All who approve a plan in the first round in which anybody does so get its higher value. Then the "
                "card is turned over, and everybody later gets the lower value."
            ),
            N_(
                "The estates used for a plan are marked. Each estate serves one plan only and is never divided "
                "again, but it still brings its own points at the end. If you have more than the plan needs, you "
                "choose which to use."
            ),
            N_(
                "In the 2018 edition with three piles, whoever is first to complete a plan may have all "
                "construction cards shuffled into three new piles for the next round. Usually this is possible once "
                "for each plan; the table may agree on only the first plan of the game, or on never."
            ),
        ),
        about=("plan", "use", "reshuffle"),
    ),
    Chapter(
        N_("The end and the points"),
        (
            N_(
                "The game ends with the round in which somebody has approved all three plans, crossed the last "
                "refusal box (usually the third), or numbered every house of the three streets. Everybody finishes "
                "this round."
            ),
            N_(
                "Add up your plans, the parks of each street, the pools and all complete estates. Parks and pools "
                "bring the lowest number that is not crossed; so does each estate, in the column of its size. The "
                "most temps usually bring 7 points, the second most 4, the third most 1. Equal counts share a "
                "place, and the next place follows at once: 6, 6, 2 and 0 temps bring 7, 7, 4 and 0 points."
            ),
            N_(
                "Then subtract for the bis, for the refusals and for the roundabouts: each time the lowest number "
                "that is not crossed. The first refusal is usually free, two cost 3 points, three cost 5. A total "
                "can be less than zero."
            ),
            N_(
                "Ties: with equal points, more complete estates win. In the 2018 edition more estates of one house "
                "come next, then of two houses, and so on. Whoever is still equal shares the place."
            ),
        ),
        about=("end", "score", "tie"),
    ),
    Chapter(
        N_("Expert game, draft and blueprint"),
        (
            N_(
                "Expert game, roundabouts: in your turn you may also turn an empty house into a roundabout, before "
                "you choose cards or after the number or the refusal. It gets a fence on both sides, is no house "
                "and belongs to no estate; on its other side numbers begin anew. Two a game are the most; the "
                "rulebooks set no limit for a round, here it is one. One usually costs 3 points, two cost 8."
            ),
            N_(
                "Expert game, plans with a star: they lie among the others or instead of them, in the 2018 edition "
                "only in decks 1 and 2. They ask for other things as well: parks, pools, bis, temps, certain "
                "streets. Those that ask for a roundabout are used only where roundabouts may be built. The points "
                "of the 2023 plans with a star are ours, because we do not know the printed ones."
            ),
            N_(
                "Draft (2018 edition, 2 to 27 players): instead of three piles everybody has a hand of three cards. "
                "Take the number of one card and the effect of another; these two are discarded. The third goes to "
                "your neighbour on the right, and everybody gets two new cards; an empty deck is made anew from the "
                "discards. After a refusal you choose which card goes on."
            ),
            N_(
                "Blueprint (2023 edition): the other side of the sheet, with other pools and values. The rules are "
                "the same, and everybody uses the same side. Its printed numbers are lost to us: those here are "
                "ours."
            ),
        ),
        about=("roundabout", "draft"),
    ),
    Chapter(
        N_("Playing alone"),
        (
            N_(
                "In both editions the construction cards then make one deck, effect up. Every round you take three "
                "cards and use the number of one and the effect of another, never both of the same card. Everything "
                "else is as usual, and the expert game is possible as well."
            ),
            N_(
                "2018 edition: you try to beat your own best score. All three cards are discarded each round, and "
                "the game also ends when the cards run out. In the lower half of the deck lies the solo card: when "
                "it comes, all plans are turned to their lower value and you take another card instead. Temps bring "
                "7 points if you have six or more, otherwise none."
            ),
            N_(
                "2023 edition: you play against a rival of the AAA agency. Two of your cards are discarded each "
                "round; the third goes onto the rival's pile, in order, and never comes back. After a refusal you "
                "choose which one it gets; in the last round it gets one as well. When the deck is empty, your own "
                "discards are shuffled; only you can end the game."
            ),
            N_(
                "2023 edition, approval cards: there are three of them, A, B and C. One, nobody knows which, lies "
                "among the last 21 cards of the first deck, the other two in your discards. When one is drawn, it "
                "is dealt with at once: if the rival approves this plan, it takes the value that shows, and the "
                "plan is turned over. The approval card leaves the game, and you take another card instead."
            ),
            N_(
                "2023 edition, points of the rival: it scores its plans, each park, pool, temp and fence card as "
                "its own card says, its place by temps, and its five largest estates. An estate is what lies "
                "between two fence cards of its pile, whose ends count as fences; each card is a house, a bis card "
                "as many as the rival's card says. A house is worth 1 point, with a value card in the estate what "
                "the rival's card says. With equal points more complete estates win; all of the rival's are "
                "complete."
            ),
            N_(
                "2023 edition, level 0: the closed office scores nothing but turns plans over all the same; your "
                "temp boxes alone decide your place by temps. Most numbers of the rivals are ours, because we do "
                "not know the printed ones."
            ),
        ),
        about=("solo",),
    ),
)
