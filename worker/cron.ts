import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { CRON, defineOperation } from "@/lib/operation/define-operation";
import { runJobs } from "@/lib/queue/run-jobs";
import { noteTimer } from "@/lib/queue/uptime";
import { JOBS } from "./registry";

/** The longest duration of a request on common hosts. */
const MAXIMUM_SECONDS = 800;

let isAtWork = false;

/**
 * `POST /service/cron?seconds=20` acts as a worker for that time, for hosts that run none. To be called every minute or
 * two. Jobs in progress at the end are completed. A concurrent call does nothing and returns `seconds` 0.
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
