"""Renders one picture: blender -b -P render.py -- <slug> <file.png> [width] [samples]"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import pictures  # noqa: E402
import studio  # noqa: E402


def main():
    slug, path, *rest = sys.argv[sys.argv.index("--") + 1:]
    studio.clear()
    picture = pictures.find(slug)
    width = int(rest[0]) if rest else picture.width
    samples = int(rest[1]) if len(rest) > 1 else picture.samples
    picture.build()
    aspect = picture.width / picture.height
    studio.shoot(aspect=aspect, **picture.view)
    studio.render(path, width, round(width / aspect), samples)


main()
sys.stdout.flush()
# PyTorch and Blender both own thread pools and crash tearing them down; the picture is saved.
os._exit(0)
