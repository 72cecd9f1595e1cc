import { isExplainable } from "./guide.rules";

// A subset of Markdown as a tree. HTML is not supported: tags are text, and so are links to anything but a screen, a
// topic or an https address. The renderer only writes text nodes.

/** States that a text can show in their colours. */
export const MARKS = ["normal", "warning", "above", "below", "critical", "offline", "paused"] as const;
export type Mark = (typeof MARKS)[number];

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "strong" | "em"; parts: Inline[] }
  | { kind: "code"; text: string }
  | { kind: "mark"; tone: Mark; text: string }
  | { kind: "link"; to: Target; parts: Inline[] };

/** Target of a link: a screen of the console, a topic by its code, or the web. */
export type Target = { kind: "screen" | "topic" | "web"; href: string };

export type Block =
  | { kind: "heading"; level: 3 | 4; parts: Inline[] }
  | { kind: "paragraph" | "note"; parts: Inline[] }
  | { kind: "list"; isOrdered: boolean; items: Inline[][] };

/** Maximum nesting of strong, emphasis and links; deeper markup remains text. */
const DEPTH = 4;

const HEADING = /^(#{1,4}) +(.*)$/;
const BULLET = /^ {0,3}[-*] +(.*)$/;
const NUMBER = /^ {0,3}\d{1,3}[.)] +(.*)$/;
const NOTE = /^> ?(.*)$/;

/** Kind of a line, with the text after its marker. */
function lineOf(line: string): { kind: "heading" | "bullet" | "number" | "note" | "text" | "blank"; text: string } {
  if (line.trim() === "") return { kind: "blank", text: "" };
  const heading = HEADING.exec(line);
  if (heading) return { kind: "heading", text: heading[2] as string };
  for (const [kind, pattern] of [
    ["bullet", BULLET],
    ["number", NUMBER],
    ["note", NOTE],
  ] as const) {
    const found = pattern.exec(line);
    if (found) return { kind, text: found[1] as string };
  }
  return { kind: "text", text: line.trim() };
}

/** Chinese and Japanese have no space at a line break. */
const CJK = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]$/;
const joined = (before: string, line: string): string =>
  before === "" || line === "" || CJK.test(before) ? before + line : `${before} ${line}`;

type Words = { kind: "paragraph" | "note"; text: string };
type Points = { kind: "list"; isOrdered: boolean; items: string[] };

const finished = (open: Words | Points): Block =>
  open.kind === "list"
    ? { kind: "list", isOrdered: open.isOrdered, items: open.items.map((item) => parseInline(item)) }
    : { kind: open.kind, parts: parseInline(open.text) };

/**
 * Parses a text into blocks: headings (`##`, `###`), paragraphs, lists (`-`, `1.`), notes (`>`), with **strong**,
 * *emphasis*, `code`, [links](/home) and {above|states}. Never throws; the time is linear in the length.
 */
