"""Counters that are laid in hexes become orders: SMOKE, FFE, fire, rubble, shellholes, debris.

What goes away or is flipped by a rule (A24.4, A24.62, ...) does so in the game that is played along
too; so only what comes new is ordered, an FFE that is lifted, a Flame that becomes a Blaze or is
put out, and what is taken back at once. No rule is known here: an order that is refused is told.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import attrs

from events.commands import (
    Blaze,
    Command,
    Extinguish,
    Flame,
    Lift,
    PlaceDebris,
    PlaceFFE,
    PlaceShellholes,
    PlaceSmoke,
    RubbleLevel,
    Undo,
)
from events.errors import BadInput
from events.moment import SETUP, Moment, Phase
from events.orders import format_order
from events.terms import Fire
from replays.game.game import Game
from replays.vasl.correction import Corrections
from replays.vasl.fact import Account, CounterLaid, RollSeen, Spot, VaslFact, VaslStep
from replays.vasl.inference import free_dice_after
from replays.vasl.marker import Thing, ThingKind, calibre_in, thing_of
from sim.machine.dice import DiceLeft
from sim.machine.telling import Refusal
from sim.map.hexes import Hex
from sim.map.playing_area import PlayingArea
from sim.state import BARE, State
from sim.state.ground import Ground

MAIN_MAP: Final = "Main Map"

_EDGE: Final = 400
_PITCH: Final = 56.25
_HIGH: Final = 64.5
_NEAR: Final = 34.0
_NAME: Final = re.compile(r"(?P<whole>\S*?(?P<short>[A-Za-z]{1,2}[0-9]{1,2}))(?![A-Za-z0-9])")


def pixels(area: PlayingArea, name: str) -> tuple[int, int]:
    """The centre of a hex on VASL's main map."""
    return _centre(area.place(name))


def _centre(place: Hex) -> tuple[int, int]:
    x = _EDGE + _PITCH * place.column
    y = _EDGE + _HIGH * (place.row + 0.5 - place.column % 2 / 2)
    return int(x), int(y)


def hex_of(area: PlayingArea, spot: Spot | None) -> str | None:
    """The hex of a place, by what the chat called it or by its pixels; None if it is none."""
    if spot is None:
        return None
    if spot.named:
        found = _NAME.match(spot.named)
        if found is None:
            return None
        return area.name(found["whole"]) or area.name(found["short"])
    return _nearest(area, spot) if spot.map == MAIN_MAP else None


def _nearest(area: PlayingArea, spot: Spot) -> str | None:
    column = round((spot.x - _EDGE) / _PITCH)
    best: tuple[float, str] | None = None
    for each in (column - 1, column, column + 1):
        row = round((spot.y - _EDGE) / _HIGH - 0.5 + each % 2 / 2)
        place = Hex(each, row)
        if place in area.names:
            x, y = _centre(place)
            away = ((spot.x - x) ** 2 + (spot.y - y) ** 2) ** 0.5
            best = min(best or (away, area.names[place]), (away, area.names[place]))
    return best[1] if best is not None and best[0] <= _NEAR else None


@attrs.frozen
class NotUsed:
    """Something in a log of which no order could be made, and why."""

    where: VaslStep
    what: str
    why: str


@attrs.frozen
class Taken:
    """A counter that was taken for an order, how sure that is from 0 to 1, and why."""

    where: VaslStep
    order: str
    confidence: float
    why: str


def order_lines(
    account: Account,
    taken: Iterable[tuple[str, Taken]],
    not_used: Iterable[NotUsed],
    stopped: NotUsed | None,
    others: int = 0,
) -> Iterator[str]:
    """What was taken for orders, each with its moment, and what was not, in lines."""
    for moment, each in taken:
        place = account.place(each.where)
        yield f"{moment}: {each.order}, {place} ({each.confidence:.0%}: {each.why})"
    for one in not_used:
        yield f"not used: {one.what}, {account.place(one.where)}: {one.why}"
    if others:
        yield f"not used: {others} moves of counters that are no vehicles of the scenario"
    if stopped is not None:
        yield f"stopped at {account.place(stopped.where)}: {stopped.why}"


