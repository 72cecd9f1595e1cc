import "server-only";
import type { SecondmentNewsKind, SecondmentState } from "@/db/secondment-enums";
import { assertUntied, editableDevice } from "@/features/carrier/mounting/mounting.operations";
import { assertUsable } from "@/features/carrier/mounting/mounting.rules";
import { assertNotRecorded } from "@/features/device/deactivation.service";
import { findQuota } from "@/features/device/registration.operations";
import { assertNoneCancelled, lockCustomers } from "@/lib/auth/lock-customer";
import { visibilityOf } from "@/lib/auth/visibility";
import { AppError, conflict } from "@/lib/errors";
import { limitRate } from "@/lib/http/rate-limit";
import { holds, type OperationContext } from "@/lib/operation/context";
import { defineOperation, type MutationContext } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import type { Page } from "@/lib/resource/list-query";
import { type DeviceRecord, findObstacles, findSettledAt, getOwner, lockWith } from "./device.data";
import { onSideOf } from "./leave.service";
import {
  findByCode,
  findSecondments,
  getSecondment,
  insertSecondment,
  type SecondmentRecord,
  type SecondmentRow,
  saveSecondment,
} from "./secondment.data";
import { actsOf, alreadySeconded, assertViewable, type SecondmentAct, startOf, stateAfter } from "./secondment.rules";
import { Reasoned, SecondmentCreate, type SecondmentDto, SecondmentListQuery } from "./secondment.schema";
import {
  auditedOf,
  begin,
  finish,
  lockParties,
  type Opened,
  openSecondment,
  prepare,
  publish,
  recordFor,
  sidesOf,
  tell,
} from "./secondment.service";

/** A secondment with what the reader can do with it. */
function shownTo(ctx: OperationContext, { isLender, isBorrower, ...row }: SecondmentRow): SecondmentDto {
  const rights = { mayEnd: holds(ctx, "removeSecondment"), mayAnswer: holds(ctx, "editSecondment") };
  return { ...row, acts: actsOf(row.state, { isLender, isBorrower }, rights) };
}

const readSecondment = async (ctx: OperationContext, id: number): Promise<SecondmentDto> =>
  shownTo(ctx, await getSecondment(ctx.db, visibilityOf(ctx), id));

/** Lists what was lent and borrowed, past secondments included. */
export const listSecondments = defineOperation({
  name: "secondment.list",
  kind: "query",
  permission: "viewSecondment",
  input: SecondmentListQuery,
  async run(ctx, query): Promise<Page<SecondmentDto>> {
    const { items, total } = await findSecondments(ctx.db, visibilityOf(ctx), query);
    return { items: items.map((row) => shownTo(ctx, row)), total };
  },
});

/** One secondment that is not over. */
export const readOpenSecondment = defineOperation({
  name: "secondment.get",
  kind: "query",
  permission: "viewSecondment",
  input: ById,
  async run(ctx, { id }): Promise<SecondmentDto> {
    const dto = await readSecondment(ctx, id);
    assertViewable(dto.state);
    return dto;
  },
});

/** Throws CONFLICT unless a locked device can be handed over. */
async function assertFree(ctx: MutationContext, device: DeviceRecord, path: "deviceId" | "id"): Promise<void> {
  if (device.custody === "lent") throw alreadySeconded();
  if (device.custody !== "own") throw conflict(path, "notOwner", "it belongs to another customer");
  assertUsable(device, path);
  const { isConfiguring, behind } = await findObstacles(ctx.tx, device);
  if (isConfiguring) throw conflict(path, "configuring", "it is being configured");
  if (behind > 0) throw conflict(path, "hasBehind", `${behind} devices forward through it`);
  await assertUntied(ctx.tx, ctx, device.id, path);
  // The receiver of a transfer does not know the lender's verifications.
  await assertNotRecorded(ctx.tx, [{ id: device.id, path }], path === "deviceId");
}

