"""``khamsin table``: a game on a page, recorded and watched by several, by a real server."""

import asyncio
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from http.client import HTTPResponse
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote, urlsplit

import attrs
import pytest

from events.json_bytes import dumps
from replays import Game, audit, load_scenario
from replays.cli.main import main
from tests.tables import Asker, Listening, Table, next_count, table

pytest.importorskip("starlette", reason="a table needs Starlette, of the extra table")
pytest.importorskip("uvicorn", reason="a table needs uvicorn, of the extra table")
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from replays.page import access
from replays.page.access import ALWAYS, AccessTokens
from replays.page.links import lan_addresses
from replays.page.server import GameServer
from sim.state import State
from tests import cases


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table with a game that all tests of this module play on."""
    with table(tmp_path_factory.mktemp("table")) as found:
        found.record.do("wc 3 4", 0)
        yield found


def test_who_records_plays_and_who_watches_sees_it(served: Table) -> None:
    """Orders are answered as at the prompt; those who watch see them, ask, and give none."""
    told = served.record.do("note 'first tea'", served.record.count())
    assert told["accepted"]
    assert any("first tea" in line for line in told["lines"])
    count = told["count"]
    head = served.watch.ask({"get": "head"})
    assert (head["count"], head["can"]) == (count, {"ask": True, "do": False})
    assert served.record.ask({"get": "head"})["can"] == {"ask": True, "do": True}
    assert served.watch.ask({"get": "ask", "text": "shot B3 H6"})["verdict"]
    assert "error" in served.watch.do("phase MPh", count)
    assert served.watch.count() == count


def test_what_is_answered_is_on_the_disk(tmp_path: Path) -> None:
    """After kill -9 every acknowledged entry is in the log, which is clean and goes on.

    The links are the same, so that pages find their table, in a file that only its owner reads;
    --new-links makes others, of which --qr shows one as a code.
    """
    with table(tmp_path) as served:
        count = 0
        for line in ("wc 3 4", "phase MPh", "start PzA", "move PzA B4 1mp", "note so far"):
            count = served.record.do(line, count)["count"]
        served.kill()
    assert audit(served.log).clean
    assert len(Game.load(served.log).entries) == count
    (kept,) = (tmp_path / "state" / "khamsin").iterdir()
    assert kept.stat().st_mode & 0o077 == 0
    with Table(served.log) as again:
        assert (again.record, again.watch) == (served.record, served.watch)
        assert again.record.do("undo", count)["accepted"]
    with Table(served.log, "--new-links", "--qr", "record") as third:
        assert third.watch.ask({"get": "share"})["watch"]["qr"] == ""  # no phone comes here
        assert any(
            line.startswith(("  a phone RECORDS by this", "  for a QR code")) for line in third.said
        )
        assert third.record.link != served.record.link
        old = served.record.link.split("/")[-2]
        assert third.record.send("GET", f"/{old}/")[0] == 404
        code, said = third.stop()
        assert (code, said.strip()) == (0, f"{served.log}: {count + 1} entries, open at 1.1/MPh")


def test_of_two_who_record_at_once_nothing_is_lost(served: Table) -> None:
    """Eight recorders give 80 notes; each that was accepted is in the log, once, in order."""
    before = served.record.count()
    accepted: list[tuple[int, str]] = []
    refused: Counter[str] = Counter()
    lock = threading.Lock()

    def recorder(name: int) -> None:
        for number in range(10):
            text = f"note {name}-{number}"
            while True:
                count = served.record.count()
                reply = served.record.do(text, count)
                with lock:
                    if reply["accepted"]:
                        accepted.append((reply["count"], text))
                        break
                    refused[reply["lines"][0].split(":")[0]] += 1

    with ThreadPoolExecutor(8) as people:
        list(people.map(recorder, range(8)))
    entries = Game.load(served.log).entries[before:]
    notes = [(e.n, f"note {e.do.text}") for e in entries if hasattr(e.do, "text")]
    assert notes == sorted(accepted)
    assert len(notes) == 80
    assert set(refused) <= {"others were first"}
    assert audit(served.log).clean


def test_the_log_is_nobody_elses_meanwhile(
    served: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    """`khamsin do` on the same log is refused in a sentence, and the table goes on."""
    assert main(["do", str(served.log), "wc 3 4"]) == 2
    assert capsys.readouterr().err.count("\n") >= 1
    assert served.record.do("note mine", served.record.count())["accepted"]


def test_news_are_pushed_and_resumed(served: Table) -> None:
    """A listener hears of entries as they come; one that knows some hears what is new."""
    count = served.record.count()
    with Listening(served.watch) as first:
        assert next_count(first) == count
        later = served.record.do("note news", count)["count"]
        assert next_count(first) == later
    with Listening(served.watch, last=count) as second:
        assert next_count(second) == later
    with Listening(served.watch, last=later) as third:
        more = served.record.do("note x", later)["count"]
        assert next_count(third) == more


# Strangers ----------------------------------------------------------------------------------


@cases(
    "headers",
    {"Host": "evil.example"},
    {"Host": "127.0.0.1"},
    {"Host": "127.0.0.1:1"},
    {"Host": "127.0.0.1.evil.example:{port}"},
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "https://127.0.0.1:{port}"},
    {"Origin": "http://127.0.0.1:{port}.evil.example"},
    {"Origin": ""},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
)
def test_another_page_gets_nothing(served: Table, headers: dict[str, str]) -> None:
    """Neither a name that is pointed here nor another page's request is answered, link or not."""
    port = served.record.address[1]
    said = {key: value.replace("{port}", str(port)) for key, value in headers.items()}
    order = b'{"do":"note x","after":%d}' % (before := served.record.count())
    status, sent, body = served.record.send("POST", "ask", order, **said)
    assert status == 403
    assert b"bir" not in body
    assert "access-control-allow-origin" not in sent
    assert served.record.count() == before


