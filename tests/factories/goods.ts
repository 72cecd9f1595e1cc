import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import { lot, lotPlacement, product } from "@/db/schema";

const unique = () => randomBytes(5).toString("hex");

async function one<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows;
  if (!row) throw new Error("the factory made no row");
  return row;
}

type Values<T extends { $inferInsert: unknown }> = Partial<T["$inferInsert"]>;

/** A product for 2 to 8 °C that endures 8 to 15 °C for two hours. */
export const makeProduct = (db: Db, customerId: number, values: Values<typeof product> = {}) =>
  one(
    db
      .insert(product)
      .values({
        ...{ customerId, name: `vaccine ${unique()}`, code: unique(), minimum: 2, maximum: 8 },
        bands: [{ from: 8, to: 15, minutes: 120 }],
        ...values,
      })
      .returning(),
  );

type Placing = { carrierId: number; placedAt: Date; removedAt?: Date | null };

/** A lot of a product, in these carriers one after the other. */
export async function makeLot(
  db: Db,
  { id: productId, customerId }: { id: number; customerId: number },
  placings: readonly Placing[] = [],
  values: Values<typeof lot> = {},
) {
  const row = await one(
    db
      .insert(lot)
      .values({ customerId, productId, number: unique(), ...values })
      .returning(),
  );
  for (const placing of placings)
    await db.insert(lotPlacement).values({ customerId, lotId: row.id, how: "hand", ...placing });
  return row;
}
