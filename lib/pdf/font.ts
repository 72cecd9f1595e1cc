import { join } from "node:path";
import { openSync } from "fontkit";

const folder = join(process.cwd(), "lib/pdf/fonts");

/** Latin, symbols, kana, simplified Chinese and Japanese characters; a document embeds what it uses. */
export const FONTS = {
  regular: join(folder, "NotoSansSC-Regular.ttf"),
  bold: join(folder, "NotoSansSC-Bold.ttf"),
} as const;

export type FontName = keyof typeof FONTS;

let known: ReadonlySet<number> | undefined;
const isKnown = (sign: string) => {
  known ??= new Set(openSync(FONTS.regular).characterSet);
  return known.has(sign.codePointAt(0) as number);
};

/** Letters with a stroke, which no normalisation takes apart. */
const PLAIN: Record<string, string> = { Ł: "L", ł: "l", Đ: "D", đ: "d", Ħ: "H", ħ: "h", ı: "i", Œ: "OE", œ: "oe" };
const UNKNOWN = "□";

/**
 * The text in characters that the fonts have: others become their plain form (`₂` → `2`, `ą` → `a`), or else `□`.
 * Control characters other than line breaks become spaces.
 */
export function printable(text: string): string {
  let shown = "";
  for (const sign of text.normalize("NFC")) {
    if (sign === "\n" || isKnown(sign)) shown += sign;
    else if (/[\p{Cc}\p{Zs}]/u.test(sign)) shown += " ";
    else if (/\p{M}|\p{Cf}/u.test(sign)) continue;
    else {
      const plain = PLAIN[sign] ?? sign.normalize("NFKD").replaceAll(/\p{M}/gu, "");
      shown += [...plain].every(isKnown) && plain !== "" ? plain : UNKNOWN;
    }
  }
  return shown;
}
