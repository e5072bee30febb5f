"""The life of a table, command by command: what happens, who may, and that a replay gives the same table."""

import contextlib
import random
from typing import Any

import msgspec
import pytest

from kvartal.engine.match import Match
from kvartal.games import game
from kvartal.games.welcome.rules import cells as at
from kvartal.server.store.index import moved_rows
from kvartal.server.table import acts, playing
from kvartal.server.table import commands as c
from kvartal.server.table import events as e
from kvartal.server.table.acting import Answer
from kvartal.server.table.acts import act, create
from kvartal.server.table.clock import DAY, GRACE
from kvartal.server.table.commands import Denied, Refused
from kvartal.server.table.table import Table, Trouble, folded

NOW = 1_700_000_000_000


class Life:
    """A table with its log; every command is followed by a replay that must give the same."""

    def __init__(self, game: str = "flip", seats: list[str] | None = None, **more: Any) -> None:
        wish = c.NewTable(game=game, seats=seats or ["me", "open"], **more)
        self.now = NOW
        self.log: list[e.Event] = create(wish, "ann", NOW)
        self.table = folded("t", self.log)

    def do(self, person: str, command: c.Command) -> Answer:
        self.now += 1000
        answer = act(self.table, command, person, self.now)
        self.log += answer.events
        stored = [e.read(e.write(event)) for event in self.log]
        assert seen(folded("t", stored)) == seen(self.table)
        return answer

    def started(self) -> "Life":
        for number, seat in enumerate(self.table.seats):
            if seat.kind == "open":
                self.do(["ann", "bob", "cyd", "dan"][number], c.Sit(seat=number))
        self.do("ann", c.Start())
        return self

    def play(self, moves: int, rng: random.Random) -> None:
        for _ in range(moves):
            if not self.table.owing:
                return
            seat = rng.choice(self.table.owing)
            move = str(rng.choice(self.match.moves(seat)))
            self.do(self.table.seats[seat].person, c.Move(move=move, seat=seat, seen=self.table.version(seat)))

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match


def seen(table: Table) -> object:
    """Everything about a table that must survive a replay."""
    players = range(table.created.players)
    match = table.match
    return (
        [(s.kind, s.person, s.level, s.why, s.key, s.agrees) for s in table.seats],
        [(s.invited_by, s.last, s.asker, dict(s.answers), list(s.admitted_by)) for s in table.seats],
        (
            table.status,
            table.host,
            table.why,
            table.muted,
            table.removed,
            table.rematch,
            table.number,
            table.frame_version,
        ),
        [table.version(seat) for seat in players],
        (table.clock.left, table.clock.since, list(table.chat)),
        (match.entries, match.state.encode(), match.steps.told) if match else None,
        table.deal,
    )


def refused(life: Life, person: str, command: c.Command) -> Refused:
    before = seen(life.table)
    with pytest.raises(Refused) as caught:
        life.do(person, command)
    assert seen(life.table) == before  # a refused command changes nothing
    return caught.value


@pytest.mark.parametrize("game", ["flip", "toy"])
@pytest.mark.parametrize("seed", range(3))
def test_any_play_with_undos_replays_to_the_same(game: str, seed: int) -> None:
    rng = random.Random(seed)
    life = Life(game, ["me", "open", "open"]).started()
    for _ in range(60):
        life.play(1, rng)
        if rng.random() < 0.3 and life.table.status == "playing":
            seat = rng.randrange(3)
            with contextlib.suppress(Refused):
                life.do(life.table.seats[seat].person, c.Undo(seat=seat))


