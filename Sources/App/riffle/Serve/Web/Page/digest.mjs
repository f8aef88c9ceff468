// The digest of a picture: Protocol/README.md, "Digest and drawn".
import { UNIT } from "./motion.mjs";

const encoder = new TextEncoder();

/** 64-bit FNV-1a of the UTF-8 of `text`, as sixteen hexadecimal digits. */
export function fnv1a(text) {
  let value = 14695981039346656037n;
  for (const byte of encoder.encode(text)) {
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 1099511628211n);
  }
  return value.toString(16).padStart(16, "0");
}

/** The line that the digest hashes. */
export function canonicalLine(state) {
  const window = state.window.map((page) => `${page.page}:${encoder.encode(page.id).length}:${page.id}`).join(",");
  return (
    `riffle1|settled=${state.settled}|target=${state.target}|pos=${state.settled * UNIT}` +
    `|origin=${state.origin}|revision=${state.revision}|count=${state.count}|wrap=${state.wrap}` +
    `|window=${window}` +
    (state.shown ? `|shown=${state.shown}` : "")
  );
}
