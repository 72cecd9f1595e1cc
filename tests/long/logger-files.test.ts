import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "@/db/client";
import { addLoggerFile, checkLoggerFile, listLoggerAlarms } from "@/features/carrier/logger/logger.operations";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { describeWithMeasurements, MEASUREMENTS } from "../support/measurements";

let own: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;

const fridge = async () => (await makeFridge(db(), own)).carrier.id;
const read = (path: string) => readFileSync(join(MEASUREMENTS, path), "utf8");

describeWithMeasurements("the loggers' own files", () => {
  beforeAll(async () => {
    own = await makeCustomer(db());
  });
  beforeEach(async () => {
    admin = await accountContext(db(), await makeUser(db(), own.id, {}));
  });
  afterAll(() => db().$client.end({ timeout: 5 }));

  it.each([
    ["fridgetag2L_130500109088", 38, 30],
    ["fridgetag2_130400191544", 4, 0],
    ["qtagCLm_RCPJ00010_run03", 0, 2],
  ])("%s keeps its %i days, its %i alarms and every other name", async (name, days, alarms) => {
    const id = await fridge();
    const file = Buffer.from(read(`loggers/${name}.txt`));
    const asked = { id, name: `${name}.txt`, file, timeZone: "Asia/Kathmandu" };
    const seen = await checkLoggerFile.call(admin, asked);
    expect([seen.issueCount, seen.details.days.length, seen.alarmCount]).toEqual([0, days, alarms]);
    const made = await addLoggerFile.call(admin, asked);
    const record = await listLoggerAlarms.call(admin, { id: made.id });
    expect(record).toEqual({ items: seen.alarms, details: seen.details });
    // The signature is the last name of each.
    expect(record.details.raw).toContainEqual({ name: "Sig", value: /^Sig: (.+?)\r?$/m.exec(file.toString())?.[1] });
  });

  it("a log with titles that nobody knows is said once; the next has other lines above and below it, and none is lost", async () => {
    const id = await fridge();
    const [, ...rows] = read("loggers/qtagCLm_RCPJ00010_run03.csv").trim().split(/\r?\n/);
    const text = (from: number, to: number, above: number) =>
      Buffer.from(
        [
          ...new Array<string>(above).fill("Q-tag,RCPJ00010,"),
          "eins,zwei,drei",
          ...rows.slice(from, to),
          "Höchstwert,12.7,",
        ].join("\n"),
      );
    const layout = {
      ...{ delimiter: ",", headLine: 5, time: [0] },
      columns: [{ index: 1, measure: "temperature", channel: 1 }],
    };
    const first = { id, name: "a.csv", file: text(0, 100, 4), layout, timeZone: "Asia/Tokyo" };
    expect(await addLoggerFile.call(admin, first)).toMatchObject({ valueCount: 100 });
    for (const [above, from] of [
      [0, 100],
      [2, 200],
      [9, 300],
    ] as const) {
      const seen = await checkLoggerFile.call(admin, { id, name: "b.csv", file: text(from, from + 100, above) });
      expect(seen).toMatchObject({
        ...{ issueCount: 0, valueCount: 100, timeZone: "Asia/Tokyo", kept: { hasColumns: true } },
        table: { source: "kept", layout: { headLine: above + 1 }, footer: ["Höchstwert 12.7"] },
      });
      expect(seen.span?.from).toBe(Date.parse(`${rows[from]?.slice(0, 16).replace(" ", "T")}:00+09:00`));
    }
  });
});
