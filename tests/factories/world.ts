import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import type { Measure } from "@/db/enums";
import {
  alarmCondition,
  alarmTrigger,
  carrier,
  contact,
  contactGroup,
  customer,
  device,
  mounting,
  notificationPlanRow,
  probe,
  probeState,
  scene,
} from "@/db/schema";
import { openChains } from "@/lib/audit/open-chains";
import { hashToken, newToken } from "@/lib/auth/token";

const unique = () => randomBytes(5).toString("hex");
const LONG_AGO = new Date("2000-01-01T00:00:00Z");

async function one<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows;
  if (!row) throw new Error("the factory made no row");
  return row;
}

/** A customer with one node and a customer-wide ingest token. */
export async function makeCustomer(db: Db, values: Partial<typeof customer.$inferInsert> = {}) {
  const token = newToken();
  const name = `customer ${unique()}`;
  const row = await one(
    db
      .insert(customer)
      .values({ code: unique(), name, ingestTokenHash: hashToken(token), ...values })
      .returning(),
  );
  await openChains(db, [row.id]);
  const node = await one(db.insert(scene).values({ customerId: row.id, code: unique(), name: "House" }).returning());
  return { ...row, sceneId: node.id, token };
}

export async function makeGateway(db: Db, customerId: number, values: Partial<typeof device.$inferInsert> = {}) {
  const token = newToken();
  const serialNumber = `GW-${unique()}`.toUpperCase();
  const row = await one(
    db
      .insert(device)
      .values({
        customerId,
        kind: "gateway",
        typeCode: "gt_1",
        serialNumber,
        mac: unique().toUpperCase(),
        name: serialNumber,
        ingestTokenHash: hashToken(token),
        ...values,
      })
      .returning(),
  );
  return { ...row, token };
}

type RangeCondition = Partial<typeof alarmCondition.$inferInsert>;

export type FridgeOptions = {
  measures?: Measure[];
  condition?: RangeCondition;
  noData?: boolean;
  gatewayId?: number;
  plan?: Partial<typeof notificationPlanRow.$inferInsert>[];
  contacts?: Partial<typeof contact.$inferInsert>[];
  carrier?: Partial<typeof carrier.$inferInsert>;
  device?: Partial<typeof device.$inferInsert>;
};

/** A running refrigerator with a mounted sensor and a trigger: by default 2 to 8 °C without delay. */
export async function makeFridge(db: Db, owner: { id: number; sceneId: number }, options: FridgeOptions = {}) {
  const { measures = ["temperature"], condition = {}, plan = [], contacts = [] } = options;
  const customerId = owner.id;
  const name = `fridge ${unique()}`;
  const trigger = await one(
    db
      .insert(alarmTrigger)
      .values({ customerId, name: `trigger ${unique()}`, severity: "critical" })
      .returning(),
  );
  const rangeCondition = await one(
    db
      .insert(alarmCondition)
      .values({
        triggerId: trigger.id,
        kind: "range",
        measure: "temperature",
        minimum: 2,
        maximum: 8,
        deadBand: 0.5,
        ...condition,
      })
      .returning(),
  );
  if (options.noData)
    await db.insert(alarmCondition).values({ triggerId: trigger.id, kind: "no-data", measure: "temperature" });
  const group = await one(
    db
      .insert(contactGroup)
      .values({ customerId, name: `group ${unique()}` })
      .returning(),
  );
  for (const values of contacts)
    await db.insert(contact).values({ customerId, groupId: group.id, name: `contact ${unique()}`, ...values });
  for (const values of plan) {
    await db
      .insert(notificationPlanRow)
      .values({ triggerId: trigger.id, contactGroupId: group.id, channels: ["email"], ...values });
  }
  const place = await one(
    db
      .insert(carrier)
      .values({
        customerId,
        sceneId: owner.sceneId,
        name,
        type: "refrigerator",
        alarmTriggerId: trigger.id,
        ...options.carrier,
      })
      .returning(),
  );
  const serialNumber = `SN-${unique()}`.toUpperCase();
  const sensor = await one(
    db
      .insert(device)
      .values({
        customerId,
        kind: "sensor",
        typeCode: "zbp_2",
        serialNumber,
        mac: unique().toUpperCase(),
        name: serialNumber,
        gatewayId: options.gatewayId ?? null,
        sceneId: owner.sceneId,
        ...options.device,
      })
      .returning(),
  );
  const probes: Partial<Record<Measure, number>> = {};
  for (const measure of measures) {
    const row = await one(db.insert(probe).values({ customerId, deviceId: sensor.id, measure }).returning());
    await db.insert(mounting).values({ customerId, probeId: row.id, carrierId: place.id, mountedAt: LONG_AGO });
    await db.insert(probeState).values({ probeId: row.id });
    probes[measure] = row.id;
  }
  return { carrier: place, sensor, trigger, condition: rangeCondition, group, probes };
}
