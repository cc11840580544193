"""Checks games with sealed dice, without Khamsin: ``python verify_sealed.py FILE [FILE]``.

A FILE is a log, or what `khamsin seal next` made of one. Checked are: chain, terms, commitments,
links, signatures and every die, as docs/dice.md and docs/trust.md have them; of two files: whether
both can belong to one game. No rule of the game. Exit code 0: all is true; 1: not; 2: no such file.
"""

import base64
import hashlib
import json
import re
import struct
import sys

P, Q = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def need(true, what):
    _ = true or sys.exit(f"not true: {what}")


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def add(a, b):
    """The sum of two points of the curve of Ed25519 (RFC 8032), as x and y over z."""
    (x, y, z), (u, v, w) = a, b
    k, zz = D * x * u * y * v, z * w
    f, g = zz * zz - k, zz * zz + k
    return (x * v + u * y) * zz * f % P, (y * v + x * u) * zz * g % P, f * g % P


def times(n, point):
    total = (0, 1, 1)
    while n:
        if n & 1:
            total = add(total, point)
        point, n = add(point, point), n >> 1
    return total


def point(raw):
    value = int.from_bytes(raw, "little")
    odd, y = value >> 255, value % 2**255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    need(y < P and x * x % P == square and (x or not odd), "a key or signature is no point")
    return (P - x if x % 2 != odd else x), y, 1


def signed(key, text, signature):
    if len(signature) != 64:
        return False
    k, r = point(key), point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    c = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % Q
    a, b = times(s, point(bytes([88]) + bytes([102]) * 31)), add(r, times(c, k))
    return s < Q and all((a[i] * b[2] - b[i] * a[2]) % P == 0 for i in (0, 1))


def chacha(key, nonce):
    """The first block of the keystream of ChaCha20 (RFC 8439)."""
    first = list(struct.unpack("<16I", b"expand 32-byte k" + key + bytes(4) + nonce))
    x = first[:]
    quarters = [(i, i + 4, i + 8, i + 12) for i in range(4)]
    quarters += [(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4) for i in range(4)]
    for _ in range(10):
        for a, b, c, d in quarters:
            for one, two, three, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[one] = (x[one] + x[two]) % 2**32
                mixed = x[three] ^ x[one]
                x[three] = (mixed << turn | mixed >> 32 - turn) % 2**32
    return struct.pack("<16I", *[(a + b) % 2**32 for a, b in zip(x, first, strict=True)])


