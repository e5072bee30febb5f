"""Every rule by which Mr House refuses a move."""

import pytest

from games.house.table import names, play, refused, table
from kvartal.games.house.rules import cells as at
from kvartal.games.house.text.catalogue import RULES, RULINGS

ALL_GOODS = {"wood": 5, "metal": 5, "brick": 5, "cement": 5, "window": 3, "door": 3}
CREWS = ["card4", "card4", "card7", "card7"]


def test_every_ruling_is_a_rule_and_named_once() -> None:
    assert set(RULINGS) <= {rule.id for rule in RULES}
    assert len(set(RULINGS)) == len(RULINGS)


@pytest.mark.rule("house.variant.expert")
@pytest.mark.parametrize(
    "move",
    ["hire 1", "office money", "choose solar", "keep", "repay", "use solar", "crew 1", "demolish garage"],
)
def test_moves_of_the_expert_game(move: str) -> None:
    refused(table(2, "building"), move, "house.variant.expert")


@pytest.mark.rule("house.variant.expert")
def test_basic_has_neither_sector_10_nor_a_garage() -> None:
    refused(table(2), "place 1 at order", "house.variant.expert")
    match = play(table(2, "arranging", {0: {"store": ALL_GOODS}}), "group wood wall", "done", "done")
    refused(play(match, "build wood wall", "= 1"), "at garage", "house.variant.expert")


@pytest.mark.rule("house.variant.basic")
@pytest.mark.parametrize("move", ["change wood", "group wood wall"])
def test_moves_of_the_basic_game(move: str) -> None:
    refused(table(2, "building", variant="expert"), move, "house.variant.basic")


@pytest.mark.rule("house.phase.move", "house.phase.buy", "house.phase.arrange", "house.phase.build")
def test_each_phase_has_its_moves() -> None:
    refused(table(2, "building"), "place 1 at bank", "house.phase.move")
    refused(table(2, "building"), "take 1", "house.phase.buy")
    refused(table(2, "building"), "group wood wall", "house.phase.arrange")
    refused(table(2, "building", commit="one_by_one"), "group wood wall", "house.phase.arrange")
    refused(table(2), "build wood wall", "house.phase.build")
    refused(table(2, "arranging"), "demolish wall 1.1", "house.phase.build")


@pytest.mark.rule("house.step.crew", "house.step.place", "house.step.nothing", "house.at.once", "house.demolish.when")
def test_what_is_begun_is_finished_first() -> None:
    seats = {0: {"store": ALL_GOODS, "crews": CREWS, "house": ["w"]}}
    match = table(2, "building", seats, variant="expert")
    refused(match, "crew 1", "house.step.nothing")
    refused(match, "at right", "house.step.nothing")
    play(match, "build wood wall")
    for move in ("done", "build wood wall", "demolish wall 1.1", "at right"):
        refused(match, move, "house.step.crew")
    play(match, "crew 1")
    for move in ("done", "build wood wall", "demolish wall 1.1", "crew 2"):
        refused(match, move, "house.step.place")
    play(match, "at right")
    refused(match, "at right", "house.step.nothing")


@pytest.mark.rule("house.move.hand", "house.move.one", "house.move.adjacent", "house.move.pass", "house.move")
def test_chips() -> None:
    match = play(table(2), "place 3 at bank", "place 1 at bank")
    refused(match, "place 3 at office", "house.move.hand")
    refused(match, "place 1 at bank", "house.move.one")
    refused(match, "place 1 at cement", "house.move.adjacent")
    refused(match, "done", "house.move.pass")
    play(match, "place 1 at office", "place 0 at office", "place 1 at cement")
    play(match, "place 2 at exchange")
    assert "place 0 at windows" in names(match)  # beside bank and cement: any own chip counts
    refused(match, "place 1 at windows", "house.move.hand")


@pytest.mark.rule("house.move.centre")
def test_one_chip_in_the_centre() -> None:
    match = play(table(2, variant="expert", centre="one"), "place 3 at fair", "place 1 at order")
    refused(match, "place 1 at order", "house.move.centre")
    play(match, "place 1 at office")
    refused(match, "place 1 at fair", "house.move.centre")


