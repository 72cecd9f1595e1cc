import { randomBytes, randomUUID } from "node:crypto";
import type { Db } from "@/db/client";
import { workOrder, workOrderEvent, workOrderPhoto, workOrderRule } from "@/db/schema";

type Values = Partial<typeof workOrder.$inferInsert>;
const unique = () => randomBytes(5).toString("hex");

/** A work order with the times that its state implies. */
export async function makeWorkOrder(db: Db, customerId: number, values: Values = {}) {
  const state = values.state ?? "submitted";
  const isAccepted = state !== "submitted" && state !== "cancelled";
  const isDone = isAccepted && state !== "accepted";
  const isClosed = state === "confirmed" || state === "rated";
  const at = new Date();
  const [row] = await db
    .insert(workOrder)
    .values({
      ...{ customerId, number: `X${unique()}`, type: "repair", title: `work ${unique()}`, remindMinutes: 0 },
      ...(isAccepted && { acceptedAt: at }),
      ...(isDone && { processedAt: at, result: "done" }),
      ...(isClosed && { confirmedAt: at }),
      ...((isClosed || state === "cancelled") && { closedAt: at }),
      ...(state === "rated" && { stars: 4 }),
      ...values,
    })
    .returning();
  if (!row) throw new Error("the factory made no row");
  return row;
}

export const makeWorkOrderEvent = (db: Db, workOrderId: number) =>
  db.insert(workOrderEvent).values({ workOrderId, kind: "submitted", actorName: "Li", at: new Date() });

export const makeWorkOrderPhoto = (db: Db, workOrderId: number, fileId: string) =>
  db.insert(workOrderPhoto).values({
    ...{ workOrderId, fileId, sha256: "0".repeat(64), actorName: "Li", clientKey: randomUUID(), at: new Date() },
  });

export async function makeWorkOrderRule(
  db: Db,
  customerId: number,
  values: Partial<typeof workOrderRule.$inferInsert> = {},
) {
  const [row] = await db
    .insert(workOrderRule)
    .values({ customerId, name: `rule ${unique()}`, cause: "battery", percent: 15, remindMinutes: 0, ...values })
    .returning();
  if (!row) throw new Error("the factory made no row");
  return row;
}
