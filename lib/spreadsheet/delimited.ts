/** A record of delimited text: its cells without the blanks around them, and the line on which it begins, from 1. */
export type DelimitedRow = { line: number; cells: string[] };

const UTF8_BOM = "\uFEFF";

/** How people's programs write text: what the marks at its head say, UTF-8, and what spreadsheets of East Asia use. */
const FALLBACKS = ["gb18030", "shift_jis", "windows-1252"] as const;

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // No text has a NUL: what holds one is something else.
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/** The texts that the bytes may be, the likeliest first (detectors as chardet take a short sheet in GB 18030 for Cyrillic); none where they are no text. */
export function textsOf(bytes: Uint8Array): string[] {
  const [first, second] = bytes;
  const marked = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : null;
  const utf = decoded(bytes, marked ?? "utf-8");
  if (utf !== null) return [utf.startsWith(UTF8_BOM) ? utf.slice(1) : utf];
  if (marked) return [];
  // In Western text a sign beyond ASCII stands alone; those of East Asia take two bytes.
  const order = isSingleBytes(bytes) ? [...FALLBACKS].reverse() : FALLBACKS;
  return order.flatMap((encoding) => decoded(bytes, encoding) ?? []);
}

/** So much of a file tells its encoding. */
const SAMPLE_BYTES = 64 * 1024;

/** Whether most runs of bytes beyond ASCII have an odd length. */
function isSingleBytes(bytes: Uint8Array): boolean {
  let [odd, even, run] = [0, 0, 0];
  for (const byte of bytes.subarray(0, SAMPLE_BYTES)) {
    if (byte > 0x7f) run += 1;
    else if (run > 0) {
      if (run % 2 === 1) odd += 1;
      else even += 1;
      run = 0;
    }
  }
  return odd > even;
}

/**
 * The records of delimited text (RFC 4180, with any delimiter and any end of line), empty ones left out; at most
 * `limit`, where reading ends. A quote that is never closed is told by the line on which it opens, which csv-parse, eight
 * times slower, does not say.
 */
export function readDelimited(
  text: string,
  delimiter: string,
  limit: number = Number.POSITIVE_INFINITY,
): { rows: DelimitedRow[]; unclosedAt: number | null } {
  const rows: DelimitedRow[] = [];
  const ends = new RegExp(`["${delimiter === "\t" ? "\\t" : delimiter}\\r\\n]`, "g");
  let [at, line, begun] = [0, 1, 1];
  let cells: string[] = [];
  let cell = "";
  // Noted, for to look at the whole cell at each quote within it takes its length squared.
  let isBlank = true;
  const endRow = () => {
    cells.push(cell.trim());
    if (cells.some((one) => one !== "")) rows.push({ line: begun, cells });
    [cells, cell, isBlank] = [[], "", true];
  };
  while (at < text.length && rows.length < limit) {
    ends.lastIndex = at;
    const place = ends.exec(text)?.index ?? text.length;
    const piece = text.slice(at, place);
    cell += piece;
    isBlank &&= piece.trim() === "";
    const sign = text[place];
    at = place + 1;
    if (sign === '"' && isBlank) {
      const quoted = readQuoted(text, at);
      if (!quoted) return { rows, unclosedAt: line };
      cell = quoted.text;
      isBlank = cell.trim() === "";
      line += quoted.lines;
      at = quoted.next;
    } else if (sign === '"') {
      cell += sign;
      isBlank = false;
    } else if (sign === delimiter) {
      cells.push(cell.trim());
      [cell, isBlank] = ["", true];
    } else if (sign !== undefined) {
      if (sign === "\r" && text[at] === "\n") at += 1;
      endRow();
      line += 1;
      begun = line;
    }
  }
  if (rows.length < limit) endRow();
  return { rows, unclosedAt: null };
}

/** What stands up to the closing quote, `""` being a quote; null where there is none. */
function readQuoted(text: string, from: number): { text: string; lines: number; next: number } | null {
  let end = text.indexOf('"', from);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end < 0) return null;
  const inner = text.slice(from, end);
  return { text: inner.replaceAll('""', '"'), lines: inner.split(/\r\n|\r|\n/).length - 1, next: end + 1 };
}
