"""What the program answers, captured in files, so that two trees can be compared.

``PYTHONPATH=TREE python -P tests/captured.py --out DIR`` runs 8,000 commands of a tree and writes
of each its exit code, what it said, and the files that it wrote; ``--compare DIR DIR`` says what
differs. Clock, secrets, width and folder are fixed. captured.txt has what is asked word for word;
the rest is drawn, each with a seed of its own. VASL's files are in KHAMSIN_DATA, if anywhere.
"""

import argparse
import base64
import difflib
import hashlib
import io
import json
import os
import random
import re
import secrets
import shlex
import shutil
import sys
import tempfile
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, Final, TypeAlias
from unittest.mock import patch

HERE: Final = Path(__file__).resolve().parent
DATA: Final = Path(os.environ.get("KHAMSIN_DATA", HERE.parent.parent / "shared" / "data"))
GOLDEN: Final = sorted((HERE / "golden").glob("*.toml"))
_MORE: Final = ("lft-sketches", "tebaga", "trigh-capuzzo", "zawiya")
SCENARIOS: Final = ("beda-fomm", "bir-el-qaha", "bir-hacheim", "djebel", "dyo-gazala", *_MORE)
SECTIONS: Final[list[tuple[str, str]]] = re.findall(
    r"^\[(.*?)\]\n(.*?)(?=^\[|\Z)", (HERE / "captured.txt").read_text("utf-8"), 8 | 16
)
MOMENTS: Final = ("setup", "1.1/MPh", "1.2/MPh", "2.1/MPh", "2.2/RPh", "end")
Names: TypeAlias = dict[str, list[str]]
QUESTIONS: Final = 5  # of a kind about a scenario, and about a game of it
EDITS: Final = 20  # of a log and of a scenario


class Capture:
    """Runs commands in this folder and keeps what each of them said."""

    def __init__(self, main: Callable[[list[str]], Any]) -> None:
        self.main, self.home = main, Path.cwd()
        self.lines, self.times = list[str](), Counter[str]()
        self.seen: dict[Path, tuple[int, bytes]] = {}

    def run(self, *words: str, name: str = "", typed: str = "") -> str:
        """Run one command; what it said on standard output."""
        name = self.plain(name or shlex.join(words))
        self.times[name] += 1
        name += f" ({self.times[name]})" * (self.times[name] > 1)
        draw, out, err = random.Random(name), io.StringIO(), io.StringIO()
        with (
            redirect_stdout(out),
            redirect_stderr(err),
            patch("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8")),
            patch.object(secrets, "token_bytes", lambda n=32: draw.randbytes(n)),
            patch.object(time, "time", lambda: 1_790_000_600.0),
        ):
            try:
                code = self.main(list(words))
            except SystemExit as end:
                code = end.code
            except Exception as error:  # noqa: BLE001 - what came out is the answer
                code = repr(error)
        said = [f"exit code {code}", out.getvalue(), err.getvalue()]
        said += [f"file {path}\n{text}" for path, text in self.written()]
        self.lines.append(json.dumps([name, self.plain("\n".join(said))], ensure_ascii=False))
        return out.getvalue()

    def plain(self, text: str) -> str:
        """A text without the places of this machine."""
        for place, word in ((self.home, "HOME"), (DATA, "DATA"), (HERE, "TESTS")):
            text = text.replace(str(place.resolve()), word)
        return text

    def written(self) -> Iterator[tuple[Path, str]]:
        """The files that are new or changed since the last command, with what is in them."""
        for path in sorted(path for path in Path().rglob("*") if path.is_file()):
            when, before = self.seen.get(path, (0, b""))
            if path.stat().st_mtime_ns != when:
                self.seen[path] = path.stat().st_mtime_ns, path.read_bytes()
                if self.seen[path][1] != before:
                    yield path, _text(self.seen[path][1])

    def put(self, name: str, data: bytes) -> str:
        """Write a file that no command wrote; its name."""
        Path(name).write_bytes(data)
        list(self.written())
        return name


