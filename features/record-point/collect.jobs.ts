import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { planDuePoints } from "@/features/carrier/record-time/plan.service";
import { log } from "@/lib/log/log";
import { defineJob } from "@/lib/queue/define-job";
import { lockDueRecords } from "./collect.data";
import { collectRecords, publishFound } from "./collect.service";

/** Per transaction. */
const POINTS = 20;
const RECORDS = 500;
/** Transactions per run and step; the rest waits for the next run. */
const ROUNDS = 40;

/**
 * Plans the records that have come due, then collects those whose tolerance is over, and looks for late readings. Each
 * part is a transaction that locks its rows and skips those of other workers; a killed worker leaves whole parts.
 */
export const collectDueRecords = defineJob({
  name: "recordPoint.collect",
  payload: z.object({}),
  everySeconds: 20,
  async run(_payload, { db, now: clock, signal }) {
    const now = clock.getTime();
    for (let round = 0; round < ROUNDS && !signal.aborted; round += 1) {
      const count = await transaction(db, (tx) => planDuePoints(tx, now, POINTS));
      if (count < POINTS) break;
    }
    for (let round = 0; round < ROUNDS && !signal.aborted; round += 1) {
      const { looked, found } = await transaction(db, async (tx) => {
        const ids = await lockDueRecords(tx, now, RECORDS);
        return { looked: ids.length, found: await collectRecords(tx, ids, now) };
      });
      // A screen that misses it shows the values when it is loaded again.
      await publishFound(db, found).catch((err: unknown) => log.warn({ err }, "a record sheet is not shown live"));
      if (looked < RECORDS) break;
    }
  },
});
