"""Checks signed checkpoints of logs, of any format and sealed or not: see docs/trust.md."""
# python verify_checkpoints.py NOTE_OR_LOG ... --key KEY ...; a KEY is a public key, or a file of
# them. Exit code 0: all is true; 1: not, or nothing is proved, and why; 2: none of these files.
import json
import re
import sys
from base64 import b64decode, b64encode
from functools import reduce
from hashlib import sha256, sha512
from itertools import combinations
from pathlib import Path
P, Q = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
HEX, MOMENT = "[0-9a-f]{64}", "setup|[1-9][0-9]*[.][12]/(R|PF|M|DF|AF|Rt|A|CC)Ph"
WRONG = ValueError, LookupError, TypeError, AttributeError, RecursionError
FAULTS, ORIGIN = [], b"khamsin.log/game/"
def say(text, file=None):
    print(text if text.isprintable() else ascii(text), file=file)
def fault(what):
    FAULTS.append(what)
    say(f"not true: {what}", sys.stderr)
def need(true, what):
    if not true:
        raise OSError(0, what)  # the file is none of ours
def written(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
def content(path, most):
    need(Path(path).is_file() or not Path(path).exists(), "no regular file")
    with Path(path).open("rb") as file:
        return file.read(most)
def lines_of(path):  # the whole lines of a log, without their ends
    with Path(path).open("rb") as file:
        for line in iter(lambda: file.readline(1 << 23), b""):
            need(line.endswith(b"\n") or len(line) < 1 << 23, "a line that is too long")
            yield from [line[:-1]] * line.endswith(b"\n")
def plain(text, *sizes):  # the bytes of base64 that is written as it must be
    raw = b64decode(text) if re.fullmatch("([A-Za-z0-9+/=]{4})+", text) else b""
    good = b64encode(raw).decode() == text and len(raw) in (sizes or [len(raw)])
    need(good, f"{text[:60]!r} is not base64 of the right length")
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
    x, y, z = add(times(s, point(b"\x58" + b"\x66" * 31)), times(k, (P - x, y, z)))
    x, y = x * pow(z, -1, P) % P, y * pow(z, -1, P) % P
    return len(raw) == 64 and s < Q and (y + (x % 2 << 255)).to_bytes(32, "little") == raw[:32]
def key_of(text):  # name and short hash, type, and the 32 bytes
    parts = re.fullmatch(r"([^\s+]{1,100})\+([0-9a-f]{8})\+(\S+)", text)
    need(parts and parts[1].isprintable(), f"{text[:9]!r}... is no public key")
    raw = plain(parts[3], 33)
    short = sha256(f"{parts[1]}\n".encode() + raw).hexdigest()[:8]
    need(raw[0] in (1, 4) and short == parts[2] and point(raw[1:]), f"{text[:80]!r} is no key")
    return f"{parts[1]}+{short}", raw[0], raw[1:]
def keys_of(word):
    if "+" in word and not Path(word[:200]).exists():
        return [key_of(word)]
    lines = [line.split() for line in content(word, 1 << 22).decode("utf-8-sig").splitlines()]
    found = [key_of(words[0]) for words in lines if words and words[0][0] != "#"]
    need(found, "this file has no public key")
    return found
def joined(right, left):
    return sha256(b"\1" + left + right).digest()
def points_of(path, counts):  # after so many entries: the root of their tree (RFC 6962), the seal
    tree, found = [], {}
    for n, line in enumerate(lines_of(path) if counts else ()):
        tree += [sha256(b"\0" + line).digest()] if n else []
        for _ in range((n & -n).bit_length() - 1):
            tree[-2:] = [joined(tree[-1], tree[-2])]
        if n in counts:
            root = reduce(joined, tree[::-1]) if n else sha256(b"").digest()
            found[n] = root, line[-66:-2].decode()
    return found
def read_note(path, raw, keys):  # its claims: each the key, where it stands, the checkpoint
    text, claims = raw.decode(), []
    need(len(raw) <= 1 << 18 and re.fullmatch("[^\0-\t\v-\x1f]+\n", text), "no text of a note")
    body, signatures = text[: text.rindex("\n\n") + 1], text[text.rindex("\n\n") + 2 : -1]
    form = rf"khamsin\.log/game/({HEX})\n(0|[1-9][0-9]{{0,15}})\n(\S+)\nseal ({HEX})\n"
    parts = re.fullmatch(form, body)
    need(parts, "its text is not that of a checkpoint of a game")
    checkpoint = (parts[1], int(parts[2]), plain(parts[3], 32), parts[4])
    lines = [re.fullmatch(r"\u2014 ([^\s+]+) (\S+)", line) for line in signatures.split("\n")]
    need(all(lines) and len(lines) <= 100, "a line that is no signature, or more than 100 of them")
    lines = [(words[1], plain(words[2])) for words in lines]
    need(all(len(signature) > 4 for _, signature in lines), "a signature that is too short")
    for name, signature in lines:
        who = f"{name}+{signature[:4].hex()}"
        if who not in [known[0] for known in keys]:
            say(f"{path}: {who} is no key that was named; not checked")
        for key in [known for known in keys if known[0] == who]:
            cut = 12 if key[1] == 4 else 4
            time = int.from_bytes(signature[4:cut], "big")
            signed = f"cosignature/v1\ntime {time}\n{body}" if cut == 12 else body
            true = time < 1 << 63 and is_signed(key[2], signed, signature[cut:])
            _ = true or fault(f"{path}: the signature of {who}")
            _ = true and say(f"{path}: {who} signed {checkpoint[1]} entries")
            claims += [(key, path, checkpoint)] * true
    return claims or fault(f"{path}: no true signature of a key that was named") or []
def acknowledged(value, line, n):  # what an entry says that a person signed: key and checkpoint
    do = dict.fromkeys("order log entries root seal key time signature".split(), 0) | value["do"]
    said = {name: each for name, each in do.items() if each not in (0, "")}
    right = {"n": n, "at": value["at"], "do": said, "dice": [], "then": []}
    need(written(right)[:-1] == line[:-75] and len(do) == 8, "it is not written as it must be")
    _, origin, count, root, seal, key, time, signature = do.values()
    key, base = key_of(key), b64encode(bytes.fromhex(root)).decode()
    right = re.fullmatch(f"{HEX}-{HEX}-{HEX}-({MOMENT})", f"{origin}-{root}-{seal}-{value['at']}")
    right = right and key[1] == 4 and type(count) is type(time) is int and count >= 0 == time >> 63
    text = f"cosignature/v1\ntime {time}\nkhamsin.log/game/{origin}\n{count}\n{base}\nseal {seal}\n"
    need(right and is_signed(key[2], text, plain(signature, 64)), f"the signature of {key[0]}")
    return key, (origin, count, bytes.fromhex(root), seal)
def read_log(path, keys):  # the hash of its first line, how many entries, the claims in it
    before, claims, end, n = "0" * 64, [], 0, 0
    names = [key[0][:-9].casefold() for key in keys]
    head = json.loads(next(lines_of(path), b"null").decode())
    need(head.get("format") in (1, 2, 3), "a log of another format")
    for n, line in enumerate(lines_of(path)):
        seal, before = before, sha256(before.encode() + line[:-75] + b"}").hexdigest()
        if line[-75:] != b',"hash":"%s"}' % before.encode():
            return fault(f"{path}, line {n + 1}: its hash") or ("", -1, [])
        try:
            value = json.loads(line.decode(), parse_constant=int)
            need(written(value) == line or head["format"] < 3, "it is not written as it must be")
            order = value["do"]["order"] + "" if n else ""
            need(not end or order in ("undo", "acknowledged"), f"it is after the last, {end}")
            closing = {"order": "finish", "entries": n - 1, "seal": seal}
            need(order != "finish" or closing == {"entries": 0} | value["do"], "it ends another")
            end = {"finish": n, "undo": 0}.get(order, end)
            if order != "acknowledged" or head["format"] < 3:
                continue
            key, seen = acknowledged(value, line, n)
            here = seen[1] < n if seen[0] == head["hash"] else {"parent", "made_from"} & {*head}
            need(here, "it is of another game, or of more entries than stand before it")
            known = not keys or key in keys
            need(known or key[0][:-9].casefold() not in names, f"{key[0]} took the name of a key")
            more = "" if known else "; no key that was named: it does not count"
            say(f"{path}, entry {n}: {key[0]} signed {seen[1]} entries{more}")
            claims += [(key, f"{path}, entry {n}", seen)] * known
        except (OSError, *WRONG) as error:
            fault(f"{path}, entry {n}: {getattr(error, 'strerror', 'it is no entry')}")
    _ = "sealed" in head and say(f"{path}: its dice are sealed; verify_sealed.py checks them")
    return head["hash"], n, claims
def compare(claims, logs):  # claims against one another, and against logs
    for (key, path, one), (other, where, two) in combinations(claims, 2):
        if one[:2] == two[:2] and one != two:
            said = f"this is the proof against {key[0]}" if key == other else "one has another"
            fault(f"{path} and {where} cannot belong to one log: {key[0]}, {other[0]}; {said}")
        alone = one[0] == two[0] not in [log[0] for log in logs.values()] and one[1] != two[1]
        if alone and ", entry " not in path + where:
            fault(f"{path} and {where}: nothing is proved of both together without their log")
    for name, (first, last, _) in logs.items():
        held, others = [], []
        points = points_of(name, {seen[1] for _, _, seen in claims if seen[0] == first})
        for key, path, (origin, count, root, seal) in claims:
            if origin == first and count <= last:
                (held if points[count] == (root, seal) else others).append((key, path, count))
            elif origin == first:
                fault(f"{name} was cut short: {count} entries were signed by {key[0]} in {path}")
            elif len(logs) == 1 and not path.startswith(f"{name}, entry "):
                fault(f"{name} is another game than that of {path}")
        for key, path, count in others:
            fault(f"{name} was rewritten: it has not the {count} entries of {key[0]} in {path}")
            for _, where, more in [each for each in held if each[0] == key and each[2] >= count]:
                fault(f"{where} has {more} of it: with {path} this is the proof against {key[0]}")
        most = f"the first {max([0, *(each[2] for each in held)])} of its {last} entries are signed"
        _ = say(f"{name}: {most}") if held else FAULTS or fault(f"nothing is proved of {name}")
def main(words):
    place, claims, logs, keys, files = "--key", [], {}, [], []
    try:
        for before, place in zip(["", *words], [*words, ""], strict=True):
            keys += keys_of(place.strip()) if before == "--key" else []
            files += [place] if place and "--key" not in (before, place) else []
        for place in files or ["no NOTE_OR_LOG"]:
            raw = content(place, (1 << 18) + 1)
            need(raw.startswith((b'{"khamsin":"game"', ORIGIN)), "no checkpoint of a game, no log")
            if raw.startswith(b"{"):
                logs[place] = read_log(place, keys)
            claims += logs[place][2] if place in logs else read_note(place, raw, keys)
        compare(claims, {name: log for name, log in logs.items() if log[1] >= 0})
        _ = keys or say("whose keys these are, nothing says; name those that you know with --key")
    except OSError as error:
        return say(f"{place}: {error.strerror}", sys.stderr) or 2
    except WRONG:
        return say(f"{place}: not written as a checkpoint or a log is", sys.stderr) or 2
    return 1 if FAULTS else say("all is true") or 0
sys.exit(main(sys.argv[1:]))
