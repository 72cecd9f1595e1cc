import type { Db } from "@/db/client";
import type { NoticeChannel } from "@/db/enums";
import {
  alarmCondition,
  alarmTrigger,
  carrier,
  carrierRecordTime,
  carrierZone,
  contact,
  contactGroup,
  customer,
  device,
  dutyRota,
  mounting,
  notificationPlanRow,
  probe,
  scene,
  zone,
} from "@/db/schema";
import { simulatedCustomerToken, simulatedGatewayToken } from "@/features/simulation/credential.rules";
import { hashText, uniformAt } from "@/features/simulation/random.rules";
import { hashToken } from "@/lib/auth/token";
import { type DevicePlan, devicesOf } from "./devices";
import { insertDocuments } from "./documents";
import { parametersOf } from "./parameters";
import type { CustomerPlan, PersonPlan, ScenePlan, ZonePlan } from "./plan";
import type { DemoCarrier, DemoCustomer, DemoDevice, DemoRecipients, DemoTrigger, Moments, World } from "./world";

/** 08:00 and 16:00. */
const RECORD_MINUTES = [480, 960];

const DAY = 86_400_000;

/** Writes the customers with their static data: nodes, ranges, contacts, triggers, carriers, devices, mountings. */
export async function insertWorld(
  tx: Db,
  plans: readonly CustomerPlan[],
  moments: Moments,
  authSecret: string,
): Promise<World> {
  const world: World = { customers: [], carriers: [], devices: [] };
  for (const [index, plan] of plans.entries()) {
    const owner = await insertCustomer(tx, plan, moments, authSecret);
    const zones = await insertZones(tx, owner);
    const triggers = await insertTriggers(tx, owner);
    const carriers = await insertCarriers(tx, owner, zones, triggers, moments);
    world.customers.push(owner);
    world.carriers.push(...carriers);
    world.devices.push(...(await insertDevices(tx, owner, carriers, index + 1, moments, authSecret)));
  }
  return world;
}

async function insertCustomer(
  tx: Db,
  plan: CustomerPlan,
  { mountedAt }: Moments,
  secret: string,
): Promise<DemoCustomer> {
  const { scenes: tree, zones: _z, groups: _g, triggers: _t, gateways: _w, carriers: _c, loose: _l, ...facts } = plan;
  const id = await idOf(
    tx
      .insert(customer)
      .values({
        ...facts,
        // German has no texts of its own.
        locale: plan.locale === "de" ? "en-US" : plan.locale,
        ingestTokenHash: hashToken(simulatedCustomerToken(secret, plan.code)),
        createdAt: new Date(mountedAt),
      })
      .returning({ id: customer.id }),
  );
  const scenes = new Map<string, number>();
  const addScene = async ({ code, name, children = [] }: ScenePlan, parentId: number | null, sortOrder: number) => {
    const made = tx
      .insert(scene)
      .values({ customerId: id, parentId, code, name, sortOrder })
      .returning({ id: scene.id });
    const sceneId = await idOf(made);
    scenes.set(code, sceneId);
    for (const [index, child] of children.entries()) await addScene(child, sceneId, index);
  };
  await addScene({ code: plan.code, name: plan.name, children: tree }, null, 0);
  return { plan, id, scenes };
}

async function insertZones(tx: Db, owner: DemoCustomer): Promise<Map<string, { id: number; plan: ZonePlan }>> {
  const values = owner.plan.zones.map(({ key: _, ...values }) => ({ ...values, customerId: owner.id }));
  const rows = await tx.insert(zone).values(values).returning({ id: zone.id });
  return new Map(owner.plan.zones.map((plan, index) => [plan.key, { id: at(rows, index).id, plan }]));
}

/** Push notifications require an account that receives them. */
const channelsOf = ({ account }: PersonPlan): NoticeChannel[] => [
  ...(["email", "sms", "voice"] as const),
  ...(account ? (["push"] as const) : []),
];

