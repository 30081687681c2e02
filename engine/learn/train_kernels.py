"""Compiled arithmetic of the trainer: loss, gradients and AdamW of a network ``(inputs -> N) x 2 -> 1`` in float32.

The first layer is sparse: a sample names its active inputs, about thirty of a thousand, so that forward and backward pass touch
only their rows. All parameters lie in one vector ``theta``:

==============  ====================  ==========================================================================
part            shape                 meaning
==============  ====================  ==========================================================================
first           [inputs, N]           row of each input
first_bias      [N]                   where both accumulators start
out             [buckets, 2, N]       output weights; index 1 is 0 for the player to act, 1 for the other view
out_bias        [buckets]
==============  ====================  ==========================================================================

Samples are those of ``dataset.Samples``. The prediction for a sample is ``sigmoid(slope * (output + given))``, the loss the
squared distance from its target; ``output`` and ``given`` are in units of 400 score units. ``given`` is 0 for a network that
stands alone.
"""

from __future__ import annotations

import math

import numpy as np
from numba import types

from engine.core.jit import inline_leaf, kernel

SCRELU, CRELU = 0, 1  #: activations: clamp to 0..1, squared or not
LANES = 16  #: N is a multiple; sums run in this many independent parts, so that they vectorise without reordering
#: Largest absolute weight (AdamW clips): an output weight of 1.98 is 127 after quantisation by 64.
CLIP = 1.98
BETA1, BETA2, EPSILON = 0.9, 0.999, 1e-8

_F32 = types.Array(types.float32, 1, "C")
_MATRIX = types.Array(types.float32, 2, "C")
_CUBE = types.Array(types.float32, 3, "C")
_I64 = types.int64
_INPUTS = (types.Array(types.uint16, 1, "C"), types.Array(types.int64, 1, "C"))
_DATA = (*_INPUTS, _F32, _F32, types.Array(types.int32, 1, "C"), _I64, _I64)
_LAYERS = (_MATRIX, _F32, _CUBE, _F32)


@inline_leaf
def _accumulate(inputs, begin, end, first, bias, acc):
    """``acc`` = ``bias`` + the rows of the active inputs ``inputs[begin:end]``."""
    width = acc.size
    for j in range(width):
        acc[j] = bias[j]
    for at in range(begin, end):
        row = first[np.int64(inputs[at])]
        for j in range(width):
            acc[j] += row[j]


@inline_leaf
def _activate(acc, activation, act):
    """``act`` = the activation of ``acc``."""
    for j in range(acc.size):
        x = min(max(acc[j], np.float32(0.0)), np.float32(1.0))
        act[j] = x * x if activation == SCRELU else x


@inline_leaf
def _dot(act, weights, lanes):
    """Sum of products, in ``LANES`` parts kept in ``lanes``."""
    for lane in range(LANES):
        lanes[lane] = np.float32(0.0)
    for block in range(0, act.size, LANES):
        for lane in range(LANES):
            lanes[lane] += act[block + lane] * weights[block + lane]
    total = np.float32(0.0)
    for lane in range(LANES):
        total += lanes[lane]
    return total


@inline_leaf
def _sigmoid(x):
    return 1.0 / (1.0 + math.exp(-x))


