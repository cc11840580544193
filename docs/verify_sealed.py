"""Checks logs with sealed dice, and letters of `khamsin seal`: python verify_sealed.py FILE ..."""
# Exit code 0: all is as docs/trust.md has it, but for the rules, and can be of one game; 1: not,
# and why; 2: no such file. Whose a key is that acknowledged a log, verify_checkpoints.py asks.
import json
import re
import sys
from base64 import b64decode, b64encode
from hashlib import sha256, sha512
from itertools import combinations
P, Q = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
HEADER = "khamsin format engine game seed scenario rulings dice sealed hash way nonce tips keys"
SETUP = "weather time-of-day ec wind-force wind-direction dust phase".split()
PHASES = "RPh PFPh MPh DFPh AFPh RtPh APh CCPh".split()
PLACE, SIDE, logs = [""], ["side 1", "side 2"], []  # PLACE: the file, and where in it
def need(true, what):
    what = f"not true: {', '.join(PLACE)}: {what}"
    _ = true or sys.exit(what if what.isprintable() else ascii(what))
def sha(*parts):
    return sha256(b"".join(parts)).digest()
def written(value, sort=False):
    return json.dumps(value, sort_keys=sort, ensure_ascii=False, separators=(",", ":")).encode()
def based(raw):
    return b64encode(raw).decode()
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
def root_of(lines):  # of a tree (RFC 6962)
    half = 1 << max(len(lines) - 1, 1).bit_length() - 1
    both = map(root_of, (lines[:half], lines[half:]) if lines[1:] else ())
    return sha(b"\1", *both) if lines[1:] else sha(b"\0" * len(lines), *lines)
def is_signed(key, text, signature):  # R = sB - cA, without the cofactor
    raw, (x, y, z) = b64decode(signature), point(key)
    s = int.from_bytes(raw[32:64], "little")
    c = int.from_bytes(sha512(raw[:32] + key + text.encode()).digest(), "little") % Q
    x, y, z = add(times(s, point(b"\x58" + b"\x66" * 31)), times(c, (P - x, y, z)))
    x, y = x * pow(z, -1, P) % P, y * pow(z, -1, P) % P
    return based((y + (x % 2 << 255) + (s % Q << 256)).to_bytes(64, "little")) == signature
