"""A second, deliberately plain Mr House: one procedure that plays from the set-up to the last round.

It shares the printed numbers with the game, but no rule. Wherever somebody has to decide it yields
`("move", {seat: legal moves})` and is sent `(seat, move)`; for chance it yields `("chance", {outcome: weight})`.
"""

from collections.abc import Callable, Generator
from itertools import combinations
from typing import Any

from games.house.second_home import Home
from kvartal.games import game

GOODS = ("wood", "metal", "brick", "cement", "window", "door")
RAW = GOODS[:4]
SHOPS = {"windows": "window", "doors": "door", "bricks": "brick"} | {good: good for good in ("wood", "metal", "cement")}
PLACES = {"window": "windows", "door": "doors", "brick": "bricks"}
DATA = game("house").data
CARDS = [path.split(".")[2] for path in DATA if path.startswith("expert.privileges.") and path.endswith(".colour")]

Asking = Generator[tuple[str, Any], Any, Any]


def number(path: str) -> int:
    return int(DATA[path].value) if path in DATA else 0


class Table:
    def __init__(self, players: int, options: dict[str, str]) -> None:
        self.expert = options.get("variant") == "expert"
        self.options, variant, count = options, options.get("variant", "basic"), f"p{players}"
        self.homes = [Home() for _ in range(players)]
        stock = "expert.setup" if self.expert else "basic.stock"
        self.shops = {good: number(f"{stock}.{good}.{count}") for good in GOODS}
        self.level = {good: number(f"{'expert.refill' if self.expert else stock}.{good}.{count}") for good in GOODS}
        self.pool = {good: number(f"pool.{good}") - self.shops[good] for good in GOODS}
        for good in RAW:
            self.pool[good] -= players
        self.pieces = {"wood wall": 20, "brick wall": 20, "metal roof": 20, "tile roof": 20, "chimney": 16}
        if not self.expert:
            self.pieces |= {"metal roof": 40, "tile roof": 0}
        self.coins, self.permits = 20, 4
        places = {path.split(".")[2]: number(path) for path in DATA if path.startswith(f"{variant}.place.")}
        self.town = {n: PLACES.get(name, name) for name, n in places.items()}
        self.borders = {frozenset(map(int, pair.split("-"))) for pair in DATA[f"{variant}.map.borders"].value}
        kinds = ["wood wall", "brick wall", "metal roof", "chimney", "window", "door"]
        kinds += ["tile roof"] if self.expert else []
        self.recipes = {}
        for kind in kinds:
            written = kind.replace(" ", "_") if self.expert or kind != "metal roof" else "roof"
            self.recipes[kind] = {good: number(f"{variant}.recipe.{written}.{good}") for good in GOODS}
        self.display: list[int | None] = [None] * 5
        self.discount = [0] * 5
        self.shown = players + 1 if self.expert else players - 1
        self.deck = [number(f"expert.builders.card{n}.copies") for n in range(1, 13)]
        if not self.expert:
            self.deck = [28 - self.shown]
            self.display[: self.shown] = [0] * self.shown
        self.prices = {good: number(f"expert.price.{good}.start") for good in GOODS}
        self.scarce = {good: number(f"expert.scarce.{good}.{count}") for good in GOODS}
        self.unseen, self.current, self.coming = set(CARDS), list[str](), list[str]()

    def card(self, n: int, what: str) -> int:
        return number(f"expert.builders.card{n + 1}.{what}")

    # The game ---------------------------------------------------------------------------------------------------------

    def play(self) -> Asking:
        players = len(self.homes)
        if self.expert:
            self.order: list[int] = []
            while len(self.order) < players - 1:
                left = [str(seat) for seat in range(players) if seat not in self.order]
                self.order.append(int((yield "chance", dict.fromkeys(left, 1))))
            self.order += [seat for seat in range(players) if seat not in self.order]
            for position, seat in enumerate(self.order):
                self.homes[seat].money = 84 + 2 * position
            yield from self.lay_out_cards()
            leader = self.order[0]
        else:
            leader = int((yield "chance", {str(seat): 1 for seat in range(players)}))
        for round_ in range(6):
            clockwise = [(leader + n) % players for n in range(players)]
            yield from self.movement(list(self.order) if self.expert else clockwise)
            yield from self.purchases()
            if not self.expert and self.options.get("commit") != "one_by_one":
                yield from self.arrange(clockwise)
            for seat in clockwise:
                yield from self.build(seat)
            for home in self.homes:
                home.locked.clear()
            if round_ < 5:
                yield from self.prepare()
                leader = self.order[0] if self.expert else (leader + 1) % players

    def ask(self, seat: int, legal: Callable[[], set[str]], moving: bool = False) -> Asking:
        """A decision of one player, who may do other things first."""
        while True:
            besides = self.besides(seat, moving)
            _, move = yield "move", {seat: legal() | besides}
            if move not in besides:
                return move
            yield from self.do_besides(self.homes[seat], move)

    # At any time ------------------------------------------------------------------------------------------------------

    def besides(self, seat: int, moving: bool = False) -> set[str]:
        home = self.homes[seat]
        if not self.expert:
            spare = home.coins > len(home.asked)
            return {f"change {good}" for good in RAW if spare and self.pool[good] > home.asked.count(good)}
        found = {"repay"} if home.loans and home.money > 20 else set()
        for card in () if moving else home.cards:
            effect = DATA[f"expert.privileges.{card}.effect"].value
            good = effect.removeprefix("buy ")
            possible = self.pool[good] > 0 if good in GOODS else sum(self.deck) > 0 or effect != "hire"
            if possible and effect != "money":
                found.add(f"use {card}")
        return found

    def do_besides(self, home: Home, move: str) -> Asking:
        what = move.partition(" ")[2]
        if move == "repay":
            home.money, home.loans = home.money - 20, home.loans - 1
        elif move.startswith("change"):
            self.change(home, what)
        else:
            home.cards.remove(what)
            effect, amount = DATA[f"expert.privileges.{what}.effect"].value, number(f"expert.privileges.{what}.amount")
            if effect in RAW:
                self.take(home, effect, min(amount, self.pool[effect]), self.pool)
            elif effect == "quality":
                home.quality = min(9, home.quality + amount)
            else:
                home.pay(amount)
                if effect == "hire":
                    self.hire(home, (yield from self.draw_builder()))
                else:
                    self.take(home, effect.removeprefix("buy "), 1, self.pool)

    def change(self, home: Home, good: str) -> None:
        home.coins, self.coins = home.coins - 1, self.coins + 1
        self.take(home, good, 1, self.pool)

    def take(self, home: Home, good: str, count: int, source: dict[str, int]) -> None:
        source[good] -= count
        home.store[good] += count

    def draw_builder(self) -> Asking:
        drawn = yield "chance", {f"card{n + 1}": count for n, count in enumerate(self.deck) if count}
        card = int(drawn[4:]) - 1
        self.deck[card] -= 1
        return card

    def hire(self, home: Home, card: int) -> None:
        """In front; what stands there moves on as far as the first gap, or the last one leaves."""
        home.quality = min(9, home.quality + self.card(card, "stars"))
        crews = [*zip(home.slots, home.tired[1:], strict=True)]
        crews.pop(next((n for n, (held, _) in enumerate(crews) if held is None), 3))
        crews.insert(0, (card, False))
        home.slots, home.tired[1:] = [held for held, _ in crews], [tired for _, tired in crews]

    # The town ---------------------------------------------------------------------------------------------------------

    def movement(self, order: list[int]) -> Asking:
        self.towers: dict[int, list[int]] = {place: [] for place in self.town}
        self.chips: list[dict[int, int]] = [{} for _ in order]
        for _ in range(5):
            for seat in order:
                move = yield from self.ask(seat, lambda seat=seat: self.ways(self.chips[seat]), moving=True)
                _, value, _, name = move.split()
                place = next(n for n, called in self.town.items() if called == name)
                self.chips[seat][place] = int(value)
                self.towers[place].append(seat)

    def ways(self, mine: dict[int, int]) -> set[str]:
        hand = [0, 1, 1, 2, 3]
        for value in mine.values():
            hand.remove(value)
        centre = {n for n, name in self.town.items() if name in ("fair", "order")}
        found = set()
        for place, name in self.town.items():
            beside = not mine or any(frozenset((place, other)) in self.borders for other in mine)
            if self.options.get("centre") == "one" and place in centre and centre & set(mine):
                continue
            if place not in mine and beside:
                found |= {f"place {value} at {name}" for value in hand}
        return found

    def purchases(self) -> Asking:
        for place in sorted(self.town):
            name = self.town[place]
            queue = [(seat, self.chips[seat][place]) for seat in self.towers[place] if self.chips[seat][place]]
            if name == "bank":
                for seat, _ in queue[: self.coins]:
                    self.coins, self.homes[seat].coins = self.coins - 1, self.homes[seat].coins + 1
            elif name == "order":
                front = [seat for seat, _ in queue]
                self.order = front + [seat for seat in self.order if seat not in front]
            elif name == "office" and not self.expert:
                for seat in [seat for seat, _ in queue if not self.homes[seat].permit][:1]:
                    self.permits, self.homes[seat].permit = self.permits - 1, True
            elif name in ("office", "fair"):
                yield from (self.office(queue) if name == "office" else self.fair(queue))
            else:
                for seat, value in queue:
                    yield from (self.exchange if name == "exchange" else self.shop)(seat, value, SHOPS.get(name, ""))

    def shop(self, seat: int, value: int, good: str) -> Asking:
        if self.shops[good]:
            most = min(value, self.shops[good])
            move = yield from self.ask(seat, lambda: {f"take {count}" for count in range(most + 1)})
            self.take(self.homes[seat], good, int(move[-1]), self.shops)
            self.homes[seat].pay(int(move[-1]) * self.prices[good] if self.expert else 0)

    def exchange(self, seat: int, value: int, _: str) -> Asking:
        home = self.homes[seat]
        there = lambda: [n for n, card in enumerate(self.display) if card is not None]  # noqa: E731
        if not self.expert:
            if there() and None in home.slots:
                if (yield from self.ask(seat, lambda: {"take 0", "take 1"})) == "take 1":
                    self.display[there()[0]] = None
                    home.slots[home.slots.index(None)] = 0
            return
        while value and there():
            move = yield from self.ask(seat, lambda: {"done"} | {f"hire {n + 1}" for n in there()})
            if move == "done":
                return
            place = int(move[-1]) - 1
            card = self.display[place]
            assert card is not None
            home.pay(self.card(card, "price") - self.discount[place])
            self.display[place], self.discount[place], value = None, 0, value - 1
            self.hire(home, card)

    def office(self, queue: list[tuple[int, int]]) -> Asking:
        left = {"permit", "quality", "money"}
        for seat, value in queue:
            home = self.homes[seat]
            if len(left) > 1:
                hers = {what for what in left if what != "permit" or not home.permit}
                move = yield from self.ask(seat, lambda hers=hers: {"done"} | {f"office {what}" for what in hers})
                what = move.removeprefix("office ")
                left.discard(what)
                if what == "permit":
                    self.permits, home.permit = self.permits - 1, True
                home.quality = min(9, home.quality + (what == "quality"))
                home.money += 4 * value if what == "money" else 0

    def fair(self, queue: list[tuple[int, int]]) -> Asking:
        for seat, value in queue:
            if self.current:
                move = yield from self.ask(seat, lambda: {"done"} | {f"choose {card}" for card in self.current})
                if move == "done":
                    continue
                card = move.removeprefix("choose ")
                self.current.remove(card)
                self.homes[seat].cards.add(card)
                if card in ("windmill", "lawn") and (yield "move", {seat: {"keep", "cash"}})[1] == "cash":
                    self.homes[seat].cards.remove(card)
                    self.homes[seat].money += 5 * value

    # Building ---------------------------------------------------------------------------------------------------------

    def affordable(self, home: Home) -> set[str]:
        return {
            kind
            for kind, recipe in self.recipes.items()
            if all(home.free(good, self) >= recipe[good] for good in GOODS)
        }

    def arrange(self, clockwise: list[int]) -> Asking:
        arranging = set(clockwise)
        while arranging:
            legal = {}
            for seat in arranging:
                groups = {f"group {kind}" for kind in self.affordable(self.homes[seat])}
                legal[seat] = {"done"} | groups | self.besides(seat)
            seat, move = yield "move", legal
            word, _, what = move.partition(" ")
            if word == "done":
                arranging.remove(seat)
            else:
                (self.homes[seat].groups if word == "group" else self.homes[seat].asked).append(what)
        for seat in clockwise:  # coins are changed one after another; what the pool cannot give undoes groups
            home = self.homes[seat]
            asked, home.asked = home.asked, []
            for good in RAW:
                for _ in range(min(asked.count(good), self.pool[good])):
                    self.change(home, good)
                for kind in ("door", "window", "chimney", "metal roof", "brick wall", "wood wall"):
                    while kind in home.groups and self.recipes[kind][good] and home.free(good, self) < 0:
                        home.groups.remove(kind)

    def build(self, seat: int) -> Asking:
        home, committed = self.homes[seat], not self.expert and self.options.get("commit") != "one_by_one"

        def legal() -> set[str]:
            found = {"done"} | home.parts()
            for kind in set(home.groups) if committed else self.affordable(home):
                if self.pieces.get(kind, 1) and home.spots(kind, self.expert):
                    if not self.expert or sum(self.fresh(home).values()) >= self.need(kind):
                        found.add(f"build {kind}")
            return found

        while (move := (yield from self.ask(seat, legal))) != "done":
            word, _, what = move.partition(" ")
            if word == "demolish":
                for part in home.demolish(what):
                    (self.pool if part in GOODS else self.pieces)[part] += 1
                continue
            if committed:
                home.groups.remove(what)
            if self.expert:
                self.use_up(home, what)
                _, crew = yield "move", {seat: self.crews(home, self.need(what))}
                for each in crew.removeprefix("crew ").split("+"):
                    home.tired[int(each)] = True
            else:
                quality = (1 if self.options.get("quality") == "one" else 2) + 4 - home.slots.count(None)
                if int((yield "chance", {str(side): 1 for side in range(1, 7)})) > quality:
                    home.locked.append(what)
                    continue
                self.use_up(home, what)
            _, spot = yield "move", {seat: {f"at {spot}" for spot in home.spots(what, self.expert)}}
            home.put(what, spot.removeprefix("at "))
            if what in self.pieces:
                self.pieces[what] -= 1
        home.locked += home.groups
        home.groups = []

    def need(self, kind: str) -> int:
        return number(f"expert.workers.{kind.replace(' ', '_')}")

    def fresh(self, home: Home) -> dict[int, int]:
        """Crews that can work: how many they are."""
        workers = [1, *(0 if card is None else self.card(card, "workers") for card in home.slots)]
        return {crew: count for crew, count in enumerate(workers) if count and not home.tired[crew]}

    def crews(self, home: Home, need: int) -> set[str]:
        fresh, found = self.fresh(home), set()
        for chosen in (each for many in range(1, 6) for each in combinations(fresh, many)):
            total = sum(fresh[crew] for crew in chosen)
            if total >= need and all(total - fresh[crew] < need for crew in chosen):
                found.add("crew " + "+".join(map(str, chosen)))
        return found

    def use_up(self, home: Home, kind: str) -> None:
        for good, count in self.recipes[kind].items():
            home.store[good] -= count
            self.pool[good] += 0 if good == kind else count

    # Between the rounds -----------------------------------------------------------------------------------------------

    def prepare(self) -> Asking:
        for good in GOODS:
            low, high = number(f"expert.price.{good}.lowest"), number(f"expert.price.{good}.highest")
            step = 1 if self.shops[good] <= self.scarce[good] else -1
            self.prices[good] = max(low, min(high, self.prices[good] + step))
            added = max(0, min(self.level[good] - self.shops[good], self.pool[good]))
            self.shops[good], self.pool[good] = self.shops[good] + added, self.pool[good] - added
        if not self.expert:
            for place in range(self.shown):
                if self.display[place] is None and self.deck[0]:
                    self.display[place], self.deck[0] = 0, self.deck[0] - 1
            return
        for place, card in enumerate(self.display):
            if card is not None:
                self.discount[place] += 1
                if self.discount[place] == self.card(card, "price"):
                    self.display[place], self.discount[place] = None, 0
        self.current, self.coming = self.coming, []
        for home in self.homes:
            home.slots, home.tired = [None, *home.slots[:3]], [False] * 5
        yield from self.lay_out_cards()

    def lay_out_cards(self) -> Asking:
        for place in range(self.shown):
            if self.display[place] is None and sum(self.deck):
                self.display[place] = yield from self.draw_builder()
        for cards in (self.current, self.coming):
            while len(cards) < 2 and len(self.unseen) > 3 and (cards is self.coming or len(self.unseen) > 13):
                cards.append((yield "chance", dict.fromkeys(self.unseen, 1)))
                self.unseen.remove(cards[-1])
