import "server-only";
import { z } from "zod";
import { defineJob } from "@/lib/queue/define-job";
import { OPENING_DAYS } from "./share.rules";
import { removeOpenings } from "./visit.data";

/** Deletes openings that are too old to matter: they name addresses of strangers. */
export const forgetOpenings = defineJob({
  name: "shareCode.forgetOpenings",
  payload: z.strictObject({}),
  everySeconds: 86_400,
  async run(_payload, { db, now, signal }) {
    const before = new Date(now.getTime() - OPENING_DAYS * 86_400_000);
    while (!signal.aborted && (await removeOpenings(db, before)) > 0);
  },
});
