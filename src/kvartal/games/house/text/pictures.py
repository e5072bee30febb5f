"""Rules of Mr House in pictures: plots, the move that is made or tried there, and what of them is to be seen.

Parts, from top to bottom: `plot`, `store`, `takes roof` (what an element is made of), `town metal office cement` (these
buildings side by side).
"""

from collections.abc import Mapping
from typing import Any

from kvartal.engine.picture import RulePicture
from kvartal.engine.words import N_

FULL = {"wood": 2, "metal": 1, "brick": 1, "cement": 1, "window": 1}  # enough for any one element but a door
SHOPS = {"wood": 4, "metal": 4, "brick": 3, "cement": 3, "window": 2, "door": 1}
COLUMNS = 6


def site(
    walls: Mapping[str, str], roofs: int = 0, chimneys: int = 0, store: Mapping[str, int] = FULL, permit: int = 0
) -> dict[str, Any]:
    """A basic game of two while materials are arranged. The first columns have roofs, and of these the first have
    chimneys; the other player has built nothing."""
    mine: dict[str, Any] = {"store": store, "coins": 0, "permit": permit, "crews": ["card1", "none", "none", "none"]}
    mine |= {"walls": walls, "roofs": ["metal"] * roofs + ["none"] * (COLUMNS - roofs)}
    mine |= {"chimneys": [1] * chimneys + [0] * (COLUMNS - chimneys)}
    other = {"store": {"wood": 1}, "coins": 0, "permit": 0, "crews": ["none"] * 4}
    table: dict[str, Any] = {"phase": "arranging", "round": 4, "starter": 0, "active": 0, "shops": SHOPS}
    table |= {"display": ["card1", "none", "none", "none", "none"], "seats": [mine, other]}
    return {"game": "house", "players": 2, "table": table}


def builds(element: str) -> tuple[str, ...]:
    """The moves up to the moment at which the element finds its place: the die shows 1, which is always enough."""
    return f"group {element}", "done", "done", f"build {element}", "* 1"


FIRST = {"store": {"wood": 1, "metal": 1, "brick": 1, "cement": 1}, "coins": 0, "permit": 0, "crews": ["none"] * 4}
TOWN: dict[str, Any] = {
    "game": "house",
    "players": 2,
    "table": {
        "phase": "moving", "round": 1, "starter": 0, "active": 0, "shops": SHOPS,
        "display": ["card1", "none", "none", "none", "none"], "seats": [FIRST, FIRST],
    },
}  # fmt: skip
ROW = ("town metal office cement",)
BEGUN = ("place 1 at metal", "place 1 at office")
SHOPPING = (  # all chips of both are laid; the bank and the office give what they have, then cement is sold
    "place 2 at cement", "place 1 at office", "place 3 at office", "place 2 at cement", "place 1 at bank",
    "place 3 at bank", "place 1 at metal", "place 1 at metal", "place 0 at windows", "place 0 at windows",
)  # fmt: skip
DOOR = site({"1.1": "wood, door", "2.1": "brick"})
WINDOWS = site({"1.1": "brick, 2 windows", "2.1": "brick, window"})
ROOFED = site({"1.1": "wood, door", "2.1": "brick, window"}, roofs=1)
CHIMNEY = site({"1.1": "wood, door", "2.1": "brick, window"}, roofs=2, chimneys=1)
OPEN = site({"1.1": "wood", "2.1": "brick"})
DONE = site({"1.1": "wood, door", "2.1": "brick, window"}, roofs=2, chimneys=1, permit=1)
DARK = site({"1.1": "wood, door", "2.1": "brick"}, roofs=2, chimneys=1, permit=1)