export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  const state: { open: Words | Points | null } = { open: null };
  const close = () => {
    if (state.open) blocks.push(finished(state.open));
    state.open = null;
  };
  const addPoint = (isOrdered: boolean, point: string) => {
    if (state.open?.kind === "list" && state.open.isOrdered === isOrdered) state.open.items.push(point);
    else {
      close();
      state.open = { kind: "list", isOrdered, items: [point] };
    }
  };
  const addWords = (kind: Words["kind"], words: string) => {
    if (state.open?.kind === kind) state.open.text = joined(state.open.text, words);
    else {
      close();
      state.open = { kind, text: words };
    }
  };
  for (const raw of text.replaceAll(/\r\n?/g, "\n").split("\n")) {
    const { kind, text: line } = lineOf(raw);
    if (kind === "blank") close();
    else if (kind === "heading") {
      close();
      blocks.push({ kind, level: raw.startsWith("###") ? 4 : 3, parts: parseInline(line.replace(/ +#+$/, "")) });
    } else if (kind === "bullet" || kind === "number") addPoint(kind === "number", line);
    // A line after a list item belongs to it, as does a line after a note.
    else if (kind === "text" && state.open?.kind === "list")
      state.open.items.push(joined(state.open.items.pop() ?? "", line));
    else addWords(kind === "note" || state.open?.kind === "note" ? "note" : "paragraph", line.trim());
  }
  close();
  return blocks;
}

/** Target of a link if the help may link to it; else null. */
export function targetOf(href: string): Target | null {
  if (/^#\w{1,50}$/.test(href)) return { kind: "topic", href: href.slice(1) };
  if (href.startsWith("/")) {
    const isClean = /^[\w\-./?=&%]+$/.test(href) && isExplainable(href.split("?", 1)[0] as string);
    return isClean ? { kind: "screen", href } : null;
  }
  if (!/^https:\/\/[^\s"'<>\\\p{Cc}]+$/u.test(href) || !URL.canParse(href)) return null;
  const { hostname, username, password } = new URL(href);
  return hostname !== "" && username === "" && password === "" ? { kind: "web", href } : null;
}

/** Parses the inline markup of a text. */
export function parseInline(text: string, depth = 0): Inline[] {
  const parts: Inline[] = [];
  let plain = "";
  // An end marker that was not found once is not searched for again.
  const missing = new Set<string>();
  const endOf = (sign: string, from: number): number => {
    if (missing.has(sign)) return -1;
    const at = text.indexOf(sign, from);
    if (at < 0) missing.add(sign);
    return at;
  };
  const flush = () => {
    if (plain !== "") parts.push({ kind: "text", text: plain });
    plain = "";
  };
  let at = 0;
  while (at < text.length) {
    const found = depth < DEPTH ? signAt(text, at, depth, endOf) : null;
    if (found) {
      flush();
      parts.push(found.part);
      at = found.end;
    } else if (text[at] === "\\" && /[\\*`[\]{}#>-]/.test(text[at + 1] ?? "")) {
      plain += text[at + 1];
      at += 2;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  flush();
  return parts;
}

type Found = { part: Inline; end: number };

function signAt(text: string, at: number, depth: number, endOf: (sign: string, from: number) => number): Found | null {
  switch (text[at]) {
    case "`": {
      const end = endOf("`", at + 1);
      return end > at + 1 ? { part: { kind: "code", text: text.slice(at + 1, end) }, end: end + 1 } : null;
    }
    case "*": {
      const sign = text.startsWith("**", at) ? "**" : "*";
      const from = at + sign.length;
      const end = endOf(sign, from);
      if (end <= from || /\s/.test(text[from] as string) || /\s/.test(text[end - 1] as string)) return null;
      const kind = sign === "**" ? "strong" : "em";
      return { part: { kind, parts: parseInline(text.slice(from, end), depth + 1) }, end: end + sign.length };
    }
    case "{": {
      const end = endOf("}", at + 1);
      const bar = end < 0 ? -1 : text.slice(at + 1, Math.min(end, at + 12)).indexOf("|");
      const tone = bar < 0 ? undefined : MARKS.find((one) => one === text.slice(at + 1, at + 1 + bar));
      const word = text.slice(at + 2 + bar, end).trim();
      return tone && word !== "" ? { part: { kind: "mark", tone, text: word }, end: end + 1 } : null;
    }
    case "[": {
      const middle = endOf("](", at + 1);
      const end = middle < 0 ? -1 : endOf(")", middle + 2);
      if (end < 0 || middle === at + 1) return null;
      const parts = parseInline(text.slice(at + 1, middle), depth + 1);
      const to = targetOf(text.slice(middle + 2, end).trim());
      // A link without a valid target becomes its text.
      return { part: to ? { kind: "link", to, parts } : { kind: "em", parts }, end: end + 1 };
    }
    default:
      return null;
  }
}

const inlineText = (parts: readonly Inline[]): string =>
  parts.map((part) => ("parts" in part ? inlineText(part.parts) : part.text)).join("");

/** The words of a text without markup, one line per block or list item, for the search. */
export const plainText = (text: string): string =>
  parseMarkdown(text)
    .flatMap((block) => (block.kind === "list" ? block.items.map(inlineText) : [inlineText(block.parts)]))
    .join("\n");
