import { Route } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import { RowMenu } from "@/components/data-table/row-menu";
import { Age } from "@/components/value/age";
import { Link } from "@/lib/i18n/navigation";
import type { CarrierRowDto } from "../carrier.schema";
import { RowLinks } from "../monitoring/components/links";
import { PointSwitch } from "../monitoring/components/point-switch";
import { FIRST_ICON, type Rights, useActions, type Verb, verbsOfRow } from "./actions";
import { AbnormalityCell, LiveCell, NameCell, StatusCell } from "./cells";

type ColumnOptions = {
  now: number;
  timeZone: string;
  rights: Rights;
  onOpen: (id: number) => void;
  onAction: (verb: Verb, rows: readonly CarrierRowDto[]) => void;
};

const dash = <span className="text-faint-foreground">–</span>;

/** The columns of the list; live cells subscribe to their own point. */
export function useColumns({ now, timeZone, rights, onOpen, onAction }: ColumnOptions): Column<CarrierRowDto>[] {
  const t = useTranslations("carrier");
  const actionsOf = useActions();
  const column = (id: string, header = id) => ({ id, header: t(`column.${header}`) });
  return [
    {
      ...column("name"),
      sortable: true,
      priority: 1,
      width: "14rem",
      cell: (row) => <NameCell row={row} />,
    },
    { ...column("status"), sortable: true, cell: ({ id }) => <StatusCell id={id} now={now} /> },
    { ...column("worst", "abnormality"), sortable: true, cell: ({ id }) => <AbnormalityCell id={id} now={now} /> },
    { ...column("values"), width: "11rem", cell: ({ id }) => <LiveCell id={id} now={now} /> },
    {
      ...column("alarmSwitch"),
      width: "5rem",
      align: "center",
      cell: ({ id, ...row }) => (
        <PointSwitch
          id={id}
          now={now}
          {...(rights.switchAlarm && { onSwitch: () => onAction("alarm", [{ id, ...row }]) })}
        />
      ),
    },
    {
      ...column("trigger"),
      sortable: true,
      cell: ({ trigger }) =>
        trigger ? (
          <span title={trigger.name} className="line-clamp-2 break-words sm:min-w-20">
            {trigger.name}
          </span>
        ) : (
          dash
        ),
    },
    {
      ...column("devices"),
      align: "right",
      width: "4.5rem",
      cell: ({ deviceCount }) => (
        <span className={deviceCount === 0 ? "text-faint-foreground" : ""}>{deviceCount}</span>
      ),
    },
    {
      ...column("mode"),
      sortable: true,
      cell: ({ mode }) => <span className="whitespace-nowrap">{t(`mode.${mode}`)}</span>,
    },
    {
      ...column("workMode"),
      hidden: true,
      priority: 3,
      cell: ({ workMode }) => <span className="whitespace-nowrap">{t(`workMode.${workMode}`)}</span>,
    },
    {
      ...column("bearingType"),
      hidden: true,
      priority: 3,
      cell: ({ bearingType }) =>
        bearingType ? <span className="whitespace-nowrap">{t(`bearingType.${bearingType}`)}</span> : dash,
    },
    {
      ...column("lastAt"),
      sortable: true,
      hidden: true,
      cell: ({ lastAt }) =>
        lastAt === null ? dash : <Age at={lastAt} now={now} timeZone={timeZone} className="whitespace-nowrap" />,
    },
    {
      ...column("traceable"),
      hidden: true,
      priority: 3,
      cell: ({ isTraceable }) => t(`yesNo.${isTraceable ? "yes" : "no"}`),
    },
    {
      ...column("operation"),
      kind: "operation",
      width: "8rem",
      cell: (row) => (
        <span className="flex items-center justify-end gap-1">
          <RowLinks id={row.id} rights={rights} />
          {rights.history && row.type === "vehicle" && (
            <Link
              href={`/traceDetail?id=${row.id}`}
              target="_blank"
              prefetch={false}
              aria-label={t("deed.traceOf", { name: row.name })}
              title={t("deed.trace")}
              className="row-action"
            >
              <Route aria-hidden="true" className="size-4" />
            </Link>
          )}
          {rights.edit && (
            <RowMenu
              first={{
                icon: FIRST_ICON,
                label: t("deed.open"),
                labelOf: t("deed.openOf", { name: row.name }),
                onClick: () => onOpen(row.id),
              }}
              moreLabel={t("deed.moreOf", { name: row.name })}
              actions={actionsOf(verbsOfRow(row, rights))}
              onAction={(verb) => onAction(verb, [row])}
            />
          )}
        </span>
      ),
    },
  ];
}
