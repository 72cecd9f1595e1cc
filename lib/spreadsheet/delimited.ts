/** A record of delimited text: its trimmed cells, and the line on which it begins, from 1. */
export type DelimitedRow = { line: number; cells: string[] };

const UTF8_BOM = "\uFEFF";

/** Encodings tried after the byte order mark and UTF-8: those of East Asian spreadsheets, then Western. */
const FALLBACKS = ["gb18030", "shift_jis", "windows-1252"] as const;

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // Text contains no NUL: such a file is something else.
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/** Candidate decodings, most likely first; none if not text. (chardet takes a short GB 18030 sheet for Cyrillic.) */
export function textsOf(bytes: Uint8Array): string[] {
  const [first, second] = bytes;
  const marked = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : null;
  const utf = decoded(bytes, marked ?? "utf-8");
  if (utf !== null) return [utf.startsWith(UTF8_BOM) ? utf.slice(1) : utf];
  if (marked) return [];
  // In Western text non-ASCII characters are single bytes; in East Asian encodings they take two.
  const order = isSingleBytes(bytes) ? [...FALLBACKS].reverse() : FALLBACKS;
  return order.flatMap((encoding) => decoded(bytes, encoding) ?? []);
}

/** Bytes of a file that are examined for its encoding. */
const SAMPLE_BYTES = 64 * 1024;

/** Whether most runs of non-ASCII bytes have an odd length. */
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
 * The records of delimited text (RFC 4180, with any delimiter and line end) without empty ones; reading ends after
 * `limit`. An unclosed quote is reported with the line where it opens, which csv-parse, eight times slower, does not
 * do.
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
  // Tracked separately, because scanning the whole cell at each quote takes quadratic time.
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

/** The text up to the closing quote, with `""` as a quote; null if it is not closed. */
function readQuoted(text: string, from: number): { text: string; lines: number; next: number } | null {
  let end = text.indexOf('"', from);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end < 0) return null;
  const inner = text.slice(from, end);
  return { text: inner.replaceAll('""', '"'), lines: inner.split(/\r\n|\r|\n/).length - 1, next: end + 1 };
}
