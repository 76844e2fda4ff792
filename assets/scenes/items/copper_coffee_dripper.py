"""A copper pour-over cone, sitting on one of the shop's mugs."""
from math import cos, pi, sin

from items import stoneware_mug
from materials import COPPER, metal, oak
from shapes import SOFT, group, place, sweep, tube

VIEW = dict(elevation=17, azimuth=0, fill=(0.8, 0.84), ground="ink")
DETAIL = dict(elevation=26, azimuth=10, close=(-1.0, -4.0, 14.2, 10.0))
SEAT = 8.9  # the mug's rim


def _fluted(steps=240, ribs=20):
    """Shallow flutes let the paper breathe; they fade out toward rim and seat."""
    def loop(radius):
        depth = 0.09 * max(0.0, min(1.0, (radius - 2.4) / 1.2, (5.9 - radius) / 0.8))
        points = []
        for i in range(steps):
            a = 2 * pi * i / steps
            r = radius + depth * cos(ribs * a)
            points.append((r * cos(a), r * sin(a)))
        return points
    return loop


def cone():
    wall = [(2.0, SEAT + 0.3), (2.1, SEAT + 0.5)]
    wall += [(2.1 + 3.9 * i / 24, SEAT + 0.5 + 6.6 * i / 24) for i in range(1, 25)]
    lip = [(6.2, SEAT + 7.15), (6.25, SEAT + 7.3), (6.12, SEAT + 7.36), (5.95, SEAT + 7.25)]
    inner = [(r - 0.12, z) for r, z in reversed(wall[2:])] + [(1.6, SEAT + 0.5)]
    return sweep("cone", wall + lip + inner, metal(COPPER, 0.21, (0.3, 0.3, 18)), _fluted(),
                 cap=False)


def flange():
    return sweep("flange", [
        (1.2, SEAT - 0.7), (1.7, SEAT - 0.7, 0.1), (1.8, SEAT, 0.05), (4.9, SEAT, 0.1),
        (5.0, SEAT + 0.22, 0.12), (4.8, SEAT + 0.3, 0.1), (2.3, SEAT + 0.36, 0.4),
        (2.0, SEAT + 0.8)], metal(COPPER, 0.2), cap=False)


def handle():
    copper = metal(COPPER, 0.2)
    bracket = tube("bracket", [(4.2, 0, SEAT + 4.9), (5.6, 0, SEAT + 5.2), (7.0, 0, SEAT + 4.9)],
                   0.3, copper)
    grip = sweep("grip", [(0.05, 0), (0.55, 0, 0.15), (0.8, 2.0, SOFT), (0.7, 4.6, 0.5),
                          (0.05, 4.7)], oak("Z"))
    return [bracket, place(grip, (6.7, 0, SEAT + 5.0), 0, (0, 118))]


def dripper():
    mug = place(stoneware_mug.mug(), turn=186)
    return group("dripper", [cone(), flange(), *handle(), mug])


def build():
    return place(dripper(), turn=-24)
