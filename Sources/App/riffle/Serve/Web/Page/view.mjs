// The picture of a room. Only `row` moves, by a transform, so that a movement needs neither layout nor paint.
import { UNIT } from "./motion.mjs";
import { drawBody } from "./document.mjs";
import { wordRange } from "./marks.mjs";
import { Pictures, showPictures } from "./pictures.mjs";

/** The width at which `settings.spacing` is given. */
const REFERENCE_WIDTH = 390;

/** Sentences for the close codes after which a client does not return. */
const ENDINGS = {
  4102: "This room needs a valid token. Ask for the whole address.",
  4103: "This room does not admit you now.",
  4104: "There is no such room.",
  4105: "The room is full.",
  4106: "You were removed from the room.",
  4108: "The talk has ended.",
  4109: "This room is open in another window.",
};

export class View {
  #stage = document.getElementById("stage");
  #row = document.getElementById("row");
  #cover = document.getElementById("cover");
  #status = document.getElementById("status");
  #spoken = document.getElementById("spoken");
  #pages = new Map();
  #connection;
  #room;
  #base = 0;
  #stride = 1;
  #frame = 0;
  #spokenPlace = "";
  #topMark = "";
  #pictures;
  #stillness = matchMedia("(prefers-reduced-motion: reduce)");
  /** The position of an own drag in units, before the server has said it; null without one. */
  held = null;

