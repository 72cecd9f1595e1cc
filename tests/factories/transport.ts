import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import { transport, transportHandover, transportLot, transportStop } from "@/db/schema";
import { linkToken } from "@/lib/auth/link-token";

type Given = { customerId: number; carrierId: number };
type Values = Partial<typeof transport.$inferInsert>;

/** A transport from one stop to another, with the times that its state implies. */
export async function makeTransport(db: Db, { customerId, carrierId }: Given, values: Values = {}) {
  const number = `X${randomBytes(5).toString("hex")}`;
  const base = { customerId, carrierId, number, how: "hand", precoolingMinutes: 0 } as const;
  const loadedAt = new Date(Date.now() - 3_600_000);
  const isLoaded = values.state !== undefined && values.state !== "planned" && values.state !== "cancelled";
  const [row] = await db
    .insert(transport)
    .values({ ...base, ...(isLoaded && { loadedAt, followedAt: loadedAt }), ...values })
    .returning();
  if (!row) throw new Error("the factory made no row");
  const departedAt = isLoaded && values.state !== "loading" ? loadedAt : null;
  const first = { arrivedAt: isLoaded ? loadedAt : null, departedAt, carrierId, longitude: 113.43, latitude: 23.17 };
  await db.insert(transportStop).values([
    { transportId: row.id, place: 0, name: "Depot", ...first },
    { transportId: row.id, place: 1, name: "Hospital", longitude: 113.63, latitude: 23.17 },
  ]);
  return row;
}

export const addLotTo = (db: Db, transportId: number, lotId: number) =>
  db.insert(transportLot).values({ transportId, lotId });

/** An answer without a signature. */
export const makeHandover = (db: Db, { id, customerId }: { id: number; customerId: number }, fileId: string) =>
  db.insert(transportHandover).values({
    ...{ customerId, transportId: id, answer: "accepted", remark: "", receiverName: "Ling", content: {}, photos: [] },
    ...{ answeredAt: new Date(), receivedAt: new Date(), clientKey: crypto.randomUUID(), isClockRight: true },
    drawing: { id: fileId, sha256: "0".repeat(64) },
  });

export const codeOf = ({ codeId }: { codeId: string }): string => linkToken("transport code", codeId);
