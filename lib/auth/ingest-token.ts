import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { Actor, DeviceActor } from "@/lib/operation/context";
import { hashToken } from "./token";

const SCHEME = /^(?:Bearer|Token)\s+(\S+)$/i;
const BASIC = /^Basic\s+([A-Za-z0-9+/]+={0,2})$/i;

/**
 * The ingest token of a request: from the header as `Bearer`, as `Token` (InfluxDB clients) or as the password of
 * `Basic`; else from the path where the call has a parameter for it (ThingsBoard), or from the query as `token`
 * (trackers, which cannot set headers) or `p` (InfluxDB 1). Undefined if there is none.
 */
export function ingestTokenOf(request: Request, pathToken?: string): string | undefined {
  const header = request.headers.get("authorization");
  if (header === null) {
    const { searchParams } = new URL(request.url);
    return pathToken ?? searchParams.get("token") ?? searchParams.get("p") ?? undefined;
  }
  const plain = SCHEME.exec(header)?.[1];
  if (plain !== undefined) return plain;
  const [, sealed = ""] = BASIC.exec(header) ?? [];
  const [, password] = /^[^:]*:(.+)$/s.exec(Buffer.from(sealed, "base64").toString("utf8")) ?? [];
  return password;
}

type Row = { customerId: number; gatewayId: number | null; deviceId: number | null; name: string };

const actorOf = ({ customerId, gatewayId, deviceId, name }: Row): DeviceActor => ({
  ...{ type: "device", customerId, gatewayId, name },
  ...(deviceId !== null && { deviceId }),
});

/** A gateway may send for all devices of its customer, any other device only for itself. */
const OWNER = sql`d.customer_id::int as "customerId", case when d.kind = 'gateway' then d.id::int end as "gatewayId",
  case when d.kind <> 'gateway' then d.id::int end as "deviceId", d.serial_number as name`;

/** The device or customer of an ingest token; null if the token is unknown, or the device or customer is inactive. */
export async function findIngestActor(db: Db, token: string): Promise<Actor | null> {
  const hash = hashToken(token);
  const [row] = await db.execute<Row>(sql`
    select ${OWNER} from device d join customer c on c.id = d.customer_id
     where d.ingest_token_hash = ${hash} and d.use <> 'deactivated' and c.status = 'active'
    union all
    select id::int, null, null, code from customer where ingest_token_hash = ${hash} and status = 'active'`);
  return row ? actorOf(row) : null;
}

/** A gateway, or a device with its own token, for the MQTT endpoint; `idleSeconds`: permitted silence. */
export type KnownGateway = { actor: DeviceActor; keyHash: string | null; idleSeconds: number };

/** The parameter, settable per customer: seconds without a message after which a gateway's connection ends. */
export const MQTT_TIMEOUT_PARAMETER = "customer.mqttTimeoutSeconds";
const MQTT_TIMEOUT_SECONDS = 30;

/** Name of a connection: a gateway's MAC; for another device its id, prefixed so that it can equal no MAC or topic. */
const NAME = sql`case when d.kind = 'gateway' then upper(d.mac) else 'DEVICE-' || d.id end`;
const OTHER = /^DEVICE-(\d{1,15})$/i;

type GatewayRow = Row & { mac: string; keyHash: string | null; idleSeconds: string | null };

async function findGateway(db: Db, which: SQL): Promise<(KnownGateway & { mac: string }) | null> {
  const [row] = await db.execute<GatewayRow>(sql`
    select ${OWNER}, ${NAME} as mac, d.ingest_token_hash as "keyHash",
           (select content from parameter p where p.code = ${MQTT_TIMEOUT_PARAMETER}
               and (p.customer_id = d.customer_id or p.customer_id is null)
             order by p.customer_id nulls last limit 1) as "idleSeconds"
      from device d join customer c on c.id = d.customer_id
     where ${which} and d.use <> 'deactivated' and c.status = 'active'
       and case when d.kind = 'gateway' then d.mac else d.ingest_token_hash end is not null`);
  if (!row) return null;
  const { mac, keyHash, idleSeconds } = row;
  return { actor: actorOf(row), mac, keyHash, idleSeconds: Number(idleSeconds) || MQTT_TIMEOUT_SECONDS };
}

/**
 * The gateway with this MAC as its present customer has it, however it was authenticated; null if there is none, or it
 * or its customer is inactive.
 * `keyHash` is the hash of its current ingest token.
 */
export const findGatewayByMac = (db: Db, mac: string): Promise<KnownGateway | null> => {
  const id = OTHER.exec(mac)?.[1];
  return id
    ? findGateway(db, sql`d.id = ${id}::bigint and d.kind <> 'gateway'`)
    : findGateway(db, sql`upper(d.mac) = upper(${mac}) and d.kind = 'gateway' and d.custody in ('own', 'borrowed')`);
};

/** The gateway or device with this ingest token hash, and its connection name; null as above. */
export const findGatewayByToken = (db: Db, keyHash: string) => findGateway(db, sql`d.ingest_token_hash = ${keyHash}`);
