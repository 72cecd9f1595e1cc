"use client";

import { useLocale, useTranslations } from "next-intl";
import { TitleCell } from "@/components/data-table/cells";
import type { Column } from "@/components/data-table/column";
import { RowSwitch } from "@/components/data-table/row-switch";
import { Badge } from "@/components/ui/badge";
import { formatDay } from "@/lib/datetime/format";
import { formatNumber } from "@/lib/units/format";
import { INVALID_RULE_PATH } from "../invalid.client";
import { LISTED } from "../invalid.rules";
import type { InvalidRuleRowDto, RunDto } from "../invalid.schema";
import { useFigures } from "./figures";

type Options = {
  showsCustomers: boolean;
  mayEdit: boolean;
  typeName: (code: string) => string;
  now: number;
  timeZone: string;
};

/** The columns of the rules for invalid readings. */
export function useColumns({ showsCustomers, mayEdit, typeName, now, timeZone }: Options): Column<InvalidRuleRowDto>[] {
  const t = useTranslations("invalidRule");
  const tMeasure = useTranslations("carrier.measure");
  const locale = useLocale();
  const figuresOf = useFigures();
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  const runText = (run: RunDto) =>
    run.givesBack
      ? t(run.finishedAt === null ? "run.givingBack" : "run.gaveBack", { count: run.takenCount })
      : run.finishedAt === null
        ? t("run.running", { count: run.takenCount })
        : t("run.done", {
            date: formatDay(new Date(run.from), new Date(now), { locale, timeZone }),
            count: run.takenCount,
          });
  return [
    { ...column("name"), sortable: true, priority: 1, cell: (row) => <TitleCell>{row.name}</TitleCell> },
    { ...column("kind"), sortable: true, cell: (row) => <Badge>{t(`kind.${row.kind}`)}</Badge> },
    {
      ...column("figures"),
      cell: (row) => <span className="wrap-anywhere tabular-nums sm:block sm:min-w-32">{figuresOf(row)}</span>,
    },
    { ...column("measure"), sortable: true, cell: (row) => tMeasure(row.measure) },
    {
      ...column("deviceType"),
      cell: ({ deviceTypeCode: code }) => (
        <span className={code ? "wrap-anywhere" : "text-muted-foreground"}>
          {code ? typeName(code) : t("allTypes")}
        </span>
      ),
    },
    {
      ...column("taken"),
      align: "right",
      cell: ({ takenCount }) => (
        <span className="whitespace-nowrap tabular-nums">
          {takenCount > LISTED ? t("taken.more", { count: LISTED }) : formatNumber(takenCount, locale)}
        </span>
      ),
    },
    {
      ...column("run"),
      cell: ({ run }) => (
        <span className={run ? "sm:block sm:min-w-36" : "text-muted-foreground"}>
          {run ? runText(run) : t("run.none")}
        </span>
      ),
    },
    ...(showsCustomers
      ? [
          {
            ...column("customer"),
            cell: (row: InvalidRuleRowDto) => (
              <span className="wrap-anywhere sm:block sm:min-w-28">{row.customerName}</span>
            ),
          },
        ]
      : []),
    {
      ...column("isEnabled"),
      cell: (row) => (
        <RowSwitch
          path={`${INVALID_RULE_PATH}/${row.id}/enabled`}
          isEnabled={row.isEnabled}
          name={row.name}
          disabled={!mayEdit}
        />
      ),
    },
  ];
}
