import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { loggerFile, loggerLayout } from "@/db/schema";
import { forgetLayout } from "@/features/carrier/logger/layout.operations";
import { addLoggerFile, checkLoggerFile } from "@/features/carrier/logger/logger.operations";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { refusal } from "../support/refusal";

const file = (day: string) => Buffer.from(`A;B;C\n${day}.03.2024 10:00;4,5;55\n${day}.03.2024 10:10;4,6;54\n`);
const layout = {
  delimiter: ";",
  headLine: 1,
  time: [0],
  columns: [
    { index: 1, measure: "temperature", channel: 1 },
    { index: 2, measure: "humidity", channel: 1 },
  ],
};

let own: Awaited<ReturnType<typeof makeCustomer>>;
let other: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;

const fridge = async (of = own) => (await makeFridge(db(), of)).carrier.id;

beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
});
beforeEach(async () => {
  admin = await accountContext(db(), await makeUser(db(), own.id, {}));
});
afterAll(() => db().$client.end({ timeout: 5 }));

describe("a table whose columns cannot be told", () => {
  it("is refused with the rule, its first rows are shown, and nothing is kept", async () => {
    const id = await fridge();
    const seen = await checkLoggerFile.call(admin, { id, name: "a.csv", file: file("15") });
    expect(seen).toMatchObject({
      issueCount: 1,
      issues: [{ rule: "columns" }],
      table: { source: "none", width: 3, layout: { delimiter: ";", headLine: 1, time: [0] } },
    });
    expect(await refusal(addLoggerFile.call(admin, { id, name: "a.csv", file: file("15") }))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "file", rule: "logger.columns" }],
    });
    expect(await db().$count(loggerFile, eq(loggerFile.carrierId, id))).toBe(0);
    expect(await db().$count(loggerLayout, eq(loggerLayout.customerId, own.id))).toBe(0);
  });

  it("is read as somebody says, and the next of its shape as well, by the same customer alone", async () => {
    const id = await fridge();
    const told = { id, name: "a.csv", file: file("16"), timeZone: "Europe/Berlin", layout: JSON.stringify(layout) };
    expect(await checkLoggerFile.call(admin, told)).toMatchObject({
      issueCount: 0,
      valueCount: 4,
      table: { source: "given" },
    });
    expect(await db().$count(loggerLayout, eq(loggerLayout.customerId, own.id))).toBe(0);
    await addLoggerFile.call(admin, told);
    const [row] = await trailOf(db(), own.id, "carrier", id);
    expect(row).toMatchObject({ newValues: { columns: "time 1, temperature 1: 2, humidity 1: 3" } });

    const next = await checkLoggerFile.call(admin, { id, name: "b.csv", file: file("17") });
    expect(next).toMatchObject({
      ...{ issueCount: 0, valueCount: 4, timeZone: "Europe/Berlin", table: { source: "kept", layout } },
      span: { from: Date.UTC(2024, 2, 17, 9) },
    });
    const made = await addLoggerFile.call(admin, { id, name: "b.csv", file: file("17"), sha256: next.sha256 });
    expect(made).toMatchObject({ valueCount: 4, timeZone: "Europe/Berlin" });
    // What is said now counts more, and replaces what was said.
    const again = { ...layout, columns: [layout.columns[0]] };
    await addLoggerFile.call(admin, { id, name: "c.csv", file: file("18"), layout: again });
    expect(await checkLoggerFile.call(admin, { id, name: "d.csv", file: file("19") })).toMatchObject({ valueCount: 2 });

    const stranger = await accountContext(db(), await makeUser(db(), other.id, {}));
    const theirs = { id: await fridge(other), name: "b.csv", file: file("17") };
    expect(await checkLoggerFile.call(stranger, theirs)).toMatchObject({ issues: [{ rule: "columns" }] });
  });

  it("takes no layout that contradicts itself, by field", async () => {
    const id = await fridge();
    const wrong = { ...layout, columns: [{ index: 0, measure: "temperature", channel: 1 }] };
    for (const one of [JSON.stringify(wrong), "no json", JSON.stringify({ ...layout, time: [] })]) {
      const { code, issues } = await refusal(
        checkLoggerFile.call(admin, { id, name: "a.csv", file: file("15"), layout: one }),
      );
      expect([code, issues?.[0]?.path.startsWith("layout")]).toEqual(["INVALID", true]);
    }
  });
});

