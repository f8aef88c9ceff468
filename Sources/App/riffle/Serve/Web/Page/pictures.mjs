// The files of a room's pictures, as addresses that only this page has. Nothing is ever fetched from anywhere else.

const FILE_TYPES = { png: "image/png", jpeg: "image/jpeg" };
const MOST_FILE_BYTES = 32 << 20;
const FILE_ANSWER_MS = 30_000;
const FIRST_PAUSE_MS = 2_000;
const LAST_PAUSE_MS = 60_000;

export class Pictures {
  #connection;
  #arrived;
  /** By the name of a file: its address and size, the least recently needed first. */
  #files = new Map();
  #bytes = 0;
  #needed = [];
  /** Files that did not come, and the pause before the next question. */
  #pauses = new Map();
  #asked = 0;
  #timer = 0;

  constructor(connection, arrived) {
    this.#connection = connection;
    this.#arrived = arrived;
  }

  /** The address of a file; undefined while it is not here. */
  address(name) {
    return this.#files.get(name)?.address;
  }

  /** Takes note of the files of the pages near, the nearest first, and asks for one that is not here. */
  need(names) {
    const near = new Set(names);
    for (const name of this.#pauses.keys()) if (!near.has(name)) this.#pauses.delete(name);
    this.#needed = [...near];
    this.#ask();
  }

  #ask() {
    if (this.#connection.phase !== "following") return void (this.#asked = 0);
    if (this.#asked && performance.now() - this.#asked < FILE_ANSWER_MS) return;
    const name = this.#needed.find((one) => !this.#files.has(one) && !(this.#pauses.get(one)?.until > performance.now()));
    if (!name) return;
    this.#asked = performance.now();
    this.#connection.request("getAsset", { name }, (answer) => {
      this.#asked = 0;
      if (answer.type === "asset" && answer.name === name) this.#keep(answer);
      else this.#pause(name, answer.code === "unknownType" ? Infinity : undefined);
      this.#ask();
    });
  }

  #keep({ name, kind, data }) {
    let bytes = null;
    try {
      bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    } catch {
      // No file.
    }
    const rank = this.#needed.indexOf(name);
    for (const [other, file] of bytes ? this.#files : []) {
      if (this.#bytes + bytes.length <= MOST_FILE_BYTES) break;
      const place = this.#needed.indexOf(other);
      if (place < 0 || place > rank) this.#drop(other, file, place >= 0);
    }
    if (!bytes || !Object.hasOwn(FILE_TYPES, kind) || this.#bytes + bytes.length > MOST_FILE_BYTES) {
      return this.#pause(name, Infinity);
    }
    this.#pauses.delete(name);
    const address = URL.createObjectURL(new Blob([bytes], { type: FILE_TYPES[kind] }));
    this.#files.set(name, { address, size: bytes.length });
    this.#bytes += bytes.length;
    this.#arrived();
  }

  #drop(name, { address, size }, isNeeded) {
    URL.revokeObjectURL(address);
    this.#files.delete(name);
    this.#bytes -= size;
    // It is not fetched again before the pages near are others.
    if (isNeeded) this.#pause(name, Infinity);
  }

  /** Asks for a file again after a while that doubles. */
  #pause(name, milliseconds) {
    const last = this.#pauses.get(name)?.length;
    const length = milliseconds ?? (last ? Math.min(2 * last, LAST_PAUSE_MS) : FIRST_PAUSE_MS);
    this.#pauses.set(name, { length, until: performance.now() + length });
    if (!Number.isFinite(length)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), length + 1);
  }
}

/** Puts the pictures of a page that are here in place of their words, which stay for those who cannot see. */
export function showPictures(article, page, pictures) {
  if (!Array.isArray(page.pictures)) return;
  for (const node of article.querySelectorAll(".picture:not(.seen)")) {
    const picture = page.pictures.find(({ address }) => address === node.riffleAddress);
    const address = picture && pictures.address(picture.asset);
    if (!address) continue;
    const image = document.createElement("img");
    image.alt = "";
    image.width = picture.width;
    image.height = picture.height;
    image.draggable = false;
    image.onerror = () => {
      image.remove();
      node.classList.remove("seen");
      node.riffleAddress = undefined;
    };
    image.src = address;
    node.classList.add("seen");
    node.before(image);
  }
}
