import "server-only";
import { and, eq, isNull, sql as raw } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { DeviceKind, Measure } from "@/db/enums";
import { calibration, customer, device } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope, scopeArrays } from "@/lib/auth/scope-filter";
import { type Visibility, visibleRef } from "@/lib/auth/visibility";
import { dayKey } from "@/lib/datetime/zone";
import { notFound } from "@/lib/errors";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { CALIBRATION_NOTICE_DAYS, calibrationState } from "../device.rules";
import { certificateState, currentOf } from "./calibration.rules";
import type {
  CalibrationDto,
  CalibrationDueDto,
  CalibrationListQuery,
  DeviceCalibrationDto,
} from "./calibration.schema";

export type CalibrationRecord = typeof calibration.$inferSelect;
export type CalibratedDevice = {
  id: number;
  customerId: number;
  kind: DeviceKind;
  serialNumber: string;
  dueOn: string | null;
  timeZone: string;
};

/** Locks the device of a certificate. Undefined outside the scope. */
export async function lockCalibrated(tx: Db, scope: Scope, id: number): Promise<CalibratedDevice | undefined> {
  const [row] = await tx
    .select({
      id: device.id,
      customerId: device.customerId,
      kind: device.kind,
      serialNumber: device.serialNumber,
      dueOn: device.calibrationDueOn,
      timeZone: customer.timeZone,
    })
    .from(device)
    .innerJoin(customer, eq(customer.id, device.customerId))
    .where(and(eq(device.id, id), inScope(scope, device)))
    .for("update", { of: device });
  return row;
}

/** Device id of a certificate. Throws NOT_FOUND outside the scope. */
export async function deviceOf(db: Db, scope: Scope, id: number): Promise<number> {
  const [row] = await db
    .select({ deviceId: calibration.deviceId })
    .from(calibration)
    .innerJoin(device, eq(device.id, calibration.deviceId))
    .where(and(eq(calibration.id, id), inScope(scope, device)));
  if (!row) throw notFound("calibration", id);
  return row.deviceId;
}

/** Locks a certificate of a device that is already locked. */
export async function lockCertificate(tx: Db, id: number): Promise<CalibrationRecord> {
  const [row] = await tx.select().from(calibration).where(eq(calibration.id, id)).for("update");
  if (!row) throw notFound("calibration", id);
  return row;
}

export async function measuresOf(db: Db, deviceId: number): Promise<Measure[]> {
  const rows = await db.$client<{ measure: Measure }[]>`
    select measure from probe where device_id = ${deviceId} order by id`;
  return rows.map(({ measure }) => measure);
}

/** Whether a device has a valid certificate of this number; a revoked certificate frees its number. */
export async function hasNumber(tx: Db, deviceId: number, certificateNumber: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: calibration.id })
    .from(calibration)
    .where(
      and(
        eq(calibration.deviceId, deviceId),
        isNull(calibration.revokedAt),
        eq(raw`lower(${calibration.certificateNumber})`, certificateNumber.toLowerCase()),
      ),
    );
  return row !== undefined;
}

export async function insertCertificate(tx: Db, values: typeof calibration.$inferInsert): Promise<number> {
  const [row] = await tx.insert(calibration).values(values).returning({ id: calibration.id });
  return (row as { id: number }).id;
}

type Change = Partial<Pick<CalibrationRecord, "noticeOn" | "noticeSentAt" | "revokedAt" | "revokeReason">>;

export async function saveCertificate(tx: Db, id: number, change: Change): Promise<void> {
  await tx.update(calibration).set(change).where(eq(calibration.id, id));
}

/** Recomputes the calibration of a locked device from its certificates. Returns the day until which it is valid now. */
export async function followCertificates(tx: Db, deviceId: number): Promise<string | null> {
  const rows = await tx
    .select({ id: calibration.id, calibratedOn: calibration.calibratedOn, dueOn: calibration.dueOn })
    .from(calibration)
    .where(and(eq(calibration.deviceId, deviceId), isNull(calibration.revokedAt)));
  const dueOn = currentOf(rows.map((row) => ({ ...row, isRevoked: false })))?.dueOn ?? null;
  // A certificate that changes nothing for the device must not make its next version.
  await tx
    .update(device)
    .set({ calibrationDueOn: dueOn })
    .where(and(eq(device.id, deviceId), raw`${device.calibrationDueOn} is distinct from ${dueOn}::date`));
  return dueOn;
}

