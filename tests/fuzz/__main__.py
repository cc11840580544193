"""``python -m tests.fuzz TARGET [--seconds N]``: fuzz one target."""

import argparse
import sys
import tempfile
from pathlib import Path

_CORPUS = Path(__file__).parent / "corpus"
_PACKAGES = ("events", "replays.game", "replays.vasl", "sim.los", "sim.map")


def main() -> int:
    """Fuzz a target until its time is up, or until it finds something."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("target", nargs="?", help="which; left out, they are listed")
    parser.add_argument("--seconds", type=int, default=60, help="for how long; 60 if left out")
    parser.add_argument("--keep", type=Path, help="a folder in which what it learns is kept")
    args = parser.parse_args()
    try:
        import atheris
    except ImportError:
        atheris = None
    if args.target is None or atheris is None:
        return _without(args.target)
    with atheris.instrument_imports(include=list(_PACKAGES)):
        from tests.fuzz.targets import TARGETS, run

    if args.target not in TARGETS:
        return _without(args.target)
    with tempfile.TemporaryDirectory(prefix="khamsin-fuzz-") as work:
        new = args.keep or Path(work)
        new.mkdir(parents=True, exist_ok=True)
        limits = [f"-max_total_time={args.seconds}", "-timeout=20", "-rss_limit_mb=3000"]
        words = [*limits, "-max_len=20000", f"-artifact_prefix={args.target}-"]
        atheris.Setup(
            [sys.argv[0], *words, str(new), str(_CORPUS / args.target)],
            lambda data: run(args.target, data),
        )
        atheris.Fuzz()
    return 0


def _without(target: str | None) -> int:
    """What needs no fuzzer: the list of targets."""
    from tests.fuzz.targets import TARGETS

    known = ", ".join(TARGETS)
    if target is None:
        sys.stdout.write(f"targets: {known}\n")
        return 0
    what = "needs atheris: pip install 'khamsin[fuzz]'" if target in TARGETS else f"? {known}"
    sys.stderr.write(f"{target} {what}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())
