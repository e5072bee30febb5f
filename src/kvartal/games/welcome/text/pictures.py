"""Rules of Welcome To… in pictures: sheets, the move that is made or tried there, and what of them is to be seen.

Parts, row by row, side by side where a `+` stands: houses (`1.2-1.5`), `cards`, `plan 3`, `park 1`, `refusals`,
`value 3` (a column), `change` (a number before and after the temps).
"""

from kvartal.engine.picture import RulePicture
from kvartal.engine.words import N_

HOUSES = (10, 11, 12)
EARLIER = (  # cards of earlier rounds, three each; what is offered in a picture is none of them
    "1 fence", "2 park", "3 bis", "9 fence", "4 value", "10 park", "2 fence", "6 park", "9 bis", "10 fence", "1 value",
    "9 park", "13 fence", "6 value", "3 pool", "14 fence", "9 value", "4 park", "12 value", "10 value", "12 park",
    "4 pool", "6 pool", "9 pool", "10 pool", "12 pool", "3 temp", "6 temp", "9 temp", "10 temp", "12 temp", "6 bis",
    "10 bis", "12 bis", "13 bis", "15 fence", "15 park", "15 value", "14 park",
)  # fmt: skip


def sheet(numbers: str, effects: str, *streets: str, more: str = "") -> str:
    """Two players with the same sheet, and the cards on offer; streets may be shorter than they are printed."""
    filled = [*streets, "", "", ""][:3]
    written = [[each for each in street.split() if each != "|"] for street in filled]
    rounds = sum(each != "." and "b" not in each for street in written for each in street)
    rows = [" ".join([street, *["."] * (HOUSES[n] - len(written[n]))]) for n, street in enumerate(filled)]
    own = "\n".join([*(f"street {n}: {row}" for n, row in enumerate(rows, 1)), more])
    table = f"city plans: e44 e36 e25\nnumbers: {numbers}\neffects: {effects}\n"
    return f"{table}discard: {', '.join(EARLIER[: 3 * rounds])}\n\nname: Ann\n{own}\n---\nname: Bob\n{own}\n"


FITTING = sheet("7 park, 4 temp, 5 value", "8 pool, 8 fence, 8 value", "1 3 5 . 9")
LOW = "1 park, 2 value, 3 fence", "8 pool, 8 fence, 8 value"
FULL = sheet(*LOW, "4 6 7", "3 5 8", "5 8 9")
ROOM = sheet(*LOW, "4 6 7", ". 5 8", "5 8 9")
FENCES = "7 park, 11 park, 5 value", "8 fence, 8 pool, 8 value"
TO_FENCE = sheet(*FENCES, "4 5 . 9")
USED = sheet(*FENCES, "1 2 | 3 4 5 6 8 |", "2 3 5 6 |", more="plans: - - 7\nspent: 1.1 1.3")
TWINS = sheet(*FENCES, "4 6 6b 9")
THREE = sheet(*FENCES, "4 5 7 | . 9")
GAP = sheet(*FENCES, "4 . 7 | . 9 11")
PARKS = sheet("7 park, 11 park, 5 value", "8 park, 8 pool, 8 value", "3 4 . 9", more="parks: 1 0 0")
POOLS = sheet("7 park, 11 park, 5 value", "8 pool, 8 fence, 8 value", "3 4 . . 9")
TEMPS = sheet("8 park, 11 park, 5 value", "8 temp, 8 fence, 8 value", "3")
BIS = sheet("7 park, 11 park, 5 value", "8 bis, 8 fence, 8 value", "3 5 . . 9")
FENCED = sheet("7 park, 11 park, 5 value", "8 bis, 8 fence, 8 value", "3 5 . | . 9")
MET = sheet(*FENCES, "1 2 | 3 4 5 6 8 |")
NOT_MET = sheet(*FENCES, "1 2 3 | 4 5 6 8 9 |")

