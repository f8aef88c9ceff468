// When to connect again, and after which codes: Protocol/README.md, "Back-off" and "Close codes".

/** Codes of a defect of one side; after a few of them a client gives up. */
const DEFECT_CODES = new Set([1002, 1003, 1007, 1009]);
const MOST_DEFECTS = 5;

/** The time before attempt `n` since the last welcome, 1 for the first, in milliseconds. */
export function backoff(attempt, retry, random) {
  const most = Math.max(retry.min, Math.min(retry.max, retry.min * 2 ** Math.min(attempt, 30)));
  return retry.min + random * (most - retry.min);
}

/** Whether a client returns after a close code; `defects` counts the earlier codes of a defect. */
export function returnsAfter(code, defects) {
  if (DEFECT_CODES.has(code)) return defects < MOST_DEFECTS;
  return !(code >= 4100 && code <= 4199);
}

export function isDefect(code) {
  return DEFECT_CODES.has(code);
}
