import { useTranslations } from "next-intl";
import { type ComponentType, Suspense } from "react";
import type { ListState } from "@/components/data-table/column";
import { CountSkeleton } from "@/components/data-table/count-skeleton";
import { EmptyState } from "@/components/layout/empty-state";
import { PageBody } from "@/components/shell/page-body";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { HomeStyle } from "@/db/enums";
import type { CarrierMapDto, NodeView } from "@/features/carrier/map/schema";
import type { MonitoringListDto, MonitoringView } from "@/features/carrier/monitoring/monitoring.schema";
import type { MonitorStatus } from "@/features/carrier/monitoring/point-state.rules";
import type { MapSettings } from "@/lib/geo/map-settings";
import type { Surroundings } from "../dashboard/components/card-body";
import type { DashboardBoardProps } from "../dashboard/components/dashboard-board";
import type { HomeView } from "../home.schema";
import type { HomeStatisticsDto } from "../statistics.schema";
import { HomeFrame } from "./home-frame";
import { DashboardBoard, SensorBoard, StatisticsBoard } from "./style-parts";

/** The board of live values, from another feature. */
type Board = ComponentType<{
  page: MonitoringListDto;
  list: ListState;
  view: MonitoringView | null;
  isPhone: boolean;
  resetHref: string | null;
  rights: { switchAlarm: boolean; history: boolean; exceptions: boolean; carrier: boolean };
  timeZone: string;
  now: number;
  children: React.ReactNode;
}>;

type BoardView = {
  list: MonitoringListDto;
  values: Record<string, string>;
  view: MonitoringView | null;
  isPhone: boolean;
  order: { start: number; length: number; sort: string; dir: "asc" | "desc" };
  rights: { switchAlarm: boolean; history: boolean; exceptions: boolean; carrier: boolean };
};

type Content =
  | { style: "list"; board: BoardView }
  | { style: "sensor"; list: MonitoringListDto }
  | { style: "statistics"; statistics: Promise<HomeStatisticsDto> }
  | { style: "map"; map: MapView }
  | ({ style: "dashboards" } & Omit<DashboardBoardProps, keyof Surroundings>)
  | { style: "none" };

type MapView = {
  carriers: CarrierMapDto;
  values: Record<string, string>;
  status: MonitorStatus | null;
  selectedId: number | null;
  node: NodeView | null;
  settings: MapSettings;
  rights: { history: boolean; exceptions: boolean; carrier: boolean; edit: boolean };
};
/** The map with its list, also from another feature. */
type MapPart = ComponentType<MapView & { resetHref: string | null; timeZone: string; now: number }>;

type HomeScreenProps = HomeView & { style: HomeStyle; content: Content; Board: Board; WorldMap: MapPart };

/** Home in the user's chosen style. */
export function HomeScreen({ content, Board, WorldMap, ...view }: HomeScreenProps) {
  return (
    <PageBody fill={content.style === "list" || content.style === "map"}>
      <HomeFrame
        {...view}
        isCounted={content.style === "list" || content.style === "map"}
        isAlone={
          content.style === "dashboards" &&
          (content.shown?.cards.some(({ show }) => show.kind === "exceptions") ?? false)
        }
      >
        <Part content={content} Board={Board} WorldMap={WorldMap} view={view} />
      </HomeFrame>
    </PageBody>
  );
}

type PartProps = { content: Content; Board: Board; WorldMap: MapPart; view: HomeView };

function Part({ content, Board, WorldMap, view }: PartProps) {
  const { rights, timeZone, now, overview } = view;
  switch (content.style) {
    case "list": {
      const { list, values, order, ...board } = content.board;
      return (
        <Board
          {...board}
          page={list}
          list={{ path: "/home", query: values, ...order, total: list.total }}
          resetHref={values.status || values.alarmSwitch ? "/home" : null}
          timeZone={timeZone}
          now={now}
        >
          {null}
        </Board>
      );
    }
    case "sensor":
      return <SensorBoard list={content.list} refreshSeconds={overview.refreshSeconds} rights={rights} now={now} />;
    case "statistics":
      return (
        <Suspense fallback={<Skeleton className="h-96 rounded-lg" />}>
          <StatisticsBoard statistics={content.statistics} now={now} />
        </Suspense>
      );
    case "map": {
      const { carriers, values, status, selectedId, node, settings, rights: mapRights } = content.map;
      const shown = { carriers, values, status, selectedId, node, settings, rights: mapRights };
      return <WorldMap {...shown} resetHref={null} timeZone={timeZone} now={now} />;
    }
    case "dashboards": {
      const { style: _, ...dashboards } = content;
      return <DashboardBoard {...dashboards} rights={rights} timeZone={timeZone} now={now} />;
    }
    default:
      return <NothingToShow />;
  }
}

function NothingToShow() {
  const t = useTranslations("home.nothing");
  return (
    <Card>
      <EmptyState title={t("title")}>{t("hint")}</EmptyState>
    </Card>
  );
}

/** Placeholder of home, with the layout common to all styles: verdict, counts, content and side column. */
export function HomeSkeleton() {
  return (
    <PageSkeleton fill>
      <div aria-hidden="true" className="flex shrink-0 items-center gap-4 rounded-lg border bg-card px-4 py-3">
        <Skeleton className="size-8 shrink-0 rounded-full max-sm:size-6" />
        <div className="grid grow gap-2">
          <Skeleton className="h-5 w-72 max-w-full" />
          <Skeleton className="w-48 max-w-full" />
        </div>
      </div>
      <CountSkeleton count={8} className="grid-cols-4 xl:grid-cols-8" isStacked />
      <div
        aria-hidden="true"
        className="grid min-h-0 grow gap-3 xl:grid-cols-[minmax(0,1fr)_19rem] 2xl:grid-cols-[minmax(0,1fr)_23rem]"
      >
        <Skeleton className="h-full min-h-96 rounded-lg" />
        <Skeleton className="h-80 rounded-lg max-xl:hidden" />
      </div>
    </PageSkeleton>
  );
}
