import "server-only";
import type { Db } from "@/db/client";

/** A value of a table as JSON: an instant is ISO-8601 in UTC. */
export type Cell = null | boolean | number | string | object;

/** The rows of a month: `firstRow` to `lastRow` are the audit trail's. Instants in epoch ms. */
export type ArchiveRange = {
  customerId: number;
  /** The first day of the month. */
  month: string;
  from: number;
  to: number;
  firstRow: number;
  lastRow: number;
};

type Definition = { columns: Readonly<Record<string, string>>; from: string; order: string };

/** The placeholders of every statement, as the row `r`. */
const RANGE = `with r as (select $1::bigint as customer, $2::date as month, to_timestamp($3::float8 / 1000) as since,
  to_timestamp($4::float8 / 1000) as until, $5::bigint as first_row, $6::bigint as last_row)`;

const plain = (alias: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(" ").map((name) => [name, `${alias}.${name}`]));
/** ISO-8601 in UTC: the driver would return the text of the session's zone. */
const instants = (alias: string, names: string): Record<string, string> =>
  Object.fromEntries(
    names
      .split(" ")
      .map((name) => [name, `to_char(${alias}.${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`]),
  );
const ids = (alias: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(" ").map((name) => [name, `${alias}.${name}::int`]));

/** All tables of an archive but the readings: name, columns and rows. Names of people and places are as they are now. */
const TABLES = {
  carriers: {
    columns: {
      ...ids("c", "id"),
      ...plain("c", "name type status"),
      place: "s.name",
      ...instants("c", "created_at"),
    },
    from: "r join carrier c on c.customer_id = r.customer join scene s on s.id = c.scene_id",
    order: "c.id",
  },
  carrier_ranges: {
    columns: { ...ids("cz", "carrier_id"), ...plain("cz", "measure"), ...plain("z", "name minimum maximum") },
    from: `r join carrier c on c.customer_id = r.customer join carrier_zone cz on cz.carrier_id = c.id
      join zone z on z.id = cz.zone_id`,
    order: "cz.carrier_id, cz.measure",
  },
  probes: {
    columns: {
      ...ids("p", "id device_id"),
      ...plain("p", "measure channel"),
      ...{ device: "d.name", serial_number: "d.serial_number", kind: "d.kind", type_code: "d.type_code" },
    },
    from: "r join probe p on p.customer_id = r.customer join device d on d.id = p.device_id",
    order: "p.id",
  },
  mountings: {
    columns: { ...ids("m", "id probe_id carrier_id"), ...instants("m", "mounted_at unmounted_at") },
    from: `r join mounting m on m.customer_id = r.customer and m.mounted_at < r.until
      and (m.unmounted_at is null or m.unmounted_at > r.since)`,
    order: "m.id",
  },
  calibrations: {
    columns: {
      ...ids("k", "id device_id"),
      ...plain("k", "certificate_number laboratory calibrated_on due_on points"),
      ...instants("k", "created_at"),
    },
    from: "r join calibration k on k.customer_id = r.customer and k.created_at < r.until",
    order: "k.id",
  },
  invalid_readings: {
    columns: {
      ...ids("i", "probe_id"),
      ...instants("i", "at"),
      ...plain("i", "value reason kind"),
      ...instants("i", "marked_at restored_at"),
      ...{ marked_by: "m.username", restored_by: "b.username" },
    },
    from: `r join probe p on p.customer_id = r.customer
      join invalid_reading i on i.probe_id = p.id and i.at >= r.since and i.at < r.until
      left join user_account m on m.id = i.marked_by left join user_account b on b.id = i.restored_by`,
    order: "i.probe_id, i.at",
  },
  logger_readings: {
    columns: {
      ...ids("g", "file_id"),
      ...ids("f", "carrier_id"),
      ...plain("f", "file_name logger_serial"),
      ...plain("g", "measure channel statistic"),
      ...instants("g", "at"),
      ...plain("g", "value"),
    },
    from: `r join logger_file f on f.customer_id = r.customer and f.first_at < r.until and f.last_at >= r.since
      join logger_reading g on g.file_id = f.id and g.at >= r.since and g.at < r.until`,
    order: "g.file_id, g.measure, g.channel, g.statistic, g.at",
  },
  positions: {
    columns: {
      carrier_id: "c.id::int",
      ...instants("p", "at"),
      ...plain("p", "longitude latitude"),
      ...{ speed_kmh: "p.speed_kmh::float8", course: "p.course::float8" },
    },
    from: `r join carrier c on c.customer_id = r.customer
      cross join lateral positions_between(c.id, r.since, r.until) p`,
    order: "c.id, p.at",
  },
  exceptions: {
    columns: {
      ...ids("e", "id carrier_id device_id probe_id"),
      ...plain("e", "kind measure side severity minimum maximum"),
      ...instants("e", "started_at raised_at ended_at"),
      ...plain("e", "peak"),
      ...instants("e", "peak_at"),
      ...plain("e", "mean"),
      ...plain("e", "degree_minutes mean_kinetic_temperature observed_seconds sample_count is_detected_late"),
      ...instants("e", "acknowledged_at"),
      ...plain("e", "acknowledged_via acknowledgement_comment"),
      acknowledged_by: "coalesce(a.username, e.acknowledged_by_contact)",
      ...plain("e", "status is_closed measures remark analysis_result"),
      ...instants("e", "handled_at withdrawn_at removed_at"),
      ...{ removal_reason: "case when e.removed_at is not null then e.removal_reason end", removed_by: "v.username" },
      ...{ reason: "coalesce(n.code, n.name)", handled_by: "h.username", merged_into_id: "e.merged_into_id::int" },
    },
    from: `r join exception e on e.customer_id = r.customer and e.started_at < r.until
        and (e.ended_at is null or e.ended_at >= r.since)
      left join user_account a on a.id = e.acknowledged_by left join user_account h on h.id = e.handled_by
      left join user_account v on v.id = e.removed_by and e.removed_at is not null
      left join exception_reason n on n.id = e.reason_id`,
    order: "e.id",
  },
  notices: {
    columns: {
      ...ids("n", "id exception_id"),
      ...plain("n", "channel type status contact_name recipient content reason attempt"),
      ...instants("n", "at"),
    },
    from: "r join notice n on n.customer_id = r.customer and n.at >= r.since and n.at < r.until",
    order: "n.id",
  },
  alarm_switches: {
    columns: {
      ...ids("l", "id carrier_id"),
      ...plain("l", "from_switch to_switch"),
      ...instants("l", "paused_until"),
      ...plain("l", "reason"),
      ...instants("l", "at"),
      switched_by: "u.username",
    },
    from: `r join alarm_switch_log l on l.customer_id = r.customer and l.at >= r.since and l.at < r.until
      left join user_account u on u.id = l.user_id`,
    order: "l.id",
  },
  record_sheets: {
    columns: {
      ...ids("s", "id carrier_id"),
      ...plain("s", "month version is_current status"),
      ...instants("s", "submitted_at reviewed_at decided_at"),
      ...plain("s", "rejection_reason correction_reason"),
      submitted_by: "u.username",
    },
    from: `r join record_sheet s on s.customer_id = r.customer and s.month = r.month
      left join user_account u on u.id = s.submitted_by`,
    order: "s.id",
  },
  record_values: {
    columns: {
      ...ids("v", "id sheet_id probe_id"),
      ...plain("v", "day minute is_extra"),
      ...instants("v", "planned_at"),
      ...plain("v", "tolerance_minutes state value"),
      ...instants("v", "measured_at"),
      ...plain("v", "minimum maximum"),
      ...{ entered_by: "v.entered_by_name", commented_by: "v.commented_by_name" },
      ...instants("v", "entered_at"),
      ...plain("v", "reason comment"),
      ...instants("v", "commented_at newer_at"),
    },
    from: `r join record_sheet s on s.customer_id = r.customer and s.month = r.month
      join record_value v on v.sheet_id = s.id`,
    order: "v.sheet_id, v.day, v.minute, v.probe_id",
  },
  lot_decisions: {
    columns: {
      ...ids("d", "id lot_id"),
      ...{ product: "p.name", lot: "l.number" },
      ...plain("d", "decision reason target minutes verdict content"),
      ...instants("d", "decided_at"),
    },
    from: `r join lot_decision d on d.customer_id = r.customer and d.decided_at >= r.since and d.decided_at < r.until
      join lot l on l.id = d.lot_id join product p on p.id = l.product_id`,
    order: "d.id",
  },
  reports: {
    columns: {
      report_id: "p.id::int",
      ...plain("p", "name type"),
      ...instants("p", "from_at to_at"),
      ...plain("p", "author approval"),
      ...plain("f", "version signatures locale sha256"),
      ...instants("f", "created_at"),
      file: "'reports/' || p.id || '-v' || f.version || '-s' || f.signatures || '-' || f.locale || '.pdf'",
    },
    from: `r join report p on p.customer_id = r.customer
      join report_file f on f.report_id = p.id and f.created_at >= r.since and f.created_at < r.until`,
    order: "f.id",
  },
  signatures: {
    columns: {
      ...ids("g", "id record_id user_id"),
      ...plain("g", "record_kind version meaning reason account printed_name"),
      ...instants("g", "at"),
      ...plain("g", "session_id address user_agent"),
      ...plain("g", "image_id image_hash content content_hash key_id seal"),
    },
    // Those whose signing is in the archived part of the trail, and those that no trail knows.
    from: `r join signature g on g.customer_id = r.customer
      left join audit a on a.customer_id = g.customer_id and a.operation = 'signature.sign' and a.entity = 'signature'
        and a.entity_id = g.id::text
      where a.sequence between r.first_row and r.last_row
         or a.sequence is null and g.at >= r.since and g.at < r.until`,
    order: "g.id",
  },
  audit: {
    columns: {
      ...ids("a", "customer_id sequence"),
      ...instants("a", "at"),
      ...plain("a", "actor_type"),
      ...ids("a", "actor_id"),
      ...plain("a", "actor_name address request_id operation entity entity_id old_values new_values reason"),
      ...plain("a", "previous_hash found_seal key_id hash"),
    },
    from: "r join audit a on a.customer_id = r.customer and a.sequence between r.first_row and r.last_row",
    order: "a.sequence",
  },
} as const satisfies Record<string, Definition>;

