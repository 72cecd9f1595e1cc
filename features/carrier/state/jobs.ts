import "server-only";
import { z } from "zod";
import { defineJob } from "@/lib/queue/define-job";
import { dropOrphans, settleAhead } from "@/lib/resource/kept-state";
import { monitoringStates } from "./data";

/** Keeps the states of all carriers true, so that lists find little to do. */
export const settleAllCarriers = defineJob({
  name: "carrier.settleStates",
  payload: z.object({}),
  everySeconds: 5,
  async run(_payload, { db, now }) {
    await settleAhead(db, monitoringStates, now);
    await dropOrphans(db, monitoringStates);
  },
});
