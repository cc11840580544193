"""Commands: what a player did, or which roll is due. One frozen class each.

A command says nothing of its result: the rules decide that, and answer with events or a refusal.
"""

import sys
from typing import Final, TypeAlias

from attrs import field

from events import scenario, terms
from events.errors import BadInput
from events.field import (
    Calibre,
    EntryNumber,
    FFEName,
    FortificationName,
    Hex,
    Hexside,
    Name,
    NoteText,
    NumberByName,
    PairByName,
    PhaseToCome,
    Side,
    UnitName,
    VehicleByName,
)
from events.register import BookCommand as BookCommand
from events.register import Command as Command
from events.register import VehicleCommand, classes_of
from events.terms import MP as MP

# Setup, the rolls before the first RPh, and of the turn sequence.


class RollWeather(Command, word="weather", about="roll for Weather, in setup", rolls="DR"):
    """The DR on the Arid Weather Chart of a DYO scenario (11.2)."""


class RollTimeOfDay(
    Command, word="time-of-day", about="roll for the Time of Day, in setup", rolls="dr"
):
    """The Time of Day dr of a DYO scenario (11.3)."""


class RollEC(Command, word="ec", about="roll for EC, in setup", title="EC", rolls="dr"):
    """The dr on the Arid EC Chart of a DYO scenario (11.4)."""


class RollWindForce(Command, word="wind-force", about="roll for Wind Force, in setup", rolls="dr"):
    """The dr on the Arid Wind Force Table of a DYO scenario (11.5)."""


class RollWindDirection(
    Command, word="wind-direction", about="roll for Wind Direction, in setup", rolls="dr"
):
    """The dr for the first Wind Direction, when there is wind (B25.64, B.8)."""


class RollDust(Command, word="dust", about="roll for Dust, in setup", rolls="dr"):
    """The dr on the DYO Dust Table (11.701)."""


SetupCommand: TypeAlias = (
    RollWeather | RollTimeOfDay | RollEC | RollWindForce | RollWindDirection | RollDust
)
"""The commands of setup, in the order in which they are due."""


class Advance(
    Command,
    word="phase",
    about="go on to a phase, or to the next one; RPh is the next Player Turn",
    title="Next phase",
    rolls="dr for each unit among which one of an overstacked Steeple or Shaft is selected",
):
    """Go on to a phase of this Player Turn, to the next phase, or (RPh) to the next Player Turn."""

    to: PhaseToCome | None = None
    """The phase; None is whichever comes next."""


class WindChange(
    Command,
    word="wc",
    about="the Wind Change DR, first in each RPh",
    title="Wind Change DR",
    rolls="DR; dr of the change after a 2; dr of the direction where wind begins; "
    "those of Fire Collapse",
):
    """The Wind Change DR, the first act of every RPh (B25.65)."""


# Vehicle movement: what vehicles do in their MPh.

MOST_STEPS: Final = 500
"""An Impulse has no more steps."""

_BOG: Final = "DR of each Bog Check, then of an Immobilization DR, that is due"
_BOG_LATER: Final = "DR of the Bog Check, then of an Immobilization DR that is due"
_MUD: Final = f"the Secret DR of an MPh in Mud, and its dr if it bogs; {_BOG}"


class Start(VehicleCommand, word="start", about="expend a Start MP"):
    """A vehicle expends a Start MP (D2.12)."""


class Move(
    VehicleCommand,
    word="move",
    about="enter an adjacent hex, for so many MP or what it costs",
    rolls=_MUD,
):
    """A vehicle enters an adjacent hex."""

    to: Hex
    mp: MP | None = None
    """All MP expended to enter, a declared overspending included (11.74); None is what the hex
    costs."""
    road: terms.Road | None = None
    """The kind of road whose hexside it crosses, if it does (11.74, B3.41)."""
    reverse: bool = False
    """It goes backwards, for a multiple of what the hex costs (D2.2)."""
    ovr: bool = False
    """It makes an OVR there, for a quarter of its allotment more (D7.1)."""