def test_sitting_standing_and_the_rights_of_the_host() -> None:
    life = Life(seats=["me", "open", "invited"])
    assert refused(life, "bob", c.Start()).status == 403
    assert "seat 1, 2" in refused(life, "ann", c.Start()).text
    life.do("bob", c.Sit())
    life.do("bob", c.Sit())  # asking twice is harmless
    assert life.table.seats_of("bob") == [1]
    assert "taken" in refused(life, "cyd", c.Sit(seat=1)).text
    assert isinstance(refused(life, "cyd", c.Sit(seat=2)), Denied)
    assert isinstance(refused(life, "bob", c.Invite(seat=2)), Denied)
    key = life.do("ann", c.Invite(seat=2)).key
    assert isinstance(refused(life, "cyd", c.Sit(key=key + "x")), Denied)
    life.do("cyd", c.Sit(key=key))
    assert isinstance(refused(life, "dan", c.Sit(key=key)), Denied)  # a key works once
    life.do("cyd", c.Stand())
    life.do("ann", c.Bot(seat=2, level="random"))
    assert isinstance(refused(life, "bob", c.Free(seat=2)), Denied)
    life.do("ann", c.Free(seat=2))
    life.do("ann", c.Bot(seat=2))
    life.do("ann", c.Start())
    assert life.table.status == "playing"
    life.do("ann", c.Start())
    assert refused(life, "bob", c.Stand()).status == 409


def test_a_host_who_leaves_hands_the_table_on_and_an_empty_table_closes() -> None:
    life = Life(seats=["me", "open"])
    life.do("bob", c.Sit())
    life.do("ann", c.Leave())
    assert life.table.host == "bob"
    life.do("bob", c.Leave())
    assert (life.table.status, life.table.why) == ("ended", "closed")


def test_a_stranger_who_leaves_disturbs_nobody() -> None:
    life = Life(seats=["open", "open"])  # of a host who does not play
    life.do("bob", c.Sit())
    life.do("cyd", c.Sit())
    for stranger in ("eve", ""):
        assert isinstance(refused(life, stranger, c.Leave()), Denied)
    life.do("cyd", c.Leave())
    assert life.table.host == "ann", "a guest who leaves does not take the table from its host"
    life.do("dan", c.Sit())
    life.do("eve", c.Sit(key=life.do("dan", c.Invite()).key))
    assert life.table.host == "ann"
    life.do("bob", c.Promise(promise="0" * 64))
    life.do("ann", c.Start())
    assert isinstance(refused(life, "dan", c.Leave()), Denied)
    assert life.table.status == "salting", "and nobody from outside stops a start"
    life.do("ann", c.Leave())
    assert life.table.host == "bob"


def test_leaving_during_play_gives_the_seat_to_a_bot_for_good() -> None:
    life = Life().started()
    life.do("ann", c.Leave())
    assert life.table.seats[0].played_by_bot
    assert life.table.host == "bob"
    assert refused(life, "ann", c.Take()).status == 403
    assert refused(life, "ann", c.Move(move="play")).status == 403
    life.do("bob", c.Leave())
    assert life.table.status == "ended"


def test_a_seat_handed_to_a_bot_is_taken_back() -> None:
    life = Life().started()
    mover = life.table.owing[0]
    person = life.table.seats[mover].person
    life.do(person, c.Bot(level="greedy"))
    assert "take it back" in refused(life, person, c.Move(move="play")).text
    version = life.table.version(mover)
    life.do("", c.BotMove(seat=mover, seen=version, move="play"))
    assert not life.do("", c.BotMove(seat=mover, seen=version, move="play")).events  # thought of an older view
    life.do(person, c.Take())
    assert life.table.seats[mover].played_by_person


def test_bots_do_not_play_among_themselves_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "LONGEST_ALONE", 30)
    life = Life(options={"turn_cap": 0, "win_cards": 0}).started()
    for person in ("ann", "bob"):
        life.do(person, c.Bot(level="random"))

    def bot_moves(count: int) -> None:
        for _ in range(count):
            if life.table.status == "playing":
                seat = life.table.owing[0]
                move = str(life.match.moves(seat)[0])
                life.do("", c.BotMove(seat=seat, seen=life.table.version(seat), move=move))

    bot_moves(25)
    life.do("ann", c.Chat(text="how is it going?"))  # somebody is there
    bot_moves(30)
    assert life.table.status == "playing"
    bot_moves(1)
    assert (life.table.status, life.table.why) == ("ended", "expired")


