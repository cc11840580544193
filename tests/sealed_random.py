"""Two people who play a whole game with sealed dice through files alone, and try all they can."""

import json
import random
import re
from pathlib import Path

from events.errors import BadInput
from events.orders import format_order
from replays.game.game import Game
from replays.game.secrets import SecretFile
from replays.testing.strategies import candidates
from sim.trust.sealing import links_of, stretch_of
from tests.sealed_pair import Pair, lines_of, seal

__all__ = ["RandomPair"]

_TOKEN = re.compile(r"[0-9a-f]{64}")


class RandomPair:
    """A pair that plays by chance: orders of any kind, sheets, notes, undo, old letters.

    Attributes:
        pair: the two.
        letters: all that was sent, in order.
        refused: how many orders were refused.
    """

    def __init__(self, folder: Path, way: str, number: int, scenario: str) -> None:
        """Agree on a game."""
        self._random = random.Random(number)
        self._way = way
        self.pair = Pair(folder, self._random.randrange(2), scenario, way)
        self.letters: list[Path] = []
        self.refused = 0
        self._links = [self._all_links(log) for log in self.pair.logs]
        self._sent(self.pair.invitation, 0)
        self._sent(self.pair.answer, 0)

    @staticmethod
    def _all_links(log: Path) -> dict[str, int]:
        ours = SecretFile.read(SecretFile.beside(log))
        links = links_of(ours.terms, ours.side, bytes.fromhex(ours.last), ours.count)
        return {**dict(zip(links, range(len(links)), strict=True)), ours.signing: 2**60}

    def _sent(self, letter: Path, side: int) -> None:
        """See that a letter has no link before its time, and no signing key ever."""
        raw = letter.read_text(encoding="utf-8")
        value = json.loads(raw)
        lines = [json.loads(line) for line in value.get("log", "").splitlines()[1:]]
        opened = [line["do"]["stretch"] for line in lines if line["do"]["order"] == "opened"]
        last = opened[-1] if opened else 0
        for token in set(_TOKEN.findall(raw)):
            for owner, links in enumerate(self._links):
                given = value.get("stretch", 0) if owner == value["side"] else 0
                assert links.get(token, 0) <= max(last, given), (letter, token)
        self.letters.append(letter)

    # Orders ---------------------------------------------------------------------------------

    def _orders(self, game: Game, count: int) -> list[str]:
        """Words of orders of play, lawful or not; what goes on is among them more often."""
        possible = [format_order(each) for each in candidates(game.state)]
        likely = ["phase", "wc"] * (len(possible) // 3)
        return self._random.choices(possible + likely, k=count)

    def _try(self, game: Game, order: str) -> None:
        try:
            game.do(order)
        except BadInput:
            self.refused += 1

    def _loose(self, side: int) -> None:
        """Some orders that may roll, notes, and what takes back."""
        with Game.open(self.pair.logs[side]) as game:
            for order in self._orders(game, 3):
                self._try(game, order)
            if self._random.random() < 0.3:
                self._try(game, f"note {self._random.random()}")
            if self._random.random() < 0.3:
                self._try(game, "undo")
            if game.state.clock.over:  # its closing entry may have been taken back
                self._try(game, "finish")

    def _mischief(self) -> None:
        """An old letter again, to either side; it must change nothing."""
        letter, side = self._random.choice(self.letters), self._random.randrange(2)
        log = self.pair.logs[side]
        before = log.read_bytes()
        answer = self.pair.letter()
        action = self._random.choice(["take", "answer"])
        more = ["-o", str(answer)] if action == "answer" else []
        seal(action, str(letter), str(log), *more)
        if answer.exists():
            self._sent(answer, side)
        assert log.read_bytes().startswith(before)

    @property
    def over(self) -> bool:
        """Whether a log is finished, and the other side has it."""
        return any(
            lines_of(log)[-1].get("do", {}).get("order") == "finish" for log in self.pair.logs
        )

    def play(self, most: int) -> bool:
        """Play so many steps at most; whether the game came to its end."""
        if self._way == "alone":
            self._sent(self.pair.open_first(), 1)
        side = 0
        for _ in range(most):
            if self.over:
                break
            if self._random.random() < 0.2:
                self._mischief()
            side = self._alone(side) if self._way == "alone" else self._together(side)
        for side in (0, 1):  # the side that has the end sends it
            if lines_of(self.pair.logs[side])[-1].get("do", {}).get("order") == "finish":
                letter = self.pair.give(side)
                self._sent(letter, side)
                assert self.pair.take(1 - side, letter) == 0
                return True
        return False

    def _alone(self, side: int) -> int:
        """Play a Player Turn, and hand it over; who plays the next."""
        self._loose(side)
        with Game.open(self.pair.logs[side]) as game:
            turn = stretch_of(game.state.moment)
            while stretch_of(game.state.moment) == turn and not game.position.finished:
                before = len(game.entries)
                self._try(game, "wc")
                self._try(game, "phase")
                if len(game.entries) == before:  # something is due first
                    for order in self._orders(game, 20):
                        if stretch_of(game.state.moment) == turn:
                            self._try(game, order)
            if game.position.finished:
                return side
        letter = self.pair.give(side)
        self._sent(letter, side)
        assert self.pair.take(1 - side, letter) == 0
        return 1 - side

    def _together(self, side: int) -> int:
        """Some free orders, and a sheet; perhaps the pen goes over. Who has it then."""
        self._loose(side)
        log = self.pair.logs[side]
        if self.over:
            return side
        if self._random.random() < 0.15:
            letter = self.pair.give(side)
            self._sent(letter, side)
            assert self.pair.take(1 - side, letter) == 0
            return 1 - side
        sheet = self._orders(Game.load(log), self._random.randint(1, 6))
        question = self.pair.letter()
        code = seal("ask", str(log), *sheet, "-o", str(question))
        if code:
            assert not question.exists()
            self.refused += 1
            return side
        self._sent(question, side)
        if self._random.random() < 0.3:
            assert self.pair.take(1 - side, question) == 0
        answer = self.pair.reply(1 - side, question)
        self._sent(answer, 1 - side)
        assert self.pair.take(side, answer) == 0
        return side
