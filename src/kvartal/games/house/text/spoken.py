"""The board of Mr House in words alone, for whoever listens to it: the town by its numbers, houses column by column."""

from collections.abc import Sequence

from kvartal.engine.score import figure
from kvartal.engine.state import OVER
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import geometry
from kvartal.games.house.rules.movement import in_hand
from kvartal.games.house.rules.state import HouseState
from kvartal.games.house.rules.tables import HouseTables
from kvartal.games.house.text.labels import effect, element, goods, place_name, player, privilege, recipe
from kvartal.games.house.text.score_lines import counted, lacking
from kvartal.games.house.text.terminal import facts, headline, hired_at, offer, tower

Told = list[tuple[str, list[str]]]


def told(view: View, words: Words) -> Told:
    state = view.known
    assert isinstance(state, HouseState)
    tables, cells = state.tables, state.cells
    now = []
    if view.seat is not None and cells[at.PHASE] == at.MOVING:
        base = at.SEATS + view.seat * at.STRIDE
        chips = [str(value) for value in range(4) for _ in range(in_hand(cells, tables, base, value))]
        now.append(words("In hand: {chips}.", chips=", ".join(chips) or words("nothing")))
    kinds = [kind for kind in range(at.ELEMENTS) if tables.expert or kind != at.TILE_ROOF]
    parts: Told = [
        (headline(view, state, words), now),
        (words("Town"), [_place(view, state, place, words) for place in range(tables.places)]),
    ]
    if tables.expert:
        parts.append((words("Builders and privileges"), hired_at(state, words) + _privileges(state, words)))
    parts.append((words("What the elements take"), [_element(kind, tables, words) for kind in kinds]))
    mine = [view.seat] if view.seat is not None else []
    for seat in [*mine, *(each for each in range(view.setup.players) if each != view.seat)]:
        parts.append(_home(view, state, seat, words))
    return parts


def _place(view: View, state: HouseState, place: int, words: Words) -> str:
    """4 Windows: 2 × window; beside 1, 5, 7; chips from the bottom: Ann face down, You 3."""
    tables, cells = state.tables, state.cells
    said = f"{place + 1} {place_name(place, tables, words)}: {offer(state, place, words)}".replace(" → ", ", ")
    borders = [str(other + 1) for other in range(tables.places) if tables.borders[place * at.PLACES + other]]
    if cells[at.PHASE] == at.MOVING:
        said += "; " + words("beside {numbers}", numbers=", ".join(borders))
    chips = []
    for seat, value in tower(list(cells), place):
        who = words("You") if seat == view.seat else player(seat, words)
        chips.append(f"{who} {words('face down') if value == '?' else value}")
    if chips:
        said += "; " + words("chips from the bottom: {chips}", chips=", ".join(chips))
    return said + (f"; {words('served now')}" if place == cells[at.HERE] else "")


def _privileges(state: HouseState, words: Words) -> list[str]:
    """What the cards of this round and of the next can do."""
    lines = []
    for where, when in ((at.CURRENT, words("Fair")), (at.NEXT, words("next round"))):
        for card in range(at.PRIVILEGES):
            if state.cells[at.WHERE + card] == where:
                lines.append(f"{when}: {privilege(card, words)} ({effect(card, state.tables, words)})")
    return lines


def _element(kind: int, tables: HouseTables, words: Words) -> str:
    said = f"{element(kind, tables, words)}: {recipe(kind, tables, words)}"
    if tables.expert:
        said += "; " + words.count("{n} worker", "{n} workers", tables.workers[kind])
    return said