def _text(data: bytes) -> str:
    """What is in a file: its text, unpacked where it is a page; of others, whether they differ."""
    text = data.decode(errors="ignore")
    if text.encode() == data and "\0" not in text:
        parts = re.split(r"(?<=>)(eN[\w+/=]{20,})(?=</script>)", text)
        parts[1::2] = [zlib.decompress(base64.b64decode(part)).decode() for part in parts[1::2]]
        return re.sub(r'([,\[{])(?=["\[{])', r"\1\n", "".join(parts)) if parts[1:] else text
    database = data.startswith(b"SQLite")
    return "a database" if database else f"{len(data)} bytes, {hashlib.sha256(data).hexdigest()}"


def games(capture: Capture) -> dict[str, str]:
    """Logs by name, each with its scenario: played, golden, and those that tests keep."""
    made = {f"{name}.jsonl": name for name in SCENARIOS}
    for played, name in made.items():
        capture.run("run", name, "--seed", "net", "--turns", "3", "-o", played)
    for path in GOLDEN:
        made[f"golden-{path.stem}.jsonl"] = str(path)
        play = ("--orders", str(path.with_suffix(".orders")), "--seed", "golden")
        capture.run("run", str(path), *play, "-o", f"golden-{path.stem}.jsonl")
    for log in sorted((HERE / "logs").glob("*.jsonl")):
        made[capture.put(f"kept-{log.name}", log.read_bytes())] = f"{HERE}/golden/{log.stem}.toml"
    return made


def shown(capture: Capture) -> None:
    """The sections of captured.txt that stand for themselves."""
    for section, lines in SECTIONS:
        if not section.startswith("each "):
            _ask(capture, section, lines, {})


def each(capture: Capture) -> None:
    """The sections of captured.txt for each game, scenario, log and board."""

    def listed(*words: str) -> list[str]:
        found = re.findall(r"^    ([a-z-]+)(?:  |$)", capture.run(*words, "--help"), 8)
        return [" ".join([*words, name]) for name in found]

    logs = games(capture)
    several = "ask", "board", "checkpoint", "key", "library", "mail"
    kinds = {
        "game": list(logs),
        "scenario": [*SCENARIOS, *map(str, GOLDEN)],
        "log": sorted(map(str, DATA.glob("*/*.v*"))),
        "board": sorted(map(str, DATA.glob("boards/bd*"))),
        "command": listed(),
        "action": [action for name in several for action in listed(name)],
        "rule": [rule["id"] for rule in json.loads(capture.run("rules", "--json"))["rules"]],
    }
    for section, lines in SECTIONS:
        kind = section.removeprefix("each ")
        for name in kinds.get(kind, ()):
            folder = Path(f"{kind} {name if kind == 'rule' else Path(name).stem}")
            folder.mkdir()
            if kind == "game":
                shutil.copy(name, folder)
            _ask(capture, str(folder), lines, {"SCENARIO": logs.get(name, ""), kind.upper(): name})


def _ask(capture: Capture, section: str, lines: str, places: dict[str, str]) -> None:
    """Run the commands of a section in its folder, with what is typed; write its files."""
    places = {**places, "DATA": str(DATA), "TESTS": str(HERE)}
    Path(section).mkdir(exist_ok=True)
    with chdir(section):
        capture.seen.clear()
        for line in re.split(r"\n(?!> )", lines.strip()):
            command, *typed = f"{line}\n".split("\n> ")
            words = re.sub(r"\b[A-Z]+\b", lambda word: places.get(word[0], word[0]), command)
            if command.startswith("+ "):
                _, name, text = f"{command.strip()} ".split(" ", 2)
                Path(name).parent.mkdir(exist_ok=True)
                Path(name).touch()
                capture.put(name, Path(name).read_bytes() + f"{text.strip()}\n".encode())
            elif command.strip():
                name = f"{section}: {command.strip()}"
                capture.run(*shlex.split(words)[1:], name=name, typed="\n".join(typed))


