import "server-only";
import { endWatch } from "@/features/alarm/evaluation/evaluation.service";
import { writeAudits } from "@/lib/audit/write-audit";
import type { Db, OperationContext } from "@/lib/operation/context";

type Off = { id: number; customerId: number };

/**
 * Closes open exceptions of locked devices of one customer that are being disabled, in the caller's transaction;
 * nothing else would close them. Each closing is written to the audit trail. Returns what `publishExceptions` has to
 * publish.
 */
export async function stopWatching(tx: Db, ctx: OperationContext, devices: readonly Off[], reason?: string) {
  const [first] = devices;
  if (!first) return [];
  const { customerId } = first;
  const ended = await endWatch(tx, { customerId, deviceIds: devices.map(({ id }) => id) }, ctx.now.getTime());
  const lines = ended.map(({ id }) => ({
    operation: "device.disable",
    entity: "exception",
    entityId: String(id),
    old: { endedAt: null },
    new: { endedAt: ctx.now },
    ...(reason && { reason }),
  }));
  await writeAudits(tx, ctx, customerId, lines);
  return ended;
}
