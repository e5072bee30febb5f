# compiled
"""A piece of a board in units: its groups that have an id, one within another. A page has most of them already.

Of a piece that looks different only those units are sent that look different themselves, and of each only what is not
there yet. After <k/> an element tells, from its first child on, what becomes of what it had inside:

    <k n="3"/>       the next three stay as they are; so does everything after the last that is told
    <k out="2"/>     the next two go
    <rect k="" …/>   the next one becomes this (a group: by what it tells in turn)
    <rect …/>        this is new here
    <k of="a"/>      here stands the unit a, which the page has, wherever it was
    <k gone="a"/>    the next one is the unit a, which goes; <k by="a"/>: which stands elsewhere now

Where there is no <k/> everything inside is told. <k data-part="…"/> is a piece that is no more.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import final

REMEMBERED = 8192  # stretches of a board: from move to move, and from table to table, most of them are the same


@final
class Unit:
    """Stands where a group with this id stands."""

    def __init__(self, id_: str) -> None:
        self.id = id_

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unit) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)


@final
class Group:
    def __init__(self, opening: str, inside: "tuple[str | Unit | Group, ...]") -> None:
        self.opening = opening
        self.inside = inside  # a text is any number of elements that are no groups

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Group) and self.opening == other.opening and self.inside == other.inside

    def __hash__(self) -> int:
        return hash(self.opening)


@final
class Opening:
    def __init__(self, text: str) -> None:
        self.text = text
        self.unit = Unit(text.partition(' id="')[2].partition('"')[0])  # without an id: ""


Units = dict[str, Group]  # by their ids; "" is the piece itself
Node = str | Unit | Group

_OPENING = re.compile(r"(<g(?: [^>]*)?>)")
_LEAF = re.compile(r"<(\w+)[^>]*?(?:/>|>.*?</\1>)|[^<]+", re.DOTALL)
_NAME = re.compile(r"<\w+")


def units(piece: str) -> Units | None:
    """None if it cannot be taken apart: a group is not closed, or two have the same id."""
    found: Units = {}
    unit, opening, inside = Unit(""), "", list[Node]()  # the group that we are in
    outside: list[tuple[Unit, str, list[Node]]] = []
    for stretch in piece.split("</g>"):
        for token in tokens(stretch):
            if isinstance(token, str):
                inside.append(token)
            elif token is not None:
                outside.append((unit, opening, inside))
                unit, opening, inside = token.unit, token.text, []
            elif unit.id in found or "" in found:
                return None
            else:
                made, name = Group(opening, tuple(inside)), unit
                if name.id or not outside:
                    found[name.id] = made
                if outside:
                    unit, opening, inside = outside.pop()
                    inside.append(name if name.id else made)
    return found if "" in found else None


@lru_cache(REMEMBERED)
def tokens(stretch: str) -> list[str | Opening | None]:
    """Up to the end of a group: texts, groups that begin, and None where one ends."""
    found: list[str | Opening | None] = []
    for n, text in enumerate(_OPENING.split(stretch)):
        if n % 2 == 0:
            if text:
                found.append(text)
        elif text.endswith("/>"):
            found += (Opening(f"{text[:-2]}>"), None)
        else:
            found.append(Opening(text))
    return [*found, None]


class Pieces:
    """The pieces of a board that a page has."""

    def __init__(self, pieces: Sequence[str] = (), called: str = "") -> None:
        self.pieces = pieces
        self.called = called  # what stands before their numbers
        self.units: dict[int, Units | None] = {}  # of those that have been taken apart

    def changed(self, pieces: Sequence[str]) -> str:
        """What the page needs in order to look like these: pieces by their number, and units."""
        many = max(len(pieces), len(self.pieces))
        had, have = padded(self.pieces, many), padded(pieces, many)
        numbers = [n for n in range(many) if had[n] != have[n]]
        was = [self.units[n] if n in self.units else units(had[n]) for n in numbers]
        now = [units(have[n]) for n in numbers]
        is_new = range(len(self.pieces), len(pieces))
        self.pieces = pieces
        self.units.update(zip(numbers, now, strict=True))
        before, after = merged(was), merged(now)
        if before is None or after is None:
            told = (f"{self.opened(n)}{have[n]}</g>" if n < len(pieces) else self.gone(n) for n in numbers)
            return "".join(told)
        found: list[str] = []
        for n, old, new in zip(numbers, was, now, strict=True):
            assert old is not None
            assert new is not None
            if n >= len(pieces):
                found.append(self.gone(n))
            elif old[""] != new[""]:
                inside = new[""].inside
                edits = written(inside, after, before) if n in is_new else edited(old[""].inside, inside, after, before)
                found += (self.opened(n), *edits, "</g>")
            for id_, unit in new.items():
                known = before.get(id_, unit)
                if known != unit:
                    found += (unit.opening, *edited(known.inside, unit.inside, after, before), "</g>")
        return "".join(found)

    def opened(self, number: int) -> str:
        return f'<g data-part="{self.called}{number}">'

    def gone(self, number: int) -> str:
        return f'<k data-part="{self.called}{number}"/>'


def padded(pieces: Sequence[str], many: int) -> Sequence[str]:
    return [*pieces, *[""] * (many - len(pieces))]


def merged(pieces: Iterable[Units | None]) -> Units | None:
    """The units of several pieces, without the pieces themselves; None if they cannot be told apart."""
    found: Units = {}
    many = 0
    for piece in pieces:
        if piece is None:
            return None
        found |= piece
        many += len(piece) - 1
    found.pop("", None)
    return found if len(found) == many else None


def written(inside: Iterable[Node], now: Units, before: Units) -> Iterator[str]:
    """All of it; what the page has stays as it is."""
    for node in inside:
        if isinstance(node, str):
            yield node
        elif isinstance(node, Unit) and node.id in before:
            yield f'<k of="{node.id}"/>'
        else:
            group = now[node.id] if isinstance(node, Unit) else node
            yield group.opening
            yield from written(group.inside, now, before)
            yield "</g>"


def edited(had: Sequence[Node], have: Sequence[Node], now: Units, before: Units) -> Iterator[str]:
    """Only what differs."""
    old, new = (nodes(had), nodes(have)) if had != have else ([], [])
    if old is None or new is None:
        yield from written(have, now, before)
        return
    yield "<k/>"
    stay = 0  # how many stay as they are, not told yet
    for same, i, i_end, j, j_end in compared(old, new):
        if same:
            stay += i_end - i
            continue
        if stay:
            yield f'<k n="{stay}"/>'
            stay = 0
        while i < i_end and j < j_end and (kind := alike(old[i], new[j])):
            yield from changed(kind, old[i], new[j], now, before)
            i, j = i + 1, j + 1
        for node in old[i:i_end]:
            yield f'<k {"by" if node.id in now else "gone"}="{node.id}"/>' if isinstance(node, Unit) else '<k out="1"/>'
        yield from written(new[j:j_end], now, before)


def nodes(inside: Sequence[Node]) -> list[Node] | None:
    """One by one, as a page has them; None if they cannot be counted."""
    found: list[Node] = []
    for node in inside:
        if isinstance(node, str):
            elements = leaves(node)
            if elements is None:
                return None
            found += elements
        else:
            found.append(node)
    return found


@lru_cache(REMEMBERED)
def leaves(text: str) -> list[str] | None:
    found = [leaf[0] for leaf in _LEAF.finditer(text)]
    return found if "".join(found) == text else None


def compared(old: list[Node], new: list[Node]) -> Iterator[tuple[bool, int, int, int, int]]:
    """From where to where they are the same, or not. Most changes are in one place, or of things that stay in line."""
    first, fewer = 0, min(len(old), len(new))
    while first < fewer and old[first] == new[first]:
        first += 1
    last = 0
    while last < fewer - first and old[-1 - last] == new[-1 - last]:
        last += 1
    yield True, 0, first, 0, first
    i_end, j_end = len(old) - last, len(new) - last
    if i_end == j_end:
        for n in range(first, i_end):
            yield old[n] == new[n], n, n + 1, n, n + 1
        return
    i = j = first
    while i < i_end or j < j_end:
        i_to, j_to = next_same(old, new, i, i_end, j, j_end)
        yield False, i, i_to, j, j_to
        i, j = i_to, j_to
        while i < i_end and j < j_end and old[i] == new[j]:
            i, j = i + 1, j + 1
        yield True, i_to, i, j_to, j


def next_same(old: list[Node], new: list[Node], i: int, i_end: int, j: int, j_end: int) -> tuple[int, int]:
    """Where they meet again with the fewest things left out."""
    for left_out in range(1, i_end - i + j_end - j):
        for at in range(max(i, i + left_out - (j_end - j) + 1), min(i + left_out + 1, i_end)):
            opposite = j + left_out - (at - i)
            if old[at] == new[opposite]:
                return at, opposite
    return i_end, j_end


def alike(old: Node, new: Node) -> str:
    """What both of them are, if one can become the other: the beginning of its opening tag."""
    if isinstance(old, Group) and isinstance(new, Group):
        return "<g"
    if isinstance(old, str) and isinstance(new, str):
        name = _NAME.match(old)
        return name[0] if name and new.startswith((f"{name[0]} ", f"{name[0]}>", f"{name[0]}/")) else ""
    return ""


def changed(kind: str, old: Node, new: Node, now: Units, before: Units) -> Iterator[str]:
    """The next one becomes this."""
    if isinstance(old, Group) and isinstance(new, Group):
        yield f'{kind} k=""{new.opening[len(kind) :]}'
        yield from edited(old.inside, new.inside, now, before)
        yield "</g>"
    elif isinstance(new, str):
        yield f'{kind} k=""{new[len(kind) :]}'
