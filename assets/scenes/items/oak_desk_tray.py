"""A desk tray routed from one oak board, with a divider and a finger scoop."""
from math import cos, pi, sin

from materials import BONE, BRASS, CHARCOAL, CLAY, metal, oak, plain
from shapes import box, group, place, rounded_rectangle, sweep, tube

VIEW = dict(elevation=37, azimuth=24, fill=(0.88, 0.84), ground="moss")
DETAIL = dict(elevation=30, azimuth=34, close=(9.5, -4.5, 2.0, 13.0))
WIDTH, DEPTH, HEIGHT = 32.0, 15.0, 3.2


def tray():
    rim, floor = 0.75, 0.8
    return sweep("tray", [
        (1.2, 0), (0.35, 0, 0.2), (0, 0.5, 0.3), (0, HEIGHT, 0.28),
        (rim, HEIGHT, 0.28), (rim + 0.15, floor, 0.7), (rim + 2.2, floor),
    ], oak(), rounded_rectangle(WIDTH, DEPTH, 2.2))


def divider():
    wall = box("divider", (0.7, DEPTH - 1.5, HEIGHT - 1.2), oak("Y"), 0.16)
    return place(wall, (6.2, 0, 0.7))


def pencil(colour, location, turn):
    side = 0.36
    shaft = sweep("shaft", [(0.02, 0), (side, 0, 0.05), (side, 14.5)],
                  plain(colour, 0.35), _hexagon)
    cone = sweep("cone", [(side, 14.5), (0.09, 16.1)], oak("Z"))
    lead = sweep("lead", [(0.09, 16.1), (0.02, 16.5)], plain(CHARCOAL))
    return place(group("pencil", [shaft, cone, lead]), location, turn, (90, 0))


def _hexagon(radius):
    return [(radius * cos(pi / 3 * i), radius * sin(pi / 3 * i)) for i in range(6)]


def clip(location, turn):
    path = [(0, 0, 0), (2.3, 0, 0), (2.6, 0.35, 0), (2.3, 0.7, 0), (-0.3, 0.7, 0),
            (-0.6, 0.3, 0), (-0.3, -0.1, 0.06), (1.7, -0.1, 0.06), (1.95, 0.22, 0.06),
            (1.7, 0.5, 0.06), (0.4, 0.5, 0.06)]
    return place(tube("clip", path, 0.05, metal(BRASS, 0.2)), location, turn)


def build():
    things = [
        pencil(CLAY, (-12.0, 2.2, 1.16), 87),
        pencil(BONE, (-12.6, -0.6, 1.16), 91),
        clip((8.6, -2.6, 0.86), 35), clip((11.6, -0.6, 0.86), 100), clip((8.8, 2.2, 0.86), -20),
    ]
    return group("oak desk tray", [tray(), divider(), *things])
