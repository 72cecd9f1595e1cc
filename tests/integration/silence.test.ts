import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { alarmSilence, alarmSilenceTarget, carrier, scene } from "@/db/schema";
import {
  chooseSilenceTarget,
  createSilence,
  endSilence,
  getAlarmSilence,
  listSilences,
} from "@/features/alarm/silence/silence.operations";
import { SILENCE_STATES, type SilenceState, stateOf } from "@/features/alarm/silence/silence.rules";
import type { SilenceTarget } from "@/features/alarm/silence/silence.schema";
import { silencedAmong, silencesOf } from "@/features/alarm/silence/silenced.service";
import { listMonitoringPoints } from "@/features/carrier/monitoring/monitoring.operations";
import { ALL_PERMISSIONS } from "@/lib/auth/permissions";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { auditRows } from "../support/audit";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
const HOUR = 3_600_000;

const contextOf = async (of: Customer, options: UserOptions = {}) =>
  accountContext(db(), await makeUser(db(), of.id, options));
const later = (ctx: OperationContext, milliseconds: number) => ({
  ...ctx,
  now: new Date(ctx.now.getTime() + milliseconds),
});

afterAll(() => db().$client.end({ timeout: 5 }));

/** House > Ward > Room and Shed beside it; a fridge in Ward, in Room and in Shed. */
async function makeOwner() {
  const own = await makeCustomer(db());
  const node = async (name: string, parentId: number | null) => {
    const values = { customerId: own.id, code: `${name}-${own.code}`, name, parentId };
    const [row] = await db().insert(scene).values(values).returning({ id: scene.id });
    return row?.id as number;
  };
  const wardId = await node("Ward", own.sceneId);
  const roomId = await node("Room", wardId);
  const shedId = await node("Shed", own.sceneId);
  const at = (sceneId: number) => makeFridge(db(), { id: own.id, sceneId });
  return { own, wardId, roomId, shedId, inWard: await at(wardId), inRoom: await at(roomId), inShed: await at(shedId) };
}

