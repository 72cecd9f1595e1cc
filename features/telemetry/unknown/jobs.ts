import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { customerScope } from "@/lib/auth/scope";
import { log } from "@/lib/log/log";
import { defineJob } from "@/lib/queue/define-job";
import { operationContext } from "@/lib/queue/operation-context";
import { ingest } from "../ingest/ingest.operations";
import { findKept, findRegistered, saveOutcome } from "./data";
import { dueAmong } from "./rules";

const TAKE_IN = "telemetry.takeInUnknown";
/** Reasons that mean the device was removed or deactivated meanwhile: its stored readings wait. */
const GONE = new Set(["device: unknown", "device: deactivated"]);

/**
 * Ingests the stored readings of devices registered by now, as late readings; positions once the device is on a
 * carrier, since they belong to the carrier. Rejected readings are stored with their reason.
 */
export const ingestUnknown = defineJob({
  name: TAKE_IN,
  payload: z.object({}),
  everySeconds: 5,
  async run(_payload, ctx) {
    for (const device of await findRegistered(ctx.db)) {
      if (ctx.signal.aborted) return;
      const { customerId, key, isLocated } = device;
      const { digests, readings } = await findKept(ctx.db, device.id);
      const { due, waiting } = dueAmong(readings, isLocated);
      const { accepted, duplicates, rejected } = await ingest(
        operationContext(TAKE_IN, { ...ctx, now: new Date() }, customerScope(customerId)),
        due,
      );
      if (rejected.some(({ reason }) => GONE.has(reason))) continue;
      const refused = rejected.map(({ index, reason }) => ({ at: due[index]?.at ?? 0, reason }));
      await transaction(ctx.db, (tx) => saveOutcome(tx, device, { digests, waiting, accepted, refused }));
      const counts = { accepted, duplicates, refused: refused.length, waiting: waiting.length };
      log.info({ customerId, key, ...counts }, "kept readings are taken in");
    }
  },
});
