import "server-only";
import { env } from "@/lib/env/env";
import { AppError } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { Turnstile } from "./turnstile";

const shared = globalThis as typeof globalThis & {
  frostlineIntake?: Turnstile | undefined;
  frostlineLongReads?: Turnstile | undefined;
};

const part = (whole: number, share: number) => Math.max(1, Math.floor(whole * share));

/** Two thirds of the database's connections for all senders, so that people always find one; half of that for one sender. */
function intake(): Turnstile {
  const total = part(env().DATABASE_POOL, 2 / 3);
  shared.frostlineIntake ??= new Turnstile({ total, perSender: part(total, 1 / 2) });
  return shared.frostlineIntake;
}

/** Half of the database's connections for all readers, one for each of them. */
function longReads(): Turnstile {
  shared.frostlineLongReads ??= new Turnstile({ total: part(env().DATABASE_POOL, 1 / 2), perSender: 1 });
  return shared.frostlineLongReads;
}

/**
 * The turn of a device's request; resolves with what ends it. Past its share a sender waits and is never refused, for
 * what it brings are good readings. Throws BAD_REQUEST when it hangs up meanwhile.
 */
export async function intakeTurn({ actor }: OperationContext, signal: AbortSignal): Promise<() => void> {
  const sender = actor.type === "device" ? `${actor.customerId} ${actor.gatewayId ?? ""}` : "";
  try {
    return await intake().enter(sender, signal);
  } catch (error) {
    throw new AppError("BAD_REQUEST", "the sender has hung up", {}, { cause: error });
  }
}

/**
 * The turn of a read that takes seconds; resolves with what ends it. Who moves on, as in a zoom, leaves one such read
 * behind and not a row of them. Rejects with the signal's reason when the reader is gone before the turn comes.
 */
export function longReadTurn({ actor, address }: OperationContext, signal: AbortSignal): Promise<() => void> {
  if (actor.type === "user") return longReads().enter(`user ${actor.principal.user.id}`, signal);
  return longReads().enter(actor.type === "key" ? `key ${actor.keyId}` : address, signal);
}
