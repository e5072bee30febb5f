"""Why a move of Flip City is refused: with the numbers of this position, and what would be right.

What a sentence tells to do is chosen among the legal moves first; the words follow from that."""

from kvartal.engine.rule import Advice, Rule
from kvartal.engine.state import LEGAL
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules import ids
from kvartal.games.flip.rules import tables as kit
from kvartal.games.flip.text.board import Board, read
from kvartal.games.flip.text.labels import coins, faces, listed, name


def explain(view: View, code: int, rule: Rule, words: Words) -> Advice:
    """Why a move is refused, with the numbers of this position, and what would be right."""
    game, board = view.setup.game, read(view)
    number = next((n for n, each in enumerate(game.rules) if each is rule), LEGAL)
    if view.seat is None or number > ids.DRAW_CAP or number == LEGAL:
        return Advice(rule.said(words))
    legal = tuple(view.codes())
    if number in (ids.PHASE_PLAY, ids.PHASE_BUILD, ids.PHASE_REMOVE):
        return _wrong_phase(view, board, number, legal, words)
    if number == ids.REMOVE_EMPTY:
        return _no_removal(code, legal, words)
    if number in (ids.BUY_NEVER, ids.BUY_EMPTY, ids.BUY_PRICE):
        return Advice(_no_purchase(board, code - kit.BUY, number, words))
    if number in (ids.GIFT, ids.GIFT_SELF):
        return _no_gift(view, board, code, legal, words)
    if number in (ids.UPGRADE_NEVER, ids.UPGRADE_WHERE, ids.UPGRADE_PRICE):
        return Advice(_no_upgrade(board, kit.APARTMENT if code >= kit.GIVE else code - kit.UPGRADE, number, words))
    if number in (ids.RECYCLE_CARD, ids.RECYCLE_WHERE, ids.RECYCLE_ONCE):
        return _no_recycling(board, code - kit.RECYCLE, number, legal, words)
    if number in (ids.STOP_MUST_PLAY, ids.STOP_FORCED, ids.STOP_SOLO):
        return _no_stopping(board, number, legal, words)
    return _no_playing(board, number, legal, words)


def _wrong_phase(view: View, board: Board, number: int, legal: tuple[int, ...], words: Words) -> Advice:
    if board.phase == at.REMOVING:
        return Advice(words("You have just shuffled: first choose a card of the supply that leaves the game."), legal)
    if number == ids.PHASE_PLAY:
        if legal == (kit.PASS,):
            return Advice(words("You have stopped playing cards, and there is nothing you could build: pass."), legal)
        text = words("You have stopped playing cards; that cannot be taken up again this turn. Build, or pass.")
        return Advice(text, legal)
    if number == ids.PHASE_BUILD:
        have, forbidden = coins(board.coins, words), view.why(kit.STOP)
        if forbidden is None:
            text = words("You are still playing cards (so far: {coins}). Stop first, then build.", coins=have)
            return Advice(text, (kit.STOP,))
        why = explain(view, kit.STOP, forbidden, words)
        text = words("You are still playing cards (so far: {coins}), and cannot stop yet.", coins=have)
        return Advice(f"{text} {why.text}", why.instead)
    if not board.tables.solo:
        return Advice(words("Cards leave the supply only in the solo game."))
    return Advice(words("A card leaves the supply only right after a shuffle."))


def _no_stopping(board: Board, number: int, legal: tuple[int, ...], words: Words) -> Advice:
    instead = tuple(code for code in (kit.PLAY, kit.SHUFFLE) if code in legal)
    if number == ids.STOP_MUST_PLAY and board.near.top is not None:
        card = name(board.near.top, words)
        return Advice(words("{card} lies on top of your deck and must be played.", card=card), instead)
    if number == ids.STOP_FORCED:
        forcing = [face for face in range(kit.FACES) if board.area[face] and board.tables.force_next[face]]
        if len(forcing) != 1:  # which of them was the last one, the position does not say
            return Advice(words("The card just played forces you to play the next one."), instead)
        card = name(forcing[0], words)
        return Advice(words("The card just played ({card}) forces you to play the next one.", card=card), instead)
    if kit.PLAY in legal:
        return Advice(words("Alone you play at least one card each turn: play the top card first."), instead)
    return Advice(words("Alone you play at least one card each turn: shuffle your discard pile first."), instead)


