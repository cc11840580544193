"""Checks signed checkpoints of logs, without Khamsin: see docs/signing.md.

``python verify_checkpoints.py NOTE_OR_LOG ... --key KEY ...``; a KEY is a public key, or a file of
them. Checked are the signatures of the notes, and those that stand in logs of any format, sealed or
not; whether each log has what was signed of it, and whether two checkpoints can belong to one log.
Exit code 0: all is true; 1: not, and sentences say why; 2: a file is missing, or is none of these.
"""

import json
import re
import sys
from base64 import b64decode, b64encode
from hashlib import sha256, sha512
from itertools import combinations

P, Q = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
HEX = "[0-9a-f]{64}"
FAULTS = []


def need(true, what):
    if not true:
        raise OSError(0, what)  # the file is none of ours


def fault(what):
    FAULTS.append(what)
    print(f"not true: {what}", file=sys.stderr)


def plain(text, *sizes):  # the bytes of base64 that is written as it must be
    raw = b64decode(text, validate=True)
    good = b64encode(raw).decode() == text and (not sizes or len(raw) in sizes)
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
    k = int.from_bytes(sha512(raw[:32] + key + text).digest(), "little") % Q
    x, y, z = add(times(s, point(b"\x58" + b"\x66" * 31)), times(k, (P - x, y, z)))
    x, y = x * pow(z, -1, P) % P, y * pow(z, -1, P) % P
    return len(raw) == 64 and s < Q and (y + (x % 2 << 255)).to_bytes(32, "little") == raw[:32]


def key_of(text):  # name and short hash, type, and the 32 bytes
    parts = re.fullmatch(r"([^\s+]+)\+([0-9a-f]{8})\+(\S+)", text)
    raw = plain(parts[3], 33) if parts else b""
    short = sha256(f"{parts[1]}\n".encode() + raw).hexdigest()[:8] if parts else ""
    need(parts and raw[0] in (1, 4) and short == parts[2], f"{text[:80]!r} is no public key")
    point(raw[1:])
    return f"{parts[1]}+{short}", raw[0], raw[1:]


def keys_of(word):
    if re.search(r"\+[0-9a-f]{8}\+", word):
        return [key_of(word.strip())]
    with open(word, encoding="utf-8") as file:
        lines = [line.split() for line in file if line.strip() and not line.startswith("#")]
    return [key_of(words[0]) for words in lines]


def root_of(lines):  # the root of a tree (RFC 6962)
    if len(lines) < 2:
        return sha256(b"\0" + lines[0]).digest() if lines else sha256(b"").digest()
    half = 1 << (len(lines) - 1).bit_length() - 1
    return sha256(b"\1" + root_of(lines[:half]) + root_of(lines[half:])).digest()


def read_note(path, raw, keys):
    """The claims of a note: who signed, in which file, and the checkpoint."""
    text = raw.decode()
    need(text.endswith("\n") and not re.search("[\0-\x09\x0b-\x1f\x7f]", text), "not a note's text")
    body, signatures = text[: text.rindex("\n\n") + 1], text[text.rindex("\n\n") + 2 :]
    form = rf"khamsin\.log/game/({HEX})\n(0|[1-9][0-9]{{0,11}})\n(\S+)\nseal ({HEX})\n"
    parts = re.fullmatch(form, body)
    need(parts and signatures, "its text is not that of a checkpoint of a game, and signatures")
    checkpoint, claims = (parts[1], int(parts[2]), plain(parts[3], 32), parts[4]), []
    for line in signatures[:-1].split("\n"):
        words = re.fullmatch("\u2014 (\\S+) (\\S+)", line)
        need(words, f"{line[:60]!r} is no line of a signature")
        signature = plain(words[2])
        who = f"{words[1]}+{signature[:4].hex()}"
        known = [key for key in keys if key[0] == who]
        if not known:
            print(f"{path}: {who} is no key that was named; not checked")
            continue
        cut = 12 if known[0][1] == 4 else 4
        time = int.from_bytes(signature[4:cut], "big")
        signed = f"cosignature/v1\ntime {time}\n{body}" if cut == 12 else body
        if is_signed(known[0][2], signed.encode(), signature[cut:]):
            print(f"{path}: {who} signed {checkpoint[1]} entries")
            claims.append((who, path, checkpoint))
        else:
            fault(f"{path}: the signature of {who}")
    if not claims:
        fault(f"{path}: nothing is proved: it has no true signature of a key that was named")
    return claims


