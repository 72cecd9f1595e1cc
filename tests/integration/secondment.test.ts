import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { device, deviceHolding, exception, notice, secondment } from "@/db/schema";
import { mountDevice } from "@/features/carrier/mounting/mounting.operations";
import { removeCustomer } from "@/features/customer/removal.operations";
import { devices } from "@/features/device/kinds.operations";
import { listAnyDevices } from "@/features/device/list.operations";
import { bindDevice } from "@/features/device/replacement/binding.operations";
import { issueSensorToken } from "@/features/device/token.operations";
import { deliverDirect } from "@/features/notice/health/jobs";
import { watchSecondments } from "@/features/secondment/secondment.jobs";
import {
  confirmSecondment,
  createSecondment,
  declineSecondment,
  listSecondments,
  readOpenSecondment,
  returnSecondment,
  revokeSecondment,
} from "@/features/secondment/secondment.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { findGatewayByMac } from "@/lib/auth/ingest-token";
import { closeRateLimits } from "@/lib/http/rate-limit";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makePoint, makeVerification } from "../factories/verification";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";
import { deviceContext } from "../support/contexts";
import { refusal as failureOf } from "../support/refusal";
import { runQueue } from "../support/run-queue";
import { type Mailbox, startMailbox } from "../support/smtp";

