"""Checks logs, letters of games by mail, and signed notes.

python verify.py FILE ... [--key KEY ...]: a KEY is public, or a file of them; see docs/trust.md.
Exit code 0: all is true; 1: not, or nothing is proved, and why; 2: a file is none of these.
"""

import json
import re
import sys
from base64 import b64decode, b64encode
from functools import reduce
from hashlib import sha256, sha512
from itertools import combinations
from pathlib import Path
from unicodedata import normalize

P, Q = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
MOST = 1 << 26  # bytes of a file; a log of that size takes 300 MB, its signatures some 10 ms each
HEADER = "khamsin format engine game seed scenario rulings dice mail hash".split()
SETUP = "weather time-of-day ec wind-force wind-direction dust phase".split()
PHASES = "RPh PFPh MPh DFPh AFPh RtPh APh CCPh".split()
HEX, MAIL = "[0-9a-f]{64}", ["nonces", "commitments", "keys"]
POINT = "khamsin.log/game/{}\n{}\n{}\nseal {}\n"  # a checkpoint: log, entries, root, last line
NOTE = POINT.format(HEX, "(0|[1-9][0-9]{0,15})", r"\S+", HEX) + r"(reveal [0-9]+ \S+\n)?"
KINDS = b'{"khamsin":"game"', b'{"khamsin":"letter"', b"khamsin.log/game/"
FORMS = "opened round reveals seal asked answered,asked orders end,passed,struck orders,undo entry"
FORMS += ",note text,dice source,finish entries seal"  # the entries of the log itself
FORMS += ",acknowledged log entries root seal key time signature"
FORMS = {each.split()[0]: ["order", *each.split()[1:]] for each in FORMS.split(",")}
WHERE, logs = ["", ""], []  # the file, and where in it
WRONG = ValueError, LookupError, TypeError, AttributeError, RecursionError, OverflowError
def need(true, what):
    if not true:
        raise ValueError(what)
def content(name):
    size = Path(name).stat().st_size if Path(name).is_file() else MOST + 1
    return Path(name).read_bytes() if size <= MOST else b""
def hashed(*parts):
    return sha256(b"".join(parts)).digest()
def written(value, sort=False):  # the one way in which JSON is written
    return json.dumps(value, sort_keys=sort, ensure_ascii=False, separators=(",", ":")).encode()
def based(raw):
    return b64encode(raw).decode()
def plain(text, *sizes):  # the bytes of base64 that is written in the one way it can be
    raw = b64decode(text)
    need(raw and based(raw) == text and len(raw) in (sizes or [len(raw)]), "no base64")
    return raw
def add(a, b):  # two points of the curve of Ed25519 (RFC 8032), as x and y over z
    (x, y, z), (u, v, w) = a, b
    k, zz = D * x * u * y * v, z * w
    f, g = zz * zz - k, zz * zz + k
    return (x * v + u * y) * zz * f % P, (y * v + x * u) * zz * g % P, f * g % P
def times(n, point):
    half = times(n >> 1, add(point, point)) if n else (0, 1, 1)
    return add(half, point) if n & 1 else half
def point(raw):  # that of a key: canonical, and not of small order
    odd, y = divmod(int.from_bytes(raw, "little"), 2**255)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    found = (P - x if x % 2 != odd else x), y, 1
    need(y < P and x * x % P == square and times(8, found)[0], "no key, or one of small order")
    return found
def is_signed(key, text, raw):  # R = sB - kA, without the cofactor
    (x, y, z), s = point(key), int.from_bytes(raw[32:], "little")
    k = int.from_bytes(sha512(raw[:32] + key + text.encode()).digest(), "little") % Q
    x, y, z = add(times(s % Q, point(b"\x58" + b"\x66" * 31)), times(k, (P - x, y, z)))
    x, y = x * pow(z, -1, P) % P, y * pow(z, -1, P) % P
    return len(raw) == 64 and s < Q and (y + (x % 2 << 255)).to_bytes(32, "little") == raw[:32]
def key_of(text):  # its name with 8 bytes of its hash, its type, and the 32 bytes
    name, said, raw = re.fullmatch(r"([^\s+]{1,100})\+([0-9a-f]{8})\+(\S+)", text).groups()
    number = hashed(f"{name}\n".encode(), raw := plain(raw, 33)).hex()[:16]
    right = name.isprintable() and number[:8] == said and raw[0] in (1, 4) and point(raw[1:])
    need(right, "no public key, or one of another hash")
    return f"{name}+{number}", raw[0], raw[1:]
