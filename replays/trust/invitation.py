"""Before a game with sealed dice: one side invites, the other joins, and the header says it all."""

import secrets
from pathlib import Path

import attrs

from events.chain import header_line
from events.entry import Header, Sealing
from events.errors import BadInput, in_file
from events.scenario import Scenario
from events.terms import DiceFrom, SealedWay
from replays.game.game import Game
from replays.game.open_log import new_header
from replays.game.secrets import SecretFile
from replays.trust.check import all_or_none, demand_free
from replays.trust.handover import handed
from replays.trust.message import HandOver, Invitation
from replays.trust.own_log import LogName
from replays.version import ENGINE
from sim.trust.sealing import links_in, other_side, sealing_faults, terms_of

_NOBODY = "0" * 64


def _header(scenario: Scenario, way: SealedWay, nonce: str) -> Header:
    """The header of a game of these terms, without the commitments."""
    nobody = (_NOBODY, _NOBODY)
    bare = attrs.evolve(
        new_header(scenario, ""), dice=DiceFrom.SEED, sealed=Sealing(way, nonce, nobody, nobody)
    )
    return attrs.evolve(bare, seed=terms_of(bare))


def invite(
    scenario: Scenario, side: str, secret: Path, file: Path, way: SealedWay = SealedWay.ALONE
) -> Invitation:
    """Draw the secrets of a side, and write its invitation."""
    sides = scenario.order_of_sides
    if side not in sides:
        raise BadInput(f"{side[:40]!r} is none of {sides[0]!r} and {sides[1]!r}", "--side")
    nonce = secrets.token_hex(32)
    header = _header(scenario, way, nonce)
    place = sides.index(side)
    ours = SecretFile.new(secret, header.seed, nonce, place, links_in(scenario, way))
    made = Invitation(header.seed, ENGINE, way, nonce, scenario, place, ours.tip, ours.key)
    demand_free(file, secret)
    with all_or_none() as written:
        ours.keep(new=True)
        written.append(secret)
        made.write(file)
    return made


def join(file: Path, log: LogName, secret: Path, answer: Path) -> HandOver:
    """Join a game: draw the secrets of the other side, write the answer, and begin the log."""
    demand_free(log, secret, answer)
    invitation = Invitation.read(file)
    with in_file(str(file)):
        header = _agreed(invitation)
    side = other_side(invitation.side)
    count = links_in(invitation.scenario, invitation.way)
    ours = SecretFile.new(secret, header.seed, invitation.nonce, side, count)
    sealing = Sealing(
        invitation.way,
        invitation.nonce,
        _both(side, ours.tip, invitation.tip),
        _both(side, ours.key, invitation.key),
    )
    game = Game(attrs.evolve(header, sealed=sealing))
    header_line(game.header)
    for said, expected in sealing_faults(game.header):
        raise BadInput(f"{said}; expected: {expected}", str(file))
    with all_or_none() as written:
        ours.keep(new=True)
        written.append(secret)
        made = handed(game, ours)
        made.write(answer)
        written.append(answer)
        game.save(log)
    return made


def _both(side: int, ours: str, theirs: str) -> tuple[str, str]:
    if ours == theirs:
        raise BadInput("the invitation has our own commitment")
    return (theirs, ours) if side else (ours, theirs)


def _agreed(invitation: Invitation) -> Header:
    """The header of the terms of an invitation, as this engine has them."""
    if invitation.engine != ENGINE:
        raise BadInput(
            f"this is for Khamsin {invitation.engine[:40]!r}, and here is {ENGINE}; both sides "
            f"play with the same version"
        )
    header = _header(invitation.scenario, invitation.way, invitation.nonce)
    if header.seed != invitation.terms:
        raise BadInput(
            f"the terms are not those of its scenario: they have the hash {header.seed}", "terms"
        )
    return header
