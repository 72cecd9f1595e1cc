import { createHash, randomBytes } from "node:crypto";
import type { Sql } from "postgres";
import type { Measure } from "@/db/enums";
import { CHAIN_START, type ChainKeys, sealOf } from "@/lib/audit/chain";
import type { ReplayDevice } from "./series";

export type Trigger = { measure: Measure; minimum: number | null; maximum: number | null; delaySeconds: number };
export type Target = { token: string; probes: Map<string, number> };

const CUSTOMER = { code: "REPLAY", name: "Replay" };

/** The serial number of a device in a file: the file name in capitals and the group of columns. */
export const serialOf = (file: string, suffix: string): string =>
  [file.replace(/\.[^.]*$/, "").replace(/[^a-z0-9]+/gi, "-"), suffix]
    .filter(Boolean)
    .join("-")
    .toUpperCase()
    .slice(0, 50);

/**
 * Creates, or finds from an earlier run, the customer `Replay` with a carrier, sensor and trigger for each device of
 * the file, mounted since before its first reading. Returns a fresh ingest token and the probes by `serial/measure`.
 * With `keys`, the audit chain of a new customer starts as for any other.
 */
export async function prepareWorld(
  sql: Sql,
  file: string,
  devices: readonly ReplayDevice[],
  trigger: Trigger,
  keys?: ChainKeys,
): Promise<Target> {
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest("hex");
  const probes = new Map<string, number>();
  await sql.begin(async (tx) => {
    const customerId = await idOf(tx`
      insert into customer (code, name, time_zone, ingest_token_hash) values (${CUSTOMER.code}, ${CUSTOMER.name}, 'UTC', ${hash})
      on conflict (lower(code)) do update set ingest_token_hash = ${hash} returning id::int`);
    if (keys) {
      const { keyId, seal } = sealOf(customerId, CHAIN_START, keys);
      // Only for a new customer: the chain of an existing one has already started.
      await tx`
        insert into audit_head (customer_id, sequence, hash, key_id, seal)
        select id, ${CHAIN_START.sequence}, ${CHAIN_START.hash}, ${keyId}, ${seal} from customer
         where id = ${customerId} and created_at = transaction_timestamp()
        on conflict do nothing`;
    }
    // A series may be older than the retention of the installation.
    await tx`
      insert into parameter (customer_id, code, type, content) values (${customerId}, 'customer.retentionDays', 'integer', '36525')
      on conflict do nothing`;
    const sceneId = await idOf(tx`
      insert into scene (customer_id, code, name) values (${customerId}, 'replay', 'Replay')
      on conflict (customer_id, code) do update set name = excluded.name returning id::int`);
    const triggerId = await idOf(tx`
      insert into alarm_trigger (customer_id, name) values (${customerId}, ${file})
      on conflict (customer_id, lower(name)) do update set is_enabled = true returning id::int`);
    await tx`delete from alarm_condition where trigger_id = ${triggerId} and not exists (select 1 from exception where condition_id = alarm_condition.id)`;
    await tx`
      insert into alarm_condition (trigger_id, kind, measure, minimum, maximum, delay_seconds)
      select ${triggerId}, 'range', ${trigger.measure}, ${trigger.minimum}, ${trigger.maximum}, ${trigger.delaySeconds}
       where not exists (select 1 from alarm_condition where trigger_id = ${triggerId})`;
    for (const { suffix, measures } of devices) {
      const serial = serialOf(file, suffix);
      const carrierId = await idOf(tx`
        insert into carrier (customer_id, scene_id, name, type, alarm_trigger_id) values (${customerId}, ${sceneId}, ${serial}, 'other', ${triggerId})
        on conflict (customer_id, lower(name)) do update set alarm_trigger_id = excluded.alarm_trigger_id returning id::int`);
      const deviceId = await idOf(tx`
        insert into device (customer_id, kind, type_code, serial_number, name) values (${customerId}, 'sensor', 'zbp_2', ${serial}, ${serial})
        on conflict (upper(serial_number)) where custody in ('own', 'lent') do update set name = excluded.name returning id::int`);
      for (const measure of measures) {
        const probeId = await idOf(tx`
          insert into probe (customer_id, device_id, measure) values (${customerId}, ${deviceId}, ${measure})
          on conflict (device_id, measure, channel) do update set measure = excluded.measure returning id::int`);
        await tx`insert into mounting (customer_id, probe_id, carrier_id, mounted_at) values (${customerId}, ${probeId}, ${carrierId}, '2000-01-01') on conflict do nothing`;
        probes.set(`${serial}/${measure}`, probeId);
      }
    }
  });
  return { token, probes };
}

async function idOf(rows: Promise<Iterable<unknown>>): Promise<number> {
  const [row] = (await rows) as { id: number }[];
  if (!row) throw new Error("a row of the replay's world could not be made");
  return row.id;
}
