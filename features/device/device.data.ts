import "server-only";
import { and, asc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db, Sql } from "@/db/client";
import { type DeviceKind, type Measure, MONITORED_MEASURES } from "@/db/enums";
import { customer, device, deviceType, mounting, probe, probeState, scene } from "@/db/schema";
import { HEARTBEAT_SECONDS, SWITCHES } from "@/features/observation/observation.rules";
import type { Scope } from "@/lib/auth/scope";
import { inScope, ofCustomers } from "@/lib/auth/scope-filter";

/**
 * SQL: expected interval, in seconds, between messages of a device `d`; for a device that only reports changes, the
 * interval at which such devices are watched. The connection watch has the same rule
 * (`features/alarm/evaluation/watch.data.ts`).
 */
export const paceOf = (sql: Sql) => sql`
    case when d.kind <> 'gateway'
              and exists (select from probe p where p.device_id = d.id and p.measure = any(${[...SWITCHES]}::text[]))
              and not exists (select from probe p where p.device_id = d.id and p.measure = any(${[...MONITORED_MEASURES]}::text[]))
         then greatest(d.report_interval_seconds, ${HEARTBEAT_SECONDS}::int) else d.report_interval_seconds end`;

/** Replaces a device's ingest token hash; undefined if there is no such device in the scope. */
export async function setIngestToken(db: Db, scope: Scope, kind: DeviceKind, id: number, ingestTokenHash: string) {
  const [row] = await db
    .update(device)
    .set({ ingestTokenHash })
    .where(and(eq(device.id, id), eq(device.kind, kind), inScope(scope, device)))
    .returning({ id: device.id, customerId: device.customerId, custody: device.custody });
  return row;
}

export type DeviceValues = typeof device.$inferSelect;

/**
 * Locks the given devices of the scope, by id. Rows of exceptions may still be inserted that refer to them (no key
 * update): arriving readings lock their probes, and a device change may wait for those locks.
 */
export function lockDevices(
  db: Db,
  scope: Scope,
  kinds: readonly DeviceKind[],
  ids: readonly number[],
): Promise<DeviceValues[]> {
  return db
    .select()
    .from(device)
    .where(and(inArray(device.id, [...ids]), inArray(device.kind, [...kinds]), inScope(scope, device)))
    .orderBy(asc(device.id))
    .for("no key update");
}

/**
 * Locks a customer until the end of the transaction, so that concurrent additions and renames see each other. Returns
 * whether the customer is active; undefined outside the scope.
 */
export async function lockCustomer(db: Db, scope: Scope, customerId: number): Promise<boolean | undefined> {
  const isWithin = scope.customerIds === "all" || scope.customerIds.includes(customerId);
  if (!isWithin) return undefined;
  const [row] = await db
    .select({ status: customer.status })
    .from(customer)
    .where(eq(customer.id, customerId))
    .for("no key update");
  return row && row.status === "active";
}

/** SQL condition: the device is the customer's own, wherever it is. */
const isRegistered = inArray(device.custody, ["own", "lent"]);

/** Number of devices of a customer, of all kinds, without borrowed ones. */
export const countDevices = (db: Db, scope: Scope, customerId: number): Promise<number> =>
  db.$count(device, and(eq(device.customerId, customerId), isRegistered, ofCustomers(scope, device.customerId)) as SQL);

/** Types with these codes, compared without case. */
export async function findTypes(db: Db, codes: readonly string[]) {
  const lower = [...new Set(codes.map((code) => code.toLowerCase()))];
  return db
    .select()
    .from(deviceType)
    .where(inArray(sql`lower(${deviceType.code})`, lower));
}

