"""A desk lamp: charcoal dome on a brass stem and weighted base."""
from materials import BRASS, CHARCOAL, glow, metal, paint
from shapes import SOFT, group, place, sweep, tube

VIEW = dict(elevation=12, azimuth=0, fill=(0.7, 0.84), ground="oat")
DETAIL = dict(elevation=8, azimuth=-12, close=(9.6, -2.2, 27.5, 22.0))


def base():
    foot = sweep("base", [(0.1, 0), (8.4, 0, 0.2), (8.5, 0.5, 0.2), (8.3, 1.5, 0.6),
                          (1.5, 1.8, 1), (0.1, 1.85)], paint(CHARCOAL))
    collar = sweep("collar", [(0.1, 1.7), (1.2, 1.75, 0.1), (1.2, 2.3, 0.15), (0.7, 2.5, 0.1),
                              (0.7, 3.2, 0.1), (0.1, 3.2)], metal(BRASS))
    switch = sweep("switch", [(0.05, 1.6), (0.75, 1.6), (0.75, 2.15, 0.15), (0.05, 2.2)],
                   metal(BRASS))
    return [foot, collar, place(switch, (4.2, -4.2, 0))]


def stem():
    return tube("stem", [(0, 0, 2), (0, 0, 16), (0, 0, 28), (1.2, 0, 34.2), (5.2, 0, 37.8),
                         (9.4, 0, 36.2), (10.6, 0, 33.2)], 0.5, metal(BRASS, 0.2, (0.4, 0.4, 6)))


def shade(power):
    """Opening down and hung from its own top, so that it tilts where a lamp does."""
    dome = [(11.2, 0), (11.3, 0.25), (11.05, 2.6), (10.0, 5.6), (8.0, 8.1), (5.2, 9.8),
            (2.2, 10.5), (0.4, 10.6)]
    outer = sweep("shade", [(r, z, SOFT) if 0 < i < 7 else (r, z) for i, (r, z) in enumerate(dome)],
                  paint(CHARCOAL, 0.5), cap=False)
    inner = sweep("lining", [(max(r - 0.16, 0.1), z - 0.12, SOFT) if 0 < i < 7 else (r - 0.16, z)
                             for i, (r, z) in enumerate(dome)], paint("#f3e6cf", 0.6), cap=False)
    lip = sweep("lip", [(11.04, 0.05), (11.04, -0.1, 0.05), (11.34, -0.1, 0.05), (11.34, 0.3)],
                metal(BRASS), cap=False)
    cap = sweep("cap", [(2.3, 10.3), (2.2, 10.75, 0.15), (1.1, 11.2, 0.3), (0.9, 12.2, 0.2),
                        (0.1, 12.3)], metal(BRASS))
    bulb = sweep("bulb", [(0.1, 0.9), (1.6, 1.2, 0.8), (2.9, 3.6, 2.2), (2.0, 6.0, 1.5),
                          (1.3, 7.6, 0.5), (1.3, 9.8)], glow("#ffd9a0", power))
    return place(group("shade", [outer, inner, lip, cap, bulb]), (0, 0, -12.1))


# By day the bulb only has to be seen; at dusk it lights the table.
DAY, LIT = 16.0, 60.0


def lamp(lean=-16, power=DAY):
    """`lean` turns the dome's opening to the front (negative) or to the back."""
    head = place(group("head", [shade(power)]), (10.65, 0, 33.3), 0, (lean, -7))
    return group("lamp", [*base(), stem(), head])


def build(lit=False):
    return place(lamp(power=LIT if lit else DAY), turn=-14)
