"""The proxy of docs/self-hosting.md as it stands there: a real nginx before a real server, and people who use it."""

import os
import re
import shutil
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from browser import Person, play_now
from playwright.sync_api import Browser

DOCS = Path(__file__).resolve().parents[2] / "docs"
SITE, BELOW, SEVERAL = re.findall(r"```nginx\n(.*?)```", (DOCS / "self-hosting.md").read_text("utf-8"), re.S)
# What a machine of one's own has around it: everything nginx writes stays in one folder.
AROUND = """
daemon off;
pid nginx.pid;
{user}
error_log stderr warn;
events {{ worker_connections 64; }}
http {{
    access_log off;
    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
{sites}
}}
"""


def nginx() -> str:
    found = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin") or f"{sys.prefix}/nginx/usr/sbin/nginx"
    assert Path(found).is_file(), "Debian's package nginx is needed (./test unpacks it when it can)"
    return found


def below(path: str) -> str:
    """The site of the guide with the location of its other page instead of its own."""
    head, _, _ = SITE.partition("    location")
    return f"{head}{BELOW}}}\n".replace("/games", path)


@contextmanager
def proxied(folder: Path, sites: str, behind: str) -> Iterator[str]:
    """The address of the guide's proxy, on a port that is not 80, in front of a server."""
    with socket.socket() as free:  # nginx cannot be asked which one it took
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert "listen 80;" in sites
    assert "127.0.0.1:8000" in sites
    sites = sites.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("127.0.0.1:8000", behind)
    user = "user root;" if os.geteuid() == 0 else ""  # its workers write into a folder of ours
    (folder / "nginx.conf").write_text(AROUND.format(user=user, sites=sites))
    process = subprocess.Popen(
        [nginx(), "-p", str(folder), "-c", "nginx.conf", "-e", "stderr"], stderr=subprocess.PIPE, text=True
    )
    try:
        while process.poll() is None:
            with socket.socket() as line:
                if line.connect_ex(("127.0.0.1", port)) == 0:
                    break
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        complaints = process.communicate(timeout=30)[1]
    assert "[emerg]" not in complaints
    assert "[warn]" not in complaints


def test_nginx_brings_everybody_who_asks_for_a_table_to_one_server(tmp_path: Path) -> None:
    """Whatever is asked of it, and by whom; and the tables are shared out among the servers."""
    heard: list[tuple[int, str]] = []

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append((self.server.server_address[1], self.path))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Answer) for _ in range(2)]
    for server in servers:
        Thread(target=server.serve_forever, daemon=True).start()
    behind = [f"127.0.0.1:{server.server_address[1]}" for server in servers]
    sites = SEVERAL.replace("127.0.0.1:8001", behind[0]).replace("127.0.0.1:8002", behind[1]) + SITE
    sites = sites.replace("http://127.0.0.1:8000;", "http://kvartal;  # not 127.0.0.1:8000")
    asked = ["/table/{}", "/table/{}/replay?at=3", "/api/tables/{}", "/api/tables/{}/do", "/games/table/{}",
             "/games/api/tables/{}/socket?lang=uk"]  # fmt: skip
    tables = [f"{'-_aZ9'[number % 5]}table{number}" for number in range(24)]
    try:
        with proxied(tmp_path, sites, "127.0.0.1:8000") as site:
            for table in tables:
                for path in asked:
                    assert status(site + path.format(table)) == 204
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()
    homes = {table: {p for p, path in heard if re.search(rf"/{table}(?![\w-])", path)} for table in tables}
    assert all(len(ports) == 1 for ports in homes.values()), homes
    assert len(set.union(*homes.values())) == 2


def status(address: str) -> int:
    try:
        with urllib.request.urlopen(address) as answer:  # noqa: S310 - of our own
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        return refused.code


@pytest.mark.parametrize("path", ["", "/games"], ids=["a site of its own", "below a path"])
def test_people_and_programs_play_through_the_documented_proxy(
    tmp_path: Path, chromium: Browser, serve: Callable[..., AbstractContextManager[str]], path: str
) -> None:
    options = ["--proxy", "127.0.0.1", *(["--base-path", path] if path else [])]
    with serve(tmp_path, *options) as server:
        behind = server.removeprefix("http://").removesuffix(path)
        with proxied(tmp_path, below(path) if path else SITE, behind) as site:
            me = Person(chromium.new_context(locale="en-GB", reduced_motion="reduce"), site + path)
            page = play_now(me, "flip")
            lines = page.locator("#log li").count()
            page.locator("#moves [data-move]").first.dispatch_event("click")
            page.locator("#log li").nth(lines).wait_for(state="attached")
            table = page.url.removeprefix(f"{site}{path}/table/")
            assert me.complaints == []
            me.context.close()

            player = re.findall(r"```python\n(.*?)```", (DOCS / "api.md").read_text("utf-8"), re.S)[-1]
            (tmp_path / "player.py").write_text(player)
            done = subprocess.run(
                [sys.executable, "player.py", site + path, "flip"], cwd=tmp_path, capture_output=True, text=True
            )
            assert "winners" in done.stdout, done.stderr

            assert status(f"{site}{path}/healthz") == 200
            assert status(f"{site}{path}/table/{table}") == 200
            assert status(f"{site}{path}/metrics") in (403, 404)
            if path:
                assert status(f"{site}{path}") == 200  # by way of /games/
                assert status(f"{site}/healthz") == 404