class VBM(
    VehicleCommand,
    word="vbm",
    about="pass a hex, or a further hexside of it, in Bypass",
    title="VBM",
    rolls=_MUD,
):
    """A vehicle passes the obstacle of a hex along one of its hexsides (D2.3)."""

    to: Hex
    """The hex passed: an adjacent one, or its own where it is in Bypass already."""
    hexside: Hexside
    """Of that hex, along which it goes."""
    mp: MP | None = None
    """All MP expended; None is what it costs."""
    reverse: bool = False
    """It goes backwards, for a multiple of what that costs (D2.21)."""


class Enter(VehicleCommand, word="enter", about="enter the playing area", rolls=_MUD):
    """A vehicle enters the playing area from offboard."""

    to: Hex
    """The hex entered, on the edge."""
    mp: MP | None = None
    """All MP expended to enter; None is what the hex costs."""
    road: terms.Road | None = None
    """The kind of road by which it enters, if it does (B3.41)."""


class AddVehicle(
    Command,
    scenario.VehicleSpec,
    word="vehicle",
    about="add a vehicle, in setup at a hex, later offboard",
    title="Add a vehicle",
):
    """A vehicle that the scenario lacks is added to it, as the scenario could have had it (A2.9).

    It sets up at its hex; without one it is offboard, as it is when it is added in play (A2.52).
    """


class Exit(VehicleCommand, word="exit", about="exit the playing area"):
    """A vehicle exits the playing area, for ``mp`` MP."""

    mp: MP


class Spend(VehicleCommand, word="spend", about="expend MP in the same hex"):
    """A vehicle expends ``mp`` MP in its hex: Delay, smoke discharger and so on."""

    mp: MP


class Turn(VehicleCommand, word="turn", about="change its VCA by one hexspine", rolls=_BOG):
    """A vehicle changes its VCA by one hexspine (D2.11); None is the MP that it costs there."""

    mp: MP | None = None


class Stop(VehicleCommand, word="stop", about="expend a Stop MP"):
    """A vehicle expends a Stop MP (D2.13)."""


class ESB(
    VehicleCommand, word="esb", about="seek MP beyond the allotment", title="ESB", rolls="DR"
):
    """A tracked vehicle seeks so many MP beyond its allotment (D2.5)."""

    mp: MP
    """How many."""
    drm: NumberByName = 0
    """What its maker and red MP add to the DRM of its side and of the MP."""


class TryMotion(
    VehicleCommand, word="motion", about="try for Motion: MP of an enemy in LOS", rolls="dr"
):
    """A vehicle tries for Motion at an enemy who has just come into its LOS (D2.401)."""

    mp: MP
    """The MF or MP that the enemy has expended in its LOS."""
    drm: NumberByName = 0
    """That of a platoon, or of a lone AFV without radio (D14.23)."""


class CheckBog(
    VehicleCommand, word="bog-check", about="make the Bog Check that is due", rolls=_BOG_LATER
):
    """The Bog Check that waited until Defensive First Fire at the vehicle was over (D8.2)."""


class ArmoredAssault(VehicleCommand, word="assault", about="declare Armored Assault for this MPh"):
    """A vehicle declares Armored Assault for this MPh (D9.31)."""


ImpulseStep: TypeAlias = Start | Move | VBM | Enter | Exit | Spend | Turn | Stop
"""What one vehicle of a platoon can do in an Impulse."""


def _few_enough(_: object, __: object, steps: tuple[ImpulseStep, ...]) -> None:
    if len(steps) > MOST_STEPS:
        raise BadInput(f"an Impulse of {len(steps)} steps is too long; at most {MOST_STEPS}")


class Impulse(Command, word="impulse", about="an Impulse of a platoon or convoy", rolls=_MUD):
    """One Impulse of platoon or convoy movement: its steps happen together (D14.2, 11.741)."""

    steps: tuple[ImpulseStep, ...] = field(validator=_few_enough)


# What happens to vehicles, their hatches and the Guns that they tow.


class Stun(VehicleCommand, word="stun", about="its crew is Stunned"):
    """A vehicle's crew is Stunned (D5.34)."""


class Shock(VehicleCommand, word="shock", about="it is Shocked"):
    """A vehicle is Shocked (C7.4)."""