export type TableName = keyof typeof TABLES;
export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

export const columnsOf = (name: TableName): string[] => Object.keys(TABLES[name].columns);

/** Rows per step of a cursor: one row may have a megabyte of content, most have a hundred bytes. */
const ROWS = 500;

/** The rows of a table in batches, each value in the place of its column. */
export async function* readTable(db: Db, name: TableName, range: ArchiveRange): AsyncGenerator<Cell[][]> {
  const { columns, from, order }: Definition = TABLES[name];
  const selected = Object.entries(columns).map(([column, value]) => `${value} as "${column}"`);
  const { customerId, month, from: since, to, firstRow, lastRow } = range;
  // Constant texts; values are bound.
  const rows = db.$client
    .unsafe<Record<string, unknown>[]>(`${RANGE} select ${selected.join(", ")} from ${from} order by ${order}`, [
      customerId,
      month,
      since,
      to,
      firstRow,
      lastRow,
    ])
    .cursor(ROWS);
  for await (const batch of rows) yield batch.map((row) => Object.values(row) as Cell[]);
}

/**
 * The part of a customer's audit trail that belongs to a month: from the first row of the month up to the one before the
 * first row of the next, so that the parts of all months follow each other without a gap. An empty part ends before it
 * begins.
 */
export async function findTrail(
  db: Db,
  { customerId, from, to }: Pick<ArchiveRange, "customerId" | "from" | "to">,
): Promise<{ firstRow: number; lastRow: number }> {
  const [row] = await db.$client<{ firstRow: number; lastRow: number }[]>`
    with trail as (select sequence, at from audit where customer_id = ${customerId}),
         ends as (
           select coalesce(max(sequence), 0) + 1 as beyond,
                  min(sequence) filter (where at >= to_timestamp(${from}::float8 / 1000)) as first,
                  min(sequence) filter (where at >= to_timestamp(${to}::float8 / 1000)) as next
             from trail)
    select coalesce(first, beyond)::int as "firstRow", (coalesce(next, beyond) - 1)::int as "lastRow" from ends`;
  return row as { firstRow: number; lastRow: number };
}