@pytest.mark.rule("house.buy.here", "house.buy.chip", "house.buy.stock", "house.hire.one")
def test_purchases_of_the_basic_game() -> None:
    match = table(3, "buying", chips={"cement": [(0, 2), (1, 3)], "exchange": [(2, 3)]}, shops={"cement": 4})
    refused(match, "take 3", "house.buy.chip")
    refused(match, "done", "house.buy.here")
    play(match, "take 2")
    refused(match, "take 3", "house.buy.stock")
    play(match, "take 2")
    while match.setup.tables.kind[match.state.cells[at.HERE]] != at.EXCHANGE:
        play(match, "take 0")
    refused(match, "take 2", "house.hire.one")


@pytest.mark.rule("house.buy.here", "house.hire.card", "house.office.permit", "house.office.taken", "house.fair.card")
def test_purchases_of_the_expert_game() -> None:
    chips = {"fair": [(0, 1)], "office": [(0, 2), (1, 1)], "exchange": [(0, 3)]}
    seats = {0: {"permit": 1}}
    match = table(
        2, "buying", seats, chips=chips, fair=["solar", "gym"], display=["card1", None, "card2"], variant="expert"
    )
    refused(match, "choose pond", "house.fair.card")
    refused(match, "take 1", "house.buy.here")
    refused(match, "office money", "house.buy.here")
    refused(match, "hire 1", "house.buy.here")
    play(match, "choose gym")
    refused(match, "office permit", "house.office.permit")
    refused(match, "choose solar", "house.buy.here")
    play(match, "office money")
    refused(match, "office money", "house.office.taken")
    play(match, "office permit")
    while match.setup.tables.kind[match.state.cells[at.HERE]] != at.EXCHANGE:
        play(match, "take 0")
    refused(match, "hire 2", "house.hire.card")


@pytest.mark.rule("house.coin.none", "house.coin.pool", "house.loan.none", "house.loan.money")
def test_coins_and_loans() -> None:
    refused(table(2), "change wood", "house.coin.none")
    match = table(2, seats={0: {"coins": 1}}, pool={"wood": 0})
    refused(match, "change wood", "house.coin.pool")
    play(match, "change metal")
    refused(match, "change metal", "house.coin.none")
    refused(table(2, variant="expert"), "repay", "house.loan.none")
    match = table(2, seats={0: {"money": 20, "loans": 1}}, variant="expert")
    refused(match, "repay", "house.loan.money")


@pytest.mark.rule("house.coin.none")
def test_a_coin_that_is_promised_already_is_told_as_such() -> None:
    match = table(2, "arranging", seats={0: {"coins": 1}})
    play(match, "change wood")
    refusal = match.refusal(0, "change metal")
    assert refusal is not None
    assert refusal.rule.id == "house.coin.none"
    assert "Coins: 1, all promised" in refusal.text


@pytest.mark.rule(
    "house.privilege.time",
    "house.privilege.own",
    "house.privilege.receipt",
    "house.privilege.pool",
    "house.privilege.deck",
)
def test_privileges() -> None:
    held = {0: {"privileges": ["solar", "lawn", "fence", "pond", "boiler"]}}
    refused(table(2, seats=held, variant="expert"), "use solar", "house.privilege.time")
    match = table(2, "building", held, pool={"wood": 0, "window": 0}, variant="expert")
    refused(match, "use driveway", "house.privilege.own")
    refused(match, "use lawn", "house.privilege.receipt")
    refused(match, "keep", "house.privilege.receipt")
    refused(match, "cash", "house.privilege.receipt")
    refused(match, "use fence", "house.privilege.pool")
    refused(match, "use pond", "house.privilege.pool")
    few = {f"expert.builders.card{n}.copies": 0 for n in range(1, 9)}
    empty = table(2, "building", held, data=few, variant="expert")
    refused(empty, "use boiler", "house.privilege.deck")


@pytest.mark.rule("house.roof.kind", "house.group.none", "house.prerequisite", "house.piece.none", "house.material")
def test_what_cannot_be_built() -> None:
    match = table(2, "arranging", {0: {"store": ALL_GOODS}})
    refused(match, "group tile roof", "house.roof.kind")
    play(match, "group chimney", "done", "done")
    refused(match, "build tile roof", "house.roof.kind")
    refused(match, "build wood wall", "house.group.none")
    refused(match, "build chimney", "house.prerequisite")
    none = table(2, "building", {0: {"store": ALL_GOODS}}, data={"pool.wood_wall": 0}, commit="one_by_one")
    refused(none, "build wood wall", "house.piece.none")
    refused(none, "build tile roof", "house.roof.kind")
    for kind in ("window", "door", "roof"):
        refused(none, f"build {kind}", "house.prerequisite")
    poor = table(2, "building", {0: {"store": {"wood": 1}}}, commit="one_by_one")
    refused(poor, "build wood wall", "house.material")


