// Positions in time: Protocol/README.md, "Animations" and "Drags between offsets".

export const UNIT = 65536;

const EXTRAPOLATION_MS = 128;

/** The position of an animation at `now` on the server's clock, not rounded. */
export function evaluate(animation, now) {
  const { start, end, from, to, velocity } = animation;
  if (now <= start) return from;
  if (now >= end) return to;
  if (animation.curve === "linear") return from + ((to - from) * (now - start)) / (end - start);
  if (animation.curve === "decay") {
    return from + ((velocity / 1000) * (1 - 0.998 ** (now - start))) / -Math.log(0.998);
  }
  const seconds = (now - start) / 1000;
  const omega = (2 * Math.PI) / (animation.response / 1000);
  const away = from - to;
  return to + (away + (velocity + omega * away) * seconds) * Math.exp(-omega * seconds);
}

/** The position of a dragged pager at `now`; since `since` it moves from `pos`. The quotient is truncated towards zero. */
export function extrapolate(pos, velocity, since, now) {
  const elapsed = Math.min(Math.max(Math.floor(now) - since, 0), EXTRAPOLATION_MS);
  const way = Math.floor((Math.abs(velocity) * elapsed) / 1000);
  return velocity > 0 ? pos + way : pos - way;
}
