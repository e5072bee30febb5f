"""Flip City in words: moves, cards, the state of the turn, and why something is refused. The log is in log.py."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from kvartal.engine.game import Setup
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.flip.rules import tables as kit
from kvartal.games.flip.rules.tables import FlipTables
from kvartal.games.flip.text.board import read
from kvartal.games.flip.text.catalogue import FACE_KEYS, FACE_NAMES


def name(face: int, words: Words) -> str:
    return words(FACE_NAMES[face])


def listed(parts: Iterable[str]) -> str:
    return ", ".join(parts)


def faces(numbers: Iterable[int], words: Words) -> str:
    return listed(name(face, words) for face in numbers)


@lru_cache(1024)
def pile(counts: tuple[int, ...], words: Words) -> str:
    """Cards per face as `3 × Residential, 1 × Park`."""
    return listed(f"{count} × {name(face, words)}" for face, count in enumerate(counts) if count)


def coins(n: int, words: Words) -> str:
    return words.count("{n} coin", "{n} coins", n)


# Cards --------------------------------------------------------------------------------------------------------------


def gains(tables: FlipTables, face: int, words: Words) -> str:
    """What a card gives from the discard pile."""
    found = []
    if tables.again_coins[face]:
        found.append(words.count("+{n} coin", "+{n} coins", tables.again_coins[face]))
    if tables.again_points[face]:
        found.append(words.count("+{n} point", "+{n} points", tables.again_points[face]))
    if tables.again_limit[face]:
        found.append(words.count("{n} more sad face allowed", "{n} more sad faces allowed", tables.again_limit[face]))
    return listed(found)


@lru_cache(512)
def card(tables: FlipTables, face: int, words: Words) -> str:
    """Everything printed on a card face, as one line."""
    found = [*_numbers(tables, face, words), *_effects(tables, face, words)]
    if tables.again[face]:
        found.append(words("from the discard pile: {gains}", gains=gains(tables, face, words)))
    if tables.up[face] != kit.NEVER:
        found.append(_turning(tables, face, words))
    return f"{name(face, words)}: {'; '.join(found)}"


def _numbers(tables: FlipTables, face: int, words: Words) -> Iterator[str]:
    if tables.coins[face]:
        yield coins(tables.coins[face], words)
    if tables.per_sad[face]:
        n = tables.per_sad[face]
        yield words.count("+{n} coin for each sad face in play", "+{n} coins for each sad face in play", n)
    if tables.sad[face]:
        yield words.count("{n} sad face", "{n} sad faces", tables.sad[face])
    if tables.points[face]:
        yield words.count("{n} point", "{n} points", tables.points[face])
    if tables.limit[face]:
        yield words.count("{n} more sad face allowed", "{n} more sad faces allowed", tables.limit[face])
    if tables.builds[face]:
        yield words.count("{n} more building action", "{n} more building actions", tables.builds[face])


def _effects(tables: FlipTables, face: int, words: Words) -> Iterator[str]:
    if tables.must_play_on and tables.must_play[face]:
        yield words("must be played when on top")
    if tables.force_next[face]:
        yield words("the next card must be played")
    if tables.mill[face]:
        yield words("the bottom card of the deck goes to the discard pile")
    if tables.win_cards and tables.wins_by_cards[face]:
        yield words("wins with {n} cards in play", n=tables.win_cards)


def _turning(tables: FlipTables, face: int, words: Words) -> str:
    price, other = tables.up[face], name(face ^ 1, words)
    if face == kit.APARTMENT and tables.solo:
        return words.count("take it out of the game: {n} coin", "take it out of the game: {n} coins", price)
    if face == kit.APARTMENT and tables.gift:
        return words.count(
            "give it to an opponent as {other}: {n} coin",
            "give it to an opponent as {other}: {n} coins",
            price,
            other=other,
        )
    return words.count("turn into {other}: {n} coin", "turn into {other}: {n} coins", price, other=other)


@lru_cache(256)  # set-ups are shared by tables
def house_faces(setup: Setup) -> frozenset[int]:
    """Faces with a value that is our own stand-in and matters: never passed off as printed."""
    found = set()
    for path, value in setup.data.items():
        if path.startswith("cards.") and value.source == "house" and value.value:
            found.add(FACE_KEYS.index(path.split(".")[1]))
    return frozenset(found)


# Moves --------------------------------------------------------------------------------------------------------------


def label(setup: Setup, code: int, words: Words) -> str:
    tables = setup.tables
    assert isinstance(tables, FlipTables)
    if code == kit.PLAY:
        return words("Play the top card")
    if code == kit.STOP:
        return words("Stop and build")
    if code == kit.SHUFFLE:
        return words("Shuffle the discard pile into a new deck")
    if code == kit.PASS:
        return words("Build nothing and end the turn")
    if code < kit.BUY:
        face = code - kit.RECYCLE
        if not tables.again[face]:
            return words("Recycle {card}", card=name(face, words))
        return words("Recycle {card}: {gains}", card=name(face, words), gains=gains(tables, face, words))
    if code < kit.UPGRADE:
        return _buy_label(tables, code - kit.BUY, words)
    if code < kit.REMOVE:
        return _upgrade_label(tables, code - kit.UPGRADE, words)
    if code < kit.GIVE:
        return words("Remove {card} from the supply", card=name(2 * (code - kit.REMOVE + 1), words))
    return words.count(
        "Give {card} to {player} as {other} for {n} coin",
        "Give {card} to {player} as {other} for {n} coins",
        tables.up[kit.APARTMENT],
        card=name(kit.APARTMENT, words),
        other=name(kit.APARTMENT ^ 1, words),
        player=words.player(code - kit.GIVE),
    )


def offered(view: View, code: int, words: Words) -> str:
    """A move where it is offered: a card that is seen on top is named."""
    top = read(view).near.top if code == kit.PLAY else None
    return label(view.setup, code, words) if top is None else words("Play {card}", card=name(top, words))


def _buy_label(tables: FlipTables, face: int, words: Words) -> str:
    price, shown = tables.buy[face], name(face, words)
    if price == kit.NEVER:
        return words("Buy {card}", card=shown)
    if face % 2:
        base = name(face ^ 1, words)
        return words.count(
            "Buy {base} turned into {card} for {n} coin",
            "Buy {base} turned into {card} for {n} coins",
            price,
            card=shown,
            base=base,
        )
    return words.count("Buy {card} for {n} coin", "Buy {card} for {n} coins", price, card=shown)


def _upgrade_label(tables: FlipTables, face: int, words: Words) -> str:
    price, shown, other = tables.up[face], name(face, words), name(face ^ 1, words)
    if price == kit.NEVER:
        return words("Turn {card} into {other}", card=shown, other=other)
    if face == kit.APARTMENT and tables.solo:
        return words.count(
            "Take {card} out of the game for {n} coin", "Take {card} out of the game for {n} coins", price, card=shown
        )
    return words.count(
        "Turn {card} into {other} for {n} coin",
        "Turn {card} into {other} for {n} coins",
        price,
        card=shown,
        other=other,
    )
