"""What of a position of Flip City follows from the cards that lie on the table."""

from collections.abc import Sequence

from kvartal.engine.game import Setup
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules import ids
from kvartal.games.flip.rules import tables as kit
from kvartal.games.flip.rules.tables import FlipTables


def derive(setup: Setup, cells: list[int]) -> list[int]:
    """Sizes, sad faces, points, and who has won by which rule."""
    tables = setup.tables
    assert isinstance(tables, FlipTables)
    cells = list(cells)
    area = cells[at.AREA : at.AREA + kit.FACES]
    cells[at.IN_PLAY] = sum(area)
    cells[at.SAD] = printed(area, tables.sad)
    cells[at.POINTS] = printed(area, tables.points) + cells[at.RECYCLED]
    for base in range(at.SEATS, at.SEATS + setup.players * at.STRIDE, at.STRIDE):
        cells[base + at.DECK_SIZE] = sum(cells[base + at.DECK : base + at.DECK + kit.PILE])
        cells[base + at.DISCARD_SIZE] = sum(cells[base + at.DISCARD : base + at.DISCARD + kit.PILE])
    cells[at.ENDED] = _ending(tables, cells, area) if cells[at.PHASE] == at.ENDING else -1
    won = cells[at.ENDED] in (ids.WIN_POINTS, ids.WIN_CARDS)
    cells[at.WINNER] = cells[at.ACTIVE] if won else -1
    return cells


def printed(area: Sequence[int], numbers: Sequence[int]) -> int:
    """The sum of something printed over the cards in play."""
    return sum(count * number for count, number in zip(area, numbers, strict=True))


def _ending(tables: FlipTables, cells: Sequence[int], area: Sequence[int]) -> int:
    """The rule by which a game that is over has ended; −1: by none."""
    if cells[at.POINTS] >= tables.win_points:
        return ids.WIN_POINTS
    if tables.win_cards and sum(area) >= tables.win_cards and printed(area, tables.wins_by_cards):
        return ids.WIN_CARDS
    if tables.turn_cap and cells[at.TURNS] >= tables.turn_cap * tables.players:
        return ids.DRAW_CAP
    if tables.solo and not any(cells[at.SUPPLY : at.GONE]):
        return ids.LOSS_SUPPLY
    return -1
