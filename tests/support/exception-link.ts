import { createHmac, hkdfSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";

/** The embedded database of the product under test, and its secret, by its data directory. */
function insideOf(directory: string) {
  const { port, password } = JSON.parse(readFileSync(join(directory, "postgres.json"), "utf8"));
  const secret = readFileSync(join(directory, "auth-secret"), "utf8").trim();
  return { sql: postgres(`postgres://frostline:${password}@127.0.0.1:${port}/frostline`, { max: 1 }), secret };
}

/** The key as docs/decisions/037 has it, made without the product's own code. */
function keyOf(secret: string, id: string): string {
  const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
  const purpose = Buffer.from(hkdfSync("sha256", secret, "frostline", "exception link", 32));
  const signature = createHmac("sha256", purpose).update(bytes).digest().subarray(0, 16);
  return Buffer.concat([bytes, signature]).toString("base64url");
}

/**
 * The key of a link such as a mail brings it, to a range exception that nobody has acknowledged, for a contact of its
 * customer; the e2e product sends no mail.
 */
export async function makeLinkKey(directory: string): Promise<{ key: string; contact: string; exceptionId: number }> {
  const { sql, secret } = insideOf(directory);
  try {
    const [link] = await sql<{ id: string; contact: string; exceptionId: number }[]>`
      with one as (
        select e.id, e.customer_id, c.id as contact_id, c.name from exception e join contact c on c.customer_id = e.customer_id
         where e.acknowledged_at is null and e.withdrawn_at is null and e.kind = 'range' and e.probe_id is not null
         order by e.started_at desc, c.id limit 1),
      link as (
        insert into exception_link (customer_id, exception_id, contact_id, expires_at)
        select customer_id, id, contact_id, now() + interval '1 day' from one
        on conflict (exception_id, contact_id) do update set expires_at = excluded.expires_at
        returning id, exception_id)
      select link.id, one.name as contact, one.id::int as "exceptionId" from link join one on one.id = link.exception_id`;
    if (!link) throw new Error("the demo world has no exception that waits for somebody");
    return { key: keyOf(secret, link.id), contact: link.contact, exceptionId: link.exceptionId };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Makes an exception wait for somebody again, whoever acknowledged it before. */
export async function forgetAcknowledgement(directory: string, exceptionId: number): Promise<void> {
  const { sql } = insideOf(directory);
  try {
    await sql`
      update exception set acknowledged_at = null, acknowledged_by = null, acknowledged_by_contact = null,
             acknowledgement_comment = null where id = ${exceptionId}`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
