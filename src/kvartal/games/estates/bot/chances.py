# compiled
"""How likely a row is complete at the end, counted in games."""

from typing import Final

WIDE: Final = 9
# In hundredths, by the cubes and roofs that the row still needs (0 … 8 and more: a line each), and by how many roofs
# are left besides those that it needs (0 … 8 and more).
CHANCES: Final = bytes(
    [
        *(99, 99, 99, 99, 99, 98, 98, 97, 95),
        *(38, 60, 68, 73, 78, 80, 86, 89, 88),
        *(12, 28, 44, 56, 64, 68, 72, 77, 84),
        *(6, 17, 30, 43, 51, 60, 66, 70, 74),
        *(2, 9, 15, 29, 38, 51, 60, 66, 71),
        *(1, 6, 9, 20, 32, 43, 50, 60, 62),
        *(1, 5, 10, 12, 26, 35, 45, 53, 54),
        *(0, 2, 6, 10, 18, 33, 40, 47, 51),
        *(0, 2, 5, 8, 15, 21, 32, 44, 50),
    ]
)
# The same can be no more than this for a row that is so many steps behind the slower of the two others.
BEHIND: Final = bytes([100, 60, 40, 30, 22, 15, 10, 7, 4, 3])
CLEAR: Final = 9  # so far behind that more makes no difference