async function insertTriggers(tx: Db, owner: DemoCustomer): Promise<Map<string, DemoTrigger>> {
  const groups = new Map<string, { id: number } & DemoRecipients>();
  for (const { name, people, duty } of owner.plan.groups) {
    const made = tx.insert(contactGroup).values({ customerId: owner.id, name }).returning({ id: contactGroup.id });
    const groupId = await idOf(made);
    const contacts = people.map((person) => ({ ...person, channels: channelsOf(person) }));
    const rows = await tx
      .insert(contact)
      .values(contacts.map(({ hasPin: _, account: __, ...person }) => ({ ...person, customerId: owner.id, groupId })))
      .returning({ id: contact.id });
    const idByName = (wanted: string) =>
      at(
        rows,
        people.findIndex((person) => person.name === wanted),
      ).id;
    const shifts = duty?.map(({ contact: who, substitute, ...shift }) => ({
      ...shift,
      contactId: idByName(who),
      substituteId: substitute ? idByName(substitute) : null,
    }));
    const rota = shifts ? { allowsOverlap: false, shifts, holidays: [], absences: [] } : null;
    if (rota) await tx.insert(dutyRota).values({ ...rota, customerId: owner.id, groupId, version: "demo" });
    groups.set(name, { id: groupId, rota, people: contacts.map((one, index) => ({ ...one, id: at(rows, index).id })) });
  }
  const triggers = new Map<string, DemoTrigger>();
  for (const plan of owner.plan.triggers) {
    const { name, severity, calendar = null, conditions, notify } = plan;
    const made = tx
      .insert(alarmTrigger)
      .values({ customerId: owner.id, name, severity, calendar })
      .returning({ id: alarmTrigger.id });
    const triggerId = await idOf(made);
    const rows = await tx
      .insert(alarmCondition)
      .values(conditions.map((condition) => ({ ...condition, triggerId })))
      .returning({ id: alarmCondition.id });
    await tx
      .insert(notificationPlanRow)
      .values(
        notify.map(({ group, ...row }) => ({ ...row, triggerId, contactGroupId: groups.get(group)?.id ?? null })),
      );
    triggers.set(plan.key, {
      plan,
      id: triggerId,
      conditions: conditions.map((condition, index) => ({ id: at(rows, index).id, plan: condition })),
      recipients: notify.map(({ group, level, isOnDuty = false }) => {
        const { people = [], rota = null } = groups.get(group) ?? {};
        return { rota, people: isOnDuty ? people : people.filter((one) => one.level === level) };
      }),
    });
  }
  return triggers;
}

async function insertCarriers(
  tx: Db,
  owner: DemoCustomer,
  zones: ReadonlyMap<string, { id: number; plan: ZonePlan }>,
  triggers: ReadonlyMap<string, DemoTrigger>,
  moments: Moments,
): Promise<DemoCarrier[]> {
  const { carriers } = owner.plan;
  const rows = await tx
    .insert(carrier)
    .values(
      carriers.map((plan) => ({
        customerId: owner.id,
        sceneId: owner.scenes.get(plan.scene) as number,
        name: plan.name,
        type: plan.type,
        status: plan.status ?? ("running" as const),
        defrostUntil: plan.status === "defrost" ? new Date(moments.defrostUntil) : null,
        alarmTriggerId: plan.trigger ? (triggers.get(plan.trigger)?.id ?? null) : null,
        alarmSwitch: plan.alarmSwitch ?? ("on" as const),
        alarmPausedUntil: plan.alarmSwitch === "paused" ? new Date(moments.pausedUntil) : null,
        mode: plan.type === "vehicle" ? ("transport" as const) : ("storage" as const),
        ...placeOf(owner.plan, plan.scene),
        createdAt: new Date(moments.mountedAt),
      })),
    )
    .returning({ id: carrier.id });
  const made = carriers.map((plan, index): DemoCarrier => {
    const keys = [plan.temperature, plan.humidity, plan.co2].filter((key) => key !== undefined);
    const plans = keys.map((key) => (zones.get(key) as { plan: ZonePlan }).plan);
    return {
      plan,
      id: at(rows, index).id,
      customer: owner,
      trigger: plan.trigger ? (triggers.get(plan.trigger) ?? null) : null,
      zones: Object.fromEntries(plans.map((one) => [one.measure, one])),
    };
  });
  await tx.insert(carrierZone).values(
    made.flatMap((one) =>
      Object.values(one.zones).map(({ key, measure }) => ({
        carrierId: one.id,
        measure,
        zoneId: (zones.get(key) as { id: number }).id,
      })),
    ),
  );
  // Carriers that cool medicines are recorded twice a day.
  const cold = made.filter(({ zones: { temperature } }) => temperature?.minimum === 2 && temperature.maximum === 8);
  await tx
    .insert(carrierRecordTime)
    .values(cold.flatMap(({ id: carrierId }) => RECORD_MINUTES.map((minuteOfDay) => ({ carrierId, minuteOfDay }))));
  return made;
}