def test_a_table_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "MOST_EVENTS", 40)
    life = Life("toy").started()
    while life.table.number < 40:
        life.do("ann", c.Chat(text="again"))
    for command in (c.Chat(text="more"), c.Move(move="done"), c.Invite(), c.Undo()):
        assert "too much" in refused(life, "ann", command).text
    life.do("ann", c.End())
    life.do("bob", c.Resign())
    assert life.table.status == "ended"


def test_a_seat_moves_to_another_device_and_the_old_one_is_out() -> None:
    life = Life().started()
    key = life.do("bob", c.Invite()).key
    assert key not in str(life.log)
    life.do("bob2", c.Sit(key=key))
    assert life.table.seats[1].person == "bob2"
    assert refused(life, "bob", c.Move(move="play")).status == 403


def test_the_host_removes_a_person_before_and_during_play() -> None:
    life = Life()
    life.do("bob", c.Sit())
    life.do("ann", c.Remove(person="bob"))
    assert life.table.seats[1].kind == "open"
    assert isinstance(refused(life, "bob", c.Sit()), Denied)
    life.do("cyd", c.Sit())
    life.do("ann", c.Start())
    assert isinstance(refused(life, "cyd", c.Remove(person="ann")), Denied)
    life.do("ann", c.Remove(person="cyd"))
    assert life.table.seats[1].played_by_bot


def test_a_moment_without_secrets_asks_nobody() -> None:
    """Whether anything is hidden is asked when somebody sits down, not when the seat was left."""
    life = Life("welcome", ["me", "open", "open"]).started()
    for person in ("bob", "cyd"):
        life.do(person, c.Leave())
    assert not life.match.holds_secrets(1), "no turn has begun"
    life.do("dan", c.Sit(key=life.do("ann", c.Invite(seat=1)).key))
    assert life.table.seats_of("dan") == [1]
    life.do("", c.BotMove(seat=2, seen=life.table.version(2), move=str(life.match.moves(2)[0])))
    assert life.match.holds_secrets(2), "now the bot has"
    life.do("eve", c.Sit(key=life.do("ann", c.Invite(seat=2)).key))
    assert life.table.seats_of("eve") == []
    life.do("dan", c.Admit(seat=2, person="eve"))
    assert not life.do("dan", c.Admit(seat=2, person="eve")).events, "twice is once"
    life.do("eve", c.Sit(seat=2))
    assert life.table.seats_of("eve") == [2]
    assert life.table.seats[2].played_by_person


def test_another_invitation_or_another_bot_takes_the_place_of_who_asks() -> None:
    life = Life("toy", ["me", "open", "open"]).started()
    life.do("bob", c.Leave())
    life.do("dan", c.Sit(key=life.do("ann", c.Invite(seat=1)).key))
    life.do("cyd", c.Admit(seat=1, person="dan"))
    life.do("eve", c.Sit(key=life.do("ann", c.Invite(seat=1)).key))
    assert refused(life, "dan", c.Sit(seat=1)).status == 409
    assert refused(life, "eve", c.Sit(seat=1)).status == 409, "nobody has agreed to her"
    life.do("ann", c.Bot(seat=1, level="random"))
    assert refused(life, "cyd", c.Admit(seat=1, person="eve")).status == 409
    life.do("bob", c.Sit(seat=1))
    assert life.table.seats_of("bob") == [1], "still the last who held it"
    assert isinstance(refused(life, "zoe", c.Admit(seat=1, person="eve")), Denied)


def test_resigning_ends_a_duel_and_a_bot_plays_on_among_more() -> None:
    duel = Life().started()
    duel.do("bob", c.Resign())
    assert (duel.table.status, duel.table.why, duel.table.ended_by) == ("ended", "resigned", 1)
    three = Life(seats=["me", "open", "open"]).started()
    three.do("bob", c.Resign())
    assert three.table.status == "playing"
    assert "not taken back" in refused(three, "bob", c.Take()).text
    three.do("cyd", c.Resign())
    three.do("ann", c.Resign())
    assert three.table.status == "ended"


