"""Everything wrong with a position typed in: cards, table, phases, and the sheets of all seats."""

from typing import Any

from kvartal.engine.game import Setup
from kvartal.engine.state import State
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import ids, queries
from kvartal.games.welcome.rules.keys import EFFECT_KEYS
from kvartal.games.welcome.rules.positions.approved import mark_problems, satisfied
from kvartal.games.welcome.rules.positions.derive import dealing_order, dealt, hand, in_round, pool, turns
from kvartal.games.welcome.rules.positions.unfinished import idle_problems, turn_problems
from kvartal.games.welcome.rules.positions.written import ledger, sheet_problems
from kvartal.games.welcome.rules.state import WelcomeState

SETTING = (at.DRAW_PLAN, at.DRAW_DEALER, at.DRAW_TURNED, at.DRAW_NUMBER, at.DRAW_TOP, at.DRAW_HAND)
BETWEEN = (at.DRAW_TURNED, at.DRAW_NUMBER, at.DRAW_TOP, at.DRAW_HAND, at.DRAW_LETTER)
OF_PILES = (at.DRAW_TURNED, at.DRAW_NUMBER)
OF_HANDS = (at.DRAW_TOP, at.DRAW_HAND, at.DRAW_LETTER, at.DRAW_DEALER)


def position_problems(setup: Setup, state: State) -> list[str]:
    assert isinstance(state, WelcomeState)
    tables: Any = setup.tables
    cells: Any = state.cells
    problems = []
    census = setup.game.census(setup, state)
    for kind, name in enumerate(census):
        if census[name] != tables.count[kind]:
            problems.append(f"cards: {census[name]} of {name}, but there are {tables.count[kind]} in the box")
    problems += _phase(tables, cells)
    if not problems:
        problems += _piles(tables, cells) if tables.mode == at.PILES else _hands(tables, cells)
    if problems:
        return problems  # about a turn on a sheet only the right cards can be asked
    problems = _deck(tables, cells)
    before = state.copy()
    for seat in range(setup.players):
        problems += [f"seats[{seat}]: {text}" for text in _seat(state, before, seat)]
        if tables.mode == at.DRAFT:
            problems += [f"seats[{seat}].{text}" for text in _past_problems(tables, cells, seat)]
    if tables.mode == at.DRAFT and any(cells[i] >= 0 for i in range(tables.unseen, tables.seats)):
        problems.append("unseen: only a view has it; on the table every card lies in a place of its own")
    return problems or _over(state, before) or _plan_points(tables, cells)


# The table ------------------------------------------------------------------------------------------------------------


def _phase(tables: Any, cells: Any) -> list[str]:
    """Which part of the game it is, what it waits for, and whose turns have begun."""
    problems = _part(cells) + _waiting(tables, cells) + _plans(tables, cells)
    for seat in range(tables.players if not in_round(cells) else 0):
        base = tables.seats + seat * tables.stride
        problems += [f"seats[{seat}]: {text}" for text in idle_problems(tables, cells, base)]
    if in_round(cells) and not cells[at.PENDING]:
        problems.append("stage: at least one seat has not confirmed while the game goes on")
    return problems


def _part(cells: Any) -> list[str]:
    phase, wait, rounds = cells[at.PHASE], cells[at.WAIT], cells[at.ROUND]
    problems = []
    if phase == at.SETTING_UP:
        if wait not in SETTING:
            problems.append("waiting_for: while setting up plans and cards are drawn")
        if rounds:
            problems.append("phase: setting up, but there is something on the first sheet")
    elif phase == at.OVER_NOW:
        if wait != at.NOTHING:
            problems.append("waiting_for: nothing, when the game is over")
        if cells[at.ENDED] < 0:
            problems.append("phase: over, but nothing has ended the game")
    elif wait not in (at.NOTHING, *BETWEEN):
        problems.append("waiting_for: between two rounds only cards are drawn")
    elif not rounds:
        problems.append("phase: before the first round it is setting up")
    return problems


