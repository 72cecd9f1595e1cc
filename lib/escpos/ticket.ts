import type { PrinterCharset } from "@/db/print-enums";
import { encodeText } from "./charset";

/** A line of a ticket. `code`: a QR code. `cut`: the end of a label or slip. */
export type TicketLine =
  | { kind: "text"; text: string; isBold?: boolean; isLarge?: boolean; align?: "left" | "center" }
  | { kind: "code"; text: string }
  | { kind: "cut" };

export type TicketSettings = { charset: PrinterCharset; hasCutter: boolean };

const ESC = 0x1b;
const GS = 0x1d;
const FS = 0x1c;

/** Code page 16 of `ESC t` is Windows-1252 at all makers that have it. */
const WESTERN = 16;
/** Chinese printers are in double-byte mode after `FS &`; Japanese ones choose Shift JIS by `FS C 1`. */
const CHARSET_COMMANDS: Record<PrinterCharset, readonly number[]> = {
  gb18030: [FS, 0x26],
  shift_jis: [FS, 0x26, FS, 0x43, 1],
  "windows-1252": [FS, 0x2e, ESC, 0x74, WESTERN],
};

const MODULE_DOTS = 6;
const FEED_LINES = 4;
/** The most that one command stores (a QR code of level M has at most 2331 bytes). */
const MAXIMUM_CODE_BYTES = 2331;

/** `GS ( k`: model 2, size, correction M, store, print. */
function codeBytes(text: string): Buffer {
  const data = Buffer.from(text, "utf8");
  if (data.length > MAXIMUM_CODE_BYTES) throw new RangeError("too long for a QR code");
  const stored = data.length + 3;
  return Buffer.concat([
    Buffer.from([GS, 0x28, 0x6b, 4, 0, 0x31, 0x41, 50, 0]),
    Buffer.from([GS, 0x28, 0x6b, 3, 0, 0x31, 0x43, MODULE_DOTS]),
    Buffer.from([GS, 0x28, 0x6b, 3, 0, 0x31, 0x45, 49]),
    Buffer.from([GS, 0x28, 0x6b, stored % 256, Math.floor(stored / 256), 0x31, 0x50, 48]),
    data,
    Buffer.from([GS, 0x28, 0x6b, 3, 0, 0x31, 0x51, 48]),
  ]);
}

const align = (where: "left" | "center") => Buffer.from([ESC, 0x61, where === "center" ? 1 : 0]);

/** A ticket as ESC/POS commands (Epson's reference; other makers follow it): reset, lines, feed and cut. */
export function ticketBytes(lines: readonly TicketLine[], { charset, hasCutter }: TicketSettings): Buffer {
  const parts: Buffer[] = [Buffer.from([ESC, 0x40, ...CHARSET_COMMANDS[charset]])];
  for (const line of lines) {
    if (line.kind === "code") parts.push(align("center"), codeBytes(line.text), Buffer.from([0x0a]), align("left"));
    else if (line.kind === "cut")
      parts.push(Buffer.from([ESC, 0x64, FEED_LINES, ...(hasCutter ? [GS, 0x56, 66, 0] : [])]));
    else {
      const { text, isBold = false, isLarge = false } = line;
      // Double height keeps the number of columns.
      const [on, off] = [isLarge ? 0x01 : 0x00, 0x00];
      parts.push(
        align(line.align ?? "left"),
        Buffer.from([ESC, 0x45, isBold ? 1 : 0, GS, 0x21, on]),
        encodeText(text, charset),
        Buffer.from([0x0a, ESC, 0x45, 0, GS, 0x21, off]),
      );
    }
  }
  return Buffer.concat(parts);
}
