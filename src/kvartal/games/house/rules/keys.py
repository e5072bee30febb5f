"""The keys of things in notation, positions and records. They never change."""

from kvartal.games.house.rules import cells as at

GOOD_KEYS = ("wood", "metal", "brick", "cement", "window", "door")
ELEMENT_KEYS = ("wood wall", "brick wall", "metal roof", "tile roof", "chimney", "window", "door")
PLACE_KEYS = ("wood", "metal", "bricks", "cement", "windows", "doors", "bank", "office", "exchange", "fair", "order")
OFFICE_KEYS = ("permit", "quality", "money")
PHASES = ("setting up", "moving", "buying", "arranging", "building", "preparing", "over")
STEPS = ("free", "crew", "place", "keep or cash")
WAITS = ("nothing", "first player", "turn order", "builder", "privilege", "die", "top builder")
PIECE_KEYS = ELEMENT_KEYS[:5]
CARD_KEYS = tuple(f"card{n + 1}" for n in range(at.CARDS))
WALL_VALUES = (
    "none",
    *(f"{wall}{has}" for wall in ("wood", "brick") for has in ("", ", window", ", 2 windows", ", door")),
)
COVER_VALUES = ("none", "metal", "tile")
WALL_LABELS = tuple(f"{c + 1}.{s + 1}" for c in range(at.COLUMNS) for s in range(at.STOREYS))
