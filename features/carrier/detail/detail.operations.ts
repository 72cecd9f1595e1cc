import "server-only";
import { DEVICE_KINDS } from "@/db/enums";
import { silencesOf } from "@/features/alarm/silence/silenced.service";
import { findBoundTrigger } from "@/features/alarm/trigger/bound.service";
import type { AlarmTriggerDto } from "@/features/alarm/trigger/trigger.schema";
import { listExceptions } from "@/features/exception/exception.operations";
import { findChannelStates } from "@/features/notice/health/operations";
import { getHistory, getView, listExcursions } from "@/features/telemetry/history/history.operations";
import { openShown } from "@/features/telemetry/ingest/probe.operations";
import { DEVICE_SUBJECT } from "@/lib/auth/subjects";
import { dayKey } from "@/lib/datetime/zone";
import { notFound } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { type Page, tolerant } from "@/lib/resource/list-query";
import { mayDo } from "../access.service";
import { getAtomCarrier, getOneCarrier } from "../carrier.operations";
import { listCarrierFiles } from "../file/operations";
import { rowsOf } from "../list.operations";
import { listLoggerFiles } from "../logger/logger.operations";
import { listCarrierMountings } from "../mounting/mounting.operations";
import { getRecord, seenPlace } from "../record-time/operations";
import { dayAfter, daysIn, MAXIMUM_DAYS } from "../record-time/rules";
import { findNames, findOperations, triggerIdOf } from "./detail.data";
import {
  idsIn,
  LIVE_HOURS,
  MAXIMUM_LINES,
  MOUNTED_SHOWN,
  named,
  OPEN_SHOWN,
  RECORD_DAYS,
  type Tab,
  tabOf,
  tabsFor,
  zoneIdsIn,
} from "./detail.rules";
import {
  type BoundTriggerDto,
  type CarrierDetailView,
  type CarrierTriggerDto,
  DETAIL_PATHS,
  DetailPage,
  type LiveChart,
  type OperationDto,
  OperationListQuery,
  type TabContent,
} from "./detail.schema";

/** The texts of a carrier's page, those of other features' parts included. */
export const DETAIL_MESSAGES = [
  ...(["common", "error", "carrier", "carrier-detail", "mounting", "monitoring"] as const),
  ...([
    "history",
    "exception",
    "acknowledge",
    "audit",
    "lot",
    "report-button",
    "workOrder",
    "printDialog",
    "testAlarm",
  ] as const),
];

const HOUR_MS = 3_600_000;
const CHART_POINTS = 500;

/** The trigger as far as it concerns a reader of the carrier: geofences and contact groups by name only. */
function boundOf(
  { id, name, severity, isEnabled, calendar, conditions, plan }: AlarmTriggerDto,
  { timeZone }: { timeZone: string },
): BoundTriggerDto {
  return {
    ...{ id, name, severity, isEnabled, calendar, timeZone },
    conditions: conditions.map(({ geofenceId: _, ...condition }) => condition),
    plan: plan.map(({ contactGroupId: _, usesContactTiming: __, ...row }) => row),
  };
}

/** Returns the alarm trigger bound to a carrier, in full. */
export const getCarrierTrigger = defineOperation({
  name: "carrier.trigger",
  kind: "query",
  permission: "viewCarrier",
  input: ById,
  async run(ctx, { id }): Promise<CarrierTriggerDto> {
    const place = await seenPlace(ctx, id);
    const triggerId = await triggerIdOf(ctx.db, id);
    const trigger = triggerId === null ? null : await findBoundTrigger(ctx, triggerId);
    return { trigger: trigger && boundOf(trigger, place) };
  },
});

/** Lists who changed what on a carrier. Other users' actions require permission to view the log. */
export const listCarrierOperations = defineOperation({
  name: "carrier.operations",
  kind: "query",
  permission: "viewSysLog",
  input: OperationListQuery,
  async run(ctx, query): Promise<Page<OperationDto>> {
    const place = await seenPlace(ctx, query.id);
    const { items, total } = await findOperations(ctx.db, ctx.scope, place, query);
    const [sceneId, alarmTriggerId, carrierTypeId, zoneId] = await Promise.all([
      findNames(ctx.db, ctx.scope, "sceneId", idsIn(items, "sceneId")),
      findNames(ctx.db, ctx.scope, "alarmTriggerId", idsIn(items, "alarmTriggerId")),
      findNames(ctx.db, ctx.scope, "carrierTypeId", idsIn(items, "carrierTypeId")),
      findNames(ctx.db, ctx.scope, "zoneId", zoneIdsIn(items)),
    ]);
    const names = { sceneId, alarmTriggerId, carrierTypeId, zoneId };
    const inWords = ({ oldValues, newValues, ...row }: OperationDto) => ({
      ...row,
      oldValues: named(oldValues, names),
      newValues: named(newValues, names),
    });
    return { items: items.map(inWords), total };
  },
});

/** The last hours of the probes on a carrier; null without probes. */
export async function chartOf(
  ctx: OperationContext,
  id: number,
  hours: number = LIVE_HOURS,
): Promise<LiveChart | null> {
  const to = ctx.now.getTime();
  const range = { from: to - hours * HOUR_MS, to };
  const shown = await openShown(ctx, { carrierIds: [id], ...range });
  const probes = shown.probes.slice(0, MAXIMUM_LINES).map(({ periods: _, timeZone: __, ...probe }) => probe);
  if (probes.length === 0) return null;
  const asked = { carrierIds: String(id), probeIds: probes.map(({ probeId }) => probeId).join(","), ...range };
  const [history, { items: excursions }] = await Promise.all([
    getHistory.call(ctx, { ...asked, points: CHART_POINTS }),
    listExcursions.call(ctx, asked),
  ]);
  return { probes, range, history, excursions };
}

