"""Checks logs, letters of games by mail, and signed notes; docs/trust.md says how each is made.

python verify.py FILE ... [--key FILE ...]: after --key come files of public keys, one a line.
Exit code 0: all is true; 1: it is not, or nothing is proved, and why.
"""

import json
import re
import sys
from base64 import b64decode, b64encode
from functools import cache, reduce
from hashlib import sha256, sha512
from pathlib import Path
from unicodedata import category, normalize

P, Q = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
HEX = "[0-9a-f]{64}"
MAIL = '[{"nonces":["H","H"],"commitments":["H","H"],"keys":["K","K"]},null,0,"","seed"]'
NOTE = "khamsin.log/game/H\n(0|[1-9][0-9]{0,15})\n[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=\nseal H\n"
MAIL, NOTE = re.escape(MAIL).replace("H", HEX).replace("K", '[^"]+'), NOTE.replace("H", HEX)
FORMS = "opened round reveals seal asked answered, asked orders end, passed signed, declined signed"
FORMS += ", struck orders, undo entry, note text, dice source, finish entries seal"
FORMS += ", acknowledged log entries root seal key time signature"
FORMS = {each.split()[0]: each.split()[1:] for each in FORMS.split(",")}
TWINS = "авекмнорстухіјѕԁԛԝһαβεηικνορτυχօոսհցɡɑıӏǀϳγĸᴄᴏᴠᴡᴢi1|0‐‑‒–—―−‘’\u115f\u1160\u2800"
TWINS = TWINS, "abekmhopctyxljsdqwhabenlkvoptuxonuhggallljykcovwzlllo-------''\u0300\u0300\u0300"
WHERE = ["", ""]  # the file, and where in it


def say(what):  # names of files and keys command no terminal
    print(ascii(what)[1:-1])


def need(true, what="this is not as it must be"):
    if not true:
        raise ValueError(what)


def content(name):
    WHERE[:], path = [name, ""], Path(name)
    need(path.is_file() and path.stat().st_size <= 1 << 24, "no file of at most 16 MB")
    return path.read_bytes()


def hashed(*parts):
    return sha256(b"".join(parts)).digest()


def written(value):  # the one way in which JSON is written
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def plain(text):  # the bytes of base64 that is written in the one way it can be
    need(b64encode(b64decode(text)).decode() == text, "no base64")
    return b64decode(text)


def add(a, b):  # two points of the curve of Ed25519 (RFC 8032), as x and y over z
    (x, y, z), (u, v, w) = a, b
    x, y, z, cross = x * u % P, y * v % P, z * w % P, (x + y) * (u + v)
    f, g = (z * z - D * x * y) % P, (z * z + D * x * y) % P
    return (cross - x - y) * z % P * f % P, (x + y) * z % P * g % P, f * g % P


def sum_of(n, a, k, b):  # n times a point, and k times another
    sums, found = [(0, 1, 1), a, b, add(a, b)], (0, 1, 1)
    for i in range(252, -1, -1):
        found = add(add(found, found), sums[(n >> i & 1) + 2 * (k >> i & 1)])
    return found


@cache
def point(raw):  # that of a key: canonical, and not of small order
    odd, y = divmod(int.from_bytes(raw, "little"), 2**255)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    found = (P - x if x % 2 != odd else x), y, 1
    need(y < P and x * x % P == square and sum_of(8, found, 0, found)[0], "a key of small order")
    return found


def looks(name):  # two names that look alike have the same
    small = normalize("NFKD", normalize("NFKC", name).casefold()).translate(str.maketrans(*TWINS))
    seen = "".join(each for each in small if category(each) not in ("Mn", "Cf"))
    return seen.replace("rn", "m").replace("vv", "w")


def key_of(text):  # its name with 8 bytes of its hash, its bytes, and what its name looks like
    name, said, raw = re.fullmatch(r"([^\s+]{1,100})\+([0-9a-f]{8})\+(\S{44})", text).groups()
    number = hashed(f"{name}\n".encode(), plain(raw)).hex()[:16]
    need(name.isprintable() and number[:8] == said and plain(raw)[0] == 4, "no key of type 4")
    return f"{name}+{number}", plain(raw)[1:], point(plain(raw)[1:]) and looks(name)


