import "server-only";
import { and, asc, eq, lte } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { CarrierType } from "@/db/enums";
import { alarmSwitchLog, carrier } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import { endOfPause, type SwitchState } from "./rules";

export type SwitchableCarrier = SwitchState & { id: number; customerId: number; type: CarrierType; name: string };

/** Locks the carrier's row, so that concurrent switches are serialised. Throws NOT_FOUND outside the scope. */
export async function lockCarrier(tx: Db, scope: Scope, id: number): Promise<SwitchableCarrier> {
  const [row] = await tx
    .select({
      id: carrier.id,
      customerId: carrier.customerId,
      type: carrier.type,
      name: carrier.name,
      alarmSwitch: carrier.alarmSwitch,
      alarmPausedUntil: carrier.alarmPausedUntil,
      alarmTriggerId: carrier.alarmTriggerId,
    })
    .from(carrier)
    .where(and(eq(carrier.id, id), inScope(scope, { customerId: carrier.customerId, sceneId: carrier.sceneId })))
    .for("update");
  if (!row) throw notFound("carrier", id);
  const { alarmPausedUntil, alarmTriggerId, ...known } = row;
  return { ...known, pausedUntil: alarmPausedUntil?.getTime() ?? null, hasTrigger: alarmTriggerId !== null };
}

type Change = Pick<SwitchState, "alarmSwitch" | "pausedUntil"> & { reason: string; userId: number | null; at: Date };

type Line = Omit<typeof alarmSwitchLog.$inferInsert, "customerId" | "carrierId">;

const logSwitch = (tx: Db, { id, customerId }: Owned, lines: readonly Line[]) =>
  tx.insert(alarmSwitchLog).values(lines.map((line) => ({ ...line, customerId, carrierId: id })));

type Owned = Pick<SwitchableCarrier, "id" | "customerId">;

/** The log line of a pause that expired, dated at the instant at which the alarm came back on. */
const pauseEnd = (endedAt: number): Line => ({
  fromSwitch: "paused",
  toSwitch: "on",
  pausedUntil: null,
  reason: "",
  isBySystem: true,
  at: new Date(endedAt),
});

/** Switches a locked carrier and writes the alarm switch log; an expired pause is logged as ended first. */
export async function saveSwitch(
  tx: Db,
  before: Owned & Pick<SwitchState, "alarmSwitch" | "pausedUntil">,
  change: Change,
): Promise<void> {
  const pausedUntil = change.pausedUntil === null ? null : new Date(change.pausedUntil);
  const endedAt = endOfPause(before, change.at.getTime());
  await tx
    .update(carrier)
    .set({ alarmSwitch: change.alarmSwitch, alarmPausedUntil: pausedUntil })
    .where(eq(carrier.id, before.id));
  const { reason, userId, at } = change;
  const fromSwitch = endedAt === null ? before.alarmSwitch : "on";
  const line: Line = { fromSwitch, toSwitch: change.alarmSwitch, pausedUntil, reason, userId, at };
  await logSwitch(tx, before, endedAt === null ? [line] : [pauseEnd(endedAt), line]);
}

// Used by the worker, which acts as the system on every customer.

/**
 * Locks carriers whose pause has expired. Rows locked elsewhere are skipped until the next run. Ordered by customer, as
 * the audit chains are.
 */
export async function lockPaused(tx: Db, now: Date, limit: number): Promise<(Owned & { pausedUntil: number })[]> {
  const rows = await tx
    .select({ id: carrier.id, customerId: carrier.customerId, alarmPausedUntil: carrier.alarmPausedUntil })
    .from(carrier)
    .where(and(eq(carrier.alarmSwitch, "paused"), lte(carrier.alarmPausedUntil, now)))
    .orderBy(asc(carrier.customerId), asc(carrier.id))
    .limit(limit)
    .for("update", { skipLocked: true });
  return rows.map(({ alarmPausedUntil, ...row }) => ({ ...row, pausedUntil: alarmPausedUntil?.getTime() ?? 0 }));
}

/** Switches the alarm of a locked carrier back on after its pause has expired, and writes the alarm switch log. */
export async function savePauseEnd(tx: Db, { pausedUntil, ...owned }: Owned & { pausedUntil: number }): Promise<void> {
  await tx.update(carrier).set({ alarmSwitch: "on", alarmPausedUntil: null }).where(eq(carrier.id, owned.id));
  await logSwitch(tx, owned, [pauseEnd(pausedUntil)]);
}
