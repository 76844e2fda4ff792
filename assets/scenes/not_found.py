"""The missing page: a lamp that fell over lights a spot with nothing in it."""
from items.dome_desk_lamp import lamp
from items.oak_desk_tray import divider, tray
from shapes import group, place

VIEW = dict(elevation=20, fill=(0.74, 0.62), centre=(0.5, 0.48), light=0.62)


def build():
    # Rolled so the dome lies beside the stem; base and dome then rest on their edges,
    # and the difference of their radii sets the last eight degrees.
    rolled = place(lamp(lean=0, power=6.0), turn=-90)
    fallen = place(group("fallen", [rolled]), (14, 6, 8.5), -48, (0, -82))
    empty = place(group("empty tray", [tray(), divider()]), (-14, -12, 0), 14)
    return group("not found", [fallen, empty])
