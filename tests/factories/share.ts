import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import { shareCode, shareOpening } from "@/db/schema";
import { newCode } from "@/lib/auth/share-code";

const HOUR_MS = 3_600_000;

type Values = Partial<typeof shareCode.$inferInsert>;

/** A page of a customer's carrier about the last day, for a week, without guard; and its code. */
export async function makeShare(db: Db, customerId: number, values: Values = {}) {
  const code = randomBytes(18).toString("base64url");
  const [row] = await db
    .insert(shareCode)
    .values({
      ...{ customerId, kind: "page", name: `code ${code.slice(0, 8)}`, subject: "fridge", author: "a nurse" },
      fields: ["owner", "value", "range", "excursions"],
      fromAt: new Date(Date.now() - 24 * HOUR_MS),
      expiresAt: new Date(Date.now() + 7 * 24 * HOUR_MS),
      ...newCode(code),
      ...values,
    })
    .returning();
  if (!row) throw new Error("the factory made no row");
  return { ...row, code };
}

export const makeOpening = (db: Db, shareCodeId: number) =>
  db
    .insert(shareOpening)
    .values({ shareCodeId, at: new Date(), outcome: "opened", address: "", userAgent: "", locale: "en-US" });
