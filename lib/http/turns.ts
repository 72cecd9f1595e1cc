import "server-only";
import { env } from "@/lib/env/env";
import { AppError } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { networkOf } from "./client-address";
import { FairSemaphore } from "./fair-semaphore";

const shared = globalThis as typeof globalThis & {
  frostlineIntake?: FairSemaphore | undefined;
  frostlineStrangers?: FairSemaphore | undefined;
  frostlineLongReads?: FairSemaphore | undefined;
};

const part = (whole: number, share: number) => Math.max(1, Math.floor(whole * share));

/** Two thirds of the database connections for all senders, so that users always find one; half of that per sender. */
function ingestSlots() {
  const total = part(env().DATABASE_POOL, 2 / 3);
  return { total, perSender: part(total, 1 / 2) };
}

function intake(): FairSemaphore {
  shared.frostlineIntake ??= new FairSemaphore(ingestSlots());
  return shared.frostlineIntake;
}

/** The share of anonymous senders, half of it for one address: the SMS gateway does not queue behind the others. */
function strangers(): FairSemaphore {
  const { perSender: total } = ingestSlots();
  shared.frostlineStrangers ??= new FairSemaphore({ total, perSender: part(total, 1 / 2) });
  return shared.frostlineStrangers;
}

/** Half of the database connections for all long reads, one per reader. */
function longReads(): FairSemaphore {
  shared.frostlineLongReads ??= new FairSemaphore({ total: part(env().DATABASE_POOL, 1 / 2), perSender: 1 });
  return shared.frostlineLongReads;
}

/**
 * Acquires an ingest slot; resolves with its release function. Beyond its share a sender waits and is never refused:
 * its readings are valid. Anonymous senders are distinguished by network. Throws BAD_REQUEST if the client disconnects.
 */
export async function acquireIngestSlot(
  { actor, address }: OperationContext,
  signal: AbortSignal,
): Promise<() => void> {
  try {
    if (actor.type === "device")
      return await intake().enter(`${actor.customerId} ${actor.gatewayId ?? actor.deviceId ?? ""}`, signal);
    return await strangersTurn(networkOf(address), signal);
  } catch (error) {
    throw new AppError("BAD_REQUEST", "the sender has hung up", {}, { cause: error });
  }
}

/** First among the anonymous senders, then among all senders, where they count as one. */
async function strangersTurn(network: string, signal: AbortSignal): Promise<() => void> {
  const leaveStrangers = await strangers().enter(network, signal);
  try {
    const leave = await intake().enter("", signal);
    return () => {
      leave();
      leaveStrangers();
    };
  } catch (error) {
    leaveStrangers();
    throw error;
  }
}

/**
 * Acquires a slot for a read that takes seconds; resolves with its release function. A user who zooms repeatedly leaves
 * at most one such read running. Rejects with the signal's reason if the reader disconnects before.
 */
export function longReadTurn({ actor, address }: OperationContext, signal: AbortSignal): Promise<() => void> {
  if (actor.type === "user") return longReads().enter(`user ${actor.principal.user.id}`, signal);
  return longReads().enter(actor.type === "key" ? `key ${actor.keyId}` : networkOf(address), signal);
}
