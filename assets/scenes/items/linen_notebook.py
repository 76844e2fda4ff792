"""Two notebooks bound in clay-red cloth, one on the other, each with its ribbon."""
from math import cos, pi, sin

from materials import CLAY, OAT, linen, paper, plain
from shapes import box, group, place, sheet

VIEW = dict(elevation=34, azimuth=-22, fill=(0.8, 0.8), ground="moss")
DETAIL = dict(elevation=28, azimuth=-34, close=(-4.5, -8.5, 2.4, 8.5))
WIDTH, HEIGHT, THICK, BOARD = 13.0, 19.0, 1.7, 0.28


def _cover_path():
    """Across the lower board, round the spine and back, dipping at each hinge."""
    half = THICK / 2
    board = [(WIDTH * (1 - i / 30), 0.0) for i in range(28)]
    hinge = [(1.15, 0.02), (0.9, 0.12), (0.6, 0.14), (0.35, 0.03)]
    spine = [(-0.45 * sin(a) + 0.1, half - half * cos(a))
             for a in (pi * i / 10 for i in range(11))]
    lower = board + hinge
    upper = [(x, THICK - z) for x, z in reversed(lower)]
    return lower + spine + upper


def cover(colour):
    path = _cover_path()
    rows = [[(x, HEIGHT * (c / 40 - 0.5), z + BOARD / 2) for c in range(41)] for x, z in path]
    return sheet("cover", rows, BOARD, linen(colour, 0.13, "UV"), (2 * WIDTH + THICK, HEIGHT))


def ribbon(colour):
    rows = []
    for i in range(25):
        t = i / 24
        drop = max(0.0, t - 0.25) / 0.75
        y = -HEIGHT / 2 + 0.6 - 4.6 * t
        z = 0.95 * (1 - drop ** 1.3) + 0.05 + 0.25 * sin(pi * drop) * t
        x = 5.2 + 0.7 * sin(2.4 * t)
        rows.append([(x + 0.22 * side, y, z) for side in (-1, 0, 1)])
    return sheet("ribbon", rows, 0.03, plain(colour, 0.45), (5, 0.5))


def notebook():
    pages = box("pages", (WIDTH - 0.55, HEIGHT - 0.7, THICK - BOARD), paper(), 0.04)
    place(pages, (WIDTH / 2 + 0.05, 0, BOARD))
    return group("notebook", [cover(CLAY), pages, ribbon(OAT)])


def build():
    return group("linen notebooks", [
        place(notebook(), (-7, 0, 0), 6),
        place(notebook(), (-6.2, 0.6, THICK + BOARD), -9),
    ])
