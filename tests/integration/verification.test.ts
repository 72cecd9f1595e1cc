import { readFileSync } from "node:fs";
import { join } from "node:path";
import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import {
  device,
  outbox,
  reading,
  verificationPoint,
  verificationSeries,
  verificationTask,
  workOrder,
} from "@/db/schema";
import { disableDevices } from "@/features/device/activation.operations";
import { devices } from "@/features/device/kinds.operations";
import { createSecondment } from "@/features/secondment/secondment.operations";
import { confirmTask, markTask, startTask, stopTask, unmarkTask } from "@/features/verification/act.operations";
import { listDue } from "@/features/verification/due.operations";
import { advanceVerifications, remindOfVerifications } from "@/features/verification/jobs";
import { checkTask, getPicture, listSamples } from "@/features/verification/record.operations";
import {
  createTask,
  getOneTask,
  listTaskDevices,
  listTasks,
  planTask,
  removeTask,
  updateTask,
} from "@/features/verification/task.operations";
import { applyWorkOrderRules } from "@/features/work-order/rule/jobs";
import { workOrderRules } from "@/features/work-order/rule/operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import type { Job } from "@/lib/queue/define-job";
import { accountContext, makeUser } from "../factories/account";
import { insertReadings, type Logger, makeLogger, makeVerification, RULE, SPACE } from "../factories/verification";
import { makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { dayAfter } from "../support/day-after";
import { refusal as failureOf } from "../support/refusal";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let own: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;
let stranger: OperationContext;
let person: Awaited<ReturnType<typeof makeUser>>;

beforeAll(async () => {
  own = await makeCustomer(db());
  person = await makeUser(db(), own.id, {});
  admin = await accountContext(db(), person);
  stranger = await accountContext(db(), await makeUser(db(), (await makeCustomer(db())).id, {}));
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const run = (job: Job, now = new Date()) =>
  job.run({}, { db: db(), now, attempt: 1, maximumAttempts: 1, signal: new AbortController().signal });
const at = (now: number): OperationContext => ({ ...admin, now: new Date(now) });
async function refusal(call: Promise<unknown>) {
  const { code, issues = [] } = await failureOf(call);
  return { code, rules: issues.map(({ path, rule }) => `${path} ${rule}`) };
}

const limits = { temperature: { setting: 20, minimum: 10, maximum: 30 }, humidity: null };
const values = (carrierId: number, more: object = {}) =>
  ({
    ...{ name: "Mapping", carrierId, object: "coldStore", kind: "periodic", limits, samplingSeconds: 600 },
    ...{ durationMinutes: 60, plannedAt: new Date().toISOString(), samplingMode: "average", ...more },
  }) as never;
const pointOf = (logger: Pick<Logger, "id">, index: number, more: object = {}) => ({
  ...{ label: `U${index + 1}`, pointClass: "uniform" as const, x: 0.2 + index * 0.1, y: 0.5, heightMetres: 1 },
  ...{ deviceId: logger.id, ...more },
});

/** A task with a plan whose points are these loggers. */
async function planned(carrierId: number, loggers: readonly Logger[], more: object = {}, points: object[] = []) {
  const task = await createTask.call(admin, values(carrierId, more));
  await planTask.call(admin, {
    ...{ id: task.id, version: 1, space: SPACE, rule: { ...RULE, uniformMinimum: loggers.length } },
    points: loggers.map((logger, index) => pointOf(logger, index, points[index] ?? {})),
  });
  return task;
}

type Room = { temperature: number[]; humidity: number[] };

/** The series of the fixture, by room. */
function rooms(): Room[] {
  const text = readFileSync(join(import.meta.dirname, "../fixtures/verification/uci-rooms.csv"), "utf8");
  const lines = text
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",").slice(1).map(Number));
  return [0, 1, 2, 3, 4].map((room) => ({
    temperature: lines.map((line) => line[2 * room] as number),
    humidity: lines.map((line) => line[2 * room + 1] as number),
  }));
}

/** Loggers with the readings of the rooms, every ten minutes from an instant on. */
async function recorded(begin: number, series = rooms()) {
  const loggers: Logger[] = [];
  for (const room of series) {
    const logger = await makeLogger(db(), own.id, { reportIntervalSeconds: 600 }, true);
    for (const measure of ["temperature", "humidity"] as const)
      await insertReadings(
        db(),
        logger.probes[measure],
        room[measure].map((value, index) => [begin + index * 10 * MINUTE, value]),
      );
    loggers.push(logger);
  }
  return loggers;
}

/** Decision 5, by the letter: over all points and times. */
function byTheBook(series: readonly number[][], setting: number) {
  const all = series.flat();
  const times = (series[0] as number[]).map((_, time) => series.map((point) => point[time] as number));
  const range = (list: readonly number[]) => Math.max(...list) - Math.min(...list);
  return {
    deviationMaximum: Math.max(...all) - setting,
    deviationMinimum: Math.min(...all) - setting,
    fluctuation: Math.max(...series.map(range)) / 2,
    uniformity: times.reduce((sum, list) => sum + range(list), 0) / times.length,
  };
}

describe("the figures of real series", () => {
  it("are those of an independent computation, for temperature and humidity", async () => {
    const begin = Math.floor(Date.now() / MINUTE) * MINUTE - 3 * DAY;
    const series = rooms();
    const loggers = await recorded(begin);
    const { carrier } = await makeFridge(db(), own);
    const minutes = 47 * 60;
    const humid = { ...limits, humidity: { setting: 45, minimum: 5, maximum: 100 } };
    const task = await planned(carrier.id, loggers, { limits: humid, durationMinutes: minutes });
    const started = await startTask.call(admin, { id: task.id, startedAt: new Date(begin).toISOString() });
    expect(started).toMatchObject({ state: "inProgress", startedAt: begin });
    await run(advanceVerifications);
    expect(await getOneTask.call(admin, { id: task.id })).toMatchObject({ state: "recording", recordedFrom: begin });
    await run(advanceVerifications);
    const done = await getOneTask.call(admin, { id: task.id });
    expect(done).toMatchObject({ state: "comparing", verdict: "passed", recordedTo: begin + minutes * MINUTE });
    const samples = minutes / 10 + 1;
    for (const measure of ["temperature", "humidity"] as const) {
      const own = series.map((room) => room[measure].slice(0, samples));
      const expected = byTheBook(own, humid[measure].setting);
      const whole = done.result?.[measure]?.whole;
      expect(whole).toMatchObject({ instants: samples, complete: samples });
      for (const [name, value] of Object.entries(expected))
        expect(whole?.[name as keyof typeof expected], `${measure} ${name}`).toBeCloseTo(value, 9);
      const hottest = own.findIndex((list) => list.includes(Math.max(...own.flat())));
      expect(whole?.hottest).toMatchObject({ label: `U${hottest + 1}`, value: Math.max(...own.flat()) });
    }
    expect(done.result).toMatchObject({ missingPercent: 0, gaps: [], reached: { at: begin, minutes: 0 } });

    const page = await listSamples.call(admin, { id: task.id, iDisplayStart: 5, iDisplayLength: 2 });
    expect(page).toMatchObject({ total: samples, points: [{ label: "U1" }, {}, {}, {}, {}] });
    const fifth = series.map((room) => room.temperature[5] as number);
    expect(page.items[0]).toMatchObject({ at: begin + 50 * MINUTE, values: fifth });
    expect(page.items[0]?.value).toBeCloseTo(fifth.reduce((sum, value) => sum + value, 0) / 5, 9);
    const picture = await getPicture.call(admin, { id: task.id, measure: "humidity" });
    expect(picture.points[1]?.values.slice(0, 2)).toEqual(series[1]?.humidity.slice(0, 2));

    const confirmed = await confirmTask.call(admin, { id: task.id, remark: "As last year" });
    expect(confirmed).toMatchObject({ state: "terminated", terminatedBy: person.name, acts: ["remove"] });
    const operations = (await trailOf(db(), own.id, "verificationTask", task.id)).map(({ operation }) => operation);
    expect(operations).toEqual(
      ["create", "plan", "start", "record", "freeze", "confirm"].map((verb) => `verificationTask.${verb}`),
    );
  });
});

/** A task of two points with a reading each minute, started so many minutes ago. */
async function twoPoints(minutes: number, read: (point: number, minute: number) => number | null, more: object = {}) {
  const begin = Math.floor(Date.now() / MINUTE) * MINUTE - minutes * MINUTE;
  const loggers = [await makeLogger(db(), own.id), await makeLogger(db(), own.id)];
  for (const [index, logger] of loggers.entries()) {
    const rows = Array.from(
      { length: minutes + 1 },
      (_, minute) => [begin + minute * MINUTE, read(index, minute)] as const,
    );
    await insertReadings(
      db(),
      logger.probes.temperature,
      rows.filter((row): row is [number, number] => row[1] !== null),
    );
  }
  const fridge = await makeFridge(db(), own, { measures: ["temperature", "door"] });
  const cold = { temperature: { setting: 5, minimum: 2, maximum: 8 }, humidity: null };
  const shape = { limits: cold, samplingSeconds: 60, durationMinutes: minutes - 10, userId: person.id, ...more };
  const task = await planned(fridge.carrier.id, loggers, shape);
  return { begin, loggers, fridge, task, id: task.id };
}
const startAt = (id: number, begin: number) => startTask.call(admin, { id, startedAt: new Date(begin).toISOString() });
async function finish(id: number) {
  for (let time = 0; time < 2; time += 1) await run(advanceVerifications);
  return getOneTask.call(admin, { id });
}
const newsOf = async (id: number) =>
  (await db().select({ key: outbox.idempotencyKey }).from(outbox))
    .map(({ key }) => key)
    .filter((key) => key.startsWith(`verification:${id}:`))
    .map((key) => key.split(":")[2]);

describe("a record", () => {
  it("names what is missing when the gateway is lost midway, and is refused above the allowed share", async () => {
    const lost = await twoPoints(70, (_, minute) => (minute > 20 && minute <= 40 ? null : 5), { gapPercent: 20 });
    await startAt(lost.id, lost.begin);
    const done = await finish(lost.id);
    // Two intervals are bridged: minutes 23 to 40 of 61 samples are missing.
    expect(done).toMatchObject({ state: "comparing", verdict: "refused" });
    expect(done.result?.missingPercent).toBeCloseTo((100 * 18) / 61, 6);
    const gap = { measure: "temperature", from: lost.begin + 23 * MINUTE, to: lost.begin + 41 * MINUTE };
    expect(done.result?.gaps).toEqual(["U1", "U2"].map((label) => ({ label, ...gap })));
    expect(done.result?.reasons[0]).toMatchObject({ reason: "gaps", limit: 20 });
    expect(new Set(await newsOf(lost.id))).toEqual(new Set(["completed"]));
    const allowed = await twoPoints(70, (_, minute) => (minute > 20 && minute <= 40 ? null : 5), { gapPercent: 30 });
    await startAt(allowed.id, allowed.begin);
    expect(await finish(allowed.id)).toMatchObject({ verdict: "passed" });
  });

  it("measures how long the space holds with an open door, noted or seen by its own sensor", async () => {
    const warm = (_: number, minute: number) => (minute < 20 ? 5 : minute < 40 ? 5 + (minute - 20) * 0.5 : 5);
    const noted = await twoPoints(70, warm, { tests: ["doorOpened"] });
    await startAt(noted.id, noted.begin);
    const iso = (minute: number) => new Date(noted.begin + minute * MINUTE).toISOString();
    await markTask.call(admin, { id: noted.id, test: "doorOpened", from: iso(20), to: iso(40) });
    expect((await refusal(markTask.call(admin, { id: noted.id, test: "powerOff", from: iso(50) }))).rules).toEqual([
      "test notPlannedTest",
    ]);
    expect((await refusal(markTask.call(admin, { id: noted.id, test: "doorOpened", from: iso(30) }))).rules).toEqual([
      "from repeated",
    ]);
    const done = await finish(noted.id);
    expect(done.result?.tests).toMatchObject([
      { source: "noted", limit: { minutes: 7 }, backAt: noted.begin + 40 * MINUTE },
    ]);
    expect(done).toMatchObject({ verdict: "passed", result: { temperature: { steady: { deviationMaximum: 0 } } } });

    const seen = await twoPoints(70, warm, { tests: ["doorOpened"] });
    // The door was shut for the last time before the record began.
    const door = [-60, 20, 40].map((minute, index) => [seen.begin + minute * MINUTE, index % 2] as const);
    await insertReadings(db(), seen.fridge.probes.door as number, door);
    await startAt(seen.id, seen.begin);
    expect((await finish(seen.id)).result?.tests).toMatchObject([{ source: "probe", limit: { minutes: 7 } }]);
  });

  it("takes notes once it is complete, and its result follows them until it is confirmed", async () => {
    const warm = (_: number, minute: number) => (minute < 20 ? 5 : minute < 40 ? 5 + (minute - 20) * 0.5 : 5);
    const { id, begin } = await twoPoints(70, warm, { tests: ["doorOpened"] });
    await startAt(id, begin);
    const before = await finish(id);
    expect(before).toMatchObject({ state: "comparing", verdict: "failed", acts: expect.arrayContaining(["mark"]) });
    const iso = (minute: number) => new Date(begin + minute * MINUTE).toISOString();
    const mark = (from: number, to: number) =>
      markTask.call(admin, { id, test: "doorOpened", from: iso(from), to: iso(to) });
    expect((await refusal(mark(61, 62))).rules).toEqual(["from withinRecord"]);
    await mark(20, 40);
    const noted = await getOneTask.call(admin, { id });
    expect(noted).toMatchObject({
      ...{ state: "comparing", verdict: "passed", dataSha256: before.dataSha256 },
      result: { tests: [{ source: "noted", limit: { minutes: 7 } }], reasons: [], from: begin },
    });
    const [own] = noted.marks;
    await unmarkTask.call(admin, { id, markId: own?.id as number });
    const { marks, ...after } = await getOneTask.call(admin, { id });
    expect(after).toMatchObject({ verdict: "failed", result: before.result });
    expect(marks).toEqual([]);
    await mark(20, 40);
    await confirmTask.call(admin, { id });
    expect((await refusal(mark(50, 52))).rules).toEqual(["state verificationState"]);
  });

  it("is ended early with its reason, or without a result before it begins", async () => {
    const early = await twoPoints(30, () => 5, { durationMinutes: 600 });
    await startAt(early.id, early.begin);
    await run(advanceVerifications);
    const stopped = await stopTask.call(admin, { id: early.id, reason: "power works" });
    expect(stopped).toMatchObject({ state: "comparing", stopReason: "power works", verdict: "passed" });
    expect((await getOneTask.call(admin, { id: early.id })).result).toMatchObject({ isStoppedEarly: true });
    const { carrier } = await makeFridge(db(), own);
    const silent = await planned(carrier.id, [await makeLogger(db(), own.id)], { samplingMode: "latest" });
    await startTask.call(admin, { id: silent.id });
    await run(advanceVerifications);
    expect(await stopTask.call(admin, { id: silent.id, reason: "wrong room" })).toMatchObject({
      ...{ state: "terminated", verdict: null, recordedFrom: null },
    });
  });

  it("shows what was tampered with, in the record and in the history", async () => {
    const { id, begin, loggers } = await twoPoints(30, () => 5, { durationMinutes: 10 });
    await startAt(id, begin);
    await finish(id);
    expect(await checkTask.call(admin, { id })).toMatchObject({ state: "intact", frozen: [], history: [] });
    const first = loggers[0]?.probes.temperature as number;
    await db()
      .update(reading)
      .set({ value: 4 })
      .where(and(eq(reading.probeId, first), eq(reading.at, new Date(begin + 3 * MINUTE))));
    expect(await checkTask.call(admin, { id })).toMatchObject({ state: "changed", history: ["U1"], frozen: [] });
    await db()
      .update(verificationSeries)
      .set({ values: [1, 2] })
      .where(eq(verificationSeries.probeId, loggers[1]?.probes.temperature as number));
    expect(await checkTask.call(admin, { id })).toMatchObject({ state: "changed", history: ["U1"], frozen: ["U2"] });
    await db().delete(reading).where(eq(reading.probeId, first));
    expect(await checkTask.call(admin, { id })).toMatchObject({ deleted: ["U1"], history: [] });
  });

  it("says once that devices are silent or out of limits, and that nothing began in time", async () => {
    const late = await twoPoints(20, (point, minute) => (point === 0 && minute > 15 ? 12 : 5), {
      durationMinutes: 600,
    });
    await startAt(late.id, late.begin);
    for (let time = 0; time < 3; time += 1) await run(advanceVerifications);
    expect(new Set(await newsOf(late.id))).toEqual(new Set(["exception"]));
    const { carrier } = await makeFridge(db(), own);
    const waiting = await createTask.call(admin, values(carrier.id, { timeoutMinutes: 10, userId: person.id }));
    await run(advanceVerifications, new Date(Date.now() + 5 * MINUTE));
    expect(await newsOf(waiting.id)).toEqual([]);
    for (let time = 0; time < 2; time += 1) await run(advanceVerifications, new Date(Date.now() + 11 * MINUTE));
    expect(new Set(await newsOf(waiting.id))).toEqual(new Set(["timeout"]));
  });
});

describe("a start", () => {
  it("is refused with too few points, a busy device, or a calibration that ends before", async () => {
    const { carrier } = await makeFridge(db(), own);
    const loggers = [await makeLogger(db(), own.id), await makeLogger(db(), own.id)];
    const bare = await createTask.call(admin, values(carrier.id));
    expect((await refusal(startTask.call(admin, { id: bare.id }))).rules).toEqual(["space required"]);
    await planTask.call(admin, {
      ...{ id: bare.id, version: 1, space: { ...SPACE, doors: 1 } },
      ...{ rule: { ...RULE, uniformMinimum: 3, perDoor: 2 }, points: [pointOf(loggers[0] as Logger, 0)] },
    });
    expect((await refusal(startTask.call(admin, { id: bare.id }))).rules).toEqual([
      ...["points tooFewUniform", "points tooFewDoor", "samplingMode minimumPoints"],
    ]);
    const first = await planned(carrier.id, loggers);
    await startTask.call(admin, { id: first.id });
    const second = await planned(carrier.id, loggers);
    expect((await refusal(startTask.call(admin, { id: second.id }))).rules).toEqual(["points deviceBusy"]);
    const busy = await listTaskDevices.call(admin, { id: second.id, q: loggers[0]?.serialNumber });
    expect(busy).toMatchObject([{ busy: first.number }]);
    await stopTask.call(admin, { id: first.id, reason: "done" });
    const calibrated = (dueOn: string) =>
      db()
        .update(device)
        .set({ calibrationDueOn: dueOn })
        .where(eq(device.id, loggers[0]?.id as number));
    await calibrated(dayAfter(Date.now(), 1));
    const { carrierId: _, ...change } = values(carrier.id, { durationMinutes: 3 * 1440 }) as { carrierId: number };
    await updateTask.call(admin, { ...change, id: second.id, version: 2 } as never);
    expect((await refusal(startTask.call(admin, { id: second.id }))).rules).toEqual(["points deviceCalibration"]);
    await calibrated(dayAfter(Date.now(), 10));
    expect(await startTask.call(admin, { id: second.id })).toMatchObject({ state: "inProgress" });
  });

  it("is refused with a device that is disabled, lent, or will be while it is recorded", async () => {
    const { carrier } = await makeFridge(db(), own);
    const borrower = await makeCustomer(db());
    const loggers = [await makeLogger(db(), own.id), await makeLogger(db(), own.id), await makeLogger(db(), own.id)];
    const task = await planned(carrier.id, loggers, { durationMinutes: 600 });
    const [off, lent, promised] = loggers as [Logger, Logger, Logger];
    const lend = (deviceId: number, more: object = {}) =>
      createSecondment.call(admin, { deviceId, borrowerCode: borrower.code, ...more });
    await disableDevices.call(admin, { ids: [off.id] });
    await lend(lent.id);
    await lend(promised.id, { startsAt: new Date(Date.now() + 60 * MINUTE).toISOString() });
    const { code, issues } = await failureOf(startTask.call(admin, { id: task.id }));
    expect({ code, issues }).toMatchObject({ code: "CONFLICT", issues: [{ rule: "deviceAway" }] });
    for (const { name } of loggers) expect(issues?.[0]?.names).toContain(name);
  });

  it("locks its devices until the record is complete: neither lent nor disabled, and the task is named", async () => {
    const { id, task, begin, loggers } = await twoPoints(30, () => 5, { durationMinutes: 600 });
    const borrower = await makeCustomer(db());
    const [logger, other] = loggers as [Logger, Logger];
    const free = await makeLogger(db(), own.id);
    await startAt(id, begin);
    const { name, serialNumber, mac, typeCode } = logger;
    const form = { id: logger.id, name, serialNumber, mac: mac ?? "", typeCode, use: "deactivated" };
    const lend = () => createSecondment.call(admin, { deviceId: logger.id, borrowerCode: borrower.code });
    const ways: [string, () => Promise<unknown>][] = [
      ["ids.1", () => disableDevices.call(admin, { ids: [free.id, logger.id] })],
      ["use", () => devices.sensor.update.call(admin, form as never)],
      ["deviceId", lend],
    ];
    for (const [path, way] of ways)
      expect(await failureOf(way()), path).toMatchObject({
        ...{ code: "CONFLICT", issues: [{ path, rule: "inVerification", names: task.number }] },
      });
    const rows = await db()
      .select({ use: device.use, custody: device.custody })
      .from(device)
      .where(inArray(device.id, [logger.id, other.id]));
    expect(new Set(rows.map(({ use, custody }) => `${use} ${custody}`)).size).toBe(1);
    await run(advanceVerifications);
    expect(await refusal(lend())).toMatchObject({ rules: ["deviceId inVerification"] });
    await stopTask.call(admin, { id, reason: "enough" });
    await lend();
    await disableDevices.call(admin, { ids: [other.id] });
  });

  it("lets only one of two tasks have a device", async () => {
    const { carrier } = await makeFridge(db(), own);
    const loggers = [await makeLogger(db(), own.id), await makeLogger(db(), own.id)];
    const tasks = [await planned(carrier.id, loggers), await planned(carrier.id, loggers)];
    const outcomes = await Promise.allSettled(tasks.map(({ id }) => startTask.call(admin, { id })));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("a verification", () => {
  it("is deleted before it starts and after its end, not while it runs", async () => {
    const { carrier } = await makeFridge(db(), own);
    const task = await planned(carrier.id, [await makeLogger(db(), own.id)], { samplingMode: "latest" });
    await startTask.call(admin, { id: task.id });
    expect((await refusal(removeTask.call(admin, { id: task.id }))).rules).toEqual(["id verificationRunning"]);
    await stopTask.call(admin, { id: task.id, reason: "x" });
    await removeTask.call(admin, { id: task.id });
    expect(await db().select().from(verificationPoint).where(eq(verificationPoint.taskId, task.id))).toEqual([]);
  });

  it("refuses bad values with their fields, and an older version", async () => {
    const { carrier } = await makeFridge(db(), own);
    const wrong: [object, string][] = [
      [
        { limits: { temperature: { setting: 40, minimum: 10, maximum: 30 } } },
        "limits.temperature.setting withinLimits",
      ],
      [
        { limits: { temperature: { setting: null, minimum: 30, maximum: 10 } } },
        "limits.temperature.maximum aboveMinimum",
      ],
      [{ samplingSeconds: 3600, durationMinutes: 1 }, "samplingSeconds withinDuration"],
      [{ samplingSeconds: 10, durationMinutes: 43_200 }, "samplingSeconds tooManySamples"],
      [{ userId: person.id, groupId: 1 }, "groupId personOrGroup"],
      [{ userId: 2 ** 40 }, "userId reference"],
      [{ carrierId: 2 ** 40 }, "carrierId reference"],
    ];
    for (const [more, rule] of wrong)
      expect((await refusal(createTask.call(admin, values(carrier.id, more)))).rules, rule).toEqual([rule]);
    const task = await createTask.call(admin, values(carrier.id));
    const logger = await makeLogger(db(), own.id);
    const plan = (points: object[], version = 1) =>
      refusal(planTask.call(admin, { id: task.id, version, space: SPACE, rule: RULE, points } as never));
    expect((await plan([pointOf(logger, 0), pointOf(logger, 0)])).rules).toEqual([
      ...["points.1.label repeated", "points.1.deviceId repeated"],
    ]);
    const high = (heightMetres: number, more: object = {}) => plan([pointOf(logger, 0, { heightMetres, ...more })], 7);
    expect((await high(SPACE.heightMetres + 2)).rules).toEqual(["points.0.heightMetres withinSpace"]);
    expect((await high(SPACE.heightMetres)).code).toBe("RECORD_CHANGED");
    expect((await high(SPACE.heightMetres + 2, { pointClass: "outside" })).code).toBe("RECORD_CHANGED");
    expect((await plan([pointOf({ id: 2 ** 40 }, 0)])).rules).toEqual(["points.0.deviceId reference"]);
    expect((await plan([], 7)).code).toBe("RECORD_CHANGED");
    const foreign = await makeLogger(db(), (await makeCustomer(db())).id);
    expect((await plan([pointOf(foreign, 0)])).rules).toEqual(["points.0.deviceId reference"]);
    const future = new Date(Date.now() + DAY).toISOString();
    expect((await refusal(startTask.call(admin, { id: task.id, startedAt: future }))).rules).toEqual([
      "startedAt notInFuture",
    ]);
  });

  it("does not exist outside the scope, and needs its permission", async () => {
    const { carrier } = await makeFridge(db(), own);
    const task = await createTask.call(admin, values(carrier.id));
    for (const call of [getOneTask, startTask, removeTask, checkTask])
      expect(await refusal(call.call(stranger, { id: task.id }))).toMatchObject({ code: "NOT_FOUND" });
    expect((await listTasks.call(stranger, { q: task.number })).items).toEqual([]);
    const viewer = await accountContext(db(), await makeUser(db(), own.id, { permissions: ["viewVerifyTask"] }));
    expect(await refusal(startTask.call(viewer, { id: task.id }))).toMatchObject({ code: "FORBIDDEN" });
    const [row] = await db().select().from(verificationTask).where(eq(verificationTask.id, task.id));
    expect(row?.state).toBe("toBeStarted");
  });
});

describe("the next verification", () => {
  it("is due a year after the last one, is reminded of once, and gets a work order by rule", async () => {
    const { carrier } = await makeFridge(db(), own);
    const terminatedAt = new Date(Date.now() - 345 * DAY);
    const last = await makeVerification(db(), own.id, carrier.id, {
      ...{ state: "terminated", verdict: "passed", terminatedAt, userId: person.id },
    });
    const never = await makeFridge(db(), own);
    const due = async (q: string, now = Date.now()) => (await listDue.call(at(now), { q })).items[0];
    expect(await due(carrier.name)).toMatchObject({ state: "soon", last: { number: last.number }, order: null });
    expect(await due(never.carrier.name)).toMatchObject({ state: "never", dueAt: null });
    expect(await due(carrier.name, Date.now() + 30 * DAY)).toMatchObject({ state: "overdue" });
    for (let time = 0; time < 2; time += 1) await run(remindOfVerifications);
    expect(new Set(await newsOf(last.id))).toEqual(new Set(["due"]));
    await run(remindOfVerifications, new Date(Date.now() + 30 * DAY));
    expect(new Set(await newsOf(last.id))).toEqual(new Set(["due", "overdue"]));

    const rule = await workOrderRules.create.call(admin, {
      name: "Yearly",
      cause: "verification",
      daysBefore: 30,
    } as never);
    for (let time = 0; time < 2; time += 1) await run(applyWorkOrderRules);
    const orders = await db().select().from(workOrder).where(eq(workOrder.ruleId, rule.id));
    expect(orders).toMatchObject([
      { carrierId: carrier.id, type: "verification", causeKey: `verification:${carrier.id}` },
    ]);
    expect((await due(carrier.name))?.order).toMatchObject({ number: orders[0]?.number });
    await createTask.call(admin, values(carrier.id));
    expect(await due(carrier.name)).toMatchObject({ state: "planned" });
    await workOrderRules.remove.call(admin, { id: rule.id });
  });

  it("is due at once after one that failed, until it is planned again", async () => {
    const { carrier } = await makeFridge(db(), own);
    const ended = (verdict: "passed" | "failed" | "refused", days: number) =>
      makeVerification(db(), own.id, carrier.id, {
        ...{ state: "terminated", verdict, terminatedAt: new Date(Date.now() - days * DAY), userId: person.id },
      });
    const due = async () => (await listDue.call(admin, { q: carrier.name })).items[0];
    const rule = await workOrderRules.create.call(admin, {
      ...{ name: "Repeat", cause: "verification", daysBefore: 30 },
    } as never);
    const ordered = () => db().select().from(workOrder).where(eq(workOrder.ruleId, rule.id));
    await ended("passed", 20);
    expect(await due()).toMatchObject({ state: "valid" });
    const failed = await ended("failed", 10);
    await ended("failed", 5);
    await ended("refused", 1);
    expect(await due()).toMatchObject({
      ...{ state: "failed", dueAt: failed.terminatedAt?.getTime(), last: { verdict: "failed" } },
    });
    expect((await listDue.call(admin, { q: carrier.name, state: "valid" })).items).toEqual([]);
    const last = (await due())?.last?.id as number;
    for (let time = 0; time < 2; time += 1) await run(remindOfVerifications);
    expect(new Set(await newsOf(last))).toEqual(new Set(["failed"]));
    await run(applyWorkOrderRules);
    expect(await ordered()).toMatchObject([{ carrierId: carrier.id, title: expect.stringContaining("不合格") }]);
    await workOrderRules.remove.call(admin, { id: rule.id });
    const next = await createTask.call(admin, values(carrier.id));
    expect(await due()).toMatchObject({ state: "planned" });
    await removeTask.call(admin, { id: next.id });
    await ended("passed", 0);
    expect(await due()).toMatchObject({ state: "valid" });
  });
});
