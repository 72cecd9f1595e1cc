import "server-only";
import { endWatch } from "@/features/alarm/evaluation/evaluation.service";
import { writeAudits } from "@/lib/audit/write-audit";
import { AppError } from "@/lib/errors";
import type { Db, OperationContext } from "@/lib/operation/context";
import { findRecording } from "./activation.data";

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

/**
 * Throws CONFLICT at `path` for the first of these locked devices that a running verification records, with the number of
 * that; without it for who may not know of it (`isNamed` false). A complete record no longer needs its devices.
 */
export async function assertNotRecorded(
  tx: Db,
  devices: readonly { id: number; path: string }[],
  isNamed = true,
): Promise<void> {
  const numbers = await findRecording(
    tx,
    devices.map(({ id }) => id),
  );
  for (const { id, path } of devices) {
    const names = numbers.get(id);
    if (names === undefined) continue;
    const issue = isNamed
      ? { path, rule: "inVerification", message: `verification ${names} records it`, names }
      : { path, rule: "inVerificationUnseen", message: "a verification records it" };
    throw new AppError("CONFLICT", `${path}: ${issue.message}`, { issues: [issue] });
  }
}
