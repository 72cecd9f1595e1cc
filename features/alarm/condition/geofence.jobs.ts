import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { defineJob } from "@/lib/queue/define-job";
import { publishExceptions } from "../evaluation/evaluation.service";
import { findCarriersToJudge, judgeCarriers } from "./geofence.operations";

/** Carriers locked per transaction. */
const BATCH = 50;

/**
 * Raises stays whose delay is over, and applies changes that no position triggers: new conditions, geofences that were
 * redrawn, switched or deleted, carriers whose pause is over.
 */
export const watchCrossings = defineJob({
  name: "alarm.watchCrossings",
  payload: z.object({}),
  everySeconds: 10,
  async run(_payload, { db, now, signal }) {
    const at = now.getTime();
    const carrierIds = await findCarriersToJudge(db, at);
    for (let start = 0; start < carrierIds.length && !signal.aborted; start += BATCH) {
      const some = carrierIds.slice(start, start + BATCH);
      await publishExceptions(await transaction(db, (tx) => judgeCarriers(tx, some, at)));
    }
  },
});
