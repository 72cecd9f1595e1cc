import "server-only";
import type { SecondmentNewsKind, SecondmentState } from "@/db/secondment-enums";
import { publishDevices } from "@/features/device/change.operations";
import { planNewsFor } from "@/features/notice/order-news.service";
import { writeAudits } from "@/lib/audit/write-audit";
import { assertNoneCancelled, lockCustomers } from "@/lib/auth/lock-customer";
import { covers, type Scope } from "@/lib/auth/scope";
import { notFound } from "@/lib/errors";
import { liveBus } from "@/lib/live/live";
import type { MutationContext } from "@/lib/operation/define-operation";
import { type DeviceRecord, ensureRow, findNewestAt, lockRow, lockWith, saveRow } from "./device.data";
import { leave, onSideOf } from "./leave.service";
import {
  findParties,
  lockSecondment,
  type SecondmentRecord,
  type Segment,
  saveSecondment,
  setHoldings,
  undoHoldings,
} from "./secondment.data";
import type { Sides } from "./secondment.rules";

/** The sides of a secondment that a scope covers. */
export const sidesOf = (
  scope: Scope,
  { lenderId, borrowerId }: Pick<SecondmentRecord, "lenderId" | "borrowerId">,
): Sides => ({
  isLender: lenderId !== null && covers(scope, { customerId: lenderId }),
  isBorrower: borrowerId !== null && covers(scope, { customerId: borrowerId }),
});

/** A secondment between two customers that exist, with the device as the lender has it. */
export type Opened = { row: SecondmentRecord; lenderId: number; borrowerId: number; device: DeviceRecord };

/**
 * Locks an open secondment with both customers, in their order, and everything that changes with the device. Throws
 * NOT_FOUND if a side was removed.
 */
export async function openSecondment(ctx: MutationContext, id: number): Promise<Opened> {
  const { tx } = ctx;
  await lockCustomers(tx, await findParties(tx, id), true);
  const row = await lockSecondment(tx, id);
  const { lenderId, borrowerId, lenderDeviceId, borrowerDeviceId } = row;
  await lockWith(
    tx,
    [lenderDeviceId, borrowerDeviceId].filter((one) => one !== null),
  );
  const device = lenderDeviceId === null ? undefined : await lockRow(tx, lenderDeviceId);
  if (lenderId === null || borrowerId === null || !device) throw notFound("secondment", id);
  return { row, lenderId, borrowerId, device };
}

/** What the trail of both customers has of a secondment. */
export const auditedOf = (row: SecondmentRecord) => {
  const { serialNumber, lenderName, borrowerName, isTransfer, state, startsAt, endsAt, remark } = row;
  return { serialNumber, lender: lenderName, borrower: borrowerName, isTransfer, state, startsAt, endsAt, remark };
};

type Step = { verb: string; old?: SecondmentRecord; reason?: string };

/** Records a step in the trail of the customers that the caller's own row does not reach, and tells open screens. */
export async function recordFor(
  ctx: MutationContext,
  customerIds: readonly number[],
  row: SecondmentRecord,
  { verb, old, reason }: Step,
): Promise<void> {
  for (const customerId of customerIds.toSorted((a, b) => a - b))
    await writeAudits(ctx.tx, ctx, customerId, [
      {
        ...{ operation: `secondment.${verb}`, entity: "secondment", entityId: String(row.id) },
        ...{ ...(old && { old: auditedOf(old) }), new: auditedOf(row), ...(reason && { reason }) },
      },
    ]);
}

/** Tells open screens of both customers that a secondment, and the devices in it, have changed. */
export async function publish(
  ctx: MutationContext,
  { row, lenderId, borrowerId }: Omit<Opened, "device">,
): Promise<void> {
  const data = { secondmentId: row.id, change: row.state };
  ctx.afterCommit(() =>
    liveBus().publish(
      [lenderId, borrowerId].map((customerId) => ({ type: "secondment" as const, customerId, carrierId: null, data })),
    ),
  );
  for (const [customerId, deviceId] of [
    [lenderId, row.lenderDeviceId],
    [borrowerId, row.borrowerDeviceId],
  ] as const)
    if (deviceId !== null) await publishDevices(onSideOf(ctx, customerId), [deviceId]);
}

/** Tells the accounts of a customer that see secondments. */
export async function tell(
  ctx: MutationContext,
  opened: Omit<Opened, "device">,
  customerId: number,
  news: SecondmentNewsKind,
): Promise<void> {
  const { row, lenderId } = opened;
  const { id, serialNumber, startsAt, endsAt, isTransfer } = row;
  await planNewsFor(ctx.tx, {
    customerId,
    permission: "viewSecondment",
    key: `secondment:${id}:${news}:${customerId}`,
    exceptUserId: ctx.actor.type === "user" ? ctx.actor.principal.user.id : null,
    news: {
      ...({ type: "secondment", news, secondmentId: id, serialNumber, isTransfer } as const),
      other: customerId === lenderId ? row.borrowerName : row.lenderName,
      startsAt: startsAt?.getTime() ?? null,
      endsAt: endsAt?.getTime() ?? null,
      text: row.endReason || row.remark,
    },
  });
}

