import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { writeAuditOfEach } from "@/lib/audit/write-audit";
import { defineJob } from "@/lib/queue/define-job";
import { operationContext } from "@/lib/queue/operation-context";
import { publishChange } from "../access.service";
import { lockPaused, savePauseEnd } from "./data";
import { auditSnapshotOfSwitch } from "./operations";

const NAME = "carrier.endPause";
const BATCH = 200;

/** Switches alarms back on after a pause. Alarms are raised from its end in any case; this records the change. */
export const endPauses = defineJob({
  name: NAME,
  payload: z.object({}),
  everySeconds: 5,
  async run(_payload, ctx) {
    const ended = await transaction(ctx.db, async (tx) => {
      const carriers = await lockPaused(tx, ctx.now, BATCH);
      for (const carrier of carriers) await savePauseEnd(tx, carrier);
      const entries = carriers.map(({ id, customerId, pausedUntil }) => ({
        ...{ operation: NAME, entity: "carrier", entityId: String(id), customerId },
        old: auditSnapshotOfSwitch({ alarmSwitch: "paused", pausedUntil }),
        new: auditSnapshotOfSwitch({ alarmSwitch: "on", pausedUntil: null }),
      }));
      await writeAuditOfEach(tx, operationContext(NAME, { ...ctx, db: tx }), entries);
      return carriers;
    });
    if (ended.length > 0) await publishChange(ended, "alarmSwitch");
  },
});
