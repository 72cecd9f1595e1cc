import "server-only";
import { z } from "zod";
import { defineJob } from "@/lib/queue/define-job";
import { dropOrphans, refreshAhead } from "@/lib/resource/materialized-state";
import { monitoringStates } from "./state.data";

/** Refreshes the states of all carriers, so that lists have little left to refresh. */
export const refreshAllCarriers = defineJob({
  name: "carrier.refreshStates",
  payload: z.object({}),
  everySeconds: 5,
  async run(_payload, { db, now }) {
    await refreshAhead(db, monitoringStates, now);
    await dropOrphans(db, monitoringStates);
  },
});
