"""The rules of Mr House in our own words: those by which a move is refused or the game ends, each at its number."""

from kvartal.engine.rule import Rule, rulebook
from kvartal.engine.words import N_
from kvartal.games.house.rules import ids
from kvartal.games.house.text import headings as book
from kvartal.games.house.text.unnumbered import UNNUMBERED

RULES = rulebook(
    "house",
    {
        ids.VARIANT_EXPERT: Rule("house.variant.expert", N_("This belongs to the expert game."), book.EXPERT),
        ids.VARIANT_BASIC: Rule("house.variant.basic", N_("This belongs to the basic game."), book.BASIC),
        ids.PHASE_MOVE: Rule(
            "house.phase.move", N_("Chips are placed during the movement through the town."), book.BASIC_MOVE
        ),
        ids.PHASE_BUY: Rule("house.phase.buy", N_("Goods are bought when your chip is served."), book.BASIC_BUY),
        ids.PHASE_ARRANGE: Rule(
            "house.phase.arrange",
            N_("Groups are laid out before building begins, while everybody arranges materials."),
            book.BASIC_MATERIALS,
        ),
        ids.PHASE_BUILD: Rule(
            "house.phase.build",
            N_("Building and demolishing come after the purchases, when it is your turn to build."),
            book.BASIC_BUILD,
        ),
        ids.STEP_CREW: Rule(
            "house.step.crew", N_("First name the crew for the element you have begun."), book.EXPERT_ELEMENTS
        ),
        ids.STEP_PLACE: Rule(
            "house.step.place", N_("First place what was built: an element joins the house at once."), book.BASIC_HOUSE
        ),
        ids.STEP_CASH: Rule(
            "house.step.cash",
            N_("First decide about the card you just received: keep it, or cash it."),
            book.PRIVILEGES,
        ),
        ids.STEP_NOTHING: Rule(
            "house.step.nothing", N_("Nothing is in work: first comes the element to be built."), book.BASIC_HOUSE
        ),
        ids.MOVE_HAND: Rule("house.move.hand", N_("You have no such chip left in hand."), book.BASIC_MOVE),
        ids.MOVE_ADJACENT: Rule(
            "house.move.adjacent",
            N_("A chip goes to a building that shares a side with a building where you already have one."),
            book.BASIC_MOVE,
        ),
        ids.MOVE_ONE: Rule("house.move.one", N_("Only one chip of a colour lies on a building."), book.BASIC_MOVE),
        ids.MOVE_CENTRE: Rule(
            "house.move.centre",
            N_("Chips on sectors 1 and 10, “one on both together”: a player has a single chip on the two."),
            book.EXPERT_MOVE,
            source="house",
        ),
        ids.MOVE_PASS: Rule("house.move.pass", N_("All five chips are placed; nobody passes."), book.BASIC_MOVE),
        ids.BUY_HERE: Rule("house.buy.here", N_("This building offers something else."), book.BASIC_BUY),
        ids.BUY_CHIP: Rule("house.buy.chip", N_("You take at most as many as your chip shows."), book.BASIC_BUY),
        ids.BUY_STOCK: Rule("house.buy.stock", N_("The shop does not have so many."), book.BASIC_BUY),
        ids.HIRE_ONE: Rule(
            "house.hire.one", N_("One builder at most comes with you from the exchange."), book.BASIC_BUY
        ),
        ids.HIRE_CARD: Rule("house.hire.card", N_("No builder card lies there."), book.EXCHANGE),
        ids.OFFICE_PERMIT: Rule(
            "house.office.permit", N_("A player gets one permit in the game, and you have it."), book.BASIC_BUY
        ),
        ids.OFFICE_TAKEN: Rule(
            "house.office.taken", N_("Another player has taken this at the office in this round."), book.OFFICE
        ),
        ids.FAIR_CARD: Rule("house.fair.card", N_("This privilege is not for the taking in this round."), book.FAIR),
        ids.COIN_NONE: Rule("house.coin.none", N_("You have no coin to change."), book.BASIC_BUY),
        ids.COIN_POOL: Rule(
            "house.coin.pool", N_("The pool has none of this material."), book.BASIC_BUY, source="derived"
        ),
        ids.LOAN_NONE: Rule("house.loan.none", N_("You have no loan to repay."), book.LOANS),
        ids.LOAN_MONEY: Rule(
            "house.loan.money",
            N_("A loan is repaid only by somebody who has more money than it costs."),
            book.LOANS,
            source="derived",
        ),
        ids.PRIVILEGE_TIME: Rule(
            "house.privilege.time",
            N_("Privileges are used during purchases and building, not while chips are placed."),
            book.PRIVILEGES,
            source="house",
        ),
        ids.PRIVILEGE_OWN: Rule("house.privilege.own", N_("You do not hold this privilege."), book.FAIR),
        ids.PRIVILEGE_RECEIPT: Rule(
            "house.privilege.receipt", N_("This card pays at the moment it is received, or never."), book.PRIVILEGES
        ),
        ids.PRIVILEGE_POOL: Rule(
            "house.privilege.pool", N_("The pool has none of what this card brings."), book.PRIVILEGES, source="derived"
        ),
        ids.PRIVILEGE_DECK: Rule(
            "house.privilege.deck", N_("There is no builder card left in the deck."), book.PRIVILEGES, source="derived"
        ),
        ids.ROOF_KIND: Rule("house.roof.kind", N_("The basic game has one kind of roof."), book.BASIC_HOUSE),
        ids.MATERIAL: Rule(
            "house.material", N_("The free materials in your store do not make this element."), book.BASIC_MATERIALS
        ),
        ids.MATERIAL_LOCKED: Rule(
            "house.material.locked", N_("Materials of a failed attempt rest until the next round."), book.BASIC_ELEMENTS
        ),
        ids.GROUP_NONE: Rule(
            "house.group.none", N_("You have laid out no group for this element."), book.BASIC_MATERIALS
        ),
        ids.PIECE_NONE: Rule("house.piece.none", N_("No such piece is left in the box."), book.BOX, source="derived"),
        ids.PREREQUISITE: Rule(
            "house.prerequisite",
            N_("There is no place for this element now: windows, doors and roofs need a wall, chimneys a roof."),
            book.BASIC_HOUSE,
        ),
        ids.WORKERS_FEW: Rule(
            "house.workers.few", N_("Your rested workers are too few for this element."), book.EXPERT_ELEMENTS
        ),
        ids.CREW_NONE: Rule("house.crew.none", N_("There is no builder card in that slot."), book.EXPERT_ELEMENTS),
        ids.CREW_TIRED: Rule(
            "house.crew.tired", N_("A crew works once a round; this one is tired."), book.EXPERT_ELEMENTS
        ),
        ids.CREW_FEW: Rule(
            "house.crew.few", N_("These crews have too few workers for the element."), book.EXPERT_ELEMENTS
        ),
        ids.CREW_SPARE: Rule(
            "house.crew.spare",
            N_("A crew that the element does not need stays at home."),
            book.EXPERT_ELEMENTS,
            source="house",
        ),
        ids.AT_KIND: Rule("house.at.kind", N_("This element does not go there."), book.BASIC_HOUSE),
        ids.AT_COLUMN: Rule("house.at.column", N_("Your house has no such column."), book.BASIC_HOUSE),
        ids.AT_WALL: Rule("house.at.wall", N_("A window or door needs a wall that stands."), book.BASIC_HOUSE),
        ids.AT_EITHER: Rule("house.at.either", N_("A wall has windows or a door, never both."), book.BASIC_HOUSE),
        ids.AT_TWO_WINDOWS: Rule("house.at.two_windows", N_("A wall has at most two windows."), book.BASIC_HOUSE),
        ids.AT_ONE_DOOR: Rule("house.at.one_door", N_("A house has one door."), book.BASIC_HOUSE),
        ids.AT_ROOFED: Rule(
            "house.at.roofed",
            N_("Nothing but a chimney stands above a roof."),
            book.BASIC_HOUSE,
            source="derived",
        ),
        ids.AT_ONE_ROOF: Rule("house.at.one_roof", N_("One roof covers a column."), book.BASIC_HOUSE),
        ids.AT_CHIMNEY_ROOF: Rule("house.at.chimney_roof", N_("A chimney needs a roof."), book.BASIC_HOUSE),
        ids.AT_ONE_CHIMNEY: Rule("house.at.one_chimney", N_("A roof carries one chimney."), book.BASIC_HOUSE),
        ids.AT_PLOT: Rule("house.at.plot", N_("The plot ends here."), "", source="house"),
        ids.GARAGE_ONE: Rule("house.garage.one", N_("A player builds one garage."), book.EXPERT_HOUSE),
        ids.GARAGE_WALL: Rule("house.garage.wall", N_("The garage begins with its wall."), book.GARAGE),
        ids.GARAGE_DOORS: Rule("house.garage.doors", N_("A garage has two doors."), book.GARAGE),
        ids.GARAGE_WINDOW: Rule("house.garage.window", N_("A garage has doors, not windows."), book.GARAGE),
        ids.DEMOLISH_NOTHING: Rule(
            "house.demolish.nothing", N_("Nothing stands there to be demolished."), book.BASIC_HOUSE
        ),
        ids.END_ROUNDS: Rule("house.end.rounds", N_("The six rounds are over."), book.BASIC_END),
    },
    UNNUMBERED,
)

