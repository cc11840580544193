"""What somebody who signs claims: that he saw a log up to an entry, and when."""

from datetime import UTC, datetime, timedelta

from events.commands import Acknowledged

__all__ = ["acknowledged_text", "claimed_time"]

_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


def claimed_time(seconds: int) -> str:
    """A time in words, such as ``2026-11-23 02:00:01 UTC``; beyond the calendar, its seconds.

    Args:
        seconds: since 1970.
    """
    try:
        when = _BEGINNING + timedelta(seconds=seconds)
    except OverflowError:
        return f"{seconds} s after 1970"
    return when.strftime("%Y-%m-%d %H:%M:%S UTC")


def acknowledged_text(command: Acknowledged) -> str:
    """An entry about a signature, in a sentence; whether it is true, the audit says."""
    signer = "+".join(command.key.split("+", 2)[:2]) or "nobody"
    count = "1 entry" if command.entries == 1 else f"{command.entries} entries"
    seen = f"the first {count}" if command.entries else "the beginning"
    when = claimed_time(command.time)
    return f"{signer} signed {seen} of the log {command.log[:8]}, as it claims at {when}"
