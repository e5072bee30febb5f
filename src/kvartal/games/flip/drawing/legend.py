"""What the signs mean: for whoever sees the game for the first time."""

from functools import lru_cache

from kvartal.engine.words import Words
from kvartal.games.flip.drawing.art import sign
from kvartal.games.flip.drawing.cards import written
from kvartal.games.flip.drawing.widgets import zone
from kvartal.games.flip.rules.tables import FlipTables


@lru_cache(64)
def legend(tables: FlipTables, words: Words, x: float, y: float, width: float, columns: int) -> tuple[float, str]:
    rows = [
        ("medal", words("{n} points win the game", n=tables.win_points)),
        ("sad", words("too many of these end the turn")),
        ("coin", words("coins to build with this turn")),
        ("up", words("price of turning the card over")),
        ("again", words("helps from the discard pile")),
        ("calm", words("one more sad face allowed")),
    ]
    if any(tables.force_next):
        rows.append(("next", words("the next card must be played")))
    if tables.must_play_on:
        rows.append(("must", words("must be played when on top")))
    rows.append(("mill", words("bottom card to the discard pile")))
    if tables.win_cards:
        rows.append(("cards", words("wins with {n} cards in play", n=tables.win_cards)))
    parts, step = [], (width - 20) / columns
    for n, (icon, said) in enumerate(rows):
        across, down = 14 + n % columns * step, 32 + n // columns * 24
        parts.append(sign(icon, across, down, 18))
        parts.append(written(across + 26, down + 13.5, said, 12.5, room=step - 34))
    height = 32 + -(-len(rows) // columns) * 24 + 4
    return height, zone("legend", x, y, width, height, words("Signs"), *parts)
