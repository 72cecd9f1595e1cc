import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import {
  customer,
  downloadRecord,
  exportDelivery,
  exportRun,
  exportTask,
  notice,
  report,
  userAccount,
} from "@/db/schema";
import { generateDownload } from "@/features/download/download.jobs";
import { cancelDownload } from "@/features/download/download.operations";
import { EXPORTS } from "@/features/download/exports.service";
import { getLinkedExport, takeLinkedExport } from "@/features/export-task/link.operations";
import { ATTACHED_BYTES } from "@/features/export-task/link.rules";
import { isUnderWay } from "@/features/export-task/task.client";
import { concludeRun, deliverExport, planRuns, startRun } from "@/features/export-task/task.jobs";
import { exportTasks } from "@/features/export-task/task.operations";
import type { RunDto, TaskInput } from "@/features/export-task/task.schema";
import { TASK_KIND_NAMES } from "@/features/file/task-kind.rules";
import { makeReport } from "@/features/report/report.jobs";
import { templates } from "@/features/report/template/template.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { linkToken } from "@/lib/auth/link-token";
import { ALL_PERMISSIONS } from "@/lib/auth/permissions";
import { resetEnvironment } from "@/lib/env/env";
import type { OperationContext } from "@/lib/operation/context";
import { anonymousContext } from "@/lib/operation/request-context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";
import { deviceContext } from "../support/contexts";
import { clearQueue } from "../support/queue";
import { refusal } from "../support/refusal";
import { runQueue } from "../support/run-queue";
import { type Mailbox, startMailbox } from "../support/smtp";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let admin: OperationContext;
let mailbox: Mailbox;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const contextOf = async (options: UserOptions = {}, of = own) =>
  accountContext(db(), await makeUser(db(), of.id, options));

beforeAll(async () => {
  mailbox = await startMailbox();
  process.env.SMTP_URL = `smtp://127.0.0.1:${mailbox.port}`;
  process.env.PUBLIC_URL = "https://console.example";
  resetEnvironment();
  own = await makeCustomer(db(), { timeZone: "Asia/Shanghai" });
  other = await makeCustomer(db());
  fridge = await makeFridge(db(), own);
  const start = Math.floor(Date.now() / DAY) * DAY - 3 * DAY;
  const readings = Array.from({ length: 3 * 24 }, (_, index) => ({
    device: fridge.sensor.serialNumber,
    at: start + index * HOUR,
    values: { temperature: 4 + (index % 5) / 10 },
  }));
  await ingest(deviceContext(own.id), readings);
});
beforeEach(async () => {
  await clearQueue(db());
  await db().delete(exportTask);
  await db().delete(downloadRecord);
  mailbox.mails.length = 0;
  admin = await contextOf();
});
afterAll(async () => {
  delete process.env.SMTP_URL;
  delete process.env.PUBLIC_URL;
  resetEnvironment();
  await mailbox.close();
  await db().$client.end({ timeout: 5 });
});

const values = (fields: Partial<TaskInput> = {}): TaskInput => ({
  ...{ name: "Fridge, weekly", kind: "history", format: "csv", locale: "en-US" },
  query: { carrierIds: String(fridge.carrier.id) },
  ...{ frequency: "daily", weekdays: [], dayOfMonth: null, time: "08:00" },
  ...{ period: "lastDays", periodDays: 3, recipients: ["Keeper@Clinic.example"] },
  ...fields,
});
const create = (fields: Partial<TaskInput> = {}, ctx = admin) => exportTasks.create.call(ctx, values(fields));
const rulesOf = async (asked: Promise<unknown>) =>
  (await refusal(asked)).issues?.map(({ path, rule }) => `${path}: ${rule}`);
const plan = (now: Date) =>
  planRuns.run({}, { db: db(), now, attempt: 1, maximumAttempts: 1, signal: new AbortController().signal });
const work = async () => {
  await runQueue([startRun, generateDownload, concludeRun, deliverExport], { ahead: true });
};
const runNow = (id: number) => exportTasks.runNow.call({ ...admin, now: new Date() }, { id });
const runsOf = async (id: number, ctx = admin) => (await exportTasks.runs.call(ctx, { id })).runs;
const setDue = (id: number, nextAt: Date) => db().update(exportTask).set({ nextAt }).where(eq(exportTask.id, id));

it("offers every kind of export", () =>
  // The samples of one verification never change: nobody schedules them.
  expect([...TASK_KIND_NAMES, "verificationSample"].sort()).toEqual(
    ["report", ...EXPORTS.map(({ kind }) => kind)].sort(),
  ));

