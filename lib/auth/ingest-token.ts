import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { Actor } from "@/lib/operation/context";
import { hashToken } from "./token";

const SCHEME = /^(?:Bearer|Token)\s+(\S+)$/i;
const BASIC = /^Basic\s+([A-Za-z0-9+/]+={0,2})$/i;

/**
 * The ingest token that a request brings: in its header as `Bearer`, as `Token` (clients of InfluxDB) or as the password
 * of `Basic`; else in the path, where the call has a place for it (ThingsBoard), or in the query (trackers, which can set no
 * header). Undefined if there is none.
 */
export function ingestTokenOf(request: Request, pathToken?: string): string | undefined {
  const header = request.headers.get("authorization");
  if (header === null) return pathToken ?? new URL(request.url).searchParams.get("token") ?? undefined;
  const plain = SCHEME.exec(header)?.[1];
  if (plain !== undefined) return plain;
  const [, sealed = ""] = BASIC.exec(header) ?? [];
  const [, password] = /^[^:]*:(.+)$/s.exec(Buffer.from(sealed, "base64").toString("utf8")) ?? [];
  return password;
}

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

/** A gateway as the MQTT door knows it; `idleSeconds` is how long its connection may be silent. */
export type KnownGateway = { actor: Actor & { type: "device" }; keyHash: string | null; idleSeconds: number };

/** The parameter that a customer may set for itself: seconds without a message after which a gateway's connection ends. */
export const MQTT_TIMEOUT_PARAMETER = "customer.mqttTimeoutSeconds";
const MQTT_TIMEOUT_SECONDS = 30;

type GatewayRow = Row & { mac: string; keyHash: string | null; idleSeconds: string | null };

async function findGateway(db: Db, which: SQL): Promise<(KnownGateway & { mac: string }) | null> {
  const [row] = await db.execute<GatewayRow>(sql`
    select d.customer_id::int as "customerId", d.id::int as "gatewayId", d.serial_number as name, upper(d.mac) as mac,
           d.ingest_token_hash as "keyHash",
           (select content from parameter p where p.code = ${MQTT_TIMEOUT_PARAMETER}
               and (p.customer_id = d.customer_id or p.customer_id is null)
             order by p.customer_id nulls last limit 1) as "idleSeconds"
      from device d join customer c on c.id = d.customer_id
     where ${which} and d.mac is not null and d.kind = 'gateway' and d.use <> 'deactivated' and c.status = 'active'`);
  if (!row) return null;
  const { customerId, gatewayId, name, mac, keyHash, idleSeconds } = row;
  const actor = { type: "device", customerId, gatewayId, name } as const;
  return { actor, mac, keyHash, idleSeconds: Number(idleSeconds) || MQTT_TIMEOUT_SECONDS };
}

/**
 * The gateway with this MAC, by whatever means it proved that it is it; null if there is none, or if it or its customer
 * is switched off. `keyHash` is the hash of its present ingest token.
 */
export const findGatewayByMac = (db: Db, mac: string): Promise<KnownGateway | null> =>
  findGateway(db, sql`upper(d.mac) = upper(${mac})`);

/** The gateway whose ingest token has this hash, with its MAC in upper case; null as above. */
export const findGatewayByToken = (db: Db, keyHash: string) => findGateway(db, sql`d.ingest_token_hash = ${keyHash}`);