/** The newest of what both sides see of it, for the trail of the side that acts; the other side gets its own row. */
async function done(ctx: MutationContext, { before, after, actor, verb, reason }: Done): Promise<SecondmentDto> {
  const { row, lenderId, borrowerId } = after;
  const other = actor === lenderId ? borrowerId : lenderId;
  const why = reason ? { reason } : {};
  await recordFor(ctx, [other], row, { verb, ...(before && { old: before }), ...why });
  ctx.audit({ customerId: actor, ...(before && { old: auditedOf(before) }), new: auditedOf(row), ...why });
  await tell(ctx, after, other, NEWS_OF[row.state]);
  await publish(ctx, after);
  return readSecondment(ctx, row.id);
}

type Done = {
  before?: SecondmentRecord;
  after: Opened;
  /** The customer on whose side the actor acts. */
  actor: number;
  verb: string;
  reason?: string;
};

/** What the other side is told when a secondment comes into a state. */
const NEWS_OF: Record<SecondmentState, SecondmentNewsKind> = {
  requested: "requested",
  planned: "planned",
  current: "begun",
  transferred: "confirmed",
  revoked: "revoked",
  returned: "returned",
  ended: "ended",
  declined: "declined",
};

/** Seconds a device to another customer, or asks them to take it over for good. */
export const createSecondment = defineOperation({
  name: "secondment.create",
  kind: "mutation",
  permission: "newSecondment",
  input: SecondmentCreate,
  async run(ctx, { deviceId, borrowerCode, isTransfer, remark, ...span }): Promise<SecondmentDto> {
    const { tx, now } = ctx;
    const lender = await getOwner(tx, ctx.scope, deviceId);
    const borrower = await findByCode(tx, borrowerCode);
    if (!borrower) throw await unknownCode(ctx);
    if (borrower.id === lender.id) throw conflict("borrowerCode", "sameOwner", "the device belongs to them");
    await lockParties(ctx, [lender.id, borrower.id], "borrowerCode");
    await lockWith(tx, [deviceId]);
    const device = await editableDevice(tx, ctx, deviceId);
    if ((await findObstacles(tx, device)).isSeconded) throw alreadySeconded();
    await assertFree(ctx, device, "deviceId");
    const asked = {
      startsAt: span.startsAt === null ? null : Date.parse(span.startsAt),
      endsAt: span.endsAt === null ? null : Date.parse(span.endsAt),
    };
    const at = startOf(asked, { now: now.getTime(), newestAt: await findSettledAt(tx, deviceId) });
    const row = await insertSecondment(tx, {
      ...{ unitId: device.unitId ?? device.id, lenderId: lender.id, borrowerId: borrower.id, lenderDeviceId: deviceId },
      ...{ lenderName: lender.name, borrowerName: borrower.name, kind: device.kind, serialNumber: device.serialNumber },
      ...{ isTransfer, remark, createdAt: now, state: isTransfer ? ("requested" as const) : ("planned" as const) },
      startsAt: isTransfer ? null : new Date(at),
      endsAt: asked.endsAt === null ? null : new Date(asked.endsAt),
    });
    let after: Opened = { row, lenderId: lender.id, borrowerId: borrower.id, device };
    if (!isTransfer) {
      after = await prepare(ctx, after);
      if (asked.startsAt === null || at <= now.getTime()) after = await begin(ctx, after);
    }
    return done(ctx, { after, actor: lender.id, verb: "create" });
  },
  audit: { entity: "secondment", id: ({ id }) => id },
});

/** Wrong codes of one account or key within ten minutes, so that nobody finds customers by trying. */
const WRONG_CODES = { limit: 20, seconds: 600 } as const;

