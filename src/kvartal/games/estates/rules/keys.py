"""The keys of things in notation, positions and records. They never change."""

from kvartal.games.estates.rules import tables as kit

COLOUR_KEYS = ("blue", "green", "yellow", "red", "purple", "grey")
ROW_KEYS = ("A", "B", "C")
CUBE_KEYS = tuple(f"{colour} {value}" for colour in COLOUR_KEYS for value in range(1, kit.VALUES + 1))
PIECE_KEYS = (*CUBE_KEYS, "roof", "barrier 1", "barrier 2", "barrier 3", "mayor", "cancel")
LOT_KEYS = tuple(f"{row}{lot}" for row in ROW_KEYS for lot in range(1, kit.LOTS + 1))
PHASES = ("dealing", "drawing", "choosing", "turning", "bidding", "deciding", "placing", "over")
BARRIER_KEYS = ("beside", *(f"{row} {way}" for row in ROW_KEYS for way in ("longer", "shorter")), "removed")
