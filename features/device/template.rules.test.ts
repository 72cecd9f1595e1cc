import { describe, expect, it } from "vitest";
import { DEVICE_KINDS } from "@/db/enums";
import { LOCALES, type Locale } from "@/lib/i18n/routing";
import { writeTables } from "@/lib/spreadsheet/write-table";
import { readDevices, wordsIn } from "./template.operations";
import { FORMER_TITLES, importColumns } from "./template.rules";

/** Titles of the templates before they were reworded, in the order in which they were in use. */
const BEFORE: Record<Locale, Record<string, readonly string[]>> = {
  "zh-CN": { scene: ["组织架构"] },
  "en-US": {
    scene: ["Organisation node"],
    use: ["Use"],
    "settings.exceptionSampleIntervalSeconds": ["Sampling interval in an exception (s)"],
  },
  es: { "settings.nickname": ["Apodo"] },
  ja: {
    typeCode: ["タイプ"],
    scene: ["組織ノード"],
    reportIntervalSeconds: ["報告間隔（秒）"],
    utcOffsetHours: ["タイムゾーン（UTC からの時間）"],
    "settings.temperatureMinReportIntervalSeconds": ["温度：最小報告間隔（秒）"],
    "settings.temperatureMaxReportIntervalSeconds": ["温度：最大報告間隔（秒）"],
    "settings.humidityMinReportIntervalSeconds": ["湿度：最小報告間隔（秒）"],
    "settings.humidityMaxReportIntervalSeconds": ["湿度：最大報告間隔（秒）"],
    "settings.channelList": ["チャンネル一覧"],
    "settings.channelMask": ["チャンネルマスク"],
    "settings.channelPage": ["チャンネルページ"],
    "settings.networkAccessIntervalSeconds": ["ネットワーク接続間隔（秒）"],
    "settings.gpsIntervalSeconds": ["GPS 間隔（秒）", "GPS間隔（秒）"],
    "settings.ownIp": ["自身の IP", "自身のIP"],
    "settings.isGpsOn": ["GPS オン"],
  },
};

describe("the columns of a file", () => {
  it.each(LOCALES.flatMap((locale) => [0, 1].map((version) => [locale, version] as const)))(
    "are recognised by the titles of an earlier template in %s (%i)",
    async (locale, version) => {
      const { say } = await wordsIn(locale);
      for (const kind of DEVICE_KINDS) {
        const keys = importColumns(kind).map(({ key }) => key);
        const titles = keys.map((key) => {
          const before = BEFORE[locale][key] ?? [];
          return before[version] ?? before[0] ?? say(`column.${key}`);
        });
        const columns = titles.map((title) => ({ title, width: 20 }));
        const file = await writeTables([{ name: kind, columns, rows: [keys] }]);
        const { records, issues } = await readDevices(file, kind);
        expect(issues).toEqual([]);
        expect(records).toEqual([{ row: 2, values: Object.fromEntries(keys.map((key) => [key, key])) }]);
      }
    },
  );

  it("have no title in common", async () => {
    const words = await Promise.all(LOCALES.map(wordsIn));
    for (const kind of DEVICE_KINDS) {
      const keyOf = new Map<string, string>();
      for (const { key } of importColumns(kind))
        for (const title of [...words.map(({ say }) => say(`column.${key}`)), ...(FORMER_TITLES[key] ?? [])]) {
          expect([title, keyOf.get(title) ?? key]).toEqual([title, key]);
          keyOf.set(title, key);
        }
    }
  });

  it("that had another title before are columns of a template", () => {
    const keys = new Set(DEVICE_KINDS.flatMap((kind) => importColumns(kind).map(({ key }) => key)));
    expect(Object.keys(FORMER_TITLES).filter((key) => !keys.has(key))).toEqual([]);
  });
});