class Immobilize(VehicleCommand, word="immobilize", about="it is immobilized"):
    """A vehicle is immobilized (D8.1)."""


class Bog(VehicleCommand, word="bog", about="it bogs, as the players rolled"):
    """A vehicle bogs by a roll that the players made, such as the Secret DR of Mud (D8.23)."""


class Unbog(VehicleCommand, word="unbog", about="its Bog Removal DR", rolls="DR"):
    """The Bog Removal DR of a bogged vehicle, in its MPh (D8.3)."""

    helper: VehicleByName | None = None
    """An AFV in its Location that pulls, for all its MP."""
    leader: NumberByName = 0
    """Leadership DRM of the Armor Leader of either."""


class Destroy(VehicleCommand, word="destroy", about="it is destroyed"):
    """A vehicle is destroyed, and is a wreck from now on (D10); or a wreck begins to burn."""

    burning: bool = False
    """It burns (B25.14)."""


class Recover(VehicleCommand, word="recover", about="it recovers from Shock"):
    """A Shocked vehicle recovers (C7.42)."""


class SetHatch(VehicleCommand, word="hatch", about="go BU or CE"):
    """The crew of an AFV goes BU or CE (D5.3)."""

    hatch: terms.Hatch


class Hook(VehicleCommand, word="hook", about="hook up a Gun"):
    """A vehicle hooks up a Gun and tows it from now on (C10.1)."""


class Unhook(VehicleCommand, word="unhook", about="unhook a Gun"):
    """A vehicle unhooks the Gun that it towed (C10.1)."""


class Bypass(
    VehicleCommand, word="bypass", about="a vehicle stands in Bypass along a hexside of its hex"
):
    """A vehicle stands in Bypass along a hexside of its hex, as its owner moved it (D2.3)."""

    hexside: Hexside


# SMOKE, FFE, and what lights the field at Night.


class PlaceSmoke(Command, word="smoke", about="place SMOKE", title="SMOKE"):
    """A SMOKE counter is placed (A24)."""

    hex: Hex
    gray: bool = False
    """A gray counter, which neither drifts nor leaves in a PFPh; white otherwise."""
    dispersed: bool = False
    side: Side | None = None
    """Its owner; None is the ATTACKER."""


class PlaceWP(PlaceSmoke, word="wp", about="place WP", title="WP"):
    """A WP counter is placed (A24.3)."""


class ThrowGrenade(
    Command,
    word="grenade",
    about="a squad tries to place a SMOKE grenade",
    rolls="dr; dr of the throw uphill",
):
    """A Good Order squad of the ATTACKER tries to place a SMOKE grenade in its MPh (A24.1)."""

    hex: Hex
    """Where the squad is."""
    to: Hex
    """The hex in which the grenade is to be; its own, or an adjacent one."""
    exponent: NumberByName
    wp: bool = False
    cx: bool = False


class PlaceFFE(Command, word="ffe", about="place an HE Concentration, or another FFE", title="FFE"):
    """A HE Concentration, or another FFE, is placed; SMOKE or WP with its counters (C1.71)."""

    name: Name
    """How orders and answers call it."""
    hex: Hex
    """The hex of its counter, the middle of the Blast Area."""
    calibre: Calibre
    """In mm."""
    kind: terms.FFEKind | None = None
    """What it is; None is a HE Concentration."""


class Lift(Command, word="lift", about="end an FFE"):
    """An FFE ends."""

    name: FFEName


class PlaceLight(Command, word="light", about="place a starshell or IR"):
    """A starshell or IR is placed where its dice have put it (E1.92, E1.93)."""

    kind: terms.LightKind
    hex: Hex


# What lies in a hex: buildings, rubble, debris, walls, and work on them.

_FALLS: Final = (
    "dr of the collapse from an upper level; DR of Falling rubble and Bog Checks, as often as due"
)


