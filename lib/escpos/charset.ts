import type { PrinterCharset } from "@/db/print-enums";

const UNKNOWN = 0x3f;

/** Code point to bytes, from the platform's decoder: it has no encoder for these sets. */
function tableOf(charset: PrinterCharset): ReadonlyMap<number, readonly number[]> {
  const decoder = new TextDecoder(charset, { fatal: true });
  const table = new Map<number, readonly number[]>();
  const learn = (bytes: readonly number[]) => {
    try {
      const signs = [...decoder.decode(Uint8Array.from(bytes))];
      const code = signs.length === 1 ? (signs[0] as string).codePointAt(0) : undefined;
      if (code !== undefined && !table.has(code)) table.set(code, bytes);
    } catch {
      // Not a character of the set.
    }
  };
  for (let first = 0x20; first <= 0xff; first += 1) if (first !== 0x7f) learn([first]);
  if (charset === "windows-1252") return table;
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) if (trail !== 0x7f) learn([lead, trail]);
  return table;
}

const tables = new Map<PrinterCharset, ReadonlyMap<number, readonly number[]>>();

/**
 * The text in a character set of ticket printers, which print nonsense for what they do not know: characters that the
 * set lacks lose their accents or become `?`, controls become blanks.
 */
export function encodeText(text: string, charset: PrinterCharset): Buffer {
  const table = tables.get(charset) ?? tableOf(charset);
  tables.set(charset, table);
  const bytes: number[] = [];
  for (const sign of text.normalize("NFC").replaceAll("\u2212", "-")) {
    const plain = sign.normalize("NFKD").replaceAll(/\p{M}/gu, "");
    const known = table.get(sign.codePointAt(0) as number);
    if (/\p{Cc}/u.test(sign)) bytes.push(0x20);
    else if (known) bytes.push(...known);
    else for (const part of plain) bytes.push(...(table.get(part.codePointAt(0) as number) ?? [UNKNOWN]));
  }
  return Buffer.from(bytes);
}
