import "server-only";
import { env } from "@/lib/env/env";
import { AppError } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { Turnstile } from "./turnstile";

const shared = globalThis as typeof globalThis & { frostlineIntake?: Turnstile | undefined };

/** Two thirds of the database's connections for all senders, so that people always find one; half of that for one sender. */
function turnstile(): Turnstile {
  const total = Math.max(1, Math.floor((env().DATABASE_POOL * 2) / 3));
  shared.frostlineIntake ??= new Turnstile({ total, perSender: Math.max(1, Math.floor(total / 2)) });
  return shared.frostlineIntake;
}

/**
 * The turn of a device's request; resolves with what ends it. Past its share a sender waits and is never refused, for
 * what it brings are good readings. Throws BAD_REQUEST when it hangs up meanwhile.
 */
export async function intakeTurn({ actor }: OperationContext, signal: AbortSignal): Promise<() => void> {
  const sender = actor.type === "device" ? `${actor.customerId} ${actor.gatewayId ?? ""}` : "";
  try {
    return await turnstile().enter(sender, signal);
  } catch (error) {
    throw new AppError("BAD_REQUEST", "the sender has hung up", {}, { cause: error });
  }
}
