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
 * Plans word of an acknowledgement to everybody whom the alarm has reached, once a person and exception. It runs again
 * for those whom a message reaches that was on its way meanwhile; what is planned already stays as it is.
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
