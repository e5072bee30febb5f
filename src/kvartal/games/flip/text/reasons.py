"""What a move of Flip City is good for: points and coins of the turn, what the next card may do, what can be built
then, and which cards one has afterwards. Everything lies open, so all of it is certain.

Terms: `coins` (change), `sad` (sad faces until the turn ends), `bust` (this card ends the turn: 1), `risk` (per cent:
the card after that ends it), `blind` (per cent: this very card, not seen yet, ends it), `forced` (the next card must be
played), `buy` and `upgrade` (kinds of cards that can be), `card …` (change of the cards one owns), `deck` (its cards,
new), `supply` (cards left in the game alone).
"""

from collections.abc import Iterator, Sequence

from kvartal.engine.reasons import Reason, afterwards, ending_reasons, score_reasons, seen_after
from kvartal.engine.score import signed
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules import tables as kit
from kvartal.games.flip.text.board import Board, read
from kvartal.games.flip.text.catalogue import FACE_KEYS
from kvartal.games.flip.text.labels import card, faces


def reasons(view: View, codes: Sequence[int], words: Words) -> list[Reason]:
    worlds, seen = afterwards(view, codes, 1), seen_after(view, codes)
    found, before, after = ending_reasons(view, worlds, words), read(view), read(seen)
    going_on = after.turns == before.turns  # the same turn: what it has brought so far still counts
    if going_on:
        drawn = dict.fromkeys(("flip.score.card", "flip.score.recycled"), ("flip-count-points",))
        found += score_reasons(view, worlds, words, drawn)
    if found and after.phase == at.ENDING:
        return found
    if going_on:
        milling = seen.known.cells[at.WAIT] == at.MILL
        found += _turn(before, after, codes, milling, words)
        if after.phase == at.BUILDING:
            found += _builds(seen, words)
    elif before.phase == at.PLAYING and codes[-1] == kit.PLAY:
        found.append(Reason("bust", 1, words("this card ends the turn, and nothing is built"), ("flip-deck",)))
    return [*found, *_cards(before, after, words)]


def _turn(before: Board, after: Board, codes: Sequence[int], milling: bool, words: Words) -> Iterator[Reason]:
    if change := after.coins - before.coins:
        text = words("coins: {n} ({change})", n=after.coins, change=signed(change))
        yield Reason("coins", change, text, ("flip-count-coins",))
    if after.phase != at.PLAYING:
        return
    if (after.sad, after.limit) != (before.sad, before.limit):
        left = after.limit - after.sad
        text = words.count("{n} more sad face would end the turn", "{n} more sad faces would end the turn", left)
        yield Reason("sad", left, text, ("flip-count-sad",))
    if codes[-1] == kit.PLAY:
        yield from _next(before, after, milling, words)


def _next(before: Board, after: Board, milling: bool, words: Words) -> Iterator[Reason]:
    """What the top of the deck may do: a pool without an order, whether or not one card of it leaves at the bottom."""
    deck, tables = after.near.held, after.tables
    size = sum(deck)
    bad = sum(n for f, n in enumerate(deck) if after.sad + tables.sad[f] >= after.limit + tables.limit[f])
    if after.in_play == before.in_play:  # it is not seen before it is played
        text = words("this card ends the turn in {n} % of all cases", n=round(100 * bad / size))
        yield Reason("blind", round(100 * bad / size), text, ("flip-deck",))
    elif size > 1 or (size and not milling):
        text = words("the card after this one would end the turn in {n} % of all cases", n=round(100 * bad / size))
        yield Reason("risk", round(100 * bad / size), text, ("flip-deck",))
        if after.forced:
            yield Reason("forced", 1, words("the next card must be played then"), ("flip-deck",))


def _builds(seen: View, words: Words) -> Iterator[Reason]:
    codes = seen.codes()
    buy = [code - kit.BUY for code in codes if kit.BUY <= code < kit.UPGRADE]
    turn = [code - kit.UPGRADE for code in codes if kit.UPGRADE <= code < kit.REMOVE]
    turn += [kit.APARTMENT] if codes[-1] >= kit.GIVE else []
    ids = tuple(f"flip-supply-{FACE_KEYS[face]}" for face in buy)
    can = words("can buy: {cards}", cards=faces(buy, words)) if buy else words("nothing can be bought")
    yield Reason("buy", len(buy), can, ids)
    if turn:
        yield Reason("upgrade", len(turn), words("can upgrade: {cards}", cards=faces(turn, words)), ("flip-discard",))


def _cards(before: Board, after: Board, words: Words) -> Iterator[Reason]:
    tables, mine = after.tables, before.near.seat
    had, has = owned(before, mine), owned(after, mine)
    for face, key in enumerate(FACE_KEYS):
        if change := has[face] - had[face]:
            yield Reason(f"card {key}", change, f"{signed(change)} {card(tables, face, words)}", ("flip-discard",))
    if tables.solo and sum(after.supply) != sum(before.supply):
        left = sum(after.supply)
        text = words.count("{n} card of the supply left", "{n} cards of the supply left", left)
        yield Reason("supply", left, text, ("flip-supply",))
    size = after.towns[mine].deck_size
    if size > before.towns[mine].deck_size:
        yield Reason(
            "deck", size, words.count("a new deck of {n} card", "a new deck of {n} cards", size), ("flip-deck",)
        )


def owned(board: Board, seat: int) -> list[int]:
    """Cards of a player, per face, wherever they lie."""
    town, playing = board.towns[seat], board.active == seat
    piles = zip(town.held, town.discard, town.turned, board.area, strict=True)
    return [held + lying + turned + (area if playing else 0) for held, lying, turned, area in piles]