def signed(key, text, blob, more=""):  # what a key signed: a checkpoint, perhaps more below it
    time, s = int.from_bytes(blob[:8], "big"), int.from_bytes(blob[40:], "little")
    raw = blob[8:40] + key[1] + f"cosignature/v1\ntime {time}\n{text}{more}".encode()
    k, (x, y, z) = int.from_bytes(sha512(raw).digest(), "little") % Q, point(key[1])
    x, y, z = sum_of(s % Q, point(b"\x58" + b"\x66" * 31), k, (P - x, y, z))
    x, y = x * pow(z, -1, P) % P, y * pow(z, -1, P) % P
    right = (y + (x % 2 << 255)).to_bytes(32, "little") == blob[8:40]
    need(right and len(blob) == 72 and s < Q and time < 1 << 63, f"not signed by {key[0]}")
    return int(re.fullmatch(NOTE, text)[1]), key, text, more.split(" ")[0]


def die(seed, moment, purpose, counter):
    raw = b"expand 32-byte k" + hashed(b"khamsin dice 1\0", seed.encode()) + bytes(4)  # RFC 8439
    raw += hashed(f"{moment}|{counter // 4}|{purpose}".encode())[:12]
    x = (first := [int.from_bytes(raw[i : i + 4], "little") for i in range(0, 64, 4)])[:]
    for i in range(80):  # four quarter rounds of columns, four of diagonals, and so on
        a, b, c, d = (4 * row + (i + i // 4 % 2 * row) % 4 for row in range(4))
        for one, two, three, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[one] = (x[one] + x[two]) % 2**32
            x[three] = ((mixed := x[three] ^ x[one]) << turn | mixed >> 32 - turn) % 2**32
    u = sum((x[i] + first[i]) % 2**32 << 32 * i for i in (0, 1)) >> 11
    return (u * 1296 >> 53) // 6 ** (3 - counter % 4) % 6 + 1


def point_text(log, n, root, seal):  # a checkpoint: log, entries, root, last line
    return f"khamsin.log/game/{log}\n{n}\n{b64encode(root).decode()}\nseal {seal}\n"


def answer(k, reveal):  # what the side that answers signs below the checkpoint
    return f"reveal {k} {b64encode(hashed(bytes.fromhex(reveal))).decode()}\n"


class Log:  # line by line: its chain, its tree, and how both sides of a game by mail have signed
    at, active, round, rolled, over, ended = "setup", 0, 0, 0, False, False

    def __init__(self, raw, sent=False):
        self.name, self.seals, self.points, self.keys, self.said = WHERE[0], ["0" * 64], [], [], []
        self.sent, self.used, self.past, self.last, self.batch = sent, {}, [], {"order": ""}, []
        (*lines, rest), tree = raw.split(b"\n"), []
        for n, line in enumerate(lines):
            WHERE[1] = f", entry {n}" if n else ", header"
            self.seals.append(hashed(self.seals[-1].encode(), line[:-75], b"}").hex())
            value = json.loads(line.decode(), parse_constant=int)
            right = (self.entry(n, value) if n else self.header(value)) | {"hash": self.seals[-1]}
            need(written(right) == line, "its hash is another, or it has not the form of an entry")
            tree += [hashed(b"\0", line)] * (n > 0)  # RFC 6962: the roots of whole subtrees
            for _ in range((n & -n).bit_length() - 1):
                tree[-2:] = [hashed(b"\1", *tree[-2:])]
            root = reduce(lambda root, each: hashed(b"\1", each, root), tree[::-1] or [hashed()])
            self.points.append(point_text(self.seals[1], n, root, self.seals[-1]))
        need(lines and not rest and n >= (self.branch or {}).get("entry", 0), "its end is missing")
        need(self.over or not self.ended, "no closing entry, and the game is over")

    def header(self, head):
        self.most = 500 * int(re.fullmatch(b"[1-9]\\d?|100", written(head["scenario"]["turns"]))[0])
        self.mail, self.branch = head.get("mail"), head.get("parent") or head.get("made_from")
        if "mail" in head:
            self.keys, self.reveals = [*map(key_of, self.mail["keys"])], self.mail["commitments"]
            said = written([self.mail, self.branch, head["game"], head["seed"], head["dice"]])
            need(re.fullmatch(MAIL, said.decode()) and all(a != b for a, b in self.mail.values()))
        return head | {"khamsin": "game", "format": 3}

    def sign(self, side, blob, more=""):  # a side signed the log so far
        self.said.append(signed(self.keys[side], self.points[-1], plain(blob), more))

    def opened(self, do):
        k, pair, other = do["round"], do["reveals"], 1 - self.active
        for side, (before, reveal) in enumerate(zip(self.reveals, pair, strict=True)):
            raw = bytes.fromhex(f"{self.mail['nonces'][side]}{side:02x}{k:08x}{reveal}")
            right = hashed(b"khamsin reveal 2\0", raw).hex() == before and raw[37:].hex() == reveal
            need(right, f"a reveal that {self.keys[side][0]} did not commit to")
        self.sign(self.active, do["asked"])
        self.sign(other, do["answered"], answer(k, pair[other]))
        raw = bytes.fromhex(f"{k:08x}{''.join(pair)}{do['seal']}")
        self.seed, self.round, self.reveals = hashed(b"khamsin round 2\0", raw).hex(), k, pair
        self.batch = self.last.get("orders", [])

    def acknowledged(self, do):
        key, log, n, time = key_of(do["key"]), do["log"], do.get("entries", 0), do.get("time", 0)
        text = point_text(log, n, bytes.fromhex(do["root"]), do["seal"])
        own = text == self.points[n] if log == self.seals[1] else self.branch  # or of its parent
        need(own and re.fullmatch(HEX, do["root"]), f"{key[0]} signed another log")
        self.said.append(signed(key, text, time.to_bytes(8, "big") + plain(do["signature"])))

    def may(self):  # which entries of the log itself may come next; "" is any other
        if self.over:
            return ["undo", "acknowledged"]
        if self.mail is None:
            return ["", *[*FORMS][5:]]
        if self.last["order"] == "asked":
            return ["opened", *["declined"] * ("end" in self.last)]
        if self.batch or self.last["order"] == "opened":
            return ["struck", *[""] * (self.at == "setup")] if self.batch else ["finish"]
        more = ["asked"] * (self.round < self.most) + ["finish"] * self.ended
        return ["", "passed", "undo", "note", "acknowledged", *more]

    def form(self, n, order, do):  # an entry of the log itself, as it has to be here
        asked = [it for it in do.get("orders" * (order == "asked"), []) if it["order"] not in FORMS]
        said = {"order": order} | {
            "opened": do | {"round": self.round + 1, "seal": self.seals[n]},
            "asked": {"orders": asked[:100], "end": int(not asked)},
            "struck": {"orders": len(self.batch)},
            "undo": {"entry": self.past[-1][0] if self.past else 0},
            "dice": {"source": re.match("table|either|", f"{do.get('source')}")[0] or "seed"},
            "finish": {"entries": n - 1, "seal": self.seals[n]},
            "acknowledged": do | {name: int(do.get(name, 0)) for name in ("entries", "time")},
        }.get(order, {name: f"{do.get(name)}" for name in FORMS[order]})
        return {it: said[it] for it in ("order", *FORMS[order]) if said.get(it, 0) not in (0, [])}

    def entry(self, n, value):
        do, order, at = value["do"], value["do"]["order"], self.at
        right = {"n": n, "at": at, "do": do, "dice": value["dice"], "then": value["then"]}
        same = bool(self.batch) and written(do) == written(self.batch[0])
        need(same or (order if order in FORMS else "") in self.may(), f"{order!r} here")
        right |= {"do": self.form(n, order, do), "dice": [], "then": []} if order in FORMS else {}
        for roll in right["dice"] if self.mail else ():
            purpose, first = f"{roll['purpose']}", self.used.get(roll["purpose"], 0)
            dice = [die(self.seed, at, purpose, first + i) for i in range(len(roll["dice"][:99]))]
            said = {"purpose": purpose, "first": first, "dice": dice, "source": "seed"}
            need(self.batch and written(roll) == written(said), f"rolled {roll}; expected: {said}")
            self.used[purpose], self.rolled = first + len(dice), self.rolled + len(dice)
        if order == "undo":
            _, self.at, self.used, self.ended = self.past.pop()
        elif order != "acknowledged":
            self.past.append((n, at, self.used, self.ended and order != "finish"))
        if self.mail and (self.batch or order in [*FORMS][:5] or order == "finish"):
            self.past = []  # what was asked for, rolled or handed over stays
        self.over = order == "finish" or (self.over and order == "acknowledged")
        self.batch = [] if order == "struck" else self.batch[same:]
        if order in ("opened", "acknowledged"):
            (self.opened if order == "opened" else self.acknowledged)(do)
        if order in ("passed", "declined"):
            self.sign(self.active ^ (order == "declined"), do["signed"], f"{order}\n")
        self.last, self.active = do, self.active ^ (order == "passed")
        for event in right["then"]:
            self.ended = self.ended or event["event"] == "game_ended"
            if event["event"] in ("phase_began", "player_turn_began"):
                self.at, self.used = event["moment"], {}
        return right


def letter_of(raw):
    value, log = json.loads(raw.decode()), Log(json.loads(raw.decode())["log"].encode(), True)
    form = re.match(f'{{"khamsin":"letter","side":([01]),"reveal":"({HEX})?",', raw.decode())
    need(form and written(value) == raw.removesuffix(b"\n") and [*value][3:] == ["note", "log"])
    more = answer(log.round + 1, form[2]) if form[2] else ""
    need(log.mail and value["note"].count("\n\u2014 ") == 1, "not of a side, or another signed too")
    log.said += signatures(value["note"], [log.keys[int(form[1])]], log.points[-1], more)
    return log


def signatures(note, keys, text, more=""):  # what keys signed that stand below a note (C2SP)
    below = note.removeprefix(f"{text}{more}\n").removesuffix("\n").split("\n")
    need(note == "\n".join([text + more, *below, ""]) and len(below) <= 100, "no signed note")
    parts = [re.fullmatch("\u2014 ([^\\s+\0-\x1f]+) (\\S{8,})", line).groups() for line in below]
    blobs = [(f"{name}+{plain(raw)[:4].hex()}", plain(raw)[4:]) for name, raw in parts]
    ours = [(key, blob) for who, blob in blobs for key in keys if key[0][:-8] == who]
    need(ours and all(blob for _, blob in blobs), "no signature of a known key: nothing is proved")
    return [signed(key, text, blob, more) for key, blob in ours]


def main(words):
    cut, logs, notes = [*words, "--key"].index("--key"), [], []
    lines = "\n".join(content(each).decode("utf-8-sig") for each in words[cut + 1 :]).splitlines()
    named = {key_of(line.split()[0]) for line in lines if line.strip()[:1] not in ("", "#")}
    for name in words[:cut] or [""]:
        raw = content(name)
        if raw.startswith(b"khamsin.log/game/"):
            notes.append(([name, ""], raw.decode()))
        else:
            logs.append(letter_of(raw) if raw.startswith(b'{"khamsin":"letter"') else Log(raw))
    said = [(n, log.name, *it) for log in logs for n, *it in log.said]
    keys = named.union(*(log.keys for log in logs), (it[2] for it in said))
    whose, known = {key[1]: key[0] for key in keys}, {key[2] for key in named}
    for key in keys:
        need(key[0] == whose[key[1]], f"{key[0]} and {whose[key[1]]} are one key under two names")
        need(key in named or key[2] not in known, f"{key[0]} took the name of a key of --key")
    for WHERE[:], note in notes:
        said += [(n, WHERE[0], *it) for n, *it in signatures(note, keys, re.match(NOTE, note)[0])]
    need(not words[cut:] or named & {it[2] for it in said}, "no --key signed: nothing is proved")
    WHERE[1], did, seen = "", {each[2:] for each in said}, {}
    both = [k[0] for k, text, word in did if word == "reveal" and (k, text, "declined\n") in did]
    need(not both, f"{both} agreed to an end and declined it: this is the proof")
    upto = {(where, key, text[:82]): (n, text) for n, where, key, text, _ in sorted(said)}
    for (WHERE[0], key, game), (n, text) in upto.items():  # is it so in each log of its game?
        own = [log for log in logs if log.points[0].startswith(game)]
        long = [log for log in own if n < len(log.points)]
        need(long or all(it.sent for it in own), f"{own and own[0].name} was cut short, or is old")
        for log in long:
            it = ", which it signed too: the proof" * (upto.get((log.name, key, game), ()) >= (n,))
            need(log.points[n] == text, f"{key[0]} signed other entries than {log.name} has{it}")
        say(f"{WHERE[0]}: {key[0]}{' (none of --key)' * (key not in named)} signed {n} entries")
    for n, text in [it[:4:3] for it in said] + [it for log in logs for it in enumerate(log.points)]:
        need(seen.setdefault((text[:82], n), text) == text, f"one game has two entries {n}")
    for log in logs:
        say(f"{log.name}: {len(log.points) - 1} entries, {log.rolled} dice, all is true")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Exception as error:  # noqa: BLE001 - of whatever was written
        why = error if type(error) is ValueError else "not written as it must be"
        sys.exit(ascii(f"not true: {WHERE[0]}{WHERE[1]}: {why}"[:500])[1:-1])
