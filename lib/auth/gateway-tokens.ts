import "server-only";
import type { Db } from "@/db/client";

/**
 * Token hashes of active gateways heard since an instant: at most `most`, those heard last, in order of last contact.
 * `at` in epoch milliseconds.
 */
export async function findGatewayTokens(
  db: Db,
  { heardSince, most }: { heardSince: Date; most: number },
): Promise<{ tokenHash: string; at: number }[]> {
  const rows = await db.$client<{ tokenHash: string; at: number }[]>`
    select d.ingest_token_hash as "tokenHash", (extract(epoch from d.last_seen_at) * 1000)::float8 as at
      from device d join customer c on c.id = d.customer_id
     where d.kind = 'gateway' and d.ingest_token_hash is not null and d.last_seen_at > ${heardSince.toISOString()}
       and d.use <> 'deactivated' and c.status = 'active'
     order by d.last_seen_at desc, d.id limit ${most}`;
  return rows.toReversed();
}
