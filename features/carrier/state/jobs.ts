import "server-only";
import { z } from "zod";
import { defineJob } from "@/lib/queue/define-job";
import { dropOrphans, settle } from "@/lib/resource/kept-state";
import { monitoringStates } from "./data";

/** Keeps the states of all carriers true, so that lists find little to do. */
export const settleAllCarriers = defineJob({
  name: "carrier.settleStates",
  payload: z.object({}),
  everySeconds: 5,
  async run(_payload, { db, now }) {
    await settle(db, monitoringStates, null, now);
    await dropOrphans(db, monitoringStates);
  },
});
