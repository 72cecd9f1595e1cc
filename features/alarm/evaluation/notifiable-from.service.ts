import "server-only";
import type { Db } from "@/lib/operation/context";
import type { Calendar } from "../condition/calendar.rules";
import { findSilencedUntil } from "./evaluation.data";
import { findSwitchedOffUntil } from "./notifiable-from.data";
import { endOfSuppression } from "./notifiable-from.rules";

/** Plans count in minutes: an alarm due less than a minute ago counts as notifiable since it was due. */
const SHORTEST_MS = 60_000;
/** Maximum number of consecutive silences, pauses and calendar gaps that are followed. */
const ROUNDS = 16;

/** An alarm that is raised now, and the instant since which it was due (epoch ms). */
export type Due = { carrierId: number; calendar: Calendar | null; timeZone: string; raisedAt: number };

/**
 * Since when each alarm could be notified: the end of the silence, pause or calendar gap in which it became due, or
 * `raisedAt` if nothing suppressed it. Independent of when the excursion became known.
 */
export async function findNotifiableFrom(tx: Db, due: readonly Due[], now: number): Promise<number[]> {
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
      const after = Math.min(now, endOfSuppression(before, { ...holds, calendar, timeZone }));
      ats[place] = after;
      return after > before && after < now;
    });
  }
  return ats;
}