# Where the printed rules are silent or contradict themselves we ruled; these rules say how.
RULINGS = (
    "house.quality.start",
    "house.chip.zero",
    "house.score.privileges",
    "house.score.loans",
    "house.refill.levels",
    "house.refill",
    "house.complete.permit",
    "house.complete.windows",
    "house.quality.basic",
    "house.tie.size",
    "house.garage.begun",
    "house.centre",
    "house.complete.roofs",
    "house.build.order",
    "house.privilege.quality",
    "house.privilege.leaves",
    "house.at.two_windows",
    "house.office.basic",
    "house.office.choice",
    "house.tie.expert",
    "house.die",
    "house.build.one_by_one",
    "house.mount",
    "house.any_time",
    "house.money",
    "house.end.nobody",
    "house.hire.push",
    "house.builders.free",
    "house.pool.short",
    "house.builders.deck",
    "house.centre.neighbours",
    "house.order.next",
    "house.demolish.pool",
    "house.group.commit",
    "house.privilege.hire",
    "house.decline",
    "house.roof.basic",
    "house.coins.back",
    "house.loan.repay",
    "house.reveal",
    "house.hire.basic",
    "house.move.centre",
    "house.any_time.order",
    "house.crew.spare",
    "house.demolish.when",
    "house.privilege.short",
    "house.garage",
)
