"""Procedural materials shared by all pictures. Distances are centimetres."""
from functools import wraps
from math import pi, radians

import bpy

from graph import Graph

CLAY, BONE, CHARCOAL, OAT = "#a84d28", "#ebe1d1", "#2f2c29", "#cbbba0"


def shared(recipe):
    """Builds each distinct material once per scene."""
    @wraps(recipe)
    def once(*args, **options):
        name = f"{recipe.__name__} {args} {sorted(options.items())}"[:60]
        return bpy.data.materials.get(name) or _named(recipe(*args, **options), name)
    return once


def _named(graph, name):
    graph.material.name = name
    return graph.material


def _wood(light, mid, dark, grain, ring_scale, pore_strength, roughness):
    turn = {"X": (0, 0, 0), "Y": (0, 0, radians(90)), "Z": (0, radians(90), 0)}[grain]
    g = Graph("wood", roughness=roughness, specular=0.35)
    # The tree's heart lies below the board, so the rings surface as long arches.
    place = g.coordinates(turn=turn, shift=(3.1, 1.7, 5.3))
    straight = g.stretch(place, (0.09, 1, 1))
    # Good years and bad years: uneven rings are what keeps it from looking printed.
    uneven = g.noise(straight, 0.35, 3, output="Color")
    along = g.mix(2.6, straight, uneven, "ADD")
    rings = g.add("TexWave", {"Vector": along, "Scale": ring_scale, "Distortion": 2.5,
                              "Detail": 3.0, "Detail Scale": 1.1},
                  wave_type="RINGS", rings_direction="X", wave_profile="SAW").outputs["Fac"]
    broad = g.noise(straight, 0.4, 2)
    fibre = g.noise(g.stretch(place, (0.12, 4, 4)), 1.7, 6)
    pores = g.noise(g.stretch(place, (0.35, 5, 5)), 2.0, 1)
    # Late wood darkens slowly and ends softly, never as a hard step.
    colour = g.ramp(rings, (0.0, mid), (0.12, light), (0.5, light), (0.9, dark), (1.0, mid))
    colour = g.mix(g.ramp(broad, (0.35, 0.0), (0.7, 0.45)), colour, mid)
    colour = g.mix(0.6, colour, g.ramp(fibre, (0.33, 0.5), (0.62, 1.0)), "MULTIPLY")
    pore_mask = g.ramp(pores, (0.62, 0.0), (0.70, pore_strength))
    colour = g.mix(pore_mask, colour, dark, "MULTIPLY")
    g.surface(base_color=colour)
    g.bump(g.math("SUBTRACT", fibre, pore_mask), 0.012, 0.7)
    return g


@shared
def oak(grain="X"):
    """White oak under oil: straw, not chestnut."""
    return _wood("#dcbd92", "#d2b083", "#b9935f", grain, 0.36, 0.55, 0.5)


@shared
def beech(grain="X"):
    return _wood("#dcb48c", "#d5aa80", "#c4956a", grain, 0.3, 0.2, 0.45)


@shared
def walnut(grain="X"):
    return _wood("#7a5036", "#643f28", "#42281a", grain, 0.3, 0.45, 0.4)


@shared
def metal(colour, roughness=0.22, brush=(0.4, 0.4, 30), depth=0.004):
    """Brushed where `brush` is large: rings on turned parts, lines on bars."""
    g = Graph("metal", base_color=colour, metallic=1.0)
    lines = g.noise(g.coordinates(scale=brush), 3.0, 4)
    cloud = g.noise(g.coordinates(), 0.5, 3)
    wear = g.math("MULTIPLY", g.math("ADD", lines, cloud), 0.18)
    g.surface(roughness=g.math("ADD", wear, roughness - 0.16))
    g.bump(lines, depth, 0.5)
    return g


BRASS, COPPER, STEEL = "#c4a06b", "#cc8460", "#b9b4ac"


@shared
def linen(colour, thread=0.11, source="Object", stripes=(), stripe_colour=CLAY):
    """Plain weave; `stripes` are (start, end) bands across the UVs' second axis."""
    g = Graph("linen", roughness=0.92, specular=0.12, sheen=0.35)
    place = g.coordinates(source)
    wobble = g.noise(place, 1.4, 2, output="Color")
    bent = g.mix(0.035, place, wobble, "ADD")
    axes = g.add("SeparateXYZ", {"Vector": bent}).outputs
    waves = [g.math("SINE", g.math("MULTIPLY", axes[i], 2 * pi / thread)) for i in range(3)]
    height = g.math("ADD", g.math("ADD", waves[0], waves[1]), waves[2])
    slubs = g.mix(0.5, g.noise(g.stretch(place, (0.5, 9, 9)), 1.3, 3),
                  g.noise(g.stretch(place, (9, 0.5, 9)), 1.3, 3))
    tone = g.mix(1.0, colour, g.ramp(slubs, (0.36, 0.66), (0.62, 1.0)), "MULTIPLY")
    across = g.add("SeparateXYZ", {"Vector": place}).outputs[1]
    for start, end in stripes:
        inside = g.math("MULTIPLY", g.math("GREATER_THAN", across, start),
                        g.math("LESS_THAN", across, end))
        tone = g.mix(g.math("MULTIPLY", inside, 0.9), tone, stripe_colour)
    dips = g.ramp(g.math("MULTIPLY_ADD", height, 0.2), (0.0, 0.72), (0.5, 1.0))
    g.surface(base_color=g.mix(0.7, tone, dips, "MULTIPLY"))
    g.bump(g.math("ADD", height, g.math("MULTIPLY", slubs, 5.0)), 0.018, 0.75)
    return g