def test_all_must_agree_to_end() -> None:
    life = Life().started()
    life.do("ann", c.End())
    life.do("ann", c.End(agree=False))
    life.do("bob", c.End())
    assert life.table.status == "playing"
    life.do("ann", c.End())
    assert (life.table.status, life.table.why) == ("ended", "agreed")


def test_a_rematch_is_one_table_with_the_same_people() -> None:
    life = Life(seats=["me", "open", "bot random"], options={"turn_cap": 3}).started()
    assert refused(life, "ann", c.Rematch()).status == 409
    life.do("ann", c.End())
    life.do("bob", c.End())
    first, second = life.do("bob", c.Rematch()), life.do("ann", c.Rematch())
    assert first.table == second.table != ""
    assert first.made is not None
    assert not second.made
    again = folded(first.table, first.made[1])
    assert [seat.person or seat.level for seat in again.seats] == ["ann", "bob", "random"]
    assert (again.host, again.created.options) == ("bob", life.table.created.options)


def test_the_live_clock_runs_while_a_move_is_owed() -> None:
    life = Life(minutes=1, seconds=5).started()
    mover = life.table.owing[0]
    clock = life.table.clock
    began = clock.since[mover]
    assert clock.due() == began + 60_000
    assert clock.deadline(1 - mover) is None
    life.do("", c.TimeUp(seat=mover))  # not yet
    assert life.table.seats[mover].played_by_person
    life.now = began + 59_500
    life.do("", c.TimeUp(seat=mover))
    assert life.table.seats[mover].why == "late"
    person = life.table.seats[mover].person
    life.do(person, c.Take())
    assert clock.left[mover] >= GRACE


def test_days_begin_anew_with_every_move() -> None:
    life = Life(days=2).started()
    mover = life.table.owing[0]
    life.now += DAY
    life.do(life.table.seats[mover].person, c.Move(move="play", seat=mover))
    assert life.table.clock.due() == life.now + 2 * DAY


def test_a_hidden_step_begins_no_new_day_and_leaves_no_trace_in_lists() -> None:
    life = Life("toy", days=2).started()
    clock, noticed = life.table.clock.shown(NOW), life.table.noticed
    move = next(str(move) for move in life.match.moves(0) if str(move).startswith("build"))
    for command in (c.Move(move=move), c.Undo(), c.Move(move=move)):
        life.now += DAY // 4
        life.do("ann", command)
        assert (life.table.clock.shown(NOW), life.table.noticed) == (clock, noticed)
        assert dict(moved_rows(life.table)[0][1])["touched"] == noticed
    life.do("ann", c.Move(move="done"))  # everybody sees who has confirmed
    assert life.table.clock.deadline(0) is None
    life.do("ann", c.Undo())
    assert life.table.clock.deadline(0) == life.now + 2 * DAY


def test_a_salt_that_never_comes_does_not_hold_a_table_up_for_ever() -> None:
    life = Life()
    life.do("bob", c.Sit())
    life.do("bob", c.Promise(promise="0" * 64))
    first = life.table.deal
    assert first is not None
    life.do("ann", c.Start())
    assert life.table.status == "salting"
    assert "opening" in refused(life, "ann", c.Start()).text
    life.now += 20_000
    life.do("bob", c.Chat(text="wait"))  # which is not what is waited for
    life.do("ann", c.Start())
    assert life.table.deal is not None
    assert (life.table.status, life.table.deal.commitment == first.commitment) == ("open", False)
    life.do("ann", c.Start())
    assert life.table.status == "playing"


def test_impossible_tables_are_refused_with_what_there_is() -> None:
    for more, word in (
        ({"game": "chess"}, "flip"),
        ({"seats": ["me"] * 9}, "1 to 4"),
        ({"seats": ["me", "bot strong"]}, "greedy"),
        ({"seats": ["me", "chair"]}, "open"),
        ({"options": {"recycle": "burn"}}, "turn or flip"),
        ({"late": "wait"}, "default"),
        ({"days": 1, "minutes": 5}, "not both"),
    ):
        with pytest.raises(Refused, match=word):
            create(c.NewTable(**{"game": "flip", **more}), "ann", NOW)  # type: ignore[arg-type]


