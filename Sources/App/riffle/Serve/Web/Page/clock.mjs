// The server's clock: Protocol/README.md, "Clock".

const KEPT_SAMPLES = 8;

export class ServerClock {
  #samples = [];

  /** Takes a round trip; `sent` and `received` are on the own clock, `server` is the server's time. */
  add(sent, received, server) {
    this.#samples.push({ trip: received - sent, offset: server - (sent + received) / 2 });
    if (this.#samples.length > KEPT_SAMPLES) this.#samples.shift();
  }

  /** Forgets all samples: another process has another clock. */
  reset() {
    this.#samples = [];
  }

  /** The server's time when the own clock shows `local`; of all samples the quickest counts. */
  at(local) {
    let best = { trip: Infinity, offset: 0 };
    for (const sample of this.#samples) if (sample.trip < best.trip) best = sample;
    return local + best.offset;
  }
}