PICTURES = (
    RulePicture(
        "welcome.round",
        N_("Three pairs of a number and an effect lie open. You choose one of them."),
        sheet("8 park, 5 value, 11 fence", "7 pool, 13 temp, 4 bis"),
        ("cards",),
    ),
    RulePicture(
        "welcome.write.order",
        N_("7 fits between 5 and 9."),
        FITTING,
        ("1.2-1.5",),
        ("take 1",),
        "write 1.4",
    ),
    RulePicture(
        "welcome.write.order",
        N_("4 must not stand right of 5."),
        FITTING,
        ("1.2-1.5",),
        ("take 2",),
        "write 1.4",
        wrong=True,
    ),
    RulePicture(
        "welcome.write.order",
        N_("A second 5 in the same street is forbidden, too."),
        FITTING,
        ("1.2-1.5",),
        ("take 3",),
        "write 1.4",
        wrong=True,
    ),
    RulePicture(
        "welcome.write.order",
        N_("In another street the 5 may be written."),
        FITTING,
        ("2.2-2.5",),
        ("take 3",),
        "write 2.3",
    ),
    RulePicture(
        "welcome.refusal.forced",
        N_("1, 2 and 3 fit nowhere: a refusal box is crossed."),
        FULL,
        ("cards", "1.1-1.3 + 2.1-2.3 + 3.1-3.3", "refusals"),
        (),
        "refuse",
    ),
    RulePicture(
        "welcome.refusal.forced",
        N_("In front of the 5 of street 2 there is room: a number must be written."),
        ROOM,
        ("cards", "1.1-1.3 + 2.1-2.3 + 3.1-3.3", "refusals"),
        (),
        "refuse",
        wrong=True,
    ),
    RulePicture(
        "welcome.fence",
        N_("The fence right of the 7 makes an estate of three houses."),
        TO_FENCE,
        ("1.1-1.4",),
        ("take 1", "write 1.3"),
        "fence 1.3",
    ),
    RulePicture(
        "welcome.fence.spent",
        N_("This estate was used for no plan: it may be divided."),
        USED,
        ("2.1-2.4",),
        ("take 1", "write 3.4"),
        "fence 2.2",
    ),
    RulePicture(
        "welcome.fence.spent",
        N_("The mark says that a plan has used this estate: no fence."),
        USED,
        ("1.3-1.6",),
        ("take 1", "write 3.4"),
        "fence 1.4",
        wrong=True,
    ),
    RulePicture(
        "welcome.fence.bis",
        N_("The fence stands beside both sixes."),
        TWINS,
        ("1.1-1.4",),
        ("take 1", "write 3.4"),
        "fence 1.3",
    ),
    RulePicture(
        "welcome.fence.bis",
        N_("No fence comes between 6 and 6 bis."),
        TWINS,
        ("1.1-1.4",),
        ("take 1", "write 3.4"),
        "fence 1.2",
        wrong=True,
    ),
    RulePicture(
        "welcome.value",
        N_("A box is crossed: every estate of three houses is worth more."),
        THREE,
        ("1.1-1.4", "value 3"),
        ("take 3", "write 3.4"),
        "value 3",
    ),
    RulePicture(
        "welcome.park",
        N_("The number was written in street 1, so the park of street 1 grows."),
        PARKS,
        ("1.1-1.4", "park 1"),
        ("take 1", "write 1.3"),
        "park",
    ),
    RulePicture(
        "welcome.pool.house",
        N_("A pool is planned at the house with the new 7."),
        POOLS,
        ("1.2-1.5",),
        ("take 1", "write 1.3"),
        "pool",
    ),
    RulePicture(
        "welcome.pool.house",
        N_("No pool is planned at this house."),
        POOLS,
        ("1.2-1.5",),
        ("take 1", "write 1.4"),
        "pool",
        wrong=True,
    ),
    RulePicture("welcome.temp.range", N_("8 becomes 6: two less."), TEMPS, ("change",), ("take 1",), "temp 6"),
    RulePicture(
        "welcome.temp.range",
        N_("8 does not become 5: that would be three less."),
        TEMPS,
        ("change",),
        ("take 1",),
        "temp 5",
        wrong=True,
    ),
    RulePicture(
        "welcome.bis.fence",
        N_("The 5 is repeated right beside it."),
        BIS,
        ("1.1-1.4",),
        ("take 1", "write 3.4"),
        "bis 1.3 left",
    ),
    RulePicture(
        "welcome.bis.fence",
        N_("The 7 is not repeated beyond the fence."),
        FENCED,
        ("1.2-1.5",),
        ("take 1", "write 1.4"),
        "bis 1.3 right",
        wrong=True,
    ),
    RulePicture(
        "welcome.plan.unmet",
        N_("Complete estates of two and of five houses: the plan is met."),
        MET,
        ("plan 3", "1.1-1.8"),
        ("take 1", "write 3.4"),
        "plan 3",
    ),
    RulePicture(
        "welcome.plan.unmet",
        N_("Three houses are not two: sizes must be exact."),
        NOT_MET,
        ("plan 3", "1.1-1.8"),
        ("take 1", "write 3.4"),
        "plan 3",
        wrong=True,
    ),
    RulePicture(
        "welcome.score.parks", N_("The first number that is not crossed counts: {points}."), PARKS, ("park 1",)
    ),
    RulePicture("welcome.score.estates", N_("A complete estate of three houses: {points}."), THREE, ("1.1-1.4",)),
    RulePicture("welcome.score.estates", N_("One house of it is empty: {points}."), GAP, ("1.1-1.4",)),
)
