import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MAXIMUM_BYTES } from "@/features/telemetry/logger/content.rules";
import { columnOf } from "@/features/telemetry/logger/title.rules";
import { LOCALES } from "@/lib/i18n/routing";
import { ACCEPTED_ENDINGS, faultKind, historyOf, sizeIssue, TEMPLATE_COLUMNS } from "./logger.rules";

describe("the size of a logger's file", () => {
  it.each([
    [0, "required"],
    [1, undefined],
    [MAXIMUM_BYTES, undefined],
    [MAXIMUM_BYTES + 1, "fileSize"],
  ])("of %i bytes breaks %s", (size, rule) => expect(sizeIssue(size)?.rule).toBe(rule));
});

describe("the chooser of files", () => {
  it.each([".csv", ".txt", ".xlsx", ".pdf", ".gpx", ".xls", ".json"])(
    "offers %s: what cannot be read is refused in words",
    (ending) => expect(ACCEPTED_ENDINGS).toContain(ending),
  );
});

describe("faults that a logger recorded of itself", () => {
  it("are its clock's by number 15, which each language names, and others by their number", () => {
    expect(["15", "19"].map(faultKind)).toEqual(["clock", "other"]);
    const words = LOCALES.map((locale) => {
      const { logger } = JSON.parse(readFileSync(`messages/${locale}/history.json`, "utf8")) as {
        logger: { check: { error: Record<"clock" | "other", string> } };
      };
      return logger.check.error.clock;
    });
    for (const [index, word] of ["时钟错误", "Clock error", "Error del reloj", "時計エラー"].entries())
      expect(words[index]).toContain(word);
    for (const word of words) expect(word).toContain("{code}");
  });
});

describe("the template", () => {
  it("has a column for each sensor once, the first sensors first, in names that a table is read by as well", () => {
    const names = TEMPLATE_COLUMNS.map(({ measure, channel }) => `${measure} ${channel}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names.slice(0, 2)).toEqual(["temperature 1", "humidity 1"]);
    expect(names).toContain("temperature 4");
    expect(names).not.toContain("signal 1");
    for (const { measure, channel } of TEMPLATE_COLUMNS)
      expect(columnOf(`${measure} ${channel}`, 0)).toMatchObject({ measure, channel });
  });
});

describe("the way to the history", () => {
  it("shows the whole file with room on either side, switched on", () => {
    const day = 86_400_000;
    const query = new URLSearchParams(historyOf(7, { firstAt: 100 * day, lastAt: 200 * day }));
    expect([query.get("id"), query.get("tab"), query.get("loggers")]).toEqual(["7", "history", "1"]);
    expect(Date.parse(query.get("from") ?? "")).toBe(99 * day);
    expect(Date.parse(query.get("to") ?? "")).toBe(201 * day);
    const one = new URLSearchParams(historyOf(7, { firstAt: day, lastAt: day }));
    expect(Date.parse(one.get("to") ?? "") - Date.parse(one.get("from") ?? "")).toBe(2 * 3_600_000);
  });
});
