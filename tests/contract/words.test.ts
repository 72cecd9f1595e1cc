import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Locale } from "../../lib/i18n/routing";

/** One notion has one word in each language; these are the others that it is taken for (`docs/decisions/013-carriers-and-tree.md`). */
const OTHER_WORDS: [locale: Locale, word: string, others: RegExp][] = [
  ["zh-CN", "监测点", /载体|监控点/],
  ["en-US", "carrier", /monitoring points?/i],
  ["es", "punto de control", /punto de (?:monitoreo|medición)|portador/i],
  ["ja", "監視ポイント", /キャリア|監視点|測定点/],
  ["es", "disparador", /\bactivador|gatillo/i],
  ["es", "excepción", /(?:registro|motivo)s? de anomalía/i],
  ["es", "pasarela", /"Gateway"/],
  ["ja", "警報", /アラーム|アラート/],
  ["ja", "機器", /デバイス/],
  ["ja", "パラメーター", /パラメータ(?!ー)/],
  ["zh-CN", "报警", /告警|警报/],
  ["zh-CN", "气体检测器", /气体探测器/],
  ["zh-CN", "接口密钥", /API ?密钥/],
  ["zh-CN", "操作权限", /可操作资源/],
  ["zh-CN", "下限 and 上限", /最小值|最大值/],
];

describe("the words of the interface", () => {
  it.each(OTHER_WORDS)("of %s say %s and nothing else for it", (locale, word, others) => {
    const files = readdirSync(`messages/${locale}`).map((file) => `messages/${locale}/${file}`);
    const texts = [...files, `db/seed/guide/${locale.toLowerCase()}.ts`].flatMap((file) =>
      readFileSync(file, "utf8")
        // The words by which the search also finds a screen are meant to be others.
        .replace(/"synonym": \{[^}]*\}/, "")
        .split("\n")
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(texts.some((text) => text.toLowerCase().includes(word.split(" and ")[0] as string))).toBe(true);
    expect(texts.filter((text) => others.test(text))).toEqual([]);
  });
});
