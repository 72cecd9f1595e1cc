import "server-only";
import { z } from "zod";
import { defineJob } from "@/lib/queue/define-job";
import { insertEvent } from "../state/data";
import { dropPassed, turnIntoReplay } from "./sweep.data";

/** Bounds the outbox: deletes delivered batches, and turns those that waited too long into a replay. */
export const sweepForwarding = defineJob({
  name: "forward.sweep",
  payload: z.object({}),
  everySeconds: 30,
  async run(_payload, { db }) {
    for (const id of await turnIntoReplay(db)) await insertEvent(db, id, "overflowed");
    await dropPassed(db);
  },
});