/** Divides what the device measures from the start of a secondment on: the borrower's until its end, then the lender's. */
async function divide(tx: MutationContext["tx"], opened: Opened, endsAt: Date | null): Promise<void> {
  const { row, lenderId, borrowerId } = opened;
  const { startsAt, unitId } = row;
  const lender = { customerId: lenderId, deviceId: row.lenderDeviceId as number };
  const borrower = { customerId: borrowerId, deviceId: row.borrowerDeviceId as number };
  const segments: Segment[] = [{ ...borrower, from: startsAt as Date, until: endsAt }];
  if (endsAt !== null) segments.push({ ...lender, from: endsAt, until: null });
  await setHoldings(tx, unitId, lender, startsAt as Date, segments);
}

/**
 * Makes the borrower's device and divides the readings from the start on, so that they are divided exactly even if the
 * product does not run at that instant.
 */
export async function prepare(ctx: MutationContext, opened: Opened): Promise<Opened> {
  const { tx } = ctx;
  const { row, borrowerId, device } = opened;
  await saveRow(tx, device.id, { unitId: row.unitId });
  const borrowerDeviceId = await ensureRow(tx, borrowerId, row.unitId, device);
  const next = { ...opened, row: await saveSecondment(tx, row.id, { borrowerDeviceId }) };
  await divide(tx, next, row.endsAt);
  return next;
}

/** Hands a prepared device over: it leaves the lender's carriers, and the borrower has it. */
export async function begin(ctx: MutationContext, opened: Opened): Promise<Opened> {
  const { tx, now } = ctx;
  const { row, lenderId, device } = opened;
  const { isTransfer, borrowerDeviceId } = row;
  const at = new Date(Math.min(now.getTime(), (row.startsAt as Date).getTime()));
  const custody = isTransfer ? "given" : "lent";
  await leave(ctx, { id: device.id, customerId: lenderId }, { at, reason: `→ ${row.borrowerName}`, custody });
  // What is known of the device itself goes with it; names, places, parameters and certificates are each customer's own.
  const { firmware, utcOffsetHours, reportIntervalSeconds, calibrationDueOn, use } = device;
  await saveRow(tx, borrowerDeviceId as number, {
    ...{ firmware, utcOffsetHours, reportIntervalSeconds, calibrationDueOn, use },
    custody: isTransfer ? "own" : "borrowed",
  });
  return { ...opened, row: await saveSecondment(tx, row.id, { state: isTransfer ? "transferred" : "current" }) };
}

type Over = Extract<SecondmentState, "revoked" | "returned" | "ended">;

/** Ends a secondment: the device leaves the borrower's carriers, and the lender has it again, in stock. */
export async function finish(
  ctx: MutationContext,
  opened: Opened,
  { state, reason }: { state: Over; reason: string },
): Promise<Opened> {
  const { tx, now } = ctx;
  const { row, borrowerId, device } = opened;
  const wasHeld = row.state === "current";
  const endedAt = state === "ended" ? (row.endsAt as Date) : await endOf(tx, row, now);
  if (row.borrowerDeviceId !== null && row.startsAt !== null) {
    // Nothing was measured yet in a time that is still to come. One that has come is the borrower's until now.
    if (endedAt <= row.startsAt) await undoHoldings(tx, row.unitId, row.startsAt);
    else if (state !== "ended") await divide(tx, opened, endedAt);
  }
  if (wasHeld && row.borrowerDeviceId !== null) {
    const at = new Date(Math.min(now.getTime(), endedAt.getTime()));
    const borrowed = await lockRow(tx, row.borrowerDeviceId);
    const why = reason || `→ ${row.lenderName}`;
    await leave(ctx, { id: row.borrowerDeviceId, customerId: borrowerId }, { at, reason: why, custody: "absent" });
    await saveRow(tx, device.id, {
      custody: "own",
      ...(borrowed && { reportIntervalSeconds: borrowed.reportIntervalSeconds, firmware: borrowed.firmware }),
      // Whatever the borrower has configured is in the device now.
      ...(borrowed?.appliedSettings && { configStatus: "wait", appliedSettings: null }),
    });
  }
  return { ...opened, row: await saveSecondment(tx, row.id, { state, endedAt, endReason: reason }) };
}

/**
 * Now, or just after the newest reading of a device whose clock is ahead: what the borrower has stays the borrower's. At
 * the agreed end at the latest, from which on readings are the lender's already.
 */
async function endOf(
  tx: MutationContext["tx"],
  { borrowerDeviceId, endsAt }: SecondmentRecord,
  now: Date,
): Promise<Date> {
  const newestAt = borrowerDeviceId === null ? null : await findNewestAt(tx, borrowerDeviceId);
  const at = Math.max(now.getTime(), newestAt === null ? 0 : newestAt + 1);
  return new Date(Math.min(at, endsAt?.getTime() ?? Number.POSITIVE_INFINITY));
}

/** Locks customers for a secondment. Throws CONFLICT at `path` if one is cancelled. */
export async function lockParties(ctx: MutationContext, ids: readonly number[], path: string): Promise<void> {
  assertNoneCancelled(await lockCustomers(ctx.tx, ids, true), path);
}