def _home(view: View, state: HouseState, seat: int, words: Words) -> tuple[str, list[str]]:
    cells, tables, base = state.cells, state.tables, at.SEATS + seat * at.STRIDE
    who = player(seat, words) + (f" ({words('you')})" if seat == view.seat else "")
    head = f"{who}, {words('points')}: {figure(state.score(seat))}"
    if state.turn() != OVER and state.owes(seat):
        head += f", {words('your turn') if seat == view.seat else words('to move')}"
    lines = [*_house(state, base, words), lacking(state, seat, words)]
    stored = goods([cells[base + at.STORE + n] for n in range(at.GOODS)], words)
    lines.append(words("Store: {goods}", goods=stored or words("empty")))
    locked = goods([cells[base + at.LOCKED + n] for n in range(at.GOODS)], words)
    if locked:
        lines.append(words("Locked until the next round: {goods}", goods=locked))
    groups = [cells[base + at.GROUPS + kind] for kind in range(at.ELEMENTS)]
    if any(groups):
        shown = ", ".join(counted(kind, n, tables.expert, words) for kind, n in enumerate(groups) if n)
        lines.append(words("Laid out: {groups}", groups=shown))
    home = list(cells)[base : base + at.STRIDE]
    known = facts(tables, home, words)
    lines.append(figure(", ".join(known[:-1] if tables.expert else known)))
    if tables.expert:
        lines.append(words("crews: {crews}", crews=_crews(tables, home, words)))
    kept = [privilege(n, words) for n in range(at.PRIVILEGES) if cells[at.WHERE + n] == at.KEPT + seat]
    if kept:
        lines.append(words("Privileges: {cards}", cards=", ".join(kept)))
    return head, [line for line in lines if line]


def _crews(tables: HouseTables, home: Sequence[int], words: Words) -> str:
    """Own builder (1 worker), card 2 (3 workers, tired)."""
    workers = {0: int(tables.printed)}
    slots = home[at.SLOT : at.SLOT + tables.slots]
    workers |= {n: tables.card_workers[card] for n, card in enumerate(slots, 1) if card >= 0}
    shown = []
    for n, count in workers.items():
        said = words.count("{n} worker", "{n} workers", count)
        said += f", {words('tired')}" if home[at.TIRED + n] else ""
        shown.append(f"{words('card {n}', n=n) if n else words('own builder')} ({said})")
    return ", ".join(shown)


def _house(state: HouseState, base: int, words: Words) -> list[str]:
    """Column 1: wooden wall (1 door), brick wall, roof, chimney; from the ground up."""
    cells, tables = state.cells, state.tables
    lines = []
    for column in range(at.COLUMNS):
        walls = [cells[base + at.WALL + column * at.STOREYS + n] for n in range(at.STOREYS)]
        built = [_wall(wall, tables, words) for wall in walls if wall]
        if built:
            built += _top(cells[base + at.COVER + column], cells[base + at.STACK + column], tables, words)
            lines.append(f"{words('column {n}', n=column + 1)}: {', '.join(built)}")
    garage = [cells[base + at.GARAGE + n] for n in range(4)]
    if garage[at.G_WALL]:
        built = [element(at.WOOD_WALL if garage[at.G_WALL] == 1 else at.BRICK_WALL, tables, words)]
        if garage[at.G_DOORS]:
            built.append(counted(at.DOOR_IN, garage[at.G_DOORS], tables.expert, words))
        built += _top(garage[at.G_COVER], garage[at.G_STACK], tables, words)
        lines.append(f"{words('garage')}: {', '.join(built)}")
    return lines


def _wall(wall: int, tables: HouseTables, words: Words) -> str:
    said = element(at.WOOD_WALL if wall <= 4 else at.BRICK_WALL, tables, words)
    opening = geometry.opening(wall)
    if opening == at.WITH_DOOR:
        return f"{said} ({element(at.DOOR_IN, tables, words)})"
    return f"{said} ({counted(at.WINDOW_IN, opening, tables.expert, words)})" if opening else said


def _top(cover: int, chimney: int, tables: HouseTables, words: Words) -> list[str]:
    if not cover:
        return []
    shown = [element(at.ROOF + cover - 1 if tables.expert else at.ROOF, tables, words)]
    return [*shown, element(at.CHIMNEY, tables, words)] if chimney else shown