export type MountedSpan = { probeId: number; carrierId: number | null; from: number; to: number };

/**
 * When which probe of the customer was where in a month, in order of carriers and probes: mounted on a carrier of the
 * customer, or (carrier null) on none.
 */
export async function findMountedSpans(
  db: Db,
  { customerId, from, to }: Pick<ArchiveRange, "customerId" | "from" | "to">,
): Promise<MountedSpan[]> {
  return db.$client<MountedSpan[]>`
    with r as (select to_timestamp(${from}::float8 / 1000) as since, to_timestamp(${to}::float8 / 1000) as until),
         spans as (
           select m.probe_id, m.carrier_id, m.customer_id, greatest(m.mounted_at, r.since) as since,
                  least(m.unmounted_at, r.until) as until
             from r join mounting m on m.mounted_at < r.until and (m.unmounted_at is null or m.unmounted_at > r.since)
            where m.customer_id = ${customerId} or m.probe_id in (select id from probe where customer_id = ${customerId})),
         free as (
           select p.id as probe_id,
                  unnest(tstzmultirange(tstzrange(r.since, r.until)) - coalesce((
                    select range_agg(tstzrange(s.since, s.until)) from spans s where s.probe_id = p.id), '{}')) as span
             from r, probe p where p.customer_id = ${customerId})
    select probe_id::int as "probeId", carrier_id::int as "carrierId",
           round(date_part('epoch', since) * 1000) as "from", round(date_part('epoch', until) * 1000) as "to"
      from spans where customer_id = ${customerId} and until > since
    union all
    select probe_id::int, null, round(date_part('epoch', lower(span)) * 1000),
           round(date_part('epoch', upper(span)) * 1000) from free
     order by 2 nulls last, 1, 3`;
}

export type PrintedFile = { name: string; fileId: string };

/** The files of reports that were printed in the month. */
export const findPrinted = (db: Db, { customerId, from, to }: ArchiveRange): Promise<PrintedFile[]> =>
  db.$client<PrintedFile[]>`
    select 'reports/' || p.id || '-v' || f.version || '-s' || f.signatures || '-' || f.locale || '.pdf' as name, f.file_id as "fileId"
      from report p join report_file f on f.report_id = p.id
     where p.customer_id = ${customerId} and f.created_at >= to_timestamp(${from}::float8 / 1000)
       and f.created_at < to_timestamp(${to}::float8 / 1000)
     order by f.id`;
