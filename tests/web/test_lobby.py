"""A table before its start."""

from kvartal.engine.words import words
from kvartal.server.live.frame import frame
from kvartal.server.table import commands as c
from kvartal.server.table.acts import act, create
from kvartal.server.table.table import folded
from kvartal.web.lobby import lobby
from kvartal.web.visit import WEB


def test_whose_device_holds_up_the_start_is_said_and_what_helps() -> None:
    table = folded("t", create(c.NewTable(game="toy"), "ann", 1))
    act(table, c.Sit(), "bob", 2)
    act(table, c.Promise(promise="0" * 64), "bob", 3)

    def shown() -> str:
        return lobby(frame(table, {"ann": "Ann", "bob": "<Bob>"}, set()), words("en", WEB))

    assert "No answer yet" not in shown()
    act(table, c.Start(), "ann", 4)
    assert "No answer yet from the device of: &lt;Bob&gt;." in shown()
    assert '<span data-for="host">If it stays silent, start again' in shown()
    assert 'data-do="start" data-for="host" class="go">' in shown()


def test_only_what_is_unusual_is_told_and_a_switch_in_words() -> None:
    def shown(**options: str) -> str:
        table = folded("t", create(c.NewTable(game="flip", options=options), "ann", 1))
        return lobby(frame(table, {"ann": "Ann"}, set()), words("en", WEB))

    assert "Standard rules." in shown()
    told = shown(top_visible="off", win_cards="12")
    assert "The top card of every deck is seen: no" in told
    assert told.count("<li>") == 2
    assert ": 12</li>" in told
