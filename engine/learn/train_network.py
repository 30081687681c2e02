"""Between the trainer's float32 parameters and network files."""

from __future__ import annotations

import numpy as np

from engine.core.spec import GameSpec
from engine.learn.train import SCALE, Shape
from engine.network.format import QA, QB, Network, quantise


def shape_for(spec: GameSpec, hidden: int, buckets: int, activation: str) -> Shape:
    """The shape of a new network of the game.

    Raises
    ------
    ValueError
        If the game has no network inputs or the sizes are bad.
    """
    if not spec.network_inputs:
        raise ValueError(f"{spec.id} has no network inputs")
    return Shape(spec.network_inputs, hidden, buckets, spec.network_pieces, activation)


def to_network(spec: GameSpec, shape: Shape, theta: np.ndarray, text: str) -> Network:
    """The parameters, quantised; ``text`` says where they come from.

    Raises
    ------
    NetworkError
        If sums could overflow.
    """
    first, first_bias, out, out_bias = shape.layers(theta)
    return quantise(spec, first, first_bias, out, out_bias, shape.activation, SCALE, text)


def from_network(network: Network) -> tuple[Shape, np.ndarray]:
    """The shape of a network and its parameters as float32.

    Raises
    ------
    ValueError
        If its output has another scale than the trainer's.
    """
    if network.scale != SCALE:
        raise ValueError(f"the network's output has the scale {network.scale}; the trainer knows {SCALE} only")
    shape = Shape(network.inputs, network.hidden, network.buckets, network.pieces, network.activation)
    theta = np.empty(shape.size, np.float32)
    quantised = (network.first, network.first_bias, network.out, network.out_bias)
    for layer, array, unit in zip(shape.layers(theta), quantised, (QA, QA, QB, QA * QB), strict=True):
        layer[:] = array / np.float32(unit)
    return shape, theta
