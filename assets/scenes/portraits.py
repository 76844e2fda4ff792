"""The people of the shop as turned and painted figures, in the shop's own light."""
from math import cos, pi, radians, sin, sqrt

from graph import Graph
from materials import BRASS, CHARCOAL, CLAY, linen, metal, plain, shared
from shapes import SOFT, ellipsoid, group, place, sweep, tube

HEAD = (4.5, 4.7, 5.4)
NECK, CENTRE = 14.0, 20.6


@shared
def skin(colour, blush):
    """Matt paint with a soft blush that fades out two centimetres from each cheek."""
    g = Graph("skin", roughness=0.5, specular=0.3, subsurface=0.1,
              subsurface_radius=(0.8, 0.35, 0.2), subsurface_color=blush)
    here, tone = g.coordinates(), colour
    for side in (-1, 1):
        away = g.add("VectorMath", {0: here, 1: (side * 2.7, -3.6, -1.6)},
                     operation="DISTANCE").outputs["Value"]
        tone = g.mix(g.ramp(g.math("DIVIDE", away, 2.0), (0.0, 0.6), (1.0, 0.0)), tone, blush)
    return g.surface(base_color=tone)


def _on_face(x, z, lift=0.0):
    """The point of the head's front above (x, z), seen from the head's middle."""
    depth = HEAD[1] * sqrt(max(0.0, 1 - (x / HEAD[0]) ** 2 - (z / HEAD[2]) ** 2))
    return (x, -depth - lift, z)


def _sides(front, temple, ear, back):
    """Hairline as a polar angle: given in degrees at four places, blended between."""
    keys = ((0, front), (42, temple), (85, ear), (180, back))

    def reach(around):
        away = abs((around + pi / 2 + pi) % (2 * pi) - pi) * 180 / pi
        for (a, low), (b, high) in zip(keys, keys[1:]):
            if away <= b:
                t = (away - a) / (b - a)
                return radians(low + (high - low) * t * t * (3 - 2 * t))
        return radians(back)
    return reach


def _cap(paint, reach, thickness, grow=1.01):
    return ellipsoid("hair", [r * grow for r in HEAD], paint, reach, thickness)


def cropped(paint):
    quiff = place(ellipsoid("quiff", (3.3, 1.3, 0.8), paint), (0.5, -3.15, 4.0), -6, (42, 9))
    return [_cap(paint, _sides(44, 50, 88, 118), 0.7), quiff]


def bun(paint):
    knot = place(ellipsoid("knot", (2.0, 2.0, 1.8), paint), (0, 1.6, 6.6))
    return [_cap(paint, _sides(44, 56, 92, 125), 0.45), knot]


def glasses():
    wire = metal(BRASS, 0.2)
    rings = []
    for side in (-1, 1):
        loop = [(side * 1.75 + 1.25 * cos(a), -HEAD[1] - 0.12 + 0.1 * abs(cos(a)),
                 0.15 + 1.2 * sin(a)) for a in (2 * pi * i / 12 for i in range(12))]
        rings.append(tube("ring", loop, 0.1, wire, closed=True))
        rings.append(tube("arm", [(side * 3.0, -HEAD[1], 0.3), (side * 4.1, -3.0, 0.35),
                                  (side * 4.65, 0, 0.3)], 0.09, wire))
    bridge = tube("bridge", [(-0.5, -4.85, 0.3), (0, -4.95, 0.5), (0.5, -4.85, 0.3)], 0.09, wire)
    return [*rings, bridge]


def face(paint, brow):
    parts = [ellipsoid("head", HEAD, paint)]
    for side in (-1, 1):
        eye = ellipsoid("eye", (0.36, 0.2, 0.48), plain("#241812", 0.12, 0.6))
        parts.append(place(eye, _on_face(side * 1.75, 0.15, 0.02)))
        parts.append(tube("brow", [_on_face(side * x, z, 0.08) for x, z in
                                   ((1.0, 1.5), (1.8, 1.78), (2.55, 1.5))], 0.15, brow,
                          radii=[0.8, 1.1, 0.6]))
        parts.append(place(ellipsoid("ear", (0.5, 0.85, 1.15), paint), (side * 4.5, 0.3, -0.3)))
    parts.append(place(ellipsoid("nose", (0.55, 0.6, 0.62), paint), _on_face(0, -0.95, 0.05)))
    parts.append(tube("smile", [_on_face(x, z, 0.05) for x, z in
                                ((-1.15, -2.2), (-0.6, -2.55), (0, -2.67), (0.6, -2.55),
                                 (1.15, -2.2))], 0.13, plain("#7c3826", 0.5),
                      radii=[0.5, 1, 1.1, 1, 0.5]))
    return parts


def torso(cloth, collar):
    def oval(radius):
        return [(radius * cos(a), 0.6 * radius * sin(a))
                for a in (2 * pi * i / 96 for i in range(96))]
    body = sweep("torso", [(8.8, 0), (9.1, 5, SOFT), (9.1, 11.0, SOFT), (5.2, 13.2, SOFT),
                           (2.6, NECK + 0.4)], cloth, oval)
    loop = [(2.75 * cos(a), 2.5 * sin(a), NECK + 0.55 - 0.15 * sin(a))
            for a in (2 * pi * i / 16 for i in range(16))]
    return [body, tube("collar", loop, collar, cloth, closed=True)]


def figure(paint, hair, colour, cloth, collar=0.75, extras=()):
    neck = sweep("neck", [(2.2, NECK - 1), (2.1, NECK + 3)], paint)
    strands = plain(colour, 0.5, 0.35)
    head = group("head", [*face(paint, strands), *hair(strands), *extras])
    return group("figure", [place(head, (0, -0.3, CENTRE)), neck, *torso(cloth, collar)])


def team():
    paint = skin("#e3b594", "#cf7f62")
    place(figure(paint, bun, "#8a4322", linen(CHARCOAL, 0.3)), turn=-8)


def ceo():
    paint = skin("#d9a884", "#c4714f")
    place(figure(paint, cropped, "#8f8880", linen(CLAY, 0.3), 1.0, glasses()), turn=8)


PORTRAITS = {
    "team": (team, dict(elevation=4, fill=(2, 1.34), centre=(0.5, 0.26), blur=0.006)),
    "ceo": (ceo, dict(elevation=4, fill=(2, 1.34), centre=(0.5, 0.26), blur=0.006)),
}
