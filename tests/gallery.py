"""The pictures of docs/gallery.md, drawn by their own commands; `tests.derived` draws them."""

import contextlib
import io
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs

from replays.cli.main import main

__all__ = ["GAMES", "PICTURES", "Shown", "drawn_in", "page"]

DOCS: Final = Path(__file__).parent.parent / "docs"


@attrs.frozen
class Shown:
    """A picture of the gallery.

    Attributes:
        name: of its file.
        heading: what it is of.
        words: what there is to see.
        command: what draws it, without the file.
    """

    name: str
    heading: str
    words: str
    command: str

    @property
    def option(self) -> str:
        """The option that takes the file."""
        return "-o" if self.command.startswith("map") else "--plot"


GAMES: Final = (
    "run zawiya --orders zawiya -o zawiya.jsonl",
    "run bir-hacheim --orders bir-hacheim -o storm.jsonl",
    "run bir-el-qaha --seed alamein -o qaha.jsonl",
)
"""What plays the games of which there are pictures."""

PICTURES: Final = (
    Shown(
        "los",
        "A Line of Sight",
        "F is the firer, T the target. Each Hindrance stands in its hex with its DRM; the "
        "panel lists what `ask shot` answers, and the verdict is over the line.",
        "map zawiya.jsonl --at 2.1/MPh --los AA6 X2 --crop S1:DD8",
    ),
    Shown(
        "storm",
        "A LOS that Dust blocks",
        "No one hex blocks it; Very Heavy Dust alone comes to +6, so the line is red from "
        "end to end (B.10). The veil and its grains are those of the fifth box of the "
        "gauge.",
        "map storm.jsonl --at 2.1/MPh --los D9 J9 --crop A5:M10",
    ),
    Shown(
        "game",
        "A small map, whole",
        "The Turn Track says whose Player Turn it is, the strip beside it which phase. "
        "German cards are square with a dark band, British ones round with a second "
        "border: they differ in gray too.",
        "map qaha.jsonl --at 3.2/MPh",
    ),
    Shown(
        "hills",
        "Levels",
        "Ground gets browner with each level; a line runs where it changes, a toothed one "
        "is a cliff. The low sun stands at the edge toward which it blinds.",
        "map djebel --around Q5 --radius 5",
    ),
    Shown(
        "rain",
        "Rain, a fire, and FFE",
        "Heavy Rain over the village; chevrons at the margin are Heavy Winds, the white "
        "one is a Gust. Red hexes are the Blast Area.",
        "map zawiya.jsonl --around R7 --radius 4",
    ),
    Shown(
        "printed",
        "As the board prints it",
        "Before: what is printed.",
        "map tebaga --around 1F5 --radius 4",
    ),
    Shown(
        "governed",
        "As the scenario makes it",
        "After: what Steppe Terrain makes of the same hexes; the title says so.",
        "map tebaga --around 1F5 --radius 4 --governed",
    ),
    Shown(
        "paper",
        "For a printer",
        "White and gray; higher ground is hatched.",
        "map storm.jsonl --around Y4 --radius 5 --print",
    ),
    Shown(
        "dark",
        "For a dark page",
        "The board stays as it is, what is around it is dark.",
        "map qaha.jsonl --at 3.2/MPh --around E4 --radius 3 --dark",
    ),
    Shown(
        "odds",
        "Odds, with a shot",
        "A panel and a scale for Dust, for what it does to a shot at range 6, for the "
        "wind, and for rain where it can fall.",
        "odds bir-hacheim --range 6",
    ),
    Shown(
        "compare",
        "One scenario against another",
        "What differs, and a panel for each chance that differs most: the curve of A, the dashed "
        "one of B, and between them the colour of the one that is higher.",
        "compare bir-el-qaha dyo-gazala",
    ),
    Shown(
        "sensitivity",
        "What moves the Dust",
        "A column a density, each with its own scale; the numbers say how far, the words "
        "below them which values give the ends.",
        "sensitivity bir-el-qaha",
    ),
)


def drawn_in(folder: Path) -> Iterator[tuple[Shown, Path]]:
    """Play the games and draw the pictures, each into a file of its name.

    Args:
        folder: where; it becomes the working folder.
    """
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        for game in GAMES:
            assert main(game.split()) == 0, game
        for each in PICTURES:
            file = f"{each.name}.svg"
            assert main([*each.command.split(), each.option, file]) == 0, each.command
    yield from ((each, folder / f"{each.name}.svg") for each in PICTURES)


def page() -> str:
    """docs/gallery.md."""
    lines = [
        "# Gallery",
        "",
        "Pictures of the bundled scenarios, each with the command that draws it. All are SVG;",
        "with a name that ends in `.png` they come as PNG ([pictures](pictures.md)).",
        "",
        "The games are played by:",
        "",
        "```",
        *(f"khamsin {game}" for game in GAMES),
        "```",
        "",
        "## The page",
        "",
        "A game in a browser ([the page](page.md)) at 2.1/MPh. `asked.txt` has one line,",
        "`shot AA6 X2 at 2.1/MPh`. `python -m tests.page_picture` takes the picture.",
        "",
        "```",
        "khamsin view zawiya.jsonl --ask asked.txt -o zawiya.html",
        "```",
        "",
        "![A game on its page](gallery/page.png)",
    ]
    for each in PICTURES:
        lines += [
            "",
            f"## {each.heading}",
            "",
            each.words,
            "",
            "```",
            f"khamsin {each.command} {each.option} {each.name}.svg",
            "```",
            "",
            f"![{each.heading}](gallery/{each.name}.svg)",
        ]
    return "\n".join(lines) + "\n"


def draw() -> None:
    """Draw the pictures anew, and write docs/gallery.md."""
    with tempfile.TemporaryDirectory() as made:
        for shown, path in drawn_in(Path(made)):
            (DOCS / "gallery" / f"{shown.name}.svg").write_bytes(path.read_bytes())
    (DOCS / "gallery.md").write_text(page(), encoding="utf-8")
