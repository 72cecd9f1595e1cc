import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { alarmTrigger, contact, device, scene, zone } from "@/db/schema";
import {
  bindTrigger,
  changeStatuses,
  editCarriers,
  moveCarriers,
  switchAlarms,
} from "@/features/carrier/batch/operations";
import { disableDevices } from "@/features/device/activation.operations";
import { moveContacts } from "@/features/notice/contact/contact.operations";
import { cancelUsers } from "@/features/user/lifecycle.operations";
import { bindZone } from "@/features/zone/binding.operations";
import { zones } from "@/features/zone/zone.operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeSpare } from "../factories/mounting";
import { makeCustomer, makeFridge } from "../factories/world";
import { auditRows, brokenLink } from "../support/audit";
import { countStatements } from "../support/count-statements";

const SIZE = 5;

let own: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;
let carriers: number[];
let contacts: number[];
let users: number[];
let sensors: { id: number; kind: "sensor" | "gateway" }[];
let triggerId: number;
let zoneId: number;
let wardId: number;

beforeAll(async () => {
  own = await makeCustomer(db());
  admin = await accountContext(db(), await makeUser(db(), own.id));
  const fridges = [];
  for (let index = 0; index < SIZE; index += 1) fridges.push(await makeFridge(db(), own));
  carriers = fridges.map(({ carrier }) => carrier.id);
  const { group } = fridges[0] as (typeof fridges)[number];
  const people = carriers.map((_, index) => ({
    ...{ customerId: own.id, groupId: group.id, name: `P${index}`, level: 1 },
  }));
  contacts = (await db().insert(contact).values(people).returning()).map(({ id }) => id);
  users = [];
  for (let index = 0; index < SIZE; index += 1) users.push((await makeUser(db(), own.id)).id);
  sensors = [];
  for (const kind of ["sensor", "gateway", "sensor", "gateway"] as const)
    sensors.push({ id: (await makeSpare(db(), own, { kind, measures: [] })).id, kind });
  const [trigger] = await db()
    .insert(alarmTrigger)
    .values({ customerId: own.id, name: "Spare", severity: "minor" })
    .returning();
  triggerId = trigger?.id as number;
  const [ward] = await db()
    .insert(scene)
    .values({ customerId: own.id, parentId: own.sceneId, code: "ward", name: "Ward" })
    .returning();
  wardId = ward?.id as number;
  zoneId = (await zones.create.call(admin, { name: "Cold", measure: "temperature", minimum: 2, maximum: 8 })).id;
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const reason = "audit";
const CALLS: [string, () => Promise<unknown>, number][] = [
  ["fields of carriers", () => editCarriers.call(admin, { ids: carriers, description: "moved" }), SIZE],
  ["the status of carriers", () => changeStatuses.call(admin, { ids: carriers, status: "backup", reason }), SIZE],
  ["alarms of carriers", () => switchAlarms.call(admin, { ids: carriers, alarmSwitch: "off", reason }), SIZE],
  ["the place of carriers", () => moveCarriers.call(admin, { ids: carriers, sceneId: wardId }), SIZE],
  ["the trigger of carriers", () => bindTrigger.call(admin, { ids: carriers, alarmTriggerId: triggerId }), SIZE],
  ["a range of carriers", () => bindZone.call(admin, { id: zoneId, carrierIds: carriers }), SIZE],
  ["the level of contacts", () => moveContacts.call(admin, { ids: contacts, level: 2 }), SIZE],
  ["accounts", () => cancelUsers.call(admin, { ids: users }), SIZE],
  ["devices of several kinds", () => disableDevices.call(admin, { ids: sensors.map(({ id }) => id) } as never), 4],
];

describe("a change of many records", () => {
  it.each(CALLS)("has a row for each in its audit trail, written at once: %s", async (_, call, count) => {
    const before = (await auditRows(db(), own.id)).length;
    // Those of the records, of what moves with them, and that of the call.
    expect(await countStatements(db(), "audit_head", "update", call)).toBeLessThanOrEqual(3);
    expect((await auditRows(db(), own.id)).length - before).toBeGreaterThanOrEqual(count);
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it("points each row to the version that it led to, whatever the kinds of devices", async () => {
    const rows = await auditRows(db(), own.id);
    for (const { id, kind } of sensors) {
      const row = rows.findLast((one) => one.entity === kind && one.entityId === String(id));
      const [stored] = await db().select().from(device).where(eq(device.id, id));
      expect(row?.version).toBe(stored?.version);
    }
    const range = rows.find(({ entity }) => entity === "zone");
    const [stored] = await db().select().from(zone).where(eq(zone.id, zoneId));
    expect(range?.version).toBe(stored?.version);
  });
});
