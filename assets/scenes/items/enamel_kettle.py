"""A clay enamel kettle: dark rims, beech grip on a steel bail, swan spout."""
from materials import CHARCOAL, CLAY, STEEL, beech, enamel, metal, plain
from shapes import SOFT, group, place, sweep, tube

VIEW = dict(elevation=14, azimuth=0, fill=(0.8, 0.8), ground="oat")
DETAIL = dict(elevation=16, azimuth=12, close=(3.5, -3.0, 13.0, 13.0))


def body():
    return sweep("body", [
        (0.1, 0), (8.6, 0, 0.5), (9.2, 0.7, 0.6), (9.6, 4.2, SOFT), (8.6, 9.0, SOFT),
        (6.6, 11.4, SOFT), (5.1, 12.0, 0.5), (5.0, 12.5, 0.1), (4.7, 12.5, 0.1), (4.7, 11.5),
    ], enamel(CLAY), cap=False)


def lid():
    dome = sweep("lid", [
        (0.1, 12.2), (4.9, 12.2), (5.15, 12.45, 0.12), (5.15, 12.7, 0.12), (4.5, 12.95, 0.5),
        (2.4, 13.9, SOFT), (0.1, 14.15)], enamel(CLAY))
    rim = sweep("lid rim", [(5.0, 12.4), (5.3, 12.45, 0.1), (5.3, 12.7, 0.1), (5.0, 12.74)],
                enamel(CHARCOAL), cap=False)
    knob = sweep("knob", [
        (0.1, 14.0), (0.75, 14.1, 0.1), (0.6, 14.6, 0.3), (1.35, 15.4, 0.6), (1.2, 16.2, 0.5),
        (0.05, 16.4)], beech("Z"))
    return [dome, rim, knob]


def spout():
    pipe = tube("spout", [
        (7.0, 0, 3.6), (9.4, 0, 4.7), (11.3, 0, 7.0), (12.4, 0, 9.9), (13.9, 0, 11.9)],
        1.0, enamel(CLAY), radii=[2.0, 1.62, 1.2, 0.98, 0.92])
    rim = sweep("mouth", [(0.05, 0.06), (0.7, 0.06), (0.74, 0.5, 0.08), (0.99, 0.5, 0.12),
                          (0.96, -0.1)], enamel(CHARCOAL), cap=False)
    depth = sweep("depth", [(0.02, 0.08), (0.72, 0.1)], plain("#0d0b0a", 0.9), cap=False)
    return [pipe, *(place(part, (13.86, 0, 11.86), 0, (0, 37)) for part in (rim, depth))]


def handle():
    bail = tube("bail", [
        (-6.9, 0, 10.4), (-7.6, 0, 14.0), (-5.2, 0, 18.4), (0, 0, 20.2), (5.2, 0, 18.4),
        (7.6, 0, 14.0), (6.9, 0, 10.4)], 0.26, metal(STEEL, 0.25))
    grip = tube("grip", [(-4.35, 0, 18.93), (-4.1, 0, 19.1), (-2.2, 0, 19.9), (0, 0, 20.2),
                         (2.2, 0, 19.9), (4.1, 0, 19.1), (4.35, 0, 18.93)], 0.85, beech(),
                radii=[0.5, 0.78, 1.0, 1.08, 1.0, 0.78, 0.5])
    lugs = []
    for side in (-1, 1):
        lug = sweep("lug", [(0.05, -0.2), (0.75, -0.2, 0.1), (0.75, 0.25, 0.15), (0.05, 0.35)],
                    metal(STEEL, 0.25))
        lugs.append(place(lug, (side * 7.15, 0, 10.5), 0, (0, side * 57)))
    return [bail, grip, *lugs]


def kettle():
    foot = sweep("foot", [(8.2, 0.0), (8.75, 0.02, 0.1), (9.05, 0.4, 0.1), (8.9, 0.6)],
                 enamel(CHARCOAL), cap=False)
    return group("kettle", [body(), foot, *lid(), *spout(), *handle()])


def build():
    return place(kettle(), turn=-16)
