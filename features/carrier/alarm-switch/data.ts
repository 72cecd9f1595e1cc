import "server-only";
import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { CarrierType } from "@/db/enums";
import { alarmSwitchLog, carrier } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import type { SwitchState } from "./rules";

export type SwitchableCarrier = SwitchState & { id: number; customerId: number; type: CarrierType; name: string };

/** The carrier with its row locked, so that two who switch at once see each other. Throws NOT_FOUND outside the scope. */
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

/** Switches a locked carrier and writes the line of the alarm switch log. */
export async function saveSwitch(tx: Db, before: SwitchableCarrier, change: Change): Promise<void> {
  const pausedUntil = change.pausedUntil === null ? null : new Date(change.pausedUntil);
  await tx
    .update(carrier)
    .set({ alarmSwitch: change.alarmSwitch, alarmPausedUntil: pausedUntil })
    .where(eq(carrier.id, before.id));
  await tx.insert(alarmSwitchLog).values({
    customerId: before.customerId,
    carrierId: before.id,
    fromSwitch: before.alarmSwitch,
    toSwitch: change.alarmSwitch,
    pausedUntil,
    reason: change.reason,
    userId: change.userId,
    at: change.at,
  });
}
