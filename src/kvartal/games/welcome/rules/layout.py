"""What the cells of a table and of a seat are called, and what they can hold."""

from kvartal.engine.layout import Field, Layout
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules.keys import EFFECT_KEYS, HOUSE_KEYS, MARKS, PHASES, STAGES, WAITS, card_names
from kvartal.games.welcome.rules.tables import WelcomeTables


def layout(tables: WelcomeTables, plans: tuple[str, ...], rules: tuple[str, ...]) -> Layout:
    """`plans` and `rules` by their names."""
    return Layout(
        _table_fields(tables, plans, rules),
        _seat_fields(tables),
        seats_at=tables.seats,
        stride=tables.stride,
        seats=tables.players,
    )


def _table_fields(tables: WelcomeTables, plans: tuple[str, ...], rules: tuple[str, ...]) -> list[Field]:
    kinds, most = tables.kinds, tables.cards
    cards = card_names(tables)
    piles, rival = tables.mode == at.PILES, tables.mode == at.SOLO_2023
    again = tables.reshuffle != at.RESHUFFLE_NEVER
    fields = [
        Field("phase", at.PHASE, high=2, values=PHASES),
        Field("waiting_for", at.WAIT, high=7, values=WAITS, absent=at.NOTHING),
        Field("waiting_at", at.WAIT_AT, high=3 * tables.players + 2, derived=True),
        Field("round", at.ROUND, high=1000, derived=True, usual=35),
        Field("pending", at.PENDING, high=tables.players, confirms=True, derived=True),
        Field(
            "ended",
            at.ENDED,
            low=-1,
            high=len(rules) - 1,
            values=("no", *rules),
            derived=True,
        ),
        Field("passes", at.PASSES, high=1000, derived=not again, absent=0, usual=2),
        Field("reshuffles", at.RESHUFFLES, high=3, derived=not again, absent=0),
        Field("plans", at.PLANS_AT, 3, low=-1, high=len(plans) - 1, values=("none", *plans)),
        Field("flipped", at.FLIPPED, 3, derived=True),
        Field("numbers", at.TOP, 3, low=-1, high=kinds - 1, values=("none", *cards), derived=not piles),
        Field("effects", at.TURNED, 3, low=-1, high=kinds - 1, values=("none", *cards), derived=not piles),
        Field("deck_size", at.DECK_SIZE, high=most, derived=True),
        Field("deck_top", at.DECK_TOP, low=-1, high=6, values=("none", *EFFECT_KEYS, "special"), derived=piles),
        Field("specials", at.SPECIALS, high=3, derived=tables.mode != at.SOLO_2018),
        Field("approvals_drawn", at.LETTERS, 3, derived=not rival),
        Field("dealer", at.DEALER, high=tables.players - 1, derived=tables.mode != at.DRAFT, seats=0),
        Field("rival_plans", at.RIVAL_PLANS, 3, low=-1, high=255, derived=not rival, usual=15),
        Field("rival_size", at.RIVAL_SIZE, high=most, derived=True),
    ]
    zones = ("", "_2", "_3")[: tables.zones]
    for i, zone in enumerate(zones):
        fields.append(
            Field(
                f"pool{zone}", at.CARDS + i * kinds, kinds, high=most, labels=cards, derived=i == 0, absent=0, usual=2
            )
        )
    for i, zone in enumerate(zones):
        fields.append(Field(f"discard{zone}", tables.discards + i * kinds, kinds, high=most, labels=cards, usual=2))
    if tables.mode == at.SOLO_2023:
        pile = Field("rival_pile", tables.rival_pile, most, low=-1, high=kinds - 1, values=("none", *cards))
        fields.append(pile)
    if tables.mode == at.DRAFT:
        names = ("none", *cards)
        fields.append(
            Field("unseen", tables.unseen, 3 * tables.players, low=-1, high=kinds - 1, values=names, absent=-1)
        )
    return fields


def _seat_fields(tables: WelcomeTables) -> list[Field]:
    houses = tables.houses
    cards = card_names(tables)
    fields = [
        Field("stage", at.STAGE, high=6, values=STAGES, confirms=True, absent=at.CHOOSING),
        Field("number_card", at.CARD_N, low=-1, high=2, absent=-1),
        Field("effect_card", at.CARD_E, low=-1, high=2, derived=not tables.hand, absent=-1),
        Field("number", at.NUMBER_NOW, low=-1, high=17, absent=-1),
        Field("hired", at.HIRED, high=2, absent=0),
        Field("wrote", at.WROTE, low=-1, high=houses - 1, absent=-1),
        Field("effect_at", at.DID, low=-1, high=houses - 1, absent=-1),
        Field("roundabout_at", at.DUG, low=-1, high=houses - 1, absent=-1),
        Field("roundabout_fences", at.DUG_FENCES, high=3, absent=0),
        Field("approving", at.USING, low=-1, high=2, absent=-1),
        Field("approved_now", at.FRESH, high=7, absent=0),
        Field("wants_reshuffle", at.AGAIN, absent=0),
        Field("refused", at.REFUSED, derived=True),
        Field("given", at.GIVEN, low=-1, high=2, absent=-1),
        Field("place", at.PLACE, high=tables.players, derived=True),
        Field("temps", at.TEMPS, high=tables.temp_boxes),
        Field("bis", at.BISES, high=tables.bis_boxes, derived=True),
        Field("refusals", at.REFUSALS, high=tables.refusal_boxes),
        Field("roundabouts", at.ROUNDABOUTS, high=tables.roundabout_boxes, derived=True),
        Field("built", at.BUILT, high=houses, derived=True),
        Field("parks", at.PARKS, 3, high=max(tables.park_boxes)),
        Field("plans", at.PLANS, 3, low=-1, high=255, usual=15),
        Field("values", at.VALUES, 6, high=max(tables.value_boxes)),
        Field("estates", at.ESTATES, 6, high=houses, derived=True),
        Field("free_estates", at.FREE, 6, high=houses, derived=True),
        Field("houses", at.NUMBERS, houses, low=-1, high=36, values=HOUSE_KEYS),
        Field("fences", tables.fences, houses),
        Field("marks", tables.marks, houses, high=5, values=MARKS, absent=0),
        Field("pools", tables.pool_at, tables.pools),
    ]
    if tables.hand:
        draft = tables.mode == at.DRAFT
        fields.append(
            Field("hand", tables.hand_at, 3, low=-1, high=tables.kinds - 1, values=("none", *cards), hidden=draft)
        )
        effects = ("none", *EFFECT_KEYS)
        fields.append(Field("hand_effects", tables.hand_effects, 3, low=-1, high=5, values=effects, derived=True))
    if tables.mode == at.DRAFT:  # the past of the cards: records of old have no fields for it
        every = 2 ** (at.HIGHEST + 1) - 1
        fields.append(Field("hand_ages", tables.ages, 3, high=1000, absent=0, usual=2))
        fields.append(Field("passed_before", tables.passed, high=max(0, tables.players - 2), absent=0))
        fields.append(Field("passed_not", tables.unfit, high=every, absent=0))
        fields.append(Field("fitted", tables.fitted, high=every, absent=0))
    return fields
