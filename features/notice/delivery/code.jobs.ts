import "server-only";
import { z } from "zod";
import { defineJob } from "@/lib/queue/define-job";
import { removeExpiredCodes } from "./code.data";

export const dropExpiredCodes = defineJob({
  name: "notice.dropExpiredCodes",
  payload: z.strictObject({}),
  everySeconds: 3600,
  async run(_payload, ctx) {
    while (!ctx.signal.aborted && (await removeExpiredCodes(ctx.db, ctx.now)) > 0);
  },
});