class Bombard(
    Command,
    word="he",
    title="HE attack",
    about="an HE attack on a building rolled a KIA: does it make rubble?",
    rolls=f"dr; {_FALLS}",
):
    """An HE attack on a building rolled a KIA: does it make rubble (B24.11, AD4.42)?"""

    hex: Hex
    calibre: Calibre
    """In mm."""
    kia: NumberByName
    """The KIA number that the Original IFT DR gave on its column."""
    level: NumberByName = 0
    """The level attacked; 0 is ground level."""


class RubbleLevel(Command, word="rubble", about="a building level is rubbled", rolls=_FALLS):
    """A building level is rubbled by something that the players resolved (B24.1)."""

    hex: Hex
    material: terms.Material | None = None
    """What the players expect it to be; None leaves it to the rules."""
    level: NumberByName = 0
    """The lowest level rubbled; all above it in the hex go too."""


class Clear(Command, word="clear", about="clear Fallen rubble or debris", rolls="DR"):
    """A Clearance DR against Fallen rubble or debris (B24.71, AD3.45)."""

    hex: Hex
    squads: NumberByName = 0
    hs: NumberByName = 0
    """HS and crews that take part."""
    leader: NumberByName = 0
    """Leadership DRM of the one leader who helps."""
    bulldozers: NumberByName = 0
    across: PairByName | None = None
    """The two hexsides (1-6, as Random Direction counts them) that a Trail Break joins; None takes
    the first two that no Trail Break crosses yet."""
    side: Side | None = None
    """Whose units work; None is the ATTACKER, whose CCPh it is."""


class Abandon(Command, word="abandon", about="the units at work leave"):
    """The units at work leave the hex; their Labor counter goes (B24.8)."""

    hex: Hex


class Breach(Command, word="breach", about="a High Wall is breached"):
    """A High Wall is breached by something that the players resolved (AD4.6)."""

    hex: Hex
    """One of its hexes."""
    to: Hex
    """The other."""


class PlaceDebris(Command, word="debris", about="Arid Debris comes to a hex"):
    """Arid Debris comes to a hex in play; it is not printed (AD3.45)."""

    hex: Hex


class PlaceShellholes(Command, word="shellholes", about="shellholes come to a hex"):
    """Shellholes come to a hex (B2.1, AD3.44)."""

    hex: Hex


# Flames and Blazes (B25).


class Flame(Command, word="flame", about="place a Flame"):
    """A Flame is placed in Burnable Terrain, at a level of a building or on the ground (B25.1)."""

    hex: Hex
    level: NumberByName = 0


class CheckFlame(
    Command,
    word="flame-check",
    about="roll for the Flames of a Location, in the AFPh",
    rolls="DR for each Flame that is due, until one is a Blaze",
):
    """The DR by which each Flame of a Location grows, stays or goes, in an AFPh (B25.15)."""

    hex: Hex
    level: NumberByName = 0


class Blaze(Command, word="blaze", about="set terrain ablaze"):
    """Burnable Terrain is set ablaze by something that the players resolved (B25.1)."""

    hex: Hex
    level: NumberByName = 0


class Extinguish(
    Command,
    word="extinguish",
    about="put out a Flame; with units, by Clearance DR",
    rolls="DR for each Flame, if squads or HS are named",
):
    """A Flame is put out by a roll that the players made; or units try, by a DR (B24.72)."""

    hex: Hex
    level: NumberByName = 0
    squads: NumberByName = 0
    hs: NumberByName = 0
    """HS and crews that try."""
    leader: NumberByName = 0
    """Leadership DRM of the one leader who helps."""


# Infantry and SW that are followed by name.


class PlaceUnit(Command, word="unit", about="put Infantry or a SW in a hex"):
    """Infantry or a SW is in a hex, and is followed by name from now on."""

    unit: Name
    """How orders and answers call it."""
    kind: terms.UnitKind
    hex: Hex
    station: terms.Station | None = None
    """In a Steeple, a Shaft or a Fortification of the hex, or on its rooftop; None is in none."""
    involuntary: bool = False
    """It came there without its owner's will, as a created Hero does (AD3.312)."""
    side: Side | None = None
    """Its owner; None is the ATTACKER."""
    pp: NumberByName = 0
    """PP of a SW; PP that Infantry carries (A4.42)."""
    riding: terms.Riding | None = None
    """Its horses or motorcycles; None is on foot."""
    moved: bool = False
    """It expended MF in this MPh, to come there."""


