import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { defineJob } from "@/lib/queue/define-job";
import { findUnsummed, lockProbes, type ProbeHour, saveDays, saveSums } from "./observation.data";
import { HOUR_MS } from "./observation.rules";

/** Hours computed per transaction, which locks their probes for about 50 ms. */
const PART = 300;

/**
 * Computes the sums of past hours, and of days all of whose hours have sums, newest first: the last hour of every probe, hours changed by late readings, and all
 * hours of an installation that had none. Each part is a transaction, so a killed worker leaves whole hours. Until an
 * hour is computed, its readings are read instead. An hour is skipped while no reading follows it and while its probe
 * is locked.
 */
export const sumHours = defineJob({
  name: "observation.sumHours",
  payload: z.object({}),
  everySeconds: 60,
  async run(_payload, { db, now, signal }) {
    let cursor: ProbeHour | null = null;
    while (!signal.aborted) {
      const found: ProbeHour[] = await findUnsummed(db, now.getTime(), cursor, PART);
      const last = found.at(-1);
      if (!last) return;
      await transaction(db, async (tx) => {
        const probeIds = [...new Set(found.map(({ probeId }) => probeId))];
        const lastAts = await lockProbes(tx, probeIds);
        const finished = found.filter(({ probeId, hour }) => (lastAts.get(probeId) ?? 0) >= hour + HOUR_MS);
        await saveSums(tx, finished);
        await saveDays(tx, finished, now.getTime());
      });
      cursor = last;
    }
  },
});