const MINUTE = 60_000;
type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let lender: Customer;
let borrower: Customer;
let owner: OperationContext;
let friend: OperationContext;
let root: OperationContext;
let viewer: OperationContext;
let stranger: OperationContext;
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await startMailbox();
  process.env.SMTP_URL = `smtp://127.0.0.1:${mailbox.port}`;
  process.env.PUBLIC_URL = "https://console.example";
  const wishes = { notifyByEmail: true };
  [lender, borrower] = [await makeCustomer(db(), wishes), await makeCustomer(db(), wishes)];
  const account = async (customerId: number, options = {}) =>
    accountContext(db(), await makeUser(db(), customerId, options));
  owner = await account(lender.id);
  friend = await account(borrower.id, { email: `friend-${randomUUID()}@frost.example` });
  root = await account(1, { scopeType: 3 });
  viewer = await account(lender.id, { permissions: ["viewSecondment", "viewSensor"] });
  stranger = await account((await makeCustomer(db())).id);
});
afterAll(async () => {
  delete process.env.SMTP_URL;
  delete process.env.PUBLIC_URL;
  await mailbox.close();
  closeRateLimits();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

async function refusal(call: Promise<unknown>) {
  const { code, issues = [] } = await failureOf(call);
  return { code, paths: issues.map(({ path }) => path), rules: issues.map(({ rule }) => rule) };
}
const later = (ctx: OperationContext, minutes: number): OperationContext => ({
  ...ctx,
  now: new Date(Date.now() + minutes * MINUTE),
});
const iso = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
const lend = (deviceId: number, values: object = {}, ctx = owner) =>
  createSecondment.call(ctx, { deviceId, borrowerCode: borrower.code, ...values });
const rowOf = async (id: number) => (await db().select().from(device).where(eq(device.id, id)))[0];
const borrowedOf = async (serialNumber: string) =>
  (await listAnyDevices.call(friend, { q: serialNumber })).items[0] as NonNullable<
    Awaited<ReturnType<typeof listAnyDevices.call>>["items"][number]
  >;
async function runWatch(minutes: number) {
  const { signal } = new AbortController();
  await watchSecondments.run({}, {
    db: db(),
    now: new Date(Date.now() + minutes * MINUTE),
    attempt: 1,
    maximumAttempts: 1,
    signal,
  } as never);
}
const holdings = (unitId: number) =>
  db().select().from(deviceHolding).where(eq(deviceHolding.unitId, unitId)).orderBy(deviceHolding.fromAt);

describe("a secondment", () => {
  it("goes from lending to revoking, with rows in the trails of both and news for the other side", async () => {
    const { sensor, carrier } = await makeFridge(db(), lender);
    const made = await lend(sensor.id, { remark: "for the fair" });
    expect(made).toMatchObject({
      ...{ state: "current", serialNumber: sensor.serialNumber, isTransfer: false, endsAt: null, acts: ["revoke"] },
      ...{ lender: { id: lender.id, name: lender.name }, borrower: { id: null, name: borrower.name } },
    });
    expect(await rowOf(sensor.id)).toMatchObject({ custody: "lent", sceneId: null });
    const borrowed = await borrowedOf(sensor.serialNumber);
    expect(borrowed).toMatchObject({ custody: "borrowed", sceneId: null, carriers: [], name: sensor.serialNumber });
    const mounted = await db().$client`
      select from mounting m join probe p on p.id = m.probe_id where p.device_id = ${sensor.id} and m.unmounted_at is null`;
    expect(mounted).toHaveLength(0);
    expect(await listSecondments.call(friend, { direction: "in", q: sensor.serialNumber })).toMatchObject({
      items: [{ id: made.id, acts: ["return"], device: { id: borrowed.id } }],
    });
    expect(await readOpenSecondment.call(friend, { id: made.id })).toMatchObject({ remark: "for the fair" });

    const { carrier: place } = await makeFridge(db(), borrower);
    await mountDevice.call(friend, { id: place.id, deviceId: borrowed.id });
    await ingest(deviceContext(borrower.id), [
      { device: sensor.serialNumber, at: Date.now() + 1000, values: { temperature: 20 } },
    ]);
    const revoked = await revokeSecondment.call(later(owner, 1), { id: made.id, reason: "needed here" });
    expect(revoked).toMatchObject({ state: "revoked", endReason: "needed here", acts: [] });
    expect(await rowOf(sensor.id)).toMatchObject({ custody: "own", sceneId: null });
    expect(await rowOf(borrowed.id)).toMatchObject({ custody: "absent", sceneId: null });
    const open = await db().select().from(exception).where(eq(exception.deviceId, borrowed.id));
    expect(open.map(({ endedAt }) => endedAt === null)).not.toContain(true);

    for (const customer of [lender, borrower]) {
      const trail = await trailOf(db(), customer.id, "secondment", made.id);
      expect(trail.map(({ operation }) => operation)).toEqual(["secondment.create", "secondment.revoke"]);
      expect(trail[0]?.newValues).toMatchObject({ lender: lender.name, borrower: borrower.name, state: "current" });
      expect(trail[1]).toMatchObject({ oldValues: { state: "current" }, reason: "needed here" });
      expect(await brokenLink(db(), customer.id)).toBeNull();
    }
    expect((await trailOf(db(), lender.id, "sensor", sensor.id)).map(({ operation }) => operation)).toContain(
      "device.unmount",
    );
    await runQueue([deliverDirect]);
    const mails = mailbox.mails.map(({ subject }) => subject);
    expect(mails.some((subject) => subject?.includes(sensor.serialNumber) && subject.includes(lender.name))).toBe(true);
    const log = await db().select().from(notice).where(eq(notice.customerId, borrower.id));
    expect(log.map(({ type }) => type)).toContain("secondment");
    expect(carrier.customerId).toBe(lender.id);
  });

  it("begins and ends at the agreed instants, and gives the borrower the same device again", async () => {
    const { sensor } = await makeFridge(db(), lender);
    const made = await lend(sensor.id, { startsAt: iso(10), endsAt: iso(20) });
    expect(made).toMatchObject({ state: "planned", acts: ["revoke"] });
    expect(await rowOf(sensor.id)).toMatchObject({ custody: "own" });
    const { id } = await borrowedOf(sensor.serialNumber);
    expect(await rowOf(id)).toMatchObject({ custody: "absent" });
    await runWatch(5);
    expect(await rowOf(sensor.id)).toMatchObject({ custody: "own" });
    await runWatch(11);
    expect(await rowOf(sensor.id)).toMatchObject({ custody: "lent" });
    expect(await rowOf(id)).toMatchObject({ custody: "borrowed" });
    // Without a clock that runs, readings of after the end are the lender's all the same.
    const sent = (minute: number) => ({
      device: sensor.serialNumber,
      at: Date.now() + minute * MINUTE,
      values: { temperature: 4 },
    });
    await ingest(deviceContext(lender.id, new Date(Date.now() + 30 * MINUTE)), [sent(15), sent(25)]);
    const counts = await db().$client<{ id: number; count: number }[]>`
      select p.device_id::int as id, count(*)::int from reading r join probe p on p.id = r.probe_id
       where p.device_id in (${sensor.id}, ${id}) group by 1 order by 1`;
    expect(counts).toEqual([
      { id: sensor.id, count: 1 },
      { id, count: 1 },
    ]);
    await runWatch(30);
    await runWatch(30);
    expect(await rowOf(sensor.id)).toMatchObject({ custody: "own" });
    for (const customer of [lender, borrower])
      expect((await trailOf(db(), customer.id, "secondment", made.id)).map(({ operation }) => operation)).toEqual([
        "secondment.create",
        "secondment.begin",
        "secondment.end",
      ]);
    const again = await createSecondment.call(later(owner, 31), { deviceId: sensor.id, borrowerCode: borrower.code });
    expect(again.state).toBe("current");
    expect((await borrowedOf(sensor.serialNumber)).id).toBe(id);
    const unit = await holdings(sensor.id);
    expect(unit.map(({ deviceId }) => deviceId)).toEqual([id, sensor.id, id, sensor.id]);
    expect(await returnSecondment.call(later(friend, 40), { id: again.id, reason: "done" })).toMatchObject({
      state: "returned",
    });
    expect(await rowOf(sensor.id)).toMatchObject({ custody: "own" });
  });

  it("that is planned is withdrawn by either side without a trace in the readings", async () => {
    for (const [act, ctx, state] of [
      [revokeSecondment, owner, "revoked"],
      [returnSecondment, friend, "returned"],
    ] as const) {
      const { sensor } = await makeFridge(db(), lender);
      const { id } = await lend(sensor.id, { startsAt: iso(60) });
      expect(await act.call(ctx, { id, reason: "not needed" })).toMatchObject({ state });
      expect((await holdings(sensor.id)).map(({ customerId }) => customerId)).not.toContain(borrower.id);
      const again = await lend(sensor.id);
      expect(again.state).toBe("current");
      expect(again.startsAt).toBeLessThanOrEqual(Date.now());
    }
  });

  it("for good is confirmed by the receiver, who can second it further", async () => {
    const { sensor } = await makeFridge(db(), lender);
    const { id } = await lend(sensor.id, { isTransfer: true });
    expect((await listSecondments.call(friend, { q: sensor.serialNumber })).items[0]).toMatchObject({
      ...{ state: "requested", startsAt: null, acts: ["confirm", "decline"] },
    });
    expect(await rowOf(sensor.id)).toMatchObject({ custody: "own", unitId: null });
    expect(await refusal(confirmSecondment.call(owner, { id }))).toMatchObject({ code: "FORBIDDEN" });
    expect(await confirmSecondment.call(friend, { id })).toMatchObject({ state: "transferred", acts: [] });
    expect(await rowOf(sensor.id)).toMatchObject({ custody: "given" });
    const taken = await borrowedOf(sensor.serialNumber);
    expect(taken).toMatchObject({ custody: "own", secondment: null });
    expect(await readOpenSecondment.call(owner, { id })).toMatchObject({ state: "transferred" });
    for (const act of [revokeSecondment, returnSecondment])
      expect((await refusal(act.call(act === revokeSecondment ? owner : friend, { id, reason: "x" }))).rules).toEqual([
        "secondmentState",
      ]);
    expect((await refusal(lend(sensor.id))).rules).toEqual(["notOwner"]);
    const back = await createSecondment.call(later(friend, 1), { deviceId: taken.id, borrowerCode: lender.code });
    expect(back).toMatchObject({ state: "current", lender: { name: borrower.name } });
    expect(await rowOf(sensor.id)).toMatchObject({ custody: "borrowed" });
  });

  it("for good is declined with a reason", async () => {
    const { sensor } = await makeFridge(db(), lender);
    const { id } = await lend(sensor.id, { isTransfer: true });
    expect(await declineSecondment.call(friend, { id, reason: "too old" })).toMatchObject({
      ...{ state: "declined", endReason: "too old", acts: [] },
    });
    expect(await listSecondments.call(owner, { q: sensor.serialNumber })).toMatchObject({
      items: [{ endReason: "too old" }],
    });
    expect((await refusal(readOpenSecondment.call(owner, { id }))).rules).toEqual(["secondmentOver"]);
  });
});

describe("a secondment is refused", () => {
  it("for a device that is seconded already, and while one is planned or offered", async () => {
    const { sensor } = await makeFridge(db(), lender);
    await lend(sensor.id);
    expect(await refusal(lend(sensor.id))).toEqual({
      code: "CONFLICT",
      paths: ["deviceId"],
      rules: ["secondedAlready"],
    });
    const borrowed = await borrowedOf(sensor.serialNumber);
    const further = createSecondment.call(friend, { deviceId: borrowed.id, borrowerCode: lender.code });
    expect((await refusal(further)).rules).toEqual(["secondedAlready"]);
    const offered = await makeFridge(db(), lender);
    await lend(offered.sensor.id, { isTransfer: true });
    expect((await refusal(lend(offered.sensor.id))).rules).toEqual(["secondedAlready"]);
  });

  it("twice at the same time", async () => {
    const { sensor } = await makeFridge(db(), lender);
    const results = await Promise.allSettled([lend(sensor.id), lend(sensor.id)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it.each([
    ["an unknown code", () => ({ borrowerCode: "nobody" }), "NOT_FOUND", "unknown"],
    ["the platform", () => ({ borrowerCode: "platform" }), "NOT_FOUND", "unknown"],
    ["the own customer", () => ({ borrowerCode: lender.code }), "CONFLICT", "sameOwner"],
    ["an end before the start", () => ({ startsAt: iso(20), endsAt: iso(10) }), "INVALID", "endBeforeStart"],
    ["an end in the past", () => ({ endsAt: iso(-10) }), "INVALID", "secondedEnd"],
    ["a start in two years", () => ({ startsAt: iso(730 * 1440) }), "INVALID", "secondedAhead"],
    ["a transfer with a span", () => ({ isTransfer: true, endsAt: iso(10) }), "INVALID", "transferSpan"],
  ] as const)("for %s", async (_, values, code, rule) => {
    const { sensor } = await makeFridge(db(), lender);
    expect(await refusal(lend(sensor.id, values()))).toMatchObject({ code, rules: [rule] });
    expect(await rowOf(sensor.id)).toMatchObject({ custody: "own", unitId: null });
    expect(await db().select().from(secondment).where(eq(secondment.lenderDeviceId, sensor.id))).toEqual([]);
  });

  it("for a start before what the device has reported, as that stays with its owner", async () => {
    const { sensor } = await makeFridge(db(), lender);
    await ingest(deviceContext(lender.id), [
      { device: sensor.serialNumber, at: Date.now() - 5 * MINUTE, values: { temperature: 4 } },
    ]);
    expect(await refusal(lend(sensor.id, { startsAt: iso(-6) }))).toMatchObject({
      paths: ["startsAt"],
      rules: ["secondedPast"],
    });
    expect(await lend(sensor.id, { startsAt: iso(-4) })).toMatchObject({ state: "current" });
  });

  it("for a start in the time of an earlier borrower", async () => {
    const { sensor } = await makeFridge(db(), lender);
    const { id } = await lend(sensor.id);
    await revokeSecondment.call(later(owner, 10), { id, reason: "back" });
    const again = (minutes: number) =>
      createSecondment.call(later(owner, 20), {
        ...{ deviceId: sensor.id, borrowerCode: borrower.code, startsAt: iso(minutes) },
      });
    expect((await refusal(again(5))).rules).toEqual(["secondedPast"]);
    expect(await again(11)).toMatchObject({ state: "current" });
  });

  it("for a gateway through which devices forward, and a disabled device", async () => {
    const gateway = await makeGateway(db(), lender.id);
    await makeFridge(db(), lender, { gatewayId: gateway.id });
    expect((await refusal(lend(gateway.id))).rules).toEqual(["hasBehind"]);
    const off = await makeFridge(db(), lender, { device: { use: "deactivated" } });
    expect((await refusal(lend(off.sensor.id))).rules).toEqual(["deviceStopped"]);
  });

  it("while a verification records the device; who takes it over does not learn which", async () => {
    const record = async (customerId: number, carrierId: number, deviceId: number) => {
      const task = await makeVerification(db(), customerId, carrierId, { state: "recording", startedAt: new Date() });
      await makePoint(db(), task.id, { deviceId });
      return task;
    };
    const names = async (call: Promise<unknown>) => (await failureOf(call)).issues?.map((one) => one.names ?? one.rule);
    const { sensor, carrier } = await makeFridge(db(), lender);
    const offer = await lend(sensor.id, { isTransfer: true });
    const own = await record(lender.id, carrier.id, sensor.id);
    expect(await names(confirmSecondment.call(friend, { id: offer.id }))).toEqual(["inVerificationUnseen"]);
    await declineSecondment.call(friend, { id: offer.id, reason: "later" });
    expect(await names(lend(sensor.id))).toEqual([own.number]);

    const other = await makeFridge(db(), lender);
    const { id } = await lend(other.sensor.id);
    const borrowed = await borrowedOf(other.sensor.serialNumber);
    const place = await makeFridge(db(), borrower);
    const theirs = await record(borrower.id, place.carrier.id, borrowed.id);
    expect(await names(returnSecondment.call(friend, { id, reason: "done" }))).toEqual([theirs.number]);
    expect(await revokeSecondment.call(owner, { id, reason: "needed" })).toMatchObject({ state: "revoked" });
  });

  it("without the permission, and for the device of another", async () => {
    const { sensor } = await makeFridge(db(), lender);
    expect(await refusal(lend(sensor.id, {}, viewer))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(lend(sensor.id, {}, stranger))).toMatchObject({ code: "NOT_FOUND" });
    const { id } = await lend(sensor.id);
    for (const act of [revokeSecondment, returnSecondment, declineSecondment])
      expect(await refusal(act.call(stranger, { id, reason: "x" }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(readOpenSecondment.call(stranger, { id }))).toMatchObject({ code: "NOT_FOUND" });
    expect((await listSecondments.call(stranger, {})).total).toBe(0);
    expect(await refusal(revokeSecondment.call(friend, { id, reason: "x" }))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(revokeSecondment.call(viewer, { id, reason: "x" }))).toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("a device that changes hands while its readings arrive", () => {
  it("has none of them in the wrong ones", async () => {
    const { sensor } = await makeFridge(db(), lender);
    const start = Date.now();
    const send = (batch: number) =>
      ingest(
        deviceContext(lender.id),
        Array.from({ length: 40 }, (_, index) => ({
          device: sensor.serialNumber,
          at: start + batch * 1000 + index * 7000,
          values: { temperature: 4 },
        })),
      );
    const made = await lend(sensor.id);
    await Promise.all([
      ...Array.from({ length: 12 }, (_, batch) => send(batch)),
      revokeSecondment.call(owner, { id: made.id, reason: "back" }),
      ...Array.from({ length: 12 }, (_, batch) => send(batch + 12)),
    ]);
    const [counts] = await db().$client<{ all: number; misplaced: number; devices: number }[]>`
      select count(*)::int as all, count(distinct d.id)::int as devices,
             count(*) filter (where not exists (select from device_holding h where h.device_id = d.id
               and r.at <@ tstzrange(h.from_at, h.until_at)))::int as misplaced
        from reading r join probe p on p.id = r.probe_id join device d on d.id = p.device_id where d.unit_id = ${sensor.id}`;
    expect(counts).toMatchObject({ misplaced: 0 });
    expect(counts?.all).toBeGreaterThan(40);
  });
});

describe("while a device is lent", () => {
  it("only its holder mounts it, sends it commands and gives it a token; nobody renames its identity or deletes it", async () => {
    const { sensor, carrier } = await makeFridge(db(), lender);
    await lend(sensor.id);
    const mount = mountDevice.call(owner, { id: carrier.id, deviceId: sensor.id });
    expect((await refusal(mount)).rules).toEqual(["withAnother"]);
    expect((await refusal(issueSensorToken.call(owner, { id: sensor.id }))).rules).toEqual(["withAnother"]);
    const { id, customerId: _, ...shown } = await borrowedOf(sensor.serialNumber);
    const values = {
      typeCode: shown.typeCode,
      serialNumber: `${shown.serialNumber}X`,
      mac: shown.mac,
      name: shown.name,
      description: "",
    };
    expect((await refusal(devices.sensor.update.call(friend, { id, ...values } as never))).rules).toEqual(["seconded"]);
    const renamed = { ...values, serialNumber: shown.serialNumber, name: "Ours for now" };
    expect(await devices.sensor.update.call(friend, { id, ...renamed } as never)).toMatchObject({
      name: "Ours for now",
    });
    for (const [ctx, one] of [
      [owner, sensor.id],
      [friend, id],
    ] as const)
      expect((await refusal(devices.sensor.remove.call(ctx, { id: one }))).rules).toEqual(["seconded"]);
    expect(await issueSensorToken.call(friend, { id })).toMatchObject({ id });
  });

  it("a gateway speaks for the customer who has it", async () => {
    const gateway = await makeGateway(db(), lender.id);
    const { id: secondmentId } = await lend(gateway.id);
    expect(await findGatewayByMac(db(), gateway.mac as string)).toMatchObject({
      actor: { customerId: borrower.id },
      keyHash: null,
    });
    const { id } = await borrowedOf(gateway.serialNumber);
    const { carrier, sensor } = await makeFridge(db(), borrower);
    await bindDevice.call(friend, { id, carrierId: carrier.id });
    await db().update(device).set({ gatewayId: id }).where(eq(device.id, sensor.id));
    await revokeSecondment.call(later(owner, 1), { id: secondmentId, reason: "back" });
    expect(await findGatewayByMac(db(), gateway.mac as string)).toMatchObject({ actor: { customerId: lender.id } });
    expect(await rowOf(sensor.id)).toMatchObject({ gatewayId: null });
    expect((await trailOf(db(), borrower.id, "sensor", sensor.id)).map(({ operation }) => operation)).toContain(
      "sensor.update",
    );
  });

  it("neither customer can be removed; afterwards the other keeps what is theirs", async () => {
    const [giver, taker] = [await makeCustomer(db()), await makeCustomer(db())];
    const { sensor } = await makeFridge(db(), giver);
    const made = await createSecondment.call(root, { deviceId: sensor.id, borrowerCode: taker.code });
    const remove = (one: Customer) => removeCustomer.call(root, { id: one.id, confirm: one.code });
    for (const one of [giver, taker]) expect((await refusal(remove(one))).rules).toEqual(["customerSeconded"]);
    const at = Date.now() + 1000;
    await ingest(deviceContext(taker.id), [{ device: sensor.serialNumber, at, values: { temperature: 4 } }]);
    await revokeSecondment.call(later(root, 1), { id: made.id, reason: "over" });
    await remove(giver);
    const [row] = await db().select().from(secondment).where(eq(secondment.id, made.id));
    expect(row).toMatchObject({ lenderId: null, lenderDeviceId: null, lenderName: giver.name, borrowerId: taker.id });
    const left = await db().$client`
      select from reading r join probe p on p.id = r.probe_id where p.customer_id = ${taker.id}`;
    expect(left).toHaveLength(1);
    await remove(taker);
    expect(await db().select().from(secondment).where(eq(secondment.id, made.id))).toEqual([]);
  });
});
