import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { defineJob } from "@/lib/queue/define-job";
import { wakeNewStates } from "./evaluation.data";

/** Has the clock look at doors and power that a condition has come into force for: they may say nothing for long. */
export const watchNewStates = defineJob({
  name: "alarm.watchNewStates",
  payload: z.object({}),
  everySeconds: 60,
  run: (_payload, ctx) => transaction(ctx.db, (tx) => wakeNewStates(tx, ctx.now.getTime())),
});
