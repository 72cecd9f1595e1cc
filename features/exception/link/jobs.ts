import "server-only";
import { z } from "zod";
import { defineJob } from "@/lib/queue/define-job";
import { removeExpired } from "./data";

/** Deletes expired links. */
export const dropExpiredLinks = defineJob({
  name: "exception.dropExpiredLinks",
  payload: z.strictObject({}),
  everySeconds: 3600,
  async run(_payload, ctx) {
    while (!ctx.signal.aborted && (await removeExpired(ctx.db, ctx.now)) > 0);
  },
});
