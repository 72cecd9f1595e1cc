import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { defineJob } from "@/lib/queue/define-job";
import { wakeNewStates } from "./evaluation.data";

/** Evaluates doors and power for which a condition came into force: they may not report again for a long time. */
export const watchNewStates = defineJob({
  name: "alarm.watchNewStates",
  payload: z.object({}),
  everySeconds: 60,
  run: (_payload, ctx) => transaction(ctx.db, (tx) => wakeNewStates(tx, ctx.now.getTime())),
});
