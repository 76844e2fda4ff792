"""Mesh building blocks. One unit is one centimetre; z points up."""
from math import cos, pi, radians, sin, tan

import bpy
from mathutils import Vector

from graph import rgb


def _object(name, verts, faces, material, smooth_angle=40):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(verts, [], faces)
    mesh.validate()
    return _finish(mesh, name, material, smooth_angle)


def _finish(mesh, name, material, smooth_angle):
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    mesh.use_auto_smooth = True
    mesh.auto_smooth_angle = radians(smooth_angle)
    if material:
        mesh.materials.append(material)
    obj = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(obj)
    return obj


# A fillet radius meaning: as round as the neighbouring points allow.
SOFT = 999.0


def fillet(points, segments=8):
    """Rounds the corners of a 2-D polyline; points are (x, y) or (x, y, radius)."""
    smooth = []
    for i, point in enumerate(points):
        here = Vector(point[:2])
        radius = point[2] if len(point) > 2 else 0
        if radius == 0 or i in (0, len(points) - 1):
            smooth.append(here)
            continue
        before = Vector(points[i - 1][:2]) - here
        after = Vector(points[i + 1][:2]) - here
        angle = before.angle(after)
        reach = min(radius / tan(angle / 2), before.length * 0.49, after.length * 0.49)
        start, end = here + before.normalized() * reach, here + after.normalized() * reach
        for step in range(segments + 1):
            t = step / segments
            smooth.append(start.lerp(here, t).lerp(here.lerp(end, t), t))
    return smooth


def circle(steps=96):
    """Outline for `sweep`: the profile's x is a radius."""
    angles = [2 * pi * i / steps for i in range(steps)]
    return lambda r: [(r * cos(a), r * sin(a)) for a in angles]


def rounded_rectangle(width, depth, corner, steps=10):
    """Outline for `sweep`: the profile's x is an inset from the outer edge."""
    def loop(inset):
        radius = max(corner - inset, 0.02)
        half_w, half_d = width / 2 - inset - radius, depth / 2 - inset - radius
        points = []
        for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
            for step in range(steps + 1):
                a = pi / 2 * (quarter + step / steps)
                points.append((sx * half_w + radius * cos(a),
                               sy * half_d + radius * sin(a)))
        return points
    return loop


def sweep(name, profile, material, outline=None, cap=True):
    """Carries a filleted (offset, z) profile round an outline: turned or moulded forms."""
    outline = outline or circle()
    loops = [[(x, y, z) for x, y in outline(offset)] for offset, z in fillet(profile)]
    size = len(loops[0])
    verts = [v for loop in loops for v in loop]
    faces = []
    for row in range(len(loops) - 1):
        for i in range(size):
            j = (i + 1) % size
            faces.append((row * size + i, row * size + j,
                          (row + 1) * size + j, (row + 1) * size + i))
    if cap:
        faces.append(tuple(reversed(range(size))))
        faces.append(tuple(range((len(loops) - 1) * size, len(loops) * size)))
    return _object(name, verts, faces, material)


def ellipsoid(name, radii, material, reach=None, thickness=0.0, rings=48):
    """A ball, or a cap from its top down to the angle `reach` gives for each side."""
    steps = 2 * rings
    verts, faces = [], []
    for ring in range(rings + 1):
        for step in range(steps):
            around = 2 * pi * step / steps
            down = (reach(around) if reach else pi) * ring / rings
            verts.append((radii[0] * sin(down) * cos(around), radii[1] * sin(down) * sin(around),
                          radii[2] * cos(down)))
    for row in range(0, rings * steps, steps):
        faces += [(row + i, row + steps + i, row + steps + (i + 1) % steps, row + (i + 1) % steps)
                  for i in range(steps)]
    obj = _object(name, verts, faces, material, 80)
    if thickness:
        solid = obj.modifiers.new("thickness", "SOLIDIFY")
        solid.thickness, solid.offset = thickness, 1
        rounded = obj.modifiers.new("rounded", "SUBSURF")
        rounded.levels = rounded.render_levels = 2
    return obj


