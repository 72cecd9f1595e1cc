import { useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import { Age } from "@/components/ui/age";
import type { MonitoringPointDto } from "../schema";
import { OtherCell, PlaceCell, StatusCell, ValuesCell } from "./cells";
import { RowLinks } from "./links";
import { PointSwitch } from "./point-switch";

export type Rights = { switchAlarm: boolean; history: boolean; exceptions: boolean };

type ColumnOptions = { now: number; rights: Rights; onSwitch: (id: number) => void };

/** The columns of the table; each cell follows its own point. */
export function useColumns({ now, rights, onSwitch }: ColumnOptions): Column<MonitoringPointDto>[] {
  const t = useTranslations("monitoring.column");
  const tType = useTranslations("carrier.type");
  return [
    { id: "name", header: t("name"), sortable: true, priority: 1, cell: (point) => <PlaceCell point={point} /> },
    {
      id: "worst",
      header: t("status"),
      sortable: true,
      width: "18rem",
      cell: ({ id }) => <StatusCell id={id} now={now} links={rights.exceptions} />,
    },
    {
      id: "temperature",
      header: t("temperature"),
      width: "11rem",
      cell: ({ id }) => <ValuesCell id={id} now={now} measures={["temperature"]} />,
    },
    {
      id: "humidity",
      header: t("humidity"),
      width: "11rem",
      cell: ({ id }) => <ValuesCell id={id} now={now} measures={["humidity"]} />,
    },
    { id: "other", header: t("other"), width: "7rem", cell: ({ id }) => <OtherCell id={id} now={now} /> },
    { id: "type", header: t("type"), sortable: true, hidden: true, priority: 3, cell: ({ type }) => tType(type) },
    {
      id: "lastAt",
      header: t("lastAt"),
      sortable: true,
      hidden: true,
      priority: 3,
      cell: (point) => <LastAt point={point} now={now} />,
    },
    {
      id: "alarmSwitch",
      header: t("alarmSwitch"),
      width: "5rem",
      align: "center",
      cell: ({ id }) => <PointSwitch id={id} now={now} onSwitch={rights.switchAlarm ? onSwitch : undefined} />,
    },
    {
      id: "operation",
      header: t("operation"),
      width: "6rem",
      kind: "operation",
      cell: ({ id }) => <RowLinks id={id} rights={rights} />,
    },
  ];
}

function LastAt({ point, now }: { point: MonitoringPointDto; now: number }) {
  const at = Math.max(0, ...point.probes.map((probe) => probe.at ?? 0));
  return at > 0 ? <Age at={at} now={now} /> : <>–</>;
}