  constructor(connection, room) {
    this.#connection = connection;
    this.#room = room;
    this.#pictures = new Pictures(connection, () => this.#showPictures());
    new ResizeObserver(() => this.#layOut()).observe(this.#stage);
    this.#stillness.addEventListener("change", () => this.draw());
  }

  get isVertical() {
    return this.#connection.replica?.state.settings.axis === "vertical";
  }

  /** The extent of the view along the row, and the distance from page to page, in points. */
  get measures() {
    const extent = this.isVertical ? this.#stage.clientHeight : this.#stage.clientWidth;
    return { extent, stride: this.#stride };
  }

  /** Whether the page on show is larger than the window. */
  isCut() {
    const article = this.#current?.article;
    return !!article && (article.scrollHeight > article.clientHeight + 1 || article.scrollWidth > article.clientWidth + 1);
  }

  /** Scrolls the page on show by so many of its heights, as far as it goes; returns whether it could. */
  scroll(heights) {
    const article = this.#current?.article;
    if (!article) return false;
    const way = Math.max(-article.scrollHeight, Math.min(article.scrollHeight, heights * article.clientHeight));
    const before = article.scrollTop;
    article.scrollTop += way;
    return article.scrollTop !== before;
  }

  /** The room or the connection has changed. */
  update() {
    const { replica, phase } = this.#connection;
    this.#showStatus();
    document.documentElement.dataset.phase = phase;
    if (!replica) return;
    const { state } = replica;
    this.#reconcile(state.window);
    this.#layOut();
    this.#showSteps();
    this.#needPictures();
    this.#cover.hidden = !state.blank;
    this.#row.hidden = state.blank;
    this.#showPointer();
    this.#followTop();
    this.#say();
    Object.assign(this.#stage.dataset, {
      page: state.settled, target: state.target, shown: state.shown, room: replica.phase, seq: replica.seq,
    });
    this.draw();
  }

  /** Draws the present position, and goes on with each frame while something moves. */
  draw() {
    const { replica } = this.#connection;
    if (!replica) return;
    const pages = this.#position(replica) / UNIT - this.#base;
    const points = -pages * this.#stride;
    this.#row.style.transform = this.isVertical ? `translate3d(0, ${points}px, 0)` : `translate3d(${points}px, 0, 0)`;
    const moves = this.held !== null || !replica.isAtRest;
    if (moves && !this.#frame) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.draw();
      });
    }
  }

  #position(replica) {
    if (this.held !== null) return this.held;
    // Without motion a page is replaced at once, when it is known where the room goes.
    if (this.#stillness.matches && !replica.isAtRest) return replica.state.target * UNIT;
    return replica.position(this.#connection.time);
  }

  get #current() {
    const { replica } = this.#connection;
    return replica ? this.#pages.get(replica.state.target) : undefined;
  }

  // Pages

  #reconcile(window) {
    const wanted = new Set(window.map((page) => page.page));
    for (const [index, entry] of this.#pages) {
      if (wanted.has(index)) continue;
      entry.article.remove();
      this.#pages.delete(index);
    }
    for (const page of window) {
      const old = this.#pages.get(page.page);
      if (old && isSame(old.page, page)) {
        fillFooter(old, page, this.#connection.replica.state.count);
        continue;
      }
      const entry = drawPage(page);
      fillFooter(entry, page, this.#connection.replica.state.count);
      if (old) old.article.replaceWith(entry.article);
      else this.#row.append(entry.article);
      this.#pages.set(page.page, entry);
    }
  }

  #layOut() {
    const { replica } = this.#connection;
    if (!replica) return;
    const { settings, origin, target } = replica.state;
    const along = this.isVertical ? this.#stage.clientHeight : this.#stage.clientWidth;
    const width = (along * settings.item) / 1000;
    this.#base = origin;
    this.#stride = Math.max(1, width + (settings.spacing * along) / REFERENCE_WIDTH);
    this.#stage.classList.toggle("vertical", this.isVertical);
    const margin = (along - width) / 2;
    const hadFocus = document.activeElement?.closest("article");
    for (const [index, { article }] of this.#pages) {
      const place = margin + (index - this.#base) * this.#stride;
      article.style[this.isVertical ? "height" : "width"] = `${width}px`;
      article.style[this.isVertical ? "width" : "height"] = "";
      article.style.transform = this.isVertical ? `translateY(${place}px)` : `translateX(${place}px)`;
      const isTarget = index === target;
      article.setAttribute("aria-hidden", String(!isTarget));
      article.inert = !isTarget;
    }
    if (hadFocus?.inert) this.#current?.article.focus({ preventScroll: true });
    this.draw();
  }

  #showSteps() {
    const { replica } = this.#connection;
    for (const [index, entry] of this.#pages) {
      const shown = replica.shownSteps(index);
      if (entry.shown === shown) continue;
      for (const { node, step } of entry.steps) node.classList.toggle("later", step > shown);
      for (const { first, lines } of entry.codes) {
        for (const { node, lit } of lines) {
          node.classList.toggle("dim", lit.length > 0 && !lit[Math.min(Math.max(0, shown - first), lit.length - 1)]);
        }
      }
      const newest = entry.steps.find(({ step }) => step === shown)?.node;
      if (newest && entry.shown !== undefined) newest.scrollIntoView({ block: "nearest", inline: "nearest" });
      entry.shown = shown;
    }
  }

  #needPictures() {
    const { target } = this.#connection.replica.state;
    const near = [...this.#pages.values()].sort((a, b) => Math.abs(a.page.page - target) - Math.abs(b.page.page - target));
    this.#showPictures();
    this.#pictures.need(near.flatMap(({ page }) => (Array.isArray(page.pictures) ? page.pictures : []).map(({ asset }) => asset)));
  }

  #showPictures() {
    for (const { page, article } of this.#pages.values()) showPictures(article, page, this.#pictures);
  }

  #showPointer() {
    const { pointer } = this.#connection.replica.state;
    for (const { page, article, pointed } of this.#pages.values()) {
      const range = pointer?.pageID === page.id ? wordRange(article.querySelector(".body"), pointer.at) : null;
      pointed.hidden = !range;
      if (!range) continue;
      const [word, frame] = [range.getBoundingClientRect(), article.getBoundingClientRect()];
      pointed.style.left = `${word.left - frame.left + article.scrollLeft}px`;
      pointed.style.top = `${word.top - frame.top + article.scrollTop}px`;
      pointed.style.width = `${word.width}px`;
      pointed.style.height = `${word.height}px`;
    }
  }

  /** Begins a page with the line that a presenter has scrolled to, when that changes. */
  #followTop() {
    const { top, target } = this.#connection.replica.state;
    const mark = top ? `${target} ${top.pageID} ${top.at}` : "";
    if (mark === this.#topMark) return;
    this.#topMark = mark;
    const entry = this.#current;
    if (!top || entry?.page.id !== top.pageID) return;
    const range = top.at === 0 ? null : wordRange(entry.article.querySelector(".body"), top.at);
    const line = range ? range.getBoundingClientRect().top - entry.article.getBoundingClientRect().top : null;
    entry.article.scrollTop = line === null ? 0 : entry.article.scrollTop + line;
  }

  // Words

  /** Says to screen readers what the others see: the page, its steps, and whether it is blanked. */
  #say() {
    const { state } = this.#connection.replica;
    const entry = this.#current;
    const place = state.blank ? "blank" : `${state.revision} ${state.target} ${state.shown}`;
    if (place === this.#spokenPlace || !(state.blank || entry)) return;
    const isStep = this.#spokenPlace.startsWith(`${state.revision} ${state.target} `);
    this.#spokenPlace = place;
    if (state.blank) this.#spoken.textContent = "The presenter has blanked the page.";
    else if (isStep) {
      const news = entry.steps.filter(({ step }) => step === state.shown).map(({ node }) => node.textContent);
      this.#spoken.textContent = news.join(" ");
    } else {
      const { item, title } = entry.page;
      const number = item === undefined || !state.count ? "" : `Page ${item + 1} of ${state.count}. `;
      this.#spoken.textContent = number + title;
      document.title = title ? `${title} · ${this.#room}` : this.#room;
    }
  }

  #showStatus() {
    const { phase, end, replica, notice } = this.#connection;
    let text = notice;
    if (phase === "over") text = ENDINGS[end.code] ?? `The connection has ended: ${end.reason || end.code}`;
    else if (phase !== "following") text = replica ? "Reconnecting…" : "Connecting…";
    else if (!text && replica?.phase === "empty") text = "The room has no pages yet.";
    if (this.#status.textContent !== text) this.#status.textContent = text;
    this.#status.hidden = !text;
  }
}

