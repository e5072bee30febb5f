"""What never changes in a game of Mr House, and what cannot be in a position."""

from kvartal.engine.words import Words
from kvartal.engine.words import words as words_of
from kvartal.games.house import cells as at
from kvartal.games.house.keys import ELEMENT_KEYS, GOOD_KEYS
from kvartal.games.house.state import HouseState

ENGLISH = words_of("en")


def census(state: HouseState) -> dict[str, int]:
    """Every good, piece, coin, permit, builder card and privilege, wherever it is."""
    cells, players = state.cells, state.tables.players
    bases = [at.SEATS + seat * at.STRIDE for seat in range(players)]
    counts = {key: cells[at.POOL + n] + cells[at.SHOP + n] for n, key in enumerate(GOOD_KEYS)}
    counts |= {key: cells[at.PIECE + n] for n, key in enumerate(ELEMENT_KEYS[: at.PIECES])}
    counts["coin"] = cells[at.COIN_POOL]
    counts["permit"] = cells[at.PERMITS]
    for n in range(at.CARDS):
        counts[f"builder {n + 1}"] = cells[at.DECK + n] + cells[at.BOXED + n]
    for n in range(at.DISPLAY):
        if cells[at.SHOWN + n] >= 0:
            counts[f"builder {cells[at.SHOWN + n] + 1}"] += 1
    for base in bases:
        for n, key in enumerate(GOOD_KEYS):
            counts[key] += cells[base + at.STORE + n]
        counts["coin"] += cells[base + at.COINS]
        counts["permit"] += cells[base + at.PERMIT]
        for n in range(at.SLOTS):
            if cells[base + at.SLOT + n] >= 0:
                counts[f"builder {cells[base + at.SLOT + n] + 1}"] += 1
        for n in range(at.WALLS):
            wall = cells[base + at.WALL + n]
            if wall:
                counts["wood wall" if wall <= 4 else "brick wall"] += 1
                counts["door" if (wall - 1) % 4 == 3 else "window"] += (0, 1, 2, 1)[(wall - 1) % 4]
        for cover, stack in [
            *((base + at.COVER + n, base + at.STACK + n) for n in range(at.COLUMNS)),
            (base + at.GARAGE + at.G_COVER, base + at.GARAGE + at.G_STACK),
        ]:
            if cells[cover]:
                counts["metal roof" if cells[cover] == 1 else "tile roof"] += 1
            counts["chimney"] += cells[stack]
        garage = base + at.GARAGE
        if cells[garage + at.G_WALL]:
            counts["wood wall" if cells[garage + at.G_WALL] == 1 else "brick wall"] += 1
        counts["door"] += cells[garage + at.G_DOORS]
    if cells[at.KIND] >= 0 and cells[at.STEP] in (at.CREWING, at.PLACING) and cells[at.KIND] >= at.WINDOW_IN:
        counts["window" if cells[at.KIND] == at.WINDOW_IN else "door"] += 1  # built, not yet placed
    counts["privilege"] = sum(1 for n in range(at.PRIVILEGES) if cells[at.WHERE + n] >= 0)
    return counts


def problems(state: HouseState) -> list[str]:
    """Everything that play could not have led to, beyond the bounds of single cells."""
    found = []
    cells, tables = state.cells, state.tables
    wanted = {key: tables.pool[n] for n, key in enumerate(GOOD_KEYS)}
    wanted |= {key: tables.pieces[n] for n, key in enumerate(ELEMENT_KEYS[: at.PIECES])}
    wanted |= {"coin": tables.coins, "permit": tables.permits}
    wanted |= {f"builder {n + 1}": tables.card_copies[n] for n in range(at.CARDS)}
    there = census(state)
    for key, count in wanted.items():
        if there[key] != count:
            found.append(f"{key}: {there[key]} in all, but the box has {count}")
    setting_up = cells[at.PHASE] == at.SETTING_UP
    for seat in range(tables.players):
        found += [f"seats[{seat}].{text}" for text in _seat_problems(state, at.SEATS + seat * at.STRIDE)]
    found += _tower_problems(state)
    if tables.expert and not setting_up:
        track = [cells[at.TRACK + n] for n in range(tables.players)]
        if sorted(track) != list(range(tables.players)):
            found.append("turn_order: every seat stands on it once")
    kept = [cells[at.WHERE + n] for n in range(at.PRIVILEGES)]
    if not tables.expert and any(kept):
        found.append("privileges: the basic game has none")
    if tables.expert and sum(1 for where in kept if where != at.IN_DECK) != cells[at.DRAWN]:
        found.append("privileges_drawn: it must count the privileges that are not in the deck")
    found += _phase_problems(state)
    return found


