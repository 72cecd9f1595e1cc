import "server-only";
import type { Db } from "@/db/client";
import { isLotVisible, isVisible, type Visibility } from "@/lib/auth/visibility";
import { grouped } from "@/lib/grouped";
import type { References } from "./import.rules";

type Texts = Record<"carriers" | "places" | "lots" | "numbers" | "references", readonly string[]>;
type Named = { id: number; name: string };

const byName = (rows: readonly Named[]) => new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]));

/** The visible carriers and lots, the geofences, and the taken numbers and references of a customer, among these texts. */
export async function findReferences(
  db: Db,
  visibility: Visibility,
  customerId: number,
  texts: Texts,
): Promise<References> {
  const sql = db.$client;
  const lower = (all: readonly string[]) => [...new Set(all.map((text) => text.trim().toLowerCase()))];
  const carriers = await sql<Named[]>`
    select c.id::int, c.name from carrier c
     where c.customer_id = ${customerId} and c.status <> 'retirement' and lower(c.name) = any(${lower(texts.carriers)}::text[])
       and ${isVisible(sql, visibility, "carrier", "c")}`;
  const geofences = await sql<Named[]>`
    select id::int, name from geofence
     where customer_id = ${customerId} and lower(name) = any(${lower(texts.places)}::text[])`;
  const lots = await sql<{ id: number; number: string; productCode: string }[]>`
    select l.id::int, lower(l.number) as number, p.code as "productCode" from lot l join product p on p.id = l.product_id
     where l.customer_id = ${customerId} and lower(l.number) = any(${lower(texts.lots)}::text[])
       and ${isLotVisible(sql, visibility.scope)}`;
  const taken = await sql<{ number: string; reference: string | null }[]>`
    select lower(number) as number, reference from transport
     where customer_id = ${customerId}
       and (lower(number) = any(${lower(texts.numbers)}::text[]) or reference = any(${[...texts.references]}::text[]))`;
  return {
    carriers: byName([...carriers]),
    geofences: byName([...geofences]),
    lots: grouped([...lots], ({ number }) => number),
    numbers: new Set(taken.map(({ number }) => number)),
    references: new Set(taken.flatMap(({ reference }) => reference ?? [])),
  };
}