@shared
def stoneware(colour="#e0d5c3", pooled="#d0bfa4", speckle="#4a3324", clay="#8d6746",
              bare_below=0.9):
    """Speckled glaze that thins to brown on edges and stops above a bare clay foot."""
    g = Graph("stoneware", specular=0.5)
    place = g.coordinates()
    cloud = g.noise(place, 0.6, 4)
    fine = g.ramp(g.noise(place, 9.0, 1), (0.69, 0.0), (0.73, 1.0))
    coarse = g.ramp(g.noise(place, 3.6, 2), (0.70, 0.0), (0.73, 0.85))
    glaze = g.mix(g.ramp(cloud, (0.35, 0.0), (0.7, 0.5)), colour, pooled)
    glaze = g.mix(fine, glaze, speckle)
    glaze = g.mix(coarse, glaze, speckle)
    edge = g.add("NewGeometry", {}).outputs["Pointiness"]
    glaze = g.mix(g.ramp(edge, (0.53, 0.0), (0.60, 0.8)), glaze, "#a77b52")
    height = g.add("SeparateXYZ", {"Vector": place}).outputs[2]
    line = g.math("ADD", height, g.math("MULTIPLY", g.noise(place, 0.8, 2), 0.25))
    glazed = g.math("GREATER_THAN", line, bare_below + 0.12)
    g.surface(base_color=g.mix(glazed, clay, glaze),
              roughness=g.ramp(glazed, (0.0, 0.85), (1.0, 0.27)))
    g.bump(g.math("ADD", cloud, g.math("MULTIPLY", fine, -0.15)), 0.06, 0.4)
    return g


@shared
def enamel(colour):
    g = Graph("enamel", base_color=colour, roughness=0.16, clearcoat=0.6,
              clearcoat_roughness=0.04)
    g.bump(g.noise(g.coordinates(), 0.45, 2), 0.05, 0.35)
    return g


@shared
def paint(colour, roughness=0.55):
    g = Graph("paint", base_color=colour, roughness=roughness, specular=0.4)
    g.bump(g.noise(g.coordinates(), 22, 2), 0.008, 0.35)
    return g


@shared
def marble():
    """Pale stone; veins run where a folded noise crosses its middle, so that they branch."""
    g = Graph("marble", roughness=0.22, specular=0.5)
    place = g.coordinates(turn=(0.5, 0.3, 0.6), scale=(1, 0.55, 1), shift=(5.0, 2.0, 1.0))
    bent = g.mix(0.9, place, g.noise(place, 0.3, 4, output="Color"), "ADD")

    def veins(scale, width, strength):
        fold = g.math("ABSOLUTE", g.math("SUBTRACT", g.noise(bent, scale, 5), 0.5))
        return g.ramp(fold, (0.0, strength), (width, strength * 0.25), (width * 3, 0.0))

    colour = g.ramp(g.noise(bent, 0.35, 5), (0.35, "#dedad4"), (0.68, "#b5b0a9"))
    colour = g.mix(veins(0.2, 0.018, 0.85), colour, "#5a5651")
    colour = g.mix(veins(0.5, 0.010, 0.55), colour, "#746c63")
    g.surface(base_color=colour)
    return g


@shared
def wax(colour="#c08433"):
    g = Graph("wax", roughness=0.42, specular=0.4, subsurface=0.2,
              subsurface_radius=(0.9, 0.4, 0.12), subsurface_color="#cf9036")
    cloud = g.noise(g.coordinates(), 0.55, 4)
    bloom = g.ramp(cloud, (0.5, 0.0), (0.8, 0.35))
    g.surface(base_color=g.mix(bloom, colour, "#c99a55"))
    g.bump(cloud, 0.08, 0.3)
    return g


@shared
def paper(colour="#f2eadb", sheets="Z"):
    """Page edges: fine layers across the given axis."""
    scale = {"Z": (0.3, 0.3, 40), "X": (40, 0.3, 0.3)}[sheets]
    g = Graph("paper", roughness=0.9, specular=0.1)
    layers = g.noise(g.coordinates(scale=scale), 1.0, 2)
    g.surface(base_color=g.mix(g.ramp(layers, (0.35, 0.25), (0.6, 0.0)), colour, "#a8977d"))
    g.bump(layers, 0.02, 0.5)
    return g


@shared
def plain(colour, roughness=0.6, specular=0.3):
    return Graph("plain", base_color=colour, roughness=roughness, specular=specular)


@shared
def glow(colour, strength):
    return Graph("glow", base_color=colour, emission=colour, emission_strength=strength)