/** The given nodes that are the customer's and within the scope. */
export async function findScenes(
  db: Db,
  scope: Scope,
  customerId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: scene.id })
    .from(scene)
    .where(
      and(
        inArray(scene.id, [...ids]),
        eq(scene.customerId, customerId),
        inScope(scope, { customerId: scene.customerId, sceneId: scene.id }),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** The given gateways that the customer has and that are within the scope. */
export async function findGateways(db: Db, scope: Scope, customerId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Set<number>();
  const rows = await db
    .select({ id: device.id })
    .from(device)
    .where(
      and(
        inArray(device.id, [...ids]),
        eq(device.customerId, customerId),
        eq(device.kind, "gateway"),
        inArray(device.custody, ["own", "borrowed"]),
        inScope(scope, device),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Names that the kind already uses at the customer, in lower case; `exceptId` is the device being renamed. */
export async function findNames(
  db: Db,
  scope: Scope,
  {
    customerId,
    kind,
    names,
    exceptId,
  }: { customerId: number; kind: DeviceKind; names: readonly string[]; exceptId?: number },
): Promise<Set<string>> {
  const lower = names.map((name) => name.toLowerCase());
  const rows = await db
    .select({ name: sql<string>`lower(${device.name})` })
    .from(device)
    .where(
      and(
        eq(device.customerId, customerId),
        eq(device.kind, kind),
        ofCustomers(scope, device.customerId),
        inArray(sql`lower(${device.name})`, lower),
        exceptId === undefined ? undefined : ne(device.id, exceptId),
      ),
    );
  return new Set(rows.map(({ name }) => name));
}

const found = alias(device, "found");
const isFound = inArray(found.custody, ["own", "lent"]);

/** Serial numbers and MACs (upper case) that any device already has. They are unique across all customers. */
export async function findTaken(db: Db, serialNumbers: readonly string[], macs: readonly string[]) {
  const upper = (texts: readonly string[]) => [...new Set(texts.map((text) => text.toUpperCase()))];
  const [serials, addresses] = await Promise.all([
    db
      .select({ text: sql<string>`upper(${found.serialNumber})` })
      .from(found)
      .where(and(inArray(sql`upper(${found.serialNumber})`, upper(serialNumbers)), isFound)),
    macs.length === 0
      ? []
      : db
          .select({ text: sql<string>`upper(${found.mac})` })
          .from(found)
          .where(and(inArray(sql`upper(${found.mac})`, upper(macs)), isFound)),
  ]);
  return { serialNumbers: new Set(serials.map(({ text }) => text)), macs: new Set(addresses.map(({ text }) => text)) };
}

export type NewDevice = Omit<typeof device.$inferInsert, "id"> & { measures: readonly Measure[] };

/** Rows per statement: the number of parameters is a 16-bit value. */
const CHUNK = 1000;

/** Inserts devices with the probes of their types. Returns their ids in the same order. */
export async function insertDevices(db: Db, _scope: Scope, rows: readonly NewDevice[]): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < rows.length; start += CHUNK) {
    const part = rows.slice(start, start + CHUNK);
    const made = await db
      .insert(device)
      .values(part.map(({ measures: _measures, ...values }) => values))
      .returning({ id: device.id });
    const probes = part.flatMap(({ customerId, measures }, index) =>
      measures.map((measure) => ({ customerId, deviceId: (made[index] as { id: number }).id, measure })),
    );
    await insertProbes(db, probes);
    ids.push(...made.map(({ id }) => id));
  }
  return ids;
}

async function insertProbes(db: Db, probes: readonly (typeof probe.$inferInsert)[]): Promise<void> {
  for (let start = 0; start < probes.length; start += CHUNK) {
    const made = await db
      .insert(probe)
      .values(probes.slice(start, start + CHUNK) as never)
      .onConflictDoNothing()
      .returning({ id: probe.id });
    if (made.length > 0) await db.insert(probeState).values(made.map(({ id }) => ({ probeId: id })));
  }
}

/** Replaces the probes of an unmounted device by those of another type; common measures are retained. */
export async function replaceProbes(
  db: Db,
  _scope: Scope,
  { id, customerId, measures }: { id: number; customerId: number; measures: readonly Measure[] },
): Promise<void> {
  const unwanted = and(
    eq(probe.deviceId, id),
    measures.length === 0 ? undefined : sql`${probe.measure} <> all(${sql.param([...measures])}::text[])`,
    sql`not exists (select from ${mounting} where ${mounting.probeId} = ${probe.id})`,
  );
  await db.delete(probe).where(unwanted);
  await insertProbes(
    db,
    measures.map((measure) => ({ customerId, deviceId: id, measure })),
  );
}

/** Updates locked devices of the scope. The new values may place them outside of it. */
export async function saveDevices(
  db: Db,
  scope: Scope,
  ids: readonly number[],
  values: Partial<typeof device.$inferInsert>,
): Promise<void> {
  if (Object.keys(values).length === 0) return;
  const saved = await db
    .update(device)
    .set(values)
    .where(and(inArray(device.id, [...ids]), ofCustomers(scope, device.customerId)))
    .returning({ id: device.id });
  if (saved.length !== new Set(ids).size) throw new Error("a device was to be changed that is not there");
}