@inline_leaf
def _bucket(pieces, buckets, most):
    """The output bucket of a position with ``pieces`` active inputs of at most ``most``."""
    return min(max((pieces - 1) * buckets // most, 0), buckets - 1)


@inline_leaf
def _forward(inputs, offsets, sample, first, first_bias, out, out_bias, most, activation, acc, act, lanes):
    """Output and bucket of a sample; leaves accumulators and activations in ``acc`` and ``act`` (float32[2, N])."""
    begin, middle, end = offsets[2 * sample], offsets[2 * sample + 1], offsets[2 * sample + 2]
    _accumulate(inputs, begin, middle, first, first_bias, acc[0])
    _accumulate(inputs, middle, end, first, first_bias, acc[1])
    _activate(acc[0], activation, act[0])
    _activate(acc[1], activation, act[1])
    bucket = _bucket(middle - begin, out.shape[0], most)
    output = _dot(act[0], out[bucket, 0], lanes) + _dot(act[1], out[bucket, 1], lanes) + out_bias[bucket]
    return output, bucket


#: ``(inputs, offsets, given, targets, order, begin, end, *layers, slope, most, activation) -> sum of losses``.
LOSS = types.FunctionType(types.float64(*_DATA, *_LAYERS, types.float64, _I64, _I64))


@kernel(LOSS)
def loss(inputs, offsets, given, targets, order, begin, end, first, first_bias, out, out_bias, slope, most, activation):
    """Sum of squared errors over the samples ``order[begin:end]``; ``given`` float32[n] is added to the outputs."""
    width = first_bias.size
    acc, act = np.empty((2, width), np.float32), np.empty((2, width), np.float32)
    lanes = np.empty(LANES, np.float32)
    total = 0.0
    for at in range(begin, end):
        sample = np.int64(order[at])
        output, _ = _forward(inputs, offsets, sample, first, first_bias, out, out_bias, most, activation, acc, act, lanes)
        output += given[sample]
        error = _sigmoid(slope * np.float64(output)) - np.float64(targets[sample])
        total += error * error
    return total


#: ``(inputs, offsets, *layers, most, activation, values)``.
OUTPUTS = types.FunctionType(types.void(*_INPUTS, *_LAYERS, _I64, _I64, _F32))


@kernel(OUTPUTS)
def outputs(inputs, offsets, first, first_bias, out, out_bias, most, activation, values):
    """Write the network's output for every sample into ``values`` float32[n]."""
    width = first_bias.size
    acc, act = np.empty((2, width), np.float32), np.empty((2, width), np.float32)
    lanes = np.empty(LANES, np.float32)
    for sample in range(values.size):
        output, _ = _forward(inputs, offsets, sample, first, first_bias, out, out_bias, most, activation, acc, act, lanes)
        values[sample] = output


#: As ``LOSS``, and the gradients of the four layers to add to.
GRADIENTS = types.FunctionType(types.float64(*_DATA, *_LAYERS, *_LAYERS, types.float64, _I64, _I64))


@kernel(GRADIENTS)
def gradients(
    inputs, offsets, given, targets, order, begin, end, first, first_bias, out, out_bias, d_first, d_first_bias, d_out,
    d_out_bias, slope, most, activation,
):  # fmt: skip
    """As :func:`loss`; adds the gradient of the sum to ``d_first`` and so on (shapes of the layers)."""
    width = first_bias.size
    acc, act = np.empty((2, width), np.float32), np.empty((2, width), np.float32)
    lanes, delta = np.empty(LANES, np.float32), np.empty(width, np.float32)
    zero, one, two = np.float32(0.0), np.float32(1.0), np.float32(2.0)
    total = 0.0
    for at in range(begin, end):
        sample = np.int64(order[at])
        output, bucket = _forward(inputs, offsets, sample, first, first_bias, out, out_bias, most, activation, acc, act, lanes)
        output += given[sample]
        guess = _sigmoid(slope * np.float64(output))
        error = guess - np.float64(targets[sample])
        total += error * error
        pull = np.float32(2.0 * error * guess * (1.0 - guess) * slope)
        d_out_bias[bucket] += pull
        for view in range(2):
            x, a, w, d = acc[view], act[view], out[bucket, view], d_out[bucket, view]
            for j in range(width):
                d[j] += pull * a[j]
                slant = two * x[j] if activation == SCRELU else one
                inside = slant if (x[j] > zero) & (x[j] < one) else zero
                delta[j] = pull * w[j] * inside
            for j in range(width):
                d_first_bias[j] += delta[j]
            for place in range(offsets[2 * sample + view], offsets[2 * sample + view + 1]):
                row = d_first[np.int64(inputs[place])]
                for j in range(width):
                    row[j] += delta[j]
    return total


#: ``(theta, moment1, moment2, gradients, scale, rate, decay, step)``.
ADAMW = types.FunctionType(types.void(_F32, _F32, _F32, _MATRIX, types.float64, types.float64, types.float64, _I64))


@kernel(ADAMW)
def adamw(theta, moment1, moment2, gradients, scale, rate, decay, step):
    """One step of AdamW (Loshchilov, Hutter 2019) on ``theta`` with the sum of the rows of ``gradients`` times ``scale``.

    The rows are cleared for the next batch, weights are clipped to +-``CLIP``. ``step`` counts from 1.
    """
    b1, b2 = np.float32(BETA1), np.float32(BETA2)
    size = np.float32(rate / (1.0 - BETA1**step))
    root = np.float32(1.0 / math.sqrt(1.0 - BETA2**step))
    keep, factor = np.float32(1.0 - rate * decay), np.float32(scale)
    one, clip, epsilon = np.float32(1.0), np.float32(CLIP), np.float32(EPSILON)
    for part in range(1, gradients.shape[0]):
        for i in range(theta.size):
            gradients[0, i] += gradients[part, i]
            gradients[part, i] = np.float32(0.0)
    total = gradients[0]
    for i in range(theta.size):
        g = total[i] * factor
        total[i] = np.float32(0.0)
        m = b1 * moment1[i] + (one - b1) * g
        v = b2 * moment2[i] + (one - b2) * g * g
        moment1[i], moment2[i] = m, v
        value = keep * theta[i] - size * m / (np.sqrt(v) * root + epsilon)
        theta[i] = min(max(value, -clip), clip)
