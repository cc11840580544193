"""The site: what it is made of, what it refuses, and the games behind its page."""

import io
import json
import os
import re
import stat
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.errors import BadInput
from replays.cli import vasl_page
from replays.cli.main import main
from replays.game.bundled import bundled, bundled_text
from replays.game.game import Game
from replays.game.scenario_file import load_scenario
from replays.page.browser_session import BrowserSession
from replays.page.site import (
    POLICY,
    PURE,
    Pyodide,
    build_site,
    fetched,
    in_folder,
    installed,
    packages,
)
from tests import cases
from tests.without_libraries import LIBRARIES

CHECKOUT = Path(__file__).parent.parent
LOGS = CHECKOUT / "tests" / "logs"
EMPTY = Pyodide("1.0", "3.14.0", {"pyodide.mjs": b"", "pyodide.asm.wasm": b"\0asm"})
ORDERS = ["wc 3 4", "phase MPh", "start PzA", "? in-effect", "undo"]

# What it is made of --------------------------------------------------------------------------


def test_every_library_that_the_product_needs_is_there_or_has_a_stand_in() -> None:
    """A dependency is in the packages of the site, or plain Python stands in for it.

    A library of games, which needs SQLAlchemy, says in a sentence that it is not there.
    """
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.split(r"[<>=; ]", each)[0] for each in project["dependencies"]}
    assert needed <= {*PURE, *LIBRARIES, "sqlalchemy"}


def test_the_packages_are_whole_and_the_same_bytes_each_time() -> None:
    """Code, scenarios and pictures are in them as they are here; a browser loads them once."""
    packed = packages()
    assert packed == packages()
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        for path in ("replays/data/scenarios/bir-el-qaha.toml", "sim/trust/signing.py"):
            assert archive.read(path) == (CHECKOUT / path).read_bytes()
        assert not [name for name in archive.namelist() if name.endswith((".so", ".pyc"))]
        assert any(name.startswith("attrs-") and "licenses" in name for name in archive.namelist())


def test_what_is_not_installed_is_named() -> None:
    """A package whose files are not there is named, and how to get them."""
    with pytest.raises(BadInput, match=r"pip install --force-reinstall no-such-package"):
        installed("no-such-package")


# The folder ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site that no test changes."""
    folder = tmp_path_factory.mktemp("made") / "site"
    build_site(folder, EMPTY, b"packed")
    return folder


def test_a_service_worker_keeps_every_file(made: Path) -> None:
    """The list of what is kept for the next time is that of the folder."""
    script = (made / "sw.js").read_text(encoding="utf-8")
    listed = re.search(r"const FILES = (\[.*\]);", script)
    assert listed is not None
    names = {path.relative_to(made).as_posix() for path in made.rglob("*") if path.is_file()}
    assert set(json.loads(listed[1])) | {"sw.js"} == names


def test_the_pages_name_no_other_host(made: Path) -> None:
    """No file of ours has an address elsewhere, and the policy allows none."""
    for path in made.glob("*.*"):
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text, path.name
        assert "https://" not in text, path.name
    assert "unsafe-inline" not in POLICY
    assert "'unsafe-eval'" not in POLICY
    index = (made / "index.html").read_text(encoding="utf-8")
    assert f'content="{POLICY}"' in index


def test_a_site_is_made_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder one is in stays that folder; where it cannot be filled, the old site is left."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("replays.page.site._to_watch", str)
    Path(".new-left-by-a-crash").mkdir()
    build_site(Path(), EMPTY, b"")
    assert not list(Path().glob(".*"))
    assert Path("index.html").is_file()
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    real = Path.replace

    def failing(path: Path, target: Path) -> Path:
        if path.parent.name == "new" and path.name == "viewer.html":
            raise OSError(28, "No space left on device")
        return real(path, target)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(BadInput, match="No space left on device"):
        build_site(Path(), EMPTY, b"packed")
    assert before == {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}


