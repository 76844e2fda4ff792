"""Which pictures exist, their full size, and what stands in them."""
from functools import partial
from importlib import import_module
from inspect import signature
from typing import Callable, NamedTuple

import banners
import in_use
import not_found
import portraits

SAMPLES = 6


class Picture(NamedTuple):
    width: int
    height: int
    build: Callable
    view: dict
    samples: int = SAMPLES
    dusk: dict = dict(hour="dusk")


def find(slug):
    """`<slug>-dusk` is the same picture in the evening: lamp and candles are lit."""
    if slug.endswith("-dusk"):
        return _at_dusk(find(slug.removesuffix("-dusk")))
    if slug.endswith("-detail"):
        item = _item(slug.removesuffix("-detail"))
        near = dict(ground=item.VIEW["ground"], blur=0.02)
        return Picture(1440, 1080, item.build, {**near, **item.DETAIL})
    if slug.endswith("-in-use"):
        name = slug.removesuffix("-in-use")
        view = {**in_use.VIEW, "ground": _item(name).VIEW["ground"]}
        return Picture(1440, 1080, in_use.IN_USE[name], view)
    if slug in in_use.IN_USE:
        item = _item(slug)
        return Picture(1440, 1080, item.build, item.VIEW)
    if slug in banners.BANNERS:
        return Picture(2400, 1050, banners.BANNERS[slug], banners.VIEW,
                       dusk=banners.DUSK)
    if slug == "not-found":
        return Picture(1200, 900, not_found.build, not_found.VIEW, 36)
    if slug in portraits.PORTRAITS:
        return Picture(480, 480, *portraits.PORTRAITS[slug], 96)
    raise SystemExit(f"no picture is called {slug}")


def _item(slug):
    return import_module("items." + slug.replace("-", "_"))


def _at_dusk(picture):
    burns = "lit" in signature(picture.build).parameters
    build = partial(picture.build, lit=True) if burns else picture.build
    return picture._replace(build=build, view={**picture.view, **picture.dusk})
