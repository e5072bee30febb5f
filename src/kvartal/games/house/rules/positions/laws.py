"""What never changes in a game of Mr House, and what no house looks like. (What else cannot be: problems.py.)"""

from kvartal.engine.words import Words
from kvartal.engine.words import words as words_of
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import geometry
from kvartal.games.house.rules.counting import built
from kvartal.games.house.rules.keys import ELEMENT_KEYS, GOOD_KEYS
from kvartal.games.house.rules.state import HouseState

ENGLISH = words_of("en")


def census(state: HouseState) -> dict[str, int]:
    """Every good, piece, coin, permit, builder card and privilege, wherever it is."""
    cells = state.cells
    counts = {key: cells[at.POOL + n] + cells[at.SHOP + n] for n, key in enumerate(GOOD_KEYS)}
    counts |= {key: cells[at.PIECE + n] for n, key in enumerate(ELEMENT_KEYS[: at.PIECES])}
    counts["coin"] = cells[at.COIN_POOL]
    counts["permit"] = cells[at.PERMITS]
    for n in range(at.CARDS):
        counts[f"builder {n + 1}"] = cells[at.DECK + n] + cells[at.BOXED + n]
    _add_builders(counts, state, at.SHOWN, at.DISPLAY)
    for seat in range(state.tables.players):
        base = at.SEATS + seat * at.STRIDE
        for n, key in enumerate(GOOD_KEYS):
            counts[key] += cells[base + at.STORE + n]
        counts["coin"] += cells[base + at.COINS]
        counts["permit"] += cells[base + at.PERMIT]
        _add_builders(counts, state, base + at.SLOT, at.SLOTS)
        for key, n in zip(ELEMENT_KEYS, built(state, seat), strict=True):
            counts[key] += n
    if cells[at.KIND] >= 0 and cells[at.STEP] in (at.CREWING, at.PLACING) and cells[at.KIND] >= at.WINDOW_IN:
        counts[ELEMENT_KEYS[cells[at.KIND]]] += 1  # built, not yet placed
    counts["privilege"] = sum(1 for n in range(at.PRIVILEGES) if cells[at.WHERE + n] >= 0)
    return counts


def _add_builders(counts: dict[str, int], state: HouseState, first: int, places: int) -> None:
    for n in range(first, first + places):
        if state.cells[n] >= 0:
            counts[f"builder {state.cells[n] + 1}"] += 1


def box_problems(state: HouseState) -> list[str]:
    """More of something than the box has. (What is left over lies in the pool.)"""
    tables = state.tables
    wanted = {key: tables.pool[n] for n, key in enumerate(GOOD_KEYS)}
    wanted |= {key: tables.pieces[n] for n, key in enumerate(ELEMENT_KEYS[: at.PIECES])}
    wanted |= {"coin": tables.coins, "permit": tables.permits}
    wanted |= {f"builder {n + 1}": tables.card_copies[n] for n in range(at.CARDS)}
    there = census(state)
    return [
        f"{key}: {there[key]} in all, but the box has {count}" for key, count in wanted.items() if there[key] != count
    ]


def house_problems(state: HouseState, base: int, words: Words = ENGLISH) -> list[str]:
    """Everything wrong with the geometry of one house."""
    cells, tables = state.cells, state.tables
    found = []
    doors, ended = 0, False
    for column in range(at.COLUMNS):
        walls = [cells[base + at.WALL + column * at.STOREYS + storey] for storey in range(at.STOREYS)]
        height = next((n for n, wall in enumerate(walls) if wall == 0), at.STOREYS)
        doors += sum(1 for wall in walls if wall and geometry.opening(wall) == at.WITH_DOOR)
        if any(walls[height:]):
            found.append(words("walls: column {n} has a wall above a gap", n=column + 1))
        if height and ended:
            found.append(words("walls: there is a gap before column {n}", n=column + 1))
        ended = ended or not height
        if height > tables.storeys or (height and column >= tables.columns):
            found.append(
                words(
                    "walls: the plot is {columns} columns wide and {storeys} storeys high",
                    columns=tables.columns,
                    storeys=tables.storeys,
                )
            )
        if cells[base + at.COVER + column] and not height:
            found.append(words("roofs: column {n} has a roof and no wall", n=column + 1))
        if cells[base + at.STACK + column] and not cells[base + at.COVER + column]:
            found.append(words("chimneys: column {n} has a chimney and no roof", n=column + 1))
    if doors > 1:
        found.append(words("walls: a house has one door"))
    return found + _garage_problems(state, base, words)


def _garage_problems(state: HouseState, base: int, words: Words) -> list[str]:
    garage = [state.cells[base + at.GARAGE + n] for n in range(4)]
    found = []
    if any(garage) and not state.tables.expert:
        found.append(words("garage_wall: the basic game has no garage"))
    if any(garage[1:]) and not garage[at.G_WALL]:
        found.append(words("garage_wall: the rest of a garage needs its wall"))
    if garage[at.G_STACK] and not garage[at.G_COVER]:
        found.append(words("garage_chimney: it needs a roof"))
    return found
