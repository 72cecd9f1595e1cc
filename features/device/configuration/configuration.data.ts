import "server-only";
import { and, asc, count, desc, eq, ilike, inArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import type { ConfigStatus } from "@/db/enums";
import { device, deviceCommand, userAccount } from "@/db/schema";
import { MQTT_TIMEOUT_PARAMETER } from "@/lib/auth/ingest-token";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { type Visibility, visibleDevices } from "@/lib/auth/visibility";
import { notFound } from "@/lib/errors";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { plainText, publicSettings, type Settings } from "../device.rules";
import type { WaitingCommand } from "./configuration.rules";
import type { CommandDto, CommandListQuery } from "./configuration.schema";

const gateway = alias(device, "gateway");
const ofDevice = { customerId: device.customerId, sceneId: device.sceneId };

/** SQL: the gateway through which a device is reached; a gateway is reached directly. */
const gatewayIdOf = sql<
  number | null
>`case when ${device.kind} = 'gateway' then ${device.id} else ${device.gatewayId} end`;

const DEVICE_COLUMNS = {
  id: device.id,
  customerId: device.customerId,
  kind: device.kind,
  typeCode: device.typeCode,
  serialNumber: device.serialNumber,
  name: device.name,
  use: device.use,
  custody: device.custody,
  configStatus: device.configStatus,
  settings: sql<Settings>`${device.settings}`,
  appliedSettings: device.appliedSettings,
  reportIntervalSeconds: device.reportIntervalSeconds,
  gatewayId: gateway.id,
  gatewayName: gateway.name,
  gatewayMac: gateway.mac,
  gatewaySceneId: gateway.sceneId,
  isConfiguring: sql<boolean>`exists (select from device_command c where c.device_id = ${device.id} and c.state <> 'end')`,
};

const devices = (db: Db) => db.select(DEVICE_COLUMNS).from(device).leftJoin(gateway, eq(gateway.id, gatewayIdOf));

export type ConfigurableDevice = Awaited<ReturnType<typeof lockDevices>>[number];

export async function getDevice(db: Db, scope: Scope, id: number): Promise<ConfigurableDevice> {
  const [row] = await devices(db).where(and(eq(device.id, id), inScope(scope, ofDevice)));
  if (!row) throw notFound("device", id);
  return row;
}

/**
 * Locks devices of the scope in the order of their ids, so that concurrent configuration changes wait for each other.
 */
export async function lockDevices(tx: Db, scope: Scope, ids: readonly number[]) {
  const wanted = and(inArray(device.id, [...ids]), inScope(scope, ofDevice));
  // Lock first, then read, so that a command committed while waiting is visible.
  await tx.select({ id: device.id }).from(device).where(wanted).orderBy(asc(device.id)).for("update");
  return devices(tx).where(wanted).orderBy(asc(device.id));
}

type DeviceChange = {
  settings?: Settings;
  configStatus: ConfigStatus;
  appliedSettings?: Record<string, unknown>;
  reportIntervalSeconds?: number;
};

export async function saveDevice(tx: Db, id: number, change: DeviceChange): Promise<void> {
  await tx.update(device).set(change).where(eq(device.id, id));
}

const commandColumns = (visibility: Visibility) => ({
  id: deviceCommand.id,
  deviceId: deviceCommand.deviceId,
  deviceName: device.name,
  serialNumber: device.serialNumber,
  kind: device.kind,
  gatewayId: deviceCommand.gatewayId,
  gatewayName: sql<string | null>`case when ${visibleDevices(visibility, gateway)} then ${gateway.name} end`,
  settings: sql<Settings>`${deviceCommand.settings}`,
  state: deviceCommand.state,
  result: deviceCommand.result,
  attempts: deviceCommand.attempts,
  deadlineAt: deviceCommand.deadlineAt,
  issuedAt: deviceCommand.issuedAt,
  endedAt: deviceCommand.endedAt,
  error: deviceCommand.error,
  userName: userAccount.name,
  createdAt: deviceCommand.createdAt,
});

const commands = (db: Db, visibility: Visibility) =>
  db
    .select(commandColumns(visibility))
    .from(deviceCommand)
    .innerJoin(device, eq(device.id, deviceCommand.deviceId))
    .leftJoin(gateway, eq(gateway.id, deviceCommand.gatewayId))
    .leftJoin(userAccount, eq(userAccount.id, deviceCommand.userId));

type CommandRow = Awaited<ReturnType<typeof commands>>[number];

const ms = (at: Date | null): number | null => at?.getTime() ?? null;
const dtoOf = (row: CommandRow): CommandDto => ({
  ...row,
  settings: publicSettings(row.settings),
  error: plainText(row.error),
  deadlineAt: ms(row.deadlineAt),
  issuedAt: ms(row.issuedAt),
  endedAt: ms(row.endedAt),
  createdAt: row.createdAt.getTime(),
});

const ORDER: Record<CommandListQuery["sort"], SQL> = {
  createdAt: sql`${deviceCommand.createdAt}`,
  state: sql`${deviceCommand.state}`,
};

/** A page of commands to visible devices. */
export async function findCommands(db: Db, visibility: Visibility, query: CommandListQuery): Promise<Page<CommandDto>> {
  const { q, deviceId, gatewayId, state, result } = query;
  const where = and(
    visibleDevices(visibility, device),
    q ? or(ilike(device.name, containsPattern(q)), ilike(device.serialNumber, containsPattern(q))) : undefined,
    deviceId ? eq(deviceCommand.deviceId, deviceId) : undefined,
    gatewayId ? eq(deviceCommand.gatewayId, gatewayId) : undefined,
    state ? eq(deviceCommand.state, state) : undefined,
    result ? eq(deviceCommand.result, result) : undefined,
  );
  const rows = await commands(db, visibility)
    .where(where)
    .orderBy((query.dir === "asc" ? asc : desc)(ORDER[query.sort]), desc(deviceCommand.id))
    .limit(query.iDisplayLength)
    .offset(query.iDisplayStart);
  const [counted] = await db
    .select({ total: count() })
    .from(deviceCommand)
    .innerJoin(device, eq(device.id, deviceCommand.deviceId))
    .where(where);
  return { items: rows.map(dtoOf), total: counted?.total ?? 0 };
}

export async function getCommand(db: Db, visibility: Visibility, id: number): Promise<CommandDto> {
  const [row] = await commands(db, visibility).where(
    and(eq(deviceCommand.id, id), inScope(visibility.scope, ofDevice)),
  );
  if (!row) throw notFound("deviceCommand", id);
  return dtoOf(row);
}

/** The command in progress, or the last one. */
export async function findLatestCommand(db: Db, visibility: Visibility, deviceId: number): Promise<CommandDto | null> {
  const [row] = await commands(db, visibility)
    .where(eq(deviceCommand.deviceId, deviceId))
    .orderBy(desc(deviceCommand.createdAt), desc(deviceCommand.id))
    .limit(1);
  return row ? dtoOf(row) : null;
}

export type LockedCommand = typeof deviceCommand.$inferSelect & { device: ConfigurableDevice };

/** Locks a command and its device. The device is locked first, as everywhere. */
export async function lockCommand(tx: Db, scope: Scope, id: number): Promise<LockedCommand> {
  const [known] = await tx
    .select({ deviceId: deviceCommand.deviceId })
    .from(deviceCommand)
    .innerJoin(device, eq(device.id, deviceCommand.deviceId))
    .where(and(eq(deviceCommand.id, id), inScope(scope, ofDevice)));
  const [owner] = known ? await lockDevices(tx, scope, [known.deviceId]) : [];
  const [row] = owner ? await tx.select().from(deviceCommand).where(eq(deviceCommand.id, id)).for("update") : [];
  if (!row || !owner) throw notFound("deviceCommand", id);
  return { ...row, device: owner };
}

export async function insertCommand(tx: Db, values: typeof deviceCommand.$inferInsert): Promise<number> {
  const [row] = await tx.insert(deviceCommand).values(values).returning({ id: deviceCommand.id });
  return (row as { id: number }).id;
}

export async function saveCommand(
  tx: Db,
  id: number,
  change: Partial<typeof deviceCommand.$inferInsert>,
): Promise<void> {
  await tx.update(deviceCommand).set(change).where(eq(deviceCommand.id, id));
}

export async function deleteCommand(tx: Db, id: number): Promise<void> {
  await tx.delete(deviceCommand).where(eq(deviceCommand.id, id));
}

/** The current carrier of a device, by the mounting of its probes. */
export async function findCarrier(db: Db, deviceId: number): Promise<number | null> {
  const [row] = await db.$client<{ id: number | null }[]>`
    select min(m.carrier_id)::int as id from probe p join mounting m on m.probe_id = p.id and m.unmounted_at is null
     where p.device_id = ${deviceId}`;
  return row?.id ?? null;
}

export type Timeouts = { answerSeconds: number; mqttSeconds: number };

const DEFAULTS: Timeouts = { answerSeconds: 300, mqttSeconds: 30 };

/** Time-outs for the answer to an attempt, and for the broker to accept a message. */
export async function findTimeouts(db: Db, customerId: number): Promise<Timeouts> {
  const rows = await db.$client<{ code: string; content: string }[]>`
    select distinct on (code) code, content from parameter
     where code in ('device.configTimeoutSeconds', ${MQTT_TIMEOUT_PARAMETER})
       and (customer_id is null or customer_id = ${customerId})
     order by code, customer_id nulls last`;
  const known = new Map(rows.map(({ code, content }) => [code, Number(content)]));
  return {
    answerSeconds: known.get("device.configTimeoutSeconds") || DEFAULTS.answerSeconds,
    mqttSeconds: known.get(MQTT_TIMEOUT_PARAMETER) || DEFAULTS.mqttSeconds,
  };
}

export type DueCommand = WaitingCommand & { id: number; customerId: number; gatewayMac: string | null };

/**
 * Finds commands for which something may be due at `now`: those past their deadline, and those waiting for a gateway
 * that is reachable (`reachable`: MACs in upper case; null for all).
 */
export function findDue(db: Db, now: Date, reachable: readonly string[] | null, limit: number): Promise<DueCommand[]> {
  const macs = reachable === null ? null : [...reachable];
  return db.$client<DueCommand[]>`
    select c.id::int, c.customer_id::int as "customerId", c.state, c.attempts, upper(g.mac) as "gatewayMac",
           (extract(epoch from c.deadline_at) * 1000)::float8 as "deadlineAt"
      from device_command c
      join device d on d.id = c.device_id
      left join device g on g.id = case when d.kind = 'gateway' then d.id else d.gateway_id end
     where c.state <> 'end'
       and (c.deadline_at <= to_timestamp(${now.getTime()}::float8 / 1000)
         or (c.state = 'prepare' and (${macs}::text[] is null or upper(g.mac) = any(${macs}::text[]))))
     -- What can go out goes first: many that wait for a silent gateway must not hold up the others.
     order by (${macs}::text[] is null or upper(g.mac) = any(${macs}::text[])) desc nulls last, c.deadline_at, c.id
     limit ${limit}`;
}

/** Ends an attempt that was not sent: the pause before the next attempt begins now. */
export async function endAttempt(db: Db, id: number, attempts: number, now: Date): Promise<void> {
  await db
    .update(deviceCommand)
    .set({ deadlineAt: now })
    .where(and(eq(deviceCommand.id, id), eq(deviceCommand.state, "issuing"), eq(deviceCommand.attempts, attempts)));
}
