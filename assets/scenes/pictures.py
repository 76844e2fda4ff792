"""Which pictures exist, their full size, and what stands in them."""
from importlib import import_module
from typing import Callable, NamedTuple

import banners
import not_found
import portraits


SAMPLES = 36


class Picture(NamedTuple):
    width: int
    height: int
    build: Callable
    view: dict
    samples: int = SAMPLES


ITEMS = (
    "oak-desk-tray", "brass-pen-rest", "linen-notebook", "stoneware-mug", "enamel-kettle",
    "walnut-chopping-board", "beeswax-candles", "copper-coffee-dripper", "dome-desk-lamp",
    "linen-tea-towel", "marble-salt-cellar", "desk-clock",
)


def find(slug):
    if slug in ITEMS:
        item = import_module("items." + slug.replace("-", "_"))
        return Picture(960, 720, item.build, item.VIEW, getattr(item, "SAMPLES", SAMPLES))
    if slug in banners.BANNERS:
        return Picture(1600, 700, banners.BANNERS[slug], banners.VIEW)
    if slug == "not-found":
        return Picture(1200, 900, not_found.build, not_found.VIEW)
    if slug in portraits.PORTRAITS:
        return Picture(480, 480, *portraits.PORTRAITS[slug], 96)
    raise SystemExit(f"no picture is called {slug}")