def test_other_rules_are_refused_with_a_clear_message() -> None:
    created = create(c.NewTable(game="flip"), "ann", NOW)[0]
    assert isinstance(created, e.Created)
    for change, words in (
        ({"rules": 999}, "version 999"),
        ({"game": "gone"}, "no game 'gone'"),
        ({"digest": "0" * 64}, "numbers"),
    ):
        with pytest.raises(Trouble, match=words):
            folded("t", [msgspec.structs.replace(created, **change)])


def test_a_replay_draws_nothing_by_itself() -> None:
    """A card that was not stored did not happen: the table is put away rather than dealt anew."""
    life = Life("flip", ["me", "me"]).started()
    while not (isinstance(life.log[-1], e.Moved) and life.log[-1].draws):
        life.play(1, random.Random(1))
    drawn = len(life.match)
    last = msgspec.structs.replace(life.log[-1], draws=[])
    short = folded("t", [*life.log[:-1], last]).match
    assert short is not None
    assert len(short) == drawn - len(life.log[-1].draws)
    life.play(1, random.Random(1))
    with pytest.raises(Trouble, match="cannot be replayed"):
        folded("t", [*life.log[:-2], last, life.log[-1]])


def test_a_refused_move_tells_nothing_and_changes_nothing() -> None:
    life = Life("flip", ["me", "me"]).started()
    before, number = seen(life.table), life.table.number
    idle = 1 - life.table.owing[0]
    for move, seat in (("no such move", 0), (str(life.match.moves(1 - idle)[0]), idle)):
        with pytest.raises(Refused) as refused:
            act(life.table, c.Move(move=move, seat=seat, id="m1"), "ann", NOW + 5000)
        assert refused.value.rule
    assert (seen(life.table), life.table.number) == (before, number)
    assert not life.table.repeated(idle, "m1")


def test_a_table_goes_on_by_the_rules_it_was_created_with_and_a_rematch_by_the_newest() -> None:
    life = Life("welcome", ["me"], options={"edition": "2023"})
    created = life.log[0]
    assert isinstance(created, e.Created)
    assert created.rules == 2
    old = game("welcome").set_up(1, {"edition": "2023"}, version=1)
    life.log[0] = msgspec.structs.replace(created, rules=1, digest=old.digest)
    life.table = folded("t", life.log)
    life.started().play(10_000, random.Random(1))
    assert life.table.setup == old
    cells = life.match.state.cells
    assert (life.table.status, cells[at.RIVAL_SIZE]) == ("finished", cells[at.ROUND] - 1)
    _, (again, _) = life.do("ann", c.Rematch()).made or ("", (None, None))
    assert isinstance(again, e.Created)
    assert (again.rules, again.digest) == (2, created.digest)
    assert folded("u", [again]).setup.version == 2


def test_versions_count_per_seat_and_hidden_turns_of_others_do_not() -> None:
    life = Life("toy").started()
    versions = [life.table.version(seat) for seat in (0, 1, None)]
    life.table.fresh.clear()
    move = next(str(move) for move in life.match.moves(0) if str(move).startswith("build"))
    life.do("ann", c.Move(move=move))
    assert [life.table.version(seat) for seat in (0, 1, None)] == [versions[0] + 1, versions[1], versions[2]]
    assert life.table.news(0) == [f"0 {move}"]
    assert life.table.news(1) == []
    life.do("ann", c.Move(move="done"))
    other = next(str(move) for move in life.match.moves(1) if str(move).startswith("hide"))
    life.do("bob", c.Move(move=other, seen=versions[1]))  # still the version bob saw: nothing is ever stale
    life.table.fresh.clear()
    life.do("bob", c.Move(move="done"))
    told = life.table.news(0)
    assert "1 hide ?" in told  # the reveal tells that a plan was hidden, not which one
    assert all(other not in line for line in told)
    assert f"0 {move}" not in told  # its own steps it has been told before
    assert f"0 {move}" in life.table.news(None)
