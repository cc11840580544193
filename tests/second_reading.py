"""A naive second reading of dust, wind and rain (11.7-11.77, B25.63-B25.651, E3.5).

This is an independent second reading, written from the rule text and the rulings alone and
without sight of the engine. Tests play the same commands into both and compare. It trusts its
caller: every command it sees was legal, and it is never asked to refuse one.
"""

from itertools import pairwise

from events import commands
from events.moment import PHASES, Phase
from events.scenario import Scenario
from events.terms import EC, Density, Rain, Road, Weather, WindForce

DUST_MP_LIMIT = 2
WIND_CHANGES_ON = 2
RAIN_STOPS_ON = 3
RAIN_STARTS_ON = 10
GUSTS_ON = 12
GUSTS_ON_WHEN_GUSTY = 10


class SecondReading:
    """What wind, rain and dust should be after each command."""

    def __init__(
        self,
        scenario: Scenario,
        *,
        weather: Weather,
        ec: EC,
        wind_force: WindForce,
        wind_direction: int | None,
        density: Density,
    ) -> None:
        """Take the values as they stand when the first RPh begins."""
        self.weather = weather
        self.ec = ec
        self.wind_force = wind_force
        self.wind_direction = None if wind_force is WindForce.NO_WIND else wind_direction
        self.gusts = False
        self.rain = Rain.NONE
        self.density = density
        self.vehicle_dust: dict[str, tuple[str, bool]] = {}

        # Boards and terrain, which never change.
        self._some_desert_board = any(board.desert for board in scenario.boards)
        self._only_desert_boards = all(board.desert for board in scenario.boards)
        self._steppe = scenario.steppe

        # Pairs of hexes that a paved road joins, each pair both ways round.
        self._paved: set[tuple[str, str]] = set()
        self._read_roads(scenario)

        # Where the game is.
        first, second = scenario.sides
        if scenario.first == second:
            first, second = second, first
        self._sides = (first, second)
        self._last_player_turn = 2 * scenario.turns
        self._player_turn = 0  # counted through the whole game; 0 is setup
        self._phase: Phase = Phase.SETUP
        self._game_over = False

        # What there was before.
        self._has_rained = False
        self._heavy_winds_and_gusts_before = False

        # Vehicles.
        self._side_of: dict[str, str] = {}
        self._hex_of: dict[str, str] = {}
        self._in_motion: set[str] = set()
        self._read_vehicles(scenario)
        self._started_in_this_hex: set[str] = set()
        self._armored_assault: set[str] = set()
        self._raised_dust_this_mph: set[str] = set()

    def _read_roads(self, scenario: Scenario) -> None:
        """Note the hexes that paved roads join."""
        for road in scenario.roads:
            if road.kind is Road.PAVED:
                for one, other in pairwise(map(str.upper, road.hexes)):
                    self._paved |= {(one, other), (other, one)}

    def _read_vehicles(self, scenario: Scenario) -> None:
        """Note whose each vehicle is, where it sets up and whether it does so in Motion."""
        for vehicle in scenario.vehicles:
            self._side_of[vehicle.id] = vehicle.side
            if vehicle.at is not None:
                self._hex_of[vehicle.id] = vehicle.at.upper()
                if vehicle.motion:
                    self._in_motion.add(vehicle.id)

    def see(self, command: commands.Command, dice: list[int], applied: bool = True) -> None:
        """Follow one command."""
        if not applied:
            return
        if isinstance(command, commands.Advance):
            self._advance(command.to)
        if isinstance(command, commands.WindChange):
            self._wind_change(dice)
        if isinstance(
            command,
            commands.Start
            | commands.Move
            | commands.Enter
            | commands.Exit
            | commands.Spend
            | commands.Turn
            | commands.Stop,
        ):
            self._vehicle_acts(command)
        if isinstance(command, commands.Hook | commands.Unhook | commands.Unbog):
            self._expend_mp(command.vehicle)
        if isinstance(command, commands.Impulse):
            # 11.741: dust is set right at the end of the Impulse. No rule looks in between, and
            # no vehicle's dust depends on another's, so one after another comes to the same.
            for step in command.steps:
                self._vehicle_acts(step)
        if isinstance(command, commands.ArmoredAssault):
            self._armored_assault.add(command.vehicle)
        if isinstance(
            command,
            commands.Stun | commands.Shock | commands.Immobilize | commands.Destroy | commands.Bog,
        ):
            self._in_motion.discard(command.vehicle)

    def bogged(self, vehicle: str) -> None:
        """Take note that a vehicle bogged: Bog Checks are no rule of dust, only their result is."""
        self._in_motion.discard(vehicle)

    def freed(self, vehicle: str) -> None:
        """Take note that a Bog Removal freed a vehicle, by a Start MP in its hex."""
        self._in_motion.add(vehicle)
        self._started_in_this_hex.add(vehicle)

    # ---------------------------------------------------------------- what can exist

    def _light_dust_can_exist(self) -> bool:
        """Whether 11.71 allows Light Dust, and so 11.74 Vehicle Dust; never once it rained."""
        if self._has_rained:
            return False
        if not self._some_desert_board:
            return False
        if self._steppe:
            return self.ec is EC.VERY_DRY
        return self.ec is EC.DRY or self.ec is EC.VERY_DRY

    def _heavy_dust_can_exist(self) -> bool:
        """Whether 11.73 allows Heavy Dust, and so wind changes dust (11.76)."""
        if self._has_rained:
            return False
        if not self._some_desert_board or not self._only_desert_boards:
            return False
        if self._steppe:
            return False
        return self.ec is EC.DRY or self.ec is EC.VERY_DRY

    # ---------------------------------------------------------------- turns and phases

    def _advance(self, to: Phase | None) -> None:
        """Go through phases one by one, up to the one asked for."""
        self._next_phase()
        if to is None:
            return
        while self._phase is not to and not self._game_over:
            self._next_phase()

    def _next_phase(self) -> None:
        """End the current phase and begin the one after it."""
        if self._game_over:
            return
        if self._phase is Phase.MPH:
            self._mph_ends()
        if self._phase is Phase.SETUP:
            self._player_turn = 1
            self._phase = Phase.RPH
        elif self._phase is Phase.CCPH:
            # Gusts belong to one Player Turn (B25.651). Their dust waits for the next DR (11.76).
            self.gusts = False
            if self._player_turn == self._last_player_turn:
                self._game_over = True
            else:
                self._player_turn = self._player_turn + 1
                self._phase = Phase.RPH
        else:
            self._phase = PHASES[PHASES.index(self._phase) + 1]
        if self._phase is Phase.PFPH:
            self._pfph_begins()

    def _attacker(self) -> str:
        """The side whose Player Turn this is."""
        if self._player_turn % 2 == 1:
            return self._sides[0]
        return self._sides[1]

    def _pfph_begins(self) -> None:
        """Take away dust of the ATTACKER's vehicles that are not in Motion (11.74-removal).

        Stopped, destroyed, Stunned, Shocked, immobilized and gone vehicles are all not in Motion.
        """
        for vehicle in list(self.vehicle_dust):
            if self._side_of[vehicle] == self._attacker() and vehicle not in self._in_motion:
                del self.vehicle_dust[vehicle]

    def _mph_ends(self) -> None:
        """Turn counters raised in this MPh by vehicles that end it in Motion (11.74).

        A vehicle that is still in Motion and expended nothing uses its MP in its hex now (D2.1):
        its counter of the last MPh, which any MP would have taken, goes.
        """
        for vehicle in list(self.vehicle_dust):
            idle = self.vehicle_dust[vehicle][1] and vehicle in self._in_motion
            if idle and self._side_of[vehicle] == self._attacker():
                del self.vehicle_dust[vehicle]
        for vehicle in self._raised_dust_this_mph:
            if vehicle in self.vehicle_dust and vehicle in self._in_motion:
                hex_name = self.vehicle_dust[vehicle][0]
                self.vehicle_dust[vehicle] = (hex_name, True)
        self._raised_dust_this_mph = set()
        self._armored_assault = set()

    # ---------------------------------------------------------------- wind, rain, density

    def _wind_change(self, dice: list[int]) -> None:
        """Follow a Wind Change DR (B25.65, B25.651, E3.4, E3.5, 11.76, 11.77)."""
        total = dice[0] + dice[1]

        if total == WIND_CHANGES_ON:
            self._wind_changes(dice)

        if self.weather is Weather.GUSTY:
            self.gusts = total >= GUSTS_ON_WHEN_GUSTY
        else:
            self.gusts = total >= GUSTS_ON

        if self.weather is Weather.OVERCAST or self.weather is Weather.MUD_AND_OVERCAST:
            self._rain_changes(total)

        both = self.wind_force is WindForce.HEAVY_WINDS and self.gusts
        if self._heavy_dust_can_exist():
            self._density_changes(both)
        self._heavy_winds_and_gusts_before = both

        if self._has_rained:
            self.density = Density.NONE
            self.vehicle_dust.clear()
        if self.wind_force is WindForce.HEAVY_WINDS or self.gusts:
            self.vehicle_dust.clear()

    def _wind_changes(self, dice: list[int]) -> None:
        """Follow the change dr, the third die, and the direction dr, the fourth (B25.65)."""
        change = dice[2]
        if change == 1:
            self._turn_wind(1)
        if change == 2:
            self._turn_wind(2)
        if change == 3:
            self._turn_wind(-1)
        if change == 4:
            self._turn_wind(-2)
        if change == 5:
            self._force_goes_up(dice)
        if change == 6:
            self._force_goes_down(dice)

    def _force_goes_up(self, dice: list[int]) -> None:
        """Raise Wind Force a level; above Heavy Winds it becomes a Mild Breeze (B25.65)."""
        if self.wind_force is WindForce.NO_WIND:
            self.wind_force = WindForce.MILD_BREEZE
            self.wind_direction = dice[3]
        elif self.wind_force is WindForce.MILD_BREEZE:
            self.wind_force = WindForce.HEAVY_WINDS
        else:
            self.wind_force = WindForce.MILD_BREEZE

    def _force_goes_down(self, dice: list[int]) -> None:
        """Lower Wind Force a level; below No Wind it becomes a Mild Breeze (B25.65)."""
        if self.wind_force is WindForce.NO_WIND:
            self.wind_force = WindForce.MILD_BREEZE
            self.wind_direction = dice[3]
        elif self.wind_force is WindForce.MILD_BREEZE:
            self.wind_force = WindForce.NO_WIND
            self.wind_direction = None
        else:
            self.wind_force = WindForce.MILD_BREEZE

    def _turn_wind(self, hexsides: int) -> None:
        """Turn the Wind Direction clockwise; a negative number turns it the other way."""
        if self.wind_direction is None:
            return
        direction = self.wind_direction + hexsides
        if direction > 6:
            direction = direction - 6
        if direction < 1:
            direction = direction + 6
        self.wind_direction = direction

    def _rain_changes(self, total: int) -> None:
        """Begin, strengthen or end rain (E3.51); the first rain wets the ground."""
        if total >= RAIN_STARTS_ON:
            if self.rain is Rain.NONE:
                self.rain = Rain.RAIN
                self._has_rained = True
                if self.weather is not Weather.MUD_AND_OVERCAST:
                    self.ec = EC.WET
            else:
                self.rain = Rain.HEAVY
        if total <= RAIN_STOPS_ON:
            self.rain = Rain.NONE

    def _density_changes(self, both: bool) -> None:
        """Thicken or thin the dust by one level (11.76, 11.76-cease)."""
        levels = list(Density)
        level = levels.index(self.density)
        if both:
            if level < len(levels) - 1:
                level = level + 1
        elif self._heavy_winds_and_gusts_before and level > 0:
            level = level - 1
        self.density = levels[level]

    # ---------------------------------------------------------------- vehicles

    def _vehicle_acts(self, step: commands.ImpulseStep) -> None:
        """Follow one vehicle that expends MP."""
        vehicle = step.vehicle
        self._expend_mp(vehicle)
        if isinstance(step, commands.Start):
            self._in_motion.add(vehicle)
            self._started_in_this_hex.add(vehicle)
        if isinstance(step, commands.Stop):
            self._in_motion.discard(vehicle)
        if isinstance(step, commands.Enter):
            self._hex_of[vehicle] = step.to.upper()
            self._in_motion.add(vehicle)
            self._started_in_this_hex.discard(vehicle)
        if isinstance(step, commands.Exit):
            # Dust that it raised earlier in this MPh waits for its owner's next PFPh.
            del self._hex_of[vehicle]
            self._in_motion.discard(vehicle)
            self._started_in_this_hex.discard(vehicle)
        if isinstance(step, commands.Move):
            assert step.mp is not None
            self._move(vehicle, step.to.upper(), step.mp, step.road)

    def _expend_mp(self, vehicle: str) -> None:
        """Take away a counter that has its Motion side up: it is from an earlier MPh (11.74)."""
        if vehicle in self.vehicle_dust:
            motion_side_up = self.vehicle_dust[vehicle][1]
            if motion_side_up:
                del self.vehicle_dust[vehicle]

    def _move(self, vehicle: str, entered: str, mp: commands.MP, road: Road | None) -> None:
        """Follow a vehicle into a new hex, and see whether dust rises in the one it left."""
        left = self._hex_of[vehicle]
        dust_rises = self._raises_dust(vehicle, left, entered, mp, road)
        self._hex_of[vehicle] = entered
        self._started_in_this_hex.discard(vehicle)
        if vehicle in self.vehicle_dust:
            del self.vehicle_dust[vehicle]
        self._raised_dust_this_mph.discard(vehicle)
        if dust_rises:
            self.vehicle_dust[vehicle] = (left, False)
            self._raised_dust_this_mph.add(vehicle)

    def _raises_dust(
        self, vehicle: str, left: str, entered: str, mp: commands.MP, road: Road | None
    ) -> bool:
        """Whether a vehicle that goes from one hex to the next leaves dust behind (11.74)."""
        if not self._light_dust_can_exist():
            return False
        if mp > DUST_MP_LIMIT:
            return False
        if vehicle in self._started_in_this_hex:
            return False
        if road is Road.PAVED:
            return False
        if road is None and (left, entered) in self._paved:
            return False
        if vehicle in self._armored_assault:
            return False
        if self.wind_force is WindForce.HEAVY_WINDS:
            return False
        return not self.gusts
