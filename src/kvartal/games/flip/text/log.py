"""The log of Flip City: each step in words, with the rule of what follows from it."""

from kvartal.engine.game import Said
from kvartal.engine.rule import Rule
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules import ids
from kvartal.games.flip.rules import tables as kit
from kvartal.games.flip.text.board import Board, read
from kvartal.games.flip.text.labels import coins, gains, listed, name

Lines = list[tuple[Rule | None, str]]


def narrate(said: Said, before: View, after: View, words: Words) -> Lines:
    """Log lines for one step."""
    rule = before.setup.game.rule
    if said.code is None:  # nothing in this game is secret
        return [(None, said.text)]
    was, now = read(before), read(after)
    lines: Lines = []
    if said.stream is not None:
        lines += _chance(said, before, was, now, words)
    elif said.code == kit.PLAY:
        top = was.near.top if was.me == was.active else was.towns[was.active].top
        if top is None:
            lines.append(
                (rule("flip.play"), words("{player} draws a card from the deck.", player=words.player(was.active)))
            )
        else:
            lines += _played(top, before, was, now, words)
    else:
        lines += _moved(said.code, before, was, now, words)
    return lines + _ended(before, was, now, words)


def _played(face: int, view: View, was: Board, now: Board, words: Words) -> Lines:
    """A card comes into play. After a bust the new state shows nothing of it: count from the old one."""
    rule, tables = view.setup.game.rule, was.tables
    sad, limit = was.sad + tables.sad[face], was.limit + tables.limit[face]
    bust = sad >= limit
    found = []
    income = tables.coins[face] + tables.per_sad[face] * sad
    if income and not bust:
        found.append(words.count("+{n} coin", "+{n} coins", income))
    if tables.points[face] and not bust:
        found.append(words.count("+{n} point", "+{n} points", tables.points[face]))
    if tables.sad[face]:
        found.append(words("{sad} of {limit} sad faces", sad=sad, limit=limit))
    elif tables.limit[face]:
        found.append(words("{n} sad faces now end the turn", n=limit))
    if tables.builds[face] and not bust:
        found.append(words.count("{n} more building action", "{n} more building actions", tables.builds[face]))
    shown = words("{player} plays {card}", player=words.player(was.active), card=name(face, words))
    reason = rule("flip.hospital") if tables.per_sad[face] else rule("flip.church") if tables.limit[face] else None
    lines: Lines = [(reason or rule("flip.play"), f"{shown}: {listed(found)}." if found else f"{shown}.")]
    if bust:
        lines.append((rule("flip.bust"), words("Too many sad faces ({sad}): the turn ends without building.", sad=sad)))
    elif now.forced:
        lines.append((rule("flip.stop.forced"), words("The next card must be played.")))
    return lines


def _chance(said: Said, view: View, was: Board, now: Board, words: Words) -> Lines:
    assert said.code is not None
    assert said.stream is not None
    rule, cells = view.setup.game.rule, view.known.cells
    wait = cells[at.WAIT]
    if wait == at.FIRST_PLAYER:
        return [(rule("flip.setup.first"), words("{player} begins.", player=words.player(said.code)))]
    face = said.code % kit.MARKED
    if wait == at.REVEAL:
        owner = words.player(said.stream.owner)
        shown = words("The deck of {player} now has {card} on top.", player=owner, card=name(face, words))
        return [(rule("flip.top"), shown)]
    if wait == at.MILL:
        milled = words("The bottom card of the deck goes to the discard pile: {card}.", card=name(face, words))
        return [(rule("flip.factory"), milled)]
    return _played(face, view, was, now, words)


