import { createHmac, hkdfSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";

/** The embedded database and secret of the product under test, from its data directory. */
function insideOf(directory: string) {
  const { port, password } = JSON.parse(readFileSync(join(directory, "postgres.json"), "utf8"));
  const secret = readFileSync(join(directory, "auth-secret"), "utf8").trim();
  return { sql: postgres(`postgres://frostline:${password}@127.0.0.1:${port}/frostline`, { max: 1 }), secret };
}

/** The key as in docs/decisions/017-channels-and-acknowledging.md, computed without the product's code. */
function keyOf(secret: string, id: string): string {
  const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
  const purpose = Buffer.from(hkdfSync("sha256", secret, "frostline", "exception link", 32));
  const signature = createHmac("sha256", purpose).update(bytes).digest().subarray(0, 16);
  return Buffer.concat([bytes, signature]).toString("base64url");
}

/** Distinguishes exceptions of tests from those of the demo world, whose times and values depend on the clock. */
const OWN = "made by a test";

/**
 * The key of a link as in a mail to a contact of the demo hospital, because the e2e product sends no mail. The link
 * opens a new exception: three hours ago a refrigerator was above 8 °C for half an hour, not acknowledged. It replaces
 * the one of an earlier call.
 */
export async function makeLinkKey(directory: string): Promise<{ key: string; contact: string; exceptionId: number }> {
  const { sql, secret } = insideOf(directory);
  try {
    await sql`delete from exception where remark = ${OWN}`;
    const [link] = await sql<{ id: string; contact: string; exceptionId: number }[]>`
      with fridge as (
        select m.carrier_id, p.device_id, p.id as probe_id, c.customer_id, t.id as contact_id, t.name
          from mounting m join probe p on p.id = m.probe_id join carrier c on c.id = m.carrier_id
          join customer u on u.id = c.customer_id join contact t on t.customer_id = u.id
         where u.code = 'GZYH' and c.type = 'refrigerator' and c.status = 'running' and p.measure = 'temperature'
           and m.unmounted_at is null
         order by p.id, t.id limit 1),
      made as (
        insert into exception (customer_id, carrier_id, device_id, probe_id, kind, measure, side, severity, minimum, maximum,
                               started_at, raised_at, ended_at, peak, peak_at, mean, mean_kinetic_temperature, degree_minutes, sample_count, remark)
        select customer_id, carrier_id, device_id, probe_id, 'range', 'temperature', 'above', 'major', 2, 8,
               now() - interval '3 hours', now() - interval '175 minutes', now() - interval '150 minutes',
               9.4, now() - interval '165 minutes', 8.8, 8.81, 24, 15, ${OWN}
          from fridge returning id),
      link as (
        insert into exception_link (customer_id, exception_id, contact_id, expires_at)
        select customer_id, made.id, contact_id, now() + interval '1 day' from fridge, made returning id, exception_id)
      select link.id, fridge.name as contact, link.exception_id::int as "exceptionId" from link, fridge`;
    if (!link) throw new Error("the demo's hospital has no fridge with a temperature probe, or no contact");
    return { key: keyOf(secret, link.id), contact: link.contact, exceptionId: link.exceptionId };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Removes the acknowledgement of an exception. */
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
