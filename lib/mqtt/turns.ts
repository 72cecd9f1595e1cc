import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { ConnectionGuard } from "./connection-guard";
import type { UplinkMessage, UplinkOutcome } from "./endpoint";
import type { Session } from "./sessions";

/** What a turn asks of the door: `closing` ends waits, `isHere` tells whether the gateway's connection goes on. */
type Surroundings = {
  guard: ConnectionGuard;
  closing: AbortSignal;
  isHere: () => boolean;
  take: (message: UplinkMessage) => Promise<UplinkOutcome>;
};

/** Takes a gateway's messages one after the other, and no faster than its allowance. */
export function takeInTurn(session: Session, message: UplinkMessage, door: Surroundings): Promise<UplinkOutcome> {
  const work = session.turn.then(async () => {
    await allowance(session, message, door);
    return door.take(message);
  });
  session.turn = work.catch(() => {}).finally(() => session.backlog.taken());
  return work;
}

/** Counted when it is taken, so that what a connection leaves behind is not, and the gateway can send it again. */
async function allowance({ mac, address }: Session, { payload }: UplinkMessage, door: Surroundings): Promise<void> {
  for (let wait = door.guard.admit(mac, payload.length, Date.now()); wait > 0; ) {
    door.guard.log({ mac, address, waitMs: wait }, "too many messages, slowed down");
    await pause(wait, undefined, { signal: door.closing });
    if (!door.isHere()) throw new Error("gone while it was slowed down");
    wait = door.guard.admit(mac, payload.length, Date.now());
  }
}
