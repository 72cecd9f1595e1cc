import "server-only";
import { z } from "zod";
import { defineJob } from "@/lib/queue/define-job";
import { storeDueFigures } from "./figures.service";

/**
 * Stores the figures of exceptions that began, ended or changed, and those of open ones daily, so that an archived
 * exception retains them when its readings are deleted.
 */
export const storeFigures = defineJob({
  name: "exception.storeFigures",
  payload: z.object({}),
  everySeconds: 60,
  async run(_payload, { db, now, signal }) {
    while (!signal.aborted && (await storeDueFigures({ db, now, signal })));
  },
});
