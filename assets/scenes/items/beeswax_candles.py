"""Beeswax candles: three pillars and a tied pair of dipped tapers."""
from math import atan2, cos, hypot, pi, sin

from materials import OAT, plain, wax
from shapes import circle, group, place, sweep, tube

VIEW = dict(elevation=17, azimuth=0, fill=(0.64, 0.7))


def wick(height, lean=0.12):
    return tube("wick", [(0, 0, height - 0.3), (0, 0, height + 0.5),
                         (lean, 0.02, height + 1.0), (lean * 3, 0.05, height + 1.35)],
                0.09, plain("#e9dfca", 0.9))


def pillar(radius, height):
    """The top dips toward the wick, as poured wax does when it cools."""
    body = sweep("pillar", [
        (0.05, 0), (radius - 0.05, 0, 0.15), (radius, 0.3, 0.2), (radius, height, 0.28),
        (radius * 0.8, height - 0.03, 0.3), (radius * 0.3, height - 0.22, 0.5),
        (0.05, height - 0.3)], wax())
    return group("pillar", [body, wick(height - 0.2)])


def _comb_depth(along, up, cell):
    """How deep a honeycomb cell is pressed in at a point of the unrolled sheet."""
    row = round(up / (cell * 0.866))
    x = along / cell + (0.5 if row % 2 else 0)
    dx, dy = (x - round(x)) * cell, up - row * cell * 0.866
    return 0.1 * max(0.0, 1 - hypot(dx, dy) / (cell * 0.5)) ** 0.6


def rolled(radius, height, turns=3.2):
    """A comb-patterned sheet rolled round its wick."""
    comb = wax("#a8661f")
    cell = 2 * pi * radius / 24
    wall = sweep("comb", [(radius, height * i / 90) for i in range(91)], comb, circle(240),
                 cap=False)
    for vertex in wall.data.vertices:
        x, y, z = vertex.co
        inward = 1 - _comb_depth(atan2(y, x) * radius, z, cell) / radius
        vertex.co = (x * inward, y * inward, z)
    core = sweep("core", [(0.05, 0), (radius - 0.12, 0), (radius - 0.12, height - 0.05),
                          (0.05, height - 0.1)], comb)
    count = int(60 * turns)
    spiral = []
    for i in range(count):
        t = i / (count - 1)
        r = 0.25 + (radius - 0.38) * t
        spiral.append((r * cos(2 * pi * turns * t), r * sin(2 * pi * turns * t), height - 0.1))
    edge = tube("edge", spiral, 0.13, comb, resolution=2)
    return group("rolled", [wall, core, edge, wick(height)])


def taper(length=21.0):
    body = sweep("taper", [
        (0.05, 0), (1.0, 0, 0.12), (1.02, 1.0, 0.5), (0.62, length - 1.2, 3), (0.3, length, 0.3),
        (0.06, length + 0.2)], wax("#c58335"))
    return group("taper", [body, wick(length)])


def tapers():
    pair = [place(taper(), (0, 0, 1.0), 89, (90, 0)),
            place(taper(), (0.3, -2.1, 1.0), 91.5, (90, 0))]
    ring = [2 * pi * i / 16 for i in range(16)]
    twine = [tube("twine", [(x, -1.0 + 1.85 * cos(a), 0.98 + 0.98 * sin(a)) for a in ring], 0.1,
                  plain(OAT, 0.95), closed=True) for x in (8.9, 9.1, 9.3)]
    return group("tapers", [*pair, *twine])


def pillars():
    return group("pillars", [
        place(pillar(3.4, 15.5), (-3.2, 1.6, 0)),
        place(rolled(2.9, 10.5), (4.0, 2.4, 0), 40),
        place(pillar(3.0, 6.8), (0.9, -4.0, 0), 30),
    ])


def build():
    return group("beeswax candles", [pillars(), place(tapers(), (-10.5, -8.4, 0), -2)])
