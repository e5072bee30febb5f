"""The rules of Mr House as somebody learns them, chapter by chapter."""

from kvartal.engine.rule import Chapter
from kvartal.engine.words import N_

CHAPTERS: tuple[Chapter, ...] = (
    Chapter(
        N_("The idea of the game"),
        (
            N_(
                "Everybody builds a house of their own. In each of six rounds you send five chips round a small "
                "town to get materials, builders and papers; then you build walls, roofs and chimneys and put in "
                "windows and a door."
            ),
            N_(
                "What stands at the end brings points, and whoever has the most wins. It matters to finish: a "
                "complete house brings extra points in the basic game, and in the expert game whoever has none "
                "loses."
            ),
            N_(
                "Begin with the basic game: its goods are free, and a die decides what gets built. The last three "
                "chapters tell what the expert game changes: money, loans, crews, privileges and a garage."
            ),
        ),
    ),
    Chapter(
        N_("What lies on the table"),
        (
            N_(
                "In the middle lies the town: nine buildings in three rows, each with its number. Six of them are "
                "shops: Sawmill, Metal, Bricks, Cement, Windows and Doors. The others are the Bank, the Office "
                "and the Exchange, where builders are hired. In the expert game the Fair and the Turn order stand "
                "in place of the Bank."
            ),
            N_(
                "The shops are stocked by the number of players. The Exchange shows one builder card fewer than "
                "there are players, in the expert game one more. Beside the town are the general supply of goods "
                "and the box with walls, roofs and chimneys; neither is endless, and what has run out cannot be "
                "had."
            ),
            N_(
                "You have five chips with the values 0, 1, 1, 2 and 3, and a store that begins with one wood, one "
                "metal, one brick and one cement. One builder is printed on your board and stays with you for the "
                "whole game. Beside it is the plot for your house."
            ),
        ),
        ("setup", "map", "piece", "pool"),
    ),
    Chapter(
        N_("A round: chips go to town"),
        (
            N_(
                "A round has four steps: movement, purchases, building and preparation. In the basic game the "
                "leader of the first round is drawn by lot; after that the next player clockwise leads each "
                "round."
            ),
            N_(
                "Movement: in turn, clockwise in the basic game, everybody lays one chip face down on a building, "
                "until all five are placed; nobody passes. Your first chip goes anywhere. Each further one goes "
                "to a building that shares a side with any building where you already have a chip; corners do not "
                "count."
            ),
            N_(
                "You have at most one chip on a building. Chips of others never keep you out: yours goes on top, "
                "and so a tower grows. Before the purchases nobody sees the values of others, and a 0 looks just "
                "like a 3."
            ),
            N_(
                "Preparation closes the round: shops and Exchange are topped up to their level as far as the "
                "supply goes, and materials of failed attempts are free again. After the sixth round there is "
                "none, because the game is over."
            ),
        ),
        ("phase", "move", "refill"),
    ),
    Chapter(
        N_("Purchases"),
        (
            N_(
                "Now the buildings are served by number, and in each of them the chips from the bottom of the "
                "tower to the top: first come, first served. Take at most as many as your chip shows; you may "
                "take fewer or nothing. A 0 never gets anything, and when a shop is sold out, those still in the "
                "queue leave empty-handed. Afterwards all chips return to their owners."
            ),
            N_(
                "Basic game: goods are free. The Bank gives one coin for every chip above 0, whatever its value. "
                "The Office has one permit a round, for the first chip above 0 whose owner has none yet. At the "
                "Exchange every chip above 0 may bring one builder card, while there are cards and free places on "
                "your board."
            ),
            N_(
                "In the basic game you may change a coin for one wood, metal, brick or cement from the general "
                "supply, never for a window or a door. This is possible at any decision of your own, even while "
                "chips are placed. Coins you keep may bring points at the end."
            ),
            N_(
                "In the expert game goods and builders cost money, and the Office and the Exchange offer "
                "something else: see the last three chapters."
            ),
        ),
        ("reveal", "buy", "chip", "bank", "coin", "coins", "office", "hire", "decline", "any_time"),
    ),
    Chapter(
        N_("Building with a die: the basic game"),
        (
            N_(
                "Everybody at the same time lays out materials in groups, one complete group for each element "
                "they want to try. A wooden wall takes 2 wood and 1 metal, a brick wall 2 bricks and 1 cement, a "
                "roof 2 wood, 1 metal and 1 brick, a chimney 1 brick and 1 cement. A window or a door is taken "
                "from the store and needs a mounting material besides. Which one, no source tells: here it is "
                "usually 1 cement."
            ),
            N_(
                "Then building goes clockwise, beginning with whoever led the round. Choose any of your groups "
                "and roll the six-sided die. At most your quality, and the element is built: it joins your house "
                "at once, and its materials go to the general supply (a window or a door itself moves into the "
                "house). More than your quality, and the attempt has failed: the group returns to your store and "
                "rests until the next round."
            ),
            N_(
                "Your quality is usually 2, and 1 more for each builder card you have hired; with another choice "
                "among the options it begins at 1. Hired builders stay with you to the end of the basic game. At "
                "quality 6 no roll can fail."
            ),
            N_(
                "A group that you have not tried before you choose “Done”, or that found no place, has failed "
                "too. With the option “element by element” nothing is laid out in advance: in your turn you try "
                "one element after another while you have materials and wish to go on."
            ),
        ),
        ("step", "group", "material", "die", "quality", "lock", "mount", "build"),
    ),
    Chapter(
        N_("How a house stands"),
        (
            N_(
                "A house is a row of columns. A new wall begins a column at the left or right end of the row, or "
                "stands on a wall without a roof: the house grows wider or higher, as far as the plot goes. "
                "Wooden and brick walls may be mixed."
            ),
            N_("A wall that stands can get one or two windows, or the door, never both. A house has only one door."),
            N_(
                "One roof covers a column, and a roof carries one chimney at most. A roof need not wait until all "
                "walls stand, but nothing except a chimney is built above it: to go higher, demolish it first. In "
                "the basic game all roofs are alike; the expert game has metal and tiled ones, which may be "
                "mixed."
            ),
            N_(
                "Built elements are never kept in the store. When it is your turn to build, you may demolish "
                "anything of your own with all it carries, before your attempts or between them. What is "
                "demolished goes back to the box, and the materials in it are lost."
            ),
        ),
        ("at", "storeys", "prerequisite", "roof", "demolish"),
    ),
    Chapter(
        N_("A complete house, the end and the points"),
        (
            N_(
                "The game ends after six rounds. A complete house has at least two walls, a roof on every column, "
                "at least one chimney, the door, at least one window on every wall without the door, and a permit "
                "from the Office. The expert game also asks for at least two roofs."
            ),
            N_(
                "Basic game: every wall, chimney, window and door brings 1 point, every roof 2. A complete house "
                "brings 4 more; an unfinished one still scores for what stands. The most coins bring 2 points, "
                "the second most 1; no coins, no points. If several share the first place, each gets 2 and there "
                "is no second; all who share the second place get 1."
            ),
            N_(
                "Expert game: whoever has no complete house loses; if nobody has one, nobody wins. The others add "
                "up their elements (usually worth the same as in the basic game), 5 points for a complete garage "
                "or 1 for one only begun, and their position on the quality track, below 0 as well. Each colour "
                "brings 1 point to whoever has kept the most of its privileges; ties all score, and players "
                "without a complete house are compared too. No loans bring 1 point; one to five loans cost 1, 2, "
                "4, 6 or 9 points, six or more cost 12."
            ),
            N_(
                "Ties: in the basic game the larger house wins, walls and roofs counted together, then whoever "
                "has fewer goods left in the store. In the expert game fewer loans decide, then more money, "
                "higher quality, the larger house without the garage. Whoever is still equal shares the victory."
            ),
        ),
        ("complete", "end", "score", "tie"),
    ),
    Chapter(
        N_("Expert game: money, prices and loans"),
        (
            N_(
                "A round has the same four steps, but chips are placed by the turn order, which is drawn by lot "
                "at the start and can be changed in the town. The first in it begins with 84 money, the second "
                "with 86, the third with 88, the fourth with 90. Whoever is first in the order leads the round; "
                "building goes clockwise from there."
            ),
            N_(
                "In a shop you pay the price on its track for each piece. At the start wood, bricks and cement "
                "cost 3, metal 4, a window 7, a door 10. After the round, before the shops are topped up, goods "
                "of which few are left become dearer by 1 and all others cheaper by 1, within their tracks. How "
                "few that is depends on the goods and the number of players."
            ),
            N_(
                "When a payment takes you to 0, a loan of 20 comes by itself, and the rest is paid from it. With "
                "5 money you pay 8: that makes one loan, and 17 are left. The number of loans has no limit. With "
                "more than 20 money you may repay a loan for 20 at any decision of your own."
            ),
        ),
        ("variant", "money", "loan", "prices"),
    ),
    Chapter(
        N_("Expert game: the centre, the Office and privileges"),
        (
            N_(
                "In the centre of the town are two sectors, the Fair and the Turn order, usually with the numbers "
                "1 and 10. They border each other, and each borders the Office, Windows, the Exchange and Doors. "
                "You may have a chip on each of the two, or, if the options say so, one on both together. In the "
                "expert game a whole tower is turned up at once."
            ),
            N_(
                "Office: the first two chips above 0 choose different things: a permit, of which a player gets "
                "only one in the game, a step of quality, or money, 4 for each point of the chip. Turn order: the "
                "owners of chips above 0 go to the front in the order of the tower. The new order counts from the "
                "next round on."
            ),
            N_(
                "Fair: two privileges lie open for this round, and the two of the next round are seen already. "
                "The first two chips above 0 choose one each. Whoever declines, here or at the Office, does not "
                "use up a place. Cards that nobody took leave the game."
            ),
            N_(
                "Keep a privilege to the end for its colour, or use it once during purchases or building; then it "
                "leaves the game. Depending on the card it brings two materials for nothing, a step of quality, a "
                "window for 2, a door for 5, or the top builder card for 2. Windmill and lawn instead pay 5 for "
                "each point of the chip at the Fair, and only at the moment they are received: keep the card or "
                "cash it."
            ),
        ),
        ("centre", "order", "fair", "privilege"),
    ),
    Chapter(
        N_("Expert game: crews and a garage"),
        (
            N_(
                "No die is rolled: crews build. A builder card shows a price, workers and stars. At the Exchange "
                "you hire up to as many cards as your chip shows, each for its price less the coins on it. Stars "
                "raise your quality at once; it begins at −3."
            ),
            N_(
                "A hired card takes the first place on your board and pushes the others up to the first gap; if "
                "all places are full, the last card leaves the game. After the round every card moves on one "
                "place, and the one in the last place leaves. At the Exchange each card that nobody hired gets a "
                "coin and costs 1 less; one that would cost nothing leaves the game and is replaced."
            ),
            N_(
                "You build element after element, each with its materials and its workers; the board lists them "
                "under “What the elements take”. Metal and tiled roofs have materials of their own, the rest "
                "usually takes what it takes in the basic game. Crews may be joined, but never split, and a crew "
                "the element does not need stays at home. Each works once a round and then rests; the builder "
                "printed on your board is a crew of one."
            ),
            N_(
                "Everybody may build one garage apart from the house: a wall of either kind, then two doors, each "
                "built like any element. It has no windows; it may get a roof and a chimney, which score as such. "
                "Whether the house is complete does not depend on it."
            ),
        ),
        ("builders", "crew", "workers", "garage"),
    ),
)