@pytest.mark.rule("house.at.one_door", "house.garage.doors", "house.at.one_roof", "house.at.one_chimney")
@pytest.mark.parametrize(
    ("move", "house", "garage", "rule"),
    [
        ("build door", ["w1 wD"], "", "house.at.one_door"),
        ("build door", ["wD"], "", "house.at.one_door"),
        ("build door", ["w1"], "", "house.at.either"),
        ("build door", ["wD"], "w2", "house.garage.doors"),
        ("build window", ["wD"], "", "house.at.either"),
        ("build window", ["wD", "w2"], "", "house.at.two_windows"),
        ("build metal roof", ["wD /m"], "", "house.at.one_roof"),
        ("build tile roof", ["wD /m", "w /t"], "w/m", "house.at.one_roof"),
        ("build chimney", ["wD /m^", "w"], "", "house.at.one_chimney"),
        ("build chimney", ["wD"], "", "house.prerequisite"),
        ("build door", [], "", "house.prerequisite"),
        ("build metal roof", [], "", "house.prerequisite"),
    ],
)
def test_an_element_that_has_no_place_left_is_refused_by_what_is_full(
    move: str, house: list[str], garage: str, rule: str
) -> None:
    seats = {0: {"store": ALL_GOODS, "crews": CREWS, "house": house, "garage": garage}}
    refused(table(2, "building", seats, variant="expert"), move, rule)


@pytest.mark.rule("house.at.one_door")
def test_a_second_door_of_the_basic_game_is_refused_by_its_rule() -> None:
    match = table(2, "building", {0: {"store": ALL_GOODS, "house": ["wD", "w"]}}, commit="one_by_one")
    refused(match, "build door", "house.at.one_door")


@pytest.mark.rule("house.at.plot", "house.at.roofed")
def test_a_wall_that_has_no_place_left() -> None:
    full = [" ".join(["w"] * at.STOREYS)] * at.COLUMNS
    seats = {0: {"store": ALL_GOODS, "house": full}}
    refused(
        table(2, "building", seats, commit="one_by_one", data={"pool.wood_wall": 60}),
        "build brick wall",
        "house.at.plot",
    )
    seats = {0: {"store": ALL_GOODS, "house": ["w /m"] * at.COLUMNS}}
    refused(table(2, "building", seats, commit="one_by_one"), "build brick wall", "house.at.roofed")


@pytest.mark.rule("house.step.nothing", "house.step.place", "house.move.adjacent")
def test_what_a_refusal_of_mr_house_advises() -> None:
    def advised(match, move):  # type: ignore[no-untyped-def]
        found = match.refusal(match.waiting[0], move)
        return found.text, [str(each) for each in found.instead]

    idle = table(2, "building", {0: {"house": ["w"]}}, variant="expert")
    assert advised(idle, "at right") == ("Nothing is in work: first comes the element to be built.", [])
    match = table(2, "building", {0: {"store": ALL_GOODS, "crews": CREWS, "house": ["w"]}}, variant="expert")
    text, moves = advised(match, "at right")
    assert "Possible now: wooden wall" in text
    assert moves == [name for name in names(match) if name.startswith("build ")]
    play(match, "build wood wall", "crew 1")
    assert advised(match, "done")[1] == names(match)
    chips = play(table(2), "place 3 at bank", "place 1 at bank")
    assert advised(chips, "place 1 at cement")[1] == [name for name in names(chips) if name.startswith("place 1 ")]


@pytest.mark.rule("house.crew.none", "house.crew.tired", "house.crew.few", "house.crew.spare", "house.workers.few")
def test_crews() -> None:
    seats = {0: {"store": ALL_GOODS, "crews": ["card1", "card4", None, "card7"], "tired": [2]}}
    match = play(table(2, "building", seats, variant="expert"), "build brick wall")
    refused(match, "crew 3", "house.crew.none")
    refused(match, "crew 2", "house.crew.tired")
    refused(match, "crew 1", "house.crew.few")
    refused(match, "crew 1+4", "house.crew.spare")
    assert names(match) == ["crew 0+1", "crew 4"]
    tired = {0: {"store": ALL_GOODS, "tired": [0]}}
    refused(table(2, "building", tired, variant="expert"), "build wood wall", "house.workers.few")


