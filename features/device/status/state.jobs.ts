import "server-only";
import { z } from "zod";
import { defineJob } from "@/lib/queue/define-job";
import { dropOrphans, refreshAhead } from "@/lib/resource/materialized-state";
import { deviceStates } from "./state.data";

/** Refreshes the states of all devices, so that lists have little left to refresh. */
export const refreshAllDevices = defineJob({
  name: "device.refreshStates",
  payload: z.object({}),
  everySeconds: 5,
  async run(_payload, { db, now }) {
    await refreshAhead(db, deviceStates, now);
    await dropOrphans(db, deviceStates);
  },
});
