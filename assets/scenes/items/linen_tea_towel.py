"""A stack of tea towels, each folded in three, with woven clay stripes."""
from math import cos, pi, sin

from mathutils import Vector, noise

from materials import BONE, CLAY, linen
from shapes import group, place, sheet, tube

VIEW = dict(elevation=26, azimuth=26, fill=(0.82, 0.76), ground="clay")
DETAIL = dict(elevation=26, azimuth=34, close=(10.0, -7.0, 6.0, 11.0))
WIDTH, DEPTH, LAYER = 26.0, 18.0, 0.55
FOLDED = 4 * LAYER + 0.12
STACK = 3 * FOLDED + 0.05


def _fold_path(layers, steps=26):
    """Back and forth across the stack, turning on a soft half circle each time."""
    path = []
    for layer in range(layers):
        forward = layer % 2 == 0
        for i in range(steps):
            t = i / (steps - 1)
            x = (t - 0.5) * WIDTH if forward else (0.5 - t) * WIDTH
            path.append((x, layer * LAYER))
        if layer < layers - 1:
            side = 1 if forward else -1
            for i in range(1, 8):
                a = pi * i / 8
                path.append((side * (WIDTH / 2 + 0.42 * sin(a)),
                             layer * LAYER + LAYER / 2 * (1 - cos(a))))
    return path


def towel(cloth, seed, layers=4):
    columns = 44
    rows = []
    path = _fold_path(layers)
    for x, z in path:
        row = []
        for c in range(columns):
            y = (c / (columns - 1) - 0.5) * DEPTH
            at = Vector((x * 0.16 + seed * 7.3, y * 0.16, z * 0.25 + seed))
            swell = noise.noise(at)
            height = z / (layers * LAYER)
            row.append((x + 0.25 * noise.noise(at + Vector((9, 0, 0))) * abs(x) / WIDTH * 2,
                        y + 0.3 * noise.noise(Vector((x * 0.1, z * 2.2, seed + 3.0))),
                        z + 0.22 * swell * (0.25 + height) + 0.2))
        rows.append(row)
    return sheet("towel", rows, 0.4, cloth, (WIDTH * layers, DEPTH))


def loop():
    """The tape it hangs by, sewn into a corner."""
    return tube("loop", [(-11.6, -8.6, 1.9), (-11.9, -10.0, 1.5), (-11.3, -11.2, 0.6),
                         (-10.5, -11.0, 0.7), (-10.3, -9.8, 1.5), (-10.6, -8.6, 1.9)], 0.16,
                linen(CLAY, 0.17))


def build():
    bands = ((1.6, 2.5), (2.9, 3.2), (14.8, 15.1), (15.5, 16.4))
    cloth = linen(BONE, 0.17, "UV", bands, CLAY)
    top = group("top towel", [towel(cloth, 3), loop()])
    return group("linen tea towels", [
        place(towel(cloth, 1), (0, 0, 0), 1),
        place(towel(cloth, 2), (0.3, 0.2, FOLDED), -2),
        place(top, (-0.2, 0, 2 * FOLDED), 2),
    ])