@cases("there", "file", "folder with other things")
def test_what_is_not_ours_is_left_alone(
    tmp_path: Path, there: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder with other things, or a file, is refused with a sentence and stays as it was."""
    folder, mine = tmp_path / "site", tmp_path / "site" / "mine.txt"
    if there == "file":
        folder.write_text("mine", encoding="utf-8")
    else:
        folder.mkdir()
        mine.write_text("mine", encoding="utf-8")
    _pyodide_in(tmp_path / "pyodide")
    assert main(["site", "-o", str(folder), "--pyodide", str(tmp_path / "pyodide")]) == 2
    said = capsys.readouterr().err
    assert "folder" in said
    assert said.count("\n") == 1
    assert (folder if there == "file" else mine).read_text(encoding="utf-8") == "mine"


# Pyodide -------------------------------------------------------------------------------------


def _pyodide_in(folder: Path, python: str = "3.14.2") -> None:
    folder.mkdir()
    for name in ("pyodide.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide.asm.mjs"):
        (folder / name).write_bytes(name.encode())
    (folder / "package.json").write_text('{"version": "314.0.7"}', encoding="utf-8")
    lock = json.dumps({"info": {"python": python}})
    (folder / "pyodide-lock.json").write_text(lock, encoding="utf-8")


def test_a_site_is_made_with_a_pyodide_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``khamsin site --pyodide`` takes the folder, or one in which npm installed it."""
    monkeypatch.setattr("replays.page.site._to_watch", str)
    modules = tmp_path / "node_modules"
    modules.mkdir()
    _pyodide_in(modules / "pyodide")
    assert main(["site", "-o", str(tmp_path / "site"), "--pyodide", str(tmp_path)]) == 0
    assert "Pyodide 314.0.7 (Python 3.14.2)" in capsys.readouterr().out
    assert (tmp_path / "site" / "pyodide" / "pyodide.asm.wasm").read_bytes() == b"pyodide.asm.wasm"


def test_a_folder_without_pyodide_is_named(tmp_path: Path) -> None:
    """Where it is missing, torn, or too old, a sentence says so."""
    with pytest.raises(BadInput, match=r"no pyodide\.mjs here"):
        in_folder(tmp_path)
    _pyodide_in(tmp_path / "one")
    (tmp_path / "one" / "pyodide.asm.wasm").unlink()
    with pytest.raises(BadInput, match=r"not whole: pyodide\.asm\.wasm"):
        in_folder(tmp_path / "one")
    _pyodide_in(tmp_path / "two")
    (tmp_path / "two" / "pyodide.asm.mjs").unlink()
    with pytest.raises(BadInput, match=r"not whole: pyodide\.asm\.mjs"):
        in_folder(tmp_path / "two")
    _pyodide_in(tmp_path / "three", python="3.13.2")
    with pytest.raises(BadInput, match=r"Python of this Pyodide is 3\.13\.2; 3\.14 or newer"):
        in_folder(tmp_path / "three")
    _pyodide_in(tmp_path / "four")
    (tmp_path / "four" / "package.json").write_text("no JSON", encoding="utf-8")
    with pytest.raises(BadInput, match=r"not whole: package\.json"):
        in_folder(tmp_path / "four")


def test_without_npm_a_sentence_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither npm nor a folder: the sentence names both ways."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadInput, match=r"npm.* is not installed; .*--pyodide FOLDER"):
        fetched()


@pytest.mark.skipif(os.name == "nt", reason="the npm of this test is a shell script")
def test_npm_that_fails_is_told_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What npm says of its failure is passed on, and nothing is kept."""
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\necho 'there is no network' >&2\nexit 1\n", encoding="utf-8")
    npm.chmod(npm.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(BadInput, match=r"could not fetch pyodide@[\d.]+ \(there is no network\)"):
        fetched()
    assert list((tmp_path / "cache" / "khamsin").iterdir()) == []


# The games behind the page ---------------------------------------------------------------------


def _ask(session: BrowserSession, **request: Any) -> dict[str, Any]:
    """The reply to a request, as the worker gets it."""
    reply: dict[str, Any] = json.loads(session.answer(json.dumps(request)))
    return reply


def test_a_game_of_the_site_is_the_game_of_the_command_line(tmp_path: Path) -> None:
    """The same scenario, seed and orders give the same bytes of log."""
    (tmp_path / "games").mkdir()
    session = BrowserSession(str(tmp_path / "games"), main, vasl_page)
    begun = _ask(session, site="begin", scenario="bir-el-qaha", seed="alamein")
    assert begun == {"open": "wind-over-bir-el-qaha.jsonl"}
    for line in ORDERS:
        count = _ask(session, get="head")["count"]
        assert "error" not in _ask(session, line=line, after=count), line
    _ask(session, site="close")
    with Game.open(tmp_path / "ours.jsonl", load_scenario("bir-el-qaha"), "alamein") as game:
        for line in ORDERS:
            if line[0] != "?":
                game.do(line)
    ours = (tmp_path / "ours.jsonl").read_bytes()
    assert (tmp_path / "games" / begun["open"]).read_bytes() == ours


def test_a_scenario_is_set_up_and_a_game_of_it_begun(tmp_path: Path) -> None:
    """Its draft is kept with every change, so that it is there again; a game of it is opened."""
    session = BrowserSession(str(tmp_path), main, vasl_page)
    assert "no scenario" in _ask(session, design={"get": "draft"})["error"]["what"]
    name = _ask(session, site="design")["design"]
    for edit in ({"edit": "set", "place": ["turns"], "value": 3}, {"edit": "add"}):
        _ask(session, design=edit)
    again = BrowserSession(str(tmp_path), main, vasl_page)
    (file,) = _ask(again, site="files")["files"]
    assert (file["name"], file["kind"]) == (f"{name}.draft", "a scenario")
    assert _ask(again, site="design", file=file["name"]) == {"design": name}
    assert _ask(again, design={"get": "draft"})["draft"]["turns"] == 3
    assert _ask(again, design={"save": True})["saved"]
    begun = _ask(again, design={"begin": True, "seed": "1"})["open"]
    assert _ask(again, get="head")["turns"][-1]["turn"] == 3
    assert {each["name"] for each in _ask(again, site="files")["files"]} == {name, begun}


def test_a_second_game_has_a_log_of_its_own(tmp_path: Path) -> None:
    """No log is written over; without a seed each game has another."""
    session = BrowserSession(str(tmp_path), main, vasl_page)
    names = [_ask(session, site="begin", scenario="zawiya")["open"] for _ in range(3)]
    assert names == [f"the-zawiya{n}.jsonl" for n in ("", "-2", "-3")]
    seeds = {Game.load(tmp_path / name).header.seed for name in names}
    assert len(seeds) == 3


def test_the_command_line_stands_beside_the_open_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line is answered as in a terminal; the game goes on afterwards, with what the line did."""
    monkeypatch.chdir(tmp_path)
    session = BrowserSession(str(tmp_path), main, vasl_page)
    log = _ask(session, site="begin", scenario="bir-el-qaha", seed="alamein")["open"]
    _ask(session, line="wc 3 4", after=0)
    for line in (
        f"audit {log}",
        "odds bir-el-qaha --turns 2",
        "no-such-command",
        "play x",
        "play y --scenario zawiya",
    ):
        reply = _ask(session, site="line", line=f"khamsin {line}")
        assert reply["said"]
        if not line.startswith("play y"):  # which has begun a game now
            code = main(line.split())
            said = capsys.readouterr()
            assert reply == {"code": code, "said": said.out + said.err}
    assert "fault" not in reply["said"]
    assert _ask(session, site="line", line=f"do {log} 'phase MPh'")["code"] == 0
    head = _ask(session, get="head")
    assert head["count"] == 3
    assert _ask(session, line="start PzA", after=3)["accepted"]
    assert _ask(session, site="line", line=f"audit {log}")["code"] == 0


def test_any_file_that_is_dropped_is_opened_or_explained(tmp_path: Path) -> None:
    """Logs, scenarios, boards and pictures are shown; what is none of them gets a sentence."""
    session = BrowserSession(str(tmp_path), main, vasl_page)
    log = next(iter(sorted(LOGS.glob("*.jsonl"))))
    (tmp_path / "old.jsonl").write_bytes(log.read_bytes())
    (tmp_path / "s.toml").write_text(bundled_text("scenarios", "zawiya"), encoding="utf-8")
    (tmp_path / "b.toml").write_text(bundled_text("boards", "hills"), encoding="utf-8")
    (tmp_path / "p.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", encoding="utf-8")
    (tmp_path / "g.vlog").write_bytes(b"PK\3\4 no zip")
    with zipfile.ZipFile(tmp_path / "bd27", "w") as archive:
        archive.writestr("27_NoRoads.gif", b"GIF8")
        archive.writestr("bd27.gif", b"GIF8")
    assert "board import" in _ask(session, site="open", file="bd27")["error"]["what"]
    (tmp_path / "n.bin").write_bytes(b"\0\1\2")
    (tmp_path / "e").write_bytes(b"")
    assert _ask(session, site="open", file="old.jsonl") == {"open": "old.jsonl"}
    assert _ask(session, get="head")["entries"]
    scenario = _ask(session, site="open", file="s.toml")
    assert scenario["scenario"] == "s.toml"
    assert "The zawiya is sound" in scenario["page"]
    assert "open" in _ask(session, site="begin", scenario="s.toml", seed="1")
    for name in ("b.toml", "p.svg"):
        assert 'src="data:image/svg+xml;base64,' in _ask(session, site="open", file=name)["page"]
    assert _ask(session, site="open", file="g.vlog")["error"]["what"]
    for name in ("n.bin", "e", "none", "../s.toml", ".", ""):
        assert _ask(session, site="open", file=name)["error"]["what"]
    files = {each["name"]: each for each in _ask(session, site="files")["files"]}
    assert files["s.toml"]["kind"] == "a scenario"
    assert files["e"]["kind"] == "empty"
    assert (files["g.vlog"]["kind"], files["bd27"]["kind"]) == (
        *("a log of VASL", "a board or overlay of VASL"),
    )
    for name, file in files.items():
        for of in file["pages"]:
            assert "<h1>" in _ask(session, site="page", of=of, file=name)["page"], name


def test_who_rolls_is_said_as_a_game_begins(tmp_path: Path) -> None:
    """A game of people takes their dice alone; a word that means none of the three is refused."""
    session = BrowserSession(str(tmp_path), main, vasl_page)
    _ask(session, site="begin", scenario="bir-el-qaha", seed="1", dice="table")
    _ask(session, line="phase", after=0)
    assert "error" in _ask(session, line="wc", after=1)
    assert _ask(session, line="wc 3 4", after=1)["accepted"]
    assert "error" in _ask(session, site="begin", scenario="bir-el-qaha", dice="dealer")


def test_a_page_of_a_log_of_vasl_has_what_the_table_showed(tmp_path: Path) -> None:
    """The log is told; by a scenario it is audited, findings with both sides of each."""
    session = BrowserSession(str(tmp_path), main, vasl_page)
    game = Game.new(load_scenario("bir-el-qaha"), "1")
    for line in ("phase", "wc 3 4", "phase MPh", "start PzA"):
        game.do(line)
    game.save(tmp_path / "g.jsonl")
    _ask(session, site="line", line="export g.jsonl -o g.vlog")
    told = _ask(session, site="open", file="g.vlog")
    assert "<li>players: German</li>" in told["page"]
    clean = _ask(session, site="page", of="vasl", file="g.vlog", scenario="bir-el-qaha")["page"]
    assert "Nothing found." in clean
    other = _ask(session, site="page", of="vasl", file="g.vlog", scenario="zawiya")["page"]
    assert '<p class="verdict found">The scenario does not fit: the log has ' in other
    assert "Dashed: Dust" not in told["page"]
    (tmp_path / "h.vlog").write_bytes((tmp_path / "g.vlog").read_bytes())
    both = _ask(session, site="page", of="vasl", file="g.vlog h.vlog")["page"]
    assert "left out: " in both
    text = bundled_text("scenarios", "bir-el-qaha").replace(
        'wind = "Mild Breeze"', 'wind = "Heavy Winds"'
    )
    (tmp_path / "s.toml").write_text(text, encoding="utf-8")
    other = _ask(session, site="page", of="vasl", file="g.vlog", scenario="s.toml")["page"]
    assert "<dt>By the rules</dt>" in other


def test_a_report_leads_to_the_entries_of_the_game(tmp_path: Path) -> None:
    """Each finding is a link to its entry, in the game of which the page is."""
    log = LOGS / "bir-el-qaha.jsonl"
    (tmp_path / "g.jsonl").write_bytes(log.read_bytes().replace(b"Mild Breeze", b"Heavy Winds"))
    page = _ask(
        BrowserSession(str(tmp_path), main, vasl_page), site="page", of="report", file="g.jsonl"
    )
    assert re.search(r'<a href="game#\d+">', page["page"])


def test_a_forged_log_is_looked_at_and_can_be_audited(tmp_path: Path) -> None:
    """A log that was changed takes no order; the page says where, and the audit says more."""
    session = BrowserSession(str(tmp_path), main, vasl_page)
    name = _ask(session, site="begin", scenario="bir-el-qaha", seed="1")["open"]
    _ask(session, line="wc 3 4", after=0)
    _ask(session, site="close")
    log = tmp_path / name
    log.write_bytes(log.read_bytes().replace(b"[3,4]", b"[4,4]"))
    _ask(session, site="open", file=name)
    head = _ask(session, get="head")
    assert (head["role"], head["readable"]) == ("watch", head["count"] - 1)
    assert "changed" in head["faults"][0]["written"]
    assert "error" in _ask(session, line="wc 3 4", after=head["count"])
    assert _ask(session, site="line", line=f"audit {name}")["code"] == 1


@given(st.text(max_size=40))
def test_a_dropped_file_lies_where_it_may(name: str) -> None:
    """Whatever a file is called, it gets a plain name of its own in the folder."""
    session = BrowserSession(str(LOGS), main, vasl_page)
    placed = _ask(session, site="place", file=name)["file"]
    assert re.fullmatch(r"[\w+][\w.+-]*", placed)
    assert not (LOGS / placed).exists()


REQUESTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["site", "get", "do", "file", "line", "scenario", "seed", "x"]),
            inner | st.sampled_from(["open", "begin", "files", "line", "close", "place", "head"]),
            max_size=4,
        )
    ),
    max_leaves=6,
)


