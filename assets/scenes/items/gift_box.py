"""A paper-wrapped box with a clay ribbon and a tied bow."""
from math import cos, pi, sin

from materials import CLAY, plain
from shapes import box, group, place, sheet

RIBBON = 1.3


def _bands(size, height):
    """Two strips standing a hair proud of the paper."""
    cloth = plain(CLAY, 0.5)
    lift = 0.05
    along = box("band", (size + 2 * lift, RIBBON, height + lift), cloth, 0.12)
    across = box("band", (RIBBON, size + 2 * lift, height + lift), cloth, 0.12)
    return [along, across]


def _loop(size, turn, height):
    """One ear of the bow: out, over and back into the knot."""
    rows = []
    for i in range(33):
        a = 2 * pi * i / 32
        out = size * (1 - cos(a)) / 2
        up = 0.42 * size * sin(a) * (0.4 + 0.6 * out / size) + 0.16 * out
        width = RIBBON * (0.28 + 0.36 * out / size)
        rows.append([(out, width * side, max(up, 0.08)) for side in (-1, -0.5, 0, 0.5, 1)])
    ear = sheet("ear", rows, 0.06, plain(CLAY, 0.5), (size * 2, RIBBON))
    return place(ear, (0, 0, height), turn)


def _tail(size, turn, height):
    rows = []
    for i in range(17):
        t = i / 16
        wave = 0.25 * sin(t * 5)
        rows.append([(size * t, RIBBON * (0.25 + 0.2 * t) * side + wave, 0.1 + 0.3 * sin(pi * t))
                     for side in (-1, -0.5, 0, 0.5, 1)])
    return place(sheet("tail", rows, 0.06, plain(CLAY, 0.5), (size, RIBBON)), (0, 0, height), turn)


def gift_box(size, height):
    wrapped = box("paper", (size, size, height), plain("#d9c8ab", 0.8, 0.2), 0.22)
    top = height + 0.08
    ears = [_loop(size * 0.3, 35, top), _loop(size * 0.3, 215, top)]
    tails = [_tail(size * 0.26, -40, top), _tail(size * 0.26, -115, top)]
    knot = place(box("knot", (1.0, 1.1, 0.8), plain(CLAY, 0.5), 0.3), (0, 0, top), 35)
    return group("gift box", [wrapped, *_bands(size, height), *ears, *tails, knot])