def signed_at(key, text, blob):  # whether a key signed a text, with the time before the signature
    timed = 8 * (key[1] == 4)
    time = int.from_bytes(blob[:timed], "big")
    text = f"cosignature/v1\ntime {time}\n{text}" if timed else text
    return time < 1 << 63 and is_signed(key[2], text, blob[timed:])
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
def place_of(moment):  # where a moment stands among all; setup is 0
    turn = re.fullmatch(r"([1-9][0-9]{0,6})\.([12])/(\w+)", moment)
    need(turn or moment == "setup", f"{moment[:40]!r} is no moment")
    return (turn and 16 * int(turn[1]) + 8 * int(turn[2]) + PHASES.index(turn[3])) or 0
class Log:  # line by line: its chain, its tree, and how both sides of a game by mail have signed
    def __init__(self, raw):
        self.name, self.seals, self.points, self.upto, self.keys = WHERE[0], ["0" * 64], [], {}, []
        self.at, self.used, self.past, self.seed, self.rolled = "setup", {}, [], "", 0
        self.active, self.round, self.asked, self.batch, self.ending = 0, 0, None, [], False
        *lines, rest = raw.split(b"\n")
        self.over, self.ended, tree = False, 0, []
        for n, line in enumerate(lines):
            WHERE[1] = f", entry {n}" if n else ", header"
            value = json.loads(line.decode(), parse_constant=int)
            self.seals.append(hashed(self.seals[-1].encode(), line[:-75], b"}").hex())
            right = written(value) == line and value["hash"] == self.seals[-1]
            need(right, "its hash is another, or it is not written as it must be")
            _ = self.entry(n, value) if n else self.header(value)
            left, found = n - 1, hashed(b"\0", line)  # a Merkle tree (RFC 6962): its whole subtrees
            while n and left & 1:
                left, found = left >> 1, hashed(b"\1", tree.pop(), found)
            tree += [found] * (n > 0)
            root = reduce(lambda root, each: hashed(b"\1", each, root), tree[::-1] or [hashed()])
            self.points.append(POINT.format(self.seals[1], n, based(root), self.seals[-1]))
        need(lines and not rest, "its last line has no end")
        need(self.over or self.ended != 1, "no closing entry, and the game is over")
    def header(self, head):
        right = [written(head | {"khamsin": "game", "format": 3}) == written(head)]
        self.mail, self.branch = head.get("mail"), "parent" in head or "made_from" in head
        if self.mail is not None:
            both = [self.mail[name] for name in MAIL]
            self.keys, self.reveals = [key_of(key) for key in both[2]], both[1]
            self.most = min(500 * head["scenario"]["turns"], 100_000)
            right += [[*head] == HEADER, [*self.mail] == MAIL, head["seed"] == ""]
            right += [written([head["game"], head["dice"]]) == b'[0,"seed"]']
            right += [len(pair) == len({*pair}) == 2 for pair in both]
            right += [re.fullmatch(HEX, each) for each in both[0] + both[1]]
            right += [{4} == {key[1] for key in self.keys}, self.keys[0][2] != self.keys[1][2]]
        need(all(right), "no header of a log")
    def sign(self, key, text, blob, n):  # up to entry n
        need(signed_at(key, text, plain(blob, 72)), f"not signed for this by {key[0]}")
        self.upto[key] = max(n, self.upto.get(key, 0))
    def line(self, k, reveal):  # what an answer says beside the checkpoint
        return f"reveal {k} {based(hashed(bytes.fromhex(reveal)))}\n"
    def opened(self, n, do):
        k, (one, two), other = do["round"], do["reveals"], 1 - self.active
        right = type(k) is int and k == self.round + 1 <= self.most
        need(right and do["seal"] == self.seals[n], f"round {k} here")
        for side, reveal in ((0, one), (1, two)):
            raw = bytes.fromhex(self.mail["nonces"][side]) + bytes([side]) + k.to_bytes(4, "big")
            raw = re.fullmatch(HEX, reveal) and raw + bytes.fromhex(reveal)
            right = raw and hashed(b"khamsin reveal 2\0", raw).hex() == self.reveals[side]
            need(right, f"a reveal that {self.keys[side][0]} did not commit to")
        self.round, self.reveals, self.batch = k, [one, two], self.asked.get("orders", [])
        asked, raw = self.points[n - 1], bytes.fromhex(one + two + do["seal"])
        self.sign(self.keys[self.active], asked, do["asked"], n - 1)
        answer = asked + self.line(k, self.reveals[other])
        self.sign(self.keys[other], answer, do["answered"], n - 1)
        self.seed = hashed(b"khamsin round 2\0", k.to_bytes(4, "big"), raw).hex()
    def acknowledged(self, do):
        key, n, time = key_of(do["key"]), do.get("entries", 0), do.get("time", 0)
        right = {type(n), type(time)} == {int} and n >= 0 <= time < 1 << 63 and key[1] == 4
        right &= all(re.fullmatch(HEX, do[name]) for name in ("log", "root", "seal"))
        text = POINT.format(do["log"], n, based(bytes.fromhex(do["root"])), do["seal"])
        own = do["log"] == self.seals[1]  # and not one from which this is a branch
        need(right and (text == self.points[n] if own else self.branch), "another log was signed")
        before = self.upto.copy()
        self.sign(key, text, based(time.to_bytes(8, "big") + plain(do["signature"], 64)), n)
        self.upto = self.upto if own else before
    def entry(self, n, value):
        do, order, at = value["do"], value["do"]["order"], value["at"]
        form, same = FORMS.get(order), bool(self.batch) and written(do) == written(self.batch[0])
        right = {"n": n, "at": at, "do": do}
        right |= {key: [] if form else value[key] for key in ("dice", "then")}
        need(written(right)[:-1] == written(value)[:-75], "no entry of this number and form")
        right = not form or ([*do] == [name for name in form if name in do] and all(do.values()))
        right = right and at == self.at and self.stands(n, do, order, same)
        need(right, f"`{order}`, in this form or at {at}, here")
        if order in ("opened", "acknowledged"):
            _ = self.opened(n, do) if order == "opened" else self.acknowledged(do)
        ending, self.ending = self.ending, order == "opened" and bool(self.asked.get("end"))
        self.asked = do if order == "asked" else None
        self.active ^= order == "passed"
        self.batch = [] if order == "struck" else self.batch[same:]
        for roll in value["dice"] if self.mail else ():
            purpose, first = f"{roll['purpose']}", self.used.get(roll["purpose"], 0)
            need((same or self.batch) and self.round, f"{purpose} rolled without the other side")
            dice = [die(self.seed, at, purpose, first + i) for i in range(len(roll["dice"]))]
            right = {"purpose": purpose, "first": first, "source": "seed", "dice": dice}
            need(written(roll, True) == written(right, True), f"rolled {roll}; expected: {right}")
            self.used[purpose], self.rolled = first + len(dice), self.rolled + len(dice)
        if order == "undo":
            _, self.at, self.used, self.ended = self.past.pop()
        elif order != "acknowledged":
            self.past.append((n, at, self.used and {**self.used}, self.ended))
        self.ended = min(2, 2 * self.ended) if order == "undo" and self.over else self.ended
        self.over = order == "finish" or (self.over and order == "acknowledged")
        fixed = same or ending or order in ("opened", "asked", "passed", "struck", "finish")
        self.past = [] if fixed and self.mail else self.past
        for event in value["then"]:
            self.ended = 1 if event["event"] == "game_ended" else self.ended
            if event["event"] in ("phase_began", "player_turn_began"):
                need(place_of(event["moment"]) > place_of(self.at), f"{event['moment']} too early")
                self.at, self.used = event["moment"], {}
    def stands(self, n, do, order, same):  # whether an entry may stand here
        said = {"undo": {"entry": self.past[-1][0] if self.past else -1}}  # what it says is there
        said |= {"finish": {"entries": n - 1, "seal": self.seals[n]}}
        said = (said | {"struck": {"orders": len(self.batch)}}).get(order, {})
        right = {"order": order} | {name: each for name, each in said.items() if each}
        if said and written(do) != written(right):
            return False
        text = do["text"] if order == "note" else "x"
        if not text.isprintable() or not text.strip() == text[:400] == text:
            return False
        if self.over or not self.mail:
            mail = ("asked", "opened", "struck", "passed")
            return order in ("undo", "acknowledged") if self.over else order not in mail
        if self.asked is not None:
            return order == "opened" or (order == "struck" and self.asked.get("end"))
        if self.ending or self.batch:
            setup = self.batch and self.at == "setup" and order in SETUP
            end = order == "finish" and self.ending
            return same or setup or end or (order == "struck" and self.batch)
        if order == "asked":
            orders, end = do.get("orders", []), do.get("end", 0)
            right = not orders if end else 0 < len(orders) <= 100
            return right and type(end) is int and end in (0, 1) and self.round < self.most
        return order not in ("opened", "struck", "dice") and (order != "finish" or self.ended)
