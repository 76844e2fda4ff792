"""A solid brass bar with a routed channel, and the pen that lies in it."""
from math import cos, pi, sin

from materials import BRASS, CLAY, metal, paint
from shapes import SOFT, box, fillet, group, place, slab, sweep

VIEW = dict(elevation=26, azimuth=-30, fill=(0.84, 0.76), ground="ink")
DETAIL = dict(elevation=22, azimuth=48, close=(2.6, 0, 1.3, 6.4))
LENGTH, WIDTH, HEIGHT, CHANNEL = 8.0, 3.6, 1.6, 0.66


def bar():
    """Domed sides, so that the metal shows the light's whole fall-off."""
    half = WIDTH / 2
    side = fillet([(half - 0.3, 0), (half, 0, 0.15), (half, HEIGHT, 1.1), (CHANNEL, HEIGHT)], 12)
    channel = [(CHANNEL * cos(a), HEIGHT - CHANNEL * sin(a))
               for a in (pi * i / 20 for i in range(1, 20))]
    section = [tuple(p) for p in side] + channel + [(-x, y) for x, y in reversed(side)]
    solid = slab("bar", [section], LENGTH, metal(BRASS, 0.36, (6, 6, 0.3), 0.002), 0.1)
    return place(solid, turn=90, tilt=(90, 0))


def pen():
    """Built upright, nib down, then laid into the channel."""
    brass = metal(BRASS, 0.2)
    lacquer = paint(CLAY, 0.32)
    parts = [
        sweep("nib", [(0.03, 0), (0.06, 0.02), (0.07, 0.25), (0.12, 0.3)], metal("#b9b4ac", 0.2)),
        sweep("tip", [(0.02, 0.28), (0.13, 0.3, 0.05), (0.36, 1.7, 0.3), (0.44, 2.0), (0.44, 2.2),
                      (0.1, 2.2)], brass),
        sweep("grip", [(0.1, 2.2), (0.45, 2.2, 0.02), (0.53, 6.4, SOFT), (0.53, 7.0), (0.1, 7.0)],
              lacquer),
        sweep("ring", [(0.1, 7.0), (0.56, 7.0, 0.03), (0.56, 7.25, 0.03), (0.1, 7.25)], brass),
        sweep("barrel", [(0.1, 7.25), (0.54, 7.25, 0.02), (0.5, 13.0, 0.05), (0.1, 13.0)], lacquer),
        sweep("crown", [(0.1, 13.0), (0.5, 13.0, 0.03), (0.47, 13.5, 0.1), (0.05, 13.55)], brass),
    ]
    clip = place(box("clip", (0.22, 0.08, 4.2), brass, 0.03), (0, -0.66, 9.1))
    heel = place(box("heel", (0.22, 0.25, 0.3), brass, 0.03), (0, -0.54, 13.0))
    return group("pen", [*parts, clip, heel])


def rest():
    return group("rest", [
        bar(),
        place(pen(), (-6.8, 0, HEIGHT - CHANNEL + 0.56), -90, (-90, -20)),
    ])


def build():
    return rest()
