import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { writeAuditOfEach } from "@/lib/audit/write-audit";
import { defineJob } from "@/lib/queue/define-job";
import { operationContext } from "@/lib/queue/operation-context";
import { publishChange } from "../access.service";
import { lockDefrosted, saveStatus, stateOf } from "./status.data";
import { auditSnapshotOfStatus } from "./status.operations";
import { statusAt } from "./status.rules";

const NAME = "carrier.endDefrost";
const BATCH = 200;

/** Sets carriers whose defrost is over to running. */
export const endDefrost = defineJob({
  name: NAME,
  payload: z.object({}),
  everySeconds: 5,
  async run(_payload, ctx) {
    const ended = await transaction(ctx.db, async (tx) => {
      const carriers = await lockDefrosted(tx, ctx.now, BATCH);
      const changes = carriers.map(({ id, customerId, ...row }) => {
        const old = stateOf(row);
        return { id, customerId, old, after: statusAt(old, ctx.now.getTime()) };
      });
      for (const { id, after } of changes) await saveStatus(tx, id, after);
      const entries = changes.map(({ id, customerId, old, after }) => ({
        ...{ operation: NAME, entity: "carrier", entityId: String(id), customerId },
        old: auditSnapshotOfStatus(old),
        new: auditSnapshotOfStatus(after),
      }));
      await writeAuditOfEach(tx, operationContext(NAME, { ...ctx, db: tx }), entries);
      return carriers;
    });
    if (ended.length > 0) await publishChange(ended, "structure");
  },
});