def placing(house: list[str], kind: str, garage: str = "", **options: object):  # type: ignore[no-untyped-def]
    seats = {0: {"store": ALL_GOODS, "crews": CREWS, "house": house, "garage": garage}}
    match = table(2, "building", seats, variant="expert", **options)
    play(match, f"build {kind}")
    return play(match, names(match)[0])


@pytest.mark.rule("house.at.kind", "house.at.column", "house.at.wall", "house.at.either", "house.at.two_windows")
def test_windows_and_walls() -> None:
    match = placing(["w2", "b1 wD", "b"], "window")
    refused(match, "at 1.1", "house.at.two_windows")
    refused(match, "at 2.2", "house.at.either")
    refused(match, "at 3.2", "house.at.wall")
    refused(match, "at left", "house.at.kind")
    refused(match, "at 1", "house.at.kind")
    assert names(match) == ["at 2.1", "at 3.1"]
    match = placing(["w2", "w"], "brick wall")
    refused(match, "at 3", "house.at.column")
    refused(match, "at 1.1", "house.at.kind")


@pytest.mark.rule("house.at.one_door", "house.at.either", "house.at.wall")
def test_doors() -> None:
    match = placing(["w1", "b"], "door")
    refused(match, "at 1.1", "house.at.either")
    assert names(match) == ["at 2.1"]
    match = placing(["w", "bD"], "door", garage="w")
    refused(match, "at 1.1", "house.at.one_door")
    assert names(match) == ["at garage"]


@pytest.mark.rule(
    "house.at.roofed", "house.at.one_roof", "house.at.chimney_roof", "house.at.one_chimney", "house.at.kind"
)
def test_roofs_and_chimneys() -> None:
    refused(placing(["w /m", "w"], "wood wall"), "at 1", "house.at.roofed")
    match = placing(["w /m", "w"], "tile roof")
    refused(match, "at 1", "house.at.one_roof")
    refused(match, "at left", "house.at.kind")
    match = placing(["w /m^", "w", "w /t"], "chimney")
    refused(match, "at 1", "house.at.one_chimney")
    refused(match, "at 2", "house.at.chimney_roof")
    assert names(match) == ["at 3"]


@pytest.mark.rule("house.at.plot")
def test_the_plot_has_an_end() -> None:
    match = placing(["w w", "w"], "brick wall", data={"plot.columns": 2, "plot.storeys": 2})
    refused(match, "at left", "house.at.plot")
    refused(match, "at right", "house.at.plot")
    refused(match, "at 1", "house.at.plot")
    assert names(match) == ["at 2", "at garage"]


@pytest.mark.rule("house.garage.one", "house.garage.wall", "house.garage.doors", "house.garage.window", "house.garage")
def test_garage() -> None:
    refused(placing(["w"], "wood wall", garage="b"), "at garage", "house.garage.one")
    refused(placing(["w"], "door"), "at garage", "house.garage.wall")
    refused(placing(["w"], "metal roof"), "at garage", "house.garage.wall")
    refused(placing(["w"], "door", garage="w2"), "at garage", "house.garage.doors")
    refused(placing(["w"], "window", garage="w"), "at garage", "house.garage.window")
    refused(placing(["w"], "metal roof", garage="w/t"), "at garage", "house.at.one_roof")
    refused(placing(["w /m"], "chimney", garage="w"), "at garage", "house.at.chimney_roof")
    refused(placing(["w /m"], "chimney", garage="w/m^"), "at garage", "house.at.one_chimney")
    match = placing([], "wood wall")
    play(match, "at garage")  # without a house
    assert match.to_json()["table"]["seats"][0]["garage_wall"] == "wood"


@pytest.mark.rule("house.demolish.nothing")
@pytest.mark.parametrize(
    "part",
    ["wall 2.1", "opening 1.1", "roof 1", "chimney 1", "garage", "garage door", "garage roof", "garage chimney"],
)
def test_nothing_to_demolish(part: str) -> None:
    match = table(2, "building", {0: {"house": ["w"]}}, variant="expert")
    refused(match, f"demolish {part}", "house.demolish.nothing")
