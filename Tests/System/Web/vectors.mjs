// The modules of the page against the vectors of the protocol: `node vectors.mjs`. Prints a line for each failure.
import { readFileSync, readdirSync } from "node:fs";
import { backoff, returnsAfter } from "../../../Sources/App/riffle/Serve/Web/Page/backoff.mjs";
import { ServerClock } from "../../../Sources/App/riffle/Serve/Web/Page/clock.mjs";
import { canonicalLine, fnv1a } from "../../../Sources/App/riffle/Serve/Web/Page/digest.mjs";
import { mayDrag, mayMove, releaseVelocity } from "../../../Sources/App/riffle/Serve/Web/Page/drag.mjs";
import { locate } from "../../../Sources/App/riffle/Serve/Web/Page/marks.mjs";
import { UNIT, evaluate, extrapolate } from "../../../Sources/App/riffle/Serve/Web/Page/motion.mjs";
import { Gap, Replica } from "../../../Sources/App/riffle/Serve/Web/Page/replica.mjs";

const folder = new URL("../../../Protocol/vectors/", import.meta.url);
const text = (name) => readFileSync(new URL(name, folder), "utf8");
const rows = (name) => JSON.parse(text(name)).rows;
const lines = (name) => text(name).trim().split("\n").map((line) => JSON.parse(line));

let checks = 0;
const failures = [];

function expect(what, got, wanted) {
  checks += 1;
  const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
  if (a !== b) failures.push(`${what}: expected ${b}, got ${a}`);
}

function expectNear(what, got, wanted, most) {
  checks += 1;
  if (!(Math.abs(got - wanted) <= most)) failures.push(`${what}: expected ${wanted}, at most ${most} off, got ${got}`);
}

// Vectors

for (const { about, animation, at } of [...rows("keyframes.json"), ...rows("decay.json")]) {
  for (const { now, pos } of at) expectNear(`${about} at ${now}`, Math.round(evaluate(animation, now)), pos, 1);
}
for (const { about, offset, at } of rows("motions.json")) {
  const { pos, velocity = 0, now: since } = offset;
  for (const place of at) expect(`${about} at ${place.now}`, extrapolate(pos, velocity, since, place.now), place.pos);
}
for (const { about, state, line, digest } of rows("digest.json")) {
  expect(`line of ${about}`, canonicalLine(state), line);
  expect(`digest of ${about}`, fnv1a(line), digest);
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (!value || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}

/** The state in the form of a snapshot, without what an offset under way may change. */
function picture({ epoch, seq, state, animation, drag }) {
  const isHeld = drag || state.strip !== null;
  const members = [...state.members.values()].sort((a, b) => a.member - b.member);
  const rest = { ...state, members, ...(isHeld ? { strip: null } : {}), pos: 0 };
  return sorted({ epoch, seq, animation, drag, ...rest });
}

for (const name of readdirSync(folder).filter((name) => /^state-.*\.jsonl$/.test(name)).sort()) {
  let replica = null;
  lines(name).forEach((vector, index) => {
    const where = `${name}:${index + 1}`;
    const { message } = vector;
    if (!replica) replica = new Replica(message);
    else {
      if (vector.check) expect(`${where} snapshot`, picture(replica), picture(new Replica(message)));
      replica.take(message);
    }
    expect(`${where} phase`, replica.phase, vector.phase);
    expect(`${where} shown`, replica.state.shown, vector.shown);
    expect(`${where} strip`, replica.state.strip ?? undefined, vector.strip);
    expect(`${where} digest`, replica.digest, vector.digest);
    for (const { now, pos } of vector.at ?? []) {
      expectNear(`${where} at ${now}`, replica.position(now), pos, replica.animation ? 1 : 0);
    }
  });
}

// Rules without vectors

const [, first] = lines("state-step.jsonl").map(({ message }) => message);
const replica = new Replica(lines("state-step.jsonl")[0].message);
let gap = null;
try {
  replica.take({ ...first, seq: first.seq + 1 });
} catch (error) {
  gap = error;
}
expect("a missing event is a gap", [gap instanceof Gap, replica.seq], [true, first.seq - 1]);
expect("an event of a later revision counts", [replica.take({ type: "later", seq: first.seq }), replica.seq], [false, first.seq]);
expect("an event is applied once", replica.take(first), false);
for (const type of ["constructor", "__proto__", "toString"]) {
  expect(`${type} is no event`, replica.take({ type, seq: replica.seq + 1 }), false);
}

const retry = { min: 200, max: 5000 };
expect("backoff", [1, 2, 5, 99].map((n) => [backoff(n, retry, 0), backoff(n, retry, 1)]), [[200, 400], [200, 800], [200, 5000], [200, 5000]]);
expect("backoff of a large min", backoff(1, { min: 9000, max: 5000 }, 1), 9000);
const returns = [null, 1000, 1006, 4000, 4099, 4100, 4108, 4199, 4200].map((code) => returnsAfter(code, 0));
expect("returns", returns, [true, true, true, true, true, false, false, false, true]);
expect("defects", [4, 5].map((count) => returnsAfter(1009, count)), [true, false]);

const clock = new ServerClock();
expect("a clock without samples is the own one", clock.at(7), 7);
clock.add(0, 100, 1040);
clock.add(200, 210, 1205);
clock.add(300, 400, 1390);
expect("the quickest sample counts", clock.at(500), 1500);
for (let sample = 0; sample < 7; sample += 1) clock.add(1000, 1050, 3025);
expect("after eight samples it is forgotten", clock.at(1000), 3000);

const room = (role, control, settings = { release: { rule: "half" } }, dragEnabled = true) => ({
  state: { members: new Map([[1, { role }]]), control, settings, dragEnabled },
});
expect("a viewer never moves", mayMove(room("viewer", { policy: "open" }), 1), false);
expect("a member moves in an open room", mayMove(room("member", { policy: "open" }), 1), true);
expect("not where presenters do", mayMove(room("member", { policy: "presenters" }), 1), false);
expect("the baton moves", [1, 2].map((holder) => mayMove(room("member", { policy: "baton", holder }), 1)), [true, false]);
expect("who is not there moves nothing", [mayMove(null, 1), mayMove(room("member", { policy: "open" }), 2)], [false, false]);
expect("drags may be off", mayDrag(room("member", { policy: "open" }, undefined, false), 1), false);
expect("or refused", mayDrag(room("member", { policy: "open" }, { release: { rule: "refused" } }), 1), false);
expect("velocity", releaseVelocity([{ time: 0, by: 0 }, { time: 100, by: 10 }, { time: 150, by: 60 }], 160), 1000);
expect("a finger at rest has none", releaseVelocity([{ time: 0, by: 0 }, { time: 10, by: UNIT }], 500), 0);

expect("blanks do not count", locate(["a b", " \n", "cd"], 3), { place: 2, index: 1, length: 1 });
expect("clusters count once", locate(["e\u0301👩‍👩‍👧x"], 2), { place: 0, index: 10, length: 1 });
expect("beyond the end is nowhere", locate(["ab"], 2), null);

for (const failure of failures) console.error(failure);
console.log(`${checks} checks, ${failures.length} failures`);
process.exitCode = failures.length ? 1 : 0;
