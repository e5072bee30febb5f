# compiled
"""The rules of Mr House by name. A rule's number is what State.refusal() and State.ending() return."""

from typing import Final

# Why a move is refused
VARIANT_EXPERT: Final = 0
VARIANT_BASIC: Final = 1
PHASE_MOVE: Final = 2
PHASE_BUY: Final = 3
PHASE_ARRANGE: Final = 4
PHASE_BUILD: Final = 5
STEP_CREW: Final = 6
STEP_PLACE: Final = 7
STEP_CASH: Final = 8
STEP_NOTHING: Final = 9
MOVE_HAND: Final = 10
MOVE_ADJACENT: Final = 11
MOVE_ONE: Final = 12
MOVE_CENTRE: Final = 13
MOVE_PASS: Final = 14
BUY_HERE: Final = 15
BUY_CHIP: Final = 16
BUY_STOCK: Final = 17
HIRE_ONE: Final = 18
HIRE_CARD: Final = 19
OFFICE_PERMIT: Final = 20
OFFICE_TAKEN: Final = 21
FAIR_CARD: Final = 22
COIN_NONE: Final = 23
COIN_POOL: Final = 24
LOAN_NONE: Final = 25
LOAN_MONEY: Final = 26
PRIVILEGE_TIME: Final = 27
PRIVILEGE_OWN: Final = 28
PRIVILEGE_RECEIPT: Final = 29
PRIVILEGE_POOL: Final = 30
PRIVILEGE_DECK: Final = 31
ROOF_KIND: Final = 32
MATERIAL: Final = 33
MATERIAL_LOCKED: Final = 34
GROUP_NONE: Final = 35
PIECE_NONE: Final = 36
PREREQUISITE: Final = 37
WORKERS_FEW: Final = 38
CREW_NONE: Final = 39
CREW_TIRED: Final = 40
CREW_FEW: Final = 41
CREW_SPARE: Final = 42
AT_KIND: Final = 43
AT_COLUMN: Final = 44
AT_WALL: Final = 45
AT_EITHER: Final = 46
AT_TWO_WINDOWS: Final = 47
AT_ONE_DOOR: Final = 48
AT_ROOFED: Final = 49
AT_ONE_ROOF: Final = 50
AT_CHIMNEY_ROOF: Final = 51
AT_ONE_CHIMNEY: Final = 52
AT_PLOT: Final = 53
GARAGE_ONE: Final = 54
GARAGE_WALL: Final = 55
GARAGE_DOORS: Final = 56
GARAGE_WINDOW: Final = 57
DEMOLISH_NOTHING: Final = 58
# How a game ends
END_ROUNDS: Final = 59
