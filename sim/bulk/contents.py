"""What the hexes of a state hold, or the art of its boards, as arrays; needs NumPy."""

from functools import cached_property
from typing import Final

import numpy as np

from sim.bulk.grid import Array
from sim.los.features import Field
from sim.map.terrain import Feature

KINDS: Final = ("plain", "inherent")


class Contents:
    """What the hexes of a state hold, by hex; a number that is no hex's holds nothing.

    For features that are Inherent and for those that are not, each hex has the most levels of its
    obstacles and tall terrain, its half levels, and the sum of its Hindrances: the most levels
    block whatever fewer would block. SMOKE has the sum of its Hindrances for each number of levels
    that it rises.
    """

    def __init__(self, field: Field, index: dict[str, int]) -> None:
        self.count = count = len(index) + 1
        self.levels = {kind: np.zeros(count, np.int16) for kind in KINDS}
        self.tall = {kind: np.zeros(count, np.int16) for kind in KINDS}
        self.half = {kind: np.full((count, 2), -99, np.int16) for kind in KINDS}
        self.drm = {kind: np.zeros(count, np.int16) for kind in KINDS}
        self.bare = np.zeros(count, np.int16)
        self.sunk = np.zeros(count, np.int16)
        self.spanning = np.zeros(count, np.int16)
        self.smoke: dict[int, Array] = {}
        for name, features in field.features.items():
            for feature in features:
                self._add(index[name], feature)
        for name, puffs in field.puffs.items():
            for puff in puffs:
                array = self.smoke.setdefault(puff.levels, np.zeros(count, np.int16))
                array[index[name]] += puff.drm

    @cached_property
    def rises(self) -> dict[str, Array]:
        """Which hexes have an obstacle of a kind."""
        return {
            kind: (self.levels[kind] > 0)
            | (self.tall[kind] > 0)
            | (self.half[kind] >= 0).any(axis=1)
            for kind in KINDS
        }

    def _add(self, n: int, feature: Feature) -> None:
        kind = KINDS[feature.inherent]
        self.levels[kind][n] = max(self.levels[kind][n], feature.obstacle)
        self.tall[kind][n] = max(self.tall[kind][n], feature.tall)
        if feature.half:
            self.half[kind][n, min(feature.obstacle, 1)] = feature.obstacle
        if feature.bare:
            self.bare[n] += feature.hindrance
        elif feature.spans:
            self.spanning[n] += feature.hindrance
        elif feature.sunk:
            self.sunk[n] += feature.hindrance
        else:
            self.drm[kind][n] += feature.hindrance
