"""Each item among others of the shop, as it would stand at home."""
from items import (beeswax_candles, brass_pen_rest, copper_coffee_dripper, desk_clock,
                   dome_desk_lamp, enamel_kettle, linen_notebook, linen_tea_towel,
                   marble_salt_cellar, oak_desk_tray, stoneware_mug, walnut_chopping_board)
from items.gift_box import gift_box
from shapes import place

VIEW = dict(elevation=20, fill=(0.88, 0.84), blur=0.009)


def tray():
    place(oak_desk_tray.build(), (0, -8, 0), 8)
    place(linen_notebook.notebook(), (-15, 8, 0), 12)
    place(stoneware_mug.mug(), (10, 8, 0), 330)


def pen_rest():
    place(linen_notebook.notebook(), (-11, 4, 0), 24)
    place(brass_pen_rest.rest(), (0, -9, 0), -12)
    place(stoneware_mug.mug(), (11, 5, 0), -40)


def notebook():
    place(linen_notebook.build(), (-3, 0, 0), 14)
    place(brass_pen_rest.rest(), (15, -9, 0), 20)
    place(stoneware_mug.mug(), (16, 7, 0), -35)


def mug():
    place(linen_tea_towel.build(), (0, 3, 0), 8)
    place(stoneware_mug.mug(), (-3, 2, linen_tea_towel.STACK), 215)
    place(stoneware_mug.mug(), (8, -11, 0), -25)


def kettle():
    place(enamel_kettle.kettle(), (-5, 4, 0), -18)
    place(copper_coffee_dripper.dripper(), (16, -5, 0), -24)
    place(stoneware_mug.mug(), (4, -12, 0), 215)


def board():
    place(walnut_chopping_board.board(), (-22, -6, 0), 10)
    place(marble_salt_cellar.cellar(), (-8, -2, 2))
    place(marble_salt_cellar.lid(), (1, -9, 2), 20)
    place(linen_tea_towel.build(), (2, 19, 0), -4)


def candles():
    place(beeswax_candles.pillars(), (0, 0, 0), 0)
    place(gift_box(11, 5.5), (-15, 6, 0), 20)
    place(stoneware_mug.mug(), (13, -6, 0), -30)


def dripper():
    place(copper_coffee_dripper.dripper(), (0, 0, 0), -70)
    place(stoneware_mug.mug(), (-13, 2, 0), 205)
    place(enamel_kettle.kettle(), (18, 12, 0), 12)


def lamp():
    place(dome_desk_lamp.lamp(), (10, 6, 0), 168)
    place(linen_notebook.build(), (-5, -9, 0), 16)
    place(desk_clock.clock(), (-13, 10, 0), 14)
    place(brass_pen_rest.rest(), (10, -12, 0), -14)


def towel():
    place(linen_tea_towel.build(), (0, 0, 0), 4)
    place(marble_salt_cellar.cellar(), (4, 1, linen_tea_towel.STACK))
    place(walnut_chopping_board.board(), (-20, 17, 0), -4)


def cellar():
    place(walnut_chopping_board.board(), (-16, 2, 0), 8)
    place(marble_salt_cellar.cellar(), (-2, 3, 2))
    place(marble_salt_cellar.lid(), (9.5, 1, 2), 20)
    place(stoneware_mug.mug(), (-6, 17, 0), 205)


def clock():
    place(desk_clock.clock(), (0, 4, 0), -8)
    place(linen_notebook.build(), (-17, -3, 0), 24)
    place(stoneware_mug.mug(), (14, -4, 0), -30)


IN_USE = {
    "oak-desk-tray": tray, "brass-pen-rest": pen_rest, "linen-notebook": notebook,
    "stoneware-mug": mug, "enamel-kettle": kettle, "walnut-chopping-board": board,
    "beeswax-candles": candles, "copper-coffee-dripper": dripper, "dome-desk-lamp": lamp,
    "linen-tea-towel": towel, "marble-salt-cellar": cellar, "desk-clock": clock,
}
