import "server-only";
import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { DeviceKind, Measure, NoticeChannel } from "@/db/enums";
import {
  alarmTrigger,
  carrier,
  carrierZone,
  contact,
  contactGroup,
  customer,
  device,
  mounting,
  notificationPlanRow,
  probe,
  probeState,
  scene,
  setupWizard,
  userAccount,
  zone,
} from "@/db/schema";
import type { UnconfirmedReading } from "@/features/telemetry/live/reading.rules";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { isVisible, type Visibility, visibleCarriers, visibleDevices } from "@/lib/auth/visibility";
import type { Draft, Step } from "./wizard.rules";
import type { WizardCarrierDto, WizardDeviceDto, WizardGatewayDto } from "./wizard.schema";

export type Owner = { userId: number; customerId: number };
export type Progress = { step: Step; draft: Draft; finishedAt: Date | null };

const owned = ({ userId, customerId }: Owner) =>
  and(eq(setupWizard.userId, userId), eq(setupWizard.customerId, customerId));
const START: Progress = { step: "access", draft: {}, finishedAt: null };
const asProgress = (row: typeof setupWizard.$inferSelect): Progress => ({
  step: row.step as Step,
  draft: row.draft as Draft,
  finishedAt: row.finishedAt,
});

export async function findProgress(db: Db, owner: Owner): Promise<Progress> {
  const [row] = await db.select().from(setupWizard).where(owned(owner));
  return row ? asProgress(row) : START;
}

/** Locks the progress row, so that a step that is sent twice runs once. */
export async function lockProgress(tx: Db, owner: Owner): Promise<Progress> {
  await tx
    .insert(setupWizard)
    .values({ ...owner, step: START.step })
    .onConflictDoNothing();
  const [row] = await tx.select().from(setupWizard).where(owned(owner)).for("update");
  return asProgress(row as typeof setupWizard.$inferSelect);
}

export async function saveProgress(tx: Db, owner: Owner, progress: Progress, now: Date): Promise<void> {
  await tx
    .update(setupWizard)
    .set({ ...progress, updatedAt: now })
    .where(owned(owner));
}

export async function dropProgress(tx: Db, owner: Owner): Promise<void> {
  await tx.delete(setupWizard).where(owned(owner));
}

const below = (customerId: number) => and(eq(scene.customerId, customerId), isNotNull(scene.parentId));

