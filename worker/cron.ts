import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { CRON, defineOperation } from "@/lib/operation/define-operation";
import { runJobs } from "@/lib/queue/run-jobs";
import { noteTimer } from "@/lib/queue/uptime";
import { JOBS } from "./registry";

/** As long as hosts let a request last at most. */
const MAXIMUM_SECONDS = 800;

let isAtWork = false;

/**
 * `POST /service/cron?seconds=20`: is a worker for so long, for hosts that run none: the queue's jobs, and the repeating
 * ones on their clocks. To be called every minute or two. What is under way at the end is finished. A second call meanwhile does nothing, `seconds` 0.
 */
export const workForAWhile = defineOperation({
  name: "queue.work",
  kind: "query",
  permission: CRON,
  input: z.strictObject({ seconds: z.coerce.number().int().min(1).max(MAXIMUM_SECONDS).default(20) }),
  async run({ db, now }, { seconds }): Promise<{ seconds: number }> {
    if (isAtWork) return { seconds: 0 };
    isAtWork = true;
    try {
      const runner = await runJobs(JOBS, await noteTimer(db, now, seconds));
      try {
        await pause(seconds * 1000);
      } finally {
        await runner.stop();
      }
      return { seconds };
    } finally {
      isAtWork = false;
    }
  },
});
