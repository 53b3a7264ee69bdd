"""Compiled sweeps for one query on symmetric weights, in scores divided by the nodes' strengths.

With ``y = x / d`` the update reads ``y_i = (s_i + c sum_j A_ij y_j) / d_i``: the weights themselves
stand in it, not their shares. Equal weights need not be read at all, and others often fit into 32
bits, so that an edge costs 4 or 8 bytes of memory traffic in place of 12.

``starts``, ``indices``, ``weights`` are the CSR arrays of ``A``, ``inverse`` is ``1 / d`` and 0 for
a node without edges, which therefore stays as it is. No index is checked here: ``checks`` has done
that.
"""

from __future__ import annotations

from typing import Any

from hippo_exp.graph.ppr.jit import compile_kernel


def _sweep_weighted(
    starts: Any,
    indices: Any,
    weights: Any,
    reset: Any,
    follow: Any,
    omega: Any,
    scaled: Any,
    strength: Any,
    inverse: Any,
) -> tuple[float, float, float]:
    """Update (n,) scaled scores; return the sum of absolute changes of the scores, the largest
    change of a scaled score, and the sum of the scores."""
    change = 0.0
    peak = 0.0
    mass = 0.0
    zero = follow - follow
    position = starts[0]
    for node in range(len(scaled)):
        stop = starts[node + 1]
        inflow = zero
        while position < stop:
            inflow += weights[position] * scaled[indices[position]]
            position += 1
        step = omega * (reset[node] + follow * inflow - strength[node] * scaled[node])
        move = step * inverse[node]
        scaled[node] += move
        change += abs(step)
        peak = max(peak, abs(move))
        mass += strength[node] * scaled[node]
    return change, peak, mass


def _sweep_equal(
    starts: Any,
    indices: Any,
    reset: Any,
    follow: Any,
    omega: Any,
    scaled: Any,
    strength: Any,
    inverse: Any,
) -> tuple[float, float, float]:
    """The same where all weights are equal; ``follow`` is multiplied by that weight."""
    change = 0.0
    peak = 0.0
    mass = 0.0
    zero = follow - follow
    position = starts[0]
    for node in range(len(scaled)):
        stop = starts[node + 1]
        inflow = zero
        while position < stop:
            inflow += scaled[indices[position]]
            position += 1
        step = omega * (reset[node] + follow * inflow - strength[node] * scaled[node])
        move = step * inverse[node]
        scaled[node] += move
        change += abs(step)
        peak = max(peak, abs(move))
        mass += strength[node] * scaled[node]
    return change, peak, mass


def _warm_up(
    starts: Any,
    indices: Any,
    weights: Any,
    reset: Any,
    follow: Any,
    omega: Any,
    scaled: Any,
    inverse: Any,
    nodes: Any,
    end: Any,
    seen: Any,
    limit: Any,
) -> None:
    """Sweep over the seeds, then over all nodes one step away, two steps away, up to a limit.

    ``nodes`` (n,) begins with the ``end`` seeds, which are marked in ``seen`` (n,). Far nodes have
    next to no score yet, so that sweeps over them would be in vain.
    """
    zero = follow - follow
    begin = 0
    while True:
        for place in range(end):
            node = nodes[place]
            inflow = zero
            for position in range(starts[node], starts[node + 1]):
                inflow += weights[position] * scaled[indices[position]]
            target = (reset[node] + follow * inflow) * inverse[node]
            scaled[node] += omega * (target - scaled[node])
        reached = end
        for place in range(begin, end):
            node = nodes[place]
            for position in range(starts[node], starts[node + 1]):
                near = indices[position]
                if seen[near] == 0:
                    seen[near] = 1
                    nodes[reached] = near
                    reached += 1
            if reached > limit:
                return
        if reached == end:
            return
        begin, end = end, reached


sweep_equal = compile_kernel(_sweep_equal)
sweep_weighted = compile_kernel(_sweep_weighted)
warm_up = compile_kernel(_warm_up)
