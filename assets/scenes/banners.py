"""Wide still lifes of the shop's own goods, with the left third left empty."""
from items import (beeswax_candles, brass_pen_rest, copper_coffee_dripper, desk_clock,
                   dome_desk_lamp, enamel_kettle, linen_notebook, linen_tea_towel,
                   marble_salt_cellar, oak_desk_tray, stoneware_mug, walnut_chopping_board)
from items.gift_box import gift_box
from shapes import place

# The headline sits at the left, so the arrangement hangs from the right.
VIEW = dict(elevation=15, fill=(0.6, 0.78), centre=(0.66, 0.48), blur=0.006)


def desk():
    place(linen_notebook.build(), (-22, -3, 0), 22)
    place(desk_clock.clock(), (-4, 8, 0), -6)
    place(oak_desk_tray.build(), (6, -13, 0), -5)
    place(stoneware_mug.clay(), (14, 7, 0), -30)
    place(dome_desk_lamp.lamp(lean=14), (31, 2, 0), 192)


def kitchen():
    place(linen_tea_towel.build(), (-10, 6, 0), 6)
    place(stoneware_mug.oat(), (-11, 6, linen_tea_towel.STACK), 210)
    place(walnut_chopping_board.board(), (-21, -14, 0), 5)
    place(marble_salt_cellar.cellar(), (-12, -13, 2))
    place(marble_salt_cellar.lid(), (1.5, -15, 2), 20)
    place(enamel_kettle.kettle(), (16, 5, 0), -14)


def morning():
    place(stoneware_mug.oat(), (-15, -5, 0), 205)
    place(stoneware_mug.clay(), (-6, 4.5, 0), 140)
    place(copper_coffee_dripper.dripper(), (5, -1, 0), -28)
    place(enamel_kettle.kettle(), (24.5, 4, 0), 192)


def gifts():
    place(gift_box(18, 8.5), (-14, 5, 0), 14)
    place(gift_box(11, 5.5), (-14, 5, 8.6), -10)
    place(beeswax_candles.pillars(), (4, 4, 0))
    place(brass_pen_rest.rest(), (-1, -12, 0), -10)
    place(stoneware_mug.clay(), (14, -5, 0), -35)
    place(linen_notebook.build(), (23.5, 9, 0), 70)


BANNERS = {"banner-desk": desk, "banner-kitchen": kitchen, "banner-morning": morning,
           "banner-gifts": gifts}
