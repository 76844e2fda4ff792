"""A thin layer over Blender's shader nodes, so that materials read as recipes."""
import bpy


def rgb(text):
    """'#b4532a' to the linear colour Blender computes with."""
    parts = [int(text[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return (*linear, 1.0)


class Graph:
    def __init__(self, name, **surface):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.shader = self.tree.nodes["Principled BSDF"]
        self.surface(**surface)

    def surface(self, **values):
        """Sets inputs of the surface shader: base_color=... becomes 'Base Color'."""
        for key, value in values.items():
            words = key.split("_")
            title = " ".join(w.upper() if w == "ior" else w.capitalize() for w in words)
            self._feed(self.shader.inputs[title], value)
        return self

    def _feed(self, socket, value):
        if isinstance(value, str):
            value = rgb(value)
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        else:
            socket.default_value = value

    def add(self, kind, inputs, **properties):
        node = self.tree.nodes.new("ShaderNode" + kind)
        for key, value in properties.items():
            setattr(node, key, value)
        for key, value in inputs.items():
            self._feed(node.inputs[key], value)
        return node

    def coordinates(self, source="Object", scale=(1, 1, 1), turn=(0, 0, 0), shift=(0, 0, 0)):
        vector = self.add("TexCoord", {}).outputs[source]
        return self.add("Mapping", {"Vector": vector, "Scale": scale, "Rotation": turn,
                                    "Location": shift}).outputs["Vector"]

    def stretch(self, vector, scale):
        return self.add("Mapping", {"Vector": vector, "Scale": scale}).outputs["Vector"]

    def noise(self, vector, scale, detail=3.0, distortion=0.0, output="Fac"):
        return self.add("TexNoise", {"Vector": vector, "Scale": scale, "Detail": detail,
                                     "Distortion": distortion}).outputs[output]

    def ramp(self, factor, *stops):
        """Stops are (position, colour), colour being a hex text or a grey level."""
        node = self.add("ValToRGB", {"Fac": factor})
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, colour) in zip(elements, stops):
            element.position = position
            element.color = rgb(colour) if isinstance(colour, str) else (colour,) * 3 + (1,)
        return node.outputs["Color"]

    def mix(self, factor, first, second, blend="MIX"):
        return self.add("MixRGB", {"Fac": factor, "Color1": first, "Color2": second},
                        blend_type=blend).outputs["Color"]

    def math(self, operation, first, second=0.0):
        return self.add("Math", {0: first, 1: second}, operation=operation).outputs[0]

    def bump(self, height, distance, strength=1.0):
        normal = self.add("Bump", {"Height": height, "Distance": distance,
                                   "Strength": strength}).outputs["Normal"]
        self.surface(normal=normal)
