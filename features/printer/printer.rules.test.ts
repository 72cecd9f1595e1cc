import { describe, expect, it } from "vitest";
import { PRINT_STATES } from "@/db/print-enums";
import { ticketLines } from "@/features/print/ticket.rules";
import { OUTBOUND_FAILURES } from "@/lib/outbound/outbound-error";
import { latestTime, nextTime } from "./group/rules";
import { GroupInput } from "./group/schema";
import { actsOf, assertAllowed, groupKey, jobName, nextTry } from "./job/rules";
import { DELIVER_PRINT } from "./job/schema";
import { isElsewhere, problemOf, problemOfReasons } from "./printer.rules";
import { PrinterInput } from "./printer.schema";

const wrong = (schema: typeof PrinterInput | typeof GroupInput, values: object) => {
  const parsed = schema.safeParse(values);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join("."));
};

describe("a printer", () => {
  const printer = { name: "Office", kind: "ipp", host: "10.0.0.5", port: 631, path: "/ipp/print" };

  it("has an address", () => {
    expect(wrong(PrinterInput, printer)).toEqual([]);
    expect(wrong(PrinterInput, { ...printer, host: "printer_1", path: "ipp" })).toEqual(["host", "path"]);
    expect(wrong(PrinterInput, { ...printer, kind: "escpos", path: "ipp", columns: 40 })).toEqual(["columns"]);
    expect(wrong(PrinterInput, { ...printer, port: 0 })).toEqual(["port"]);
  });

  it("is another one at another address", () => {
    const address = { kind: "ipp", host: "a", port: 631, isTls: false, path: "/x" } as const;
    expect(isElsewhere(address, { ...address, host: "A" })).toBe(false);
    for (const change of [{ host: "b" }, { port: 80 }, { isTls: true }, { path: "/y" }, { kind: "escpos" as const }])
      expect(isElsewhere(address, { ...address, ...change })).toBe(true);
  });

  it("names what keeps it from printing, and no warnings", () => {
    expect(problemOfReasons(["media-empty-error", "cover-open"])).toBe("paper");
    expect(problemOfReasons(["marker-supply-low-warning", "media-low-report"])).toBeNull();
    expect(problemOfReasons(["media-empty-warning"])).toBeNull();
    expect(problemOfReasons(["media-jam"])).toBe("jam");
    expect(problemOfReasons(["paused"])).toBe("stopped");
    for (const failure of OUTBOUND_FAILURES) expect(problemOf(failure)).toBeTruthy();
  });
});

describe("a print group", () => {
  const group = { groupName: "G", printerIds: [1], carrierIds: [2], contents: ["dayRecord"], times: ["08:00"] };

  it("has at least one of everything, and no time twice", () => {
    expect(wrong(GroupInput, group)).toEqual([]);
    for (const name of ["printerIds", "carrierIds", "contents", "times"])
      expect(wrong(GroupInput, { ...group, [name]: [] })).toEqual([name]);
    expect(wrong(GroupInput, { ...group, times: ["08:00", "8:00"] })).toEqual(["times.1"]);
    expect(wrong(GroupInput, { ...group, times: ["24:00"] })).toEqual(["times.0"]);
    expect(wrong(GroupInput, { ...group, groupName: "" })).toEqual(["groupName"]);
    expect(GroupInput.parse({ ...group, times: ["17:30", "08:00"] }).times).toEqual([480, 1050]);
  });

  it("has a next time in its zone, also over a change of the clock", () => {
    const next = (after: string, zone: string, times = [8 * 60, 17 * 60]) =>
      nextTime(times, new Date(after), zone)?.toISOString();
    expect(next("2026-11-28T00:00:00Z", "Asia/Shanghai")).toBe("2026-11-28T09:00:00.000Z");
    expect(next("2026-11-28T09:00:00Z", "Asia/Shanghai")).toBe("2026-11-29T00:00:00.000Z");
    // 02:30 does not exist on 29 March 2026 in Berlin.
    expect(next("2026-03-28T22:00:00Z", "Europe/Berlin", [150])).toBe("2026-03-29T01:30:00.000Z");
    expect(next("2026-11-28T00:00:00Z", "UTC", [])).toBeUndefined();
  });

  it("makes up for one time after a pause", () => {
    const from = new Date("2026-11-20T08:00:00Z");
    expect(latestTime([480, 1020], from, new Date("2026-11-28T12:00:00Z"), "UTC").toISOString()).toBe(
      "2026-11-28T08:00:00.000Z",
    );
    expect(latestTime([480], from, new Date("2026-11-20T08:00:05Z"), "UTC")).toEqual(from);
  });
});

describe("a print job", () => {
  it("can be tried again unless it is printed or on its way", () => {
    const retried = PRINT_STATES.filter((state) => actsOf(state).includes("retry"));
    expect(retried).toEqual(["waiting", "failed", "unclear"]);
    expect(actsOf("printed")).toEqual([]);
    expect(actsOf("unclear")).toEqual(["retry", "confirm", "cancel"]);
    expect(() => assertAllowed("retry", "printed")).toThrow("printed");
  });

  it("is tried later and later", () => {
    const now = new Date(0);
    expect([1, 2, 3].map((attempt) => Math.round(nextTry(now, attempt).getTime() / 1000))).toEqual([3, 7, 20]);
    expect(nextTry(now, 99)).toEqual(nextTry(now, 10));
  });

  it("is given up after about four hours", () => {
    let now = new Date(0);
    for (let attempt = 1; attempt < DELIVER_PRINT.maximumAttempts; attempt += 1) now = nextTry(now, attempt);
    const hours = now.getTime() / 3_600_000;
    expect(hours).toBeGreaterThan(3);
    expect(hours).toBeLessThan(4);
  });

  it("has a key for each time, printer and content, and a name of its own", () => {
    const at = new Date("2026-11-28T08:00:00Z");
    expect(
      new Set([groupKey(1, at, 2, "slip:0"), groupKey(1, at, 3, "slip:0"), groupKey(1, at, 2, "slip:1")]).size,
    ).toBe(3);
    expect(jobName({ id: 7, title: "日记录".repeat(40), key: "request:abc" }).length).toBeLessThan(100);
  });
});

describe("a ticket of a document", () => {
  it("has its facts, its table, its code and a cut for each page", () => {
    const page = {
      ...{ heading: "Fridge 1", facts: [["Day", "2026-11-28"]] as [string, string][], code: "X", notes: ["▲ above"] },
      table: { head: ["Time", "°C"], rows: [["08:00", "9.1 ▲"]] },
    };
    const lines = ticketLines({ title: "T", customer: "C", made: "M", pages: [page, page] }, 32);
    const texts = lines.flatMap((line) => (line.kind === "text" ? [line.text] : []));
    expect(texts).toContain(`Day${" ".repeat(19)}2026-11-28`);
    expect(texts.some((text) => text.startsWith("08:00") && text.endsWith("9.1 ^"))).toBe(true);
    expect(lines.filter(({ kind }) => kind === "cut")).toHaveLength(2);
    expect(lines.filter(({ kind }) => kind === "code")).toHaveLength(2);
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(32);
  });
});