def _waiting(tables: Any, cells: Any) -> list[str]:
    """What chance is asked for in this way of playing."""
    wait = cells[at.WAIT]
    problems = []
    if wait in (OF_HANDS if tables.mode == at.PILES else OF_PILES):
        problems.append("waiting_for: three piles ask for numbers and turned cards, hands for tops and hands")
    if (wait == at.DRAW_LETTER and tables.mode != at.SOLO_2023) or (wait == at.DRAW_DEALER and tables.mode != at.DRAFT):
        problems.append("waiting_for: a dealer is drawn in the draft, an approval card alone in 2023")
    if wait == at.DRAW_TURNED and cells[at.PHASE] == at.PLAYING and not cells[at.RESHUFFLES]:
        problems.append("waiting_for: cards are turned over anew only after a reshuffle")
    return problems


def _plans(tables: Any, cells: Any) -> list[str]:
    """Three plans, each of its deck."""
    plans = [cells[at.PLANS_AT + place] for place in range(3)]
    problems = [
        f"plans: the plan at place {place + 1} is none that is drawn there with these options"
        for place, plan in enumerate(plans)
        if plan >= 0 and plan not in tables.decks[place]
    ]
    if cells[at.PHASE] == at.SETTING_UP and cells[at.WAIT] == at.DRAW_PLAN:
        begun = next((place for place in range(3) if plans[place] < 0), 3)
        loose = [place for place in range(begun, 3) if plans[place] >= 0]
        if begun == 3 or tables.fixed[begun] != 255 or loose:
            problems.append("plans: they are drawn from the first to the third")
    elif min(plans) < 0:
        problems.append("plans: three plans lie on the table")
    return problems


def _piles(tables: Any, cells: Any) -> list[str]:
    """Three piles show a number and an effect each."""
    wait = cells[at.WAIT]
    tops, turned = ([cells[begin + i] >= 0 for i in range(3)] for begin in (at.TOP, at.TURNED))
    problems = []
    none, drawn = [False] * 3, (sorted(tops, reverse=True), sorted(turned, reverse=True))
    if wait == at.DRAW_PLAN:
        right = tops == turned == none
    elif wait == at.DRAW_TURNED:
        right = tops == none and turned == drawn[1] and not all(turned)
    elif wait == at.DRAW_NUMBER:
        right = all(turned) and tops == drawn[0] and not all(tops)
    else:
        right = all(tops) and all(turned)
    if not right:
        problems.append("numbers, effects: each pile shows a number and an effect, drawn from the first to the third")
    most = {at.RESHUFFLE_EACH: 3, at.RESHUFFLE_ONCE: 1}.get(tables.reshuffle, 0)
    flipped = sum(cells[at.FLIPPED + place] for place in range(3))
    if cells[at.RESHUFFLES] > min(most, flipped):
        problems.append(f"reshuffles: {cells[at.RESHUFFLES]}, but it is at most one for each plan turned over")
    return problems


