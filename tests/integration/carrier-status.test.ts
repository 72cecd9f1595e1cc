import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { carrier } from "@/db/schema";
import { endDefrost } from "@/features/carrier/status/status.jobs";
import { changeStatus } from "@/features/carrier/status/status.operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { type FridgeOptions, makeCustomer, makeFridge } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";
import { refusal } from "../support/refusal";

let own: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;

const contextOf = async (options: UserOptions, customer = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));

beforeAll(async () => {
  own = await makeCustomer(db());
  admin = await contextOf({});
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const fridge = async (values: NonNullable<FridgeOptions["carrier"]> = {}, customer = own) =>
  (await makeFridge(db(), customer, { carrier: values })).carrier.id;
const stored = async (id: number) => (await db().select().from(carrier).where(eq(carrier.id, id)))[0];
const runJob = (now = new Date()) =>
  endDefrost.run({}, { db: db(), now, attempt: 1, maximumAttempts: 1, signal: new AbortController().signal });

describe("the status of a carrier", () => {
  it("changes with a reason that the trail keeps; a defrost lasts an hour unless told otherwise", async () => {
    const id = await fridge();
    const dto = await changeStatus.call(admin, { id, status: "defrost", reason: "ice", from: "running" });
    const until = admin.now.getTime() + 3_600_000;
    expect(dto).toEqual({ id, status: "defrost", defrostUntil: until });
    expect(await stored(id)).toMatchObject({ status: "defrost", defrostUntil: new Date(until) });
    expect((await trailOf(db(), own.id, "carrier", id)).at(-1)).toMatchObject({
      operation: "carrier.changeStatus",
      actorType: "user",
      reason: "ice",
      oldValues: { status: "running", defrostUntil: null },
      newValues: { status: "defrost", defrostUntil: new Date(until).toISOString() },
    });
    await changeStatus.call(admin, { id, status: "running" });
    expect(await stored(id)).toMatchObject({ status: "running", defrostUntil: null });
  });

  it("is refused without a code, out of scope, without a reason, too long, and from where it does not lead", async () => {
    const id = await fridge();
    const wish = { id, status: "defrost" as const, reason: "ice" };
    const viewer = await contextOf({ permissions: ["viewRefrigerator"] });
    const ofCars = await contextOf({ permissions: ["editCar"] });
    for (const ctx of [viewer, ofCars])
      expect(await refusal(changeStatus.call(ctx, wish))).toMatchObject({ code: "FORBIDDEN" });
    const stranger = await contextOf({}, await makeCustomer(db()));
    expect(await refusal(changeStatus.call(stranger, wish))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(changeStatus.call(admin, { ...wish, reason: "" }))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "reason", rule: "required" }],
    });
    expect(await refusal(changeStatus.call(admin, { ...wish, defrostMinutes: 1441 }))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "defrostMinutes", rule: "too_big", limit: 1440 }],
    });
    expect(await refusal(changeStatus.call(admin, { ...wish, from: "backup" }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "status", rule: "statusChanged" }],
    });
    expect(await stored(id)).toMatchObject({ status: "running" });
    const retired = await fridge({ status: "retirement" });
    expect(await refusal(changeStatus.call(admin, { ...wish, id: retired }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "status", rule: "statusTransition" }],
    });
  });

  it("does not become obsolete while devices are mounted", async () => {
    const { carrier: row, sensor } = await makeFridge(db(), own);
    expect(await refusal(changeStatus.call(admin, { id: row.id, status: "retirement", reason: "old" }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ rule: "hasDevices", message: expect.stringContaining(sensor.name) }],
    });
  });
});

describe("the end of a defrost", () => {
  it("comes by itself, once, and the trail says that the clock did it", async () => {
    const over = await fridge({ status: "defrost", defrostUntil: new Date(Date.now() - 1000) });
    const lasting = await fridge({ status: "defrost", defrostUntil: new Date(Date.now() + 60_000) });
    const ofOther = await makeCustomer(db());
    const elsewhere = await fridge({ status: "defrost", defrostUntil: new Date(Date.now() - 1000) }, ofOther);
    await Promise.all([runJob(), runJob()]);
    expect(await stored(over)).toMatchObject({ status: "running", defrostUntil: null });
    expect(await stored(elsewhere)).toMatchObject({ status: "running" });
    expect(await stored(lasting)).toMatchObject({ status: "defrost" });
    expect(await trailOf(db(), own.id, "carrier", over)).toMatchObject([
      {
        operation: "carrier.endDefrost",
        actorType: "system",
        actorName: "carrier.endDefrost",
        oldValues: { status: "defrost" },
        newValues: { status: "running", defrostUntil: null },
      },
    ]);
    await runJob();
    expect(await trailOf(db(), own.id, "carrier", over)).toHaveLength(1);
    expect(await brokenLink(db(), own.id)).toBeNull();
    expect(await brokenLink(db(), ofOther.id)).toBeNull();
  });
});
