import "server-only";
import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { Measure } from "@/db/enums";
import { customer, device, probe, probeState } from "@/db/schema";
import { missing } from "@/features/carrier/carrier.rules";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { grouped } from "@/lib/grouped";

export type DeviceRecord = typeof device.$inferSelect;

/** The customer of a device of the scope. Throws NOT_FOUND. */
export async function getOwner(db: Db, scope: Scope, id: number): Promise<{ id: number; name: string }> {
  const [row] = await db
    .select({ id: customer.id, name: customer.name })
    .from(device)
    .innerJoin(customer, eq(customer.id, device.customerId))
    .where(and(eq(device.id, id), inScope(scope, device)));
  if (!row) throw missing("deviceId", "device");
  return row;
}

/** A device's row, locked. The caller has found it in scope, or has a side of its secondment. */
export async function lockRow(tx: Db, id: number): Promise<DeviceRecord | undefined> {
  const [row] = await tx.select().from(device).where(eq(device.id, id)).for("no key update");
  return row;
}

/**
 * Locks what changes with a device: its carriers, the rows of all customers that had it, and their alarm machines, in the
 * order in which others lock them, so that no reading is stored meanwhile.
 */
export async function lockWith(tx: Db, deviceIds: readonly number[]): Promise<void> {
  const sql = tx.$client;
  const ids = deviceIds as number[];
  await sql`
    select from carrier where id in (
      select m.carrier_id from mounting m join probe p on p.id = m.probe_id where p.device_id = any(${ids}::bigint[]) and m.unmounted_at is null
      union select b.carrier_id from device_binding b
             where (b.device_id = any(${ids}::bigint[]) or b.sensor_id = any(${ids}::bigint[])) and b.unbound_at is null)
     order by id for no key update`;
  await sql`select from device where id = any(${ids}::bigint[]) order by id for no key update`;
  await sql`
    select from probe_state where probe_id in (select id from probe where device_id = any(${ids}::bigint[]))
     order by probe_id for update`;
}

/** The carriers on which a device's probes are mounted; `since`: the latest of these mountings, epoch ms. */
export const findCarriers = (tx: Db, deviceId: number): Promise<{ id: number; since: number }[]> =>
  tx.$client<{ id: number; since: number }[]>`
    select m.carrier_id::int as id, (extract(epoch from max(m.mounted_at)) * 1000)::float8 as since
      from mounting m join probe p on p.id = m.probe_id
     where p.device_id = ${deviceId} and m.unmounted_at is null group by 1 order by 1`;

/** The newest instant (epoch ms) of anything that a device has reported, valid or not; null if nothing. */
export async function findNewestAt(tx: Db, deviceId: number): Promise<number | null> {
  const [row] = await tx.$client<{ at: number | null }[]>`
    select (extract(epoch from max(greatest(s.last_at, s.invalid_at, s.fault_at))) * 1000)::float8 as at
      from probe p join probe_state s on s.probe_id = p.id where p.device_id = ${deviceId}`;
  return row?.at ?? null;
}

/**
 * The last instant (epoch ms) that cannot change hands any more: of what a customer's device has reported, and before
 * the customer had it back; null if there is none.
 */
export async function findSettledAt(tx: Db, deviceId: number): Promise<number | null> {
  const [row] = await tx.$client<{ at: number | null }[]>`
    select (extract(epoch from max(from_at)) * 1000 - 1)::float8 as at from device_holding where device_id = ${deviceId}`;
  const known = [row?.at ?? null, await findNewestAt(tx, deviceId)].filter((at) => at !== null);
  return known.length > 0 ? Math.max(...known) : null;
}

/** What prevents a device from leaving. */
export type Obstacles = { isConfiguring: boolean; behind: number; isSeconded: boolean };

export async function findObstacles(tx: Db, { id, unitId }: Pick<DeviceRecord, "id" | "unitId">): Promise<Obstacles> {
  const [row] = await tx.$client<Obstacles[]>`
    select exists (select from device_command c where c.device_id = ${id} and c.state <> 'end') as "isConfiguring",
           (select count(*)::int from device b where b.gateway_id = ${id}) as behind,
           exists (select from secondment s where s.unit_id = ${unitId ?? id} and s.state in ('requested', 'planned', 'current')) as "isSeconded"`;
  return row as Obstacles;
}

/** Gives the device of a customer back what it was at the lender, or makes it. Returns the row's id. */
export async function ensureRow(
  tx: Db,
  customerId: number,
  unitId: number,
  { kind, typeCode, serialNumber, mac, id }: DeviceRecord,
): Promise<number> {
  const [known] = await tx.$client<{ id: number }[]>`
    select id::int from device where unit_id = ${unitId} and customer_id = ${customerId}`;
  if (known) return known.id;
  const [made] = await tx
    .insert(device)
    .values({
      ...{ customerId, kind, typeCode, serialNumber, mac, unitId },
      name: serialNumber.slice(0, 30),
      custody: "absent",
    })
    .returning({ id: device.id });
  const deviceId = (made as { id: number }).id;
  const measures = await tx.selectDistinct({ measure: probe.measure }).from(probe).where(eq(probe.deviceId, id));
  await insertProbes(
    tx,
    { customerId, deviceId },
    measures.map(({ measure }) => measure),
  );
  return deviceId;
}

async function insertProbes(tx: Db, owner: { customerId: number; deviceId: number }, measures: readonly Measure[]) {
  if (measures.length === 0) return;
  const made = await tx
    .insert(probe)
    .values(measures.toSorted().map((measure) => ({ ...owner, measure })))
    .returning({ id: probe.id });
  await tx.insert(probeState).values(made.map(({ id }) => ({ probeId: id })));
}

export const saveRow = (tx: Db, id: number, values: Partial<typeof device.$inferInsert>) =>
  tx.update(device).set(values).where(eq(device.id, id));

/** Leaves the devices behind a gateway without one. Returns them by kind, for the audit trail. */
export async function detachBehind(tx: Db, gatewayId: number) {
  const rows = await tx
    .update(device)
    .set({ gatewayId: null })
    .where(eq(device.gatewayId, gatewayId))
    .returning({ id: device.id, kind: device.kind });
  return grouped(rows, ({ kind }) => kind);
}

/** Ids of a device's commands in progress. */
export async function findCommandIds(tx: Db, deviceId: number): Promise<number[]> {
  const rows = await tx.$client<{ id: number }[]>`
    select id::int from device_command where device_id = ${deviceId} and state <> 'end'`;
  return rows.map(({ id }) => id);
}

/** Ids of the open replacements that a device takes part in. */
export async function findSwitchIds(tx: Db, deviceId: number): Promise<number[]> {
  const rows = await tx.$client<{ id: number }[]>`
    select id::int from device_switch where (old_device_id = ${deviceId} or new_device_id = ${deviceId}) and ended_at is null`;
  return rows.map(({ id }) => id);
}
