"""A pair of thrown mugs: speckled oat glaze, bare foot, strap handle."""
from materials import stoneware
from shapes import SOFT, group, place, sweep, tube

VIEW = dict(elevation=17, azimuth=0, fill=(0.8, 0.76), ground="clay")
DETAIL = dict(elevation=14, azimuth=0, close=(-4.0, -4.5, 3.6, 8.5))


def mug():
    glaze = stoneware()
    body = sweep("body", [
        (0.05, 0.25), (2.7, 0.25, 0.1), (2.9, 0, 0.1), (3.35, 0, 0.15), (3.95, 1.1, SOFT),
        (4.15, 4.6, SOFT), (4.0, 8.9, 0.16), (3.66, 8.9, 0.16), (3.8, 4.6, SOFT), (3.5, 1.0, 1.0),
        (0.05, 0.75),
    ], glaze)
    handle = tube("handle", [
        (3.8, 0, 7.6), (5.2, 0, 7.75), (6.35, 0, 6.6), (6.3, 0, 4.7), (5.2, 0, 3.0),
        (3.85, 0, 2.35)], 0.42, glaze, radii=[1.25, 1.0, 0.95, 0.92, 1.0, 1.3])
    handle.scale.y = 1.7
    return group("mug", [body, handle])


def build():
    return group("stoneware mugs", [
        place(mug(), (-4.0, -1.6, 0), 212),
        place(mug(), (5.4, 2.6, 0), -28),
    ])
