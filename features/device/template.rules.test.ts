import { describe, expect, it } from "vitest";
import { DEVICE_KINDS, type DeviceKind } from "@/db/enums";
import { LOCALES } from "@/lib/i18n/routing";
import { writeTables } from "@/lib/spreadsheet/write-table";
import HEADS from "@/tests/fixtures/device-heads.json";
import { readDevices, wordsIn } from "./template.operations";
import { FORMER_TITLES, importColumns } from "./template.rules";

// Heads as templates of that version had them. Whoever changes a title records the new head, and never edits an old one.
describe("the columns of a file", () => {
  it.each(HEADS.map(({ locale, version, kind, head }) => [locale, version, kind, head] as const))(
    "are recognised by the recorded head of a template: %s, version %i, %s",
    async (_locale, _version, kind, head) => {
      const keys = Object.values(head);
      const columns = Object.keys(head).map((title) => ({ title, width: 20 }));
      const file = await writeTables([{ name: kind, columns, rows: [keys] }]);
      const { records, issues } = await readDevices(file, kind as DeviceKind);
      expect(issues).toEqual([]);
      expect(records).toEqual([{ row: 2, values: Object.fromEntries(keys.map((key) => [key, key])) }]);
    },
  );

  it("that had another title before have it in a recorded head", () => {
    const recorded = new Set(
      HEADS.flatMap(({ head }) => Object.entries(head).map(([title, key]) => `${key}: ${title}`)),
    );
    const former = Object.entries(FORMER_TITLES).flatMap(([key, titles]) => titles.map((title) => `${key}: ${title}`));
    expect(former.filter((one) => !recorded.has(one))).toEqual([]);
  });

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
});
