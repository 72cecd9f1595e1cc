import "server-only";
import type { HomeStyle } from "@/db/enums";
import { loadMapScreen } from "@/features/carrier/map/operations";
import { listMonitoringPoints, loadMonitoringScreen } from "@/features/carrier/monitoring/monitoring.operations";
import { refreshCarriers } from "@/features/carrier/status/state.service";
import { listExceptions } from "@/features/exception/exception.operations";
import { readParameters } from "@/features/parameter/parameter.operations";
import { floorPlansOf } from "@/features/scene/floor-plan/operations";
import { holds, type OperationContext } from "@/lib/operation/context";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { tolerant } from "@/lib/resource/list-query";
import { getChecklist } from "./checklist/operations";
import { readCards } from "./content.operations";
import { getOneDashboard, listDashboards } from "./dashboard/operations";
import { countCarriers, countOpen, findCustomerStates, findWorst } from "./home.data";
import { countStates } from "./home.rules";
import { type HomeOverviewDto, type HomeView, LATEST_EXCEPTIONS, OverviewQuery, PLANS_NAMED } from "./home.schema";
import { getHomeStatistics } from "./statistics.operations";
import { StatisticsQuery } from "./statistics.schema";

const DAY_MS = 86_400_000;
/** Exceptions that closed earlier are not shown. */
const RECENT_DAYS = 30;

async function carriersOf(ctx: OperationContext): Promise<HomeOverviewDto["carriers"]> {
  const { db, scope, now } = ctx;
  await refreshCarriers(db, scope, now);
  const isOfSeveral = scope.sceneIds === "all" && (scope.customerIds === "all" || scope.customerIds.length > 1);
  const [counts, { worst, silenced }, customers] = await Promise.all([
    countCarriers(db, scope),
    findWorst(db, scope, now),
    isOfSeveral ? findCustomerStates(db, scope) : null,
  ]);
  const named = customers && customers.total > 1;
  return {
    ...countStates(counts),
    worst: named ? worst : worst.map((one) => ({ ...one, customerName: null })),
    silenced,
    customers: named ? customers : null,
  };
}

/** Open exceptions, newest first, followed by recently closed ones if there is room. */
async function exceptionsOf(ctx: OperationContext): Promise<HomeOverviewDto["exceptions"]> {
  const from = new Date(ctx.now.getTime() - RECENT_DAYS * DAY_MS).toISOString();
  const length = { iDisplayLength: LATEST_EXCEPTIONS };
  // In parallel: waiting for the first query, to know how many more are needed, would double the time.
  const [ongoing, over, counts] = await Promise.all([
    listExceptions.call(ctx, { ...length, state: "open" }),
    listExceptions.call(ctx, { ...length, state: "cleared", from }),
    countOpen(ctx.db, ctx.scope),
  ]);
  return { items: [...ongoing.items, ...over.items].slice(0, LATEST_EXCEPTIONS), ...counts };
}

/**
 * The carriers once the exceptions are read: their states are then refreshed by every exception in the list, above which
 * all would seem to be normal otherwise.
 */
async function carriersAfter(ctx: OperationContext, exceptions: Promise<unknown> | null) {
  await exceptions;
  return carriersOf(ctx);
}

/** Returns the overall state of the scope: carriers by state, what needs attention, the latest exceptions. */
export const getHomeOverview = defineOperation({
  name: "home.overview",
  kind: "query",
  permission: SIGNED_IN,
  input: OverviewQuery,
  async run(ctx): Promise<HomeOverviewDto> {
    const exceptionsFirst = holds(ctx, "viewEx") ? exceptionsOf(ctx) : null;
    const [carriers, exceptions, plans, { "monitor.refreshSeconds": refreshSeconds }] = await Promise.all([
      holds(ctx, "viewMonitorPointRealTime") ? carriersAfter(ctx, exceptionsFirst) : null,
      exceptionsFirst,
      holds(ctx, "viewScene") ? floorPlansOf(ctx) : [],
      readParameters(ctx.db, null),
    ]);
    return {
      at: ctx.now.getTime(),
      refreshSeconds: Number(refreshSeconds),
      carriers,
      exceptions,
      plans: plans.slice(0, PLANS_NAMED),
    };
  },
});

/** Maximum carriers in the sensor style; the list has pages for more. */
const TILES = 100;

/** The dashboard named by the URL, otherwise the first, with the contents of its cards. */
async function dashboardsOf(ctx: PageContext) {
  const { items: list } = await listDashboards.call(ctx, {});
  const asked = list.find(({ id }) => String(id) === ctx.search.dashboard) ?? list[0];
  const shown = asked ? await getOneDashboard.call(ctx, { id: asked.id }) : null;
  const cards = shown?.cards.map(({ id, show }) => ({ id, show })) ?? [];
  const contents = shown && (await readCards.call(ctx, { cards }));
  const { permissions } = ctx.principal;
  return {
    list,
    shown,
    contents,
    mayShare: permissions.has("shareDashboard"),
    mayNodes: permissions.has("viewScene"),
  };
}

/** The content of the chosen style beside the overview; none without permission to view values. */
async function contentOf(ctx: PageContext) {
  const style = ctx.principal.user.homeStyle;
  if (!ctx.principal.permissions.has("viewMonitorPointRealTime")) return { style: "none" as const };
  switch (style) {
    case "list":
      return { style, board: await loadMonitoringScreen(ctx) };
    case "sensor":
      return { style, list: await listMonitoringPoints.call(ctx, { iDisplayLength: TILES }) };
    case "statistics":
      // Not awaited: the page is streamed, and the statistics follow.
      return { style, statistics: getHomeStatistics.call(ctx, tolerant(StatisticsQuery, ctx.search)) };
    case "map":
      return { style, map: await loadMapScreen(ctx) };
    case "dashboards":
      return { style, ...(await dashboardsOf(ctx)) };
  }
}

export type HomeContent = Awaited<ReturnType<typeof contentOf>>;

/** Loads home in the account's chosen style. */
export async function loadHome(ctx: PageContext): Promise<HomeView & { style: HomeStyle; content: HomeContent }> {
  const { permissions, customer } = ctx.principal;
  const [overview, checklist, content] = await Promise.all([
    getHomeOverview.call(ctx, {}),
    getChecklist.call(ctx, {}),
    contentOf(ctx),
  ]);
  return {
    overview,
    checklist,
    style: ctx.principal.user.homeStyle,
    content,
    rights: {
      values: permissions.has("viewMonitorPointRealTime"),
      carriers: permissions.has("viewCarrier"),
      exceptions: permissions.has("viewEx"),
      acknowledge: permissions.has("acknowledgeEx"),
      history: permissions.has("viewHistory"),
    },
    timeZone: customer.timeZone,
    now: ctx.now.getTime(),
  };
}
