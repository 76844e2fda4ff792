"""A turned marble salt cellar, its oak lid set aside."""
from math import cos, pi

from mathutils import Vector, noise

from materials import marble, oak, plain
from shapes import SOFT, circle, group, place, sweep

VIEW = dict(elevation=27, azimuth=0, fill=(0.82, 0.76), ground="clay")
DETAIL = dict(elevation=24, azimuth=-10, close=(-3.4, -3.2, 3.6, 8.5))


def bowl():
    return sweep("bowl", [
        (0.05, 0), (3.6, 0, 0.15), (3.9, 0.25, 0.3), (4.95, 2.4, SOFT), (4.9, 5.2, 0.2),
        (4.25, 5.2, 0.2), (4.15, 2.6, SOFT), (2.6, 0.9, SOFT), (0.05, 0.8)], marble())


def salt():
    """A loose heap: coarse noise for the heap, fine for the flakes."""
    rings = [(4.2 * (1 - i / 40), 0) for i in range(40)]
    heap = sweep("salt", rings + [(0.02, 0)], plain("#ece8e0", 0.7, 0.3), circle(140))
    for vertex in heap.data.vertices:
        x, y, _ = vertex.co
        r = (x * x + y * y) ** 0.5
        rough = noise.noise(Vector((x * 4, y * 4, 1))) * 0.12 \
            + noise.noise(Vector((x * 9, y * 9, 5))) * 0.07
        vertex.co.z = 3.1 + 0.7 * cos(min(r / 4.2, 1) * pi / 2) + rough
    return heap


def lid():
    disc = sweep("lid", [
        (0.05, 0), (4.7, 0, 0.1), (4.95, 0.25, 0.2), (4.95, 0.8, 0.35), (4.2, 1.05, 0.6),
        (0.9, 1.2, 0.2), (0.7, 1.45, 0.15), (0.95, 2.1, 0.3), (0.8, 2.55, 0.3), (0.05, 2.6)],
        oak())
    return disc


def cellar():
    return group("cellar", [bowl(), salt()])


def build():
    return group("marble salt cellar", [
        place(cellar(), (-3.4, 0, 0)),
        place(lid(), (7.4, -2.2, 0), 20),
    ])