/** The node of a device: its carrier's; for a gateway, that of the first carrier it serves; none while in store. */
function sceneOf({ carriers }: CustomerPlan, { carrier, kind, name }: DevicePlan): string {
  return (carrier ?? (kind === "gateway" ? carriers.find((one) => one.gateway === name) : undefined))?.scene ?? "";
}

async function insertDevices(
  tx: Db,
  owner: DemoCustomer,
  carriers: readonly DemoCarrier[],
  customerNumber: number,
  moments: Moments,
  secret: string,
): Promise<DemoDevice[]> {
  const plans = devicesOf(owner.plan, customerNumber);
  const carrierOf = new Map(carriers.map((one) => [one.plan, one]));
  const gatewayIds = new Map<string, number>();
  const devices: DemoDevice[] = [];
  const mountings: (typeof mounting.$inferInsert)[] = [];
  for (const plan of plans) {
    const isGateway = plan.kind === "gateway";
    const id = await idOf(
      tx
        .insert(device)
        .values({
          customerId: owner.id,
          kind: plan.kind,
          typeCode: plan.typeCode,
          serialNumber: plan.serialNumber,
          mac: plan.mac,
          name: plan.name,
          sceneId: owner.scenes.get(sceneOf(owner.plan, plan)) ?? null,
          use: plan.use,
          ...(plan.use === "unactivated" ? { configStatus: "wait" } : confirmed(parametersOf(plan))),
          gatewayId: plan.gateway ? (gatewayIds.get(plan.gateway) ?? null) : null,
          reportIntervalSeconds: plan.reportIntervalSeconds,
          calibrationDueOn: dayAfter(moments.now, plan.calibrationDueDays),
          ingestTokenHash: isGateway ? hashToken(simulatedGatewayToken(secret, plan.serialNumber)) : null,
          createdAt: new Date(moments.mountedAt),
        })
        .returning({ id: device.id }),
    );
    if (isGateway) gatewayIds.set(keyOfGateway(owner.plan, plan.name), id);
    const { measures } = plan;
    const rows =
      measures.length === 0
        ? []
        : await tx
            .insert(probe)
            .values(measures.map((measure) => ({ customerId: owner.id, deviceId: id, measure })))
            .returning({ id: probe.id });
    const probes = measures.map((measure, index) => ({ id: at(rows, index).id, measure }));
    const hangsOn = plan.carrier ? (carrierOf.get(plan.carrier) ?? null) : null;
    devices.push({ plan, id, customer: owner, carrier: hangsOn, probes });
    if (hangsOn) {
      const mountedAt = new Date(moments.mountedAt);
      mountings.push(
        ...probes.map((one) => ({ customerId: owner.id, probeId: one.id, carrierId: hangsOn.id, mountedAt })),
      );
    }
  }
  await tx.insert(mounting).values(mountings);
  await insertDocuments(tx, devices, moments);
  return devices;
}

const confirmed = (settings: Record<string, unknown>) => ({
  configStatus: "configured" as const,
  settings,
  appliedSettings: settings,
});

const keyOfGateway = (plan: CustomerPlan, name: string): string =>
  plan.gateways.find((gateway) => gateway.name === name)?.key ?? name;

/** A position within about a kilometre of the customer's centre, constant per node. */
function placeOf(plan: CustomerPlan, sceneCode: string): { longitude: number; latitude: number } {
  const seed = hashText(sceneCode);
  const shift = (index: number) => 0.018 * (uniformAt(seed, index) - 0.5);
  const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return { longitude: rounded(plan.longitude + shift(1)), latitude: rounded(plan.latitude + shift(2)) };
}

const dayAfter = (now: number, days: number | null): string | null =>
  days === null ? null : new Date(now + days * DAY).toISOString().slice(0, 10);

async function idOf(insertion: PromiseLike<{ id: number }[]>): Promise<number> {
  return at(await insertion, 0).id;
}

/** PostgreSQL returns inserted rows in the order given. */
function at<T>(rows: readonly T[], index: number): T {
  const row = rows[index];
  if (row === undefined) throw new Error("an inserted row did not come back");
  return row;
}