def _moved(code: int, view: View, was: Board, now: Board, words: Words) -> Lines:
    rule, tables, who = view.setup.game.rule, was.tables, words.player(was.active)
    if code == kit.STOP:
        stops = words("{player} stops, with {coins} to build with.", player=who, coins=coins(was.coins, words))
        return [(rule("flip.build.one"), stops)]
    if code == kit.SHUFFLE:
        n = was.towns[was.active].discard_size
        return [
            (
                rule("flip.shuffle"),
                words.count(
                    "{player} shuffles the discard pile: a new deck of {n} card.",
                    "{player} shuffles the discard pile: a new deck of {n} cards.",
                    n,
                    player=who,
                ),
            )
        ]
    if code == kit.PASS:
        return [(rule("flip.build.one"), words("{player} builds nothing.", player=who))]
    if code < kit.BUY:
        face = code - kit.RECYCLE
        brought = gains(tables, face, words)
        shown = words("{player} recycles {card}: {gains}.", player=who, card=name(face, words), gains=brought)
        if not tables.recycle_flips:
            return [(rule("flip.recycle"), shown)]
        flipped = words("It is {other} again.", other=name(face ^ 1, words))
        return [(rule("flip.recycle"), shown), (rule("flip.recycle.flip"), flipped)]
    if code < kit.UPGRADE:
        face = code - kit.BUY
        bought = words.count(
            "{player} buys {card} for {n} coin.",
            "{player} buys {card} for {n} coins.",
            tables.buy[face],
            player=who,
            card=name(face, words),
        )
        return [(rule("flip.build.both" if face % 2 else "flip.build.buy"), bought)]
    if kit.REMOVE <= code < kit.GIVE:
        gone = name(2 * (code - kit.REMOVE + 1), words)
        left = words(
            "{player} takes {card} out of the supply; cards left: {n}.", player=who, card=gone, n=sum(now.supply)
        )
        return [(rule("flip.phase.remove"), left)]
    return _upgraded(code, view, was, words)


def _upgraded(code: int, view: View, was: Board, words: Words) -> Lines:
    rule, tables, who = view.setup.game.rule, was.tables, words.player(was.active)
    face = kit.APARTMENT if code >= kit.GIVE else code - kit.UPGRADE
    shown, other, price = name(face, words), name(face ^ 1, words), tables.up[face]
    if code >= kit.GIVE:
        lucky = words.player(code - kit.GIVE)
        return [
            (
                rule("flip.gift"),
                words.count(
                    "{player} gives {card} to {rival} as {other} for {n} coin.",
                    "{player} gives {card} to {rival} as {other} for {n} coins.",
                    price,
                    player=who,
                    card=shown,
                    other=other,
                    rival=lucky,
                ),
            )
        ]
    if face == kit.APARTMENT and tables.solo:
        return [
            (
                rule("flip.gift"),
                words.count(
                    "{player} takes {card} out of the game for {n} coin.",
                    "{player} takes {card} out of the game for {n} coins.",
                    price,
                    player=who,
                    card=shown,
                ),
            )
        ]
    return [
        (
            rule("flip.build.upgrade"),
            words.count(
                "{player} turns {card} into {other} for {n} coin.",
                "{player} turns {card} into {other} for {n} coins.",
                price,
                player=who,
                card=shown,
                other=other,
            ),
        )
    ]


def ended(view: View, words: Words) -> str:
    """Who has ended the game, and by what; alone nobody needs to be named."""
    now = read(view)
    return "" if now.tables.solo else _won(now, words)


def _won(now: Board, words: Words) -> str:
    if now.ended == ids.WIN_POINTS:
        who = words.player(now.winner)
        return words.count("{player} wins with {n} point!", "{player} wins with {n} points!", now.points, player=who)
    if now.ended == ids.WIN_CARDS:
        return words.count(
            "{player} wins with {n} card in play!",
            "{player} wins with {n} cards in play!",
            now.in_play,
            player=words.player(now.winner),
        )
    return ""


def _ended(view: View, was: Board, now: Board, words: Words) -> Lines:
    """What the step brought to an end: the game, or the turn."""
    rule = view.setup.game.rule
    if now.phase == at.ENDING and was.phase != at.ENDING:
        reason = view.setup.game.rules[now.ended]
        return [(reason, _won(now, words) or reason.said(words))]
    if now.turns != was.turns and not now.tables.solo:
        turn = words("Now it is the turn of {player}.", player=words.player(now.active))
        return [(rule("flip.end_of_turn"), turn)]
    if now.turns != was.turns:
        return [(rule("flip.end_of_turn"), words("A new turn begins."))]
    return []