def _seat_problems(state: HouseState, base: int) -> list[str]:
    cells, tables = state.cells, state.tables
    found = []
    for n, key in enumerate(GOOD_KEYS):
        pledged = sum(
            cells[base + at.GROUPS + kind] * tables.recipe[kind * at.GOODS + n] for kind in range(at.ELEMENTS)
        )
        if pledged != cells[base + at.PLEDGED + n]:
            found.append(f"laid_out.{key}: the groups hold {pledged}")
        asked = cells[base + at.ASKED + n] if n < at.RAW else 0
        if cells[base + at.LOCKED + n] + pledged > cells[base + at.STORE + n] + asked:
            found.append(f"store.{key}: less than what is locked or laid out")
    if sum(cells[base + at.ASKED + n] for n in range(at.RAW)) > cells[base + at.COINS]:
        found.append("asked: more than there are coins")
    if tables.expert and not tables.first_quality <= cells[base + at.QUALITY] <= tables.last_quality:
        found.append(f"quality: it lies between {tables.first_quality} and {tables.last_quality}")
    if tables.expert and cells[at.PHASE] != at.SETTING_UP and cells[base + at.MONEY] < 1:
        found.append("money: at 0 a loan would have come")
    if any(cells[base + at.SLOT + n] >= 0 for n in range(tables.slots, at.SLOTS)):
        found.append(f"crews: there are {tables.slots} slots")
    return found + house_problems(state, base)


def house_problems(state: HouseState, base: int, words: Words = ENGLISH) -> list[str]:
    """Everything wrong with the geometry of one house."""
    cells, tables = state.cells, state.tables
    found = []
    doors, ended = 0, False
    for column in range(at.COLUMNS):
        walls = [cells[base + at.WALL + column * at.STOREYS + storey] for storey in range(at.STOREYS)]
        height = next((n for n, wall in enumerate(walls) if wall == 0), at.STOREYS)
        doors += sum(1 for wall in walls if wall and (wall - 1) % 4 == at.WITH_DOOR)
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
    garage = [cells[base + at.GARAGE + n] for n in range(4)]
    if any(garage) and not tables.expert:
        found.append(words("garage_wall: the basic game has no garage"))
    if any(garage[1:]) and not garage[at.G_WALL]:
        found.append(words("garage_wall: the rest of a garage needs its wall"))
    if garage[at.G_STACK] and not garage[at.G_COVER]:
        found.append(words("garage_chimney: it needs a roof"))
    return found


def _tower_problems(state: HouseState) -> list[str]:
    cells, tables = state.cells, state.tables
    found = []
    placed = [0] * tables.players
    for place in range(at.PLACES):
        tower = [cells[at.TOWER + place * at.SEAT_LIMIT + n] for n in range(at.SEAT_LIMIT)]
        seats = [seat for seat in tower if seat >= 0]
        if len(set(seats)) != len(seats) or tower[: len(seats)] != seats:
            found.append(f"towers: building {place + 1} needs each seat at most once, from the bottom")
        for seat in range(tables.players):
            chip = cells[at.SEATS + seat * at.STRIDE + at.CHIP + place]
            placed[seat] += chip != -1
            if (chip != -1) != (seat in seats):
                found.append(f"seats[{seat}].chips: building {place + 1} and its tower do not agree")
    for seat in range(tables.players):
        chips = [cells[at.SEATS + seat * at.STRIDE + at.CHIP + place] for place in range(at.PLACES)]
        if any(chips.count(value) > tables.chips[value] for value in range(at.CHIP_VALUES)):
            found.append(f"seats[{seat}].chips: more of a value than the player has")
    if cells[at.PHASE] == at.MOVING and sum(placed) != cells[at.TURN]:
        found.append(f"turn: {sum(placed)} chips lie on the board")
    if cells[at.PHASE] == at.BUYING and any(count != 5 for count in placed):
        found.append("chips: all five of everybody lie on the board during purchases")
    if cells[at.PHASE] not in (at.MOVING, at.BUYING) and any(placed):
        found.append("chips: they are in hand now")
    return found


def _phase_problems(state: HouseState) -> list[str]:
    """The seat on turn must have something to do."""
    cells, tables = state.cells, state.tables
    found = []
    phase, step, wait = cells[at.PHASE], cells[at.STEP], cells[at.WAIT]
    if phase == at.BUYING:
        if not 0 <= cells[at.HERE] < tables.places or not 0 <= cells[at.QUEUE] < tables.players:
            return ["building: purchases go on at one of the towers"]
        if cells[at.TOWER + cells[at.HERE] * at.SEAT_LIMIT + cells[at.QUEUE]] != cells[at.ACTIVE]:
            found.append("active: the owner of the chip that is served is on turn")
    elif cells[at.HERE] != -1 and phase != at.BUYING:
        found.append("building: only during purchases")
    if phase == at.ARRANGING and not tables.commit:
        found.append("phase: groups are not arranged with these options")
    if (step in (at.CREWING, at.PLACING) or wait == at.FOR_DIE) != (cells[at.KIND] >= 0):
        found.append("element: it is named exactly while it is in work")
    if step in (at.CREWING, at.PLACING) and phase != at.BUILDING:
        found.append("step: it belongs to building")
    if (phase == at.ENDING) != (cells[at.ENDED] >= 0):
        found.append("ended: it names the rule exactly when the game is over")
    if phase in (at.SETTING_UP, at.PREPARING) and wait == at.NOTHING:
        found.append("waiting_for: between rounds only chance is asked")
    if wait == at.NOTHING and phase not in (at.ENDING, at.SETTING_UP, at.PREPARING) and not found:
        if phase == at.ARRANGING and all(
            cells[at.SEATS + seat * at.STRIDE + at.READY] for seat in range(tables.players)
        ):
            found.append("ready: if all are, the groups are revealed")
        elif not state.moves(state.turn(), at.MOVES):
            found.append("active: this seat has no move")
    return found