class StationUnit(
    Command,
    word="station",
    about="a unit goes to a Steeple, Shaft, Fortification or rooftop of its hex, or to none",
):
    """A unit goes to a Steeple, Shaft, Fortification or rooftop of its hex, or none (AD3.312)."""

    unit: UnitName
    station: terms.Station
    involuntary: bool = False
    """It must, as in a rout; then it may overstack."""


class Cross(
    Command,
    word="cross",
    about="expend all MF to cross a cactus hedge; in the next MPh, to be across",
):
    """Infantry expends all MF to cross a cactus hedge, or to be across (191.3)."""

    unit: UnitName
    to: Hex
    """The hex beyond the hedge."""


class Break(Command, word="break", about="a unit breaks, or is else no longer in Good Order"):
    """A unit breaks, or is otherwise no longer in Good Order (A.7)."""

    unit: UnitName


class Rally(Command, word="rally", about="a unit is in Good Order again"):
    """A unit is in Good Order again."""

    unit: UnitName


class RemoveUnit(Command, word="remove", about="a unit is eliminated or leaves"):
    """A unit is eliminated or leaves, and is no longer followed."""

    unit: UnitName


# Fire that spreads: Kindling, Spreading Fire and Fire Collapse (B25).


class Kindle(Command, word="kindle", about="a Kindling attempt, in the PFPh", rolls="DR"):
    """A Kindling attempt, in a PFPh (B25.11)."""

    hex: Hex
    """The hex that the unit occupies."""
    by: terms.Kindler | None = None
    """Who makes it; None is a squad."""
    leader: NumberByName = 0
    """Leadership DRM of the leader who directs it."""
    level: NumberByName = 0
    """The building level that it occupies; 0 is ground level."""


class Spread(
    Command,
    word="spread",
    about="roll for the spread of a Blaze, or of all that are due, in the AFPh",
    rolls=(
        "in Gusts the dr of their direction, and dr of Random Selection; DR for each Location near "
        "a Blaze that takes fire by a DR only, in the order of the Blazes and clockwise"
    ),
):
    """The Spreading Fire DR of an AFPh (B25.6)."""

    hex: Hex | None = None
    """The hex ablaze near which Locations are rolled for; None is every Blaze that is due."""


class Collapse(
    Command,
    word="collapse",
    about="of older games: `wc` itself brings buildings ablaze down, on a DR of 12",
    rolls="nothing",
):
    """Fire Collapse as older games ordered it; now it comes by a Wind Change DR of 12 (B25.66)."""

    hex: Hex | None = None
    """The hex ablaze; None is every building."""


# Fortifications: to entrench, and to remove a counter.


class Entrench(Command, word="entrench", about="a squad attempts to dig a foxhole", rolls="DR"):
    """An Entrenching Attempt of one squad, or its equivalent, in its PFPh (B27.11)."""

    hex: Hex
    side: Side | None = None
    """Whose; None is the ATTACKER."""
    drm: NumberByName = 0
    """Leadership, Labor and whatever else the players know of; terrain is added."""


class RemoveFortification(Command, word="unfortify", about="a Fortification counter is removed"):
    """A Fortification counter is removed, as players resolved it: by Clearance, by HE (B29.5)."""

    label: FortificationName
    """Which, as ``show`` calls it."""


# The log itself: taking back, notes, the end, dice, signatures. No rule knows them.
#
# `khamsin mail` and `khamsin checkpoint` write those of games by mail and of signatures.

MOST_ASKED: Final = 100
"""No batch has more orders."""


class Undo(BookCommand, word="undo", about="take back the last entry; both stay in the log"):
    """Take back the last entry that stands. Both stay in the log."""

    entry: EntryNumber | None = None
    """Number of the entry taken back; as an order, None is whichever it is."""


class Note(BookCommand, word="note", about="a note or bookmark, found by its words"):
    """Something to remember at this point of the game; ``--at`` finds it by its words."""

    text: NoteText
    """One line, of at most 400 characters."""


