"""A hidden step of somebody else: no page, no answer and no list of a real server is different for it by one byte."""

import http.client
import json
from contextlib import closing
from urllib.parse import urlsplit

ADDRESSES = [
    "/table/{t}", "/table/{t}/text", "/table/{t}/hint", "/table/{t}/why?move={m}", "/table/{t}/why?move={own}",
    "/table/{t}/at", "/table/{t}/replay", "/table/{t}/plot", "/table/{t}/again", "/table/{t}/mine", "/table/{t}/verify",
    "/table/{t}/qr.svg",
    "/api/tables/{t}", "/api/tables/{t}/log", "/api/tables/{t}/record", "/api/tables", "/api/tables/mine", "/",
]  # fmt: skip


class Somebody:
    def __init__(self, site: str, name: str = "") -> None:
        self.site, self.token = site, ""
        if name:
            self.token = str(json.loads(self.ask("/api/me", {"name": name})[1])["token"])

    def ask(self, path: str, body: object = None) -> tuple[int, bytes]:
        head = {"content-type": "application/json"} | ({"authorization": f"Bearer {self.token}"} if self.token else {})
        with closing(http.client.HTTPConnection(urlsplit(self.site).netloc)) as line:
            data = None if body is None else json.dumps(body)
            line.request("POST" if data else "GET", path.replace(" ", "%20"), data, head)
            answer = line.getresponse()
            return answer.status, answer.read()

    def do(self, table: str, **what: object) -> dict[str, object]:
        status, answer = self.ask(f"/api/tables/{table}/do", what)
        assert status == 200, answer
        found: dict[str, object] = json.loads(answer)
        return found

    def moves(self, table: str) -> list[str]:
        found: list[str] = json.loads(self.ask(f"/api/tables/{table}")[1])["view"]["moves"]
        return found

    def sees(self, table: str, **moves: str) -> dict[str, tuple[int, bytes]]:
        found = {each: self.ask(each.format(t=table, **moves)) for each in ADDRESSES}
        status, view = found["/api/tables/{t}"]
        looked = json.loads(view)
        assert len(set(looked.pop("clock"))) == 1  # time runs, but for all of them alike
        found["/api/tables/{t}"] = status, json.dumps(looked).encode()
        return found


def test_nothing_tells_of_a_hidden_step(quiet_site: str) -> None:
    for game, preset in (("toy", None), ("welcome", "2018"), ("welcome", "draft")):
        nothing_tells(quiet_site, game, preset)


def nothing_tells(site: str, game: str, preset: str | None) -> None:
    ann, bob, eve, nobody = (Somebody(site, name) for name in ("Ann", "Bob", "Eve", ""))
    wish = {"game": game, "seats": ["me", "open"], "public": True, "days": 2, "help": True} | (
        {"preset": preset} if preset else {}
    )
    table = json.loads(ann.ask("/api/tables", wish)[1])["table"]
    bob.do(table, do="sit")
    ann.do(table, do="start")
    others = (bob, eve, nobody)
    own, theirs = ann.moves(table)[0], bob.moves(table)[0]
    before = [each.sees(table, m=theirs, own=own) for each in others]
    assert all(status == 200 for status in (before[0][each][0] for each in ("/table/{t}", "/table/{t}/hint", "/")))
    page = ann.ask(f"/table/{table}")
    ann.do(table, do="move", move=own, seat=0)
    assert [each.sees(table, m=theirs, own=own) for each in others] == before
    ann.do(table, do="undo", seat=0)
    assert [each.sees(table, m=theirs, own=own) for each in others] == before
    assert ann.ask(f"/table/{table}") == page
