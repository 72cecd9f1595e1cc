import "server-only";
import { and, asc, count, desc, eq, ilike, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { CarrierType, TemperatureUnit } from "@/db/enums";
import { customer, report, reportFile, storedFile } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { conflict, notFound } from "@/lib/errors";
import type { Locale } from "@/lib/i18n/routing";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { deleteFiles } from "@/lib/stored-file/stored-file";
import {
  MAKE_REPORT,
  type ReportCalibration,
  type ReportChoiceDto,
  type ReportContent,
  type ReportDto,
  type ReportExcursion,
  type ReportListQuery,
} from "./report.schema";

export type ReportRow = typeof report.$inferSelect;
export type NewReport = typeof report.$inferInsert;

/** An account bound to nodes sees the reports of which it may see every carrier. */
function visible(scope: Scope): SQL | undefined {
  const { customerIds, sceneIds } = scopeArrays(scope);
  return and(
    customerIds ? inArray(report.customerId, customerIds) : undefined,
    sceneIds
      ? sql`not exists (select from carrier c where c.id = any(${report.carrierIds}) and c.scene_id <> all(${sql.param(sceneIds)}::bigint[]))`
      : undefined,
  );
}

const toDto = ({ row, customerName }: { row: ReportRow; customerName: string }): ReportDto => ({
  id: row.id,
  customerId: row.customerId,
  customerName,
  type: row.type,
  name: row.name,
  carrierIds: row.carrierIds,
  lotIds: row.lotIds,
  transportId: row.transportId,
  verificationId: row.verificationId,
  from: row.fromAt.getTime(),
  to: row.toAt.getTime(),
  sections: row.sections,
  locales: row.locales as Locale[],
  timeZone: row.timeZone,
  signatures: row.signatures,
  templateId: row.templateId,
  state: row.state,
  failure: row.failure,
  progress: row.progress,
  version: row.version,
  approval: row.approval,
  author: row.author,
  createdAt: row.createdAt.toISOString(),
  generatedAt: row.generatedAt?.toISOString() ?? null,
});

const ORDER = { createdAt: report.createdAt, name: sql`lower(${report.name})`, type: report.type };

export async function listReports(db: Db, scope: Scope, query: ReportListQuery): Promise<Page<ReportDto>> {
  const where = and(
    visible(scope),
    query.q ? ilike(report.name, containsPattern(query.q)) : undefined,
    query.type && eq(report.type, query.type),
    query.state && eq(report.state, query.state),
    query.approval && eq(report.approval, query.approval),
    query.customerId === undefined ? undefined : eq(report.customerId, query.customerId),
  );
  const order = query.dir === "asc" ? asc : desc;
  const rows = await db
    .select({ row: report, customerName: customer.name })
    .from(report)
    .innerJoin(customer, eq(customer.id, report.customerId))
    .where(where)
    .orderBy(order(ORDER[query.sort]), order(report.id))
    .limit(query.iDisplayLength)
    .offset(query.iDisplayStart);
  const [counted] = await db.select({ total: count() }).from(report).where(where);
  return { items: rows.map(toDto), total: counted?.total ?? 0 };
}

/** A report with its content. Throws NOT_FOUND. */
export async function getReport(db: Db, scope: Scope, id: number): Promise<{ row: ReportRow; dto: ReportDto }> {
  const [found] = await db
    .select({ row: report, customerName: customer.name })
    .from(report)
    .innerJoin(customer, eq(customer.id, report.customerId))
    .where(and(eq(report.id, id), visible(scope)));
  if (!found) throw notFound("report", id);
  return { row: found.row, dto: toDto(found) };
}

/** The same, locked against every change until the transaction ends. */
export async function lockReport(tx: Db, scope: Scope, id: number): Promise<{ row: ReportRow; dto: ReportDto }> {
  await tx.select({ id: report.id }).from(report).where(eq(report.id, id)).for("update");
  return getReport(tx, scope, id);
}

/** The reports among these ids, for verification. */
export const findReports = (db: Db, scope: Scope, ids: readonly number[]): Promise<ReportRow[]> =>
  db
    .select()
    .from(report)
    .where(and(inArray(report.id, [...ids]), visible(scope)));

/** The customer of carriers, and their names in order; carriers outside the scope are missing. */
export async function findCarriers(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<{ id: number; customerId: number; name: string; type: CarrierType; place: string }[]> {
  const { customerIds, sceneIds } = scopeArrays(scope);
  return db.$client`
    select c.id::int, c.customer_id::int as "customerId", c.name, c.type, s.name as place
      from unnest(${[...ids]}::bigint[]) with ordinality as wanted(id, place)
      join carrier c on c.id = wanted.id join scene s on s.id = c.scene_id
     where (${customerIds}::bigint[] is null or c.customer_id = any(${customerIds}::bigint[]))
       and (${sceneIds}::bigint[] is null or c.scene_id = any(${sceneIds}::bigint[]))
     order by wanted.place`;
}

/** All carriers of a customer in scope, up to `most`. */
export async function findAllCarriers(db: Db, scope: Scope, customerId: number, most: number): Promise<number[]> {
  const { customerIds, sceneIds } = scopeArrays(scope);
  const rows = await db.$client<{ id: number }[]>`
    select id::int from carrier where customer_id = ${customerId}
       and (${customerIds}::bigint[] is null or customer_id = any(${customerIds}::bigint[]))
       and (${sceneIds}::bigint[] is null or scene_id = any(${sceneIds}::bigint[]))
     order by lower(name), id limit ${most}`;
  return rows.map(({ id }) => id);
}

/** The customer of the carriers. Throws NOT_FOUND for one outside the scope, CONFLICT for carriers of several. */
export async function ownerOf({ db, scope }: { db: Db; scope: Scope }, carrierIds: readonly number[]): Promise<number> {
  const found = await findCarriers(db, scope, carrierIds);
  for (const id of carrierIds) if (!found.some((carrier) => carrier.id === id)) throw notFound("carrier", id);
  const owners = new Set(found.map(({ customerId }) => customerId));
  if (owners.size > 1) throw conflict("carrierIds", "sameCustomer", "are of several customers");
  return (found[0] as { customerId: number }).customerId;
}

export async function findCustomer(
  db: Db,
  _scope: Scope,
  id: number,
): Promise<{ name: string; timeZone: string; temperatureUnit: TemperatureUnit }> {
  const [row] = await db
    .select({ name: customer.name, timeZone: customer.timeZone, temperatureUnit: customer.temperatureUnit })
    .from(customer)
    .where(eq(customer.id, id));
  if (!row) throw notFound("customer", id);
  return row;
}

/** Enqueues the making of a version, or its printing with the signatures that it has by now. */
export async function queueReport(tx: Db, { id, version }: { id: number; version: number }): Promise<void> {
  await tx.execute(sql`
    select graphile_worker.add_job(${MAKE_REPORT.name}::text,
      payload := json_build_object('reportId', ${id}::bigint, 'version', ${version}::int),
      max_attempts := ${MAKE_REPORT.maximumAttempts}::int)`);
}

export async function insertReport(tx: Db, _scope: Scope, values: NewReport): Promise<number> {
  const [row] = await tx.insert(report).values(values).returning({ id: report.id });
  return (row as { id: number }).id;
}

/** Changes a report that the caller has locked, or a version of it that is being made. Returns whether it is there. */
export async function saveReport(
  tx: Db,
  id: number,
  values: Partial<NewReport>,
  onlyMaking?: { version: number },
): Promise<boolean> {
  const making = onlyMaking && and(eq(report.version, onlyMaking.version), eq(report.state, "generating"));
  const rows = await tx
    .update(report)
    .set(values)
    .where(and(eq(report.id, id), making))
    .returning({ id: report.id });
  return rows.length > 0;
}

export type ReportFile = {
  fileId: string;
  sha256: string;
  version: number;
  signatures: number;
  locale: Locale;
  size: number;
};

/** All files of a report, the newest first, the languages in their order. */
export async function findFiles(db: Db, reportId: number): Promise<ReportFile[]> {
  const rows = await db
    .select({
      fileId: reportFile.fileId,
      sha256: reportFile.sha256,
      version: reportFile.version,
      signatures: reportFile.signatures,
      locale: reportFile.locale,
      size: storedFile.size,
    })
    .from(reportFile)
    .innerJoin(storedFile, eq(storedFile.id, reportFile.fileId))
    .where(eq(reportFile.reportId, reportId))
    .orderBy(desc(reportFile.version), desc(reportFile.signatures), asc(reportFile.id));
  return rows as ReportFile[];
}

/** Records a file; false if this version with as many signatures has one already in its language. */
export async function insertFile(tx: Db, values: typeof reportFile.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(reportFile).values(values).onConflictDoNothing().returning({ id: reportFile.id });
  return rows.length > 0;
}

/** Deletes a report that the caller has locked, and its files. */
export async function deleteReport(tx: Db, { id, sourceId }: Pick<ReportRow, "id" | "sourceId">): Promise<void> {
  const files = await tx.select({ fileId: reportFile.fileId }).from(reportFile).where(eq(reportFile.reportId, id));
  await tx.delete(report).where(eq(report.id, id));
  await deleteFiles(tx, [sourceId, ...files.map(({ fileId }) => fileId)]);
}

/** The report of a check key, or of a file's hash. */
export async function findChecked(
  db: Db,
  { key, sha256 }: { key?: string | undefined; sha256?: string | undefined },
): Promise<{ row: ReportRow; customerName: string } | undefined> {
  const [found] = await db
    .select({ row: report, customerName: customer.name })
    .from(report)
    .innerJoin(customer, eq(customer.id, report.customerId))
    .where(
      key === undefined
        ? sql`${report.id} = (select report_id from report_file where sha256 = ${sha256 ?? ""} order by id limit 1)`
        : eq(report.checkKey, key),
    );
  return found;
}

const EXCURSIONS_LISTED = 2000;

/** Exceptions at these carriers that overlap the range, except withdrawn ones, and how many there are in all. */
export async function findExcursions(
  db: Db,
  scope: Scope,
  carrierIds: readonly number[],
  range: { from: number; to: number },
): Promise<{ items: ReportExcursion[]; total: number }> {
  const { customerIds } = scopeArrays(scope);
  const sqlClient = db.$client;
  const where = sqlClient`
    e.carrier_id = any(${[...carrierIds]}::bigint[]) and e.withdrawn_at is null and e.kind <> 'geofence'
    and e.started_at < to_timestamp(${range.to} / 1000.0)
    and (e.ended_at is null or e.ended_at > to_timestamp(${range.from} / 1000.0))
    and (${customerIds}::bigint[] is null or e.customer_id = any(${customerIds}::bigint[]))`;
  const items = await sqlClient<ReportExcursion[]>`
    select e.id::int, c.name as carrier, d.name as device, d.kind as "deviceKind", e.kind, e.measure, e.side, e.severity,
           round(date_part('epoch', e.started_at) * 1000) as "startedAt",
           round(date_part('epoch', e.ended_at) * 1000) as "endedAt", e.peak, e.degree_minutes as "degreeMinutes",
           round(date_part('epoch', e.acknowledged_at) * 1000) as "acknowledgedAt", e.status = 'processed' as "isHandled",
           nullif(coalesce(r.name, ''), '') as reason, r.code as "reasonCode"
      from exception e join carrier c on c.id = e.carrier_id join device d on d.id = e.device_id
      left join exception_reason r on r.id = e.reason_id
     where ${where} order by e.started_at, e.id limit ${EXCURSIONS_LISTED}`;
  const [counted] = await sqlClient<{ total: number }[]>`select count(*)::int as total from exception e where ${where}`;
  return { items, total: counted?.total ?? 0 };
}

/**
 * The devices mounted on these carriers in the range, each with the certificate in force at its end: the newest that is
 * not revoked. `until` is the last day of the range.
 */
export const findCalibrations = (
  db: Db,
  scope: Scope,
  carrierIds: readonly number[],
  { from, to, until }: { from: number; to: number; until: string },
): Promise<ReportCalibration[]> => {
  const { customerIds } = scopeArrays(scope);
  return db.$client<ReportCalibration[]>`
    select d.id::int as "deviceId", c.name as carrier, d.name as device, d.serial_number as "serialNumber",
           k.certificate_number as certificate, k.laboratory, to_char(k.calibrated_on, 'YYYY-MM-DD') as "calibratedOn",
           to_char(coalesce(k.due_on, d.calibration_due_on), 'YYYY-MM-DD') as "dueOn",
           coalesce(coalesce(k.due_on, d.calibration_due_on) < ${until}::date, true) as "isLapsed"
      from (select distinct p.device_id, m.carrier_id from mounting m join probe p on p.id = m.probe_id
             where m.carrier_id = any(${[...carrierIds]}::bigint[]) and m.mounted_at < to_timestamp(${to} / 1000.0)
               and (m.unmounted_at is null or m.unmounted_at > to_timestamp(${from} / 1000.0))) mounted
      join device d on d.id = mounted.device_id join carrier c on c.id = mounted.carrier_id
      left join lateral (
        select certificate_number, laboratory, calibrated_on, due_on from calibration
         where device_id = d.id and revoked_at is null and calibrated_on <= ${until}::date
         order by calibrated_on desc, id desc limit 1) k on true
     where (${customerIds}::bigint[] is null or d.customer_id = any(${customerIds}::bigint[]))
     order by lower(c.name), c.id, d.serial_number`;
};

/** The content as it is stored; null before it is generated. */
export const contentOf = ({ content }: Pick<ReportRow, "content">): ReportContent | null =>
  content as ReportContent | null;

const CHOICES = 20;

/** Carriers and places found by name; a place stands for the carriers in its sub-tree, up to one more than `most`. */
export async function findChoices(
  db: Db,
  scope: Scope,
  q: string | undefined,
  most: number,
): Promise<ReportChoiceDto[]> {
  const { customerIds, sceneIds } = scopeArrays(scope);
  const pattern = q ? containsPattern(q) : null;
  return db.$client<ReportChoiceDto[]>`
    with recursive found as (
      select s.id, s.name from scene s
       where (${customerIds}::bigint[] is null or s.customer_id = any(${customerIds}::bigint[]))
         and (${sceneIds}::bigint[] is null or s.id = any(${sceneIds}::bigint[]))
         and (${pattern}::text is null or s.name ilike ${pattern})
       order by lower(s.name), s.id limit ${CHOICES}),
    tree as (
      select id as top, id from found
      union all select tree.top, s.id from scene s join tree on s.parent_id = tree.id)
    (select 'place ' || f.id as key, f.name, '' as place, x.ids as "carrierIds"
       from found f cross join lateral (
         select array_agg(c.id::int) as ids from (
           select c.id from carrier c
            where c.scene_id in (select t.id from tree t where t.top = f.id)
              and (${sceneIds}::bigint[] is null or c.scene_id = any(${sceneIds}::bigint[]))
            order by c.id limit ${most + 1}) c) x
      where x.ids is not null order by lower(f.name), f.id)
    union all
    (select 'carrier ' || c.id, c.name, s.name, array[c.id::int] from carrier c join scene s on s.id = c.scene_id
      where (${customerIds}::bigint[] is null or c.customer_id = any(${customerIds}::bigint[]))
        and (${sceneIds}::bigint[] is null or c.scene_id = any(${sceneIds}::bigint[]))
        and (${pattern}::text is null or c.name ilike ${pattern})
      order by lower(c.name), c.id limit ${CHOICES})`;
}
