"""The board of Mr House for a terminal: plain lines, at most 78 columns."""

from collections.abc import Sequence

from kvartal.engine.columns import wrap
from kvartal.engine.state import OVER, UNKNOWN
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import geometry
from kvartal.games.house.rules.state import HouseState
from kvartal.games.house.rules.tables import HouseTables
from kvartal.games.house.text.labels import builder, element, good, goods, place_name, player, privilege
from kvartal.games.house.text.score_lines import counted, lacking

COLUMNS = 78
OPENING = ("   ", " □ ", "□ □", " ∩ ")
SIDES = ("║", "█")  # a wooden wall, a brick one
ROOF_ART = ("     ", "/‾‾‾\\", "/~~~\\")


def text(view: View, words: Words) -> str:
    state = view.known
    assert isinstance(state, HouseState)
    lines = _fold("", headline(view, state, words))
    lines += ["", words("Town"), *_town(state, words)]
    if state.tables.expert:
        lines += _expert(state, words)
    seats = [view.seat] if view.seat is not None else []
    for seat in [*seats, *(each for each in range(view.setup.players) if each != view.seat)]:
        lines += ["", *_home(view, state, seat, words)]
    return "\n".join(line.rstrip() for line in lines)


def headline(view: View, state: HouseState, words: Words) -> str:
    """What happens now, and whose move it is."""
    cells, tables = state.cells, state.tables
    phase = cells[at.PHASE]
    start = words("Round {n} of {all}", n=cells[at.ROUND], all=tables.rounds)
    if phase == at.ENDING:
        return winner(state, words)
    now = f"{start} · {activity(state, words)}"
    if not view.waiting:  # cards are laid out, or a die is rolled
        return now
    if view.seat is not None and view.seat in view.waiting:
        who = words("your turn")
    else:
        who = words("waiting for {player}", player=", ".join(player(seat, words) for seat in view.waiting))
    return f"{now} · {who}"


def winner(state: HouseState, words: Words) -> str:
    winners = ", ".join(player(seat, words) for seat in range(state.tables.players) if state.place(seat) == 1)
    return words("The game is over. Winner: {player}", player=winners or words("nobody"))


def activity(state: HouseState, words: Words) -> str:
    cells, tables = state.cells, state.tables
    phase = cells[at.PHASE]
    if cells[at.STEP] == at.CREWING:
        return words("choose a crew: {element}", element=element(cells[at.KIND], tables, words))
    if cells[at.STEP] == at.PLACING:
        return words("choose a place: {element}", element=element(cells[at.KIND], tables, words))
    if cells[at.STEP] == at.CASHING:
        return words("keep or cash: {card}", card=privilege(cells[at.CARD], words))
    if phase == at.BUYING:
        return words("purchases: {place}", place=place_name(cells[at.HERE], tables, words))
    if phase == at.MOVING:
        return words("chips go to town")
    if phase == at.ARRANGING:
        return words("materials are laid out")
    return words("building") if phase == at.BUILDING else words("preparation")


def _fold(indent: str, said: str) -> list[str]:
    tied = said.replace(" × ", "\xa0×\xa0")
    return [
        line.replace("\xa0", " ")
        for line in wrap(tied, COLUMNS, initial_indent=indent, subsequent_indent=indent + "  ")
    ]


def offer(state: HouseState, place: int, words: Words) -> str:
    """What a building has, in a few words."""
    cells, tables = state.cells, state.tables
    kind = tables.kind[place]
    if kind < at.GOODS:
        shown = f"{cells[at.SHOP + kind]} × {good(kind, words)}"
        return f"{shown}, " + words("price {n}", n=cells[at.PRICE + kind]) if tables.expert else shown
    if kind == at.BANK:
        return words("a coin for each chip above 0")
    if kind == at.EXCHANGE and not tables.expert:
        cards = sum(cells[at.SHOWN + n] >= 0 for n in range(at.DISPLAY))
        return words.count("{n} builder card", "{n} builder cards", cards)
    if kind == at.EXCHANGE:
        return words("builder cards below")
    if kind == at.FAIR:
        return ", ".join(privilege(n, words) for n in range(at.PRIVILEGES) if cells[at.WHERE + n] == at.CURRENT)
    if kind == at.ORDER:
        return " → ".join(player(cells[at.TRACK + n], words) for n in range(tables.players) if cells[at.TRACK + n] >= 0)
    return words("permit, quality or money") if tables.expert else words("a permit for the first")


def tower(cells: Sequence[int], place: int) -> list[tuple[int, str]]:
    """(seat, value or ?) from the first chip that arrived."""
    first = at.TOWER + place * at.SEAT_LIMIT
    seats = [seat for seat in cells[first : first + at.SEAT_LIMIT] if seat >= 0]
    values = [cells[at.SEATS + seat * at.STRIDE + at.CHIP + place] for seat in seats]
    return [(seat, "?" if value == UNKNOWN else str(value)) for seat, value in zip(seats, values, strict=True)]


def _town(state: HouseState, words: Words) -> list[str]:
    lines, cells = [], list(state.cells)
    for place in range(state.tables.places):
        chips = " ".join(f"[{seat + 1}:{value}]" for seat, value in tower(cells, place))
        mark = "►" if place == state.cells[at.HERE] else " "
        shown = f"{place_name(place, state.tables, words)}: {offer(state, place, words)}"
        lines += _fold(f"{mark}{place + 1:2} ", f"{shown}  {chips}")
    return lines


