"""What a move of The Estates is good for: my points by rule, what it does to the others' buildings, rows that it
finishes, certificates, and what is left to bid.

Terms besides the rules of the score: `seat 1` (change of that player's points in the city), `row A` (buildings with a
roof that the row lacks then; 0: complete), `certificate red` (1: mine, 0: somebody else's), `cheques` (change of what I
hold), `bid` (what I would hold if nobody bids more), `most` (the highest bid that anybody else could make).
"""

from collections.abc import Iterator, Sequence

from kvartal.engine.reasons import Reason, afterwards, ending_reasons, score_reasons, seen_after
from kvartal.engine.score import signed
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.keys import COLOUR_KEYS, ROW_KEYS
from kvartal.games.estates.text.board import Board, read
from kvartal.games.estates.text.labels import colour_name

ROWS = tuple(f"estates-row-{row}" for row in ROW_KEYS)


def reasons(view: View, codes: Sequence[int], words: Words) -> list[Reason]:
    worlds, before, after = afterwards(view, codes), read(view), read(seen_after(view, codes))
    purse = (f"estates-purse-{view.seat}",)
    drawn = {
        "estates.score.complete": _touched(before, after),
        "estates.score.incomplete": _touched(before, after),
        "estates.score.box": purse,
    }
    found = [*ending_reasons(view, worlds, words), *score_reasons(view, worlds, words, drawn)]
    if after.over or after.round != before.round:
        return found  # a new round has begun, or none will: nothing there can be compared
    found += [*_rows(before, after, words), *_others(before, after, words), *_certificates(before, after, words)]
    return [*found, *_money(before, after, codes[-1], purse, words)]


def _touched(before: Board, after: Board) -> tuple[str, ...]:
    return tuple(ROWS[n] for n in range(kit.ROWS) if before.rows[n] != after.rows[n])


def _rows(before: Board, after: Board, words: Words) -> Iterator[Reason]:
    for n, (old, new) in enumerate(zip(before.rows, after.rows, strict=True)):
        lacks = new.length - new.roofed
        if lacks != old.length - old.roofed:
            text = words.count(
                "row {row} lacks {n} finished building",
                "row {row} lacks {n} finished buildings",
                lacks,
                row=ROW_KEYS[n],
            )
            if not lacks:
                text = words("row {row} is complete", row=ROW_KEYS[n])
            yield Reason(f"row {ROW_KEYS[n]}", lacks, text, (ROWS[n],))


def _others(before: Board, after: Board, words: Words) -> Iterator[Reason]:
    for seat in range(after.tables.players):
        change = sum(row.points[seat] for row in after.rows) - sum(row.points[seat] for row in before.rows)
        if change and seat != after.me:
            text = words("{player} in the city: {points}", player=words.player(seat), points=signed(change))
            yield Reason(f"seat {seat}", change, text, (f"estates-person-{seat}",))


def _certificates(before: Board, after: Board, words: Words) -> Iterator[Reason]:
    for old, new in zip(before.people, after.people, strict=True):
        for colour in sorted({*new.certificates} - {*old.certificates}):
            mine, shown = new.seat == after.me, colour_name(colour, words)
            text = words("you get the certificate of this colour: {colour}", colour=shown)
            if not mine:
                player = words.player(new.seat)
                text = words("{player} gets the certificate of this colour: {colour}", player=player, colour=shown)
            yield Reason(f"certificate {COLOUR_KEYS[colour]}", int(mine), text, (f"estates-person-{new.seat}",))


def _money(before: Board, after: Board, code: int, purse: tuple[str, ...], words: Words) -> Iterator[Reason]:
    had, has = before.people[before.me or 0].hand, after.people[before.me or 0].hand
    if had is None or has is None:
        return
    if has != had:
        text = words("cheques in hand: {n} ({change})", n=has, change=signed(has - had))
        yield Reason("cheques", has - had, text, purse)
    elif code > kit.BID and before.leader != after.leader:
        left = had - (code - kit.BID)
        text = words.count("{n} cheque left if nobody bids more", "{n} cheques left if nobody bids more", left)
        yield Reason("bid", left, text, purse)
    elif kit.OFFER <= code < kit.PASS:
        hands = [person.hand for person in before.people if person.seat != before.me]
        if None not in hands:
            most = max(hand or 0 for hand in hands)
            text = words.count("others can bid up to {n} cheque", "others can bid up to {n} cheques", most)
            yield Reason("most", most, text, ("estates-people",))