@cases(
    "body, status, words",
    (b"[" * 60_000, 200, "not JSON"),
    (b"\xff\x00", 200, "not JSON"),
    (b"[1]", 200, "not a request"),
    (b'{"get":"frames","from":-1,"to":1e99}', 200, "error"),
    (b'{"get":"head","x":' + b'"' + b"a" * 70_000 + b'"}', 413, "longer than 65536"),
    (b'{"line":"note ' + b"a" * 20_000 + b'","after":0}', 200, "at most 2000"),
)
def test_a_wrong_request_gets_a_sentence(
    served: Table, body: bytes, status: int, words: str
) -> None:
    """Whatever it is, it is answered, and the table goes on."""
    before = served.record.count()
    found, _, said = served.record.send("POST", "ask", body)
    assert (found, words in said.decode()) == (status, True), said[:200]
    assert served.record.count() == before


def test_what_goes_out_is_for_this_page_alone(served: Table) -> None:
    """The page is not framed, kept, sniffed or told to others, and its links are in no answer."""
    status, sent, body = served.watch.send("GET")
    assert status == 200
    assert sent["cache-control"] == "no-store"
    assert sent["referrer-policy"] == "no-referrer"
    assert sent["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in sent["content-security-policy"]
    record = served.record.link.split("/")[-2].encode()
    assert record not in body
    assert b"default-src 'none'" in body
    for request in ({"get": "head"}, {"get": "frames", "from": 0, "to": 0}, {"get": "story"}):
        assert record not in served.watch.send("POST", "ask", dumps(request))[2]


# Held under attack --------------------------------------------------------------------------


def _sent(served: Table, request: bytes, count: int) -> list[socket.socket]:
    """So many connections that have sent this, and wait."""
    found = []
    for _ in range(count):
        one = socket.create_connection(served.record.address, timeout=60)
        one.sendall(request)
        found.append(one)
    return found


def _is_shut(one: socket.socket) -> bool:
    """Whether the server has hung up by now."""
    one.setblocking(False)
    try:
        return not one.recv(1)
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def test_half_a_header_or_body_shuts_nobody_out(served: Table) -> None:
    """Who says nothing has 200 places, and the oldest goes; an order, a question and news come."""
    path = served.record.link.split("/", 3)[3]
    said = f"POST /{path}ask HTTP/1.1\r\nContent-Length: 999\r\n".encode()
    waiting = _sent(served, said, 320)
    assert served.record.do("note meanwhile", count := served.record.count())["accepted"]
    assert served.watch.count() == count + 1
    with Listening(served.watch) as events:
        assert next_count(events) == count + 1
    assert all(_is_shut(one) for one in waiting[:100])
    for one in waiting:
        one.close()


def test_who_drips_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time for a request runs from accept to the end of its body, however it comes."""
    monkeypatch.setattr(access, "SLOWEST", 0.1)

    async def drip(at: int, begun: bytes) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", at)
        writer.write(begun)
        with suppress(ConnectionError):
            while not reader.at_eof():
                writer.write(b"a")
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(1), 0.01)
        writer.close()

    async def main() -> None:
        config, state = uvicorn.Config(app), ServerState()
        loop = asyncio.get_running_loop()
        made = await loop.create_server(lambda: access.Connection(config, state, {}), "127.0.0.1")
        async with made, asyncio.timeout(60), asyncio.TaskGroup() as both:
            at = made.sockets[0].getsockname()[1]
            both.create_task(drip(at, b"GET / HTTP/1.1\r\nHost: "))
            both.create_task(
                drip(at, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n")
            )

    async def app(_: object, receive: Receive, __: object) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    asyncio.run(main())


def test_what_is_asked_before_an_answer_is_not_answered(served: Table) -> None:
    """Of twenty requests at once the first is answered, and the connection ends."""
    parts = urlsplit(served.watch.link)
    request = f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode()
    (one,) = _sent(served, 20 * request, 1)
    with one:
        said = b"".join(iter(lambda: one.recv(1 << 20), b""))
    assert said.count(b"HTTP/1.1 200 OK") == 1


def test_who_records_keeps_the_connection() -> None:
    """An order needs no new connection, for which it would wait behind those of others."""

    async def main() -> None:
        config, state = uvicorn.Config(app, timeout_keep_alive=0), ServerState()
        loop = asyncio.get_running_loop()
        made = await loop.create_server(lambda: access.Connection(config, state, {}), "127.0.0.1")
        async with made, asyncio.timeout(60):
            at = made.sockets[0].getsockname()[1]
            ours, theirs = [await asyncio.open_connection("127.0.0.1", at) for _ in range(2)]
            for path, (reader, writer) in (("record", ours), ("watch", theirs), ("record", ours)):
                writer.write(f"GET /{path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                await reader.readuntil(b"done")
                if path == "watch":
                    assert not await reader.read()
            for _, writer in (ours, theirs):
                writer.close()

    async def app(scope: Scope, _: object, send: Send) -> None:
        place = access.RECORDING if scope["path"] == "/record" else access.ASKING
        scope["state"]["connection"].take(place)
        headers = [(b"content-length", b"4")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"done"})

    asyncio.run(main())


def test_watchers_take_no_stream_from_who_records(served: Table) -> None:
    """There are 200 streams by the link to watch: one more is let in, and the oldest ends."""
    with ExitStack() as stack:
        own = stack.enter_context(Listening(served.record))
        count = next_count(own)
        first, *others = (stack.enter_context(Listening(served.watch)) for _ in range(201))
        assert served.record.do("note heard", count)["count"] == count + 1
        while line := first.readline():
            assert line != f"id: {count + 1}\n".encode()
        for each in (own, others[0], others[-1]):
            while next_count(each) == count:
                pass


def test_no_order_waits_for_a_question_of_who_watches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a question is worked out orders are taken; its answer is of the game as it was."""
    begun, over = threading.Event(), threading.Event()

    def odds(state: State) -> dict[str, str]:
        begun.set()
        assert over.wait(60)
        return {"said": str(state.moment)}

    monkeypatch.setattr("replays.page.controller.next_turns", odds)
    log = tmp_path / "game.jsonl"
    with Game.open(log, load_scenario("bir-el-qaha"), "a") as game, ThreadPoolExecutor(1) as pool:
        server = GameServer(game, log)
        asked = pool.submit(server.answer, {"get": "odds"}, records=False)
        assert begun.wait(60)
        assert server.answer({"line": "wc 3 4", "after": 0}, records=True)["count"] == 2
        over.set()
        assert asked.result(60) == {"said": "setup"}
        assert server.answer({"get": "odds"}, records=False) == {"said": "1.1/RPh"}
        with log.open("ab") as file:
            file.write(b'{"n":3')  # as while an order is written
        assert "open at 1.1/RPh" in server.report()


def test_who_asks_too_much_is_told_so_and_every_answer_has_the_same_headers(served: Table) -> None:
    """Twenty questions of an address wait; more are refused, and the recorder is not."""
    parts, body = urlsplit(served.watch.link), b'{"get":"options","of":{"hex":"H4"}}'
    lines = (
        *(
            f"POST {parts.path}ask HTTP/1.1",
            f"Host: {parts.netloc}",
            f"Origin: http://{parts.netloc}",
        ),
        *("Content-Type: application/json", f"Content-Length: {len(body)}", "Connection: close"),
    )
    waiting = _sent(served, "\r\n".join((*lines, "", "")).encode() + body, 60)
    assert served.record.do("note first", served.record.count())["accepted"]
    waiting += _sent(served, b"no request at all\r\n\r\n", 1)
    waiting += _sent(served, b"GET /x/ HTTP/1.1\r\nHost: y\r\nConnection: close\r\n\r\n", 1)
    statuses = Counter[int]()
    for one in waiting:
        answer = HTTPResponse(one)
        answer.begin()
        statuses[answer.status] += 1
        assert {name: answer.headers[name] for name, _ in ALWAYS} == dict(ALWAYS)
        if answer.status == 429:
            assert answer.headers["retry-after"] == "1"
            assert b"questions from your address wait" in answer.read()
        one.close()
    assert statuses.keys() == {200, 429, 400, 403}


def test_the_log_comes_byte_for_byte(served: Table) -> None:
    """What is saved from the page is the file."""
    status, sent, body = served.watch.send("GET", "log")
    assert (status, body) == (200, served.log.read_bytes())
    assert sent["content-disposition"] == 'attachment; filename="game.jsonl"'


# The command line ---------------------------------------------------------------------------


@cases(
    "words, said",
    (("none.jsonl",), "a new one needs a scenario"),
    (("{log}", "--port", "65536"), "--port: this is no port"),
    (("{log}", "--host", "no.such.host.invalid"), "nothing can be served there"),
    (("{log}", "--allow", "table.example.org"), "table.example.org: this is no origin"),
    (("{log}", "--allow", "http://x/y"), "this is no origin"),
)
def test_wrong_words_get_a_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    said: str,
) -> None:
    """What, where, what was expected; nothing is served and nothing lost."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert main(["do", "log.jsonl", "--scenario", "bir-el-qaha", "wc 3 4"]) == 0
    before = Path("log.jsonl").read_bytes()
    capsys.readouterr()
    assert main(["table", *(word.replace("{log}", "log.jsonl") for word in words)]) == 2
    assert said in capsys.readouterr().err
    assert Path("log.jsonl").read_bytes() == before


def test_a_port_that_is_taken(
    tmp_path: Path, served: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second table at the port of another is refused, and begins no log."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "other"))
    words = ["table", str(tmp_path / "second.jsonl"), "--scenario", "bir-el-qaha"]
    assert main([*words, "--port", str(served.record.address[1])]) == 2
    assert not (tmp_path / "second.jsonl").exists()


def test_an_order_says_what_its_page_had_seen(served: Table) -> None:
    """Without the count nothing is done; with an old one nothing either, and the page is told."""
    count = served.record.count()
    assert "error" in served.record.ask({"do": "note x"})
    assert served.record.do("note x", count)["accepted"]
    late = served.record.do("phase MPh", 0)
    assert not late["accepted"]
    assert late["lines"] == [f"others were first: the game has {late['count']} entries by now"]
    assert served.record.count() == late["count"]


@cases("where", "", "ask", "events", "log")
def test_a_guessed_link_leads_nowhere(served: Table, where: str) -> None:
    """No link, half of one, or one with another end is no door, and says nothing of the game."""
    token = served.record.link.split("/")[-2]
    assert len(token) == 32
    for guess in ("x", token[:-1], token[:-1] + ("A" if token[-1] != "A" else "B"), "é" * 8):
        method = "POST" if where == "ask" else "GET"
        path = f"/{quote(guess)}/{where}"
        status, _, body = served.record.send(method, path, b"{}" if method == "POST" else b"")
        assert status == 404
        assert b"there is nothing here" in body


def test_only_json_is_taken(served: Table) -> None:
    """A form of another page cannot be posted here: its kind of content is refused."""
    status, _, _ = served.record.send("POST", "ask", b"{}", Content_Type="text/plain")
    assert status == 415
    for method in ("PUT", "DELETE", "OPTIONS"):
        assert served.record.send(method, "ask")[0] in (404, 405)


def test_tokens_are_kept_until_they_cannot_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that a person changed lets no client in: there are new tokens then."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    tokens = attrs.evolve(AccessTokens.of("game.jsonl"), port=8000)
    assert tokens.keep("game.jsonl")
    assert AccessTokens.of("game.jsonl") == tokens
    (kept,) = (tmp_path / "khamsin").iterdir()
    for wrong in (
        b'{"record":"x","watch":"x","port":8000}',
        dumps({"record": tokens.record, "watch": tokens.watch, "port": 99999999}),
        dumps({"record": tokens.record, "watch": tokens.record, "port": 8000}),
        b"[]",
        b"{",
    ):
        kept.write_bytes(wrong)
        assert AccessTokens.of("game.jsonl").port == 0


# Who may come in, and by which link ------------------------------------------------------------


def test_addresses_of_this_machine_alone_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those at which others reach it are, IPv4 first."""
    own = ("fe80::7%1", "2001:db8::7", "127.0.0.7", "192.0.2.7")
    named = [(0, 0, 0, "", (each, 0)) for each in own]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: named)
    told = [each for each in lan_addresses() if each in own]
    assert told == ["192.0.2.7", "2001:db8::7"]


