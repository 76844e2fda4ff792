"""Wide still lifes of the shop's own goods; the words stand in the left 45 % of the frame."""
from items import (beeswax_candles, brass_pen_rest, copper_coffee_dripper, desk_clock,
                   dome_desk_lamp, enamel_kettle, linen_notebook, linen_tea_towel,
                   marble_salt_cellar, oak_desk_tray, stoneware_mug, walnut_chopping_board)
from items.gift_box import gift_box
from shapes import place

VIEW = dict(elevation=15, fill=(0.5, 0.8), centre=(0.715, 0.48), blur=0.006, ground="oat")
# Darker than other evenings: pale words stand where the low sun falls.
DUSK = dict(hour="dusk", light=0.3)


def desk(lit=False):
    power = dome_desk_lamp.LIT if lit else dome_desk_lamp.DAY
    place(linen_notebook.build(), (-17, 7, 0), 22)
    place(desk_clock.clock(), (0, 9, 0), -6)
    place(oak_desk_tray.build(), (-6, -14, 0), -5)
    place(stoneware_mug.mug(), (14, -9, 0), -30)
    place(dome_desk_lamp.lamp(lean=14, power=power), (25, 3, 0), 192)


def kitchen():
    place(linen_tea_towel.build(), (-9, 9, 0), 6)
    place(stoneware_mug.mug(), (-10, 9, linen_tea_towel.STACK), 210)
    place(walnut_chopping_board.board(), (-20, -12, 0), 5)
    place(marble_salt_cellar.cellar(), (-11, -11, 2))
    place(marble_salt_cellar.lid(), (2.5, -13, 2), 20)
    place(enamel_kettle.kettle(), (14, 6, 0), -14)


def morning():
    place(stoneware_mug.mug(), (-13, 2, 0), 205)
    place(copper_coffee_dripper.dripper(), (-2, -3, 0), -70)
    place(enamel_kettle.kettle(), (16, 6, 0), 235)


def gifts(lit=False):
    place(gift_box(16, 8), (-10, 7, 0), 14)
    place(gift_box(10, 5.5), (-10, 7, 8.1), -10)
    place(beeswax_candles.pillars(lit), (7.5, 7, 0))
    place(brass_pen_rest.rest(), (-9, -9, 0), -10)
    place(linen_notebook.build(), (9, -10, 0), 70)


BANNERS = {"banner-desk": desk, "banner-kitchen": kitchen, "banner-morning": morning,
           "banner-gifts": gifts}