def questions(capture: Capture) -> None:
    """Drawn questions of each kind about each scenario, as it sets up and as it is played."""
    schema = (HERE.parent / "replays/data/schema/question.schema.json").read_text("utf-8")
    kinds = json.loads(schema)["$defs"]["question"]["oneOf"]
    for name in SCENARIOS:
        capture.run("run", name, "--seed", "net", "--turns", "3", "-o", game := f"{name}.jsonl")
        near: Names = defaultdict(list)
        for line in capture.run("los", name, "--range", "1").splitlines()[1:]:
            a, b = line.split("\t")[:2]
            near[a], near[b] = [*near[a], b], [*near[b], a]
        state = json.loads(capture.run("show", game, "--json"))
        names = {kind: sorted(state[f"{kind}s"]) for kind in ("vehicle", "unit")}
        for kind in kinds:
            for turn in range(2 * QUESTIONS):
                draw = random.Random(f"{kind['properties']['question']} {name} {turn}")
                asked = json.dumps(_question(kind, draw, near, names))
                about = (name,) if turn % 2 else (game, "--at", draw.choice(MOMENTS))
                capture.run("ask", asked, *about, "--why-not" if turn % 4 < 2 else "--json")


def _question(kind: Any, draw: random.Random, near: Names, names: Names) -> dict[str, Any]:
    """A question of a kind: what it must have, an eighth of the rest, hexes near one another."""
    here = draw.choice(sorted(near))

    def value(name: str, field: dict[str, Any]) -> Any:
        field = field.get("anyOf", [field])[0]
        if "enum" in field:
            return draw.choice(field["enum"])
        if field["type"] == "integer":
            return draw.randint(field["minimum"], min(field["maximum"], 12))
        if field["type"] == "array":
            return [value(name, field["items"]) for _ in range(draw.randint(1, 3))]
        if field["type"] == "boolean":
            return True
        if names.get(name):
            return draw.choice(names[name])
        place = here
        far = 8 if name in ("target", "enemy", "spotter") else 1
        for _ in range(0 if name in ("origin", "firer") else draw.randint(1, far)):
            place = draw.choice(near[place])
        return place + "@1" * ("pattern" in field and draw.random() < 0.15)

    asked = {"question": kind["properties"]["question"]["const"]}
    for name, field in list(kind["properties"].items())[1:]:
        if name in kind["required"] or draw.random() < 0.125:
            asked[name] = value(name, field)
    return asked


def audits(capture: Capture) -> None:
    """Audits of games that a person edited, with the chain of hashes mended or not."""
    for log in games(capture):
        lines = Path(log).read_bytes().splitlines()
        for turn in range(EDITS):
            edited, what = _edited(lines, random.Random(f"{log} {turn}"), mend=turn % 4 > 0)
            command = ("report", "audit", "audit --json", "audit")[turn % 4]
            words = [*command.split(), capture.put("edited.jsonl", edited)]
            capture.run(*words, name=f"{command} of {log}, {turn}: {what}")


def _edited(lines: list[bytes], draw: random.Random, *, mend: bool) -> tuple[bytes, str]:
    """A log with one edit, and what it is: a line, a die, a word, another end."""
    new, place = list(lines), draw.randrange(1, len(lines))
    what = draw.choice(("drop", "swap", "cut", "head", *["number", "word"] * 3))
    if what == "drop":
        del new[place]
    elif what == "swap":
        new[place - 1 : place + 1] = lines[place], lines[place - 1]
    elif what == "cut":
        new[place:] = [lines[place][: draw.randrange(len(lines[place]))]]
    else:
        place = 0 if what == "head" else place
        form = rb"(?<=[:\[,])\d(?=[,\]}])" if what == "number" else rb'(?<=")[A-Za-z]\w+(?=")'
        body, mark, end = lines[place].rpartition(b',"hash"')
        if found := list(re.finditer(form, body)):
            spot, other = draw.choice(found), draw.choice(re.findall(form, b"".join(lines)))
            new[place] = b"".join([body[: spot.start()], other, body[spot.end() :], mark, end])
    before = "0" * 64
    for number, line in enumerate(new if mend else ()):
        body, mark, _ = line.rpartition(b',"hash":"')
        if mark:
            before = hashlib.sha256(before.encode() + body + b"}").hexdigest()
            new[number] = body + mark + before.encode() + b'"}'
    return b"".join(line + b"\n" for line in new), f"{what} {place}"


