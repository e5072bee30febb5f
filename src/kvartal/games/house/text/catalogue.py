"""The rules of Mr House in our own words, numbered as in rules/ids.py."""

from kvartal.engine.rule import Rule, rulebook
from kvartal.engine.words import N_

# Where a rule stands: chapters of the rulebook. The text that we have has no pages.
BOX = N_("What is in the box")
BASIC = N_("Basic game")
BASIC_START = N_("Basic game: setting up")
BASIC_PLAY = N_("Basic game: how it is played")
BASIC_MOVE = N_("Basic game: moving through the town")
BASIC_BUY = N_("Basic game: buying goods")
BASIC_BUILD = N_("Basic game: building")
BASIC_MATERIALS = N_("Basic game: preparing the materials")
BASIC_ELEMENTS = N_("Basic game: getting the elements of the house")
BASIC_HOUSE = N_("Basic game: building the house")
BASIC_NEXT = N_("Basic game: preparing the next round")
BASIC_END = N_("Basic game: the end")
EXPERT = N_("Expert game")
EXPERT_START = N_("Expert game: setting up")
EXPERT_MOVE = N_("Expert game: moving through the town")
EXPERT_BUY = N_("Expert game: buying goods")
FAIR = N_("Expert game: the fair")
OFFICE = N_("Expert game: the office")
EXCHANGE = N_("Expert game: the builders’ exchange")
ORDER = N_("Expert game: the turn order track")
EXPERT_BUILD = N_("Expert game: building")
EXPERT_ELEMENTS = N_("Expert game: building the elements")
EXPERT_HOUSE = N_("Expert game: building the house")
PRICES = N_("Expert game: changing the prices")
REFILL = N_("Expert game: new materials on the board")
NEW_BUILDERS = N_("Expert game: new builder cards")
NEW_PRIVILEGES = N_("Expert game: new cards at the fair")
TIRED_BUILDERS = N_("Expert game: moving the builder cards on")
LOANS = N_("Expert game: loans")
GARAGE = N_("Expert game: the garage")
EXPERT_END = N_("Expert game: the end and the score")
PRIVILEGES = N_("Expert game: the privilege cards")

