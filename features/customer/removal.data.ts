import "server-only";
import type { Db } from "@/db/client";
import type { Belonging } from "./removal.schema";

/** The number of the customer's rows of each kind. Readings are counted by their hours: there may be millions. */
export async function countBelongings(db: Db, id: number): Promise<Record<Belonging, number>> {
  const [counts] = await db.$client<Record<Belonging, number>[]>`
    select (select count(*)::int from user_account where customer_id = ${id}) as users,
           (select count(*)::int from role where customer_id = ${id}) as roles,
           (select count(*)::int from scene where customer_id = ${id}) as scenes,
           (select count(*)::int from carrier where customer_id = ${id}) as carriers,
           (select count(*)::int from device where customer_id = ${id}) as devices,
           (select count(*)::int from probe where customer_id = ${id}) as probes,
           (select coalesce(sum(h.count), 0)::float8 from reading_hour h
             where h.probe_id in (select id from probe where customer_id = ${id})) as readings,
           (select count(*)::int from exception where customer_id = ${id}) as exceptions,
           (select count(*)::int from notice where customer_id = ${id}) as notices,
           (select count(*)::int from zone where customer_id = ${id}) as zones,
           (select count(*)::int from alarm_trigger where customer_id = ${id}) as triggers,
           (select count(*)::int from contact where customer_id = ${id}) as contacts,
           (select count(*)::int from exception_reason where customer_id = ${id}) as reasons,
           (select count(*)::int from api_key where customer_id = ${id}) as "apiKeys",
           (select count(*)::int from parameter where customer_id = ${id}) as parameters,
           (select count(*)::int from stored_file where customer_id = ${id}) as files`;
  return counts as Record<Belonging, number>;
}

/**
 * The accounts and roles of other customers that name only this one. After its removal they would name none, and an
 * account that names none may see more than before.
 */
export async function findOnlyGovernedBy(db: Db, id: number): Promise<string[]> {
  const rows = await db.$client<{ name: string }[]>`
    select u.username as name from user_account u
     where u.customer_id <> ${id} and exists (select from user_customer where user_id = u.id and customer_id = ${id})
       and not exists (select from user_customer where user_id = u.id and customer_id <> ${id})
    union all
    select r.name from role r
     where r.customer_id <> ${id} and exists (select from role_customer where role_id = r.id and customer_id = ${id})
       and not exists (select from role_customer where role_id = r.id and customer_id <> ${id})
     order by name`;
  return rows.map(({ name }) => name);
}

/** The names of the customers with which a customer has devices in common at present: lent, borrowed, or about to be. */
export async function findSecondedWith(db: Db, id: number): Promise<string[]> {
  const rows = await db.$client<{ name: string }[]>`
    select distinct case when lender_id = ${id} then borrower_name else lender_name end as name from secondment
     where (lender_id = ${id} or borrower_id = ${id}) and state in ('requested', 'planned', 'current') order by 1`;
  return rows.map(({ name }) => name);
}

/**
 * Locks the rows that ingest locks, then the customer, against every new row that refers to it. The order is that of
 * ingest, to avoid deadlocks.
 */
export async function lockWhole(tx: Db, id: number): Promise<void> {
  await tx.$client`
    select from probe_state where probe_id in (select id from probe where customer_id = ${id}) order by probe_id for update`;
  await tx.$client`select from customer where id = ${id} for update`;
}

/** In the order of their references; dependent rows are deleted by `on delete cascade`. */
const OWNED = [
  "forward_batch",
  "forward_target",
  "notice_reply",
  "notice_code",
  "notice",
  "outbox",
  "monitor_finding",
  "monitor_run",
  "work_order",
  "work_order_rule",
  "monitor_task",
  "exception_link",
  "exception",
  "alarm_switch_log",
  "alarm_silence",
  "exception_reason",
  "print_job",
  "print_group",
  "printer",
  "transport_handover",
  "transport",
  "lot_decision",
  "lot_placement",
  "lot",
  "product",
  "report",
  "report_template",
  "verification_task",
  "archive_link",
  "archive",
  "share_code",
  "carrier_file",
  "logger_file",
  "logger_layout",
  "calibration",
  "device_binding",
  "device_command",
  "device_switch",
  "device_import",
  "record_sheet",
  "export_task",
  "download_record",
  "mounting",
  "invalid_rule",
  "probe",
  "device",
  "carrier",
  "notification_plan_row",
  "connection_watch",
  "alarm_trigger",
  "geofence",
  "zone",
  "duty_rota",
  "contact",
  "contact_group",
  "api_key",
  "user_account",
  "role",
  "scene",
  "stored_file",
  "parameter",
] as const;

/** Deletes the customer with every row that belongs to it. The audit trail is retained. Call `lockWhole` before. */
export async function removeWhole(tx: Db, id: number): Promise<void> {
  const sql = tx.$client;
  const idsOf = async (table: "probe" | "carrier") =>
    (await sql<{ id: string }[]>`select id from ${sql(table)} where customer_id = ${id}`).map((row) => row.id);
  const [probeIds, carrierIds] = [await idsOf("probe"), await idsOf("carrier")];
  const deleteMeasurements = async () => {
    await sql`delete from reading where probe_id = any(${probeIds}::bigint[])`;
    await sql`delete from reading_hour where probe_id = any(${probeIds}::bigint[])`;
    await sql`delete from position where carrier_id = any(${carrierIds}::bigint[])`;
  };
  // Measurements are by far the most rows, so they are deleted before rows are locked that others may need.
  await deleteMeasurements();
  // Cascades delete in any order. The state rows are locked first, in the order in which evaluation locks them.
  await sql`select from monitoring_state where customer_id = ${id} order by carrier_id for update`;
  await sql`select from device_state where customer_id = ${id} order by device_id for update`;
  await sql`delete from invalid_run where rule_id in (select id from invalid_rule where customer_id = ${id})`;
  // What the other side has of a secondment is theirs; what is left of both goes.
  for (const side of ["lender_id", "borrower_id"])
    await sql`update secondment set ${sql(side)} = null where ${sql(side)} = ${id}`;
  await sql`delete from secondment where lender_id is null and borrower_id is null`;
  for (const table of OWNED) await sql`delete from ${sql(table)} where customer_id = ${id}`;
  // The deletion of each state has left a row that subtracts it from the counts.
  for (const table of ["carrier_count", "device_count"]) await sql`delete from ${sql(table)} where customer_id = ${id}`;
  // Repeated because measurements have no foreign key: an ingest that was about to commit has committed by now.
  await deleteMeasurements();
  await sql`delete from customer where id = ${id}`;
}
