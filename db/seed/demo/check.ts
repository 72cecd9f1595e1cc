import type { Sql } from "@/db/client";

/** An expected count, exact or within bounds. */
type Expected = number | readonly [number, number];

const EXPECTED: Record<string, Expected> = {
  customers: 4,
  accounts: 5,
  defaultRoles: 4,
  defaultUsers: 1,
  rolesWithoutCodes: 0,
  carriers: 61,
  carrierTypes: 7,
  placedOnPlans: 6,
  devices: 169,
  secondments: 3,
  lentReadings: [40, 2_000],
  deviceKinds: 7,
  probes: [300, 400],
  carriersWithoutTemperature: 0,
  readings: [500_000, 1_500_000],
  readingsAhead: 0,
  rolledUp: 1,
  exceptions: [40, 80],
  openExceptions: [3, 4],
  processedExceptions: [15, 60],
  acknowledgedExceptions: [15, 70],
  untouchedExceptions: [1, 40],
  noticesSent: [60, 900],
  noticesFailed: [1, 100],
  dutyPlans: 2,
  contactsWithPin: 3,
  replyProviders: 1,
  textMessages: [2, 200],
  calls: [1, 100],
  pushNotifications: [1, 100],
  replies: [2, 60],
  outages: 1,
  switchLog: [4, 20],
  silences: 3,
  exportTasks: 3,
  products: 2,
  lots: 6,
  reports: 10,
  reportTemplates: 3,
  reportApprovals: 5,
  failedReports: 1,
  reportsWithoutFigures: 0,
  transports: 6,
  transportStates: 6,
  handovers: 2,
  workOrders: 8,
  workOrderStates: 6,
  workOrderRules: 2,
  printers: 2,
  printGroups: 1,
  printJobs: 5,
  printJobStates: 4,
  verifications: 2,
  verificationsConfirmed: 1,
  verificationsFrozen: 1,
  monitorTasks: 6,
  monitorKinds: 4,
  monitorRuns: [60, 200],
  monitorFindings: [2, 100],
  monitorOrders: 1,
  shareCodes: 7,
  forwardTargets: 1,
  positions: [20_000, 120_000],
  geofences: 2,
  crossings: [20, 2000],
  recordPoints: [10, 60],
  recordSheets: [30, 200],
  sheetStatuses: 5,
  correctedSheets: [1, 5],
  sheetsWithoutMaker: 0,
  unexplainedWhenSigned: 0,
  missedThoughRead: 0,
  recordsAhead: 0,
};

export type DemoCounts = { carriers: number; devices: number; readings: number };