def dice(seed, moment, purpose, first, count):
    """The dice of an address (docs/dice.md): `count` of them, from the counter `first` on."""
    key, found = sha(b"khamsin dice 1\0", seed.encode()), []
    for word in range(first // 4, (first + count - 1) // 4 + 1):
        block = chacha(key, sha(f"{moment}|{word}|{purpose}".encode())[:12])[:8]
        value = (int.from_bytes(block, "little") >> 11) * 1296 >> 53
        found += [value // 6**place % 6 + 1 for place in (3, 2, 1, 0)]
    return found[first % 4 : first % 4 + count]


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def lines_of(raw):
    """The lines of a log as JSON, each with its hash; the chain is checked."""
    before, found = "0" * 64, []
    need(raw.endswith(b"\n"), "the last line has no end")
    for number, line in enumerate(raw.split(b"\n")[:-1]):
        value = json.loads(line)
        own = hashlib.sha256(before.encode() + line[:-75] + b"}").hexdigest()
        need(line[-75:] == b',"hash":"%s"}' % own.encode(), f"line {number + 1}: its hash")
        before = own
        found.append(value)
    return found


def terms_of(head):
    scenario = head["scenario"]
    terms = {key: head[key] for key in ("engine", "rulings")}
    terms |= {key: head["sealed"][key] for key in ("nonce", "way")}
    terms["scenario"] = sha(canonical(scenario)).hex()
    terms["sides"] = sorted(scenario["sides"], key=lambda side: side != scenario.get("first"))
    return sha(b"khamsin terms 1\0", canonical(terms))


def is_signed(log, count, side, signature, k, link):  # the checkpoint of a log, and a link
    root = base64.b64encode(bytes.fromhex(log[count]["hash"])).decode()
    hashed = base64.b64encode(sha(bytes.fromhex(link))).decode()
    text = f"khamsin.log/{log[0]['seed']}\n{count}\n{root}\n" + f"link {k} {hashed}\n" * (k > 0)
    key = bytes.fromhex(log[0]["sealed"]["keys"][side])
    return signed(key, text.encode(), base64.b64decode(signature)[-64:]) and text


def stretch_of(moment):
    turn, player = re.fullmatch(r"(\d+)\.([12])/\w+", moment).groups() if "." in moment else (1, 1)
    return 2 * int(turn) - 2 + int(player)


def opened(entry, log, head, last):
    """Checks an entry that opens a stretch; returns the seed of its dice."""
    terms, do, n = bytes.fromhex(head["seed"]), entry["do"], entry["n"]
    k, tips = do["stretch"], head["sealed"]["tips"]
    need(stretch_of(entry["at"]) == k > last, f"entry {n}: stretch {k} at {entry['at']}")
    need(do["head"] == log[n - 1]["hash"], f"entry {n}: not opened after the line before it")
    for side, link in enumerate(do["links"]):
        raw = bytes.fromhex(link)
        for number in range(k, 0, -1):
            raw = sha(b"khamsin link 1\0", terms, bytes([side]), number.to_bytes(4, "big"), raw)
        need(raw.hex() == tips[side], f"entry {n}: link {side + 1} was not committed to")
    true = is_signed(log, n - 1, k % 2, do.get("signature", ""), k, do["links"][k % 2])
    need(true, f"entry {n}: not signed by the other side")
    rest = map(bytes.fromhex, (*do["links"], do["head"]))
    return k, sha(b"khamsin stretch 1\0", terms, k.to_bytes(4, "big"), *rest).hex()


def check(log):
    """Checks all lines of a log; returns how many dice there were."""
    head, count, last, seed, sealed = log[0], 0, 0, "", log[0]["sealed"]
    need(sealed["way"] == "alone", "header: a way of sealing that this does not know")
    need(len({*sealed["tips"], *sealed["keys"]}) == 4, "header: one commitment for both sides")
    need(terms_of(head).hex() == head["seed"], "header: not the terms of this scenario and engine")
    at, used, past = "setup", {}, []
    for n, entry in enumerate(log[1:], 1):
        order = entry["do"]["order"]
        need(entry["n"] == n and order != "dice", f"entry {n}: its number, or whose dice it wants")
        if entry["at"] != at:
            at, used = entry["at"], {}
        if order == "opened":
            last, seed = opened(entry, log, head, last)
            past = []
        elif order == "undo":
            need(past and past[-1][0] == entry["do"]["entry"], f"entry {n}: undoes another")
            _, at, used = past.pop()
        elif order != "acknowledged":
            past.append((n, at, dict(used)))
        for roll in entry["dice"]:
            purpose, first, shown = roll["purpose"], roll["first"], roll["dice"]
            need(stretch_of(at) == last, f"entry {n}: a roll whose dice were sealed")
            need(first == used.get(purpose, 0), f"entry {n}: {purpose} from die {first}")
            right = dice(seed, at, purpose, first, len(shown))
            true = shown == right and roll["source"] == "seed"
            need(true, f"entry {n}: {purpose} {shown}; expected: {right} from the seed")
            used[purpose], count = first + len(shown), count + len(shown)
    return count


def main(paths):
    logs = []
    for path in paths:
        with open(path, "rb") as file:
            raw = file.read()
        log, who = None, "nobody"
        if raw.startswith(b'{"khamsin":"sealed hand-over"'):
            value = json.loads(raw)
            raw, side = value["log"].encode(), value["side"]
            log, (text, last) = lines_of(raw), value["checkpoint"].rsplit("\n\n", 1)
            who, given = f"side {side + 1}", (value["stretch"], value["link"])
            true = is_signed(log, len(log) - 1, side, last.split()[-1], *given) == f"{text}\n"
            need(true, f"{path}: its signature")
        log = log or lines_of(raw)
        logs.append(raw)
        print(f"{path}: {len(log) - 1} entries, {check(log)} dice; signed by {who}; all is true")
    need(all(raw.startswith(min(logs, key=len)) for raw in logs), "these cannot belong to one game")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        print(f"this is no log with sealed dice ({error})", file=sys.stderr)
        sys.exit(2)