describe("maintenance silences", () => {
  let owner: Awaited<ReturnType<typeof makeOwner>>;
  let admin: OperationContext;
  let nurse: OperationContext;
  const on = (kind: SilenceTarget["kind"], id: number): SilenceTarget => ({ kind, id });
  const inHours = (hours: number, ctx = admin) => new Date(ctx.now.getTime() + hours * HOUR).toISOString();
  const make = (
    targets: SilenceTarget[],
    values: { startsAt?: string; endsAt?: string; reason?: string } = {},
    ctx = admin,
  ) => createSilence.call(ctx, { targets, endsAt: inHours(1, ctx), reason: "defrosting", ...values });
  const listed = async (query: Parameters<typeof listSilences.call>[1], ctx = admin) =>
    (await listSilences.call(ctx, query)).items.map(({ id }) => id);

  beforeAll(async () => {
    owner = await makeOwner();
    admin = await contextOf(owner.own, { name: "Chen Yu" });
    nurse = await contextOf(owner.own, { scopeType: 0, sceneIds: [owner.wardId] });
  });

  it("begin at once, with an audit row that says what, until when and why", async () => {
    const { own, wardId, inShed } = owner;
    const made = await make([on("scene", wardId), on("carrier", inShed.carrier.id), on("scene", wardId)]);
    expect(made).toMatchObject({
      customerId: own.id,
      state: "active",
      startsAt: admin.now.toISOString(),
      endsAt: inHours(1),
      reason: "defrosting",
      createdBy: "Chen Yu",
      endedAt: null,
      endedBy: null,
      hiddenTargets: 0,
      targets: [
        { kind: "scene", id: wardId, name: "Ward" },
        { kind: "carrier", id: inShed.carrier.id, name: inShed.carrier.name },
      ],
    });
    expect((await auditRows(db(), own.id)).at(-1)).toMatchObject({
      operation: "alarmSilence.create",
      entity: "alarmSilence",
      entityId: String(made.id),
      reason: "defrosting",
      newValues: { startsAt: made.startsAt, endsAt: made.endsAt, targets: expect.arrayContaining(["Ward"]) },
    });
    expect(await getAlarmSilence.call(admin, { id: made.id })).toEqual(made);
  });

  it("may lie ahead, overlap, and are ended early once", async () => {
    const { inShed, own } = owner;
    const target = [on("carrier", inShed.carrier.id)];
    const planned = await make(target, { startsAt: inHours(24), endsAt: inHours(26) });
    const beside = await make(target, { startsAt: inHours(25), endsAt: inHours(30) });
    expect([planned.state, beside.state]).toEqual(["planned", "planned"]);
    const ended = await endSilence.call(later(admin, HOUR), { id: planned.id });
    expect(ended).toMatchObject({ state: "ended", endedAt: inHours(1), endedBy: "Chen Yu", endsAt: inHours(26) });
    expect((await auditRows(db(), own.id)).at(-1)).toMatchObject({
      operation: "alarmSilence.end",
      newValues: { endedAt: inHours(1) },
    });
    expect(await refusal(endSilence.call(admin, { id: planned.id }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "id", rule: "silenceOver" }],
    });
    expect(await refusal(endSilence.call(later(admin, 31 * HOUR), { id: beside.id }))).toMatchObject({
      code: "CONFLICT",
    });
  });

  it("end once where two end at once", async () => {
    const { id } = await make([on("carrier", owner.inShed.carrier.id)]);
    const ends = await Promise.allSettled([endSilence.call(admin, { id }), endSilence.call(admin, { id })]);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it.each([
    ["no target", { targets: [] }, "targets", "required"],
    ["no reason", { reason: "  " }, "reason", "required"],
    ["a reason too long", { reason: "x".repeat(251) }, "reason", "too_big"],
    ["no end", { endsAt: undefined }, "endsAt", "required"],
    ["an end that is no time", { endsAt: "tomorrow" }, "endsAt", "invalid_format"],
    ["an unknown kind", { targets: [{ kind: "device", id: 1 }] }, "targets.0.kind", "invalid_value"],
  ])("are refused with %s", async (_what, values, path, rule) => {
    const input = { targets: [on("scene", owner.wardId)], endsAt: inHours(1), reason: "why", ...values };
    const failed = await refusal(createSilence.call(admin, input as never));
    expect(failed).toMatchObject({ code: "INVALID", issues: [{ path, rule }] });
  });

  it.each([
    ["too long", { endsAt: 721 }, "endsAt", "tooManyDays"],
    ["in the past", { startsAt: -1 }, "startsAt", "future"],
    ["without a length", { startsAt: 2, endsAt: 2 }, "endsAt", "endBeforeStart"],
  ])("are refused %s", async (_what, hours: { startsAt?: number; endsAt?: number }, path, rule) => {
    const values = Object.fromEntries(Object.entries(hours).map(([name, one]) => [name, inHours(one)]));
    const failed = await refusal(make([on("scene", owner.wardId)], values));
    expect(failed).toMatchObject({ code: "INVALID", issues: [{ path, rule }] });
  });

  it("are laid on one customer's places alone, and on what is there", async () => {
    const other = await makeOwner();
    const platform = await contextOf({ ...other.own, id: 1 }, { scopeType: 3 });
    const mixed = [on("carrier", owner.inShed.carrier.id), on("carrier", other.inShed.carrier.id)];
    expect(await refusal(make(mixed, {}, platform))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "targets", rule: "sameCustomer" }],
    });
    expect(await refusal(make(mixed))).toMatchObject({
      code: "NOT_FOUND",
      issues: [{ path: "targets.1", rule: "reference" }],
    });
    expect(await make([on("trigger", other.inShed.trigger.id)], {}, platform)).toMatchObject({
      customerId: other.own.id,
    });
  });

  it("are made by permission, each deed by its own", async () => {
    const { id } = await make([on("carrier", owner.inShed.carrier.id)]);
    const looks = await contextOf(owner.own, { permissions: ["viewAlarmSilence"] });
    expect(await listed({ q: "defrost" }, looks)).toContain(id);
    expect(await refusal(make([on("scene", owner.wardId)], {}, looks))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(endSilence.call(looks, { id }))).toMatchObject({ code: "FORBIDDEN" });
    const none = await contextOf(owner.own, { permissions: ["viewEx"] });
    expect(await refusal(listSilences.call(none, {}))).toMatchObject({ code: "FORBIDDEN" });
  });

  it("reach a customer user where they reach the own nodes: named as far as seen, ended as far as own", async () => {
    const { own, wardId, shedId, roomId, inRoom, inShed } = owner;
    const wide = await make([on("scene", own.sceneId)], { reason: "whole house" });
    const trigger = await make([on("trigger", inRoom.trigger.id)], { reason: "by trigger" });
    const shed = await make([on("scene", shedId), on("carrier", inShed.carrier.id)], { reason: "shed alone" });
    const both = await make([on("scene", shedId), on("scene", roomId)], { reason: "shed and room" });
    const mine = await make([on("carrier", inRoom.carrier.id)], { reason: "own room" }, nurse);
    const seen = await listed({ iDisplayLength: 100 }, nurse);
    expect(seen).toEqual(expect.arrayContaining([wide.id, trigger.id, both.id, mine.id]));
    expect(seen).not.toContain(shed.id);
    expect(await getAlarmSilence.call(nurse, { id: wide.id })).toMatchObject({ targets: [], hiddenTargets: 1 });
    expect(await getAlarmSilence.call(nurse, { id: both.id })).toMatchObject({
      targets: [{ kind: "scene", id: roomId, name: "Room" }],
      hiddenTargets: 1,
    });
    expect(await refusal(getAlarmSilence.call(nurse, { id: shed.id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(endSilence.call(nurse, { id: shed.id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(endSilence.call(nurse, { id: both.id }))).toMatchObject({
      code: "FORBIDDEN",
      issues: [{ path: "id", rule: "silenceFurther" }],
    });
    expect(await endSilence.call(nurse, { id: mine.id })).toMatchObject({ state: "ended" });
    for (const target of [on("scene", own.sceneId), on("carrier", inShed.carrier.id), on("trigger", inRoom.trigger.id)])
      expect(await refusal(make([target], {}, nurse))).toMatchObject({ code: "NOT_FOUND" });
    expect((await make([on("scene", wardId)], {}, nurse)).hiddenTargets).toBe(0);
  });

  it("name no carrier of a type that is not seen, nor are laid on one or ended there", async () => {
    const { wardId, inShed } = owner;
    const clerk = await contextOf(owner.own, {
      permissions: ALL_PERMISSIONS.filter((code) => !/Refrigerator/.test(code)),
    });
    const { name, id } = inShed.carrier;
    const choices = async (ctx: OperationContext) =>
      (await chooseSilenceTarget.call(ctx, { q: name })).map((choice) => `${choice.kind} ${choice.id}`);
    expect(await choices(admin)).toContain(`carrier ${id}`);
    expect(await choices(clerk)).not.toContain(`carrier ${id}`);
    const laid = await make([on("carrier", id), on("scene", wardId)]);
    expect(await listed({ q: name })).toContain(laid.id);
    expect(await listed({ q: name }, clerk)).toEqual([]);
    expect(await getAlarmSilence.call(clerk, { id: laid.id })).toMatchObject({
      targets: [{ kind: "scene", name: "Ward" }],
      hiddenTargets: 1,
    });
    expect(await refusal(endSilence.call(clerk, { id: laid.id }))).toMatchObject({
      issues: [{ path: "id", rule: "silenceFurther" }],
    });
    expect(await refusal(make([on("carrier", id)], {}, clerk))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("are nobody else's", async () => {
    const { id } = await make([on("scene", owner.wardId)]);
    const stranger = await contextOf(await makeCustomer(db()));
    expect(await listed({}, stranger)).toEqual([]);
    expect(await listed({ carrierId: owner.inWard.carrier.id }, stranger)).toEqual([]);
    expect(await refusal(getAlarmSilence.call(stranger, { id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(endSilence.call(stranger, { id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(make([on("scene", owner.wardId)], {}, stranger))).toMatchObject({ code: "NOT_FOUND" });
    const unchanged = await getAlarmSilence.call(admin, { id });
    expect(unchanged.endedAt).toBeNull();
  });

  it("say of a carrier what holds it back, in whatever way, until it is over", async () => {
    const { own, wardId, inWard, inRoom, inShed } = await makeOwner();
    const ctx = await contextOf(own);
    const reasons = async (carrierId: number, at: OperationContext = ctx) =>
      (await silencesOf(at, carrierId)).map(({ reason }) => reason);
    const ends = { endsAt: inHours(2, ctx) };
    await make([on("scene", wardId)], { ...ends, reason: "ward" }, ctx);
    await make([on("trigger", inShed.trigger.id)], { ...ends, reason: "trigger" }, ctx);
    await make([on("carrier", inRoom.carrier.id)], { startsAt: inHours(1, ctx), ...ends, reason: "later" }, ctx);
    expect(await reasons(inWard.carrier.id)).toEqual(["ward"]);
    expect(await reasons(inRoom.carrier.id)).toEqual(["ward", "later"]);
    expect(await reasons(inShed.carrier.id)).toEqual(["trigger"]);
    expect((await silencesOf(ctx, inRoom.carrier.id)).map(({ state }) => state)).toEqual(["active", "planned"]);
    expect(await reasons(inRoom.carrier.id, later(ctx, 2 * HOUR))).toEqual([]);
    const ids = [inWard, inRoom, inShed].map((fridge) => fridge.carrier.id);
    const until = Date.parse(inHours(2, ctx));
    expect([...(await silencedAmong(ctx, ids))].sort(([a], [b]) => a - b)).toEqual([
      [inWard.carrier.id, { until, reason: "ward" }],
      [inRoom.carrier.id, { until, reason: "ward" }],
      [inShed.carrier.id, { until, reason: "trigger" }],
    ]);
    expect((await silencedAmong(later(ctx, 2 * HOUR), ids)).size).toBe(0);
    const { items } = await listMonitoringPoints.call(ctx, { ids: String(inShed.carrier.id) });
    expect(items[0]?.silence).toEqual({ until, reason: "trigger" });
    const [ward] = await silencesOf(ctx, inWard.carrier.id);
    await endSilence.call(ctx, { id: ward?.id as number });
    expect(await reasons(inRoom.carrier.id)).toEqual(["later"]);
    const found = await listSilences.call(ctx, { carrierId: inRoom.carrier.id, sort: "endsAt", dir: "asc" });
    expect(found.items.map(({ reason }) => reason)).toEqual(["ward", "later"]);
  });

  it("stay, without what was deleted since", async () => {
    const { own, inShed, wardId } = await makeOwner();
    const ctx = await contextOf(own);
    const { id } = await make([on("carrier", inShed.carrier.id), on("scene", wardId)], {}, ctx);
    const [row] = await db()
      .insert(carrier)
      .values({ customerId: own.id, sceneId: wardId, name: `gone ${own.code}`, type: "other" })
      .returning({ id: carrier.id });
    await db()
      .insert(alarmSilenceTarget)
      .values({ silenceId: id, carrierId: row?.id as number });
    await db().$client`delete from carrier where id = ${row?.id as number}`;
    expect((await getAlarmSilence.call(ctx, { id })).targets).toHaveLength(2);
  });

  it("are offered targets by name, within the own nodes", async () => {
    const { inRoom, inShed } = owner;
    const names = async (q: string, ctx = admin) =>
      (await chooseSilenceTarget.call(ctx, { q })).map(({ kind, name, place }) => [kind, name, place]);
    expect(await names("war")).toEqual([["scene", "Ward", "House"]]);
    expect(await names(inRoom.carrier.name)).toEqual([["carrier", inRoom.carrier.name, "Room"]]);
    expect(await names(inShed.trigger.name)).toEqual([["trigger", inShed.trigger.name, null]]);
    expect(await names("shed", nurse)).toEqual([]);
    expect(await names(inShed.trigger.name, nurse)).toEqual([]);
    // What stands above the own nodes is not named.
    expect(await names("war", nurse)).toEqual([["scene", "Ward", null]]);
  });

  it("are found by state as the rules tell it", async () => {
    const own = await makeCustomer(db());
    const ctx = await contextOf(own);
    const hours = fc.integer({ min: -6, max: 6 });
    const spans = fc.sample(fc.tuple(hours, fc.integer({ min: 1, max: 6 }), fc.option(hours)), 60);
    const rows = spans.map(([start, length, end]) => ({
      startsAt: ctx.now.getTime() + start * HOUR,
      endsAt: ctx.now.getTime() + (start + length) * HOUR,
      endedAt: end === null ? null : ctx.now.getTime() + end * HOUR,
    }));
    const made = await db()
      .insert(alarmSilence)
      .values(
        rows.map(({ startsAt, endsAt, endedAt }) => ({
          customerId: own.id,
          reason: "bulk",
          startsAt: new Date(startsAt),
          endsAt: new Date(endsAt),
          endedAt: endedAt === null ? null : new Date(endedAt),
        })),
      )
      .returning({ id: alarmSilence.id });
    const ofState = (state: SilenceState) =>
      made.filter((_, index) => stateOf(rows[index] as (typeof rows)[number], ctx.now.getTime()) === state);
    for (const state of SILENCE_STATES) {
      const found = await listed({ state, iDisplayLength: 100 }, ctx);
      expect(found.sort(), state).toEqual(
        ofState(state)
          .map(({ id }) => id)
          .sort(),
      );
    }
  });
});