# The first part stands in the order of the numbers in rules/ids.py; a test holds them together.
RULES = rulebook(
    "house",
    (
        Rule("house.variant.expert", N_("This belongs to the expert game."), EXPERT),
        Rule("house.variant.basic", N_("This belongs to the basic game."), BASIC),
        Rule("house.phase.move", N_("Chips are placed during the movement through the town."), BASIC_MOVE),
        Rule("house.phase.buy", N_("Goods are bought when your chip is served."), BASIC_BUY),
        Rule(
            "house.phase.arrange",
            N_("Groups are laid out before building begins, while everybody arranges materials."),
            BASIC_MATERIALS,
        ),
        Rule(
            "house.phase.build",
            N_("Building and demolishing come after the purchases, when it is your turn to build."),
            BASIC_BUILD,
        ),
        Rule("house.step.crew", N_("First name the crew for the element you have begun."), EXPERT_ELEMENTS),
        Rule("house.step.place", N_("First place what was built: an element joins the house at once."), BASIC_HOUSE),
        Rule("house.step.cash", N_("First decide about the card you just received: keep it, or cash it."), PRIVILEGES),
        Rule("house.step.nothing", N_("Nothing is in work: first comes the element to be built."), BASIC_HOUSE),
        Rule("house.move.hand", N_("You have no such chip left in hand."), BASIC_MOVE),
        Rule(
            "house.move.adjacent",
            N_("A chip goes to a building that shares a side with a building where you already have one."),
            BASIC_MOVE,
        ),
        Rule("house.move.one", N_("Only one chip of a colour lies on a building."), BASIC_MOVE),
        Rule(
            "house.move.centre",
            N_("Chips on sectors 1 and 10, “one on both together”: a player has a single chip on the two."),
            EXPERT_MOVE,
            source="house",
        ),
        Rule("house.move.pass", N_("All five chips are placed; nobody passes."), BASIC_MOVE),
        Rule("house.buy.here", N_("This building offers something else."), BASIC_BUY),
        Rule("house.buy.chip", N_("You take at most as many as your chip shows."), BASIC_BUY),
        Rule("house.buy.stock", N_("The shop does not have so many."), BASIC_BUY),
        Rule("house.hire.one", N_("One builder at most comes with you from the exchange."), BASIC_BUY),
        Rule("house.hire.card", N_("No builder card lies there."), EXCHANGE),
        Rule("house.office.permit", N_("A player gets one permit in the game, and you have it."), BASIC_BUY),
        Rule("house.office.taken", N_("Another player has taken this at the office in this round."), OFFICE),
        Rule("house.fair.card", N_("This privilege is not for the taking in this round."), FAIR),
        Rule("house.coin.none", N_("You have no coin to change."), BASIC_BUY),
        Rule("house.coin.pool", N_("The pool has none of this material."), BASIC_BUY, source="derived"),
        Rule("house.loan.none", N_("You have no loan to repay."), LOANS),
        Rule(
            "house.loan.money",
            N_("A loan is repaid only by somebody who has more money than it costs."),
            LOANS,
            source="derived",
        ),
        Rule(
            "house.privilege.time",
            N_("Privileges are used during purchases and building, not while chips are placed."),
            PRIVILEGES,
            source="house",
        ),
        Rule("house.privilege.own", N_("You do not hold this privilege."), FAIR),
        Rule("house.privilege.receipt", N_("This card pays at the moment it is received, or never."), PRIVILEGES),
        Rule("house.privilege.pool", N_("The pool has none of what this card brings."), PRIVILEGES, source="derived"),
        Rule("house.privilege.deck", N_("There is no builder card left in the deck."), PRIVILEGES, source="derived"),
        Rule("house.roof.kind", N_("The basic game has one kind of roof."), BASIC_HOUSE),
        Rule("house.material", N_("The free materials in your store do not make this element."), BASIC_MATERIALS),
        Rule("house.material.locked", N_("Materials of a failed attempt rest until the next round."), BASIC_ELEMENTS),
        Rule("house.group.none", N_("You have laid out no group for this element."), BASIC_MATERIALS),
        Rule("house.piece.none", N_("No such piece is left in the box."), BOX, source="derived"),
        Rule(
            "house.prerequisite",
            N_("There is no place for this element now: windows, doors and roofs need a wall, chimneys a roof."),
            BASIC_HOUSE,
        ),
        Rule("house.workers.few", N_("Your rested workers are too few for this element."), EXPERT_ELEMENTS),
        Rule("house.crew.none", N_("There is no builder card in that slot."), EXPERT_ELEMENTS),
        Rule("house.crew.tired", N_("A crew works once a round; this one is tired."), EXPERT_ELEMENTS),
        Rule("house.crew.few", N_("These crews have too few workers for the element."), EXPERT_ELEMENTS),
        Rule(
            "house.crew.spare",
            N_("A crew that the element does not need stays at home."),
            EXPERT_ELEMENTS,
            source="house",
        ),
        Rule("house.at.kind", N_("This element does not go there."), BASIC_HOUSE),
        Rule("house.at.column", N_("Your house has no such column."), BASIC_HOUSE),
        Rule("house.at.wall", N_("A window or door needs a wall that stands."), BASIC_HOUSE),
        Rule("house.at.either", N_("A wall has windows or a door, never both."), BASIC_HOUSE),
        Rule("house.at.two_windows", N_("A wall has at most two windows."), BASIC_HOUSE),
        Rule("house.at.one_door", N_("A house has one door."), BASIC_HOUSE),
        Rule(
            "house.at.roofed",
            N_("Nothing but a chimney stands above a roof."),
            BASIC_HOUSE,
            source="derived",
        ),
        Rule("house.at.one_roof", N_("One roof covers a column."), BASIC_HOUSE),
        Rule("house.at.chimney_roof", N_("A chimney needs a roof."), BASIC_HOUSE),
        Rule("house.at.one_chimney", N_("A roof carries one chimney."), BASIC_HOUSE),
        Rule("house.at.plot", N_("The plot ends here."), "", source="house"),
        Rule("house.garage.one", N_("A player builds one garage."), EXPERT_HOUSE),
        Rule("house.garage.wall", N_("The garage begins with its wall."), GARAGE),
        Rule("house.garage.doors", N_("A garage has two doors."), GARAGE),
        Rule("house.garage.window", N_("A garage has doors, not windows."), GARAGE),
        Rule("house.demolish.nothing", N_("Nothing stands there to be demolished."), BASIC_HOUSE),
        Rule("house.end.rounds", N_("The six rounds are over."), BASIC_END),
        # What happens by itself, and how it is read
        Rule(
            "house.setup.goods",
            N_("The shops are stocked by number of players; everybody begins with one wood, metal, brick and cement."),
            BASIC_START,
        ),
        Rule(
            "house.setup.first",
            N_("Basic: the first player is drawn by lot. Each round the next player clockwise leads."),
            BASIC_PLAY,
            source="derived",
        ),
        Rule(
            "house.setup.order",
            N_("Expert: the turn order is drawn by lot; whoever is later has more money."),
            EXPERT_START,
        ),
        Rule(
            "house.setup.builders",
            N_("The exchange shows one builder card less than players (expert: one more)."),
            BASIC_START,
        ),
        Rule(
            "house.setup.privileges",
            N_("Expert: twelve of the fifteen privileges are used, two each round; the next two are seen in advance."),
            EXPERT_START,
        ),
        Rule(
            "house.map",
            N_("Nine buildings in three rows; neighbours share a side, corners do not count."),
            BASIC_MOVE,
            source="derived",
        ),
        Rule(
            "house.centre",
            N_("Expert: sectors 1 and 10 are two places that border each other and the same four buildings."),
            EXPERT_MOVE,
            source="derived",
        ),
        Rule(
            "house.centre.neighbours",
            N_("Expert: from the windows both sectors of the centre can be reached."),
            EXPERT_MOVE,
            source="derived",
        ),
        Rule(
            "house.move",
            N_("One chip a turn, face down: the first anywhere, the next beside any own chip; later chips lie on top."),
            BASIC_MOVE,
        ),
        Rule(
            "house.move.never_stuck",
            N_("There is always a free building beside one's own chips."),
            BASIC_MOVE,
            source="derived",
        ),
        Rule(
            "house.reveal",
            N_("Basic: chips are turned up one by one as they are served. Expert: a whole tower at once."),
            BASIC_BUY,
        ),
        Rule(
            "house.buy.order", N_("Buildings are served by number, each from the first chip that arrived."), BASIC_BUY
        ),
        Rule("house.buy", N_("Take, or in the expert game buy, from nothing up to the value of the chip."), BASIC_BUY),
        Rule("house.chip.zero", N_("A chip of 0 gets nothing, the fair included."), BASIC_BUY),
        Rule("house.bank", N_("Basic bank: one coin for every chip above 0."), BASIC_BUY),
        Rule("house.coins", N_("A coin is changed for one wood, metal, brick or cement."), BASIC_BUY),
        Rule(
            "house.coins.back",
            N_("Spent coins return to the supply; coins on a builder card go back when it leaves the display."),
            BASIC_BUY,
            source="derived",
        ),
        Rule(
            "house.any_time",
            N_("Coins and loans: at any decision of one's own. Privileges: during purchases and building."),
            BASIC_BUY,
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
            BASIC_BUY,
            source="house",
        ),
        Rule(
            "house.office.choice",
            N_("Expert office: two players choose differently among permit, quality and money, or decline."),
            OFFICE,
        ),
        Rule("house.office.money", N_("Expert office: money for each point of the chip."), OFFICE),
        Rule(
            "house.decline", N_("Who declines at the fair or the office does not use up a place."), "", source="house"
        ),
        Rule(
            "house.hire.basic",
            N_("Basic exchange: a chip above 0 may bring one builder card, while there are cards and slots."),
            BASIC_BUY,
        ),
        Rule(
            "house.hire",
            N_("Expert exchange: up to the chip value, each for its price less its coins; stars raise quality."),
            EXCHANGE,
        ),
        Rule(
            "house.hire.push",
            N_("A hired card takes the first slot and pushes others up to the first gap; from full slots one leaves."),
            EXCHANGE,
            source="derived",
        ),
        Rule(
            "house.fair",
            N_("Fair: the first two chips above 0 choose a privilege of this round."),
            FAIR,
            source="derived",
        ),
        Rule("house.order", N_("Turn order: chips above 0 go to the front in the order of their tower."), ORDER),
        Rule("house.order.next", N_("A new turn order counts from the next round on."), ORDER, source="derived"),
        Rule("house.money", N_("Paying takes money off the player's own account."), EXPERT_BUY, source="derived"),
        Rule(
            "house.loan",
            N_("At 0 a loan comes by itself, and the rest of the payment goes on from there; loans have no limit."),
            LOANS,
        ),
        Rule("house.loan.repay", N_("A loan may be repaid by whoever has more money than it costs."), LOANS),
        Rule(
            "house.privilege.leaves",
            N_("A privilege that is used leaves the game and no longer counts for its colour."),
            FAIR,
        ),
        Rule(
            "house.privilege.goods",
            N_("Insulation, fence, fireplace, grill: two materials from the pool for nothing."),
            PRIVILEGES,
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
            PRIVILEGES,
        ),
        Rule(
            "house.privilege.quality",
            N_("Solar panel, driveway, sauna: one step of quality."),
            PRIVILEGES,
            source="derived",
        ),
        Rule(
            "house.privilege.cash",
            N_("Windmill, lawn: on receipt, keep the card or take money for each point of the chip."),
            PRIVILEGES,
        ),
        Rule(
            "house.privilege.hire",
            N_("Boiler, plants: the top builder card at a fixed price, hired as any other."),
            PRIVILEGES,
        ),
        Rule(
            "house.group",
            N_("Basic: everybody lays out complete groups of materials at the same time, one for each element."),
            BASIC_MATERIALS,
        ),
        Rule(
            "house.group.commit",
            N_("Groups are laid out before the first roll; one that finds no place in its turn has failed."),
            BASIC_MATERIALS,
        ),
        Rule(
            "house.build.one_by_one",
            N_("Laying out “element by element”: elements are tried one after another, none in advance."),
            BASIC_MATERIALS,
            source="house",
        ),
        Rule(
            "house.build.order",
            N_("Building goes seat by seat, clockwise from whoever led at the start of the round."),
            EXPERT_BUILD,
            source="derived",
        ),
        Rule(
            "house.die",
            N_("Basic: one six-sided die for each group; at most the quality builds the element."),
            BASIC_ELEMENTS,
        ),
        Rule(
            "house.quality.basic",
            N_("Basic quality is 2 and one more for each hired builder (“1, as the sentence reads”: one less)."),
            BASIC_ELEMENTS,
            source="derived",
        ),
        Rule("house.lock", N_("A failed group returns to the store and rests until the next round."), BASIC_ELEMENTS),
        Rule(
            "house.mount",
            N_("Windows and doors are elements too: they are built with a mounting material and move into the house."),
            BASIC_HOUSE,
            source="house",
        ),
        Rule(
            "house.roof.basic",
            N_("Basic roofs come from one stock; their colour means nothing."),
            BASIC_HOUSE,
            source="derived",
        ),
        Rule("house.at.once", N_("What is built joins the house at once, where its owner chooses."), BASIC_HOUSE),
        Rule(
            "house.storeys",
            N_("Walls stand on the ground at either end of the row, or on a wall without a roof."),
            BASIC_HOUSE,
            source="derived",
        ),
        Rule(
            "house.crew",
            N_("Expert: an element needs its workers; crews add up, are never split, and work once a round."),
            EXPERT_ELEMENTS,
        ),
        Rule(
            "house.demolish", N_("Anything built can be demolished while building, with all it carries."), BASIC_HOUSE
        ),
        Rule(
            "house.demolish.pool",
            N_("Demolished parts go back to the box, never to the store."),
            BASIC_HOUSE,
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
            N_(
                "Expert: a garage is a wall and two doors apart from the house; a roof and chimney on it score as such."
            ),
            GARAGE,
        ),
        Rule(
            "house.refill",
            N_("Shops and exchange are topped up to their level, never above, as far as the box goes."),
            BASIC_NEXT,
        ),
        Rule(
            "house.refill.levels", N_("Expert: wood has one number for the set-up and another for the refill."), REFILL
        ),
        Rule("house.pool.short", N_("When the box runs short, one takes what there is."), BASIC_NEXT, source="derived"),
        Rule(
            "house.prices",
            N_("Expert: scarce goods become dearer by 1, all others cheaper by 1, within their tracks."),
            PRICES,
        ),
        Rule(
            "house.builders.coin",
            N_("Expert: each card left on display gets a coin and becomes cheaper."),
            NEW_BUILDERS,
        ),
        Rule(
            "house.builders.free", N_("A card that would cost nothing leaves the game and is replaced."), NEW_BUILDERS
        ),
        Rule(
            "house.builders.deck", N_("When the builder deck is empty the display stays short."), "", source="derived"
        ),
        Rule(
            "house.fair.turn", N_("Privileges nobody took leave the game; the next two become current."), NEW_PRIVILEGES
        ),
        Rule(
            "house.crew.rest",
            N_("After a round crews are fresh, every card moves on one slot, and the one in the last slot leaves."),
            TIRED_BUILDERS,
        ),
        Rule("house.quality.start", N_("Expert quality begins at −3."), EXPERT_START, source="derived"),
        Rule("house.score.elements", N_("Points for every wall, roof, chimney, window and door."), BASIC_END),
        Rule("house.score.complete", N_("Basic: points for a complete house."), BASIC_END),
        Rule(
            "house.score.coins",
            N_("Basic: points for the most and the second most coins; ties for the first place leave no second."),
            BASIC_END,
        ),
        Rule("house.score.garage", N_("A complete garage scores as a whole."), GARAGE),
        Rule("house.garage.begun", N_("A garage that is only begun scores for its wall alone."), GARAGE),
        Rule("house.score.quality", N_("Expert: the position on the quality track, below 0 as well."), EXPERT_END),
        Rule(
            "house.score.privileges",
            N_("Expert: a point for the most privileges of a colour; ties all score, unfinished players count."),
            EXPERT_END,
            source="derived",
        ),
        Rule("house.score.loans", N_("Expert: a point without loans, ever more points off with them."), EXPERT_END),
        Rule("house.complete.walls", N_("A complete house has at least two walls."), BASIC_END),
        Rule(
            "house.complete.roofs",
            N_("Every column carries a roof; the expert game asks for two roofs at least."),
            EXPERT_END,
            source="derived",
        ),
        Rule("house.complete.chimney", N_("A complete house has a chimney."), BASIC_END),
        Rule("house.complete.door", N_("A complete house has its door."), BASIC_END),
        Rule("house.complete.windows", N_("Every wall without the door has a window."), EXPERT_END, source="derived"),
        Rule("house.complete.permit", N_("A complete house has a permit."), BASIC_END, source="derived"),
        Rule("house.end.incomplete", N_("Expert: whoever has no complete house loses."), EXPERT_END),
        Rule(
            "house.end.nobody", N_("Expert: if nobody has a complete house, nobody wins."), EXPERT_END, source="derived"
        ),
        Rule(
            "house.tie.size",
            N_("Ties: the larger house, walls and roofs counted without the garage."),
            BASIC_END,
            source="derived",
        ),
        Rule("house.tie.goods", N_("Basic ties go on: fewer goods left; then the victory is shared."), BASIC_END),
        Rule(
            "house.tie.expert",
            N_("Expert ties: fewer loans, more money, higher quality, larger house; then the victory is shared."),
            EXPERT_END,
            source="derived",
        ),
    ),
)