/** The only node of a customer that may have carriers; null if there are none or several. */
export async function findOnlyScene(db: Db, customerId: number): Promise<number | null> {
  const rows = await db.select({ id: scene.id }).from(scene).where(below(customerId)).limit(2);
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

/** The range node of a customer; null if there is none yet. */
export async function findRange(db: Db, customerId: number): Promise<number | null> {
  const top = and(eq(scene.customerId, customerId), isNull(scene.parentId));
  const [row] = await db.select({ id: scene.id }).from(scene).where(top).limit(1);
  return row?.id ?? null;
}

const epochMs = (at: Date | null) => at?.getTime() ?? null;

/** Facts about a customer before the wizard creates anything. */
export async function findCustomer(db: Db, scope: Scope, id: number) {
  const [row] = await db
    .select({
      name: customer.name,
      hasToken: sql<boolean>`${customer.ingestTokenHash} is not null`,
      hasScenes: sql<boolean>`exists (select from ${scene} where ${scene.customerId} = ${customer}.id and ${scene.parentId} is not null)`,
    })
    .from(customer)
    .where(and(eq(customer.id, id), inScope(scope, { customerId: customer.id })));
  return row;
}

export async function findGateway(
  db: Db,
  visibility: Visibility,
  customerId: number,
  id: number,
): Promise<WizardGatewayDto | null> {
  const [row] = await db
    .select()
    .from(device)
    .where(
      and(
        eq(device.id, id),
        eq(device.customerId, customerId),
        eq(device.kind, "gateway"),
        visibleDevices(visibility, device),
      ),
    );
  if (!row) return null;
  const { name, serialNumber, mac, typeCode, ingestTokenHash, lastSeenAt } = row;
  return {
    id,
    name,
    serialNumber,
    mac: mac ?? "",
    typeCode,
    hasToken: ingestTokenHash !== null,
    lastSeenAt: epochMs(lastSeenAt),
  };
}

export async function findCarrier(
  db: Db,
  visibility: Visibility,
  customerId: number,
  id: number,
): Promise<WizardCarrierDto | null> {
  const [row] = await db
    .select({
      id: carrier.id,
      name: carrier.name,
      type: carrier.type,
      sceneId: carrier.sceneId,
      sceneName: scene.name,
      triggerId: alarmTrigger.id,
      triggerName: alarmTrigger.name,
      channels: sql<NoticeChannel[]>`array(
        select distinct unnest(r.channels) from ${notificationPlanRow} r where r.trigger_id = ${alarmTrigger}.id order by 1)`,
    })
    .from(carrier)
    .innerJoin(scene, eq(scene.id, carrier.sceneId))
    .leftJoin(alarmTrigger, eq(alarmTrigger.id, carrier.alarmTriggerId))
    .where(and(eq(carrier.id, id), eq(carrier.customerId, customerId), visibleCarriers(visibility, carrier)));
  if (!row) return null;
  const { triggerId, triggerName, channels, ...fields } = row;
  const ranges = await db
    .select({
      measure: carrierZone.measure,
      zoneId: zone.id,
      name: zone.name,
      minimum: zone.minimum,
      maximum: zone.maximum,
    })
    .from(carrierZone)
    .innerJoin(zone, eq(zone.id, carrierZone.zoneId))
    .where(eq(carrierZone.carrierId, id))
    .orderBy(asc(carrierZone.measure));
  return {
    ...fields,
    trigger: triggerId === null ? null : { id: triggerId, name: triggerName ?? "", channels },
    ranges,
  };
}

/** A device with its probes that are mounted on the carrier. */
export async function findMountedDevice(
  db: Db,
  visibility: Visibility,
  customerId: number,
  id: number,
  carrierId: number,
): Promise<WizardDeviceDto | null> {
  const [row] = await db
    .select()
    .from(device)
    .where(and(eq(device.id, id), eq(device.customerId, customerId), visibleDevices(visibility, device)));
  if (!row) return null;
  const probes = await db
    .select({
      ...{ id: probe.id, measure: probe.measure, value: probeState.lastValue, at: probeState.lastAt },
      unconfirmed: sql<UnconfirmedReading | null>`
        case when ${probeState.invalidAt} > ${probeState.lastAt} then (
          select json_build_object('at', round(date_part('epoch', j.at) * 1000), 'value', j.value)
            from unconfirmed_jump(${probe.id}, ${probeState.lastAt}) j) end`,
    })
    .from(probe)
    .innerJoin(
      mounting,
      and(eq(mounting.probeId, probe.id), eq(mounting.carrierId, carrierId), sql`${mounting.unmountedAt} is null`),
    )
    .leftJoin(probeState, eq(probeState.probeId, probe.id))
    .where(eq(probe.deviceId, id))
    .orderBy(asc(probe.id));
  const { name, serialNumber, typeCode, lastSeenAt } = row;
  return {
    id,
    name,
    serialNumber,
    typeCode,
    lastSeenAt: epochMs(lastSeenAt),
    probes: probes.map(({ at, ...one }) => ({ ...one, at: epochMs(at) })),
  };
}

export type KnownDevice = { id: number; kind: DeviceKind; measures: Measure[]; hasBeenHeard: boolean };

/** The customer's visible device of this serial number or MAC, with its measures. */
export async function findByLabel(
  db: Db,
  visibility: Visibility,
  customerId: number,
  { serialNumber, mac }: { serialNumber: string; mac: string },
): Promise<KnownDevice | undefined> {
  const sql = db.$client;
  const [row] = await sql<KnownDevice[]>`
    select d.id::int, d.kind, d.last_seen_at is not null as "hasBeenHeard",
           array(select p.measure from probe p where p.device_id = d.id) as measures
      from device d
     where d.customer_id = ${customerId} and ${isVisible(sql, visibility, "device", "d")}
       and (upper(d.serial_number) = upper(${serialNumber}) or (${mac} <> '' and upper(d.mac) = upper(${mac})))
     order by upper(d.serial_number) = upper(${serialNumber}) desc limit 1`;
  return row;
}

type Limits = { measure: Measure; minimum: number | null; maximum: number | null };

/** The customer's ranges: those with the same limits can be reused, and their names are taken. */
export async function findZones(db: Db, customerId: number, { measure, minimum, maximum }: Limits) {
  const rows = await db.select().from(zone).where(eq(zone.customerId, customerId)).orderBy(asc(zone.id));
  const same = rows.find((row) => row.measure === measure && row.minimum === minimum && row.maximum === maximum);
  return { sameId: same?.id, names: rows.map(({ name }) => name) };
}

export async function hasTrigger(db: Db, customerId: number, id: number): Promise<boolean> {
  const rows = await db
    .select({ id: alarmTrigger.id })
    .from(alarmTrigger)
    .where(and(eq(alarmTrigger.id, id), eq(alarmTrigger.customerId, customerId)));
  return rows.length > 0;
}

/** E-mail address of an account. */
export async function findMail(db: Db, userId: number): Promise<string> {
  const [row] = await db.select({ email: userAccount.email }).from(userAccount).where(eq(userAccount.id, userId));
  return row?.email ?? "";
}

/** The customer's contact groups by name, and the one that only contains this e-mail address. */
export async function findGroups(db: Db, customerId: number, email: string) {
  const rows = await db
    .select({
      id: contactGroup.id,
      name: contactGroup.name,
      isOwn: sql<boolean>`coalesce((select bool_and(lower(${contact.email}) = lower(${email}))
        from ${contact} where ${contact.groupId} = ${contactGroup}.id), false)`,
    })
    .from(contactGroup)
    .where(eq(contactGroup.customerId, customerId))
    .orderBy(asc(contactGroup.id));
  return { ownId: rows.find(({ isOwn }) => isOwn)?.id, names: rows.map(({ name }) => name) };
}

/** Practical limit of a native select. */
const MAXIMUM_CHOICES = 500;

/** Visible customers, by name. */
export const findCustomers = (db: Db, scope: Scope): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: customer.id, name: customer.name })
    .from(customer)
    .where(inScope(scope, { customerId: customer.id }))
    .orderBy(asc(sql`lower(${customer.name})`))
    .limit(MAXIMUM_CHOICES);
