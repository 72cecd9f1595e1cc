import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { UplinkMessage, UplinkOutcome } from "./door";
import type { Gate } from "./gate";
import type { Session } from "./sessions";

/** What a turn asks of the door: `closing` ends waits, `isHere` tells whether the gateway's connection goes on. */
type Surroundings = {
  gate: Gate;
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
  for (let wait = door.gate.admit(mac, payload.length, Date.now()); wait > 0; ) {
    door.gate.tell({ mac, address, waitMs: wait }, "too many messages, slowed down");
    await pause(wait, undefined, { signal: door.closing });
    if (!door.isHere()) throw new Error("gone while it was slowed down");
    wait = door.gate.admit(mac, payload.length, Date.now());
  }
}