@attrs.frozen
class _Lying:
    """A counter that lies in a hex, and what became of it.

    Attributes:
        thing: what it stands for.
        hex: where.
        entry: the number of the entry that placed it; None if no order did.
        ffe: what orders call the FFE; empty if it is none.
        used: whether the game that is played along has it.
    """

    thing: Thing
    hex: str
    entry: int | None = None
    ffe: str = ""
    used: bool = False


_PLAIN: Final = 0.9
_GROUND: Final = 0.8
_ROLLED: Final = 0.85
_BY_PHASE: Final = 0.6


class CounterOrders:
    """Makes orders of the counters that are laid in hexes.

    Attributes:
        taken: the counters that were taken for orders, with the moments at which they were given.
        not_used: those of which no order could be made.
        idle: whether no order can be given, as where the turn track went back.
    """

    def __init__(self, game: Game, players: dict[str, str], corrections: Corrections) -> None:
        """Begin with an empty table."""
        self.taken: list[tuple[Moment, Taken]] = []
        self.not_used: list[NotUsed] = []
        self.idle = False
        self._game, self._players, self._corrections = game, players, corrections
        self._lying: dict[str, _Lying] = {}
        self._bound: Counter[tuple[ThingKind, str]] = Counter()
        self._given = 0

    @property
    def _state(self) -> State:
        return self._game.state

    def smoke(self) -> dict[str, bool]:
        """The hexes with SMOKE counters, and whether the game that is played along has them all."""
        found: dict[str, bool] = {}
        for each in self._lying.values():
            if each.thing.kind in _SMOKES:
                found[each.hex] = found.get(each.hex, True) and each.used
        return found

    def lay(self, fact: CounterLaid, facts: Sequence[VaslFact], at: int) -> bool:
        """A counter lies somewhere now; whether it is one of SMOKE, FFE and the like.

        ``facts`` are those of its phase, in which it has the place ``at``.
        """
        thing = thing_of(fact.name, fact.pictures)
        old = self._lying.get(fact.piece)
        if thing is None and old is None:
            return False
        hex_ = hex_of(self._state.setting.area, fact.at)
        if thing is None or hex_ is None:
            self.lift(fact.piece, fact.where)
            return True
        if old is not None and old.hex != hex_:
            self.lift(fact.piece, fact.where)
            old = None
        if old is not None and (old.thing == thing or thing.kind in (ThingKind.FFE, *_SMOKES)):
            self._keep(fact.piece, attrs.evolve(old, thing=thing))
            return True
        self._keep(fact.piece, self._place(fact, thing, hex_, facts, at))
        return True

    def _keep(self, piece: str, lying: _Lying | None) -> _Lying | None:
        """Write down what lies, or that it is gone; what it was before."""
        old = self._lying.pop(piece, None)
        if old is not None and old.used:
            self._bound[old.thing.kind, old.hex] -= 1
        if lying is not None:
            self._lying[piece] = lying
            if lying.used:
                self._bound[lying.thing.kind, lying.hex] += 1
        return old

    def lift(self, piece: str, where: VaslStep) -> None:
        """A counter left its hex."""
        if not where.step:  # the beginning of a file puts everything on the table again
            return
        old = self._keep(piece, None)
        if old is None or self.idle or self._state.moment == SETUP:
            return
        if old.entry is not None and old.entry == len(self._game.entries):
            self._game.do(Undo())
        elif old.ffe in self._state.ffes:
            self._give(Lift(old.ffe), where, _PLAIN, "its counter was taken away")
        elif old.thing.kind is ThingKind.FLAME and self._there(old.thing, old.hex):
            order = Extinguish(old.hex, old.thing.level)
            self._give(order, where, _GROUND, "its counter was taken away")
        elif old.used and old.thing.kind in _LASTING and self._there(old.thing, old.hex):
            why = f"its counter was taken away, and no order takes {old.thing.kind} away like that"
            self.not_used.append(NotUsed(where, f"{old.thing.kind} in {old.hex}", why))

    # Orders -----------------------------------------------------------------------------------

    def _place(
        self, fact: CounterLaid, thing: Thing, hex_: str, facts: Sequence[VaslFact], at: int
    ) -> _Lying:
        where, lying = fact.where, _Lying(thing, hex_, used=True)
        if self._already(thing, hex_):
            return lying
        if self.idle or where in self._corrections.nothing:
            return attrs.evolve(lying, used=False)
        what = f"{fact.name} in {hex_}"
        if not where.step or self._state.moment == SETUP:
            why = "it lies there before the log begins; the scenario, or `orders`, can set it up"
            return self._unused(lying, where, what, why)
        command, confidence, why = self._order(fact, thing, hex_, facts, at)
        if command is None:
            return self._unused(lying, where, what, why)
        refused = self._give(
            command, where, confidence, why, free_dice_after(facts, at + 1, CounterLaid), what
        )
        if refused:
            return attrs.evolve(lying, used=False)
        name = command.name if isinstance(command, PlaceFFE) else ""
        return attrs.evolve(lying, entry=len(self._game.entries), ffe=name)

    def _unused(self, lying: _Lying, where: VaslStep, what: str, why: str) -> _Lying:
        self.not_used.append(NotUsed(where, what, why))
        return attrs.evolve(lying, used=False)

    def _order(
        self, fact: CounterLaid, thing: Thing, hex_: str, facts: Sequence[VaslFact], at: int
    ) -> tuple[Command | None, float, str]:
        """The order that a counter stands for, how sure it is, and why, or why there is none."""
        laid = f"{fact.name} was laid there"
        match thing.kind:
            case ThingKind.SMOKE:
                side, sure, whose = self._owner(facts, at)
                order = PlaceSmoke(hex_, thing.gray, thing.dispersed, side)
                return order, sure, f"{laid}, and {whose}"
            case ThingKind.FFE:
                return self._ffe(fact, thing, hex_, laid)
            case ThingKind.RUBBLE:
                return RubbleLevel(hex_, thing.material, thing.level), _GROUND, laid
            case ThingKind.DEBRIS:
                return PlaceDebris(hex_), _GROUND, laid
            case ThingKind.SHELLHOLES:
                return PlaceShellholes(hex_), _GROUND, laid
            case ThingKind.FLAME:
                return Flame(hex_, thing.level), _PLAIN, laid
            case ThingKind.BLAZE:
                return Blaze(hex_, thing.level), _PLAIN, laid
        return None, 0, f"no order of ours is for counters of {thing.kind}"

    def _ffe(
        self, fact: CounterLaid, thing: Thing, hex_: str, laid: str
    ) -> tuple[Command | None, float, str]:
        known = self._corrections.calibres
        said = (known.get(key) for key in (fact.piece, fact.name, fact.basic, thing.colour))
        calibre = next(filter(None, said), None) or calibre_in(fact.labels)
        if calibre is None:
            why = "VASL does not say its calibre; a label on the counter does, or the corrections"
            return None, 0, why
        base = thing.colour or "FFE"
        name = next(
            each
            for each in (base, *(f"{base}{n}" for n in range(2, 99_999)))
            if each not in self._state.ffes
        )
        return PlaceFFE(name, hex_, calibre, thing.ffe), _PLAIN, laid

    def _owner(self, facts: Sequence[VaslFact], at: int) -> tuple[str | None, float, str]:
        """Whose SMOKE it is: the side of who rolled last in the phase, or whose phase it is."""
        for before in range(at - 1, max(-1, at - _FAR_BACK), -1):
            fact = facts[before]
            if isinstance(fact, RollSeen):
                side = self._players.get(fact.line.who)
                if side is not None:
                    return side, _ROLLED, f"{fact.line.who} ({side}) rolled last"
                break
        attacker = self._state.attacker
        sides = self._state.setting.scenario.sides
        if self._state.moment.phase is Phase.DFPH:
            side = next((each for each in sides if each != attacker), None)
        else:
            side = attacker
        return side, _BY_PHASE, f"nobody knows whose it is, so it is taken to be the {side}'s"

    def _give(
        self,
        command: Command,
        where: VaslStep,
        confidence: float,
        why: str,
        dice: Sequence[tuple[int, ...]] = (),
        what: str = "",
    ) -> bool:
        """Give an order, with as many of the dice after it as it takes; whether it was refused."""
        self._given += 1
        if self._given > _MOST_ORDERS:
            why = f"more than {_MOST_ORDERS} counters in one game are not followed"
            self.not_used.append(NotUsed(where, what or format_order(command), why))
            return True
        moment, refused = self._state.moment, "it calls for dice that the log lacks"
        for count in range(len(dice) + 1):
            laid = tuple(die for each in dice[:count] for die in each)
            try:
                entry = self._game.attempt(command, laid)
            except DiceLeft:
                continue
            except BadInput as error:
                refused = error.what
                break
            if not isinstance(entry, Refusal):
                order = format_order(command, laid)
                self.taken.append((moment, Taken(where, order, confidence, why)))
                return False
            refused = str(entry)
            break
        self.not_used.append(NotUsed(where, what or format_order(command), refused))
        return True

    # What is there ------------------------------------------------------------------------------

    def _already(self, thing: Thing, hex_: str) -> bool:
        """Whether the game has it without this counter, as by an order of the corrections."""
        if thing.kind in _SMOKES and hex_ in {
            h for line in self._state.drift.values() for h in line
        }:
            return True
        bound = self._bound[thing.kind, hex_]
        return self._count(thing, hex_) > (bound if thing.kind in _SEVERAL else 0)

    def _there(self, thing: Thing, hex_: str) -> bool:
        return self._count(thing, hex_) > 0

    def _count(self, thing: Thing, hex_: str) -> int:
        """How many of such things the game has in a hex."""
        state = self._state
        ground = state.ground.get(hex_, BARE)
        fires = ground.fire_at(thing.level)
        match thing.kind:
            case ThingKind.SMOKE | ThingKind.WP | ThingKind.GRENADE:
                return sum(each.hex == hex_ for each in state.smoke.values())
            case ThingKind.FFE:
                return sum(each.hex == hex_ for each in state.ffes.values())
            case ThingKind.RUBBLE:
                return int(_rubbled(ground, thing.level))
            case ThingKind.DEBRIS:
                return int(ground.debris is not None)
            case ThingKind.SHELLHOLES:
                return int(ground.shellholes)
            case ThingKind.FLAME:
                return len(fires.flames)
            case ThingKind.BLAZE:
                return int(fires.fire is Fire.BLAZE)


_SMOKES: Final = (ThingKind.SMOKE, ThingKind.WP, ThingKind.GRENADE)
_SEVERAL: Final = (*_SMOKES, ThingKind.FFE, ThingKind.FLAME)
"""Things of which a hex can have several, each with a counter of its own."""
_LASTING: Final = (ThingKind.RUBBLE, ThingKind.DEBRIS, ThingKind.SHELLHOLES, ThingKind.BLAZE)
_FAR_BACK: Final = 100
_MOST_ORDERS: Final = 1000


def _rubbled(ground: Ground, level: int) -> bool:
    """Whether rubble lies in a hex, or its building is rubble from a level on."""
    below = None if ground.building is None else ground.building.rubbled_from
    return ground.rubble is not None or (below is not None and below <= level)
