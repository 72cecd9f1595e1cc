import "server-only";
import { transaction } from "@/db/client";
import { AcknowledgedPayload, NOTIFY_ACKNOWLEDGED } from "@/features/exception/handling/schema";
import { defineJob } from "@/lib/queue/define-job";
import { DELIVER_NOTICE } from "../notice.schema";
import { findNotified } from "./acknowledged.data";
import { wordTo } from "./acknowledged.rules";
import { isChannelConfigured } from "./channel.service";
import { insertPlanned } from "./plan.data";
import { BATCH_WINDOW_MS } from "./plan.rules";

/**
 * Plans the notice of an acknowledgement, one per person and exception, for everybody whom the alarm has reached. It
 * runs again for contacts whose alarm was in delivery at that time. Notices that are already planned are not changed.
 */
export const notifyAcknowledged = defineJob({
  ...NOTIFY_ACKNOWLEDGED,
  payload: AcknowledgedPayload,
  async run({ exceptionIds }, { db, now }) {
    await transaction(db, async (tx) => {
      for (const { id, customerId, by, customer, takers, notified } of await findNotified(tx, exceptionIds)) {
        const planned = wordTo(notified, takers, customer, isChannelConfigured).map((word) => ({
          ...word,
          exceptionId: id,
          rowId: 0,
          round: 0,
          type: "acknowledged" as const,
          bar: null,
          isFollowUp: false,
          gather: `acknowledged ${by}`,
          dueAt: now.getTime() + BATCH_WINDOW_MS,
        }));
        await insertPlanned(tx, customerId, planned, DELIVER_NOTICE);
      }
    });
  },
});
