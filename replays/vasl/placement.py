"""Counters in hexes become orders: SMOKE, FFE, fire, rubble, shellholes, debris, Bog, Wrecks.

What goes away or is flipped by a rule (A24.4, A24.62, ...) does so in the game that is played along
too; so only what comes new is ordered, an FFE that is lifted, a Flame that becomes a Blaze or is
put out, a Bog Removal, and what is taken back at once. No rule is known here: an order that is
refused is told.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain, count, islice
from typing import Final

import attrs

from events.commands import (
    Blaze,
    Bog,
    Command,
    Destroy,
    Extinguish,
    Flame,
    Lift,
    PlaceDebris,
    PlaceFFE,
    PlaceShellholes,
    PlaceSmoke,
    PlaceWP,
    RubbleLevel,
    Unbog,
    Undo,
)
from events.errors import BadInput
from events.moment import SETUP, Phase
from events.orders import format_order
from events.terms import Fire
from replays.game.game import Game
from replays.vasl.chat import VaslStep
from replays.vasl.correction import Corrections
from replays.vasl.fact import CounterLaid, CounterLifted, PieceWent
from replays.vasl.inferred_wind_change import PhaseFacts
from replays.vasl.log_boards import SharedBoards
from replays.vasl.marker import Marker, MarkerKind, calibre_in, marker_of, wreck_of
from sim.machine.dice import DiceLeft
from sim.machine.telling import Refusal
from sim.state import BARE, State, Vehicle


def order_of(marker: Marker, hex_: str, side: str | None = None) -> Command | None:
    """The order that lays what a counter stands for; None where a counter alone is not enough."""
    match marker.kind:
        case MarkerKind.SMOKE:
            return PlaceSmoke(hex_, marker.gray, marker.dispersed, side)
        case MarkerKind.WP:
            return PlaceWP(hex_, marker.gray, marker.dispersed, side)
        case MarkerKind.RUBBLE:
            return RubbleLevel(hex_, marker.material, marker.level)
        case MarkerKind.FLAME:
            return Flame(hex_, marker.level)
        case MarkerKind.BLAZE:
            return Blaze(hex_, marker.level)
        case MarkerKind.DEBRIS:
            return PlaceDebris(hex_)
        case MarkerKind.SHELLHOLES:
            return PlaceShellholes(hex_)
    return None


@attrs.frozen
class NotUsed:
    """Something in a log of which no order could be made, and why."""

    where: VaslStep
    what: str
    why: str


@attrs.frozen
class CounterOrder:
    """A counter or a move that was taken for an order, how sure that is from 0 to 1, and why."""

    moment: str
    where: VaslStep
    order: str
    confidence: float
    why: str


@attrs.frozen
class _Lying:
    """A counter in a hex, what it stands for, and whether the game that is played along has it.

    It has the number of the entry that placed it, if an order did, and what orders call the FFE.
    """

    marker: Marker
    hex: str
    entry: int | None = None
    ffe: str = ""
    used: bool = False


NO_CALIBRE: Final = "VASL does not say its calibre; a label on the counter does"
_PLAIN: Final = 0.9
_GROUND: Final = 0.8
_ROLLED: Final = 0.85
_BY_PHASE: Final = 0.6
_SMOKES: Final = (MarkerKind.SMOKE, MarkerKind.WP, MarkerKind.GRENADE)
_BOGS: Final = (MarkerKind.BOG, MarkerKind.MIRED)
_SEVERAL: Final = (*_SMOKES, *_BOGS, MarkerKind.FFE, MarkerKind.FLAME)
"""Things of which a hex can have several, each with a counter of its own."""
_FIRES: Final = (MarkerKind.FLAME, MarkerKind.BLAZE)
_LASTING: Final = (
    *(MarkerKind.RUBBLE, MarkerKind.DEBRIS, MarkerKind.SHELLHOLES),
    *(MarkerKind.BLAZE, MarkerKind.WRECK),
)
_MOST_ORDERS: Final = 1000
_SOON: Final = 16
"""Among so many facts a Blaze comes in place of a Flame."""


@attrs.define(eq=False)
class CounterOrders:
    """Makes orders of the counters that are laid in hexes, and gives them to a game.

    It tells what counters were ``taken`` for, and what of them was ``not_used``, as it comes.
    """

    _game: Game
    _phase: PhaseFacts
    _boards: SharedBoards
    _players: dict[str, str]
    _corrections: Corrections
    taken: list[CounterOrder] = attrs.field(factory=list)
    not_used: list[NotUsed] = attrs.field(factory=list)
    _lying: dict[str, _Lying] = attrs.field(factory=dict)
    _bound: Counter[tuple[MarkerKind, str]] = attrs.field(factory=Counter)
    _given: int = 0

    @property
    def _state(self) -> State:
        return self._game.state

    def smoke(self) -> dict[str, bool]:
        """The hexes with SMOKE counters, and whether the game that is played along has them all."""
        found: dict[str, bool] = {}
        for each in self._lying.values():
            if each.marker.kind in _SMOKES:
                found[each.hex] = found.get(each.hex, True) and each.used
        return found

    def bogs(self) -> set[str]:
        """The hexes with Bog counters."""
        return {each.hex for each in self._lying.values() if each.marker.kind in _BOGS}

    def lay(self, fact: CounterLaid, wreck: str = "") -> None:
        """A counter lies somewhere now, perhaps the Wreck of a vehicle."""
        marker = marker_of(fact.name, fact.pictures, fact.labels)
        marker = wreck_of(wreck, (fact.name, *fact.labels)) if wreck else marker
        old = self._lying.get(fact.piece)
        hex_ = self._boards.hex_of(fact.at)
        if marker is None or hex_ is None:
            self.lift(fact.piece, fact.where)
            return
        if old is not None and old.hex != hex_:
            self.lift(fact.piece, fact.where)
            old = None
        if old is not None and (old.marker == marker or marker.kind in (MarkerKind.FFE, *_SMOKES)):
            new = attrs.evolve(old, marker=marker)
        else:
            new = self._place(fact, marker, hex_)
        self._forget(fact.piece)
        self._lying[fact.piece] = new
        self._bound[marker.kind, hex_] += new.used

    def _forget(self, piece: str) -> _Lying | None:
        old = self._lying.pop(piece, None)
        if old is not None:
            self._bound[old.marker.kind, old.hex] -= old.used
        return old

    def lift(self, piece: str, where: VaslStep, *, undone: bool = False) -> None:
        """A counter left its hex, perhaps as VASSAL took back what had laid it."""
        if not where.step:  # the beginning of a file puts everything on the table again
            return
        old = self._forget(piece)
        if old is None or self._phase.behind or self._state.moment == SETUP:
            return
        there = self._count(old.marker, old.hex) > 0
        at_once = old.entry is not None and old.entry == len(self._game.entries)
        if at_once and (undone or old.marker.kind is not MarkerKind.WRECK):
            self._game.do(Undo())
        elif old.ffe in self._state.ffes:
            self._give(Lift(old.ffe), where, _PLAIN, "its counter was taken away")
        elif old.marker.kind is MarkerKind.FLAME and there and not self._grows(old):
            order = Extinguish(old.hex, old.marker.level)
            self._give(order, where, _GROUND, "its counter was taken away")
        elif old.used and old.marker.kind in _BOGS and there:
            command, _, why = self._bogs(Unbog, old.hex, "its counter was taken away")
            if command is None:
                self.not_used.append(NotUsed(where, f"{old.marker.kind} in {old.hex}", why))
            else:
                self._give(command, where, _GROUND, why, self._dice())
        elif old.used and old.marker.kind in _LASTING and there:
            why = f"its counter was taken away, and no order takes {old.marker.kind} away like that"
            self.not_used.append(NotUsed(where, f"{old.marker.kind} in {old.hex}", why))

    def _grows(self, flame: _Lying) -> bool:
        """Whether the counter of a Blaze comes in place of a Flame's soon after, in its phase."""
        coming = islice(self._phase.facts, self._phase.at + 1, self._phase.at + _SOON)
        blaze = attrs.evolve(flame.marker, kind=MarkerKind.BLAZE)
        return any(
            isinstance(each, CounterLaid)
            and marker_of(each.name, each.pictures, each.labels) == blaze
            and self._boards.hex_of(each.at) == flame.hex
            for each in coming
        )

    # Orders -----------------------------------------------------------------------------------

    def _place(self, fact: CounterLaid, marker: Marker, hex_: str) -> _Lying:
        """Order what a counter stands for; how it lies then."""
        where, unused = fact.where, _Lying(marker, hex_)
        if self._already(marker, hex_):
            return _Lying(marker, hex_, used=True)
        if self._phase.behind or where in self._corrections.nothing:
            return unused
        what = f"{fact.name} in {hex_}"
        if not where.step or self._state.moment == SETUP:
            why = "it lies there before the log begins; the scenario, or `orders`, can set it up"
            self.not_used.append(NotUsed(where, what, why))
            return unused
        command, confidence, why = self._order(fact, marker, hex_)
        if command is None:
            self.not_used.append(NotUsed(where, what, why))
            return unused
        if not self._give(command, where, confidence, why, self._dice(), what):
            return unused
        name = command.name if isinstance(command, PlaceFFE) else ""
        return _Lying(marker, hex_, len(self._game.entries), name, used=True)

    def _order(
        self, fact: CounterLaid, marker: Marker, hex_: str
    ) -> tuple[Command | None, float, str]:
        """The order that a counter stands for, how sure it is, and why, or why there is none."""
        laid = f"{fact.name} was laid there"
        if marker.kind in (MarkerKind.SMOKE, MarkerKind.WP):
            side, sure, whose = self._owner()
            return order_of(marker, hex_, side), sure, f"{laid}, and {whose}"
        if marker.kind is MarkerKind.WRECK:
            if self._state.vehicles[marker.vehicle].hex != hex_:
                return None, _PLAIN, f"the game that is played along has no {marker.vehicle} there"
            return Destroy(marker.vehicle, marker.burning), _PLAIN, laid
        if marker.kind in _BOGS:
            return self._bogs(Bog if marker.kind is MarkerKind.BOG else Unbog, hex_, laid)
        if marker.kind is MarkerKind.FFE:
            return self._ffe(fact, marker, hex_, laid)
        order = order_of(marker, hex_)
        if order is None:
            return None, _PLAIN, f"no order of ours is for counters of {marker.kind}"
        return order, _PLAIN if marker.kind in _FIRES else _GROUND, laid

    def _bogs(
        self, order: type[Bog | Unbog], hex_: str, why: str
    ) -> tuple[Command | None, float, str]:
        """The order that bogs the only vehicle of a hex that can be meant, or its Bog Removal."""
        names = list(self._vehicles_in(hex_, bogged=order is Unbog))
        if len(names) != 1:
            return None, _PLAIN, f"{why}, and {len(names) or 'no'} vehicles there can be meant"
        return order(names[0]), _GROUND, why

    def _vehicles_in(self, hex_: str, *, bogged: bool) -> dict[str, Vehicle]:
        """The vehicles of a hex that are bogged, or that are not, without wrecks."""
        found = self._state.vehicles.items()
        return {
            id_: each
            for id_, each in found
            if each.hex == hex_ and not each.destroyed and each.bogged is bogged
        }

    def _dice(self) -> list[tuple[int, ...]]:
        """The dice that an order can have: none, those just before its counter, those after it.

        In a RPh those before are the Wind Change DR.
        """
        before: list[tuple[int, ...]] = []
        if self._state.moment.phase is not Phase.RPH:
            until = CounterLaid, CounterLifted, PieceWent
            before = self._phase.free_dice(*until, back=True)
        after = self._phase.free_dice(CounterLaid)
        tried = [before[n:] for n in range(len(before), -1, -1)]
        tried += [after[:n] for n in range(1, len(after) + 1)]
        return [tuple(chain.from_iterable(each)) for each in tried]

    def _ffe(
        self, fact: CounterLaid, marker: Marker, hex_: str, laid: str
    ) -> tuple[Command | None, float, str]:
        known = self._corrections.calibres
        said = (known.get(key) for key in (fact.piece, fact.name, fact.basic, marker.colour))
        calibre = next(filter(None, said), None) or calibre_in(fact.labels)
        if calibre is None:
            return None, _PLAIN, f"{NO_CALIBRE}, or the corrections"
        base = marker.colour or "FFE"
        names = (f"{base}{n}" if n > 1 else base for n in count(1))
        name = next(each for each in names if each not in self._state.ffes)
        return PlaceFFE(name, hex_, calibre, marker.ffe), _PLAIN, laid

    def _owner(self) -> tuple[str | None, float, str]:
        """Whose SMOKE it is: the side of who rolled last in the phase, or whose phase it is.

        In a RPh that is the Wind Change DR, and tells nothing.
        """
        roll = None if self._state.moment.phase is Phase.RPH else self._phase.last_roll()
        side = None if roll is None else self._players.get(roll.line.who)
        if roll is not None and side is not None:
            return side, _ROLLED, f"{roll.line.who} ({side}) rolled last"
        side = self._state.attacker
        if self._state.moment.phase is Phase.DFPH:
            sides = self._state.setting.scenario.sides
            side = next((each for each in sides if each != side), None)
        why = f"the log does not tell whose it is, so it is taken to be the {side}'s"
        return side, _BY_PHASE, why

    def _give(
        self,
        command: Command,
        where: VaslStep,
        confidence: float,
        why: str,
        dice: Sequence[tuple[int, ...]] = ((),),
        what: str = "",
    ) -> bool:
        self._given += 1
        moment, refused = str(self._state.moment), "it calls for dice that the log lacks"
        if self._given > _MOST_ORDERS:
            why = f"more than {_MOST_ORDERS} counters in one game are not followed"
            self.not_used.append(NotUsed(where, what or format_order(command), why))
            return False
        for laid in dice:
            try:
                entry = self._game.attempt(command, laid)
            except DiceLeft:
                continue
            except BadInput as error:
                refused = error.what
                break
            if not isinstance(entry, Refusal):
                order = format_order(command, laid)
                self.taken.append(CounterOrder(moment, where, order, confidence, why))
                return True
            refused = str(entry)
            break
        self.not_used.append(NotUsed(where, what or format_order(command), refused))
        return False

    # What is there ------------------------------------------------------------------------------

    def _already(self, marker: Marker, hex_: str) -> bool:
        """Whether the game has it without this counter, as by an order of the corrections."""
        drift = self._state.drift.values()
        if marker.gray and any(hex_ in line for line in drift):
            return True
        bound = self._bound[marker.kind, hex_] if marker.kind in _SEVERAL else 0
        return self._count(marker, hex_) > bound

    def _count(self, marker: Marker, hex_: str) -> int:
        """How many of such things the game has in a hex."""
        state = self._state
        ground = state.ground.get(hex_, BARE)
        fires = ground.fire_at(marker.level)
        match marker.kind:
            case MarkerKind.SMOKE | MarkerKind.WP | MarkerKind.GRENADE:
                drifts = sum(hex_ in line for line in state.drift.values())
                return drifts + sum(each.hex == hex_ for each in state.smoke.values())
            case MarkerKind.FFE:
                return sum(each.hex == hex_ for each in state.ffes.values())
            case MarkerKind.RUBBLE:
                below = None if ground.building is None else ground.building.rubbled_from
                rubbled = below is not None and below <= marker.level
                return int(rubbled or ground.rubble is not None)
            case MarkerKind.DEBRIS:
                return int(ground.debris is not None)
            case MarkerKind.SHELLHOLES:
                return int(ground.shellholes)
            case MarkerKind.FLAME:
                return len(fires.flames)
            case MarkerKind.BLAZE:
                return int(fires.fire is Fire.BLAZE)
            case MarkerKind.BOG | MarkerKind.MIRED:
                mired = marker.kind is MarkerKind.MIRED
                return sum(v.mired is mired for v in self._vehicles_in(hex_, bogged=True).values())
            case MarkerKind.WRECK:
                wreck = state.vehicles[marker.vehicle]
                burns = bool(wreck.burning) or not marker.burning
                return int(wreck.destroyed and wreck.hex == hex_ and burns)
