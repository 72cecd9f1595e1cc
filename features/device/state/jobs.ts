import "server-only";
import { z } from "zod";
import { defineJob } from "@/lib/queue/define-job";
import { dropOrphans, settleAhead } from "@/lib/resource/kept-state";
import { deviceStates } from "./data";

/** Keeps the states of all devices true, so that lists find little to do. */
export const settleAllDevices = defineJob({
  name: "device.settleStates",
  payload: z.object({}),
  everySeconds: 5,
  async run(_payload, { db, now }) {
    await settleAhead(db, deviceStates, now);
    await dropOrphans(db, deviceStates);
  },
});
