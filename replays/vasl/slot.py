"""The counters of VASL that an export lays: their slots, of a module or as they are known here.

A slot of VASL has a number (gpid), and a counter with its traits: layers of pictures, labels and so
on. Those that matter are listed in `replays/data/vasl_counters.tsv` as VASL 6.5 has them; where a
player's own ``VASL.vmod`` is given, they are taken out of its build file, and vehicles and
wrecks by their names as well.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Final

import attrs

from events.disk import open_to_read
from events.errors import BadInput, in_file
from replays.game.bundled import bundled_rows
from replays.vasl.command import IMAGES, NAMES, chain_of, layer_fields
from replays.vasl.container import Element, read_entry, read_xml, zip_of
from replays.vasl.encoding import join, split
from replays.vasl.setup_counter import ALLIED, AXIS

_MOST_ENTRIES: Final = 40_000
_MOST_DIRECTORY: Final = 8_000_000
_MOST_BUILD: Final = 16_000_000
_DEEPEST: Final = 8
_MOST: Final = 160
_USES: Final = "prototype;"
_SLOT: Final = "VASSAL.build.widget.PieceSlot"
_PROTOTYPE: Final = "VASSAL.build.module.PrototypeDefinition"
_WRECK: Final = " Wreck"
_LAST: Final = re.compile(r"[ #_-][A-Za-z0-9]{1,2}\Z")
_ENDING: Final = re.compile(r"\.(?:gif|png|svg|jpe?g)\Z", re.IGNORECASE)

NATIONS: Final = {
    called: code.upper()
    for code, name in reversed((AXIS | ALLIED).items())
    for called in (name, code)
}
"""Two letters for each nation, by its name and as VASL has them."""

Trait = tuple[str, str]
"""A trait of a counter: its type, and its state."""


@attrs.frozen
class Slot:
    """A slot: its number, and the traits of its counter, outermost first."""

    number: str
    traits: tuple[Trait, ...]

    @property
    def basic(self) -> list[str]:
        """The fields of the counter itself: its picture is the fourth, its name the fifth."""
        return split(self.traits[-1][0], ";")

    @property
    def pictures(self) -> frozenset[str]:
        """All its pictures, without their endings."""
        layers = filter(None, (layer_fields(type_) for type_, _ in self.traits))
        images = chain([self.basic[3]], *(split(each[IMAGES], ",") for each in layers))
        return frozenset(_bare(each) for each in images if each.strip())

    @property
    def stacks(self) -> bool:
        """Whether VASL lays it into a stack."""
        return not any(type_.startswith("immob;") for type_, _ in self.traits)

    def renamed(self, face: str, names: Sequence[str]) -> "Slot":
        """The same with other names in the layer that has a face, and so many pictures."""
        traits = list(self.traits)
        for at, (type_, state) in enumerate(traits):
            layer = layer_fields(type_)
            if layer and face in split(f"{layer[IMAGES]},{layer[NAMES]}", ","):
                images = split(layer[IMAGES], ",")
                images += images[-1:] * (len(names) - len(images))
                layer[IMAGES], layer[NAMES] = join(images, ","), join(names, ",")
                traits[at] = join(layer, ";"), state
        return attrs.evolve(self, traits=tuple(traits))

    def types(self, name: str) -> list[str]:
        """Its traits without their states, under another name than its own if one is given."""
        fields = self.basic
        fields[4] = name or fields[4]
        return [*(type_ for type_, _ in self.traits[:-1]), join(fields, ";")]

    def states(self, faces: Iterable[str], label: str, step: int) -> list[str]:
        """The states of its traits but the last, with some faces up, a label and a facing.

        A face is a picture or a name of a layer; a layer with none of them stays as it is.
        """
        up, found = set(map(_bare, faces)), [each for _, each in self.traits]
        for at, (type_, _) in enumerate(self.traits):
            fields, layer = split(type_, ";"), layer_fields(type_)
            if layer:
                images, names = (split(layer[each], ",") for each in (IMAGES, NAMES))
                pairs = zip(images, names + [""] * len(images), strict=False)
                levels = [n for n, pair in enumerate(pairs, 1) if up & set(map(_bare, pair))]
                found[at] = str(levels[0]) if levels else found[at]
            elif fields[0] == "label" and fields[2:3] == ["Label"] and label:
                found[at], label = label, ""
            elif fields[0] == "rotate" and step:
                found[at] = str(step)
            elif fields[0] == "turr":  # a turret, whose back is that of a CE crew
                found[at] = join([*split(found[at], ";")[:-1], str("+ CE" in up).lower()], ";")
        return found[:-1]


def _bare(text: str) -> str:
    return _ENDING.sub("", text)


@attrs.frozen
class Module:
    """What a module of VASL has: its version, that of its VASSAL, its slots, and their names here.

    ``known`` has the slots that an export needs, by the names of the list; ``vehicles`` those of
    vehicles and wrecks of a module that was read, by nation, also none, and name.
    """

    version: str
    vassal: str
    known: Mapping[str, Slot]
    vehicles: Mapping[tuple[str, str], Slot] = attrs.field(factory=dict)

    def vehicle(self, name: str, nation: str) -> Slot | None:
        """The slot of a vehicle of this name, or of its wreck; None if the module has none.

        A short last word may be of its player's, as in *Valentine II A*. Of several one of the
        nation is taken, such as ``BR``.
        """
        bare = name.removesuffix(_WRECK)
        names = (name, _LAST.sub("", bare) + name[len(bare) :])
        keys = ((of, _called(each)) for each in names for of in (nation, ""))
        return next(filter(None, map(self.vehicles.get, keys)), None)


def _called(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))


# As they are known here -------------------------------------------------------------------------

_LABEL: Final = (
    "label;76,130;Label;10;255,255,255;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;"
    "TextLabel;"
)
_PLAIN: Final[dict[str, Trait]] = {
    "label": (_LABEL, ""),
    "still": ("immob;i;I", ""),
    "turn": ("rotate;6;88,130;90,130;CA cw;CA ccw;;;", "0"),
    "turn by halves": ("rotate;12;88,130;90,130;cw;ccw;;;", "0"),
    "phase wheel": ("rotate;8;;70,130;;Next Phase;;;CurrentPhase", "0"),
}
_FLIP: Final = "70,130"


def layer_type(images: str, names: str, key: str = _FLIP) -> str:
    """The type of a layer, of its pictures and names, whose next one comes by a key."""
    before = ["emb2", "", "2", "", "Flip", "2", "", "", "2", "", "", "", "0", "false", "0", "0"]
    after = ["true", "", "", "", "false", "", "1", "1", "true", "", key, ""]
    return join([*before, images, names, *after], ";")


def _listed() -> Iterator[tuple[str, Slot]]:
    for key, number, name, picture, words in bundled_rows(".", "vasl_counters"):
        traits = [
            _PLAIN.get(word) or (layer_type(*word.split(";")), "1") for word in words.split(" | ")
        ]
        yield key, Slot(number, (*traits, (join(["piece", "K", "D", picture, name], ";"), "")))


LISTED: Final = Module("VASL 6.5.1", "3.2.17", dict(_listed()))
"""The slots that matter, as VASL 6.5 has them."""


# Of a module ------------------------------------------------------------------------------------


def read_module(path: str | Path) -> Module:
    """Read the slots of a ``VASL.vmod``; refuse what is no module of VASL, torn, or too large."""
    with (
        in_file(str(path)),
        open_to_read(Path(path)) as file,
        zip_of(file, _MOST_ENTRIES, _MOST_DIRECTORY, "a VASL.vmod") as archive,
    ):
        files = [each for each in ("buildFile.xml", "buildFile") if each in archive.NameToInfo]
        if not files:  # the first is VASSAL's name since its version 3.5
            raise BadInput("there is no `buildFile` in this zip file; a VASL.vmod has one")
        return _module(read_xml(read_entry(archive, archive.getinfo(files[0]), _MOST_BUILD)))


def _module(elements: list[Element]) -> Module:
    about = elements[0].attributes
    prototypes = {
        each.attributes.get("name", ""): traits
        for each in elements
        if each.name == _PROTOTYPE and (traits := _traits(each.text))
    }
    vehicles: dict[tuple[str, str], Slot] = {}
    named: dict[str, list[Slot]] = {}
    for each in elements:
        if each.name == _SLOT and (traits := _traits(each.text)):
            slot = Slot(each.attributes.get("gpid", ""), _expanded(traits, prototypes))
            name = slot.basic[4]
            named.setdefault(name, []).append(slot)
            if any("/veh" in picture for picture in slot.pictures):
                for of in (_nation(each), ""):
                    vehicles.setdefault((of, _called(name)), slot)
    if about.get("name") != "VASL" or not named:
        raise BadInput("this is no module of VASL")
    known = {key: _like(slot, named.get(slot.basic[4], [])) for key, slot in LISTED.known.items()}
    version = f"VASL {about.get('version', '')}".strip()
    return Module(version, about.get("VassalVersion", LISTED.vassal), known, vehicles)


def _nation(slot: Element) -> str:
    """The nation in whose list a slot lies; its picture can be another's. Empty if in none."""
    above = slot.parent
    while above is not None and above.attributes.get("entryName") not in NATIONS:
        above = above.parent
    return "" if above is None else NATIONS[above.attributes["entryName"]]


