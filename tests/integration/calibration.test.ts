import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { calibration, contact, contactGroup, device, notice, outbox, scene } from "@/db/schema";
import {
  createCalibration,
  getCalibration,
  getCalibrationFile,
  listCalibrations,
  listDeviceCalibrations,
  moveNotice,
  revokeCalibration,
} from "@/features/device/calibration/calibration.operations";
import type { CalibrationListQuery } from "@/features/device/calibration/calibration.schema";
import { deliverReminder, remindOfCalibrations } from "@/features/device/calibration/reminder.jobs";
import { devices } from "@/features/device/kinds.operations";
import { ALL_PERMISSIONS, type Permission } from "@/lib/auth/permissions";
import { failureOf } from "@/lib/http/error-response";
import { mountingRules } from "../contract/rules/mounting";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { TYPE_CODES, uniqueText } from "../factories/device";
import { makeCertificate, makeSpare } from "../factories/mounting";
import { makeCustomer, makeFridge } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";
import { runQueue } from "../support/run-queue";
import { type Mailbox, startMailbox } from "../support/smtp";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Context = Awaited<ReturnType<typeof accountContext>>;

/** The day after in Kiribati, the day itself in Shanghai. */
const NOW = new Date("2026-11-20T10:30:00.000Z");
const PDF = new TextEncoder().encode("%PDF-1.7 certificate");

let own: Customer;
let admin: Context;
let nurse: Context;
let stranger: Context;
let sensor: Awaited<ReturnType<typeof makeSpare>>;
let mailbox: Mailbox;

const as = async (options: UserOptions = {}, customerId = own.id) =>
  accountContext(db(), await makeUser(db(), customerId, options), { now: NOW });

beforeAll(async () => {
  mailbox = await startMailbox();
  process.env.SMTP_URL = `smtp://127.0.0.1:${mailbox.port}`;
  own = await makeCustomer(db(), { timeZone: "Asia/Shanghai" });
  const [node] = await db()
    .insert(scene)
    .values({ customerId: own.id, parentId: own.sceneId, code: "w", name: "Ward" })
    .returning();
  admin = await as();
  nurse = await as({ scopeType: 0, sceneIds: [node?.id as number] });
  stranger = await as({}, (await makeCustomer(db())).id);
});
afterAll(async () => {
  await mailbox.close();
  await db().$client.end({ timeout: 5 });
});
beforeEach(async () => {
  sensor = await makeSpare(db(), own);
});

let count = 0;
const fields = (more: Record<string, unknown> = {}) => {
  count += 1;
  return {
    deviceId: sensor.id,
    certificateNumber: `CAL-${count}`,
    laboratory: "Institute of Metrology",
    calibratedOn: "2026-11-01",
    dueOn: "2027-11-01",
    ...more,
  };
};
const add = (more: Record<string, unknown> = {}, ctx = admin) => createCalibration.call(ctx, fields(more) as never);
const dueOn = async (id = sensor.id) =>
  (await db().select().from(device).where(eq(device.id, id)))[0]?.calibrationDueOn;
const rules = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error: unknown) => (failureOf(error).issues ?? []).map(({ path, rule }) => `${path} ${rule}`),
  );
const without = (code: Permission) => as({ permissions: ALL_PERMISSIONS.filter((one) => one !== code) });
const POINT = { measure: "temperature", reference: 5, asFound: 5.4, asLeft: 5 };

