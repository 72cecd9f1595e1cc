import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Column } from "@/components/data-table/column";
import { Age } from "@/components/value/age";
import type { MonitoringPointDto } from "../monitoring.schema";
import { OtherCell, PlaceCell, StatusCell, ValuesCell } from "./cells";
import { RowLinks } from "./links";
import { PointSwitch } from "./point-switch";

export type Rights = { switchAlarm: boolean; history: boolean; exceptions: boolean; carrier: boolean };

type ColumnOptions = { now: number; rights: Rights; onSwitch: (id: number) => void };

/** The columns of the table; each cell subscribes to its own point. */
export function useColumns({ now, rights, onSwitch }: ColumnOptions): Column<MonitoringPointDto>[] {
  const t = useTranslations("monitoring.column");
  const tType = useTranslations("carrier.type");
  return [
    {
      id: "name",
      header: t("name"),
      sortable: true,
      priority: 1,
      // A wide table has room for the place; beside the exceptions, the reasons need it.
      width: "clamp(12rem, 40cqi - 10rem, 24rem)",
      cell: (point) => <PlaceCell point={point} mayOpen={rights.carrier} />,
    },
    {
      id: "worst",
      header: t("status"),
      sortable: true,
      cell: ({ id }) => <StatusCell id={id} now={now} links={rights.exceptions} />,
    },
    {
      id: "temperature",
      header: t("temperature"),
      width: "11rem",
      cell: ({ id }) => (
        <OneLine>
          <ValuesCell id={id} now={now} measure="temperature" />
        </OneLine>
      ),
    },
    {
      id: "humidity",
      header: t("humidity"),
      width: "6rem",
      cell: ({ id }) => (
        <OneLine>
          <ValuesCell id={id} now={now} measure="humidity" ageBeside="temperature" />
        </OneLine>
      ),
    },
    { id: "other", header: t("other"), width: "5.5rem", cell: ({ id }) => <OtherCell id={id} now={now} /> },
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
      width: "4rem",
      align: "center",
      cell: ({ id }) => <PointSwitch id={id} now={now} onSwitch={rights.switchAlarm ? onSwitch : undefined} />,
    },
    {
      id: "operation",
      header: t("operation"),
      width: "4.5rem",
      kind: "operation",
      cell: ({ id }) => <RowLinks id={id} rights={rights} />,
    },
  ];
}

/** A value and its age stay in one line; the column grows with them. */
const OneLine = ({ children }: { children: ReactNode }) => (
  <span className="sm:[&_.live-value]:flex-nowrap">{children}</span>
);

function LastAt({ point, now }: { point: MonitoringPointDto; now: number }) {
  const at = Math.max(0, ...point.probes.map((probe) => probe.at ?? 0));
  return at > 0 ? <Age at={at} now={now} /> : <>–</>;
}
