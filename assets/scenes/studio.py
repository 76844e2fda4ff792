"""The photo studio: a coloured ground, two hours of light, one camera for every picture."""
import math
import os
import tempfile

import bpy
import numpy as np
from mathutils import Vector

import denoise
from graph import Graph

LENS, SENSOR = 85.0, 36.0
EXPOSURE = 1.0
# What stands behind the goods: the palette of the shop, muted as painted paper is.
GROUNDS = {"paper": "#f6eee2", "oat": "#e0d2bd", "clay": "#9c6b54", "moss": "#7c8269",
           "ink": "#434c55"}


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def _subject_points():
    """World-space corners of everything that has been built so far."""
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    points = []
    for obj in bpy.context.scene.objects:
        if obj.type == "MESH" and not obj.get("studio"):
            seen = obj.evaluated_get(graph)
            points += [seen.matrix_world @ v.co for v in seen.data.vertices]
    return points


def shoot(elevation=20, azimuth=0, fill=(0.68, 0.66), centre=(0.5, 0.5), aspect=4 / 3,
          light=1.0, blur=0.008, ground="paper", hour="day", close=None):
    """Lights the built subject and frames it.

    `fill` is the share of the frame's width and height the subject may take;
    `centre` says where its middle lands, from the lower left. `close` is (x, y, z, span):
    the camera then frames that many centimetres round the point instead.
    """
    points = _subject_points()
    low = Vector(min(p[i] for p in points) for i in range(3))
    high = Vector(max(p[i] for p in points) for i in range(3))
    # Lights follow the subject's size, so a pen rest and a lamp get the same softness.
    size = max((high - low).length / 2, 1.0)
    middle = (low + high) / 2
    _backdrop(size, middle, GROUNDS[ground], HOURS[hour]["glow"])
    _lights(size, middle, light, HOURS[hour])
    if close:
        middle = Vector(close[:3])
        points = [middle + Vector(corner) * close[3] / 2 for corner in CORNERS]
        fill = (1.0, 1.0)
    _camera(points, middle, elevation, azimuth, fill, centre, aspect, blur)


CORNERS = ((-1, 0, 0), (1, 0, 0), (0, -1, 0), (0, 1, 0), (0, 0, -1), (0, 0, 1))


def _backdrop(size, middle, colour, glow):
    g = Graph("backdrop", base_color=colour, roughness=0.95, specular=0.05,
              emission=colour, emission_strength=glow)
    profile = [(-14, 0), (4.2, 0)]
    profile += [(4.2 + 3.2 * math.sin(a), 3.2 - 3.2 * math.cos(a))
                for a in (math.pi / 2 * i / 24 for i in range(1, 25))]
    profile += [(7.4, 16)]
    verts = [(side * 30 * size + middle.x, y * size + middle.y, z * size)
             for y, z in profile for side in (-1, 1)]
    faces = [(i, i + 1, i + 3, i + 2) for i in range(0, len(verts) - 2, 2)]
    mesh = bpy.data.meshes.new("backdrop")
    mesh.from_pydata(verts, [], faces)
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    mesh.materials.append(g.material)
    obj = bpy.data.objects.new("backdrop", mesh)
    obj["studio"] = True
    bpy.context.scene.collection.objects.link(obj)


# Lamps are (place, width, power, colour); walls and ceiling are what shiny things mirror.
HOURS = {
    "day": dict(
        lamps=[((-3.4, -1.9, 4.4), 3.0, 300, (1.0, 0.95, 0.88)),
               ((4.8, -2.6, 2.4), 4.2, 55, (1.0, 0.97, 0.94)),
               ((1.6, 3.4, 4.4), 2.2, 95, (1.0, 0.96, 0.9))],
        room=(0.96, 0.92, 0.87), walls=0.75, ceiling=0.3, glow=0.14),
    # The sun stands low in a window at the left, the room is already blue.
    "dusk": dict(
        lamps=[((-4.4, -2.2, 1.9), 1.3, 200, (1.0, 0.58, 0.28)),
               ((3.8, -3.0, 3.4), 4.2, 14, (0.5, 0.64, 1.0)),
               ((2.2, 3.4, 3.6), 2.2, 34, (0.58, 0.7, 1.0))],
        room=(0.5, 0.62, 0.95), walls=0.14, ceiling=0.06, glow=0.0),
}


def _lights(size, middle, strength, hour):
    target = Vector((middle.x, middle.y, middle.z * 0.6))
    for place, width, power, colour in hour["lamps"]:
        data = bpy.data.lights.new("lamp", "AREA")
        data.size = width * size
        data.energy = power * size * size * strength
        data.color = colour
        obj = bpy.data.objects.new("lamp", data)
        obj.location = target + Vector(place) * size
        obj.rotation_euler = (target - obj.location).to_track_quat("-Z", "Y").to_euler()
        bpy.context.scene.collection.objects.link(obj)
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    # Walls brighter than the ceiling: glossy things mirror a soft horizon, not an edge.
    split = nodes.new("ShaderNodeSeparateXYZ")
    fade = nodes.new("ShaderNodeValToRGB")
    for element, position, level in zip(fade.color_ramp.elements, (0.0, 0.45),
                                        (hour["walls"], hour["ceiling"])):
        element.position = position
        element.color = (*(part * level for part in hour["room"]), 1)
    links.new(nodes.new("ShaderNodeTexCoord").outputs["Generated"], split.inputs[0])
    links.new(split.outputs["Z"], fade.inputs["Fac"])
    links.new(fade.outputs["Color"], nodes["Background"].inputs["Color"])
    nodes["Background"].inputs["Strength"].default_value = strength
    bpy.context.scene.world = world