def die(seed, moment, purpose, counter):
    raw = b"expand 32-byte k" + sha(b"khamsin dice 1\0", seed.encode()) + bytes(4)  # RFC 8439
    raw += sha(f"{moment}|{counter // 4}|{purpose}".encode())[:12]
    x = (first := [int.from_bytes(raw[i : i + 4], "little") for i in range(0, 64, 4)])[:]
    for i in range(80):  # four quarter rounds of columns, four of diagonals, and so on
        a, b, c, d = (4 * row + (i + i // 4 % 2 * row) % 4 for row in range(4))
        for one, two, three, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[one] = (x[one] + x[two]) % 2**32
            x[three] = ((mixed := x[three] ^ x[one]) << turn | mixed >> 32 - turn) % 2**32
    u = sum((x[i] + first[i]) % 2**32 << 32 * i for i in (0, 1)) >> 11
    return (u * 1296 >> 53) // 6 ** (3 - counter % 4) % 6 + 1
class Log:
    def __init__(self, raw):  # checks all its lines
        *self.lines, rest = raw.split(b"\n")
        self.path, self.hashes, self.upto = PLACE[0], ["0" * 64], dict.fromkeys(SIDE, -1)
        self.used, self.past, self.sheet = {}, [], []
        self.now, self.last, self.pen, self.waits, self.rolled, self.over = 0, 0, 0, False, 0, False
        for n, line in enumerate(self.lines):
            PLACE[1:] = [f"entry {n}" if n else "header"]
            value = json.loads(line.decode(), parse_constant=int)
            self.hashes.append(sha(self.hashes[-1].encode(), line[:-75], b"}").hex())
            right = written(value) == line and value["hash"] == self.hashes[-1] and not rest
            need(right, "its hash is another, or it is not written as it must be")
            self.entry(n, value) if n else self.header(value)
    def header(self, head):
        sealed, scenario = head["sealed"], head["scenario"]
        self.together, self.links = ["alone", "together"].index(sealed["way"]), sealed["tips"]
        hexes = [sealed["nonce"], *self.links, *sealed["keys"]]
        right = written(head | {"khamsin": "game", "format": 3, "game": 0, "dice": "seed"})
        right = right == written(head) and HEADER.split() == [*head, *sealed]
        right = right and re.fullmatch("( [0-9a-f]{64}){5}", "".join(f" {each}" for each in hexes))
        need(right and len({*hexes}) == 5 == len(self.links) + 3, "no header of a sealed game")
        self.keys = [bytes.fromhex(key) for key in sealed["keys"] if point(bytes.fromhex(key))]
        sides, turns = scenario["sides"], range(2, 2 * scenario["turns"] + 2)
        self.most = min(250 * len(turns), 100_000) if self.together else len(turns)
        self.moments = ["setup", *(f"{n // 2}.{1 + n % 2}/{end}" for n in turns for end in PHASES)]
        self.sides = sorted(sides, key=lambda side: side != scenario.get("first", sides[0]))
        terms = {"sides": self.sides, "scenario": sha(written(scenario, sort=True)).hex()}
        terms |= {key: (head | sealed)[key] for key in ("engine", "rulings", "nonce", "way")}
        self.terms = sha(b"khamsin terms 1\0", written(terms, sort=True))
        need(self.terms.hex() == head["seed"], "its seed is not the hash of its terms")
    def due(self):  # the number of the link that is given here (else 0), and who gives it
        k = self.last + self.waits if self.together else max(1, (self.now + 7) // 8)
        return k * (self.last < k <= self.most), 1 - self.pen if self.together else k % 2
    def leads(self, side, k, link):
        raw = re.fullmatch("[0-9a-f]{64}", link) and bytes.fromhex(link)
        for j in range(k, self.last, -1):
            raw = sha(b"khamsin link 1\0", self.terms, bytes([side]), j.to_bytes(4, "big"), raw)
        need(raw.hex() == self.links[side], f"link {k} of side {side + 1} was not committed to")
    def signed(self, side, signature, n, k=0, link=""):  # up to entry n, with link k; the text
        text = f"khamsin.log/{self.terms.hex()}\n{n}\n{based(bytes.fromhex(self.hashes[n + 1]))}\n"
        text += f"link {k} {based(sha(bytes.fromhex(link)))}\n" if k else ""
        need(is_signed(self.keys[side], text, signature), f"not signed for this by side {side + 1}")
        _ = k and self.leads(side, k, link)
        self.upto[SIDE[side]] = n
        return text
    def acknowledged(self, n, entries=0, key="", time=0, signature="", **_):  # what it must say
        name, _, raw = key.split("+", 2)
        raw, log, seal = b64decode(raw), self.hashes[1], self.hashes[entries + 1]
        root, short = root_of(self.lines[1 : entries + 1]), sha(f"{name}\n".encode(), raw)[:4].hex()
        right = raw[:-32] == b"\4" and {type(entries), type(time)} == {int} and name.isprintable()
        right = right and 0 <= entries < n and not time >> 63 and re.fullmatch("[^ ]{1,100}", name)
        text = f"time {time}\nkhamsin.log/game/{log}\n{entries}\n{based(root)}\nseal {seal}\n"
        need(right and is_signed(raw[1:], "cosignature/v1\n" + text, signature), f"not by {name}")
        self.upto[f"{name}+{short}"] = max(entries, self.upto.get(f"{name}+{short}", 0))
        said = {"log": log, "entries": entries, "root": root.hex(), "seal": seal}
        said |= {"key": f"{name}+{short}+{based(raw)}", "time": time, "signature": signature}
        return {name: each for name, each in said.items() if each != 0}
    def entry(self, n, value):
        do, order, at = value["do"], value["do"]["order"], self.moments[self.now]
        (k, giver), sheet = self.due(), [] if self.waits else self.sheet
        same = bool(sheet) and written(do) == written(sheet[0])
        here = same or not self.sheet or (sheet and self.now == 0 and order in SETUP)
        pen, orders = here and self.together and not same, do.get("orders")
        asked = pen and order == "asked" and 0 < len(orders) <= 100
        rare = {"opened": k, "struck": sheet, "asked": asked, "passed": pen, "undo": self.past}
        right = order in ("undo", "acknowledged") or not self.over  # nothing else after the end
        need(right and rare.get(order, here and order != "dice"), f"`{order}` here")
        self.over = order == "finish" or (self.over and order == "acknowledged")
        forms = {"asked": {"orders": orders}, "struck": {"orders": len(sheet)}, "passed": {}}
        links, back = do.get("links", [])[:2], {"entry": self.past and self.past[-1][0]}
        forms |= {"finish": {"entries": n - 1, "seal": self.hashes[n]}, "undo": back}
        _ = order == "acknowledged" and forms.update({order: self.acknowledged(n, **do)})
        signed = {name: do.get(name) for name in ["signature", "asking"][: 1 + self.together]}
        forms["opened"] = {"stretch": k, "links": links, "head": self.hashes[n]} | signed
        right = {"n": n, "at": at, "do": {"order": order} | forms.get(order, do)}
        right |= {key: [] if order in forms else value[key] for key in ("dice", "then")}
        need(written(right)[:-1] == self.lines[n][:-75], f"expected: {written(right).decode()}")
        self.sheet = {"asked": orders, "struck": []}.get(order, self.sheet[same:])
        self.pen, self.waits = self.pen ^ (order == "passed"), self.waits or order == "asked"
        if order == "opened":
            self.leads(1 - giver, k, links[1 - giver])
            self.signed(giver, do["signature"], n - 1, k, links[giver])
            _ = self.together and self.signed(self.pen, do["asking"], n - 1)
            self.links, self.last, self.waits = links, k, False
            rest = map(bytes.fromhex, (*links, do["head"]))
            self.seed = sha(b"khamsin stretch 1\0", self.terms, k.to_bytes(4, "big"), *rest).hex()
        elif order == "undo":
            _, self.now, self.used = self.past.pop()
        elif order != "acknowledged":
            self.past.append((n, self.now, {**self.used}))
        self.past *= not (sheet or order in ("opened", "asked", "passed", "finish"))  # for good
        for roll in value["dice"]:
            purpose, first = f"{roll['purpose']}", self.used.get(roll["purpose"], 0)
            need(sheet if self.together else not k, f"{purpose} rolled with sealed dice")
            dice = [die(self.seed, at, purpose, first + i) for i in range(len(roll["dice"]))]
            right = {"purpose": purpose, "first": first, "source": "seed", "dice": dice}
            need(written(roll, True) == written(right, True), f"rolled {roll}; expected: {right}")
            self.used[purpose], self.rolled = first + len(dice), self.rolled + len(dice)
        for event in value["then"]:
            if event["event"] in ("phase_began", "player_turn_began"):
                was, self.now, self.used = self.now, self.moments.index(event["moment"]), {}
                need(self.now > was, f"{event['moment']} after {self.moments[was]}")
    def letter(self, value):
        side, link, note = value["side"], value["link"], value["checkpoint"]
        k, giver = self.due() if link else (0, side % 2)
        right = " ".join(value) == "khamsin side stretch link checkpoint log"
        right = right and written([value["stretch"], side]) == written([k, giver])
        need(right and bool(k) == (link != ""), f"link {value['stretch']} is not due from its side")
        name, raw = f"khamsin.log/{self.terms.hex()[:16]}/side-{side + 1}", b64decode(note[-93:])
        text = self.signed(side, based(raw[4:]), len(self.lines) - 1, k, link)
        raw = sha(f"{name}\n\1".encode(), self.keys[side])[:4] + raw[4:]
        need(note == f"{text}\n\u2014 {name} {based(raw)}\n", "its note is not that of its log")
        return link
try:
    for PLACE[:] in zip(sys.argv[1:] or ["no FILE"]):
        raw = open(PLACE[0], "rb").read()
        if not re.match(rb'{"khamsin":"(game"[^\n]*"sealed":{|sealed hand-over")', raw):
            raise OSError(0, "no log with sealed dice, and no letter with one")
        letter = json.loads(raw.decode()) if raw.startswith(b'{"khamsin":"s') else {}
        need(not letter or written(letter) == raw.removesuffix(b"\n"), "not written as a letter is")
        logs.append(log := Log(letter["log"].encode() if letter else raw))
        given = (letter and log.letter(letter)) or log.over
        said = [f"signed by {who} up to #{n}" for who, n in log.upto.items() if n >= 0]
        said += [f"link {k} of {SIDE[i]} is due" for k, i in [log.due()] if k and not given]
        said = "; ".join([f"{log.rolled} dice", *said, "all is true"])
        print(f"{PLACE[0]}: {len(log.lines) - 1} entries, {said}")
    for one, other in combinations(logs, 2):
        PLACE[:] = [one.path, other.path]
        need(one.terms == other.terms, "these are two games: their terms are not the same")
        for n, (line, another) in enumerate(zip(one.lines, other.lines, strict=False)):
            both = [i for i, each in enumerate(SIDE) if one.upto[each] >= n <= other.upto[each]]
            both = [one.sides[i] for i in both if one.keys[i] == other.keys[i]]
            said = f"{' and '.join(both)} signed both; this is the proof" if both else "no proof"
            need(line == another, f"they cannot belong to one game: line {n + 1} differs; {said}")
except OSError as error:
    sys.exit(print(f"{PLACE[0]}: {error.strerror}", file=sys.stderr) or 2)
except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
    need(False, "not written as it must be")