PICTURES = (
    RulePicture(
        "house.move.adjacent", N_("From building 9 a chip can go to building 2."), TOWN, ROW, BEGUN, "place 2 at office"
    ),
    RulePicture(
        "house.move.adjacent",
        N_("Building 3 shares no side with building 9."),
        TOWN,
        ROW,
        BEGUN,
        "place 2 at cement",
        wrong=True,
    ),
    RulePicture(
        "house.move.one", N_("A chip of somebody else is no hindrance."), TOWN, ROW, BEGUN, "place 2 at office"
    ),
    RulePicture(
        "house.move.one",
        N_("A second chip of yours does not go where you have one."),
        TOWN,
        ROW,
        BEGUN,
        "place 2 at metal",
        wrong=True,
    ),
    RulePicture(
        "house.buy.order",
        N_("The chip at the bottom of the tower came first: it is served first."),
        TOWN,
        ROW,
        (*BEGUN, "place 2 at office", "place 2 at cement"),
    ),
    RulePicture("house.buy.chip", N_("With a chip of 2 you take two."), TOWN, ("town cement",), SHOPPING, "take 2"),
    RulePicture(
        "house.buy.chip", N_("Three would be too many."), TOWN, ("town cement",), SHOPPING, "take 3", wrong=True
    ),
    RulePicture(
        "house.material",
        N_("One brick and one cement make a chimney."),
        site({"1.1": "wood"}, store={"brick": 1, "cement": 1}),
        ("takes chimney", "store"),
        (),
        "group chimney",
    ),
    RulePicture(
        "house.material",
        N_("The cement for a chimney is missing."),
        site({"1.1": "wood"}, store={"wood": 1, "brick": 2}),
        ("takes chimney", "store"),
        (),
        "group chimney",
        wrong=True,
    ),
    RulePicture(
        "house.prerequisite",
        N_("On a roof a chimney has its place."),
        ROOFED,
        ("plot",),
        builds("chimney")[:3],
        "build chimney",
    ),
    RulePicture(
        "house.prerequisite",
        N_("No roof stands yet, so there is no place for a chimney."),
        OPEN,
        ("plot",),
        builds("chimney")[:3],
        "build chimney",
        wrong=True,
    ),
    RulePicture(
        "house.at.either", N_("The wall without a door gets the window."), DOOR, ("plot",), builds("window"), "at 2.1"
    ),
    RulePicture(
        "house.at.either",
        N_("Not the wall with the door."),
        DOOR,
        ("plot",),
        builds("window"),
        "at 1.1",
        wrong=True,
    ),
    RulePicture(
        "house.at.two_windows", N_("The second window of a wall."), WINDOWS, ("plot",), builds("window"), "at 2.1"
    ),
    RulePicture(
        "house.at.two_windows",
        N_("There is no room for a third."),
        WINDOWS,
        ("plot",),
        builds("window"),
        "at 1.1",
        wrong=True,
    ),
    RulePicture(
        "house.at.roofed",
        N_("Where no roof is, a second storey can stand."),
        ROOFED,
        ("plot",),
        builds("wood wall"),
        "at 2",
    ),
    RulePicture(
        "house.at.roofed", N_("No wall stands on a roof."), ROOFED, ("plot",), builds("wood wall"), "at 1", wrong=True
    ),
    RulePicture("house.at.one_roof", N_("The open column gets its roof."), ROOFED, ("plot",), builds("roof"), "at 2"),
    RulePicture(
        "house.at.one_roof",
        N_("A second roof on the first column is forbidden."),
        ROOFED,
        ("plot",),
        builds("roof"),
        "at 1",
        wrong=True,
    ),
    RulePicture(
        "house.at.chimney_roof", N_("The chimney stands on the roof."), ROOFED, ("plot",), builds("chimney"), "at 1"
    ),
    RulePicture(
        "house.at.chimney_roof",
        N_("Without a roof there is no chimney."),
        ROOFED,
        ("plot",),
        builds("chimney"),
        "at 2",
        wrong=True,
    ),
    RulePicture(
        "house.at.one_chimney", N_("The other roof is still free."), CHIMNEY, ("plot",), builds("chimney"), "at 2"
    ),
    RulePicture(
        "house.at.one_chimney",
        N_("This roof has its chimney."),
        CHIMNEY,
        ("plot",),
        builds("chimney"),
        "at 1",
        wrong=True,
    ),
    RulePicture(
        "house.score.complete",
        N_("A complete house brings {points}: roofs, a chimney, a door, a window in every other wall, and a permit."),
        DONE,
        ("plot",),
    ),
    RulePicture(
        "house.score.complete", N_("With a wall that has neither door nor window it brings {points}."), DARK, ("plot",)
    ),
)
