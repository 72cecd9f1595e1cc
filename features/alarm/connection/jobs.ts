import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { defineJob } from "@/lib/queue/define-job";
import { publishExceptions } from "../evaluation/evaluation.service";
import { findPaced } from "./data";
import { watchPaces } from "./operations";

const BATCH = 500;

/** Opens exceptions for devices that report more slowly than agreed. */
export const watchSlow = defineJob({
  name: "alarm.watchSlow",
  payload: z.object({}),
  everySeconds: 900,
  async run(_payload, { db, now }) {
    const at = now.getTime();
    for (let after = 0; ; ) {
      const rows = await findPaced(db, after, BATCH, at);
      await publishExceptions(await transaction(db, (tx) => watchPaces(tx, rows, at)));
      if (rows.length < BATCH) return;
      after = rows.at(-1)?.deviceId ?? 0;
    }
  },
});
