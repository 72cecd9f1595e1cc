import "server-only";
import { listMonitoringPoints } from "@/features/carrier/monitoring/monitoring.operations";
import type { MonitoringPointDto } from "@/features/carrier/monitoring/monitoring.schema";
import { listExceptions } from "@/features/exception/exception.operations";
import { floorPlansOf, getPlacements } from "@/features/scene/floor-plan/operations";
import { getHistory, listExcursions } from "@/features/telemetry/history/history.operations";
import { openShown, shownProbe } from "@/features/telemetry/ingest/probe.operations";
import type { Permission } from "@/lib/auth/permissions";
import { mapSettings } from "@/lib/geo/map-settings";
import { holds, type OperationContext } from "@/lib/operation/context";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { LISTED } from "./dashboard/rules";
import { type CardContent, type CardKind, type CardSettings, type ContentDto, ContentQuery } from "./dashboard/schema";
import { seesScene } from "./home.data";
import { getHomeStatistics } from "./statistics.operations";

const HOUR_MS = 3_600_000;
const CHART_POINTS = 300;

/** Permission codes required for a kind of card; all of them. */
const NEEDED: Record<CardKind, readonly Permission[]> = {
  value: ["viewMonitorPointRealTime"],
  chart: ["viewMonitorPointRealTime", "viewHistory"],
  map: ["viewMonitorPointRealTime"],
  list: ["viewMonitorPointRealTime"],
  plan: ["viewMonitorPointRealTime", "viewScene"],
  exceptions: ["viewEx"],
  statistics: ["viewMonitorPointRealTime"],
};

type Of<K extends CardKind> = Extract<CardSettings, { kind: K }>;
type Points = ReadonlyMap<number, MonitoringPointDto>;

const GONE: CardContent = { state: "gone" };

/** The carriers that cards select individually, read in one query; those outside the scope are omitted. */
async function readNamed(ctx: OperationContext, shown: readonly CardSettings[]): Promise<Points> {
  const ids = new Set(
    shown.flatMap((show) => (show.kind === "value" ? [show.carrierId] : show.kind === "chart" ? show.carrierIds : [])),
  );
  if (ids.size === 0) return new Map();
  const query = { ids: [...ids].slice(0, 100).join(","), iDisplayLength: 100 };
  const { items } = await listMonitoringPoints.call(ctx, query);
  return new Map(items.map((point) => [point.id, point]));
}

async function chartOf(
  ctx: OperationContext,
  { carrierIds, measure, hours }: Of<"chart">,
  points: Points,
): Promise<CardContent> {
  const known = carrierIds.filter((id) => points.has(id));
  if (known.length === 0) return GONE;
  const to = ctx.now.getTime();
  const range = { from: to - hours * HOUR_MS, to };
  const opened = await openShown(ctx, { carrierIds: known, ...range });
  const probes = opened.probes.filter((probe) => probe.measure === measure).map(shownProbe);
  if (probes.length === 0) return GONE;
  const asked = { carrierIds: known.join(","), probeIds: probes.map(({ probeId }) => probeId).join(","), ...range };
  const [history, { items: excursions }] = await Promise.all([
    getHistory.call(ctx, { ...asked, points: CHART_POINTS }),
    listExcursions.call(ctx, asked),
  ]);
  return { state: "ok", kind: "chart", probes, range, history, excursions };
}

async function planOf(ctx: OperationContext, { sceneId }: Of<"plan">): Promise<CardContent> {
  const plans = await floorPlansOf(ctx, sceneId);
  if (plans.length === 0) return GONE;
  const plan = await getPlacements.call(ctx, { id: sceneId });
  const ids = plan.items.slice(0, 100).map(({ carrierId }) => carrierId);
  const points =
    ids.length > 0 ? await listMonitoringPoints.call(ctx, { ids: ids.join(","), iDisplayLength: 100 }) : null;
  return { state: "ok", kind: "plan", plan, points: points?.items ?? [] };
}

/** Whether the node that a card is limited to, if any, is still in the scope. */
const reaches = async (ctx: OperationContext, sceneId: number | null) =>
  sceneId === null || (await seesScene(ctx.db, ctx.scope, sceneId));

async function readCard(ctx: OperationContext, show: CardSettings, points: Points): Promise<CardContent> {
  switch (show.kind) {
    case "value": {
      const point = points.get(show.carrierId);
      return point?.probes.some(({ measure }) => measure === show.measure)
        ? { state: "ok", kind: "value", point }
        : GONE;
    }
    case "chart":
      return chartOf(ctx, show, points);
    case "plan":
      return planOf(ctx, show);
    case "map":
      return (await reaches(ctx, show.sceneId)) ? { state: "ok", kind: "map", settings: await mapSettings() } : GONE;
    case "list": {
      if (!(await reaches(ctx, show.sceneId))) return GONE;
      const where = show.sceneId === null ? {} : { sceneId: show.sceneId };
      const list = await listMonitoringPoints.call(ctx, { ...where, iDisplayLength: LISTED });
      return { state: "ok", kind: "list", list };
    }
    case "exceptions": {
      if (!(await reaches(ctx, show.sceneId))) return GONE;
      const where = {
        ...(show.sceneId !== null && { sceneId: show.sceneId }),
        ...(show.only === "open" && { state: "open" as const }),
      };
      const { items, total } = await listExceptions.call(ctx, { ...where, iDisplayLength: LISTED });
      return { state: "ok", kind: "exceptions", items, total };
    }
    case "statistics":
      return { state: "ok", kind: "statistics", statistics: await getHomeStatistics.call(ctx, { days: show.days }) };
  }
}

/** Returns the contents of these cards at once. A card whose object is gone does not affect the others. */
export const readCards = defineOperation({
  name: "dashboard.content",
  kind: "query",
  permission: SIGNED_IN,
  input: ContentQuery,
  async run(ctx, { cards }): Promise<ContentDto> {
    const mayShow = ({ show }: (typeof cards)[number]) => NEEDED[show.kind].every((code) => holds(ctx, code));
    const shown = cards.filter(mayShow);
    const points = await readNamed(
      ctx,
      shown.map(({ show }) => show),
    );
    const contents = await Promise.all(
      cards.map(
        async (card): Promise<[string, CardContent]> => [
          card.id,
          mayShow(card) ? await readCard(ctx, card.show, points) : { state: "denied" },
        ],
      ),
    );
    return { at: ctx.now.getTime(), cards: Object.fromEntries(contents) };
  },
});