type Row = Omit<CalibrationDto, "state"> & { today: string };

/** Certificates of one device, or one certificate, newest first. */
async function findRows(
  db: Db,
  scope: Scope,
  now: Date,
  of: { id?: number; deviceId?: number; q?: string | undefined; start: number; length: number; dir: "asc" | "desc" },
) {
  const sql = db.$client;
  const { customerIds, sceneIds } = scopeArrays(scope);
  const direction = of.dir === "asc" ? sql`asc` : sql`desc`;
  const [row] = await sql<[{ items: Row[]; total: number }]>`
    with found as (
      select k.*, d.name as device_name, d.serial_number, d.kind, c.time_zone,
             k.revoked_at is null and not exists (
               select from calibration n where n.device_id = k.device_id and n.revoked_at is null
                  and (n.calibrated_on, n.id) > (k.calibrated_on, k.id)) as is_current
        from calibration k join device d on d.id = k.device_id join customer c on c.id = k.customer_id
       where (${customerIds}::bigint[] is null or d.customer_id = any(${customerIds}::bigint[]))
         and (${sceneIds}::bigint[] is null or d.scene_id = any(${sceneIds}::bigint[]))
         ${of.id === undefined ? sql`` : sql`and k.id = ${of.id}`}
         ${of.deviceId === undefined ? sql`` : sql`and k.device_id = ${of.deviceId}`}
         ${of.q ? sql`and (k.certificate_number ilike ${containsPattern(of.q)} or k.laboratory ilike ${containsPattern(of.q)})` : sql``}),
    page as (select * from found order by calibrated_on ${direction}, id ${direction} limit ${of.length} offset ${of.start})
    select (select coalesce(json_agg(json_build_object(
              'id', p.id, 'customerId', p.customer_id, 'deviceId', p.device_id, 'deviceName', p.device_name, 'serialNumber', p.serial_number,
              'kind', p.kind, 'certificateNumber', p.certificate_number, 'laboratory', p.laboratory, 'calibratedOn', p.calibrated_on,
              'dueOn', p.due_on, 'noticeOn', p.notice_on, 'noticeSentAt', round(date_part('epoch', p.notice_sent_at) * 1000),
              'points', p.points, 'remark', p.remark, 'hasFile', p.file_id is not null, 'fileName', p.file_name,
              'isCurrent', p.is_current, 'userName', u.name, 'createdAt', round(date_part('epoch', p.created_at) * 1000),
              'revokedAt', round(date_part('epoch', p.revoked_at) * 1000), 'revokeReason', p.revoke_reason,
              'today', to_char(${now.toISOString()}::timestamptz at time zone p.time_zone, 'YYYY-MM-DD'))
              order by p.calibrated_on ${direction}, p.id ${direction}), '[]')
              from page p left join user_account u on u.id = p.user_id) as items,
           (select count(*)::int from found) as total`;
  const items = row.items.map(({ today, ...item }): CalibrationDto => {
    const state = certificateState({ dueOn: item.dueOn, isRevoked: item.revokedAt !== null }, today);
    return { ...item, state };
  });
  return { items, total: row.total };
}

/** One certificate. Throws NOT_FOUND outside the scope. */
export async function getCertificate(db: Db, scope: Scope, now: Date, id: number): Promise<CalibrationDto> {
  const [item] = (await findRows(db, scope, now, { id, start: 0, length: 1, dir: "desc" })).items;
  if (!item) throw notFound("calibration", id);
  return item;
}

/** File id of a certificate; null if it has none. The caller has checked the scope. */
export async function fileOf(db: Db, id: number) {
  const [row] = await db
    .select({ fileId: calibration.fileId, fileName: calibration.fileName })
    .from(calibration)
    .where(eq(calibration.id, id));
  return row ?? { fileId: null, fileName: "" };
}

type DeviceQuery = {
  id: number;
  q?: string | undefined;
  iDisplayStart: number;
  iDisplayLength: number;
  dir: "asc" | "desc";
};
type DeviceCalibration = DeviceCalibrationDto & { kind: DeviceKind };

