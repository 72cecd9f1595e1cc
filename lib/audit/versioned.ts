import "server-only";
import { inArray, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { DEVICE_KINDS } from "@/db/enums";
import * as tables from "@/db/schema";

type VersionedTable = PgTable & { version: PgColumn };
type Versioned = { table: VersionedTable; key: PgColumn };

const byId = (table: VersionedTable & { id: PgColumn }): Versioned => ({ table, key: table.id });

/** The records that people edit in a form, by the entity of their audit rows. Each table has the trigger `versioned`. */
export const VERSIONED: Readonly<Record<string, Versioned>> = {
  alarmTrigger: byId(tables.alarmTrigger),
  carrier: byId(tables.carrier),
  carrierType: byId(tables.carrierType),
  contact: byId(tables.contact),
  contactGroup: byId(tables.contactGroup),
  customer: byId(tables.customer),
  dashboard: byId(tables.dashboard),
  ...Object.fromEntries(DEVICE_KINDS.map((kind) => [kind, byId(tables.device)])),
  deviceType: byId(tables.deviceType),
  exceptionReason: byId(tables.exceptionReason),
  exportTask: byId(tables.exportTask),
  forwardSet: byId(tables.forwardTarget),
  geofence: byId(tables.geofence),
  guide: byId(tables.guideItem),
  guideGroup: byId(tables.guideGroup),
  invalidRule: byId(tables.invalidRule),
  lot: byId(tables.lot),
  menu: byId(tables.menuResource),
  monitorTask: byId(tables.monitorTask),
  parameter: byId(tables.parameter),
  printGroup: byId(tables.printGroup),
  printer: byId(tables.printer),
  product: byId(tables.product),
  recordPoint: { table: tables.recordPoint, key: tables.recordPoint.carrierId },
  replyProvider: byId(tables.replyProvider),
  reportTemplate: byId(tables.reportTemplate),
  role: byId(tables.role),
  scene: byId(tables.scene),
  statisticsDefinition: byId(tables.statisticsDefinition),
  transport: byId(tables.transport),
  unit: byId(tables.unit),
  user: byId(tables.userAccount),
  verificationPreset: byId(tables.verificationPreset),
  verificationTask: byId(tables.verificationTask),
  workOrder: byId(tables.workOrder),
  workOrderRule: byId(tables.workOrderRule),
  zone: byId(tables.zone),
  zonePreset: byId(tables.zonePreset),
};

/** The present versions of records of one kind, by their ids; empty for a kind without versions. */
export async function versionsOf(db: Db, entity: string, ids: readonly number[]): Promise<Map<number, number>> {
  const found = VERSIONED[entity];
  if (!found || ids.length === 0) return new Map();
  const { table, key } = found;
  const rows = await db
    .select({ id: key, version: table.version })
    .from(table as PgTable)
    .where(inArray(key, [...ids]));
  return new Map(rows.map(({ id, version }) => [Number(id), version as number]));
}

/** Makes the next version of records of which only rows of other tables change, such as a carrier's ranges. */
export async function nextVersion(tx: Db, entity: string, ids: readonly number[]): Promise<void> {
  const { table, key } = VERSIONED[entity] as Versioned;
  await tx
    .update(table as PgTable)
    .set({ version: sql`${table.version} + 1` } as never)
    .where(inArray(key, [...ids]));
}
