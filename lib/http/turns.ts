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

/** Two thirds of the database's connections for all senders, so that people always find one; half of that for one sender. */
function intakeRoom() {
  const total = part(env().DATABASE_POOL, 2 / 3);
  return { total, perSender: part(total, 1 / 2) };
}

function intake(): FairSemaphore {
  shared.frostlineIntake ??= new FairSemaphore(intakeRoom());
  return shared.frostlineIntake;
}

/** What strangers may have of that, half of it for one address: the SMS gateway does not queue behind the others. */
function strangers(): FairSemaphore {
  const { perSender: total } = intakeRoom();
  shared.frostlineStrangers ??= new FairSemaphore({ total, perSender: part(total, 1 / 2) });
  return shared.frostlineStrangers;
}

/** Half of the database's connections for all readers, one for each of them. */
function longReads(): FairSemaphore {
  shared.frostlineLongReads ??= new FairSemaphore({ total: part(env().DATABASE_POOL, 1 / 2), perSender: 1 });
  return shared.frostlineLongReads;
}

/**
 * The turn of an intake; resolves with what ends it. Past its share a sender waits and is never refused, for what it
 * brings are good readings. Strangers are told apart by their networks. Throws BAD_REQUEST when it hangs up meanwhile.
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

/** First among the strangers, then among all senders, where they count as one. */
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
 * The turn of a read that takes seconds; resolves with what ends it. Who moves on, as in a zoom, leaves one such read
 * behind and not a row of them. Rejects with the signal's reason when the reader is gone before the turn comes.
 */
export function longReadTurn({ actor, address }: OperationContext, signal: AbortSignal): Promise<() => void> {
  if (actor.type === "user") return longReads().enter(`user ${actor.principal.user.id}`, signal);
  return longReads().enter(actor.type === "key" ? `key ${actor.keyId}` : networkOf(address), signal);
}