class Finish(BookCommand, word="finish", about="close the log; the last Player Turn does it too"):
    """The closing entry of a log: nothing was played after it."""

    entries: int = 0
    """How many entries stand before it; as an order, 0."""
    seal: str = ""
    """The hash of the last line before it; as an order, empty."""


class ChooseDice(
    BookCommand,
    word="dice",
    about="who rolls from now on: people at the table, the seed, or either",
):
    """From now on dice are entered by people, rolled from the seed, or either."""

    source: terms.DiceFrom


class Opened(
    BookCommand, word="opened", about="a round of dice is opened; `khamsin mail take` writes it"
):
    """The dice of a batch are open; what came before can no more be taken back.

    ``khamsin mail take`` writes it; as an order it is refused.
    """

    round: int = 0
    """The number of the round, counted from 1."""
    reveals: tuple[str, str] = ("", "")
    """That of each side, 64 hexadecimal digits; the side that moves first first."""
    seal: str = ""
    """The hash of the line before."""
    asked: str = ""
    """The signature of the side that asked, over the log so far; time and all, base64."""
    answered: str = ""
    """That of the side that answered, over the same and its reveal."""


class Acknowledged(
    BookCommand,
    word="acknowledged",
    about="a signature of the log to an entry; `khamsin checkpoint add` writes it",
):
    """A person signed the log up to an entry: he had seen it, and it was as it is here.

    It changes nothing in the game, stands after the closing entry too, and is not taken back.
    ``khamsin checkpoint add`` writes it; as an order it is refused.
    """

    log: str = ""
    """The hash of the first line of the log that he saw: of this one, or, in a branch, of the one
    it branched off from."""
    entries: int = 0
    """How many entries he acknowledges."""
    root: str = ""
    """The root of the Merkle tree over their lines, 64 hexadecimal digits."""
    seal: str = ""
    """The hash of the last of them."""
    key: str = ""
    """His public key, as ``khamsin key show`` gives it."""
    time: int = 0
    """When he signed, in seconds since 1970, as he claims."""
    signature: str = ""
    """His signature over all this, base64."""


class Asked(
    BookCommand, word="asked", about="orders wait for their dice; `khamsin mail ask` writes it"
):
    """Orders are asked for: once the other side has answered, they are played, and no others.

    ``khamsin mail ask`` writes it; as an order it is refused. It cannot be taken back.
    """

    orders: tuple[Command, ...] = ()
    """A batch of commands, in their order."""
    end: int = 0
    """1 where the end of the game is asked for, and no order."""


class Struck(
    BookCommand,
    word="struck",
    about="the rest of what was asked for is struck out; it writes itself",
):
    """The rules refuse the next order of a batch: it is struck out, with those that follow it."""

    orders: int = 0
    """How many orders are struck out."""


class Declined(
    BookCommand,
    word="declined",
    about="the other side declines the end; `khamsin mail take` writes it",
):
    """The end of the game was asked for, and the other side says no: the game goes on."""

    signed: str = ""
    """The signature of that side, over the log so far and `declined`; time and all."""


class SidePassed(
    BookCommand,
    word="passed",
    about="the other side gives the orders now; `khamsin mail pass` writes it",
):
    """The other side is active: from now on that side gives orders, and asks for them."""

    signed: str = ""
    """The signature of the side that passes, over the log so far and `passed`."""


Doing: TypeAlias = Command | BookCommand
"""Anything that an entry of a log can be: a command of the rules, or one of the log itself."""

_HERE: Final = sys.modules[__name__]

OF_THE_LOG: Final[dict[str, type[BookCommand]]] = {
    cls.word: cls for cls in classes_of(BookCommand, _HERE)
}
"""The commands of the log itself, by their words."""

OF_RULES: Final[dict[str, type[Command]]] = {cls.word: cls for cls in classes_of(Command, _HERE)}
"""The commands that the rules decide, by their words."""

COMMANDS: Final[dict[str, type[Doing]]] = {**OF_RULES, **OF_THE_LOG}
"""Every command by the word that orders and logs use for it. Words never change once released."""
