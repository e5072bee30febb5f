"""From paper to a match: the sheets of all players, and what lies on the table beside them at the beginning of a round.

A sheet that is only scored needs none of this. To go on, the text also tells `city plans`, `numbers` and `effects` (the
cards on offer), the discard, and on each sheet with approved plans which estates they took (`spent`).
"""

from typing import TYPE_CHECKING, Any

from kvartal.engine.game import Setup
from kvartal.engine.option import BadSetup
from kvartal.engine.position import BadPosition, derived
from kvartal.engine.score import SheetReport
from kvartal.engine.words import Words
from kvartal.games.welcome.paper.reading import Sheet, fill, read_sheets, who
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules.keys import house_name
from kvartal.games.welcome.rules.numbers import plan_names
from kvartal.games.welcome.rules.positions.approved import ESTATES, marked_houses
from kvartal.games.welcome.rules.state import WelcomeState, starting

if TYPE_CHECKING:
    from kvartal.engine.game import Game


def sheet_position(game: "Game", text: str, words: Words) -> dict[str, Any]:
    """The position that the sheets tell, or a BadPosition with all that is wrong or missing."""
    problems: list[str] = []
    table, sheets = read_sheets(text, problems, words)
    if "others" in table or len(sheets) == 1:
        problems.append(
            words("to go on, the sheets of all players are needed, two or more; a solo game begins at a position only")
        )
    edition = str(table.get("edition", "2018"))
    plans = _listed(table.get("city plans", ""), " ")
    known = plan_names(edition) if edition in ("2018", "2023") else ()
    if known and (len(plans) != 3 or not {*plans} <= {*known}):
        names = ", ".join(known)
        problems.append(
            words("city plans: the names of the three plans on the table are needed; there are: {names}", names=names)
        )
    if problems:
        raise BadPosition(problems)
    options: dict[str, object] = {"edition": edition, "board": str(table.get("board", "classic"))}
    options |= {f"plan{place}": plan for place, plan in enumerate(plans, 1)}
    written = " ".join(street for sheet in sheets for street in sheet.streets).lower().split()
    options["roundabouts"] = "o" in written or str(table.get("roundabouts", "off")) == "on"
    try:
        setup = game.set_up(len(sheets), options)
    except BadSetup as bad:
        raise BadPosition(list(SheetReport.refused(bad, words).problems)) from None
    tables: Any = setup.tables
    state = starting(tables)
    for place, plan in enumerate(plans):
        state.cells[at.PLANS_AT + place] = known.index(plan)
    state.cells[at.PHASE], state.cells[at.WAIT] = at.PLAYING, at.NOTHING
    problems += _cards(setup, state, table, words)
    for seat, sheet in enumerate(sheets):
        found = fill(state, seat, sheet, words) + _marks(setup, state, seat, sheet, words)
        problems += [f"{who(seat + 1, sheet, words)}: {text}" for text in found]
    if problems:
        raise BadPosition(problems)
    position: dict[str, Any] = {
        "game": game.key,
        "players": setup.players,
        "options": {option.name: option.write(setup.options[option.name]) for option in game.options},
        "table": setup.layout.write(derived(setup, list(state.cells))),
    }
    return position | ({"names": [sheet.name for sheet in sheets]} if all(sheet.name for sheet in sheets) else {})


def _listed(value: Any, between: str) -> list[str]:
    """`8 fence, 7 value` or a JSON list."""
    items = value if isinstance(value, list) else str(value).split(between)
    return [" ".join(str(item).split()) for item in items if str(item).strip()]


def _cards(setup: Setup, state: WelcomeState, table: dict[str, Any], words: Words) -> list[str]:
    """The three pairs on offer, and the cards of earlier rounds."""
    tables: Any = setup.tables
    cells: Any = state.cells
    names = list(setup.game.census(setup, state))
    problems = []
    piles = ["discard"] if tables.zones == 1 else ["discard 1", "discard 2", "discard 3"]
    read: dict[str, list[int]] = {}
    for key in ("numbers", "effects", *piles):
        given = _listed(table.get(key, ""), ",")
        read[key] = [names.index(card) for card in given if card in names]
        problems += [
            words("{key}: {card} is no card; a card is its number and its effect, e.g. 8 fence", key=key, card=card)
            for card in given
            if card not in names
        ]
    for key in ("numbers", "effects"):
        if len(read[key]) != 3 and not problems:
            problems.append(
                words("{key}: three cards are needed, as they lie on the piles, e.g. 8 fence, 7 value, 9 park", key=key)
            )
    strange = [key for key in ("discard", "discard 1", "discard 2", "discard 3") if key in table and key not in piles]
    if strange:
        problems.append(words("{key}: in this edition the key is {keys}", key=strange[0], keys=", ".join(piles)))
    if problems:
        return problems
    cells[at.TOP], cells[at.TOP + 1], cells[at.TOP + 2] = read["numbers"]
    cells[at.TURNED], cells[at.TURNED + 1], cells[at.TURNED + 2] = read["effects"]
    for zone, key in enumerate(piles):
        for kind in read[key]:
            cells[tables.discards + zone * tables.kinds + kind] += 1
    return []


def _marks(setup: Setup, state: WelcomeState, seat: int, sheet: Sheet, words: Words) -> list[str]:
    """The estates that approved plans took, as the sheet says; single houses follow from the plans."""
    tables: Any = setup.tables
    cells: Any = state.cells
    base = tables.seats + seat * tables.stride
    houses = {house_name(tables, house): house for house in range(tables.houses)}
    approved = [cells[at.PLANS_AT + place] for place in range(3) if sheet.plans[place] >= 0]
    problems = []
    if any(tables.plan_kind[plan] in ESTATES for plan in approved) and not sheet.spent:
        problems.append(
            words("spent: the estates that the approved plans took are needed, by their first houses, e.g. 1.1 2.5")
        )
    for place in sheet.spent:
        house = houses.get(place)
        if house is None:
            problems.append(words("spent: {what} is no house; house 5 of street 2 is 2.5", what=repr(place[:20])))
            continue
        while house < tables.past[tables.street[houses[place]]]:
            cells[base + tables.marks + house] = at.SPENT
            if cells[base + tables.fences + house]:
                break
            house += 1
    for plan in approved:
        for house in marked_houses(tables, plan):
            cells[base + tables.marks + house] = at.MARKED
    return problems
