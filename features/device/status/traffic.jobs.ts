import "server-only";
import { z } from "zod";
import { defineJob } from "@/lib/queue/define-job";
import { forgetTurns } from "./traffic.data";

/** Forgets how devices came and went once that is older than the parameter keeps it. */
export const forgetConnections = defineJob({
  name: "device.forgetConnections",
  payload: z.object({}),
  everySeconds: 3600,
  async run(_payload, { db, now }) {
    await forgetTurns(db, now);
  },
});
