import "server-only";
import { pinyin } from "pinyin-pro";

const CHINESE = /\p{Script=Han}/u;

/**
 * The Pinyin of a text without tones and its initials, each in one piece and in lower case, as people type them:
 * `接种冰箱3` gives `jiezhongbingxiang3` and `jzbx3`. What is not Chinese stays in both. Readings are those of the words
 * (pinyin-pro), so `重庆` is `chongqing`. Empty without Chinese characters.
 */
export function spellingsOf(text: string): string[] {
  if (!CHINESE.test(text)) return [];
  const signs = pinyin(text, { toneType: "none", type: "all", v: true });
  const joined = (partOf: (sign: (typeof signs)[number]) => string) =>
    signs
      .map((sign) => (sign.isZh ? partOf(sign) : sign.origin))
      .join("")
      .replaceAll(/\s+/g, "")
      .toLowerCase();
  return [joined((sign) => sign.pinyin), joined((sign) => sign.first)];
}
