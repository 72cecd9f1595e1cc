import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import { ensurePartitions } from "@/db/partitions";
import { exception, exceptionReason, parameter, scene, zone } from "@/db/schema";
import { makeCustomer, makeFridge } from "../factories/world";

const unique = () => randomBytes(5).toString("hex");

async function one<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows;
  if (!row) throw new Error("the world lacks a row");
  return row;
}

/** A customer with two nodes, a fridge with an open exception at each, a range and a reason of its own. */
export async function makeWorld(db: Db) {
  const customer = await makeCustomer(db);
  const customerId = customer.id;
  const elsewhere = await one(
    db
      .insert(scene)
      .values({ customerId, code: unique(), name: `elsewhere ${unique()}` })
      .returning(),
  );
  const fridge = await makeFridge(db, customer);
  const otherFridge = await makeFridge(db, { id: customerId, sceneId: elsewhere.id });
  const reason = await one(
    db
      .insert(exceptionReason)
      .values({ customerId, name: `reason ${unique()}` })
      .returning(),
  );
  const range = await one(
    db
      .insert(zone)
      .values({ customerId, name: `range ${unique()}`, measure: "temperature", maximum: 8 })
      .returning(),
  );
  // Every call that makes a device makes some for each caller.
  await db.insert(parameter).values({ customerId, code: "customer.deviceQuota", type: "integer", content: "100000" });
  await ensurePartitions(db.$client, Date.now() - 3_600_000, Date.now());
  for (const { probes } of [fridge, otherFridge])
    await db.$client`insert into reading (probe_id, at, value)
      select ${probes.temperature as number}, now() - make_interval(mins => m), 5 from generate_series(1, 30) m`;
  const world = {
    customer,
    fridge,
    otherFridge,
    reason,
    range,
    probeId: fridge.probes.temperature as number,
    elsewhereId: elsewhere.id,
    /** Texts that only those may see who see the rows: of a node, of the whole customer, of its members. */
    markers: {
      node: [fridge.carrier.name, fridge.sensor.serialNumber],
      elsewhere: [elsewhere.name, otherFridge.carrier.name, otherFridge.sensor.serialNumber],
      customer: [range.name],
      member: [reason.name],
    },
  };
  await makeException(db, world, fridge);
  await makeException(db, world, otherFridge);
  return world;
}

export type World = Awaited<ReturnType<typeof makeWorld>>;
type Fridge = World["fridge"];

/** An exception of a fridge; open unless an end is given. */
export async function makeException(
  db: Db,
  world: Pick<World, "customer">,
  fridge: Fridge,
  values: Partial<typeof exception.$inferInsert> = {},
): Promise<number> {
  const startedAt = new Date(Date.now() - 600_000);
  const row = await one(
    db
      .insert(exception)
      .values({
        customerId: world.customer.id,
        carrierId: fridge.carrier.id,
        deviceId: fridge.sensor.id,
        probeId: fridge.probes.temperature as number,
        conditionId: fridge.condition.id,
        kind: "range",
        measure: "temperature",
        side: "above",
        severity: "critical",
        startedAt,
        raisedAt: startedAt,
        ...values,
      })
      .returning({ id: exception.id }),
  );
  return row.id;
}

/** One value for all rows of the customer, in whatever table: it differs if any of them was touched. */
export async function fingerprint(db: Db, { customer }: World): Promise<string> {
  const tables = await db.$client<{ name: string }[]>`
    select c.table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'customer_id' and t.table_type = 'BASE TABLE' order by 1`;
  const digests = tables.map(
    ({ name }) => `select '${name} ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest
      from "${name}" t where customer_id = ${customer.id}`,
  );
  const own = `select 'customer ' || md5(t::text) from customer t where id = ${customer.id}`;
  const rows = await db.$client.unsafe<{ digest: string }[]>([...digests, own].join(" union all "));
  return rows.map(({ digest }) => digest).join("\n");
}

/** The tables whose rows differ between two fingerprints. */
export function changedTables(before: string, after: string): string[] {
  const old = new Set(before.split("\n"));
  return after.split("\n").flatMap((line) => (old.has(line) ? [] : [line.split(" ")[0] as string]));
}