def read_log(path, raw):
    """The lines of a log and their hashes, its chain being checked, and the claims in it."""
    lines, before, hashes, claims = raw.split(b"\n")[:-1], "0" * 64, [], []
    for n, line in enumerate(lines):
        before = sha256(before.encode() + line[:-75] + b"}").hexdigest()
        if line[-75:] != b',"hash":"%s"}' % before.encode():
            fault(f"{path}, line {n + 1}: its hash")
            return lines, hashes, claims
        hashes.append(before)
        do = json.loads(line).get("do", {})
        if do.get("order") != "acknowledged":
            continue
        who, kind, key = key_of(do["key"])
        checkpoint = (do["log"], do.get("entries", 0), bytes.fromhex(do["root"]), do["seal"])
        start = f"cosignature/v1\ntime {do.get('time', 0)}\n" if kind == 4 else ""
        root = b64encode(checkpoint[2]).decode()
        text = f"khamsin.log/game/{do['log']}\n{checkpoint[1]}\n{root}\nseal {do['seal']}\n"
        signed = f"{start}{text}".encode()
        if checkpoint[1] < n and is_signed(key, signed, plain(do["signature"], 64)):
            claims.append((who, f"{path}, entry {n}", checkpoint))
        else:
            fault(f"{path}, entry {n}: the signature of {who}")
    return lines, hashes, claims


def compare(claims, logs):
    """Hold claims against one another and against logs."""
    for (who, path, one), (whose, where, other) in combinations(claims, 2):
        if one[:2] == other[:2] and one != other:
            said = f"this is the proof against {who}" if who == whose else "one of them has another"
            fault(f"{path} and {where} cannot belong to one log; {who} and {whose} signed; {said}")
    for name, (lines, hashes, own) in logs.items():
        held, others = [], []
        for who, path, checkpoint in claims:
            origin, count, root, seal = checkpoint
            mine = (who, path, checkpoint) in own
            if origin != hashes[0] and (mine or len(logs) == 1):
                fault(f"{name} is another game than that of {path}")
            elif origin == hashes[0] and count >= len(lines):
                fault(f"{name} was cut short: {count} entries were signed by {who} in {path}")
            elif origin == hashes[0]:
                true = hashes[count] == seal and root_of(lines[1 : count + 1]) == root
                (held if true else others).append((who, path, count))
        for who, path, count in others:
            fault(f"{name} was rewritten: it has not the {count} entries signed by {who} in {path}")
            for _, where, more in [each for each in held if each[0] == who and each[2] >= count]:
                fault(f"{where} has {more} of it: with {path} this is the proof against {who}")


def main(words):
    place, claims, logs, keys = "", [], {}, []
    try:
        marks = [n for n, word in enumerate(words) if word == "--key"]
        for place in [word for n, word in enumerate(words) if n and n - 1 in marks]:
            keys += keys_of(place)
        files = [word for n, word in enumerate(words) if not {n, n - 1} & {*marks}]
        for place in files or ["no NOTE_OR_LOG"]:
            with open(place, "rb") as file:
                raw = file.read()
            if raw.startswith(b'{"khamsin":"game"'):
                logs[place] = read_log(place, raw)
                claims += logs[place][2]
            else:
                need(raw.startswith(b"khamsin.log/game/"), "no checkpoint of a game, and no log")
                claims += read_note(place, raw, keys)
        compare(claims, {name: log for name, log in logs.items() if log[1]})
    except OSError as error:
        return print(f"{place}: {error.strerror}", file=sys.stderr) or 2
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return print(f"{place}: not written as a checkpoint or a log is", file=sys.stderr) or 2
    _ = FAULTS or print("all is true")
    return 1 if FAULTS else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
