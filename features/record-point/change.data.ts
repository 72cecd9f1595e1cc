import "server-only";
import type { Db } from "@/db/client";
import type { RecordSheetStatus } from "@/db/enums";

type Signed = {
  status: RecordSheetStatus;
  submittedBy?: number;
  submittedAt?: Date;
  reviewedAt?: Date;
  decidedAt?: Date;
  rejectionReason?: string;
};

/** Stores the status of a locked sheet after a signature. */
export async function saveStatus(tx: Db, id: number, signed: Signed): Promise<void> {
  const at = (date: Date | undefined) => date?.toISOString() ?? null;
  await tx.$client`
    update record_sheet
       set status = ${signed.status}, submitted_by = coalesce(${signed.submittedBy ?? null}::bigint, submitted_by),
           submitted_at = coalesce(${at(signed.submittedAt)}::timestamptz, submitted_at),
           reviewed_at = coalesce(${at(signed.reviewedAt)}::timestamptz, reviewed_at),
           decided_at = coalesce(${at(signed.decidedAt)}::timestamptz, decided_at),
           rejection_reason = coalesce(${signed.rejectionReason ?? null}::text, rejection_reason)
     where id = ${id}`;
}

type Entered = { value: number; reason: string; by: { id: number | null; name: string }; at: Date };

/** Stores a value entered by hand, with the carrier's present range. */
export async function saveEntered(tx: Db, valueId: number, { value, reason, by, at }: Entered): Promise<void> {
  await tx.$client`
    update record_value v
       set state = 'entered', value = ${value}, reason = ${reason}, entered_by = ${by.id}, entered_by_name = ${by.name},
           entered_at = ${at.toISOString()}::timestamptz, minimum = z.minimum, maximum = z.maximum
      from record_value w
      join record_sheet s on s.id = w.sheet_id
      join probe p on p.id = w.probe_id
      left join carrier_zone cz on cz.carrier_id = s.carrier_id and cz.measure = p.measure
      left join zone z on z.id = cz.zone_id
     where w.id = ${valueId} and v.id = w.id`;
}

/** Comments values of a locked sheet. */
export async function saveComments(
  tx: Db,
  sheetId: number,
  { valueIds, comment, by, at }: { valueIds: readonly number[]; comment: string; by: string; at: Date },
): Promise<void> {
  await tx.$client`
    update record_value
       set comment = ${comment}, commented_by_name = ${by}, commented_at = ${at.toISOString()}::timestamptz
     where sheet_id = ${sheetId} and id = any(${[...valueIds]}::bigint[])`;
}

/**
 * Opens the next version of a locked sheet with its values, in which late readings are looked for at once. Returns its
 * id and version. The values of the old version stay as they were signed, and are no longer looked at.
 */
export async function insertNextVersion(
  tx: Db,
  sheetId: number,
  reason: string,
  now: Date,
): Promise<{ id: number; version: number }> {
  const sql = tx.$client;
  await sql`update record_sheet set is_current = false where id = ${sheetId}`;
  const [made] = await sql<{ id: number; version: number }[]>`
    insert into record_sheet (customer_id, carrier_id, month, version, correction_reason)
    select customer_id, carrier_id, month, version + 1, ${reason} from record_sheet where id = ${sheetId}
    returning id::int, version`;
  if (!made) throw new Error(`no sheet ${sheetId}`);
  await sql`
    insert into record_value (sheet_id, probe_id, day, minute, planned_at, tolerance_minutes, is_extra, state, value,
           measured_at, minimum, maximum, entered_by, entered_by_name, entered_at, reason, comment, commented_by_name,
           commented_at, due_at, newer_at)
    select ${made.id}, probe_id, day, minute, planned_at, tolerance_minutes, is_extra, state, value, measured_at,
           minimum, maximum, entered_by, entered_by_name, entered_at, reason, comment, commented_by_name, commented_at,
           ${now.toISOString()}::timestamptz, case when state = 'entered' then newer_at end
      from record_value where sheet_id = ${sheetId}`;
  await sql`update record_value set due_at = null where sheet_id = ${sheetId} and due_at is not null`;
  return made;
}
