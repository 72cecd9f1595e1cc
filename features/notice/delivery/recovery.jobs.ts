import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { log } from "@/lib/log/log";
import { defineJob } from "@/lib/queue/define-job";
import { findExhausted, giveUp, requeueLost } from "./recovery.data";

/**
 * Recovers messages that no job delivers any more, of alarms as well as tests and outage reports. Messages without a
 * job get one again. Messages whose last attempt ended without a record are marked as failed and logged.
 */
export const recoverNotices = defineJob({
  name: "notice.recover",
  payload: z.strictObject({}),
  everySeconds: 60,
  async run(_payload, ctx) {
    await transaction(ctx.db, async (tx) => {
      const exhausted = await findExhausted(tx);
      if (exhausted.length > 0) await giveUp(tx, exhausted, "no try came to an end that could be noted");
      const lost = await requeueLost(tx);
      if (exhausted.length + lost > 0) log.warn({ exhausted: exhausted.length, lost }, "notices without a job");
    });
  },
});
