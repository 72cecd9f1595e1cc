import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { ConnectionGuard } from "./connection-guard";
import type { UplinkMessage, UplinkOutcome } from "./endpoint";
import type { Session } from "./sessions";

/** Context of a message: `closing` ends waits, `isHere` tells whether the gateway is still connected. */
type Surroundings = {
  guard: ConnectionGuard;
  closing: AbortSignal;
  isHere: () => boolean;
  take: (message: UplinkMessage) => Promise<UplinkOutcome>;
};

/** Processes a gateway's messages one after the other, within its allowance. */
export function processInTurn(session: Session, message: UplinkMessage, door: Surroundings): Promise<UplinkOutcome> {
  const work = session.turn.then(async () => {
    await allowance(session, message, door);
    return door.take(message);
  });
  session.turn = work.catch(() => {}).finally(() => session.backlog.taken());
  return work;
}

/** Counted when processed, so that messages dropped with a connection do not count and the gateway can resend them. */
async function allowance({ mac, address }: Session, { payload }: UplinkMessage, door: Surroundings): Promise<void> {
  for (let wait = door.guard.admit(mac, payload.length, Date.now()); wait > 0; ) {
    door.guard.log({ mac, address, waitMs: wait }, "too many messages, slowed down");
    await pause(wait, undefined, { signal: door.closing });
    if (!door.isHere()) throw new Error("gone while it was slowed down");
    wait = door.guard.admit(mac, payload.length, Date.now());
  }
}