# Where the printed rules are silent or contradict themselves: our rulings, and the rules that hold them.
RULINGS = {
    "A1": "house.quality.start",
    "A2": "house.chip.zero",
    "A3": "house.score.privileges",
    "A4": "house.score.loans",
    "A5": "house.refill.levels",
    "A6": "house.refill",
    "A7": "house.complete.permit",
    "A8": "house.complete.windows",
    "A9": "house.quality.basic",
    "A10": "house.tie.size",
    "A11": "house.garage.begun",
    "A12": "house.centre",
    "A13": "house.complete.roofs",
    "A14": "house.build.order",
    "A15": "house.privilege.quality",
    "A16": "house.privilege.leaves",
    "A17": "house.at.two_windows",
    "A18": "house.office.basic",
    "A19": "house.office.choice",
    "A20": "house.tie.expert",
    "A21": "house.die",
    "A22": "house.build.one_by_one",
    "A23": "house.mount",
    "A24": "house.any_time",
    "A25": "house.money",
    "A26": "house.end.nobody",
    "A27": "house.hire.push",
    "A28": "house.builders.free",
    "A29": "house.pool.short",
    "A30": "house.builders.deck",
    "A31": "house.centre.neighbours",
    "A32": "house.order.next",
    "11.1": "house.mount",
    "11.2": "house.demolish.pool",
    "11.3": "house.group.commit",
    "11.4": "house.hire.push",
    "11.5": "house.privilege.hire",
    "11.6": "house.decline",
    "11.7": "house.roof.basic",
    "11.8": "house.coins.back",
    "11.9": "house.loan.repay",
    "11.10": "house.build.order",
    "11.11": "house.reveal",
    "11.12": "house.office.basic",
    "11.13": "house.hire.basic",
    "11.14": "house.tie.size",
    "11.15": "house.quality.basic",
    "11.16": "house.move.centre",
    "11.17": "house.any_time.order",
    "11.18": "house.crew.spare",
    "11.19": "house.demolish.when",
    "11.20": "house.privilege.short",
    "11.21": "house.garage",
}
