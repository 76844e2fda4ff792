"""A walnut paddle board with a leather loop."""
from math import cos, pi, sin

from materials import plain, walnut
from shapes import fillet, group, place, slab, tube

VIEW = dict(elevation=40, azimuth=28, fill=(0.88, 0.84), ground="oat")
DETAIL = dict(elevation=32, azimuth=34, close=(13.0, -3.0, 2.0, 17.0))
LENGTH, WIDTH, THICK = 30.0, 20.0, 2.0
NECK, REACH, HOLE = 2.6, 43.0, 0.95


def _outline():
    half = WIDTH / 2
    right = [(0, -half), (LENGTH, -half, 3.4), (LENGTH + 3.4, -NECK, 3.0), (REACH, -NECK, 2.5),
             (REACH, 0)]
    left = [(x, -y, *r) for x, y, *r in reversed(right)]
    corner = [(0, 0), (0, -half, 2.6), (6, -half)]
    near = fillet(corner)[1:-1]
    far = [(x, -y) for x, y in reversed(near)]
    return [tuple(p) for p in near] + [tuple(p) for p in fillet(right)[1:]] \
        + [tuple(p) for p in fillet(left)[1:-1]] + far


def _hole():
    angles = [2 * pi * i / 40 for i in range(40)]
    return [(REACH - 2.6 + HOLE * cos(a), HOLE * sin(a)) for a in angles]


def loop():
    x = REACH - 2.6
    strap = tube("loop", [
        (x, 0, 1.2), (x + 0.2, 0, 2.25), (x + 2.2, 0.3, 2.2), (x + 4.6, 0.9, 0.5),
        (x + 7.4, 0.2, 0.2), (x + 7.2, -1.2, 0.2), (x + 4.2, -0.8, 0.45), (x + 2.0, -0.2, 1.2),
        (x, -0.1, 0.2)], 0.19, plain("#8c5a35", 0.7))
    return strap


def board():
    solid = slab("board", [_outline(), _hole()], THICK, walnut(), 0.3)
    return group("board", [place(solid, (0, 0, THICK / 2)), loop()])


def build():
    return place(board(), (-22, 0, 0))