def _traits(text: str) -> tuple[Trait, ...]:
    """The traits that a definition has; none if it is not understood."""
    parts = split(text.strip().removeprefix("+/"), "/")
    types, states = (chain_of(each) for each in (parts[1:3] if len(parts) == 3 else ("", "")))
    last = split(types[-1], ";") if types else []
    same = len(types) == len(states) and last[:1] == ["piece"] and len(last) > 4
    return tuple(zip(types, states, strict=True)) if same else ()


def _expanded(
    traits: tuple[Trait, ...], prototypes: Mapping[str, tuple[Trait, ...]]
) -> tuple[Trait, ...]:
    """Traits with those of the prototypes that they name in their places, as VASSAL does it."""
    *outer, basic = traits
    for _ in range(_DEEPEST):
        outer = list(islice(chain.from_iterable(_of(each, prototypes) for each in outer), _MOST))
    return (*(each for each in outer if not each[0].startswith(_USES)), basic)


def _of(trait: Trait, prototypes: Mapping[str, tuple[Trait, ...]]) -> Iterable[Trait]:
    type_, _ = trait
    if not type_.startswith(_USES):
        return (trait,)
    return prototypes.get(split(type_, ";")[1], ())[:-1]


def _like(listed: Slot, slots: Sequence[Slot]) -> Slot:
    """The slot of a module that is the listed one: by its pictures, best by its number too."""
    same = [each for each in slots if listed.pictures <= each.pictures]
    return next((each for each in same if each.number == listed.number), (*same, listed)[0])