/** Counts the written rows and throws, naming each wrong count. Returns the figures of the closing line. */
export async function checkDemo(sql: Sql, now: number): Promise<DemoCounts> {
  const [counts] = await sql<Record<string, number>[]>`
    select (select count(*)::int from customer) as customers,
           (select count(*)::int from user_account) as accounts,
           (select count(*)::int from role where is_default) as "defaultRoles",
           (select count(*)::int from user_account where is_default) as "defaultUsers",
           (select count(*)::int from role r where not exists (select from role_permission p where p.role_id = r.id)) as "rolesWithoutCodes",
           (select count(*)::int from carrier) as carriers,
           (select count(distinct type)::int from carrier) as "carrierTypes",
           (select count(*)::int from scene_placement) as "placedOnPlans",
           (select count(*)::int from device) as devices,
           (select count(distinct kind)::int from device) as "deviceKinds",
           (select count(*)::int from probe) as probes,
           (select count(*)::int from carrier c where not exists (
              select from mounting m join probe p on p.id = m.probe_id
               where m.carrier_id = c.id and p.measure = 'temperature' and m.unmounted_at is null)) as "carriersWithoutTemperature",
           (select sum(count)::int from reading_hour) as readings,
           (select count(*)::int from probe_state where last_at > to_timestamp(${now}::float8 / 1000)) as "readingsAhead",
           (select (count(*) = (select sum(count) from reading_hour))::int from reading) as "rolledUp",
           (select count(*)::int from exception) as exceptions,
           (select count(*)::int from exception where ended_at is null) as "openExceptions",
           (select count(*)::int from exception where status = 'processed') as "processedExceptions",
           (select count(*)::int from exception where acknowledged_at is not null) as "acknowledgedExceptions",
           (select count(*)::int from exception where acknowledged_at is null and status = 'unprocessed') as "untouchedExceptions",
           (select count(*)::int from notice where status = 'sent') as "noticesSent",
           (select count(*)::int from notice where status = 'failed') as "noticesFailed",
           (select count(distinct trigger_id)::int from notification_plan_row where is_on_duty) as "dutyPlans",
           (select count(*)::int from contact where pin_hash is not null) as "contactsWithPin",
           (select count(*)::int from reply_provider) as "replyProviders",
           (select count(*)::int from notice where channel = 'sms' and type = 'alarm' and status = 'sent') as "textMessages",
           (select count(*)::int from notice where channel = 'voice' and type = 'alarm' and status = 'sent') as calls,
           (select count(*)::int from notice where channel = 'push' and type = 'alarm' and status = 'sent') as "pushNotifications",
           (select count(*)::int from notice where type = 'reply' and status = 'received') as replies,
           (select count(*)::int from channel_outage where ended_at is not null) as outages,
           (select count(*)::int from alarm_switch_log) as "switchLog",
           (select count(*)::int from alarm_silence) as silences,
           (select count(*)::int from export_task) as "exportTasks",
           (select count(*)::int from product) as products,
           (select count(*)::int from lot) as lots,
           (select count(*)::int from report) as reports,
           (select count(*)::int from report_template) as "reportTemplates",
           (select count(distinct approval)::int from report) as "reportApprovals",
           (select count(*)::int from report where state = 'failed') as "failedReports",
           (select count(*)::int from report where state = 'generated' and content is null) as "reportsWithoutFigures",
           (select count(*)::int from transport) as transports,
           (select count(distinct state)::int from transport) as "transportStates",
           (select count(*)::int from transport_handover h join signature g on g.record_kind = 'transport' and g.record_id = h.id) as handovers,
           (select count(*)::int from secondment) as secondments,
           (select count(*)::int from reading r join probe p on p.id = r.probe_id
              join device d on d.id = p.device_id and d.custody = 'borrowed') as "lentReadings",
           (select count(*)::int from work_order) as "workOrders",
           (select count(distinct state)::int from work_order) as "workOrderStates",
           (select count(*)::int from work_order_rule) as "workOrderRules",
           (select count(*)::int from printer) as printers,
           (select count(*)::int from print_group) as "printGroups",
           (select count(*)::int from print_job) as "printJobs",
           (select count(distinct state)::int from print_job) as "printJobStates",
           (select count(*)::int from verification_task) as verifications,
           (select count(*)::int from verification_task where state = 'terminated' and verdict = 'passed') as "verificationsConfirmed",
           (select count(distinct task_id)::int from verification_series) as "verificationsFrozen",
           (select count(*)::int from monitor_task) as "monitorTasks",
           (select count(distinct kind)::int from monitor_task) as "monitorKinds",
           (select count(*)::int from monitor_run) as "monitorRuns",
           (select count(*)::int from monitor_finding) as "monitorFindings",
           (select count(*)::int from work_order where cause = 'task') as "monitorOrders",
           (select count(*)::int from share_code) as "shareCodes",
           (select count(*)::int from forward_target) as "forwardTargets",
           (select count(*)::int from position) as positions,
           (select count(*)::int from geofence) as geofences,
           (select count(*)::int from geofence_event) as crossings,
           (select count(*)::int from record_point) as "recordPoints",
           (select count(*)::int from record_sheet) as "recordSheets",
           (select count(distinct status)::int from record_sheet) as "sheetStatuses",
           (select count(*)::int from record_sheet where version > 1) as "correctedSheets",
           (select count(*)::int from record_sheet s where s.status <> 'open' and not exists (
              select from signature g where g.record_kind = 'recordSheet' and g.record_id = s.id and g.meaning = 'made')) as "sheetsWithoutMaker",
           (select count(*)::int from record_value v join record_sheet s on s.id = v.sheet_id
             where s.status <> 'open' and v.state = 'missed' and v.comment is null) as "unexplainedWhenSigned",
           (select count(*)::int from record_value v
             where v.state = 'missed' and exists (
               select from reading r where r.probe_id = v.probe_id
                  and r.at between v.planned_at - make_interval(mins => v.tolerance_minutes)
                               and v.planned_at + make_interval(mins => v.tolerance_minutes))) as "missedThoughRead",
           (select count(*)::int from record_value where planned_at > to_timestamp(${now}::float8 / 1000)) as "recordsAhead"`;
  const off = Object.entries(EXPECTED).filter(([name, expected]) => !fits(counts?.[name], expected));
  if (!counts || off.length > 0) {
    const list = off.map(([name, expected]) => `${name} ${counts?.[name]} instead of ${text(expected)}`);
    throw new Error(`the demo world is not as it should be: ${list.join(", ")}`);
  }
  return { carriers: counts.carriers ?? 0, devices: counts.devices ?? 0, readings: counts.readings ?? 0 };
}

const fits = (count: number | undefined, expected: Expected): boolean =>
  count !== undefined &&
  (typeof expected === "number" ? count === expected : count >= expected[0] && count <= expected[1]);

const text = (expected: Expected): string => (typeof expected === "number" ? `${expected}` : expected.join(" to "));
