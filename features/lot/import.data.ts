import "server-only";
import type { Db } from "@/db/client";
import { isVisible, type Visibility } from "@/lib/auth/visibility";
import { lotKey } from "./import.rules";

type Named = { id: number; name: string };
const byName = (rows: readonly Named[]) => new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]));

/** The products and visible carriers of a customer that these texts name, and the numbers that are taken. */
export async function findReferences(
  db: Db,
  visibility: Visibility,
  customerId: number,
  texts: { products: readonly string[]; carriers: readonly string[]; numbers: readonly string[] },
) {
  const sql = db.$client;
  const lower = (all: readonly string[]) => [...new Set(all.map((text) => text.trim().toLowerCase()))];
  const products = await sql<Named[]>`
    select id::int, code as name from product
     where customer_id = ${customerId} and is_enabled and lower(code) = any(${lower(texts.products)}::text[])`;
  const carriers = await sql<Named[]>`
    select c.id::int, c.name from carrier c
     where c.customer_id = ${customerId} and c.status <> 'retirement' and lower(c.name) = any(${lower(texts.carriers)}::text[])
       and ${isVisible(sql, visibility, "carrier", "c")}`;
  const taken = await sql<{ productId: number; number: string }[]>`
    select product_id::int as "productId", number from lot
     where customer_id = ${customerId} and lower(number) = any(${lower(texts.numbers)}::text[])`;
  return {
    products: byName([...products]),
    carriers: byName([...carriers]),
    taken: new Set(taken.map(({ productId, number }) => lotKey(productId, number))),
  };
}

/** The zone of a customer. */
export async function zoneOf(db: Db, customerId: number): Promise<string> {
  const [row] = await db.$client<{ timeZone: string }[]>`
    select time_zone as "timeZone" from customer where id = ${customerId}`;
  return row?.timeZone ?? "UTC";
}
