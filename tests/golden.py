"""Golden playthroughs: a scenario and its orders, and the story that they must tell.

``python -m tests.golden`` writes the stories anew; read what changed before you keep it.
"""

from pathlib import Path

from events.orders import parse_orders
from replays.game.game import Game
from replays.game.scenario_file import load_scenario

FOLDER = Path(__file__).parent / "golden"
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def play(name: str) -> Game:
    """Play a golden game."""
    game = Game.new(load_scenario(FOLDER / f"{name}.toml"), seed="golden")
    orders = (FOLDER / f"{name}.orders").read_text(encoding="utf-8")
    for _, _, order in parse_orders(orders):
        game.do(order.command, order.dice)
    return game


def story(name: str) -> str:
    """The story of a golden game."""
    return play(name).story() + "\n"


if __name__ == "__main__":
    for each in NAMES:
        (FOLDER / f"{each}.story").write_text(story(each), encoding="utf-8")
