import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import { forwardBatch, forwardEvent, forwardHour, forwardState, forwardTarget } from "@/db/schema";

type Values = Partial<typeof forwardTarget.$inferInsert>;

/** Sequential ports are unique; random ones collide too often. */
let lastPort = 20_000;
const nextPort = () => {
  lastPort += 1;
  return lastPort;
};

/** A forwarding target with its state, starting with the first waiting row; by default HTTP to a closed port. */
export async function makeTarget(db: Db, customerId: number, values: Values = {}) {
  const [row] = await db
    .insert(forwardTarget)
    .values({
      customerId,
      name: `target ${randomBytes(5).toString("hex")}`,
      type: "http",
      host: "127.0.0.1",
      // Nothing is sent unless a test sets a destination.
      port: nextPort(),
      path: "/in",
      timeoutSeconds: 2,
      heartbeatSeconds: 0,
      mayReachPrivate: true,
      ...values,
    })
    .returning();
  if (!row) throw new Error("the factory made no row");
  await db.insert(forwardState).values({ targetId: row.id });
  return row;
}

/** A target with traffic, an event and a waiting batch. */
export async function makeBusyTarget(db: Db, customerId: number) {
  const target = await makeTarget(db, customerId);
  const at = new Date();
  await db.insert(forwardHour).values({ targetId: target.id, hour: at, messages: 1 });
  await db.insert(forwardEvent).values({ targetId: target.id, kind: "connected" });
  await db.insert(forwardBatch).values({ customerId, kind: "readings", size: 1, firstAt: at, content: {} });
  return target;
}
