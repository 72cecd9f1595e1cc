import "server-only";
import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { Actor } from "@/lib/operation/context";
import { hashToken } from "./token";

type Row = { customerId: number; gatewayId: number | null; name: string };

/** The gateway or customer whose ingest token this is; null if nobody's, or if the gateway or customer is switched off. */
export async function findIngestActor(db: Db, token: string): Promise<Actor | null> {
  const hash = hashToken(token);
  const [row] = await db.execute<Row>(sql`
    select d.customer_id::int as "customerId", d.id::int as "gatewayId", d.serial_number as name
      from device d join customer c on c.id = d.customer_id
     where d.ingest_token_hash = ${hash} and d.use <> 'deactivated' and c.status = 'active'
    union all
    select id::int, null, code from customer where ingest_token_hash = ${hash} and status = 'active'`);
  return row ? { type: "device", ...row } : null;
}
