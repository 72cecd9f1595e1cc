import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { liveBus } from "@/lib/live/live";
import { log } from "@/lib/log/log";
import { defineJob } from "@/lib/queue/define-job";
import { findCandidates, forgetCrossings, judgeAgain, lockPositions, lookFurtherBack } from "./crossing.data";
import { PART_MS } from "./crossing.rules";
import { JUDGE_PAST, JudgePast } from "./crossing.schema";
import { judgeStretches, liveOf } from "./crossing.service";

/**
 * Evaluates all stored positions against a new or changed geofence, carrier by carrier and week by week. A carrier is
 * locked for one week's worth of positions at a time. Idempotent.
 */
export const judgePast = defineJob({
  ...JUDGE_PAST,
  payload: JudgePast,
  async run({ geofenceId }, { db, signal }) {
    const now = Date.now();
    for (const { carrierId, fromAt, untilAt } of await findCandidates(db, geofenceId)) {
      for (let partAt = fromAt; partAt <= untilAt; partAt += PART_MS) {
        if (signal.aborted) throw new Error("the worker is stopping");
        const isLast = partAt + PART_MS > untilAt;
        const until = isLast ? Number.MAX_SAFE_INTEGER : partAt + PART_MS;
        const changes = await transaction(db, async (tx) => {
          if (!(await lockPositions(tx, carrierId))) return [];
          return judgeStretches(tx, [{ carrierId, fromAt: partAt, untilAt: until }], now, geofenceId);
        });
        try {
          if (changes.length > 0) await liveBus().publish(liveOf(changes));
        } catch (error) {
          log.warn({ err: error, geofenceId }, "events are stored, but could not be announced");
        }
      }
    }
  },
});

/** Extends geofences created before the past was evaluated to all retained positions, once each. */
export const judgeKept = defineJob({
  name: "geofence.judgeKept",
  payload: z.object({}),
  everySeconds: 3600,
  async run(_payload, { db }) {
    const ids = await transaction(db, async (tx) => {
      const found = await lookFurtherBack(tx);
      for (const id of found) await judgeAgain(tx, id);
      return found;
    });
    if (ids.length > 0) log.info({ count: ids.length }, "geofences: the past is judged as far as positions are kept");
  },
});

/** Deletes geofence events together with the positions that they are derived from. */
export const forgetEvents = defineJob({
  name: "geofence.forgetEvents",
  payload: z.object({}),
  everySeconds: 3600,
  async run(_payload, { db }) {
    const count = await forgetCrossings(db);
    if (count > 0) log.info({ count }, "geofences: events are dropped by retention");
  },
});
