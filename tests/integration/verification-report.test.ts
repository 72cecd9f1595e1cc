import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { report, verificationSeries } from "@/db/schema";
import { makeReport } from "@/features/report/report.jobs";
import { reports } from "@/features/report/report.operations";
import { confirmTask, startTask } from "@/features/verification/act.operations";
import { sampleExport, taskExport } from "@/features/verification/export.operations";
import { advanceVerifications } from "@/features/verification/jobs";
import { createTask, getOneTask, planTask, removeTask } from "@/features/verification/task.operations";
import type { Export, ExportCell } from "@/lib/export/define-export";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { readFile } from "@/lib/stored-file/stored-file";
import { accountContext, makeUser } from "../factories/account";
import { insertReadings, makeLogger, makeVerification, RULE, SPACE } from "../factories/verification";
import { makeCustomer, makeFridge } from "../factories/world";
import { TEST_PASSWORD } from "../support/environment";
import { refusal } from "../support/refusal";
import { runQueue } from "../support/run-queue";

const MINUTE = 60_000;
let own: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;
let stranger: OperationContext;

beforeAll(async () => {
  process.env.PUBLIC_URL = "https://console.example";
  own = await makeCustomer(db(), { timeZone: "Europe/Berlin" });
  admin = await accountContext(db(), await makeUser(db(), own.id, {}));
  stranger = await accountContext(db(), await makeUser(db(), (await makeCustomer(db())).id, {}));
});
afterAll(async () => {
  delete process.env.PUBLIC_URL;
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

/** A verification of an hour with three points, one of them beside the carrier's own sensor. */
async function verified() {
  const begin = Math.floor(Date.now() / MINUTE) * MINUTE - 90 * MINUTE;
  const { carrier, sensor, probes } = await makeFridge(db(), own);
  const values = (offset: number) =>
    Array.from({ length: 91 }, (_, minute) => [begin + minute * MINUTE, 5 + offset + (minute % 10) / 10] as const);
  await insertReadings(db(), probes.temperature as number, values(0.8));
  const loggers = await Promise.all([0, 0.5, 1].map(() => makeLogger(db(), own.id)));
  for (const [index, logger] of loggers.entries())
    await insertReadings(db(), logger.probes.temperature, values(index / 2));
  const { id } = await createTask.call(admin, {
    ...{ name: "Mapping", carrierId: carrier.id, object: "fridge", kind: "beforeUse", samplingSeconds: 60 },
    ...{ limits: { temperature: { setting: 5, minimum: 2, maximum: 8 } }, durationMinutes: 60 },
    plannedAt: new Date(begin).toISOString(),
  } as never);
  const point = (index: number) => ({
    ...{ label: `P${index}`, x: 0.2 + index * 0.3, y: 0.5, heightMetres: 1, deviceId: loggers[index]?.id as number },
    ...(index === 2
      ? { pointClass: "permanent" as const, besideId: sensor.id }
      : { pointClass: "uniform" as const, besideId: null }),
  });
  await planTask.call(admin, {
    ...{ id, version: 1, space: SPACE, rule: { ...RULE, uniformMinimum: 2 }, ruleName: "Ours", ruleSource: "SOP 7" },
    points: [0, 1, 2].map(point),
  });
  await startTask.call(admin, { id, startedAt: new Date(begin).toISOString() });
  for (let time = 0; time < 2; time += 1)
    await advanceVerifications.run(
      {},
      { db: db(), now: new Date(), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal },
    );
  return { id, carrier, loggers };
}
const work = () => runQueue([makeReport], { ahead: true });
const paths = async (call: Promise<unknown>) =>
  (await refusal(call)).issues?.map(({ path, rule }) => `${path} ${rule}`);

describe("a report on a verification", () => {
  it("has its figures, points and hash, is printed, and keeps the verification", async () => {
    const { id, carrier } = await verified();
    await confirmTask.call(admin, { id });
    const { id: reportId } = await reports.createOn.call(admin, { about: "verification", id });
    await work();
    const made = await reports.get.call(admin, { id: reportId });
    expect(made).toMatchObject({
      state: "generated",
      type: "verification",
      verificationId: id,
      carrierIds: [carrier.id],
    });
    const task = await getOneTask.call(admin, { id });
    expect(made.content?.verification).toMatchObject({
      ...{ id, isIntact: true, dataSha256: task.dataSha256, ruleSource: "SOP 7", result: task.result },
      required: { uniform: 2, permanent: 0 },
      points: [{ label: "P0" }, { label: "P1" }, { label: "P2", pointClass: "permanent" }],
    });
    expect(task.result?.permanent[0]?.meanDifference).toBeCloseTo(-0.2, 9);
    expect(task.result?.worst).toMatchObject({ label: "P2", isPermanentWorst: true });
    expect(made.files).toHaveLength(1);
    const [row] = await db().select().from(report).where(eq(report.id, reportId));
    expect(row?.sourceId).not.toBeNull();
    const [file] = await db().$client<
      { id: string }[]
    >`select file_id as id from report_file where report_id = ${reportId}`;
    const { content } = await readFile(db(), file?.id ?? null);
    expect(Buffer.from(content.subarray(0, 5)).toString()).toBe("%PDF-");
    expect(content.length).toBeGreaterThan(20_000);

    const signing = { password: TEST_PASSWORD, contentHash: made.signing?.contentHash as string };
    expect(await reports.sign.call(admin, { id: reportId, ...signing })).toMatchObject({ approval: "made" });
    expect(await paths(removeTask.call(admin, { id }))).toEqual(["id verificationReported"]);
  });

  it("says that the readings were changed since the record ended", async () => {
    const { id, loggers } = await verified();
    await db()
      .update(verificationSeries)
      .set({ values: [1] })
      .where(eq(verificationSeries.probeId, loggers[0]?.probes.temperature as number));
    const { id: reportId } = await reports.createOn.call(admin, { about: "verification", id });
    await work();
    expect((await reports.get.call(admin, { id: reportId })).content?.verification).toMatchObject({ isIntact: false });
  });

  it("is refused without a result, with carriers besides, and outside the scope", async () => {
    const { carrier } = await makeFridge(db(), own);
    const { id } = await makeVerification(db(), own.id, carrier.id);
    expect(await paths(reports.createOn.call(admin, { about: "verification", id }))).toEqual([
      "verificationId verificationNoResult",
    ]);
    const shape = { type: "verification", name: "X", sections: ["uniformity"], locales: ["en-US"] } as const;
    expect(await paths(reports.create.call(admin, { ...shape } as never))).toEqual(["verificationId required"]);
    expect(
      await paths(reports.create.call(admin, { ...shape, verificationId: id, carrierIds: [carrier.id] } as never)),
    ).toEqual(["carrierIds reportSubject"]);
    expect((await refusal(reports.createOn.call(stranger, { about: "verification", id }))).code).toBe("NOT_FOUND");
  });
});

describe("an export", () => {
  it("has the verifications of a list, and the samples of one", async () => {
    const { id } = await verified();
    const { number } = await getOneTask.call(admin, { id });
    const rows = await collect(taskExport as unknown as Export, { q: number });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(number);
    const samples = await collect(sampleExport as unknown as Export, { id });
    expect(samples).toHaveLength(61 * 3);
  });
});

async function collect(one: Export, query: object): Promise<(readonly ExportCell[])[]> {
  const { batches, total } = await one.open(admin, one.input.parse(query));
  const rows: (readonly ExportCell[])[] = [];
  for await (const batch of batches) rows.push(...batch);
  expect(rows).toHaveLength(total);
  return rows;
}
