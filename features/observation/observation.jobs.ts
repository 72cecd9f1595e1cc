import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { defineJob } from "@/lib/queue/define-job";
import { findUnsummed, lockProbes, type ProbeHour, saveSums } from "./observation.data";
import { HOUR_MS } from "./observation.rules";

/** So many hours one transaction works out: it holds their probes for about 50 ms. */
const PART = 300;

/**
 * Works out what hours that are over add up to, newest first: the last hour of every probe, those that a reading of the past
 * has changed, and all of an installation that had none. Each part is a transaction, so a worker that is killed leaves
 * whole hours; until an hour's turn comes its readings are read instead. An hour is left alone while no reading is
 * behind it, and while its probe is in use.
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
        await saveSums(
          tx,
          found.filter(({ probeId, hour }) => (lastAts.get(probeId) ?? 0) >= hour + HOUR_MS),
        );
      });
      cursor = last;
    }
  },
});