def _hands(tables: Any, cells: Any) -> list[str]:
    """Hands of three, dealt one card after the other from a deck whose top card shows its effect."""
    held = {place: hand(tables, cells, place // 3)[place % 3] >= 0 for place in dealing_order(tables, cells)}
    passed = tables.mode == at.DRAFT and cells[at.ROUND] > 0
    flags = [filled for place, filled in held.items() if not (passed and place % 3 == 0)]
    problems = []
    if passed and not all(filled for place, filled in held.items() if place % 3 == 0):
        problems.append("hand: the first card of each hand was passed on to it")
    if flags != sorted(flags, reverse=True):
        problems.append("hand: hands are filled one after the other, from the dealer on")
    if tables.mode != at.DRAFT:
        problems += _specials(tables, cells)
    if cells[at.PHASE] == at.OVER_NOW:
        return problems
    return problems + _dealing(cells, flags) + _top(tables, cells)


def _dealing(cells: Any, flags: list[bool]) -> list[str]:
    """`flags`: which of the places that are dealt to have their card."""
    wait, full = cells[at.WAIT], all(flags)
    problems = []
    if wait == at.NOTHING and not full:
        problems.append("hand: three cards in each hand while the game goes on")
    if wait in (at.DRAW_HAND, at.DRAW_LETTER) and full:
        problems.append("waiting_for: all hands are full")
    if wait in (at.DRAW_PLAN, at.DRAW_DEALER) and (any(flags) or cells[at.ROUND]):
        problems.append("waiting_for: plans and dealer are drawn before any card")
    return problems


def _top(tables: Any, cells: Any) -> list[str]:
    """The card on top of the deck, whose effect shows."""
    wait, top, size = cells[at.WAIT], cells[at.DECK_TOP], cells[at.DECK_SIZE] + cells[at.SPECIALS]
    problems = []
    seen = wait in (at.NOTHING, at.DRAW_HAND, at.DRAW_LETTER) and size > 0
    if (top >= 0) != seen:
        problems.append("deck_top: the top card of the deck is seen in a round, or when it is dealt next")
    elif top >= 0 and ((wait == at.DRAW_LETTER and top != at.SPECIAL) or (wait == at.DRAW_HAND and top == at.SPECIAL)):
        problems.append("waiting_for: what lies on top of the deck is dealt next")
    if wait == at.DRAW_TOP and not size:
        problems.append("waiting_for: no card is left whose effect could be seen")
    if top == at.SPECIAL and not (cells[at.PASSES] or size <= tables.window):
        problems.append(f"deck_top: the special card lies among the last {tables.window} cards")
    if top == at.SPECIAL and not cells[at.SPECIALS]:
        problems.append("deck_top: there is no special card in the deck")
    if 0 <= top < at.SPECIAL:
        kinds = zip(pool(tables, cells, 0), tables.effect, strict=True)
        if not any(count and effect == top for count, effect in kinds):
            problems.append(f"deck_top: no {EFFECT_KEYS[top]} card is left in the deck")
    return problems


def _specials(tables: Any, cells: Any) -> list[str]:
    """The solo card of 2018; approval cards and the rival of 2023."""
    early = cells[at.PASSES] == 0 and cells[at.DECK_SIZE] >= tables.window
    if tables.mode == at.SOLO_2018:
        problems = []
        if cells[at.SPECIALS] > 1:
            problems.append("specials: there is one solo card")
        if cells[at.SPECIALS] == 0 and early:
            problems.append(f"specials: the solo card lies among the last {tables.window} cards, it is not drawn yet")
        return problems
    drawn = sum(cells[at.LETTERS + letter] for letter in range(3))
    least, most = {0: (0, 1), 1: (1, 3)}.get(cells[at.PASSES], (3, 3))
    problems = []
    if not least <= drawn <= most:
        problems.append(f"approvals_drawn: after {cells[at.PASSES]} shuffles {least} to {most} are drawn")
    elif drawn and early:
        problems.append(f"approvals_drawn: the first lies among the last {tables.window} cards, it is not drawn yet")
    return problems + _rival(tables, cells)


def _rival(tables: Any, cells: Any) -> list[str]:
    """Its cards, one a round, and its plans."""
    problems = []
    rounds, pile = cells[at.ROUND], cells[tables.rival_pile : tables.seats]
    given = [kind >= 0 for kind in pile]
    if given != sorted(given, reverse=True):
        problems.append("rival_pile: its cards lie one on the other")
    over = cells[at.PHASE] == at.OVER_NOW
    whole = tables.version > 1 if over else cells[at.WAIT] != at.NOTHING  # in version 1 the last card was never given
    given_so_far = rounds if whole else max(0, rounds - 1)
    if cells[at.RIVAL_SIZE] != given_so_far:
        problems.append(f"rival_pile: {cells[at.RIVAL_SIZE]} cards, but it gets one in every round: {given_so_far}")
    for letter in range(3):
        points, plan = cells[at.RIVAL_PLANS + letter], cells[at.PLANS_AT + letter]
        approves = cells[at.LETTERS + letter] and tables.rival[1 + letter]
        if (points >= 0) != bool(approves):
            problems.append("rival_plans: points for each approval card drawn that it approves, -1 for the others")
        elif points >= 0 and points not in (tables.plan_first[plan], tables.plan_later[plan]):
            problems.append("rival_plans: the points of the plan")
    return problems


def _deck(tables: Any, cells: Any) -> list[str]:
    """As many cards in the discard as so many rounds have put there."""
    zones = range(tables.zones, 2 * tables.zones)
    discards = [sum(pool(tables, cells, zone)) for zone in zones]
    lies, over = sum(discards), cells[at.PHASE] == at.OVER_NOW
    if cells[at.RESHUFFLES]:
        most = 3 * max(0, cells[at.ROUND] - 2 + (0 if in_round(cells) or over else 1))
        if lies % 3 or lies > most or cells[at.PASSES] * (tables.cards // 3 - 1) > cells[at.ROUND]:
            return [f"discard: {lies} cards; three for each round since the reshuffle, which was after the first"]
        return []
    expected = dealt(tables, cells)
    problems = []
    if cells[at.PASSES] != expected.passes:
        problems.append(f"passes: {cells[at.PASSES]}, but after {cells[at.ROUND]} rounds it is {expected.passes}")
    if lies != expected.discard and not (over and tables.hand):
        problems.append(f"discard: {lies} cards, but after {cells[at.ROUND]} rounds there are {expected.discard}")
    if tables.mode == at.SOLO_2018 and expected.passes:
        problems.append("discard: alone in 2018 the game is over when the deck is")
    if tables.zones == 3 and not problems:
        problems += _separate(tables, cells, discards)
    return problems


def _separate(tables: Any, cells: Any, discards: list[int]) -> list[str]:
    """2023: one pool in the first pass, then three piles that keep their cards."""
    pools = [sum(pool(tables, cells, zone)) for zone in range(3)]
    if len(set(discards)) > 1:
        return ["discard, discard_2, discard_3: as many cards beside each pile"]
    if not cells[at.PASSES]:
        return ["pool_2, pool_3: empty in the first pass, all cards lie in one pool"] if pools[1] + pools[2] else []
    shown = [int(cells[at.TOP + i] >= 0) + int(cells[at.TURNED + i] >= 0) for i in range(3)]
    if any(each != tables.cards // 3 for each in map(sum, zip(pools, discards, shown, strict=True))):
        return [f"pool, pool_2, pool_3: {tables.cards // 3} cards belong to each pile, with its discard"]
    return []


# The seats ------------------------------------------------------------------------------------------------------------


def _past_problems(tables: Any, cells: Any, seat: int) -> list[str]:
    """Draft: what everybody knows about the cards in a hand must be true of them."""
    base = tables.seats + seat * tables.stride
    hand = base + tables.hand_at
    numbers = [tables.number[cells[hand + slot]] if cells[hand + slot] >= 0 else -1 for slot in range(3)]
    unfit, fitted = cells[base + tables.unfit], cells[base + tables.fitted]
    problems = []
    if any(cells[base + tables.ages + slot] > cells[at.PASSES] for slot in range(3)):
        problems.append(f"hand_ages: the deck was rebuilt {cells[at.PASSES]} times")
    first = cells[at.ROUND] < 2 and (cells[at.ROUND] == 0 or cells[at.WAIT] == at.NOTHING)
    if first and (unfit or cells[base + tables.passed]):
        problems.append("passed_before, passed_not: no card has been passed on before the second round")
    if numbers[0] >= 0 and unfit >> numbers[0] & 1:
        problems.append(f"passed_not: the first card of the hand has the number {numbers[0]}")
    if fitted and not cells[base + at.REFUSED]:
        problems.append("fitted: the numbers that fitted are kept after a refusal, and there was none in this turn")
    elif any(number >= 0 and fitted >> number & 1 for number in numbers):
        problems.append("fitted: a number of the hand is among them, so nothing had to be refused")
    return problems


def _seat(state: WelcomeState, before: WelcomeState, seat: int) -> list[str]:
    """The sheet as the round began (then it stands so in `before`), the turn, and the sheet as it is now."""
    tables: Any = state.tables
    cells: Any = state.cells
    base = tables.seats + seat * tables.stride
    for place in range(3):  # a street without an end cannot be looked at
        if not cells[base + tables.fences + tables.past[place] - 1]:
            return sheet_problems(state, seat)
    if cells[base + at.ROUNDABOUTS] and not tables.roundabouts:
        return ["houses: without roundabouts=on there are none"]
    begun = state.unrevealed(seat)
    if in_round(cells):
        problems = turn_problems(state, seat)
        if problems:
            return problems
        if begun:
            queries.take_back(before, seat)
    problems = sheet_problems(before, seat) + _approved(before, seat, at.SPENT, at.MARKED)
    turn = turns(tables, before.cells, base)
    done = cells[at.ROUND] - (1 if in_round(cells) else 0)
    if turn != done:
        problems.append(f"houses, refusals: {turn} turns are on the sheet, but {done} rounds are over")
    if begun and not problems:
        now = state
        if cells[base + at.STAGE] == at.WRITING and cells[base + at.HIRED] == 1:
            now = state.copy()
            now.cells[base + at.TEMPS] -= 1  # crossed already, but the number that brings it is still to come
        problems = sheet_problems(now, seat) + _approved(now, seat, at.SPENT_NOW, at.MARKED_NOW)
    return problems or _seen(state, before, seat)


def _approved(state: WelcomeState, seat: int, spent: int, marked: int) -> list[str]:
    """Plans approved in earlier rounds with the marks they left, or those of this turn with theirs."""
    tables: Any = state.tables
    cells: Any = state.cells
    base = tables.seats + seat * tables.stride
    fresh = spent == at.SPENT_NOW
    places = [p for p in range(3) if cells[base + at.PLANS + p] >= 0 and fresh == bool(cells[base + at.FRESH] >> p & 1)]
    problems = []
    for place in places:
        plan, points = cells[at.PLANS_AT + place], cells[base + at.PLANS + place]
        values = (tables.plan_first[plan], tables.plan_later[plan])
        if points not in values:
            problems.append(f"plans: {points} points for plan {place + 1}, but it gives {values[0]} or {values[1]}")
        elif fresh and points != values[cells[at.FLIPPED + place]]:
            problems.append(f"plans: plan {place + 1} gives {values[cells[at.FLIPPED + place]]} points now")
        if not satisfied(state, seat, plan):
            problems.append(f"plans: plan {place + 1} is approved, but this sheet cannot have met it")
    return problems or mark_problems(state, seat, [cells[at.PLANS_AT + place] for place in places], spent, marked)


def _seen(state: WelcomeState, before: WelcomeState, seat: int) -> list[str]:
    """In the first pass every effect that was used lies in the discard, or is on offer now."""
    tables: Any = state.tables
    cells: Any = state.cells
    if cells[at.PASSES] or cells[at.RESHUFFLES] or cells[at.PHASE] == at.OVER_NOW:
        return []
    counts = [0] * at.EFFECTS
    for zone in range(tables.zones, 2 * tables.zones):
        for effect, count in zip(tables.effect, pool(tables, cells, zone), strict=True):
            counts[effect] += count
    problems = []
    for effect, used in enumerate(ledger(before, seat).effects):
        if used > counts[effect]:
            key = EFFECT_KEYS[effect]
            problems.append(f"{key}: used {used} times, but only {counts[effect]} cards with it were turned up so far")
    return problems


# The end, and plans -------------------------------------------------------------------------------------------------


def _over(state: WelcomeState, before: WelcomeState) -> list[str]:
    cells: Any = state.cells
    ended = queries.ended_by(before)
    if ended < 0 or cells[at.PHASE] == at.OVER_NOW:
        return []
    reason = ("three plans are approved", "all refusals are crossed", "a sheet is full")
    return [f"phase: the game is over already, {reason[ended - ids.END_PLANS]}"]


def _plan_points(tables: Any, cells: Any) -> list[str]:
    """Somebody was the first to have a plan, and got the higher value for it."""
    problems = []
    for place in range(3):
        plan = cells[at.PLANS_AT + place]
        if plan < 0 or tables.plan_first[plan] == tables.plan_later[plan] or not cells[at.FLIPPED + place]:
            continue
        bases = [tables.seats + seat * tables.stride for seat in range(tables.players)]
        old = [
            cells[base + at.PLANS + place]
            for base in bases
            if cells[base + at.PLANS + place] >= 0 and not cells[base + at.FRESH] >> place & 1
        ]
        rival = cells[at.RIVAL_PLANS + place]
        firsts = [*old, *([rival] if rival >= 0 else [])].count(tables.plan_first[plan])
        if tables.mode == at.SOLO_2018:
            wrong = firsts == 0 and old and cells[at.SPECIALS] == 1
        elif tables.mode == at.SOLO_2023:
            wrong = firsts != 1
        else:
            wrong = firsts == 0
        if wrong:
            problems.append(
                f"plans: the first who had plan {place + 1} in an earlier round got the higher value for it"
            )
    return problems
