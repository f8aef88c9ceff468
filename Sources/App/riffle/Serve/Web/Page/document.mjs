// The body of a page as elements. Texts of a deck come into the page through `textContent` only, and addresses through
// `link`; nothing is ever parsed as HTML.

const BLOCKS = { paragraph: "p", quote: "blockquote", item: "li", row: "tr", columns: "div" };
const ALERTS = { note: "Note", tip: "Tip", important: "Important", warning: "Warning", caution: "Caution" };
const INLINES = { emphasis: "em", strong: "strong", struck: "s", literal: "code", image: "em" };
const EMPTY = { rule: "hr", break: "br" };
const TOKENS = new Set([
  "keyword", "type", "function", "variable", "string", "number", "comment", "inserted", "deleted",
]);
const LINKS = new Set(["http:", "https:", "mailto:"]);

/** Elements deeper than this are drawn without their own element; the server bounds the depth as well. */
const MOST_DEPTH = 64;

/**
 * An element with the body of a window's page, the blocks with the number of the step that shows each, the code of which steps
 * show parts, and the line at the foot of the page.
 */
export function drawBody(page) {
  const body = document.createElement("div");
  body.className = "body";
  if (Array.isArray(page.document)) return { body, ...drawDocument(page.document, body) };
  const text = document.createElement("pre");
  text.textContent = page.body;
  body.append(text);
  return { body, steps: [], codes: [], footer: "" };
}

function drawDocument(entries, body) {
  const steps = [];
  const codes = [];
  const open = [body];
  let pauses = 0;
  let footer = "";
  for (const entry of entries) {
    const inner = open[open.length - 1];
    if (entry[0] === "=") inner.append(document.createTextNode(entry.slice(1)));
    else if (entry === ")" && open.length > 1) {
      const node = open.pop();
      if (node.riffleLines) codes.push({ first: pauses, lines: splitLines(node, node.riffleLines) });
    } else if (entry === "!pause") pauses += 1;
    else if (entry === "!numbers" && inner.tagName === "PRE") {
      inner.classList.add("numbered");
      inner.riffleLines ??= [];
    } else if (entry.startsWith("!lines ") && inner.tagName === "PRE") inner.riffleLines = groups(entry.slice(7));
    else if (entry.startsWith("!footer ")) footer = entry.slice(8);
    else if (entry === "!soft") inner.append(document.createTextNode(" "));
    else if (entry[0] === "!" && Object.hasOwn(EMPTY, entry.slice(1))) {
      const node = document.createElement(EMPTY[entry.slice(1)]);
      inner.append(node);
      if (pauses) steps.push({ node, step: pauses });
    } else if (entry[0] === "(") {
      const { node, isBlock } = opening(entry.slice(1), inner);
      if (open.length < MOST_DEPTH) inner.append(node);
      open.push(open.length < MOST_DEPTH ? node : inner);
      if (isBlock && pauses) steps.push({ node, step: pauses });
    }
  }
  return { steps, codes, footer };
}

/** The groups of lines of a text such as `1,3-5|all`: functions that say whether a line is one of them. */
function groups(text) {
  return text.split("|").map((group) => {
    if (group === "all") return () => true;
    const ranges = group.split(",").map((range) => range.split("-").map(Number));
    return (line) => ranges.some(([first, last = first]) => line >= first && line <= last);
  });
}

/** Puts each line of code into an element, without a change of its text. Returns the lines, each with the groups that it is in. */
function splitLines(code, groups) {
  const parts = [...code.childNodes];
  const lines = [];
  const begin = () => {
    const node = document.createElement("span");
    node.className = "line";
    const number = lines.length + 1;
    lines.push({ node, lit: groups.map((holds) => holds(number)) });
    code.append(node);
  };
  code.replaceChildren();
  begin();
  for (const part of parts) {
    for (const [place, text] of part.textContent.split("\n").entries()) {
      if (place > 0) {
        code.append(document.createTextNode("\n"));
        begin();
      }
      if (!text) continue;
      const node = part.nodeType === Node.TEXT_NODE ? document.createTextNode(text) : part.cloneNode();
      if (node.nodeType !== Node.TEXT_NODE) node.textContent = text;
      lines.at(-1).node.append(node);
    }
  }
  return lines;
}

function opening(entry, inner) {
  const [name, ...words] = entry.split(" ");
  const rest = entry.slice(name.length + 1);
  const make = (tag) => document.createElement(tag);
  switch (name) {
    case "heading": {
      // The page's title is the first level.
      const level = Math.min(6, Math.max(2, Number(words[0]) + 1));
      return { node: make(`h${level}`), isBlock: true };
    }
    case "code":
      return { node: make("pre"), isBlock: true };
    case "token": {
      const node = make("span");
      if (TOKENS.has(words[0])) node.classList.add(words[0]);
      return { node, isBlock: false };
    }
    case "alert": {
      const node = make("blockquote");
      const title = make("strong");
      title.textContent = Object.hasOwn(ALERTS, words[0]) ? ALERTS[words[0]] : "";
      node.append(title);
      return { node, isBlock: true };
    }
    case "column": {
      const node = make("div");
      node.style.flexGrow = String(Number(words[0]) || 1);
      return { node, isBlock: false };
    }
    case "aligned": {
      const node = make("div");
      node.classList.add(`align-${["c", "r"].includes(words[0]) ? words[0] : "l"}`);
      return { node, isBlock: false };
    }
    case "list": {
      const node = make(words.length > 1 ? "ol" : "ul");
      if (words.length > 1) node.start = Number(words[1]);
      node.classList.add(words[0] === "tight" ? "tight" : "loose");
      return { node, isBlock: true };
    }
    case "item": {
      const node = make("li");
      if (words[0]) node.classList.add(words[0] === "done" ? "done" : "open");
      return { node, isBlock: true };
    }
    case "table": {
      const node = make("table");
      node.riffleColumns = words[0] ?? "";
      return { node, isBlock: true };
    }
    case "cell": {
      const table = inner.closest("table");
      const node = make(inner === table?.firstChild ? "th" : "td");
      if (node.tagName === "TH") node.scope = "col";
      node.classList.add(`align-${(table?.riffleColumns ?? "")[inner.childElementCount] ?? "l"}`);
      return { node, isBlock: false };
    }
    case "picture": {
      const node = make("em");
      node.className = "picture";
      node.riffleAddress = rest;
      return { node, isBlock: false };
    }
    case "link":
      return { node: link(rest), isBlock: false };
  }
  if (Object.hasOwn(BLOCKS, name)) {
    const node = make(BLOCKS[name]);
    if (name === "columns") node.classList.add(name);
    return { node, isBlock: name !== "columns" };
  }
  return { node: make(Object.hasOwn(INLINES, name) ? INLINES[name] : "span"), isBlock: false };
}

/** A link to an address of the web or of mail; to any other address, a text without a link. */
function link(address) {
  let target = null;
  try {
    target = new URL(address);
  } catch {
    // An address without a scheme is no link: it would lead to the server of the page.
  }
  if (!target || !LINKS.has(target.protocol)) return document.createElement("span");
  const node = document.createElement("a");
  node.href = target.href;
  node.target = "_blank";
  node.rel = "noopener noreferrer";
  // A finger or a mouse that begins on a link turns the page.
  node.draggable = false;
  return node;
}
