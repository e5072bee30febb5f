"""The rules of Mr House that refuse no move: what happens by itself, how it is read, and what is scored."""

from kvartal.engine.rule import Rule
from kvartal.engine.words import N_
from kvartal.games.house.text import headings as book

UNNUMBERED = (
    Rule(
        "house.setup.goods",
        N_("The shops are stocked by number of players; everybody begins with one wood, metal, brick and cement."),
        book.BASIC_START,
    ),
    Rule(
        "house.setup.first",
        N_("Basic: the first player is drawn by lot. Each round the next player clockwise leads."),
        book.BASIC_PLAY,
        source="derived",
    ),
    Rule(
        "house.setup.order",
        N_("Expert: the turn order is drawn by lot; whoever is later has more money."),
        book.EXPERT_START,
    ),
    Rule(
        "house.setup.builders",
        N_("The exchange shows one builder card less than players (expert: one more)."),
        book.BASIC_START,
    ),
    Rule(
        "house.setup.privileges",
        N_("Expert: twelve of the fifteen privileges are used, two each round; the next two are seen in advance."),
        book.EXPERT_START,
    ),
    Rule(
        "house.map",
        N_("Nine buildings in three rows; neighbours share a side, corners do not count."),
        book.BASIC_MOVE,
        source="derived",
    ),
    Rule(
        "house.centre",
        N_("Expert: sectors 1 and 10 are two places that border each other and the same four buildings."),
        book.EXPERT_MOVE,
        source="derived",
    ),
    Rule(
        "house.centre.neighbours",
        N_("Expert: from the windows both sectors of the centre can be reached."),
        book.EXPERT_MOVE,
        source="derived",
    ),
    Rule(
        "house.move",
        N_("One chip a turn, face down: the first anywhere, the next beside any own chip; later chips lie on top."),
        book.BASIC_MOVE,
    ),
    Rule(
        "house.move.never_stuck",
        N_("There is always a free building beside one's own chips."),
        book.BASIC_MOVE,
        source="derived",
    ),
    Rule(
        "house.reveal",
        N_("Basic: chips are turned up one by one as they are served. Expert: a whole tower at once."),
        book.BASIC_BUY,
    ),
    Rule(
        "house.buy.order", N_("Buildings are served by number, each from the first chip that arrived."), book.BASIC_BUY
    ),
    Rule("house.buy", N_("Take, or in the expert game buy, from nothing up to the value of the chip."), book.BASIC_BUY),
    Rule("house.chip.zero", N_("A chip of 0 gets nothing, the fair included."), book.BASIC_BUY),
    Rule("house.bank", N_("Basic bank: one coin for every chip above 0."), book.BASIC_BUY),
    Rule("house.coins", N_("A coin is changed for one wood, metal, brick or cement."), book.BASIC_BUY),
    Rule(
        "house.coins.back",
        N_("Spent coins return to the supply; coins on a builder card go back when it leaves the display."),
        book.BASIC_BUY,
        source="derived",
    ),
    Rule(
        "house.any_time",
        N_("Coins and loans: at any decision of one's own. Privileges: during purchases and building."),
        book.BASIC_BUY,
        source="house",
    ),
    Rule(
        "house.any_time.order",
        N_("Coins changed while arranging are served in the order of building; what the pool lacks is undone."),
        "",
        source="house",
    ),
    Rule(
        "house.office.basic",
        N_("Basic office: one permit a round, for the first chip above 0 whose owner has none."),
        book.BASIC_BUY,
        source="house",
    ),
    Rule(
        "house.office.choice",
        N_("Expert office: two players choose differently among permit, quality and money, or decline."),
        book.OFFICE,
    ),
    Rule("house.office.money", N_("Expert office: money for each point of the chip."), book.OFFICE),
    Rule("house.decline", N_("Who declines at the fair or the office does not use up a place."), "", source="house"),
    Rule(
        "house.hire.basic",
        N_("Basic exchange: a chip above 0 may bring one builder card, while there are cards and slots."),
        book.BASIC_BUY,
    ),
    Rule(
        "house.hire",
        N_("Expert exchange: up to the chip value, each for its price less its coins; stars raise quality."),
        book.EXCHANGE,
    ),
    Rule(
        "house.hire.push",
        N_("A hired card takes the first slot and pushes others up to the first gap; from full slots one leaves."),
        book.EXCHANGE,
        source="derived",
    ),
    Rule(
        "house.fair",
        N_("Fair: the first two chips above 0 choose a privilege of this round."),
        book.FAIR,
        source="derived",
    ),
    Rule("house.order", N_("Turn order: chips above 0 go to the front in the order of their tower."), book.ORDER),
    Rule("house.order.next", N_("A new turn order counts from the next round on."), book.ORDER, source="derived"),
    Rule("house.money", N_("Paying takes money off the player's own account."), book.EXPERT_BUY, source="derived"),
    Rule(
        "house.loan",
        N_("At 0 a loan comes by itself, and the rest of the payment goes on from there; loans have no limit."),
        book.LOANS,
    ),
    Rule("house.loan.repay", N_("A loan may be repaid by whoever has more money than it costs."), book.LOANS),
    Rule(
        "house.privilege.leaves",
        N_("A privilege that is used leaves the game and no longer counts for its colour."),
        book.FAIR,
    ),
    Rule(
        "house.privilege.goods",
        N_("Insulation, fence, fireplace, grill: two materials from the pool for nothing."),
        book.PRIVILEGES,
    ),
    Rule(
        "house.privilege.short",
        N_("A short pool gives what it has; quality stops at the end of its track."),
        "",
        source="house",
    ),
    Rule(
        "house.privilege.buy",
        N_("Energy-saving windows, gazebo, pond, gym: a window or a door from the pool at a fixed price."),
        book.PRIVILEGES,
    ),
    Rule(
        "house.privilege.quality",
        N_("Solar panel, driveway, sauna: one step of quality."),
        book.PRIVILEGES,
        source="derived",
    ),
    Rule(
        "house.privilege.cash",
        N_("Windmill, lawn: on receipt, keep the card or take money for each point of the chip."),
        book.PRIVILEGES,
    ),
    Rule(
        "house.privilege.hire",
        N_("Boiler, plants: the top builder card at a fixed price, hired as any other."),
        book.PRIVILEGES,
    ),
    Rule(
        "house.group",
        N_("Basic: everybody lays out complete groups of materials at the same time, one for each element."),
        book.BASIC_MATERIALS,
    ),
    Rule(
        "house.group.commit",
        N_("Groups are laid out before the first roll; one that finds no place in its turn has failed."),
        book.BASIC_MATERIALS,
    ),
    Rule(
        "house.build.one_by_one",
        N_("Laying out “element by element”: elements are tried one after another, none in advance."),
        book.BASIC_MATERIALS,
        source="house",
    ),
    Rule(
        "house.build.order",
        N_("Building goes seat by seat, clockwise from whoever led at the start of the round."),
        book.EXPERT_BUILD,
        source="derived",
    ),
    Rule(
        "house.die",
        N_("Basic: one six-sided die for each group; at most the quality builds the element."),
        book.BASIC_ELEMENTS,
    ),
    Rule(
        "house.quality.basic",
        N_("Basic quality is 2 and one more for each hired builder (“1, as the sentence reads”: one less)."),
        book.BASIC_ELEMENTS,
        source="derived",
    ),
    Rule("house.lock", N_("A failed group returns to the store and rests until the next round."), book.BASIC_ELEMENTS),
    Rule(
        "house.mount",
        N_("Windows and doors are elements too: they are built with a mounting material and move into the house."),
        book.BASIC_HOUSE,
        source="house",
    ),
    Rule(
        "house.roof.basic",
        N_("Basic roofs come from one stock; their colour means nothing."),
        book.BASIC_HOUSE,
        source="derived",
    ),
    Rule("house.at.once", N_("What is built joins the house at once, where its owner chooses."), book.BASIC_HOUSE),
    Rule(
        "house.storeys",
        N_("Walls stand on the ground at either end of the row, or on a wall without a roof."),
        book.BASIC_HOUSE,
        source="derived",
    ),
    Rule(
        "house.crew",
        N_("Expert: an element needs its workers; crews add up, are never split, and work once a round."),
        book.EXPERT_ELEMENTS,
    ),
    Rule(
        "house.demolish", N_("Anything built can be demolished while building, with all it carries."), book.BASIC_HOUSE
    ),
    Rule(
        "house.demolish.pool",
        N_("Demolished parts go back to the box, never to the store."),
        book.BASIC_HOUSE,
        source="derived",
    ),
    Rule(
        "house.demolish.when",
        N_("Demolish before or between attempts, not between a success and placing it."),
        "",
        source="house",
    ),
    Rule(
        "house.garage",
        N_("Expert: a garage is a wall and two doors apart from the house; a roof and chimney on it score as such."),
        book.GARAGE,
    ),
    Rule(
        "house.refill",
        N_("Shops and exchange are topped up to their level, never above, as far as the box goes."),
        book.BASIC_NEXT,
    ),
    Rule(
        "house.refill.levels", N_("Expert: wood has one number for the set-up and another for the refill."), book.REFILL
    ),
    Rule(
        "house.pool.short", N_("When the box runs short, one takes what there is."), book.BASIC_NEXT, source="derived"
    ),
    Rule(
        "house.prices",
        N_("Expert: scarce goods become dearer by 1, all others cheaper by 1, within their tracks."),
        book.PRICES,
    ),
    Rule(
        "house.builders.coin",
        N_("Expert: each card left on display gets a coin and becomes cheaper."),
        book.NEW_BUILDERS,
    ),
    Rule(
        "house.builders.free", N_("A card that would cost nothing leaves the game and is replaced."), book.NEW_BUILDERS
    ),
    Rule("house.builders.deck", N_("When the builder deck is empty the display stays short."), "", source="derived"),
    Rule(
        "house.fair.turn",
        N_("Privileges nobody took leave the game; the next two become current."),
        book.NEW_PRIVILEGES,
    ),
    Rule(
        "house.crew.rest",
        N_("After a round crews are fresh, every card moves on one slot, and the one in the last slot leaves."),
        book.TIRED_BUILDERS,
    ),
    Rule("house.quality.start", N_("Expert quality begins at −3."), book.EXPERT_START, source="derived"),
    Rule("house.score.elements", N_("Points for every wall, roof, chimney, window and door."), book.BASIC_END),
    Rule("house.score.complete", N_("Basic: points for a complete house."), book.BASIC_END),
    Rule(
        "house.score.coins",
        N_("Basic: points for the most and the second most coins; ties for the first place leave no second."),
        book.BASIC_END,
    ),
    Rule("house.score.garage", N_("A complete garage scores as a whole."), book.GARAGE),
    Rule("house.garage.begun", N_("A garage that is only begun scores for its wall alone."), book.GARAGE),
    Rule("house.score.quality", N_("Expert: the position on the quality track, below 0 as well."), book.EXPERT_END),
    Rule(
        "house.score.privileges",
        N_("Expert: a point for the most privileges of a colour; ties all score, unfinished players count."),
        book.EXPERT_END,
        source="derived",
    ),
    Rule("house.score.loans", N_("Expert: a point without loans, ever more points off with them."), book.EXPERT_END),
    Rule("house.complete.walls", N_("A complete house has at least two walls."), book.BASIC_END),
    Rule(
        "house.complete.roofs",
        N_("Every column carries a roof; the expert game asks for two roofs at least."),
        book.EXPERT_END,
        source="derived",
    ),
    Rule("house.complete.chimney", N_("A complete house has a chimney."), book.BASIC_END),
    Rule("house.complete.door", N_("A complete house has its door."), book.BASIC_END),
    Rule("house.complete.windows", N_("Every wall without the door has a window."), book.EXPERT_END, source="derived"),
    Rule("house.complete.permit", N_("A complete house has a permit."), book.BASIC_END, source="derived"),
    Rule("house.end.incomplete", N_("Expert: whoever has no complete house loses."), book.EXPERT_END),
    Rule(
        "house.end.nobody",
        N_("Expert: if nobody has a complete house, nobody wins."),
        book.EXPERT_END,
        source="derived",
    ),
    Rule(
        "house.tie.size",
        N_("Ties: the larger house, walls and roofs counted without the garage."),
        book.BASIC_END,
        source="derived",
    ),
    Rule("house.tie.goods", N_("Basic ties go on: fewer goods left; then the victory is shared."), book.BASIC_END),
    Rule(
        "house.tie.expert",
        N_("Expert ties: fewer loans, more money, higher quality, larger house; then the victory is shared."),
        book.EXPERT_END,
        source="derived",
    ),
)
