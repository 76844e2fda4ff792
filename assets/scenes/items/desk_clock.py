"""A round brass-rimmed clock set into an arch of oak."""
from math import cos, pi, radians, sin

from materials import BONE, BRASS, CHARCOAL, CLAY, metal, oak, paint, plain
from shapes import box, circle, group, place, slab, sweep

VIEW = dict(elevation=11, azimuth=16, fill=(0.7, 0.82), ground="moss")
DETAIL = dict(elevation=10, azimuth=26, close=(3.2, -2.4, 8.6, 9.0))
RADIUS, DEPTH, FACE, CENTRE = 7.6, 4.6, 5.4, 7.0


def case():
    """An arch: straight foot, round shoulders."""
    arch = [(RADIUS * cos(a), CENTRE + RADIUS * sin(a)) for a in (pi * i / 60 for i in range(61))]
    foot = [(-RADIUS, 0.0), (RADIUS, 0.0)]
    solid = slab("case", [foot + arch], DEPTH, oak(), 0.3)
    return place(solid, (0, 0, 0), 0, (90, 0))


def _mark(angle, radius, size, colour):
    bar = box("mark", (size[0], size[1], 0.04), plain(colour, 0.5), 0.015)
    a = radians(90 - angle)
    return place(bar, (radius * cos(a), radius * sin(a), 0.13), -angle)


def _hand(angle, length, tail, width, colour, height):
    bar = box("hand", (width, length + tail, 0.06), plain(colour, 0.35), 0.025)
    a = radians(90 - angle)
    reach = (length - tail) / 2
    return place(bar, (reach * cos(a), reach * sin(a), height), -angle)


def dial():
    plate = sweep("dial", [(0.05, 0.12), (FACE, 0.12), (FACE, 0)], paint(BONE, 0.7), circle(128))
    rim = sweep("rim", [(FACE - 0.1, 0.0), (FACE - 0.1, 0.45, 0.1), (FACE + 0.15, 0.6, 0.1),
                        (FACE + 0.45, 0.5, 0.15), (FACE + 0.5, 0)],
                metal(BRASS, 0.22, (0.4, 0.4, 10)), circle(128), cap=False)
    marks = [_mark(30 * hour, FACE - 0.75, (0.2, 0.75) if hour % 3 == 0 else (0.1, 0.5), CHARCOAL)
             for hour in range(12)]
    hands = [_hand(304, 2.7, 0.6, 0.3, CHARCOAL, 0.24), _hand(54, 4.1, 0.7, 0.22, CHARCOAL, 0.33),
             _hand(192, 4.2, 1.1, 0.08, CLAY, 0.42)]
    pin = sweep("pin", [(0.35, 0.2), (0.35, 0.52, 0.08), (0.02, 0.55)], metal(BRASS, 0.2))
    face = group("face", [plate, rim, *marks, *hands, pin])
    return place(face, (0, -DEPTH / 2, CENTRE), 0, (90, 0))


def clock():
    return group("clock", [case(), dial()])


def build():
    return clock()
