import "server-only";
import { z } from "zod";
import { defineJob } from "@/lib/queue/define-job";
import { forgetTurns } from "./traffic.data";

/** Deletes connection history past its retention. */
export const forgetConnections = defineJob({
  name: "device.forgetConnections",
  payload: z.object({}),
  everySeconds: 3600,
  async run(_payload, { db, now }) {
    await forgetTurns(db, now);
  },
});
