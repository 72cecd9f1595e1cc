import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { liveBus } from "@/lib/live/live";
import { log } from "@/lib/log/log";
import { defineJob } from "@/lib/queue/define-job";
import { findCandidates, forgetCrossings, lockPositions } from "./data";
import { judgeStretches, liveOf } from "./operations";
import { JUDGE_PAST, JudgePast } from "./schema";

/**
 * Judges the positions of the last days for an area that is new or was changed, carrier by carrier: each is held for the
 * time of its own alone. Doing it again changes nothing.
 */
export const judgePast = defineJob({
  ...JUDGE_PAST,
  payload: JudgePast,
  async run({ geofenceId }, { db, signal }) {
    const now = Date.now();
    for (const { carrierId, fromAt } of await findCandidates(db, geofenceId, now)) {
      if (signal.aborted) throw new Error("the worker is stopping");
      const changes = await transaction(db, async (tx) => {
        if (!(await lockPositions(tx, carrierId))) return [];
        const stretch = { carrierId, fromAt, untilAt: Number.MAX_SAFE_INTEGER };
        return judgeStretches(tx, [stretch], now, geofenceId);
      });
      try {
        if (changes.length > 0) await liveBus().publish(liveOf(changes));
      } catch (error) {
        log.warn({ err: error, geofenceId }, "events are stored, but could not be announced");
      }
    }
  },
});

/** Forgets what happened at geofences together with the positions that showed it. */
export const forgetEvents = defineJob({
  name: "geofence.forgetEvents",
  payload: z.object({}),
  everySeconds: 3600,
  async run(_payload, { db }) {
    const count = await forgetCrossings(db);
    if (count > 0) log.info({ count }, "geofences: events are dropped by retention");
  },
});
