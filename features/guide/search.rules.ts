/** Part of a text around a hit; `hits` are ranges within it. */
export type Excerpt = { text: string; hits: [from: number, to: number][] };

/** Characters shown before and after the first hit. */
const BEFORE = 30;
const BEHIND = 90;

/** Normalises case, accents, width and katakana (to hiragana), so that spellings of one word compare equal. */
function foldedLetter(letter: string): string {
  const plain = letter
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFKC")
    .toLowerCase();
  return plain.replaceAll(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

/** A folded text, with the original index of each of its characters. */
type Folded = { text: string; places: number[] };

function fold(text: string): Folded {
  const places: number[] = [];
  let folded = "";
  let at = 0;
  for (const letter of text) {
    const plain = foldedLetter(letter);
    folded += plain;
    for (let step = 0; step < plain.length; step += 1) places.push(at);
    at += letter.length;
  }
  places.push(at);
  return { text: folded, places };
}

/** The words of a search, folded. Chinese and Japanese words match anywhere in a text. */
export const termsOf = (q: string): string[] => [
  ...new Set(fold(q.normalize("NFC")).text.split(/\s+/).filter(Boolean)),
];

type Searched = { name: string; content: string };

/**
 * Searches a topic: null if one of the words is neither in the name nor in the content. `rank` is the number of words
 * in the name, `excerpt` the first hit in the content, if any.
 */
export function find(
  { name, content }: Searched,
  terms: readonly string[],
): { rank: number; excerpt?: Excerpt } | null {
  const title = fold(name.normalize("NFC")).text;
  const text = content.normalize("NFC");
  const body = fold(text);
  if (!terms.every((term) => title.includes(term) || body.text.includes(term))) return null;
  const rank = terms.filter((term) => title.includes(term)).length;
  const first = Math.min(...terms.map((term) => body.text.indexOf(term)).filter((at) => at >= 0));
  return Number.isFinite(first) ? { rank, excerpt: excerptAt(text, body, terms, first) } : { rank };
}

function excerptAt(text: string, { text: folded, places }: Folded, terms: readonly string[], first: number): Excerpt {
  const at = places[first] as number;
  const line = text.lastIndexOf("\n", at) + 1;
  const lineEnd = text.indexOf("\n", at);
  const from = at - line <= BEFORE ? line : wordStart(text, at - BEFORE);
  const to = Math.min(lineEnd < 0 ? text.length : lineEnd, at + BEHIND);
  const before = from > line ? "…" : "";
  const behind = to < (lineEnd < 0 ? text.length : lineEnd) ? "…" : "";
  const hits: Excerpt["hits"] = [];
  for (const term of terms)
    for (let hit = folded.indexOf(term); hit >= 0; hit = folded.indexOf(term, hit + term.length)) {
      const [start, end] = [places[hit] as number, places[hit + term.length] as number];
      if (start >= from && end <= to) hits.push([start - from + before.length, end - from + before.length]);
      if (start > to) break;
    }
  return { text: before + text.slice(from, to).toWellFormed() + behind, hits: apart(hits) };
}

/** Index after the next space if there is one nearby; else `at`. */
function wordStart(text: string, at: number): number {
  const blank = text.indexOf(" ", at);
  return blank >= 0 && blank - at < 12 ? blank + 1 : at;
}

/** Sorts hits and merges those that touch or overlap. */
function apart(hits: Excerpt["hits"]): Excerpt["hits"] {
  const merged: Excerpt["hits"] = [];
  for (const [from, to] of hits.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}
