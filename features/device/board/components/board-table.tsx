import { Cpu } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { Column, ListState } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import { Alert } from "@/components/ui/alert";
import { Age } from "@/components/value/age";
import { CalibrationCell, CarriersCell, GatewayCell, HealthCell, NameCell, ValuesCell } from "../../components/cells";
import type { BoardDto, BoardRow } from "../schema";
import { ReasonList } from "./reason-list";

export type BoardListProps = {
  /** Whether the last refresh failed, so that the rows are older. */
  isFailed: boolean;
  list: ListState & { query: Readonly<Record<string, string>> };
  toolbar: ReactNode;
  timeZone: string;
  now: number;
};

type BoardTableProps = BoardListProps & { board: BoardDto; isManyCustomers: boolean; hasGateways: boolean };

/** Devices with their reasons. Rows do not move while the pointer or the focus is in the table. */
export function BoardTable({ board, isFailed, list, toolbar, ...props }: BoardTableProps) {
  const t = useTranslations("deviceBoard");
  const columns = useBoardColumns(props);
  const frame = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState<readonly BoardRow[]>(board.items);
  useLayoutEffect(() => {
    setRows((shown) => (isHeld(frame.current) ? inPlace(shown, board.items) : board.items));
  }, [board.items]);
  const isFiltered = ["q", "sceneId", "kind", "show", "gatewayId"].some((name) => list.query[name]);
  return (
    <div ref={frame} className="flex min-h-0 grow flex-col">
      {isFailed && (
        <Alert tone="warning" className="mb-2">
          {t("outdated")}
        </Alert>
      )}
      <DataTable
        id="deviceBoard"
        caption={t("caption")}
        columns={columns}
        rows={rows}
        rowId={({ id }) => String(id)}
        rowLabel={({ name }) => name}
        list={list}
        toolbar={toolbar}
        empty={
          <EmptyList
            list={list}
            isFiltered={isFiltered}
            icon={<Cpu aria-hidden="true" />}
            title={t("empty.title")}
            hint={t("empty.text")}
          />
        }
      />
    </div>
  );
}

/** Whether the pointer or the focus is inside; touch leaves no hover state. */
const isHeld = (frame: HTMLElement | null): boolean =>
  frame !== null &&
  (frame.matches(":focus-within") || (frame.matches(":hover") && window.matchMedia("(hover: hover)").matches));

/** The rows in their present order, with new data for those that are still on the page. */
const inPlace = (rows: readonly BoardRow[], news: readonly BoardRow[]): readonly BoardRow[] => {
  const byId = new Map(news.map((row) => [row.id, row]));
  return rows.map((row) => byId.get(row.id) ?? row);
};

type ColumnOptions = Pick<BoardTableProps, "isManyCustomers" | "hasGateways" | "timeZone" | "now">;

function useBoardColumns({ isManyCustomers, hasGateways, timeZone, now }: ColumnOptions): Column<BoardRow>[] {
  const t = useTranslations("deviceBoard.column");
  const tColumn = useTranslations("device.column");
  const tDevice = useTranslations("device");
  const customer: Column<BoardRow> = {
    id: "customerName",
    header: tColumn("customerName"),
    cell: (row) => <span className="line-clamp-2 break-words sm:min-w-20 sm:max-w-36">{row.customerName}</span>,
  };
  return [
    {
      id: "name",
      header: tColumn("name"),
      sortable: true,
      priority: 1,
      cell: (row) => <NameCell row={row} now={now} timeZone={timeZone} />,
    },
    ...(isManyCustomers ? [customer] : []),
    {
      id: "kind",
      header: t("kind"),
      cell: (row) => (
        <span className="flex flex-col sm:min-w-20">
          {tDevice(`kind.${row.kind}`)}
          <span className="line-clamp-2 text-faint-foreground text-xs" title={row.typeName}>
            {row.typeName}
          </span>
        </span>
      ),
    },
    {
      id: "worst",
      header: t("reason"),
      sortable: true,
      cell: (row) => <ReasonList device={row} now={now} timeZone={timeZone} />,
    },
    {
      id: "lastSeenAt",
      header: tColumn("lastSeenAt"),
      sortable: true,
      cell: (row) =>
        row.lastSeenAt === null ? (
          <span className="text-faint-foreground">{tDevice("never")}</span>
        ) : (
          <Age at={row.lastSeenAt} now={now} timeZone={timeZone} className="whitespace-nowrap" />
        ),
    },
    { id: "values", header: tColumn("values"), cell: (row) => <ValuesCell row={row} now={now} /> },
    { id: "health", header: tColumn("health"), cell: (row) => <HealthCell row={row} /> },
    { id: "gateway", header: tColumn("gateway"), cell: (row) => <GatewayCell row={row} links={hasGateways} /> },
    { id: "carriers", header: tColumn("carriers"), cell: (row) => <CarriersCell row={row} /> },
    {
      id: "calibrationDueOn",
      header: tColumn("calibrationDueOn"),
      hidden: true,
      priority: 3,
      cell: (row) => <CalibrationCell row={row} now={now} timeZone={timeZone} />,
    },
  ];
}