describe("what is kept of files of a kind", () => {
  /** Titles of its own, so that no other test has kept them. */
  const ibutton = (title: string, day: string) =>
    Buffer.from(`Part: DS1922L\n\nDate/Time,Unit,Value,${title}\n${day}/03/24 10:00:01,C,4.562,x\n`);
  const keptOf = async (customerId: number) =>
    db().select().from(loggerLayout).where(eq(loggerLayout.customerId, customerId));

  it("reads a file of another preamble to its last row", async () => {
    const id = await fridge();
    const rows = Array.from({ length: 6 }, (_, index) => `15.03.2024 1${index}:00;4,5;55`).join("\n");
    const text = (preamble: number) =>
      Buffer.from(`${"Logger;7;\n".repeat(preamble)}Eins;Zwei;Drei\n${rows.replaceAll("15.", `${16 + preamble}.`)}\n`);
    await addLoggerFile.call(admin, { id, name: "a.csv", file: text(4), layout: { ...layout, headLine: 5 } });
    for (const preamble of [0, 1, 3, 7]) {
      const seen = await checkLoggerFile.call(admin, { id, name: "b.csv", file: text(preamble) });
      expect(seen).toMatchObject({ issueCount: 0, valueCount: 12, table: { source: "kept" } });
      expect(seen.table?.layout.headLine).toBe(preamble + 1);
    }
  });

  it("is the zone and the order of dates as well, where titles say what the columns are", async () => {
    const id = await fridge();
    const [first, next] = [ibutton("a", "05"), ibutton("a", "06")];
    expect((await checkLoggerFile.call(admin, { id, name: "a.csv", file: first })).issues).toMatchObject([
      { rule: "dateOrder" },
    ]);
    const chosen = { timeZone: "Europe/Berlin", dateOrder: "dmy" } as const;
    await addLoggerFile.call(admin, { id, name: "a.csv", file: first, ...chosen });
    const seen = await checkLoggerFile.call(admin, { id, name: "b.csv", file: next });
    expect(seen).toMatchObject({
      ...{ issueCount: 0, timeZone: "Europe/Berlin", dateOrder: "dmy", table: { source: "titles" } },
      span: { from: Date.UTC(2024, 2, 6, 9, 0, 1) },
      kept: { hasColumns: false, timeZone: "Europe/Berlin", dateOrder: "dmy", userName: expect.any(String) },
    });
    expect(Math.abs((seen.kept?.savedAt ?? 0) - admin.now.getTime())).toBeLessThan(60_000);
    const made = await addLoggerFile.call(admin, { id, name: "b.csv", file: next, sha256: seen.sha256 });
    expect(made.timeZone).toBe("Europe/Berlin");
    // What is said now counts more, and takes the place of what was said.
    const other = { id, name: "c.csv", file: ibutton("a", "07"), timeZone: "Asia/Tokyo" };
    expect(await checkLoggerFile.call(admin, other)).toMatchObject({
      ...{ timeZone: "Asia/Tokyo", span: { from: Date.UTC(2024, 2, 7, 1, 0, 1) } },
    });
    await addLoggerFile.call(admin, other);
    expect(await checkLoggerFile.call(admin, { id, name: "d.csv", file: ibutton("a", "08") })).toMatchObject({
      ...{ issueCount: 0, timeZone: "Asia/Tokyo", dateOrder: "dmy" },
    });
  });

  it("is nothing where nobody chose anything, and its columns stay where only the zone is chosen", async () => {
    const { id: customerId } = own;
    const id = await fridge();
    const before = (await keptOf(customerId)).length;
    const plain = Buffer.from("time,temp,remark\n2026-01-05 08:00,5,x\n");
    await addLoggerFile.call(admin, { id, name: "a.csv", file: plain });
    expect(await keptOf(customerId)).toHaveLength(before);
    const table = (day: string) => Buffer.from(file(day).toString().replace("A;B;C", "Uno;Dos;Tres"));
    await addLoggerFile.call(admin, { id, name: "b.csv", file: table("15"), layout });
    await addLoggerFile.call(admin, { id, name: "c.csv", file: table("16"), timeZone: "Asia/Tokyo" });
    expect(await checkLoggerFile.call(admin, { id, name: "d.csv", file: table("17") })).toMatchObject({
      ...{ issueCount: 0, valueCount: 4, timeZone: "Asia/Tokyo", kept: { hasColumns: true } },
    });
  });

  it("keeps its zone where only the columns are said anew", async () => {
    const id = await fridge();
    const table = (day: string) => Buffer.from(file(day).toString().replace("A;B;C", "Un;Deux;Trois"));
    await addLoggerFile.call(admin, { id, name: "a.csv", file: table("15"), layout, timeZone: "Asia/Tokyo" });
    const again = { ...layout, columns: [layout.columns[0]] };
    expect(await checkLoggerFile.call(admin, { id, name: "b.csv", file: table("16"), layout: again })).toMatchObject({
      ...{ valueCount: 2, timeZone: "Asia/Tokyo", table: { source: "given" }, kept: { hasColumns: false } },
    });
  });

  it("is forgotten at a carrier, whose trail tells it; the next file is asked about again", async () => {
    const id = await fridge();
    const told = {
      id,
      name: "a.csv",
      file: ibutton("forget", "05"),
      timeZone: "Europe/Berlin",
      dateOrder: "dmy",
    } as const;
    await addLoggerFile.call(admin, told);
    const next = { id, name: "b.csv", file: ibutton("forget", "06") };
    const { kept } = await checkLoggerFile.call(admin, next);
    const shape = kept?.shape as string;
    expect(await forgetLayout.call(admin, { id, shape })).toEqual({ carrierId: id });
    expect((await trailOf(db(), own.id, "carrier", id)).at(-1)).toMatchObject({
      operation: "loggerLayout.remove",
      oldValues: { timeZone: "Europe/Berlin", dateOrder: "dmy" },
    });
    expect(await checkLoggerFile.call(admin, next)).toMatchObject({ kept: null, issues: [{ rule: "dateOrder" }] });
    expect(await refusal(forgetLayout.call(admin, { id, shape }))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("stays where it is denied, out of scope or invalid", async () => {
    const id = await fridge();
    const told = {
      id,
      name: "a.csv",
      file: ibutton("deny", "05"),
      timeZone: "Europe/Berlin",
      dateOrder: "dmy",
    } as const;
    await addLoggerFile.call(admin, told);
    const next = { id, name: "b.csv", file: ibutton("deny", "06") };
    const { kept } = await checkLoggerFile.call(admin, next);
    const shape = kept?.shape as string;
    const viewer = await accountContext(db(), await makeUser(db(), own.id, { permissions: ["viewRefrigerator"] }));
    const ofCars = await accountContext(db(), await makeUser(db(), own.id, { permissions: ["editCar"] }));
    for (const ctx of [viewer, ofCars])
      expect(await refusal(forgetLayout.call(ctx, { id, shape }))).toMatchObject({ code: "FORBIDDEN" });
    const stranger = await accountContext(db(), await makeUser(db(), other.id, {}));
    expect(await refusal(forgetLayout.call(stranger, { id, shape }))).toMatchObject({ code: "NOT_FOUND" });
    const theirs = { id: await fridge(other), shape };
    expect(await refusal(forgetLayout.call(stranger, theirs))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(forgetLayout.call(admin, { id, shape: "x" }))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "shape" }],
    });
    expect((await checkLoggerFile.call(admin, next)).kept).toEqual(kept);
  });
});
