"""A log is signed as it stands, perhaps with a link that serves no other log."""

from pathlib import Path

from events.errors import BadInput
from replays.playing.game import Game
from replays.sealing.messages import HandOver
from replays.sealing.notes import note_of
from replays.sealing.own_log import hashes_of
from replays.secret_file import Given, SecretFile

__all__ = ["demand_going_on", "send", "signed_log"]


def demand_going_on(ours: SecretFile, game: Game) -> None:
    """See that a log goes on with what its side signed, before anything is added to it.

    Raises:
        BadInput: when another log was signed.
    """
    ours.signing_on(hashes_of(game))


def signed_log(ours: SecretFile, game: Game, number: int = 0, *, link: bool = False) -> HandOver:
    """Sign a log, and keep in the secrets what was signed before anybody can have it.

    Args:
        ours: the secrets of who signs.
        game: the game, with its log.
        number: the number of the link that serves this log from now on; 0 if none does.
        link: the link is given away with the log.

    Raises:
        BadInput: when the link serves another log already, when another log was signed with which
            this one does not go on, when somebody else records in it just now, or when the secrets
            cannot be written.
    """
    hashes = hashes_of(game)
    entries, head = len(game.entries), hashes[-1]
    with ours.signing_now() as before:
        giving = before.giving(number, Given(entries, head)) if number else before
        after = giving.signing_on(hashes)
        if others := game.catch_up():
            raise BadInput(
                f"somebody else recorded {others[0].n}..{others[-1].n} in this game just now, and "
                f"nothing was signed; see what that is, and go on from there"
            )
        after.keep()
    given = (number, ours.link(number)) if link else None
    signature = ours.signature(entries, head, given)
    note = note_of(ours.terms, ours.side, ours.key, entries, head, signature, given)
    return HandOver(ours.side, *(given or (0, "")), note, game.log_bytes())


def send(made: HandOver, file: Path, again: str) -> None:
    """Write what was signed to the new file that is sent.

    Args:
        made: what was signed.
        file: the new file.
        again: how it is written again where that fails.

    Raises:
        BadInput: when the file cannot be written.
    """
    try:
        made.write(file)
    except BadInput as error:
        why = f"{error.what}; nothing is lost, and `khamsin seal {again} -o FILE` writes it again"
        raise BadInput(why, error.where) from None
