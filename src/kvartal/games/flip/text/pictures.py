"""Rules of Flip City in pictures: tables, the move that is made or tried there, and what of them is to be seen.

Parts, from top to bottom, side by side where a `+` stands: `deck`, `play` (`play store`: a Store was played just now),
`discard store` and `theirs store` (only this card of a discard pile), `supply store` (a card with its price), `coins`,
`sad`, `points` (what is counted), `stop`, `shuffle` (a button).
"""

from typing import Any

from kvartal.engine.picture import RulePicture
from kvartal.engine.words import N_
from kvartal.games.flip.text.catalogue import FACE_KEYS, KIND_KEYS

ALL = {"store": 16, "hospital": 16, "factory": 12, "park": 12}  # cards of the kinds that are for sale
FIRST = {"residential": 5, "store": 1, "hospital": 1, "factory": 1, "park": 1}  # what every town began with, by kind


def town(
    play: str = "", top: str = "", discard: str = "", phase: str = "playing", **more: object
) -> dict[str, Any]:  # fmt: skip
    """The table of two players. The first one has these cards (`mall turned` is one that was recycled), the rest of
    the first nine in the deck, or in the discard pile where the deck is to be empty; the other one has just begun."""
    played, laid = _pile(play), _pile(discard)
    kinds = [KIND_KEYS[FACE_KEYS.index(card.removesuffix(" turned")) // 2] for card in (*played, *laid, *_pile(top))]
    rest = [kind for kind, count in FIRST.items() for _ in range(count - kinds.count(kind))]
    supply = {kind: count - max(1, kinds.count(kind)) - 1 for kind, count in ALL.items()}
    table: dict[str, Any] = {"active": 0, "phase": phase, "turns": 30, "coins": 0, "limit": 3, "builds": 1} | more
    other = {"top": "hospital", "deck": {"residential": 4, "apartment": 1, "store": 1, "factory": 1, "park": 1}}
    mine: dict[str, Any] = {"top": top or "none", "deck": _counted(rest if top else [])}
    mine["discard"] = _counted(laid if top else laid + rest)
    table |= {"play_area": _counted(played), "supply": supply, "seats": [mine, other | {"discard": {}}]}
    return {"game": "flip", "players": 2, "table": table}


def _pile(cards: str) -> list[str]:
    return [card.strip() for card in cards.split(",") if card.strip()]


def _counted(cards: list[str]) -> dict[str, int]:
    return {card: cards.count(card) for card in dict.fromkeys(cards)}


RISK = town("residential, residential", "apartment", coins=2)
BUILDING = {"phase": "building"}

PICTURES = (
    RulePicture(
        "flip.bust",
        N_("Two sad faces lie in play, and the top card has the third: to play it would end the turn."),
        RISK,
        ("play + deck", "sad"),
    ),
    RulePicture("flip.bust", N_("Stopping keeps the coins for building."), RISK, ("coins", "stop"), (), "stop"),
    RulePicture(
        "flip.stop.must_play",
        N_("With a Store on top you may stop."),
        town("hospital", "store", coins=2),
        ("deck", "stop"),
        (),
        "stop",
    ),
    RulePicture(
        "flip.stop.must_play",
        N_("A Residential on top has to be played first."),
        town("hospital", "residential", coins=2),
        ("deck", "stop"),
        (),
        "stop",
        wrong=True,
    ),
    RulePicture(
        "flip.stop.forced",
        N_("After a Park the next card is played."),
        town("park", "store", forced=1),
        ("play store",),
        (),
        "play",
    ),
    RulePicture(
        "flip.stop.forced",
        N_("Right after a Park you cannot stop."),
        town("park", "store", forced=1),
        ("play", "stop"),
        (),
        "stop",
        wrong=True,
    ),
    RulePicture(
        "flip.hospital",
        N_("Two sad faces are in play, its own among them: the Hospital gives three coins."),
        town("residential", "hospital", coins=1),
        ("play hospital", "coins"),
        (),
        "play",
    ),
    RulePicture(
        "flip.church",
        N_("With a Church the third sad face does not end the turn yet."),
        town("church, residential, residential, residential", "store", coins=3, limit=4),
        ("play", "sad"),
    ),
    RulePicture(
        "flip.shuffle.deck",
        N_("The deck was empty: the discard pile has become the new one."),
        town("store", "", "factory", coins=1),
        ("deck", "shuffle"),
        (),
        "shuffle",
    ),
    RulePicture(
        "flip.shuffle.deck",
        N_("A card is left: no shuffling yet."),
        town("store", "factory", "hospital", coins=1),
        ("deck", "shuffle"),
        (),
        "shuffle",
        wrong=True,
    ),
    RulePicture(
        "flip.recycle.card",
        N_("The Mall has the green arrow: it gives a coin."),
        town("", "hospital", "mall"),
        ("discard mall",),
        (),
        "recycle mall",
    ),
    RulePicture(
        "flip.recycle.card",
        N_("A Store has no green arrow."),
        town("", "hospital", "store"),
        ("discard store",),
        (),
        "recycle store",
        wrong=True,
    ),
    RulePicture(
        "flip.recycle.once",
        N_("A second Mall may help as well."),
        town("", "hospital", "mall, mall turned", coins=1),
        ("discard mall",),
        (),
        "recycle mall",
    ),
    RulePicture(
        "flip.recycle.once",
        N_("This Mall has helped in this turn: not twice."),
        town("", "hospital", "mall turned", coins=1),
        ("discard mall",),
        (),
        "recycle mall",
        wrong=True,
    ),
    RulePicture(
        "flip.phase.build",
        N_("After stopping you may buy."),
        town("factory, store", "hospital", coins=3, **BUILDING),
        ("supply store",),
        (),
        "buy store",
    ),
    RulePicture(
        "flip.phase.build",
        N_("Buying while cards are still being played is too early: stop first."),
        town("factory, store", "hospital", coins=3),
        ("supply store",),
        (),
        "buy store",
        wrong=True,
    ),
    RulePicture(
        "flip.buy.price",
        N_("With three coins you can buy a Store."),
        town("factory, store", "hospital", coins=3, **BUILDING),
        ("supply store",),
        (),
        "buy store",
    ),
    RulePicture(
        "flip.buy.price",
        N_("For a Park three coins are too few."),
        town("factory, store", "hospital", coins=3, **BUILDING),
        ("supply park",),
        (),
        "buy park",
        wrong=True,
    ),
    RulePicture(
        "flip.build.both",
        N_("A Mall at once costs as much as a Store and its upgrade together."),
        town("factory, store, mall", "hospital", coins=5, **BUILDING),
        ("supply store + supply mall",),
        (),
        "buy mall",
    ),
    RulePicture(
        "flip.upgrade.where",
        N_("The Store in the discard pile becomes a Mall."),
        town("factory, hospital", "hospital", "store", coins=4, **BUILDING),
        ("discard mall",),
        (),
        "upgrade store",
    ),
    RulePicture(
        "flip.upgrade.where",
        N_("A Store in play is not turned over."),
        town("store, store, store", "hospital", coins=3, **BUILDING),
        ("play",),
        (),
        "upgrade store",
        wrong=True,
    ),
    RulePicture(
        "flip.gift",
        N_("Eight coins: your Apartment goes to the other town, as a Residential."),
        town("plant, factory, mall, store", "hospital", "apartment", coins=8, **BUILDING),
        ("theirs residential",),
        (),
        "give apartment to 1",
    ),
    RulePicture(
        "flip.gift",
        N_("It is not turned over in your own pile."),
        town("plant, factory, mall, store", "hospital", "apartment", coins=8, **BUILDING),
        ("discard apartment",),
        (),
        "upgrade apartment",
        wrong=True,
    ),
    RulePicture(
        "flip.win.points",
        N_("Eight points in play: the game is won at once."),
        town("station, station", "park", forced=1),
        ("play park", "points"),
        (),
        "play",
    ),
)
