import "server-only";
import { endWatch } from "@/features/alarm/evaluation/evaluation.service";
import { writeAudits } from "@/lib/audit/write-audit";
import type { Db, OperationContext } from "@/lib/operation/context";

type Off = { id: number; customerId: number };

/**
 * Ends what goes on at locked devices of one customer that are switched off, in the caller's transaction: nothing else
 * would end it. The trail of each exception says so. Returns what `publishExceptions` has to tell.
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
