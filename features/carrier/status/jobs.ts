import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { transaction } from "@/db/client";
import { writeAudit } from "@/lib/audit/write-audit";
import { systemScope } from "@/lib/auth/scope";
import { DEFAULT_LOCALE } from "@/lib/i18n/routing";
import type { OperationContext } from "@/lib/operation/context";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { announce } from "../access/operations";
import { lockDefrosted, saveStatus, stateOf } from "./data";
import { traceOfStatus } from "./operations";
import { settled } from "./rules";

const NAME = "carrier.endDefrost";
const BATCH = 200;

/** Whoever reads the trail sees that the clock did it. */
const actingAsJob = ({ now }: JobContext, db: JobContext["db"]): OperationContext => ({
  actor: { type: "system", job: NAME },
  scope: systemScope(),
  db,
  requestId: randomUUID(),
  address: "",
  userAgent: "",
  locale: DEFAULT_LOCALE,
  now,
});

/** Sets carriers whose defrost is over to running. */
export const endDefrost = defineJob({
  name: NAME,
  payload: z.object({}),
  everySeconds: 5,
  async run(_payload, ctx) {
    const ended = await transaction(ctx.db, async (tx) => {
      const carriers = await lockDefrosted(tx, ctx.now, BATCH);
      for (const { id, customerId, ...row } of carriers) {
        const old = stateOf(row);
        const after = settled(old, ctx.now.getTime());
        await saveStatus(tx, id, after);
        await writeAudit(tx, actingAsJob(ctx, tx), {
          operation: NAME,
          entity: "carrier",
          entityId: String(id),
          customerId,
          old: traceOfStatus(old),
          new: traceOfStatus(after),
        });
      }
      return carriers;
    });
    if (ended.length > 0) await announce(ended, "structure");
  },
});