function isSame(old, page) {
  return (
    old.id === page.id && old.title === page.title && old.body === page.body && old.format === page.format &&
    JSON.stringify(old.pictures) === JSON.stringify(page.pictures)
  );
}

function drawPage(page) {
  const article = document.createElement("article");
  article.tabIndex = 0;
  article.dataset.page = page.page;
  if (page.title) {
    const title = document.createElement("h1");
    title.textContent = page.title;
    article.append(title);
    article.setAttribute("aria-label", page.title);
  }
  const { body, steps, codes, footer } = drawBody(page);
  const pointed = document.createElement("div");
  pointed.className = "pointed";
  pointed.hidden = true;
  article.append(body, pointed);
  return { page, article, steps, codes, pointed, footer: footer ? addFooter(article, footer) : null, shown: undefined };
}

/** The parts of the line at the foot of a page: `left`, `left | right`, or `left | centre | right`. */
function addFooter(article, text) {
  const parts = text.split("|").map((part) => part.trim());
  if (parts.length === 2) parts.splice(1, 0, "");
  const node = document.createElement("footer");
  article.classList.add("footed");
  article.append(node);
  return parts.slice(0, 3).map((part) => {
    const span = document.createElement("span");
    node.append(span);
    return { span, part };
  });
}

/** Writes the numbers of the page and of all pages into its footer. */
function fillFooter({ footer }, { item, page }, count) {
  for (const { span, part } of footer ?? []) {
    const text = part.replaceAll("{pages}", count || "").replaceAll("{page}", item === undefined ? page : item + 1);
    if (span.textContent !== text) span.textContent = text;
  }
}
