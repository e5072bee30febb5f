"""Why a move of Flip City is refused: with the numbers of this position, and what would be right."""

from kvartal.engine.rule import Rule
from kvartal.engine.state import LEGAL
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.flip import cells as at
from kvartal.games.flip import rules
from kvartal.games.flip.board import Board, read
from kvartal.games.flip.tables import APARTMENT, BUY, FACES, GIVE, KINDS, RECYCLE, REMOVE, UPGRADE
from kvartal.games.flip.words import coins, faces, listed, name


def explain(view: View, code: int, rule: Rule, words: Words) -> str:
    """Why a move is refused, with the numbers of this position, and what would be right."""
    game, board = view.setup.game, read(view)
    number = next((n for n, each in enumerate(game.rules) if each is rule), LEGAL)
    if view.seat is None or number > rules.DRAW_CAP or number == LEGAL:
        return rule.said(words)
    if number in (rules.PHASE_PLAY, rules.PHASE_BUILD, rules.PHASE_REMOVE):
        return _wrong_phase(board, number, words)
    if number in (rules.BUY_NEVER, rules.BUY_EMPTY, rules.BUY_PRICE, rules.REMOVE_EMPTY):
        return _no_purchase(board, code, number, words)
    if number in (rules.UPGRADE_NEVER, rules.UPGRADE_WHERE, rules.UPGRADE_PRICE, rules.GIFT, rules.GIFT_SELF):
        return _no_upgrade(view, board, code, number, words)
    if number in (rules.RECYCLE_CARD, rules.RECYCLE_WHERE, rules.RECYCLE_ONCE):
        return _no_recycling(board, code - RECYCLE, number, words)
    return _no_playing(board, number, words) or rule.said(words)


def _wrong_phase(board: Board, number: int, words: Words) -> str:
    if board.phase == at.REMOVING:
        return words("You have just shuffled: first choose a card of the supply that leaves the game.")
    if number == rules.PHASE_PLAY:
        return words("You have stopped playing cards; that cannot be taken up again this turn. Build, or pass.")
    if number == rules.PHASE_BUILD:
        have = coins(board.coins, words)
        return words("You are still playing cards (so far: {coins}). Stop first, then build.", coins=have)
    if not board.tables.solo:
        return words("Cards leave the supply only in the solo game.")
    return words("A card leaves the supply only right after a shuffle.")


def _no_playing(board: Board, number: int, words: Words) -> str:
    town = board.near
    if number == rules.PLAY_EMPTY:
        n = town.discard_size
        if n == 0:
            return words("Your deck and your discard pile are empty: you can only stop.")
        return words.count(
            "Your deck is empty: stop, or shuffle the {n} card of your discard pile.",
            "Your deck is empty: stop, or shuffle the {n} cards of your discard pile.",
            n,
        )
    if number == rules.STOP_MUST_PLAY and town.top is not None:
        return words("{card} lies on top of your deck and must be played.", card=name(town.top, words))
    if number == rules.STOP_FORCED:
        forcing = [face for face in range(FACES) if board.area[face] and board.tables.force_next[face]]
        return words("The card just played ({cards}) forces you to play the next one.", cards=faces(forcing, words))
    if number == rules.STOP_SOLO:
        if town.deck_size:
            return words("Alone you play at least one card each turn: play the top card first.")
        return words("Alone you play at least one card each turn: shuffle your discard pile first.")
    if number == rules.SHUFFLE_DECK:
        return words.count(
            "Your deck still has {n} card; only an empty one is shuffled anew.",
            "Your deck still has {n} cards; only an empty one is shuffled anew.",
            town.deck_size,
        )
    if number == rules.SHUFFLE_EMPTY:
        return words("Your discard pile is empty too: there is nothing to shuffle.")
    return ""


def _no_recycling(board: Board, face: int, number: int, words: Words) -> str:
    shown, tables = name(face, words), board.tables
    if number == rules.RECYCLE_CARD:
        green = [each for each in range(FACES) if tables.again[each]]
        arrows = faces(green, words)
        return words("{card} has no green arrow. Cards that have one: {cards}.", card=shown, cards=arrows)
    if number == rules.RECYCLE_ONCE:
        return words(
            "Every {card} in your discard pile has helped this turn; they are ready again next turn.", card=shown
        )
    if board.area[face]:
        return words("{card} is in play: it can be recycled only once it lies in your discard pile.", card=shown)
    return words("There is no {card} in your discard pile.", card=shown)


def _no_purchase(board: Board, code: int, number: int, words: Words) -> str:
    if number == rules.REMOVE_EMPTY:
        left = [2 * kind for kind in range(1, KINDS) if board.supply[kind]]
        gone = name(2 * (code - REMOVE + 1), words)
        return words("No {card} is left in the supply. There are still: {cards}.", card=gone, cards=faces(left, words))
    face = code - BUY
    shown, price = name(face, words), board.tables.buy[face]
    if number == rules.BUY_NEVER:
        return words("{card} is never for sale.", card=shown)
    if number == rules.BUY_EMPTY:
        return words("No {card} is left in the supply: it can no longer be bought.", card=name(face & ~1, words))
    if face % 2:
        buy, up = board.tables.buy[face ^ 1], board.tables.up[face ^ 1]
        return words.count(
            "{card} costs {n} coin ({buy} + {up}); you have {have}.",
            "{card} costs {n} coins ({buy} + {up}); you have {have}.",
            price,
            card=shown,
            buy=buy,
            up=up,
            have=board.coins,
        )
    return words.count(
        "{card} costs {n} coin; you have {have}.",
        "{card} costs {n} coins; you have {have}.",
        price,
        card=shown,
        have=board.coins,
    )


def _no_upgrade(view: View, board: Board, code: int, number: int, words: Words) -> str:
    face = APARTMENT if code >= GIVE else code - UPGRADE
    shown, other, notation = name(face, words), name(face ^ 1, words), view.setup.notation
    if number == rules.UPGRADE_NEVER:
        return words("{card} is already the better side: it has no upgrade.", card=shown)
    if number == rules.UPGRADE_WHERE:
        if board.area[face]:
            return words("{card} is in play; only what lies in your discard pile can be upgraded.", card=shown)
        return words("There is no {card} in your discard pile.", card=shown)
    if number == rules.UPGRADE_PRICE:
        return words.count(
            "Turning {card} over costs {n} coin; you have {have}.",
            "Turning {card} over costs {n} coins; you have {have}.",
            board.tables.up[face],
            card=shown,
            have=board.coins,
        )
    if number == rules.GIFT_SELF:
        others = listed(words.player(town.seat) for town in board.others)
        return words("{card} is given to somebody else: {players}.", card=shown, players=others)
    if code < GIVE:
        gifts = listed(f"“{notation[GIVE + town.seat]}”" for town in board.others)
        return words("{card} goes to an opponent when upgraded. Say to whom: {moves}.", card=shown, moves=gifts)
    upgrade = f"“{notation[UPGRADE + APARTMENT]}”"
    if board.tables.solo:
        return words(
            "Alone there is nobody to give {card} to: with {move} it leaves the game.", card=shown, move=upgrade
        )
    return words(
        "In this game {card} is not given away: with {move} it becomes {other} and stays.",
        card=shown,
        move=upgrade,
        other=other,
    )
