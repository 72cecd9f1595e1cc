import { randomBytes } from "node:crypto";
import { and, eq, isNull, ne } from "drizzle-orm";
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

/** A range node above the topmost nodes of a customer, which may then have carriers. Returns its id. */
export async function makeRange(db: Db, customerId: number): Promise<number> {
  const { id } = await makeScene(db, { customerId, parentId: null });
  const tops = and(eq(scene.customerId, customerId), isNull(scene.parentId), ne(scene.id, id));
  await db.update(scene).set({ parentId: id }).where(tops);
  return id;
}