def _camera(points, middle, elevation, azimuth, fill, centre, aspect, blur):
    up, around = math.radians(elevation), math.radians(azimuth)
    back = Vector((math.sin(around) * math.cos(up), -math.cos(around) * math.cos(up),
                   math.sin(up)))
    turn = back.to_track_quat("Z", "Y")
    local = [turn.inverted() @ (p - middle) for p in points]

    def extent(distance):
        """Subject bounds in frame widths, seen from a distance."""
        reach = LENS / SENSOR
        xs = [reach * p.x / (distance - p.z) for p in local]
        ys = [reach * p.y / (distance - p.z) for p in local]
        return min(xs), max(xs), min(ys), max(ys)

    near = max(p.z for p in local) * 1.05 + 1
    far = near * 60
    for _ in range(40):
        distance = (near + far) / 2
        x0, x1, y0, y1 = extent(distance)
        if x1 - x0 > fill[0] or (y1 - y0) * aspect > fill[1]:
            near = distance
        else:
            far = distance
    x0, x1, y0, y1 = extent(far)
    data = bpy.data.cameras.new("camera")
    data.lens, data.sensor_width = LENS, SENSOR
    data.clip_end = far * 20
    # Shifting the lens instead of turning it keeps uprights upright.
    data.shift_x = (x0 + x1) / 2 + 0.5 - centre[0]
    data.shift_y = (y0 + y1) / 2 + (0.5 - centre[1]) / aspect
    data.dof.use_dof = blur > 0
    data.dof.focus_distance = far - max(p.z for p in local) * 0.45
    if blur:
        data.dof.aperture_fstop = (LENS / 1000) / (far * blur)
    camera = bpy.data.objects.new("camera", data)
    camera.location = middle + back * far
    camera.rotation_euler = turn.to_euler()
    bpy.context.scene.collection.objects.link(camera)
    bpy.context.scene.camera = camera


def render(path, width, height, samples):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.samples = samples
    scene.cycles.use_adaptive_sampling = False
    scene.cycles.use_denoising = False
    scene.cycles.caustics_reflective = scene.cycles.caustics_refractive = False
    scene.cycles.sample_clamp_indirect = 6
    scene.cycles.max_bounces = 6
    scene.cycles.diffuse_bounces = 2
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.resolution_percentage = 100
    scene.view_settings.view_transform = "Standard"
    scene.view_layers[0].cycles.denoising_store_passes = True
    with tempfile.TemporaryDirectory() as folder:
        _store_passes(scene, folder)
        bpy.ops.render.render()
        colour, albedo, normal = (_read_pass(folder, name) for name in PASSES)
    if denoise.available():
        colour = denoise.denoise(colour, albedo, normal)
    _save(develop(colour), path)


def develop(colour):
    """Film response: true colours up to the knee, then a soft roll-off to white."""
    knee, light = 0.55, colour * EXPOSURE
    shoulder = knee + (1 - knee) * (1 - np.exp(-np.maximum(light - knee, 0) / (1 - knee)))
    return np.where(light < knee, light, shoulder)


PASSES = {"image": "Image", "albedo": "Denoising Albedo", "normal": "Denoising Normal"}


def _store_passes(scene, folder):
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new("CompositorNodeRLayers")
    for name, output in PASSES.items():
        store = tree.nodes.new("CompositorNodeOutputFile")
        store.base_path = folder
        store.format.file_format = "OPEN_EXR"
        store.format.color_depth = "32"
        store.file_slots[0].path = name
        tree.links.new(layers.outputs[output], store.inputs[0])


def _read_pass(folder, name):
    file = next(f for f in os.listdir(folder) if f.startswith(name))
    image = bpy.data.images.load(os.path.join(folder, file))
    image.colorspace_settings.name = "Non-Color"
    width, height = image.size
    pixels = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(pixels)
    return pixels.reshape(height, width, 4)[:, :, :3]


def _save(colour, path):
    """Writes developed, still linear, colour as a PNG."""
    height, width = colour.shape[:2]
    image = bpy.data.images.new("final", width, height, float_buffer=True)
    image.pixels.foreach_set(np.dstack((colour, np.ones((height, width)))).astype(
        np.float32).ravel())
    scene = bpy.context.scene
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGB"
    # The pale backdrop would show bands at 8 bits; the AVIF export keeps 10.
    scene.render.image_settings.color_depth = "16"
    image.save_render(path, scene=scene)