def letter_of(raw):
    value = json.loads(raw.decode())
    right = [*value] == ["khamsin", "side", "reveal", "note", "log"]
    need(right and written(value) == raw.removesuffix(b"\n"), "not written as a letter is")
    log, side, reveal = Log(value["log"].encode()), value["side"], value["reveal"]
    right = log.mail is not None and type(side) is int and side in (0, 1)
    need(right and (reveal == "" or re.fullmatch(HEX, reveal)), "no letter of a game by mail")
    text = log.points[-1] + (log.line(log.round + 1, reveal) if reveal else "")
    found, [[who, blob]] = note_of(value["note"].encode())
    need(found == text and who == log.keys[side][0][:-8], "another note")
    log.sign(log.keys[side], text, based(blob), len(log.points) - 1)
    return log
def note_of(raw):  # a signed note (C2SP): its text, and who signed it
    text, _, below = raw.decode().rpartition("\n\n")
    *below, rest = below.split("\n")
    parts = [re.fullmatch("\u2014 ([^\\s+\0-\x1f]+) (\\S{8,})", line) for line in below]
    need(all(parts) and len(parts) <= 100 and not rest and len(raw) <= 1 << 18, "no note")
    need(parts and re.fullmatch(NOTE, text + "\n"), "no checkpoint of a game")
    plain(text.split("\n")[2], 32)
    signed = [(each[1], plain(each[2])) for each in parts]
    return text + "\n", [(f"{name}+{raw[:4].hex()}", raw[4:]) for name, raw in signed]
