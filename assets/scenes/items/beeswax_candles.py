"""Beeswax candles: four poured pillars."""
from materials import glow, plain, wax
from shapes import SOFT, group, place, spark, sweep, tube

VIEW = dict(elevation=18, azimuth=8, fill=(0.76, 0.8), ground="ink")
DETAIL = dict(elevation=24, azimuth=8, close=(-6.0, 0.4, 10.6, 8.0))
RADIUS, HEIGHT = 2.7, 12.0


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


def flame():
    """A still flame round a light of its own: alone it would be too small for rays to find."""
    body = sweep("flame", [(0.02, 0), (0.2, 0.12, SOFT), (0.34, 0.7, SOFT), (0.22, 1.6, SOFT),
                           (0.02, 2.6)], glow("#ffb454", 22.0))
    body.visible_shadow = False
    return group("flame", [body, place(spark("#ff9a3c", 1400.0), (0, 0, 1.1))])


def pillars(lit=False):
    """Four of a size, as they are sold; the last one lies in front and waits."""
    stand = ((-6.2, 0.4, 0), (0.4, 3.2, 40), (6.6, -1.0, 80))
    parts = [place(pillar(RADIUS, HEIGHT), (x, y, 0), turn) for x, y, turn in stand]
    parts.append(place(pillar(RADIUS, HEIGHT), (-6.4, -7.4, RADIUS), 76, (90, 0)))
    if lit:
        parts += [place(flame(), (x + 0.2, y, HEIGHT + 0.55)) for x, y, _ in stand]
    return group("pillars", parts)


def build(lit=False):
    return pillars(lit)