def hired_at(state: HouseState, words: Words) -> list[str]:
    """The builders of the exchange, with their prices."""
    cells, tables = state.cells, state.tables
    lines = []
    for n in range(at.DISPLAY):
        card = cells[at.SHOWN + n]
        if card >= 0:
            price = tables.card_price[card] - cells[at.DISCOUNT + n]
            shown = words(
                "Builders in place {n}: {card}, price {price}", n=n + 1, card=builder(card, tables, words), price=price
            )
            lines.append(shown)
    return lines


def _expert(state: HouseState, words: Words) -> list[str]:
    cells = state.cells
    lines = [line for shown in hired_at(state, words) for line in _fold("    ", shown)]
    coming = [privilege(n, words) for n in range(at.PRIVILEGES) if cells[at.WHERE + n] == at.NEXT]
    if coming:
        lines += _fold("    ", words("Next at the fair: {cards}", cards=", ".join(coming)))
    return lines


def _home(view: View, state: HouseState, seat: int, words: Words) -> list[str]:
    cells, tables, base = state.cells, state.tables, at.SEATS + seat * at.STRIDE
    who = player(seat, words) + (f" ({words('you')})" if seat == view.seat else "")
    mark = " *" if state.turn() != OVER and state.owes(seat) else ""
    lines = [f"{who}{mark} — {words('points')}: {state.score(seat)}"]
    lines += _fold("  ", lacking(state, seat, words))
    lines += _house(state, base)
    stored = goods([cells[base + at.STORE + n] for n in range(at.GOODS)], words)
    lines += _fold("  ", words("Store: {goods}", goods=stored or words("empty")))
    locked = goods([cells[base + at.LOCKED + n] for n in range(at.GOODS)], words)
    if locked:
        lines += _fold("  ", words("Locked until the next round: {goods}", goods=locked))
    groups = [cells[base + at.GROUPS + kind] for kind in range(at.ELEMENTS)]
    if any(groups):
        shown = ", ".join(counted(kind, n, tables.expert, words) for kind, n in enumerate(groups) if n)
        lines += _fold("  ", words("Laid out: {groups}", groups=shown))
    lines += _fold("  ", " · ".join(facts(tables, list(cells)[base : base + at.STRIDE], words)))
    kept = [privilege(n, words) for n in range(at.PRIVILEGES) if cells[at.WHERE + n] == at.KEPT + seat]
    if kept:
        lines += _fold("  ", words("Privileges: {cards}", cards=", ".join(kept)))
    return lines


def facts(tables: HouseTables, home: Sequence[int], words: Words) -> list[str]:
    """Permit, coins or money, quality, crews, from the cells of a seat."""
    permit = words("permit: yes") if home[at.PERMIT] else words("permit: no")
    slots = home[at.SLOT : at.SLOT + tables.slots]
    if not tables.expert:
        hired = sum(card >= 0 for card in slots)
        quality = tables.base_quality + hired
        return [permit, words("coins: {n}", n=home[at.COINS]), words("quality: {n}", n=quality)]
    crews = [f"{tables.printed}{'↷' if home[at.TIRED] else ''}"]
    for n, card in enumerate(slots):
        tired = "↷" if home[at.TIRED + 1 + n] else ""
        crews.append("–" if card < 0 else f"{tables.card_workers[card]}{tired}")
    return [
        permit,
        words("money: {n}", n=home[at.MONEY]),
        words("loans: {n}", n=home[at.LOANS]),
        words("quality: {n}", n=home[at.QUALITY]),
        words("crews: {crews}", crews=" ".join(crews)),
    ]


def _house(state: HouseState, base: int) -> list[str]:
    """Columns side by side, the garage apart."""
    cells = state.cells
    stacks = []
    for column in range(at.COLUMNS):
        walls = [cells[base + at.WALL + column * at.STOREYS + n] for n in range(at.STOREYS)]
        standing = [wall for wall in walls if wall]
        if standing:
            stacks.append(_stack(standing, cells[base + at.COVER + column], cells[base + at.STACK + column]))
    garage = [cells[base + at.GARAGE + n] for n in range(4)]
    if garage[at.G_WALL]:
        side = SIDES[garage[at.G_WALL] - 1]
        wall = f"{side}{('   ', '∏  ', '∏ ∏')[garage[at.G_DOORS]]}{side}"
        gap = [["  "]] if stacks else []
        stacks += [*gap, [wall, *_top(garage[at.G_COVER], garage[at.G_STACK])]]
    high = max((len(stack) for stack in stacks), default=0)
    rows = []
    for level in range(high - 1, -1, -1):
        row = [stack[level] if level < len(stack) else " " * len(stack[0]) for stack in stacks]
        rows.append("    " + " ".join(row))
    return rows


def _stack(walls: list[int], cover: int, chimney: int) -> list[str]:
    found = []
    for wall in walls:
        side = SIDES[0] if wall <= 4 else SIDES[1]
        found.append(f"{side}{OPENING[geometry.opening(wall)]}{side}")
    return found + _top(cover, chimney)


def _top(cover: int, chimney: int) -> list[str]:
    if not cover:
        return []
    return [ROOF_ART[cover], *(["   ▪ "] if chimney else [])]
