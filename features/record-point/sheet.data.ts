import "server-only";
import type { Db } from "@/db/client";
import type { CarrierType, RecordSheetStatus } from "@/db/enums";
import { isVisible, type Visibility } from "@/lib/auth/visibility";
import { notFound } from "@/lib/errors";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { type Counts, NOT_APPROVED } from "./sheet.rules";
import type { SheetDto, SheetListQuery, SheetProbeDto, SheetRowDto, SheetValueDto } from "./sheet.schema";

/** An instant as ISO-8601 in UTC. */
const iso = ({ $client: sql }: Db, column: string) =>
  sql`to_char(${sql(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

type SheetRow = {
  id: number;
  customerId: number;
  carrierId: number;
  carrierName: string;
  carrierType: CarrierType;
  sceneName: string;
  month: string;
  version: number;
  isCurrent: boolean;
  status: RecordSheetStatus;
  submittedAt: string | null;
  submittedBy: string | null;
  reviewedAt: string | null;
  decidedAt: string | null;
  rejectionReason: string | null;
  correctionReason: string | null;
  customerName: string;
  timeZone: string;
};

/** A sheet with its customer's name and zone. */
export type Sheet = SheetDto & { customerName: string; timeZone: string };

function sheetOf({ carrierId, carrierName, carrierType, ...row }: SheetRow): Sheet {
  return { ...row, carrier: { id: carrierId, name: carrierName, type: carrierType } };
}

const selectSheets = (db: Db, sql = db.$client) => sql`
  select s.id::int, s.customer_id::int as "customerId", c.id::int as "carrierId", c.name as "carrierName",
         c.type as "carrierType", n.name as "sceneName", s.month::text, s.version, s.is_current as "isCurrent",
         s.status, ${iso(db, "s.submitted_at")} as "submittedAt", u.name as "submittedBy",
         ${iso(db, "s.reviewed_at")} as "reviewedAt",
         ${iso(db, "s.decided_at")} as "decidedAt", s.rejection_reason as "rejectionReason",
         s.correction_reason as "correctionReason", k.name as "customerName", k.time_zone as "timeZone"
    from record_sheet s
    join carrier c on c.id = s.carrier_id
    join scene n on n.id = c.scene_id
    join customer k on k.id = s.customer_id
    left join user_account u on u.id = s.submitted_by`;

/** Throws NOT_FOUND unless the sheet's carrier is visible. */
export async function getSheet(db: Db, visibility: Visibility, id: number): Promise<Sheet> {
  const sql = db.$client;
  const [row] = await sql<SheetRow[]>`
    ${selectSheets(db)} where s.id = ${id} and ${isVisible(sql, visibility, "carrier", "c")}`;
  if (!row) throw notFound("recordSheet", id);
  return sheetOf(row);
}

/** The visible ones of these sheets, in the order of their ids. */
export async function findSheetsById(db: Db, visibility: Visibility, ids: readonly number[]): Promise<Sheet[]> {
  const sql = db.$client;
  const rows = await sql<SheetRow[]>`
    ${selectSheets(db)} where s.id = any(${[...ids]}::bigint[]) and ${isVisible(sql, visibility, "carrier", "c")}
     order by s.id`;
  return rows.map(sheetOf);
}

/** The newest versions of the visible sheets of a month, by the names of their carriers; at most `limit`. */
export async function findSheetsOfMonth(
  db: Db,
  visibility: Visibility,
  {
    month,
    carrierIds,
    sceneId,
  }: { month: string; carrierIds?: readonly number[] | undefined; sceneId?: number | undefined },
  limit: number,
): Promise<Sheet[]> {
  const sql = db.$client;
  const rows = await sql<SheetRow[]>`
    ${selectSheets(db)} where s.is_current and s.month = ${`${month}-01`}::date and ${isVisible(sql, visibility, "carrier", "c")}
      ${carrierIds ? sql`and c.id = any(${[...carrierIds]}::bigint[])` : sql``}
      ${sceneId ? sql`and ${below(db, sceneId)}` : sql``}
     order by lower(c.name), s.id limit ${limit}`;
  return rows.map(sheetOf);
}

/** As `getSheet`, locked against collecting and signing until the transaction ends. */
export async function lockSheet(tx: Db, visibility: Visibility, id: number): Promise<Sheet> {
  const sql = tx.$client;
  const [row] = await sql<SheetRow[]>`
    ${selectSheets(tx)} where s.id = ${id} and ${isVisible(sql, visibility, "carrier", "c")} for update of s`;
  if (!row) throw notFound("recordSheet", id);
  return sheetOf(row);
}

/** At a node or below it. */
const below = ({ $client: sql }: Db, sceneId: number) => sql`c.scene_id in (
  with recursive tree as (
    select ${sceneId}::bigint as id union select scene.id from scene join tree on scene.parent_id = tree.id
  ) select id from tree)`;

const ORDER = { month: "s.month", carrierName: "lower(c.name)", status: "s.status" } as const;

function filtersOf(db: Db, visibility: Visibility, query: SheetListQuery) {
  const sql = db.$client;
  const { status, carrierType, carrierId, sceneId, month, q } = query;
  const statuses = status === "not-approved" ? NOT_APPROVED : status && [status];
  return sql`s.is_current and ${isVisible(sql, visibility, "carrier", "c")}
    ${statuses ? sql`and s.status = any(${[...statuses]}::text[])` : sql``}
    ${carrierType ? sql`and c.type = ${carrierType}` : sql``}
    ${carrierId ? sql`and c.id = ${carrierId}` : sql``}
    ${sceneId ? sql`and ${below(db, sceneId)}` : sql``}
    ${month ? sql`and s.month = ${`${month}-01`}::date` : sql``}
    ${q ? sql`and c.name ilike ${containsPattern(q)}` : sql``}`;
}

/** A page of the newest versions of visible sheets, in the requested order. */
export async function findSheets(db: Db, visibility: Visibility, query: SheetListQuery): Promise<Page<SheetRowDto>> {
  const sql = db.$client;
  const where = filtersOf(db, visibility, query);
  const direction = query.dir === "asc" ? sql`asc` : sql`desc`;
  const by = sql.unsafe(ORDER[query.sort]);
  const then = query.sort === "carrierName" ? sql`s.month desc` : sql`lower(c.name)`;
  const [rows, [counted]] = await Promise.all([
    sql<SheetRow[]>`${selectSheets(db)} where ${where} order by ${by} ${direction}, ${then}, s.id desc
      limit ${query.iDisplayLength} offset ${query.iDisplayStart}`,
    sql<{ total: number }[]>`
      select count(*)::int as total from record_sheet s join carrier c on c.id = s.carrier_id where ${where}`,
  ]);
  const counts = await countValues(
    db,
    rows.map(({ id }) => id),
  );
  const items = rows.map((row) => {
    const { customerName: _, timeZone: __, ...sheet } = sheetOf(row);
    return { ...sheet, counts: counts.get(row.id) ?? NO_COUNTS };
  });
  return { items, total: counted?.total ?? 0 };
}

const NO_COUNTS: Counts = {
  planned: 0,
  collected: 0,
  outOfRange: 0,
  missed: 0,
  entered: 0,
  pending: 0,
  unexplained: 0,
  newer: 0,
};

/** As `countsOf` of the rules, by sheet. */
async function countValues(db: Db, ids: readonly number[]): Promise<Map<number, Counts>> {
  const rows = await db.$client<(Counts & { id: number })[]>`
    select sheet_id::int as id, count(*)::int as planned,
           (count(*) filter (where state in ('collected', 'out-of-range')))::int as collected,
           (count(*) filter (where value > maximum or value < minimum))::int as "outOfRange",
           (count(*) filter (where state = 'missed'))::int as missed,
           (count(*) filter (where state = 'entered'))::int as entered,
           (count(*) filter (where state = 'pending'))::int as pending,
           (count(*) filter (where state = 'missed' and comment is null))::int as unexplained,
           (count(*) filter (where newer_at is not null))::int as newer
      from record_value where sheet_id = any(${[...ids]}::bigint[]) group by sheet_id`;
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** The records of sheets that the caller has opened, in the order of the form. */
export const findValues = (db: Db, sheetIds: readonly number[]): Promise<(SheetValueDto & { sheetId: number })[]> =>
  db.$client<(SheetValueDto & { sheetId: number })[]>`
    select v.id::int, v.sheet_id::int as "sheetId", v.probe_id::int as "probeId", p.measure, v.day::text, v.minute,
           ${iso(db, "v.planned_at")} as "plannedAt", v.tolerance_minutes as "toleranceMinutes", v.is_extra as "isExtra",
           v.state, v.value,
           ${iso(db, "v.measured_at")} as "measuredAt", v.minimum, v.maximum, v.entered_by_name as "enteredBy",
           ${iso(db, "v.entered_at")} as "enteredAt", v.reason, v.comment, v.commented_by_name as "commentedBy",
           ${iso(db, "v.commented_at")} as "commentedAt", ${iso(db, "v.newer_at")} as "newerAt"
      from record_value v join probe p on p.id = v.probe_id
     where v.sheet_id = any(${[...sheetIds]}::bigint[])
     order by v.sheet_id, v.day, v.minute, v.probe_id`;

/** The probes of a sheet, temperature first. */
export const findSheetProbes = (db: Db, sheetId: number): Promise<SheetProbeDto[]> =>
  db.$client<SheetProbeDto[]>`
    select p.id::int, p.measure, p.channel, d.name as "deviceName", d.serial_number as "serialNumber"
      from probe p join device d on d.id = p.device_id
     where p.id in (select v.probe_id from record_value v where v.sheet_id = ${sheetId})
     order by array_position(array['temperature', 'humidity', 'co2', 'gas'], p.measure), p.channel, p.id`;

/** All versions of the sheet's month, newest first. */
export const findVersions = (
  db: Db,
  { carrier, month }: Sheet,
): Promise<{ id: number; version: number; status: RecordSheetStatus }[]> =>
  db.$client<{ id: number; version: number; status: RecordSheetStatus }[]>`
    select id::int, version, status from record_sheet
     where carrier_id = ${carrier.id} and month = ${month}::date order by version desc`;
