import "server-only";
import type { Db } from "@/lib/operation/context";
import type { Calendar } from "../condition/calendar.rules";
import { findSilencedUntil } from "./evaluation.data";
import { findSwitchedOffUntil } from "./notifiable-from.data";
import { endOfHolds } from "./notifiable-from.rules";

/** A plan counts minutes: what was due less than one before is told as of then. */
const SHORTEST_MS = 60_000;
/** Silences, pauses and nights that follow each other without a gap: so many are looked through. */
const ROUNDS = 16;

/** An alarm that is raised now, and since when it was due (epoch ms). */
export type Due = { carrierId: number; calendar: Calendar | null; timeZone: string; raisedAt: number };

/**
 * Since when somebody could be told of each of these alarms: from the end of the silence, pause or calendar's night that
 * it was due in; `raisedAt` where none of them held it. Whether anything was known of it by then makes no difference.
 */
export async function findTellableFrom(tx: Db, due: readonly Due[], now: number): Promise<number[]> {
  const ats = due.map(({ raisedAt }) => raisedAt);
  let open = [...due.keys()].filter((place) => now - (ats[place] as number) >= SHORTEST_MS);
  for (let round = 0; open.length > 0 && round < ROUNDS; round += 1) {
    const asked = open.map((place) => ({ carrierId: (due[place] as Due).carrierId, at: ats[place] as number }));
    const silenced = await findSilencedUntil(tx, asked);
    const switched = await findSwitchedOffUntil(tx, asked);
    open = open.filter((place, index) => {
      const { calendar, timeZone } = due[place] as Due;
      const holds = { silencedUntil: silenced[index] ?? null, switchedOffUntil: switched[index] ?? null };
      const before = ats[place] as number;
      const after = Math.min(now, endOfHolds(before, { ...holds, calendar, timeZone }));
      ats[place] = after;
      return after > before && after < now;
    });
  }
  return ats;
}