def check(name, text, signed, keys):  # whether a known key signed a note; logs have what it says
    WHERE[:], n = [name, ""], int(text.split("\n")[1])
    need(text.count("\n") == 4, "no checkpoint of a game")
    ours = {key: blob for who, blob in signed for key in keys if key[0][:-8] == who}
    need(ours, "no signature of a known key: nothing is proved")
    for key, blob in ours.items():
        need(signed_at(key, text, blob), f"the signature of {key[0]} is not true")
    ones = [log for log in logs if text.startswith(log.points[0][:82])]
    long = [log for log in ones if n < len(log.points)]  # a letter may be older, and not all logs
    need(long or not ones, f"{ones and ones[0].name} was cut short, or is a copy from before")
    for log in long:
        need(log.points[n] == text, f"{log.name} is not what was signed")
        log.upto.update({key: max(n, log.upto.get(key, 0)) for key in ours})
    return [f"{name}: {key[0]} signed {n} entries" for key in ours]
def compare(one, other):  # two logs of one game do not part; if they do, who signed both is proved
    WHERE[:], pairs = [one.name, ""], zip(one.seals[1:], other.seals[1:], strict=False)
    part = next((n for n, (a, b) in enumerate(pairs) if a != b), 0)
    both = [key[0] for key in one.upto if one.upto[key] >= part <= other.upto.get(key, -1)]
    said = f"{' and '.join(both)} signed both; this is the proof" if both else "no proof"
    need(not part, f"cannot be one game with {other.name}: entry {part} differs; {said}")
def keys_of(word):  # a public key, or the lines of a file of them
    alone = "+" in word and not Path(word[:200]).exists()
    lines = [word] if alone else content(word).decode("utf-8-sig", "replace").splitlines()
    try:
        found = [key_of(key.split()[0]) for key in map(str.strip, lines) if key and key[0] != "#"]
    except WRONG:
        found = []
    return found or sys.exit(print(f"{word[:99]!r}: no public keys", file=sys.stderr) or 2)
def standing(log, named):  # how far each key signed a log, and whether these are those of --key
    WHERE[:] = [log.name, ""]
    for key, n in log.upto.items():
        name = normalize("NFKC", key[0].rpartition("+")[0]).casefold()
        looks = [normalize("NFKC", each[0].rpartition("+")[0]).casefold() for each in named]
        need(key in named or name not in looks, f"{key[0]} took the name of a key of --key")
        known = "" if key in named else " (none of --key)"
        yield f"{log.name}: signed up to #{n} by {key[0]}{known}"
    yield f"{log.name}: {len(log.points) - 1} entries, {log.rolled} dice, all is true"
def main(words):
    named, notes = [], []
    while words:
        WHERE[:] = [words.pop(0), ""]
        if WHERE[0] == "--key" and words:
            WHERE[0] = words.pop(0)
            named += keys_of(WHERE[0])
        elif (raw := content(WHERE[0])).startswith(KINDS[2]):
            notes.append((WHERE[0], *note_of(raw)))
        elif raw.startswith(KINDS[:2]):
            logs.append(Log(raw) if raw.startswith(KINDS[0]) else letter_of(raw))
        else:
            raise OSError("no log, letter or note, or one that is too large")
    keys = dict.fromkeys([*named, *(key for log in logs for key in (*log.keys, *log.upto))])
    said = [line for note in notes for line in check(*note, keys)]
    said += [line for log in logs for line in standing(log, dict.fromkeys(named))]
    for one, other in combinations(logs, 2):
        _ = one.seals[1] != other.seals[1] or compare(one, other)
    signed = not named or notes or any(key in named for log in logs for key in log.upto)
    need(said and signed, "signed by none of --key: nothing is proved" if said else "no file")
    print("\n".join(said))
if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except OSError as error:
        sys.exit(print(f"{WHERE[0]}: {error.strerror or error}", file=sys.stderr) or 2)
    except WRONG as error:
        why = error if type(error) is ValueError else "not written as it must be"
        said = f"not true: {WHERE[0]}{WHERE[1]}: {why}"[:500]
        sys.exit(said if said.isprintable() else ascii(said))
