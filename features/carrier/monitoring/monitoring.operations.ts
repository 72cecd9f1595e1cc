import "server-only";
import { silencedAmong } from "@/features/alarm/silence/silenced.service";
import type { Scope } from "@/lib/auth/scope";
import { notFound } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { tolerant, understoodOf } from "@/lib/resource/list-query";
import { findSceneChoices } from "../choice.data";
import { refreshCarriers } from "../status/state.service";
import { findAnyMonitored, findPoints, type PointRow } from "./monitoring.data";
import { pointStatus, valueState } from "./monitoring.rules";
import {
  CarrierId,
  type MonitoringListDto,
  MonitoringPage,
  type MonitoringPointDto,
  MonitoringQuery,
} from "./monitoring.schema";

/** The customer name is shown only if the scope spans several customers. */
const showsCustomers = ({ customerIds }: Scope) => customerIds === "all" || customerIds.length > 1;

type Silence = MonitoringPointDto["silence"];

function toDto(row: PointRow, scope: Scope, now: number, silence: Silence): MonitoringPointDto {
  return {
    ...row,
    silence,
    customerName: showsCustomers(scope) ? row.customerName : null,
    status: pointStatus(row, now),
    probes: row.probes.map((probe) => ({ ...probe, state: valueState(probe, now) })),
  };
}

/** Whether anything is monitored within the scope. */
export const isAnythingMonitored = ({ db, scope }: OperationContext): Promise<boolean> => findAnyMonitored(db, scope);

/** Returns a page of carriers with their live values. The caller checks the permission. */
export async function readPoints(ctx: OperationContext, query: MonitoringQuery): Promise<MonitoringListDto> {
  const { db, scope, now } = ctx;
  await refreshCarriers(db, scope, now);
  const { items, total, summary } = await findPoints(db, scope, query, query, now);
  const silenced = await silencedAmong(
    ctx,
    items.map(({ id }) => id),
  );
  const dtos = items.map((row) => toDto(row, scope, now.getTime(), silenced.get(row.id) ?? null));
  return { items: dtos, total, summary };
}

/** Lists carriers with their live values, and the number of carriers per state. */
export const listMonitoringPoints = defineOperation({
  name: "carrier.monitoring",
  kind: "query",
  permission: "viewMonitorPointRealTime",
  input: MonitoringQuery,
  run: (ctx, query): Promise<MonitoringListDto> => readPoints(ctx, query),
});

/** Returns one carrier with its live values. */
export const getMonitoringPoint = defineOperation({
  name: "carrier.monitoringPoint",
  kind: "query",
  permission: "viewMonitorPointRealTime",
  input: CarrierId,
  async run(ctx, { id }): Promise<MonitoringPointDto> {
    const { db, scope, now } = ctx;
    const first = { sort: "worst", dir: "asc", iDisplayStart: 0, iDisplayLength: 1 } as const;
    const { items } = await findPoints(db, scope, { ids: [id] }, first, now);
    const [row] = items;
    if (!row) throw notFound("carrier", id);
    const silenced = await silencedAmong(ctx, [id]);
    return toDto(row, scope, now.getTime(), silenced.get(id) ?? null);
  },
});

/** Loads the monitoring screen. */
export async function loadMonitoringScreen(ctx: PageContext) {
  const { view, ...query } = tolerant(MonitoringPage, ctx.search);
  // The raw values of the URL; the operation validates them again.
  const { view: _, ...values } = understoodOf(MonitoringPage, ctx.search);
  const [list, scenes] = await Promise.all([
    listMonitoringPoints.call(ctx, values),
    findSceneChoices(ctx.db, ctx.scope),
  ]);
  const { permissions, customer } = ctx.principal;
  return {
    list,
    scenes,
    values: view ? { ...values, view } : values,
    view: view ?? null,
    isPhone: /Mobi|Android/i.test(ctx.userAgent),
    order: { start: query.iDisplayStart, length: query.iDisplayLength, sort: query.sort, dir: query.dir },
    rights: {
      switchAlarm: permissions.has("switchCarrier"),
      history: permissions.has("viewHistory"),
      exceptions: permissions.has("viewEx"),
      carrier: permissions.has("viewCarrier"),
    },
    timeZone: customer.timeZone,
    now: ctx.now.getTime(),
  };
}
