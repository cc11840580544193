"""What VASL's metadata says of buildings that a picture shows without their levels."""

from replays.vasl.boards.framing import BoardFrame, hex_called
from replays.vasl.boards.geometry import lattice
from replays.vasl.boards.losdata import Array
from replays.vasl.boards.metadata import Metadata

__all__ = ["type_buildings"]


def type_buildings(terrain: Array, frame: BoardFrame, own: Metadata, shared: Metadata) -> None:
    """Give the buildings of a grid that was read from a picture the types that metadata has.

    In VASL a picture has one colour for all buildings of a material; their levels are in the
    metadata, hex by hex.

    Args:
        terrain: the terrain code of each pixel, which changes.
        frame: where the hexes lie.
        own: the metadata of the board.
        shared: that of all boards.
    """
    across, down = terrain.shape
    hexes = lattice(frame.width, frame.height, across, down)
    plain = [shared.codes.get(name, -1) for name in ("Stone Building", "Wooden Building")]
    for name, called in own.buildings.items():
        place, code = hex_called(name.upper(), frame.first), shared.codes.get(called)
        number = None if place is None else hexes.number.get(place)
        if number is None or code is None:
            continue
        here = hexes.hex_of == number
        for old in plain:
            terrain[here & (terrain == old)] = code