def box(name, size, material, bevel=0.1):
    width, depth, height = size
    outline = rounded_rectangle(width, depth, bevel * 1.5, 5)
    profile = [(bevel, 0), (0, 0, bevel), (0, height, bevel), (bevel, height)]
    return sweep(name, profile, material, outline)


def slab(name, outlines, thickness, material, bevel=0.15):
    """A flat board from 2-D outlines; the second and later outlines are holes."""
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions = "2D"
    curve.fill_mode = "BOTH"
    curve.extrude = thickness / 2 - bevel
    curve.bevel_depth = bevel
    curve.bevel_resolution = 4
    curve.offset = -bevel
    for outline in outlines:
        spline = curve.splines.new("POLY")
        spline.points.add(len(outline) - 1)
        for point, (x, y) in zip(spline.points, outline):
            point.co = (x, y, 0, 1)
        spline.use_cyclic_u = True
    return _from_curve(curve, name, material)


def tube(name, points, radius, material, radii=None, resolution=16, closed=False):
    """A round bar along a smooth path; radii scales the thickness at each point."""
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions = "3D"
    curve.bevel_depth = radius
    curve.bevel_resolution = 10
    curve.resolution_u = resolution
    curve.use_fill_caps = True
    spline = curve.splines.new("BEZIER")
    spline.bezier_points.add(len(points) - 1)
    spline.use_cyclic_u = closed
    for i, (point, co) in enumerate(zip(spline.bezier_points, points)):
        point.co = co
        point.handle_left_type = point.handle_right_type = "AUTO"
        point.radius = radii[i] if radii else 1
    return _from_curve(curve, name, material)


def _from_curve(curve, name, material):
    source = bpy.data.objects.new(name, curve)
    bpy.context.scene.collection.objects.link(source)
    bpy.context.view_layer.update()
    mesh = bpy.data.meshes.new_from_object(source.evaluated_get(
        bpy.context.evaluated_depsgraph_get()))
    bpy.data.objects.remove(source)
    return _finish(mesh, name, material, 40)


def sheet(name, grid, thickness, material, uv_scale):
    """A soft sheet through a grid of points; carries UVs in centimetres for weaves."""
    rows, columns = len(grid), len(grid[0])
    verts = [p for row in grid for p in row]
    faces = [(r * columns + c, r * columns + c + 1,
              (r + 1) * columns + c + 1, (r + 1) * columns + c)
             for r in range(rows - 1) for c in range(columns - 1)]
    obj = _object(name, verts, faces, material, 180)
    along, across = uv_scale
    layer = obj.data.uv_layers.new(name="weave")
    for loop in obj.data.loops:
        r, c = divmod(loop.vertex_index, columns)
        layer.data[loop.index].uv = (along * r / (rows - 1), across * c / (columns - 1))
    solid = obj.modifiers.new("thickness", "SOLIDIFY")
    solid.thickness = thickness
    solid.offset = 0
    solid.use_even_offset = True
    round_edges = obj.modifiers.new("soft", "SUBSURF")
    round_edges.levels = round_edges.render_levels = 1
    return obj


def spark(colour, power):
    """A small light inside a flame."""
    data = bpy.data.lights.new("spark", "POINT")
    data.energy, data.color, data.shadow_soft_size = power, rgb(colour)[:3], 0.5
    light = bpy.data.objects.new("spark", data)
    bpy.context.scene.collection.objects.link(light)
    return light


def group(name, parts):
    """Joins parts under one empty so an item can be placed as a whole."""
    root = bpy.data.objects.new(name, None)
    bpy.context.scene.collection.objects.link(root)
    for part in parts:
        if part.parent is None:
            part.parent = root
    return root


def place(obj, location=(0, 0, 0), turn=0, tilt=(0, 0)):
    """Moves an item; turn is about z, tilt about x and y, all in degrees."""
    obj.location = location
    obj.rotation_euler = [radians(a) for a in (*tilt, turn)]
    return obj