@given(request=REQUESTS)
def test_a_hostile_request_gets_a_reply(
    tmp_path_factory: pytest.TempPathFactory, request: Any
) -> None:
    """Whatever is asked, there is a reply in JSON, and never an exception."""
    session = BrowserSession(str(tmp_path_factory.mktemp("games")), main, vasl_page)
    assert isinstance(json.loads(session.answer(json.dumps(request))), dict)


@cases("text", "", "{", "NaN", '"\\ud800"', "[" * 9000, "null", "[]", "7")
def test_what_is_no_request_gets_a_sentence(tmp_path: Path, text: str) -> None:
    """Text that is no JSON, or no object, is complained of."""
    assert json.loads(BrowserSession(str(tmp_path), main, vasl_page).answer(text))["error"]["what"]


def test_the_start_screen_knows_every_bundled_scenario(made: Path, tmp_path: Path) -> None:
    """Each bundled scenario can be chosen, and begun."""
    about = json.loads((made / "site.json").read_text(encoding="utf-8"))
    assert [each["name"] for each in about["scenarios"]] == list(bundled())
    session = BrowserSession(str(tmp_path), main, vasl_page)
    for each in about["scenarios"]:
        assert "is sound" in _ask(session, site="page", of="check", file=each["name"])["page"]
        log = tmp_path / _ask(session, site="begin", scenario=each["name"], seed="1")["open"]
        assert Game.load(log).header.scenario.name == each["title"]
