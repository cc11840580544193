"""The exit codes of ``khamsin``, which docs/command-line.md explains."""

from typing import Final

CLEAN: Final = 0
FINDINGS: Final = 1
BAD_INPUT: Final = 2
FAILED: Final = 3
INTERRUPTED: Final = 130

CODES: Final = {
    CLEAN: "all is well, and all of it was said",
    FINDINGS: (
        "an audit found something, a checkpoint proves something wrong, or an amended game has "
        "orders that do not fit"
    ),
    BAD_INPUT: "input or arguments that cannot be used, or a file that cannot be written",
    FAILED: "anything else: no standard output, not enough memory, a fault of Khamsin",
    INTERRUPTED: "interrupted",
}
"""What each code means."""
