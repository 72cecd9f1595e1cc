"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { useLiveRefresh } from "@/lib/live/use-live";
import { SceneSelect } from "../../components/scene-select";
import { boardQuery, gatewayBoardQuery } from "../client";
import type { BoardDto, BoardView, GatewayBoardDto } from "../schema";
import { BoardCountStrip } from "./board-counts";
import { BoardTable } from "./board-table";
import { GatewayBoard } from "./gateway-board";
import { BOARD_PATH, KindLinks, ViewLinks } from "./links";

const KEPT = ["sort", "dir", "iDisplayLength", "view", "show", "kind"];
const ONE_ROW = { iDisplayLength: "1" };

export type BoardScreenProps = {
  list: BoardDto;
  gateways: GatewayBoardDto | null;
  view: BoardView;
  /** The recognised parameters of the address. */
  values: Record<string, string>;
  order: { start: number; length: number; sort: string; dir: "asc" | "desc" };
  mayGroup: boolean;
  isManyCustomers: boolean;
  isPlatform: boolean;
  timeZone: string;
  now: number;
};

/**
 * Devices by problem: counts that act as filters, then the list with reasons, or gateways with the devices behind them.
 */
export function BoardScreen(props: BoardScreenProps) {
  const { view, values, order, mayGroup, isManyCustomers, isPlatform, timeZone, now } = props;
  const t = useTranslations("deviceBoard");
  const { view: _view, ...criteria } = values;
  const isGrouped = view === "gateways" && props.gateways !== null;
  const { kind: _kind, sort: _sort, dir: _dir, gatewayId: _gatewayId, ...grouped } = criteria;
  const list = useQuery({
    ...boardQuery(isGrouped ? { ...criteria, ...ONE_ROW } : criteria),
    initialData: props.list,
    initialDataUpdatedAt: now,
  });
  const gateways = useQuery({
    ...gatewayBoardQuery(grouped),
    enabled: isGrouped,
    ...(props.gateways && { initialData: props.gateways, initialDataUpdatedAt: now }),
  });
  useLiveRefresh(
    () => {
      void list.refetch();
      if (isGrouped) void gateways.refetch();
    },
    // With ten thousand devices, changes arrive all the time.
    { windowMs: 3000 },
  );
  const toolbar = (
    <>
      {mayGroup && <ViewLinks values={values} view={view} />}
      {!isGrouped && (
        <>
          <KindLinks values={values} kinds={list.data.kinds} />
          <ExportMenu kind="deviceBoard" query={exportQuery(criteria)} />
        </>
      )}
    </>
  );
  return (
    <PageBody fill>
      <BoardCountStrip values={values} counts={list.data.counts} />
      <SearchBar
        path={BOARD_PATH}
        values={values}
        timeZone={timeZone}
        now={now}
        keep={KEPT}
        criteria={[
          { kind: "text", name: "q", label: t("filter.q"), placeholder: t("filter.qHint") },
          {
            kind: "custom",
            name: "sceneId",
            label: t("filter.sceneId"),
            control: (
              <SceneSelect
                of={isPlatform ? { all: true } : {}}
                chosen={values.sceneId === undefined ? null : Number(values.sceneId)}
              />
            ),
          },
        ]}
      />
      {isGrouped && gateways.data ? (
        <GatewayBoard
          board={gateways.data}
          isFailed={gateways.isError}
          list={{ path: BOARD_PATH, query: values, ...order, total: gateways.data.total }}
          toolbar={toolbar}
          timeZone={timeZone}
          now={now}
        />
      ) : (
        <BoardTable
          key={JSON.stringify(criteria)}
          board={list.data}
          isFailed={list.isError}
          list={{ path: BOARD_PATH, query: values, ...order, total: list.data.total }}
          toolbar={toolbar}
          isManyCustomers={isManyCustomers}
          hasGateways={mayGroup}
          timeZone={timeZone}
          now={now}
        />
      )}
    </PageBody>
  );
}