describe("an export task", () => {
  it("is made, changed, paused, resumed and removed, and the log says by whom", async () => {
    const task = await create();
    expect(task).toMatchObject({
      isPaused: false,
      isOwn: true,
      carriers: [{ name: fridge.carrier.name }],
      lastRun: null,
    });
    expect(new Date(task.nextAt ?? "").toISOString()).toMatch(/T00:00:00.000Z$/);
    const colleague = await contextOf();
    const changed = await exportTasks.update.call(colleague, { id: task.id, ...values({ time: "09:30" }) });
    expect(changed).toMatchObject({ time: "09:30" });
    expect(await exportTasks.get.call(admin, { id: task.id })).toMatchObject({ isOwn: false });
    const paused = await exportTasks.switch.call(admin, { id: task.id, isEnabled: false });
    expect(paused).toMatchObject({ isPaused: true, nextAt: null });
    const resumed = await exportTasks.switch.call(admin, { id: task.id, isEnabled: true });
    expect(resumed.nextAt).toMatch(/T01:30:00.000Z$/);
    expect((await exportTasks.list.call(admin, { status: "active" })).total).toBe(1);
    expect((await exportTasks.list.call(admin, { status: "paused" })).total).toBe(0);
    await exportTasks.remove.call(admin, { id: task.id });
    const trail = await trailOf(db(), own.id, "exportTask", task.id);
    expect(trail.map(({ operation }) => operation)).toEqual(
      ["create", "update", "switch", "switch", "remove"].map((verb) => `exportTask.${verb}`),
    );
    expect(trail[1]?.newValues).toMatchObject({ time: "09:30" });
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it("is refused with the field and the rule", async () => {
    expect(await rulesOf(create({ frequency: "weekly" }))).toEqual(["weekdays: required"]);
    expect(await rulesOf(create({ frequency: "monthly" }))).toEqual(["dayOfMonth: required"]);
    expect(await rulesOf(create({ periodDays: null }))).toEqual(["periodDays: required"]);
    expect(await rulesOf(create({ period: "none" }))).toEqual(["period: taskPeriod"]);
    expect(await rulesOf(create({ query: {} }))).toEqual(["carrierIds: required"]);
    expect(await rulesOf(create({ recipients: ["a@b.example", "nobody"] }))).toEqual(["recipients.1: email"]);
    expect(await rulesOf(create({ recipients: ["a@b.example", "A@b.example"] }))).toEqual(["recipients.1: repeated"]);
    expect(await rulesOf(create({ kind: "exception", query: { status: "no such" } }))).toHaveLength(1);
    await create();
    expect((await refusal(create({ name: "fridge, WEEKLY" }))).code).toBe("CONFLICT");
    expect(await db().$count(exportTask)).toBe(1);
  });

  it("needs somebody who sees the file", async () => {
    const blind = await contextOf({
      permissions: ALL_PERMISSIONS.filter((code) => code !== "viewDownload" && code !== "removeDownload"),
    });
    expect(await rulesOf(create({ recipients: [] }, blind))).toEqual(["recipients: noReader"]);
    await create({}, blind);
    await create({ name: "mine", recipients: [] });
  });

  it("needs the permission for tasks, and that for what it exports", async () => {
    const without = await contextOf({ permissions: ["viewExportTask", "viewHistory", "viewRefrigerator"] });
    const task = await create();
    for (const call of [
      () => create({ name: "x" }, without),
      () => exportTasks.update.call(without, { id: task.id, ...values() }),
      () => exportTasks.switch.call(without, { id: task.id, isEnabled: false }),
      () => exportTasks.runNow.call(without, { id: task.id }),
      () => exportTasks.remove.call(without, { id: task.id }),
    ])
      expect((await refusal(call())).code).toBe("FORBIDDEN");
    const blind = await contextOf({ permissions: ALL_PERMISSIONS.filter((code) => !code.endsWith("History")) });
    expect((await refusal(create({ name: "x" }, blind))).code).toBe("FORBIDDEN");
    expect((await refusal(exportTasks.update.call(blind, { id: task.id, ...values() }))).code).toBe("FORBIDDEN");
  });

  it("does not exist outside the scope, nor for an account of a sub-tree that does not own it", async () => {
    const task = await create();
    const nurse = await contextOf({ scopeType: 0, sceneIds: [own.sceneId] });
    for (const stranger of [await contextOf({}, other), nurse]) {
      const { id } = task;
      for (const call of [
        () => exportTasks.get.call(stranger, { id }),
        () => exportTasks.runs.call(stranger, { id }),
        () => exportTasks.update.call(stranger, { id, ...values() }),
        () => exportTasks.switch.call(stranger, { id, isEnabled: false }),
        () => exportTasks.runNow.call(stranger, { id }),
        () => exportTasks.remove.call(stranger, { id }),
      ])
        expect((await refusal(call())).code).toBe("NOT_FOUND");
      expect((await exportTasks.list.call(stranger, {})).total).toBe(0);
    }
    expect(await exportTasks.get.call(admin, { id: task.id })).toMatchObject({ isPaused: false, lastRun: null });
    const foreign = await makeFridge(db(), other);
    expect((await refusal(create({ name: "x", query: { carrierIds: String(foreign.carrier.id) } }))).code).toBe(
      "NOT_FOUND",
    );
    await create({ name: "of the nurse" }, nurse);
    expect((await exportTasks.list.call(nurse, {})).items).toMatchObject([{ name: "of the nurse" }]);
  });
});

describe("a run", () => {
  it("has the file made and sent, with the period before it was due", async () => {
    const task = await create();
    const due = new Date(Math.floor(Date.now() / DAY) * DAY);
    await setDue(task.id, due);
    await plan(new Date(due.getTime() + 1000));
    await work();
    const [run, ...more] = await runsOf(task.id);
    expect(more).toEqual([]);
    expect(run).toMatchObject({
      ...{ state: "done", failure: null, trigger: "schedule", dueAt: due.toISOString() },
      ...{
        from: new Date(due.getTime() - 3 * DAY - 8 * HOUR).toISOString(),
        to: new Date(due.getTime() - 8 * HOUR).toISOString(),
      },
      deliveries: [{ recipient: "Keeper@Clinic.example", state: "sent", isLinked: false }],
    });
    expect(run?.rows).toBeGreaterThan(40);
    expect(run?.fileKey).toBeTruthy();
    const [mail] = mailbox.mails;
    expect([mail?.subject, mail?.attachments.length]).toEqual(["Fridge, weekly", 1]);
    expect(mail?.attachments[0]?.content.toString().split("\r\n")).toHaveLength((run?.rows ?? 0) + 2);
    expect(mail?.text).toContain(own.name);
    expect((await runsOf(task.id, await contextOf()))[0]?.fileKey).toBeNull();
    const next = await exportTasks.get.call(admin, { id: task.id });
    expect([next.nextAt, next.lastRun?.state]).toEqual([new Date(due.getTime() + DAY).toISOString(), "done"]);
    const [logged] = await db().select().from(notice).where(eq(notice.recipient, "Keeper@Clinic.example"));
    expect(logged).toMatchObject({ status: "sent", channel: "email" });
    const trail = await trailOf(db(), own.id, "exportTask", task.id);
    expect(trail.at(-1)).toMatchObject({ operation: "exportTask.start", newValues: { recipients: task.recipients } });
  });

  it("is one for each due instant, with two workers and after missed nights", async () => {
    const task = await create();
    const now = new Date(Math.floor(Date.now() / DAY) * DAY + HOUR);
    await setDue(task.id, new Date(now.getTime() - HOUR - 9 * DAY));
    await Promise.all([plan(now), plan(now), plan(now)]);
    await plan(now);
    const runs = await runsOf(task.id);
    expect(runs.map(({ state, failure }) => failure ?? state)).toEqual([
      ...Array.from({ length: 7 }, () => "waiting"),
      ...Array.from({ length: 3 }, () => "missed"),
    ]);
    expect(new Set(runs.map(({ dueAt }) => dueAt)).size).toBe(10);
    const [latest] = await db().select().from(exportRun).where(eq(exportRun.taskId, task.id)).limit(1);
    const job = { db: db(), now, attempt: 1, maximumAttempts: 1, signal: new AbortController().signal };
    const waiting = runs.find(({ state }) => state === "waiting")?.id ?? latest?.id ?? 0;
    await Promise.all([startRun.run({ runId: waiting }, job), startRun.run({ runId: waiting }, job)]);
    expect(await db().$count(downloadRecord)).toBe(1);
    await startRun.run({ runId: waiting }, job);
    expect(await db().$count(downloadRecord)).toBe(1);
  });

  it("can be started by hand, once at a time; the task stays until it has ended", async () => {
    const task = await create({ recipients: [] });
    await runNow(task.id);
    expect(await rulesOf(runNow(task.id))).toEqual(["id: runPending"]);
    expect(await rulesOf(exportTasks.remove.call(admin, { id: task.id }))).toEqual(["id: runPending"]);
    await work();
    expect(await runsOf(task.id)).toMatchObject([{ state: "done", trigger: "manual", deliveries: [] }]);
    expect(mailbox.mails).toEqual([]);
    await exportTasks.remove.call(admin, { id: task.id });
    // The file stays with its owner.
    expect(await db().$count(downloadRecord)).toBe(1);
  });

  it("of a paused task is not planned", async () => {
    const task = await create();
    await exportTasks.switch.call(admin, { id: task.id, isEnabled: false });
    await plan(new Date(Date.now() + 3 * DAY));
    expect(await runsOf(task.id)).toEqual([]);
  });

  it("uses the permissions of its owner at that moment, and says why it does not run", async () => {
    const user = await makeUser(db(), own.id, { email: "owner@clinic.example" });
    const owner = await accountContext(db(), user);
    const task = await create({}, owner);
    await db().update(userAccount).set({ status: "cancelled" }).where(eq(userAccount.id, user.id));
    await runNow(task.id);
    await work();
    expect(await runsOf(task.id)).toMatchObject([{ state: "failed", failure: "ownerEnded", deliveries: [] }]);
    await db().update(userAccount).set({ status: "active" }).where(eq(userAccount.id, user.id));
    await db().$client`delete from role_permission where role_id = ${user.roleId} and code like '%History'`;
    await runNow(task.id);
    await work();
    expect((await runsOf(task.id))[0]).toMatchObject({ state: "failed", failure: "notPermitted" });
    // The owner is told.
    expect(mailbox.mails.map(({ subject }) => subject)).toEqual(["Fridge, weekly failed"]);
    expect(mailbox.mails[0]?.text).toContain("The owner lacks permission");
    expect(await db().$count(downloadRecord)).toBe(0);
  });

  it("of a customer's task that staff of the platform saved has only that customer's data", async () => {
    const staff = await accountContext(db(), await makeUser(db(), 1, { scopeType: 3 }));
    await makeFridge(db(), other);
    const task = await create({ kind: "carrier", query: {}, period: "none" });
    await exportTasks.update.call(staff, { id: task.id, ...values({ kind: "carrier", query: {}, period: "none" }) });
    await runNow(task.id);
    await work();
    const text = mailbox.mails[0]?.attachments[0]?.content.toString() ?? "";
    expect(text).toContain(fridge.carrier.name);
    expect(text).not.toContain(other.name);
  });

  it("fails with the reason of its file, without half of it, and a range without data is said", async () => {
    const task = await create();
    await runNow(task.id);
    await runQueue([startRun], { ahead: true });
    const [record] = await db().select().from(downloadRecord);
    await cancelDownload.call(admin, { key: record?.key as string });
    await work();
    expect((await runsOf(task.id))[0]).toMatchObject({ state: "failed", failure: "cancelled", fileKey: null });
    await db().$client.unsafe(`
      create function no_room() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '53100'; end $$;
      create trigger no_room before insert on file_piece for each row execute function no_room()`);
    try {
      await runNow(task.id);
      await work();
    } finally {
      await db().$client.unsafe("drop trigger no_room on file_piece; drop function no_room()");
    }
    expect((await runsOf(task.id))[0]).toMatchObject({ state: "failed", failure: "full", size: null });
    mailbox.mails.length = 0;
    await exportTasks.update.call(admin, {
      id: task.id,
      ...values({ kind: "exception", query: {}, period: "yesterday", periodDays: null }),
    });
    await runNow(task.id);
    await work();
    expect((await runsOf(task.id))[0]).toMatchObject({ state: "done", rows: 0 });
    expect(mailbox.mails[0]?.text).toContain("No data in this period.");
  });

  it("says which recipients were not reached", async () => {
    const task = await create({ recipients: ["a@clinic.example", "b@clinic.example"] });
    const full = await startMailbox({ refuse: true });
    process.env.SMTP_URL = `smtp://127.0.0.1:${full.port}`;
    resetEnvironment();
    try {
      await runNow(task.id);
      // Each time is an attempt, of which there are twelve.
      for (let times = 0; times < 40 && (times === 0 || isUnderWay((await runsOf(task.id))[0] as RunDto)); times += 1)
        await work();
    } finally {
      process.env.SMTP_URL = `smtp://127.0.0.1:${mailbox.port}`;
      resetEnvironment();
      await full.close();
    }
    const [run] = await runsOf(task.id);
    expect([run?.state, run?.failure]).toEqual(["failed", "mail"]);
    expect(run?.deliveries).toMatchObject([
      { recipient: "a@clinic.example", state: "failed", reason: expect.stringContaining("mailbox is full") },
      { recipient: "b@clinic.example", state: "failed" },
    ]);
  });
});

describe("a report on a schedule", () => {
  const template = async (carrierId = fridge.carrier.id) => {
    const made = await templates.create.call(admin, {
      ...{ name: `Fridge ${Math.random()}`, type: "record", sections: ["statistics"], carrierIds: [carrierId] },
      ...{ locales: ["zh-CN", "en-US"], signatures: [], period: "yesterday" },
    } as never);
    return made.id;
  };
  const asked = async (fields: Partial<TaskInput> = {}) =>
    create({ name: "Report", kind: "report", format: "pdf", query: { templateId: await template() }, ...fields });

  it("is made by its template for the period of the task, and sent in the language of the task", async () => {
    const task = await asked();
    await runNow(task.id);
    await runQueue([startRun, makeReport], { ahead: true });
    await plan(new Date());
    await work();
    const [run] = await runsOf(task.id);
    expect(run).toMatchObject({ state: "done", rows: null, fileKey: null, reportId: expect.any(Number) });
    const [made] = await db()
      .select()
      .from(report)
      .where(eq(report.id, run?.reportId as number));
    expect([made?.fromAt.toISOString(), made?.toAt.toISOString()]).toEqual([run?.from, run?.to]);
    expect(mailbox.mails[0]?.attachments).toMatchObject([{ contentType: "application/pdf" }]);
    expect((await trailOf(db(), own.id, "report", run?.reportId as number))[0]).toMatchObject({
      operation: "report.create",
    });
  });

  it("is a PDF of a template in scope; what it lacks is said", async () => {
    expect(await rulesOf(asked({ format: "csv" }))).toEqual(["format: taskFormat"]);
    expect(await rulesOf(asked({ query: {} }))).toEqual(["templateId: required"]);
    expect((await refusal(asked({ query: { templateId: 999_999_999 } }))).code).toBe("NOT_FOUND");
    const silent = await makeFridge(db(), own);
    const task = await asked({ query: { templateId: await template(silent.carrier.id) } });
    await runNow(task.id);
    await runQueue([startRun, makeReport], { ahead: true });
    await plan(new Date());
    await work();
    expect((await runsOf(task.id))[0]).toMatchObject({ state: "failed", failure: "noData" });
  });
});

describe("a file that is too large to attach", () => {
  const linked = async () => {
    const task = await create();
    await runNow(task.id);
    await runQueue([startRun, generateDownload], { ahead: true });
    await db()
      .update(downloadRecord)
      .set({ size: ATTACHED_BYTES + 1 });
    await work();
    const [delivery] = await db().select().from(exportDelivery);
    return { task, key: linkToken("export file", delivery?.id as string), delivery };
  };

  it("is sent as a link that opens without an account, and expires", async () => {
    const { task, key } = await linked();
    const [mail] = mailbox.mails;
    expect(mail?.attachments).toEqual([]);
    expect(mail?.text).toContain(`https://console.example/en-US/exportFile?key=${key}`);
    const [logged] = await db().select().from(notice).where(eq(notice.recipient, "Keeper@Clinic.example"));
    expect(logged?.content).not.toContain(key);
    const visitor = anonymousContext(new Headers(), "en-US");
    expect(await getLinkedExport.call(visitor, { key })).toMatchObject({ name: task.name, customerName: own.name });
    const reply = await takeLinkedExport.call(visitor, { key });
    expect((await new Response(reply.body as BodyInit).text()).split("\r\n").length).toBeGreaterThan(40);
    expect((await runsOf(task.id))[0]?.deliveries).toMatchObject([{ isLinked: true, takenCount: 1 }]);
    expect((await trailOf(db(), own.id, "exportTask", task.id)).at(-1)).toMatchObject({
      operation: "exportTask.takeByLink",
      newValues: { recipient: "Keeper@Clinic.example" },
    });
    const late = { ...visitor, now: new Date(Date.now() + 8 * DAY) };
    expect((await refusal(getLinkedExport.call(late, { key }))).code).toBe("NOT_FOUND");
    expect((await refusal(getLinkedExport.call(visitor, { key: `${key.slice(0, -1)}x` }))).code).toBe("NOT_FOUND");
    await db().update(customer).set({ status: "cancelled" }).where(eq(customer.id, own.id));
    expect((await refusal(takeLinkedExport.call(visitor, { key }))).code).toBe("NOT_FOUND");
    await db().update(customer).set({ status: "active" }).where(eq(customer.id, own.id));
    await db().delete(downloadRecord);
    expect((await refusal(getLinkedExport.call(visitor, { key: "x" }))).code).toBe("NOT_FOUND");
  });
});
