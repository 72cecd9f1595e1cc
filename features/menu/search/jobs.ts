import "server-only";
import { z } from "zod";
import { defineJob } from "@/lib/queue/define-job";
import { writeTexts } from "./texts.data";

/** Writes the texts that the search looks in. Database triggers empty them, so no writer of names queues it. */
export const writeSearchTexts = defineJob({
  name: "search.writeTexts",
  payload: z.object({}),
  everySeconds: 2,
  async run(_payload, { db }) {
    await writeTexts(db, "carrier");
    await writeTexts(db, "device");
  },
});
