import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import { ensurePartitions } from "@/db/partitions";
import { exception, exceptionReason, parameter, scene, zone } from "@/db/schema";
import { makeRange } from "../factories/scene";
import { makeSecondment, type Phase } from "../factories/secondment";
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
  await makeRange(db, customerId);
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

const PHASES: readonly Phase[] = ["planned", "current", "revoked"];

/**
 * Two worlds lend each other devices: one that is about to go, one that is there, one that is back. What each measured
 * at either customer, and how either calls it, only those may see who see that customer's node.
 */
export async function lendBetween(db: Db, one: World, two: World): Promise<void> {
  for (const [lender, borrower] of [
    [one, two],
    [two, one],
  ] as const)
    for (const phase of PHASES) {
      const { own, theirs, probeId, name, startsAt, endedAt } = await makeSecondment(
        db,
        lender.customer,
        borrower.customer,
        phase,
      );
      lender.markers.node.push(own.sensor.name, own.carrier.name);
      borrower.markers.node.push(name, theirs.carrier.name);
      const before = await measure(
        db,
        own.probes.temperature as number,
        new Date(Math.min(Date.now(), startsAt.getTime()) - 600_000),
      );
      lender.markers.node.push(before);
      await makeException(db, lender, own, { startedAt: startsAt, raisedAt: startsAt, endedAt: startsAt });
      if (phase === "planned") continue;
      borrower.markers.node.push(await measure(db, probeId, new Date(startsAt.getTime() + 600_000)));
      const ended = { startedAt: startsAt, raisedAt: startsAt, endedAt: endedAt ?? new Date() };
      await makeException(db, borrower, { ...theirs, probes: { temperature: probeId } } as Fridge, ended);
    }
}

/** A reading whose value is found nowhere else; returns it as answers spell it. */
async function measure(db: Db, probeId: number, at: Date): Promise<string> {
  const value = 4 + Number(`0.${Math.floor(Math.random() * 1e12)}7`);
  await db.$client`
    insert into reading (probe_id, at, value) values (${probeId}, ${at.toISOString()}::timestamptz, ${value})`;
  await db.$client`
    update probe_state set last_at = ${at.toISOString()}::timestamptz, last_value = ${value} where probe_id = ${probeId}`;
  return String(value);
}

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