describe("a certificate", () => {
  it("is kept with its points and its paper, and says until when the device is calibrated", async () => {
    const dto = await add({
      points: [POINT, { ...POINT, asLeft: "" }],
      noticeOn: "2027-10-01",
      file: PDF,
      fileName: "报告 1.pdf",
    });
    expect(dto).toMatchObject({
      state: "valid",
      isCurrent: true,
      points: [POINT, { ...POINT, asLeft: null }],
      hasFile: true,
      fileName: "报告 1.pdf",
      userName: admin.actor.principal.user.name,
    });
    expect(await dueOn()).toBe("2027-11-01");
    const file = await getCalibrationFile.call(admin, { id: dto.id });
    expect(file.headers["content-type"]).toBe("application/pdf");
    expect(new TextDecoder().decode(file.body as Uint8Array)).toContain("%PDF-1.7");
    const [row] = await trailOf(db(), own.id, "calibration", dto.id);
    expect(row).toMatchObject({
      operation: "calibration.create",
      newValues: {
        calibrationDueOn: "2027-11-01",
        certificateNumber: dto.certificateNumber,
        serialNumber: sensor.serialNumber,
      },
    });
    expect(JSON.stringify(row?.newValues)).not.toContain("%PDF");
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it("comes from a form as text, too", async () => {
    expect((await add({ deviceId: String(sensor.id), points: JSON.stringify([POINT]), noticeOn: "" })).points).toEqual([
      POINT,
    ]);
    expect(await rules(add({ points: "[{" }))).toEqual(["points invalid_type"]);
  });

  it("counts if it is the newest that is not revoked; a revoked one stays, and its number is free again", async () => {
    const old = await add({ calibratedOn: "2025-11-01", dueOn: "2026-11-01" });
    expect([old.state, await dueOn()]).toEqual(["expired", "2026-11-01"]);
    const recent = await add();
    await add({ calibratedOn: "2024-11-01", dueOn: "2030-01-01" });
    expect(await dueOn()).toBe("2027-11-01");
    const revoked = await revokeCalibration.call(admin, { id: recent.id, reason: "wrong device" });
    expect(revoked).toMatchObject({
      state: "revoked",
      isCurrent: false,
      revokeReason: "wrong device",
      certificateNumber: recent.certificateNumber,
    });
    expect(await dueOn()).toBe("2026-11-01");
    expect((await trailOf(db(), own.id, "calibration", recent.id)).at(-1)).toMatchObject({
      operation: "calibration.revoke",
      reason: "wrong device",
      oldValues: { calibrationDueOn: "2027-11-01" },
    });
    await expect(revokeCalibration.call(admin, { id: recent.id, reason: "again" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await add({ certificateNumber: recent.certificateNumber });
    expect(await dueOn()).toBe("2027-11-01");
    expect(await rules(add({ certificateNumber: recent.certificateNumber.toLowerCase() }))).toEqual([
      "certificateNumber unique",
    ]);
    const list = await listDeviceCalibrations.call(admin, { id: sensor.id });
    expect(list).toMatchObject({
      state: "valid",
      dueOn: "2027-11-01",
      measures: ["temperature"],
      today: "2026-11-20",
      total: 4,
    });
    expect(list.items.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(list.items.map(({ state }) => state).toSorted()).toEqual(
      ["expired", "revoked", "valid", "valid"].toSorted(),
    );
  });

  it("has a reminder that can be moved, and nothing else", async () => {
    const dto = await add({ noticeOn: "2027-10-01" });
    const moved = await moveNotice.call(admin, { id: dto.id, noticeOn: "2027-09-01" });
    expect(moved.noticeOn).toBe("2027-09-01");
    expect(await rules(moveNotice.call(admin, { id: dto.id, noticeOn: "2026-11-19" }))).toEqual([
      "noticeOn noticeBeforeNow",
    ]);
    expect(await rules(moveNotice.call(admin, { id: dto.id, noticeOn: null, dueOn: "2030-01-01" } as never))).toEqual([
      " unrecognized_keys",
    ]);
    await revokeCalibration.call(admin, { id: dto.id, reason: "x" });
    await expect(moveNotice.call(admin, { id: dto.id, noticeOn: null })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it.each([
    [{ calibratedOn: "2026-11-21" }, ["calibratedOn notFuture"]],
    [{ dueOn: "2026-11-01" }, ["dueOn dueAfterCalibration"]],
    [{ noticeOn: "2027-11-02" }, ["noticeOn noticeAfterDue"]],
    [{ points: [{ ...POINT, measure: "co2" }] }, ["points.0.measure noProbe"]],
    [
      { points: [{ ...POINT, reference: "", asFound: "warm" }] },
      ["points.0.reference required", "points.0.asFound invalid_type"],
    ],
    [{ dueOn: "soon" }, ["dueOn invalid_format"]],
    [{ deviceId: 2 ** 40 }, ["deviceId reference"]],
  ])("is refused: %o", async (more, expected) => {
    expect(await rules(add(more))).toEqual(expected);
    expect(await db().select().from(calibration).where(eq(calibration.deviceId, sensor.id))).toEqual([]);
    expect(await dueOn()).toBeNull();
  });

  it("is refused without its permission, and does not exist outside the scope", async () => {
    const dto = await add({ file: PDF });
    const { id } = dto;
    await expect(add({}, await without("newCalibration"))).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(revokeCalibration.call(await without("removeCalibration"), { id, reason: "x" })).rejects.toMatchObject(
      { code: "FORBIDDEN" },
    );
    const blind = await as({ permissions: ALL_PERMISSIONS.filter((code) => !/Sensor$/.test(code)) });
    await expect(getCalibration.call(blind, { id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    for (const who of [stranger, nurse]) {
      await expect(add({}, who)).rejects.toMatchObject({ code: "NOT_FOUND" });
      await expect(revokeCalibration.call(who, { id, reason: "x" })).rejects.toMatchObject({ code: "NOT_FOUND" });
      await expect(moveNotice.call(who, { id, noticeOn: null })).rejects.toMatchObject({ code: "NOT_FOUND" });
      await expect(getCalibrationFile.call(who, { id })).rejects.toMatchObject({ code: "NOT_FOUND" });
      await expect(listDeviceCalibrations.call(who, { id: sensor.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
      expect((await listCalibrations.call(who, { q: sensor.serialNumber })).total).toBe(0);
    }
    expect(await getCalibration.call(admin, { id })).toEqual(dto);
  });
});

describe("the rules of the specification", () => {
  it.each(mountingRules.map((row) => [row.field, row.rule, row] as const))(
    "%s %s",
    async (field, rule, { passes, fails }) => {
      expect(await rules(add({ [field]: fails }))).toEqual([`${field} ${rule}`]);
      expect(await rules(add({ [field]: passes }))).toEqual([]);
    },
  );
});

describe("the due list", () => {
  it("shows the soonest first, and filters by the states of the rules", async () => {
    const customer = await makeCustomer(db(), { timeZone: "Asia/Shanghai" });
    const ctx = await as({}, customer.id);
    const days = {
      "2026-11-19": "expired",
      "2026-11-20": "dueSoon",
      "2026-12-20": "dueSoon",
      "2026-12-21": "valid",
    } as const;
    for (const day of Object.keys(days)) {
      const one = await makeSpare(db(), customer, { calibrationDueOn: day, name: day });
      await makeCertificate(db(), { customerId: customer.id, deviceId: one.id, dueOn: day, certificateNumber: day });
    }
    const { sensor: mounted, carrier } = await makeFridge(db(), customer);
    const list = async (query: Partial<CalibrationListQuery> = {}) =>
      (await listCalibrations.call(ctx, query as never)).items;
    const all = await list();
    expect(all.map((item) => [item.dueOn, item.state, item.daysLeft])).toEqual([
      ["2026-11-19", "expired", -1],
      ["2026-11-20", "dueSoon", 0],
      ["2026-12-20", "dueSoon", 30],
      ["2026-12-21", "valid", 31],
      [null, "none", null],
    ]);
    expect(all[0]?.certificate?.certificateNumber).toBe("2026-11-19");
    expect(all.at(-1)).toMatchObject({ device: { id: mounted.id }, carriers: [{ id: carrier.id }], certificate: null });
    for (const state of ["expired", "dueSoon", "valid", "none"] as const)
      expect(await list({ state })).toEqual(all.filter((item) => item.state === state));
    expect((await list({ dueWithinDays: 0 })).map((item) => item.dueOn)).toEqual(["2026-11-19", "2026-11-20"]);
    expect(await list({ kind: "gas" })).toEqual([]);
    expect((await list({ sort: "dueOn", dir: "desc" })).map((item) => item.dueOn)[0]).toBe("2026-12-21");
  });

  it("shows a device at once that is added with a day that is over", async () => {
    const customer = await makeCustomer(db(), { timeZone: "Asia/Shanghai" });
    const ctx = await as({}, customer.id);
    const added = (calibrationDueOn: string) => {
      const text = uniqueText();
      const names = { serialNumber: `N-${text}`, mac: text, name: text };
      return devices.sensor.create.call(ctx, { typeCode: TYPE_CODES.sensor, ...names, calibrationDueOn });
    };
    const late = await added("2026-11-19");
    expect(late).toMatchObject({ calibrationDueOn: "2026-11-19", calibrationState: "expired", hasCertificate: false });
    await added("2026-11-20");
    const overdue = { dueOn: "2026-11-19", state: "expired", daysLeft: -1, device: { id: late.id }, certificate: null };
    const { items, total } = await listCalibrations.call(ctx, { state: "expired" });
    expect([items, total]).toMatchObject([[overdue], 1]);
    const found = await devices.sensor.list.call(ctx, { calibration: "expired" });
    expect(found.items.map(({ id }) => id)).toEqual([late.id]);
  });
});

describe("the reminder", () => {
  const run = (now = NOW) =>
    remindOfCalibrations.run(
      {},
      { db: db(), now, attempt: 1, maximumAttempts: 1, signal: new AbortController().signal },
    );

  it("tells each person of level 1 once, of all that is due, on its day at the customer", async () => {
    const customer = await makeCustomer(db(), { timeZone: "Pacific/Kiritimati", name: "Clinic of the line islands" });
    const groups = await db()
      .insert(contactGroup)
      .values(["Ward", "Night"].map((name) => ({ customerId: customer.id, name })))
      .returning();
    const [ward, night] = groups.map(({ id }) => id) as [number, number];
    const person = { customerId: customer.id, channels: ["email" as const], locale: "en-US" };
    await db()
      .insert(contact)
      .values([
        { ...person, groupId: ward, name: "Ada", email: "ada@line.example" },
        { ...person, groupId: night, name: "Ada at night", email: "ADA@line.example" },
        { ...person, groupId: ward, name: "Bo", email: "bo@line.example", locale: "zh-CN" },
        { ...person, groupId: ward, name: "Second level", email: "second@line.example", level: 2 },
        { ...person, groupId: ward, name: "By voice", email: "voice@line.example", channels: ["voice"] },
      ]);
    const made = async (
      values: Partial<typeof calibration.$inferInsert>,
      use: "activated" | "deactivated" = "activated",
    ) => {
      const one = await makeSpare(db(), customer, { use });
      const row = await makeCertificate(db(), {
        customerId: customer.id,
        deviceId: one.id,
        dueOn: "2026-12-21",
        ...values,
      });
      return { ...row, serialNumber: one.serialNumber };
    };
    const due = [await made({ noticeOn: "2026-11-21" }), await made({ noticeOn: "2026-11-01" })];
    const tomorrow = await made({ noticeOn: "2026-11-22" });
    const quiet = [
      await made({}),
      await made({ noticeOn: "2026-11-01", revokedAt: NOW }),
      await made({ noticeOn: "2026-11-01" }, "deactivated"),
    ];
    await makeCertificate(db(), {
      customerId: customer.id,
      deviceId: quiet[0]?.deviceId as number,
      calibratedOn: "2025-01-01",
      noticeOn: "2025-12-01",
    });
    await run();
    await run();
    await runQueue([deliverReminder]);
    const mails = mailbox.mails.filter(({ subject }) => subject?.includes("Clinic of the line islands"));
    expect(mails.map(({ to }) => (Array.isArray(to) ? "" : to?.text)?.toLowerCase()).sort()).toEqual([
      "ada@line.example",
      "bo@line.example",
    ]);
    const english = mails.find(({ subject }) => subject?.startsWith("[Calibration]"));
    expect(english?.subject).toContain("2 devices");
    for (const { serialNumber, certificateNumber } of due) {
      expect(english?.text).toContain(serialNumber);
      expect(english?.text).toContain(certificateNumber);
    }
    for (const { serialNumber } of [tomorrow, ...quiet]) expect(english?.text).not.toContain(serialNumber);
    const log = await db().select().from(notice).where(eq(notice.customerId, customer.id));
    expect(log.map(({ status, channel, exceptionId }) => [status, channel, exceptionId])).toEqual(
      Array(2).fill(["sent", "email", null]),
    );
    expect(
      (await db().select().from(outbox).where(eq(outbox.customerId, customer.id))).map(({ status }) => status),
    ).toEqual(["done", "done"]);
  });

  it("waits while there is nobody to tell", async () => {
    const customer = await makeCustomer(db());
    const one = await makeSpare(db(), customer);
    const { id } = await makeCertificate(db(), { customerId: customer.id, deviceId: one.id, noticeOn: "2026-11-01" });
    await run();
    const sentAt = async () => (await db().select().from(calibration).where(eq(calibration.id, id)))[0]?.noticeSentAt;
    expect(await sentAt()).toBeNull();
    const [group] = await db().insert(contactGroup).values({ customerId: customer.id, name: "Ward" }).returning();
    await db()
      .insert(contact)
      .values({ customerId: customer.id, groupId: group?.id as number, name: "Bo", email: "bo@late.example" });
    await run();
    expect(await sentAt()).toEqual(NOW);
  });
});
