// Positions in the text of a page: Protocol/README.md, `point`. They count grapheme clusters without blanks.

const segmenter = typeof Intl.Segmenter === "function" ? new Intl.Segmenter(undefined, { granularity: "grapheme" }) : null;

function* graphemes(text) {
  if (segmenter) for (const { segment, index } of segmenter.segment(text)) yield [segment, index];
  else {
    let index = 0;
    for (const segment of text) {
      yield [segment, index];
      index += segment.length;
    }
  }
}

/** Where the visible character with `at` others before it stands: the place in the list of texts and in the text. */
export function locate(texts, at) {
  let count = 0;
  for (let place = 0; place < texts.length; place += 1) {
    for (const [segment, index] of graphemes(texts[place])) {
      if (!segment.trim()) continue;
      if (count === at) return { place, index, length: segment.length };
      count += 1;
    }
  }
  return null;
}

/** A range with the word around a visible character; null beyond the end. */
export function wordRange(body, at) {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  const found = locate(nodes.map((node) => node.data), at);
  if (!found) return null;
  const text = nodes[found.place].data;
  let start = found.index;
  let end = found.index + found.length;
  while (start > 0 && text[start - 1].trim()) start -= 1;
  while (end < text.length && text[end].trim()) end += 1;
  const range = document.createRange();
  range.setStart(nodes[found.place], start);
  range.setEnd(nodes[found.place], end);
  return range;
}