/** The recorded days named by the URL, otherwise the last ones. */
export function daysOf(ctx: PageContext, timeZone: string) {
  const asked = tolerant(DetailPage, ctx.search);
  const today = dayKey(ctx.now, timeZone);
  const to = asked.to ?? today;
  const from = asked.from ?? dayAfter(to, 1 - RECORD_DAYS);
  const count = daysIn(from, to);
  const isSensible = count >= 1 && count <= MAXIMUM_DAYS;
  return isSensible ? { from, to, today } : { from: dayAfter(today, 1 - RECORD_DAYS), to: today, today };
}

type Paging = { iDisplayStart: number; iDisplayLength: number };

async function contentOf(ctx: PageContext, tab: Tab, id: number, paging: Paging): Promise<TabContent> {
  const { permissions } = ctx.principal;
  switch (tab) {
    case "live": {
      const [chart, open, facts] = await Promise.all([
        permissions.has("viewHistory") ? chartOf(ctx, id) : null,
        permissions.has("viewEx")
          ? listExceptions.call(ctx, { carrierId: id, state: "open", iDisplayLength: OPEN_SHOWN })
          : null,
        getOneCarrier.call(ctx, { id }),
      ]);
      return { tab, chart, open, facts };
    }
    case "history":
      return { tab, history: await getView.call(ctx, { ...ctx.search, carrierIds: String(id) } as never) };
    case "devices": {
      const [{ devices, gateways }, mountings] = await Promise.all([
        getAtomCarrier.call(ctx, { id }),
        listCarrierMountings.call(ctx, { id, isCurrent: true, iDisplayLength: MOUNTED_SHOWN }),
      ]);
      return { tab, mountings, devices, gateways };
    }
    case "trigger": {
      const [{ trigger }, { zones, customerId }] = await Promise.all([
        getCarrierTrigger.call(ctx, { id }),
        getOneCarrier.call(ctx, { id }),
      ]);
      const channelStates = await findChannelStates(ctx, customerId);
      return { tab, trigger, zones, channelStates };
    }
    case "exceptions":
      return { tab, page: await listExceptions.call(ctx, { carrierId: id, ...paging }) };
    case "goods":
    case "orders":
      return { tab };
    case "record": {
      const { today, ...days } = daysOf(ctx, (await seenPlace(ctx, id)).timeZone);
      return { tab, record: await getRecord.call(ctx, { id, ...days }), ...days, today };
    }
    case "operations":
      return { tab, page: await listCarrierOperations.call(ctx, { id, ...paging }) };
    case "files":
      return { tab, files: (await listCarrierFiles.call(ctx, { id })).items };
    case "loggers": {
      const { items, timeZone } = await listLoggerFiles.call(ctx, { id });
      return { tab, files: items, clockZone: timeZone };
    }
  }
}

/** The id in the URL; throws NOT_FOUND if there is none. */
function askedId({ search }: PageContext): number {
  const asked = ById.safeParse({ id: search.id });
  if (!asked.success) throw notFound("carrier", String(search.id ?? ""));
  return asked.data.id;
}

/** The name of the carrier in the URL. Throws NOT_FOUND, or FORBIDDEN unless the account may view its type. */
export const nameOfCarrier = async (ctx: PageContext): Promise<string> => (await seenPlace(ctx, askedId(ctx))).name;

/** One carrier with the tab named by the URL; other tabs are not loaded. */
export async function loadDetail(ctx: PageContext, place: keyof typeof DETAIL_PATHS): Promise<CarrierDetailView> {
  const id = askedId(ctx);
  const { type } = await seenPlace(ctx, id);
  const { permissions, customer } = ctx.principal;
  const tabs = tabsFor(permissions);
  const tab = tabOf(ctx.search.tab, tabs);
  const { iDisplayStart, iDisplayLength } = tolerant(OperationListQuery.omit({ id: true }), ctx.search);
  const [[carrier], silences, content] = await Promise.all([
    rowsOf(ctx, [id]),
    silencesOf(ctx, id),
    contentOf(ctx, tab, id, { iDisplayStart, iDisplayLength }),
  ]);
  if (!carrier) throw notFound("carrier", id);
  const query = Object.entries(ctx.search).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return {
    path: DETAIL_PATHS[place],
    carrier,
    silences,
    tabs,
    content,
    query: Object.fromEntries(query),
    order: { start: iDisplayStart, length: iDisplayLength },
    rights: {
      print: ctx.principal.permissions.has("printPrinter"),
      edit: mayDo(ctx, "edit", type),
      makeRange: permissions.has("newDataZone"),
      switchAlarm: permissions.has("switchCarrier"),
      silences: permissions.has("viewAlarmSilence"),
      silence: permissions.has("newAlarmSilence"),
      history: permissions.has("viewHistory"),
      live: permissions.has("viewMonitorPointRealTime"),
      exceptions: permissions.has("viewEx"),
      acknowledge: permissions.has("acknowledgeEx"),
      geofences: permissions.has("viewGeofence"),
      report: permissions.has("newReport"),
      testAlarm: permissions.has("testNoticeChannel"),
      editsDevices: permissions.has("editDevice"),
      replace: mayDo(ctx, "edit", type) && permissions.has("editDevice"),
      devices: DEVICE_KINDS.filter((kind) => permissions.has(`view${DEVICE_SUBJECT[kind]}`)),
    },
    timeZone: customer.timeZone,
    now: ctx.now.getTime(),
  };
}
