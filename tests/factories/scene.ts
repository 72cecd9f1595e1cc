import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import { scene } from "@/db/schema";

const unique = () => randomBytes(5).toString("hex");

type Place = { customerId: number; parentId: number | null };

/** A node below another one; by default a structure unit. */
export async function makeScene(db: Db, place: Place, values: Partial<typeof scene.$inferInsert> = {}) {
  const code = unique();
  const [row] = await db
    .insert(scene)
    .values({ ...place, code, name: `node ${code}`, ...values })
    .returning();
  return row as typeof scene.$inferSelect;
}