def refused(capture: Capture) -> None:
    """Orders of golden games given at other moments, and in the place of others."""
    text = "".join(path.with_suffix(".orders").read_text("utf-8") for path in GOLDEN)
    orders = sorted(set(re.findall(r"^[a-z][^#\n]*", text, re.MULTILINE)))
    for log in games(capture):
        draw = random.Random(log)
        at = draw.choice(MOMENTS[:3])
        capture.run("branch", log, "--at", at, "-o", f"open-{log}")
        data = Path(f"open-{log}").read_bytes()
        for turn, order in enumerate(draw.sample(orders, 25)):
            capture.put("copy.jsonl", data)
            words = ["do", "copy.jsonl", order] + ["--json"] * (turn % 2)
            capture.run(*words, name=f"do {log} {at} '{order}'")
            if turn < 3:
                Path("copy-2.jsonl").unlink(missing_ok=True)
                entry = f"#{draw.randint(1, 8)}"
                capture.run("amend", log, entry, order, "-o", "copy-2.jsonl", "--json")


def scenarios(capture: Capture) -> None:
    """Scenarios with a drawn edit: is it sound, and what is said of its faults."""
    for name in (*SCENARIOS, *map(str, GOLDEN)):
        capture.run("init", file := f"{Path(name).stem}.toml", "--from", name)
        text = Path(file).read_text(encoding="utf-8")
        values = re.findall(r" = (.+)$", text, re.MULTILINE)
        for turn in range(EDITS):
            draw, lines = random.Random(f"{Path(name).stem} {turn}"), text.splitlines()
            place = draw.choice([number for number, line in enumerate(lines) if " = " in line])
            value = draw.choice([*values, "-1", '"x"', "[]", "true", "999"])
            lines[place] = f"{lines[place].partition(' = ')[0]} = {value}"
            capture.put("edited.toml", "\n".join([*lines, ""]).encode())
            capture.run("check", "edited.toml", name=f"check {name}, {turn}: '{lines[place]}'")


GROUPS: Final = {one.__name__: one for one in (shown, each, questions, audits, refused, scenarios)}


def capture_all(out: Path, groups: list[str]) -> None:
    """Run groups, each in an empty folder, and write what they say."""
    os.environ.update(COLUMNS="100", LINES="40", TERM="dumb", NO_COLOR="1", TZ="UTC")
    from replays import cli

    out.mkdir(exist_ok=True)
    for name in groups:
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            os.environ.update(
                HOME=folder, KHAMSIN_LIBRARY="library.db", XDG_CACHE_HOME="/dev/null/nowhere"
            )
            GROUPS[name](made := Capture(getattr(cli.main, "main", cli.main)))
        (out / f"{name}.jsonl").write_text("\n".join([*made.lines, ""]), encoding="utf-8")
        sys.stdout.write(f"{name}: {len(made.lines)} commands, {time.process_time():.0f} s\n")


def compare(folders: list[Path], groups: list[str]) -> int:
    """Say which commands answer differently, each difference once; 1 if any does."""
    found: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for group in groups:
        before, after = (_read(folder / f"{group}.jsonl") for folder in folders)
        for case in before.keys() | after.keys() if before and after else ():
            pair = before.get(case, []), after.get(case, [])
            if pair[0] != pair[1]:
                lines = list(difflib.unified_diff(*pair, lineterm="", n=0))[2:] if all(pair) else ()
                change = tuple(line[:300] for line in lines if not line.startswith("@@"))
                found[change or ("is asked of one only",)].append(f"{group}: {case}")
    for change, cases in sorted(found.items(), key=lambda one: -len(one[1])):
        sys.stdout.write(f"== {len(cases)} times, as in {min(cases)[:400]}\n")
        sys.stdout.write("".join(f"  {line}\n" for line in change[:12]))
    sys.stdout.write(f"{sum(map(len, found.values()))} commands answer differently\n")
    return int(bool(found))


def _read(path: Path) -> dict[str, list[str]]:
    lines = path.read_text(encoding="utf-8").split("\n") if path.exists() else []
    return {case: said.split("\n") for case, said in (json.loads(x) for x in lines if x)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, metavar="DIR")
    parser.add_argument("--compare", type=Path, nargs=2, metavar="DIR")
    parser.add_argument("--only", choices=GROUPS)
    given = parser.parse_args()
    only = [given.only] if given.only else list(GROUPS)
    if given.compare:
        raise SystemExit(compare(given.compare, only))
    capture_all(given.out.resolve(), only)