def _no_playing(board: Board, number: int, legal: tuple[int, ...], words: Words) -> Advice:
    town = board.near
    if number == ids.SHUFFLE_EMPTY:
        return Advice(words("Your discard pile is empty too: there is nothing to shuffle."))
    if number == ids.SHUFFLE_DECK:
        text = words.count(
            "Your deck still has {n} card; only an empty one is shuffled anew.",
            "Your deck still has {n} cards; only an empty one is shuffled anew.",
            town.deck_size,
        )
        return Advice(text)
    if kit.SHUFFLE not in legal:
        return Advice(words("Your deck and your discard pile are empty: you can only stop."), (kit.STOP,))
    if kit.STOP not in legal:
        text = words.count(
            "Your deck is empty: shuffle the {n} card of your discard pile.",
            "Your deck is empty: shuffle the {n} cards of your discard pile.",
            town.discard_size,
        )
        return Advice(text, (kit.SHUFFLE,))
    text = words.count(
        "Your deck is empty: stop, or shuffle the {n} card of your discard pile.",
        "Your deck is empty: stop, or shuffle the {n} cards of your discard pile.",
        town.discard_size,
    )
    return Advice(text, (kit.STOP, kit.SHUFFLE))


def _no_recycling(board: Board, face: int, number: int, legal: tuple[int, ...], words: Words) -> Advice:
    shown = name(face, words)
    if number == ids.RECYCLE_ONCE:
        return Advice(
            words("Every {card} in your discard pile has helped this turn; they are ready again next turn.", card=shown)
        )
    if number == ids.RECYCLE_WHERE:
        if board.area[face]:
            return Advice(
                words("{card} is in play: it can be recycled only once it lies in your discard pile.", card=shown)
            )
        return Advice(words("There is no {card} in your discard pile.", card=shown))
    instead = tuple(code for code in legal if kit.RECYCLE <= code < kit.BUY)
    if not instead:
        return Advice(words("{card} has no green arrow.", card=shown))
    cards = faces([code - kit.RECYCLE for code in instead], words)
    text = words("{card} has no green arrow. You can recycle now: {cards}.", card=shown, cards=cards)
    return Advice(text, instead)


def _no_removal(code: int, legal: tuple[int, ...], words: Words) -> Advice:
    gone = name(_kind_face(code), words)
    left = faces([_kind_face(each) for each in legal], words)
    return Advice(words("No {card} is left in the supply. There are still: {cards}.", card=gone, cards=left), legal)


def _kind_face(code: int) -> int:
    """The face that names the pile of a removal."""
    return 2 * (code - kit.REMOVE + 1)


def _no_purchase(board: Board, face: int, number: int, words: Words) -> str:
    shown, price = name(face, words), board.tables.buy[face]
    if number == ids.BUY_NEVER:
        return words("{card} is never for sale.", card=shown)
    if number == ids.BUY_EMPTY:
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


def _no_upgrade(board: Board, face: int, number: int, words: Words) -> str:
    shown = name(face, words)
    if number == ids.UPGRADE_NEVER:
        return words("{card} is already the better side: it has no upgrade.", card=shown)
    if number == ids.UPGRADE_WHERE:
        if board.area[face]:
            return words("{card} is in play; only what lies in your discard pile can be upgraded.", card=shown)
        return words("There is no {card} in your discard pile.", card=shown)
    return words.count(
        "Turning {card} over costs {n} coin; you have {have}.",
        "Turning {card} over costs {n} coins; you have {have}.",
        board.tables.up[face],
        card=shown,
        have=board.coins,
    )


def _no_gift(view: View, board: Board, code: int, legal: tuple[int, ...], words: Words) -> Advice:
    """An Apartment given to nobody, to oneself, or where it is not given away."""
    shown, notation, here = name(kit.APARTMENT, words), view.setup.notation, code - kit.GIVE == view.seat
    if board.tables.gift:
        gifts = tuple(each for each in legal if each >= kit.GIVE)
        if not gifts:
            return Advice(words("{card} goes to an opponent when upgraded.", card=shown))
        if here:
            players = listed(words.player(each - kit.GIVE) for each in gifts)
            return Advice(words("{card} is given to somebody else: {players}.", card=shown, players=players), gifts)
        moves = listed(f"“{notation[each]}”" for each in gifts)
        text = words("{card} goes to an opponent when upgraded. Say to whom: {moves}.", card=shown, moves=moves)
        return Advice(text, gifts)
    if board.tables.solo:
        text = words("Alone there is nobody to give {card} to: upgraded, it leaves the game.", card=shown)
    else:
        other = name(kit.APARTMENT ^ 1, words)
        text = words("In this game {card} is not given away: upgraded, it stays as {other}.", card=shown, other=other)
    upgrade = kit.UPGRADE + kit.APARTMENT
    if upgrade not in legal:
        return Advice(text)
    return Advice(f"{text} {words('Possible: {moves}.', moves=f'“{notation[upgrade]}”')}", (upgrade,))