def test_a_table_for_the_network_tells_addresses_and_a_code(tmp_path: Path) -> None:
    """Every address of the machine leads to it, names of strangers do not; links are told apart."""
    with table(tmp_path, "--host", "0.0.0.0") as served:  # noqa: S104 - it is what is tested
        record, watch = (urlsplit(each.link).path for each in (served.record, served.watch))
        own = served.watch.ask({"get": "share"})
        assert own["watch"]["link"] == served.watch.link
        assert record.strip("/") not in str(own)
        assert served.record.ask({"get": "share"})["record"]["link"] == served.record.link
        port = urlsplit(served.watch.link).port
        for other, status in ((f"127.0.0.3:{port}", 200), (f"table.invalid:{port}", 403)):
            asker = Asker(f"http://127.0.0.3:{port}{watch}")
            said = {"Host": other, "Origin": f"http://{other}"}
            body = b'{"get":"head"}'
            assert asker.send("POST", "ask", body, **said)[0] == status, other
            assert asker.send("POST", "ask", body, Origin=served.watch.origin)[0] == 403
        status, sent, body = asker.send("GET", Host="table.invalid", Accept="text/html")
        assert (status, sent["content-type"].split(";")[0]) == (403, "text/html")
        assert b"<p>This table is not reached by that name" in body
        assert asker.send("GET", Host="table.invalid")[2].startswith(b'{"error"')
        page = asker.send("GET", "/nothing/", Accept="text/html")[2]
        assert b"<p>There is nothing here" in page
        if find_spec("segno"):
            assert own["watch"]["qr"].startswith("data:image/svg+xml")
            code = served.said[served.said.index("  a phone watches by:") + 1 :][:19]
            assert all(set(line) <= set(" \u2580\u2584\u2588") for line in code)
