"""Whether a ratio that was measured in several rounds differs from one."""

import math
import statistics

CONFIDENCE = 0.99


def interval(values, confidence=CONFIDENCE):
    """The narrowest pair of ordered values, the same number from both ends, between which the median of the distribution lies with
    at least this confidence; none for too few values. It holds for any distribution: n independent values lie below its median
    as often as n coins show heads (the interval of the sign test)."""
    ordered, below, rank = sorted(values), 0.0, 0
    while rank < len(ordered) // 2:
        below += math.comb(len(ordered), rank) / 2 ** len(ordered)
        if 2 * below > 1 - confidence:
            break
        rank += 1
    return (ordered[rank - 1], ordered[-rank]) if rank else None


def verdict(ratios, confidence=CONFIDENCE):
    """`slower`, `faster` or `no difference found` for ratios of the new to the old cost, and the interval as words."""
    bounds = interval(ratios, confidence)
    if not bounds:
        return "no difference found", f"{len(ratios)} rounds are too few for {confidence:.0%} confidence"
    low, high = bounds
    word = "slower" if low > 1 else "faster" if high < 1 else "no difference found"
    return word, f"{statistics.median(ratios):.3f} × ({low:.3f} to {high:.3f} with {confidence:.0%} confidence)"
