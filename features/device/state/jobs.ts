import "server-only";
import { z } from "zod";
import { defineJob } from "@/lib/queue/define-job";
import { dropOrphans, settle } from "@/lib/resource/kept-state";
import { deviceStates } from "./data";

/** Keeps the states of all devices true, so that lists find little to do. */
export const settleAllDevices = defineJob({
  name: "device.settleStates",
  payload: z.object({}),
  everySeconds: 5,
  async run(_payload, { db, now }) {
    await settle(db, deviceStates, null, now);
    await dropOrphans(db, deviceStates);
  },
});