/** Calibration of a device with a page of its certificates. Throws NOT_FOUND outside the scope. */
export async function findOfDevice(db: Db, scope: Scope, now: Date, query: DeviceQuery): Promise<DeviceCalibration> {
  const { id, q, iDisplayStart: start, iDisplayLength: length, dir } = query;
  const [found] = await db
    .select({ kind: device.kind, dueOn: device.calibrationDueOn, timeZone: customer.timeZone })
    .from(device)
    .innerJoin(customer, eq(customer.id, device.customerId))
    .where(and(eq(device.id, id), inScope(scope, device)));
  if (!found) throw notFound("device", id);
  const today = dayKey(now, found.timeZone);
  const { kind, dueOn } = found;
  const [page, measures] = await Promise.all([
    findRows(db, scope, now, { deviceId: id, q, start, length, dir }),
    measuresOf(db, id),
  ]);
  return { kind, dueOn, state: calibrationState(dueOn, today), measures, today, ...page };
}

type DueRow = Omit<CalibrationDueDto, "state">;

/** Devices of the scope by the end of their calibration. The SQL states equal those of `rules`; a test checks this. */
export async function findDue(
  db: Db,
  visibility: Visibility,
  { kinds, now, query }: { kinds: readonly DeviceKind[]; now: Date; query: CalibrationListQuery },
): Promise<Page<CalibrationDueDto>> {
  const sql = db.$client;
  const { customerIds, sceneIds } = scopeArrays(visibility.scope);
  const { q, state, dueWithinDays, customerId } = query;
  const today = sql`(${now.toISOString()}::timestamptz at time zone c.time_zone)::date`;
  const soon = sql`${today} + ${CALIBRATION_NOTICE_DAYS}::int`;
  const states = {
    none: sql`and d.calibration_due_on is null`,
    expired: sql`and d.calibration_due_on < ${today}`,
    dueSoon: sql`and d.calibration_due_on between ${today} and ${soon}`,
    valid: sql`and d.calibration_due_on > ${soon}`,
  };
  const pattern = q ? containsPattern(q) : "";
  const where = sql`
    d.kind = any(${[...kinds]}::text[])
    ${customerIds ? sql`and d.customer_id = any(${customerIds}::bigint[])` : sql``}
    ${sceneIds ? sql`and d.scene_id = any(${sceneIds}::bigint[])` : sql``}
    ${customerId === undefined ? sql`` : sql`and d.customer_id = ${customerId}`}
    ${state ? states[state] : sql``}
    ${dueWithinDays === undefined ? sql`` : sql`and d.calibration_due_on <= ${today} + ${dueWithinDays}::int`}
    ${q ? sql`and d.id = any(array(select f.id from device f where f.name ilike ${pattern} or f.serial_number ilike ${pattern} or f.mac ilike ${pattern}))` : sql``}`;
  const direction = query.dir === "asc" ? sql`asc nulls last` : sql`desc nulls last`;
  const order =
    query.sort === "name" ? sql`lower(d.name) ${direction}, d.id` : sql`d.calibration_due_on ${direction}, d.id`;
  const [row] = await sql<[{ items: DueRow[]; total: number }]>`
    with page as materialized (
      select d.id from device d join customer c on c.id = d.customer_id where ${where}
       order by ${order} limit ${query.iDisplayLength} offset ${query.iDisplayStart})
    select (select coalesce(json_agg(json_build_object(
              'device', json_build_object('id', d.id, 'name', d.name, 'serialNumber', d.serial_number, 'kind', d.kind),
              'carriers', (select coalesce(json_agg(${visibleRef(sql, visibility, "carrier", "k")} order by lower(k.name)), '[]')
                 from carrier k where k.id in (select m.carrier_id from probe p join mounting m on m.probe_id = p.id and m.unmounted_at is null
                                                where p.device_id = d.id)),
              'dueOn', d.calibration_due_on, 'daysLeft', d.calibration_due_on - ${today},
              'certificate', (select json_build_object('id', n.id, 'certificateNumber', n.certificate_number, 'laboratory', n.laboratory,
                                       'calibratedOn', n.calibrated_on, 'noticeOn', n.notice_on)
                 from calibration n where n.device_id = d.id and n.revoked_at is null
                order by n.calibrated_on desc, n.id desc limit 1)) order by ${order}), '[]')
              from device d join customer c on c.id = d.customer_id where d.id in (select id from page)) as items,
           (select count(*)::int from device d join customer c on c.id = d.customer_id where ${where}) as total`;
  const stateOf = (daysLeft: number | null) =>
    calibrationState(
      daysLeft === null ? null : dayKey(new Date(now.getTime() + daysLeft * 86_400_000), "UTC"),
      dayKey(now, "UTC"),
    );
  return { items: row.items.map((item) => ({ ...item, state: stateOf(item.daysLeft) })), total: row.total };
}