/** The refusal of an unknown code. Throws RATE_LIMITED after too many. */
async function unknownCode({ actor }: OperationContext): Promise<AppError> {
  const who =
    actor.type === "user" ? `user:${actor.principal.user.id}` : actor.type === "key" ? `key:${actor.keyId}` : "";
  if (who) await limitRate(`secondment-code:${who}`, WRONG_CODES.limit, WRONG_CODES.seconds);
  const issue = { path: "borrowerCode", rule: "unknown", message: "no such customer" };
  return new AppError("NOT_FOUND", `borrowerCode: ${issue.message}`, { issues: [issue] });
}

/** Locks a secondment of which the actor has a side, for an act. Throws NOT_FOUND, FORBIDDEN or CONFLICT. */
async function openFor(ctx: MutationContext, id: number, act: SecondmentAct): Promise<Opened> {
  await getSecondment(ctx.tx, visibilityOf(ctx), id);
  const opened = await openSecondment(ctx, id);
  stateAfter(act, opened.row.state, sidesOf(ctx.scope, opened.row));
  return opened;
}

/** Builds the operation by which one of the sides ends a secondment before its time. */
const ending = (act: "revoke" | "return", state: "revoked" | "returned") =>
  defineOperation({
    name: `secondment.${act}`,
    kind: "mutation",
    permission: "removeSecondment",
    input: Reasoned,
    async run(ctx, { id, reason }): Promise<SecondmentDto> {
      const opened = await openFor(ctx, id, act);
      // The lender gets the device back whatever the borrower does with it.
      const { borrowerDeviceId } = opened.row;
      if (act === "return" && borrowerDeviceId !== null)
        await assertNotRecorded(ctx.tx, [{ id: borrowerDeviceId, path: "id" }]);
      const after = await finish(ctx, opened, { state, reason });
      const actor = act === "revoke" ? opened.lenderId : opened.borrowerId;
      return done(ctx, { before: opened.row, after, actor, verb: act, reason });
    },
    audit: { entity: "secondment", id: ({ id }) => id },
  });

/** The lender takes a device back, or withdraws a plan or a request. */
export const revokeSecondment = ending("revoke", "revoked");

/** The borrower gives a device back, or does without a planned one. */
export const returnSecondment = ending("return", "returned");

/** The receiver takes a device over for good: from now on it is registered for them. */
export const confirmSecondment = defineOperation({
  name: "secondment.confirm",
  kind: "mutation",
  permission: "editSecondment",
  input: ById,
  async run(ctx, { id }): Promise<SecondmentDto> {
    const { tx, now } = ctx;
    const opened = await openFor(ctx, id, "confirm");
    const { device, lenderId, borrowerId } = opened;
    assertNoneCancelled(await lockCustomers(tx, [lenderId, borrowerId], true), "id");
    await assertFree({ ...ctx, ...onSideOf(ctx, lenderId) }, device, "id");
    const { limit, used } = await findQuota(onSideOf(ctx, borrowerId), borrowerId);
    if (used >= limit) throw conflict("id", "deviceQuota", `at most ${limit} devices, ${used} are there`, limit);
    const newestAt = await findSettledAt(tx, device.id);
    const startsAt = new Date(startOf({ startsAt: null, endsAt: null }, { now: now.getTime(), newestAt }));
    const row = await saveSecondment(tx, id, { startsAt });
    const after = await begin(ctx, await prepare(ctx, { ...opened, row }));
    return done(ctx, { before: opened.row, after, actor: borrowerId, verb: "confirm" });
  },
  audit: { entity: "secondment", id: ({ id }) => id },
});

/** The receiver does not take a device over. */
export const declineSecondment = defineOperation({
  name: "secondment.decline",
  kind: "mutation",
  permission: "editSecondment",
  input: Reasoned,
  async run(ctx, { id, reason }): Promise<SecondmentDto> {
    const opened = await openFor(ctx, id, "decline");
    const row = await saveSecondment(ctx.tx, id, { state: "declined", endedAt: ctx.now, endReason: reason });
    const after = { ...opened, row };
    return done(ctx, { before: opened.row, after, actor: opened.borrowerId, verb: "decline", reason });
  },
  audit: { entity: "secondment", id: ({ id }) => id },
});
