"use client";

import { useTranslations } from "next-intl";
import { TitleCell } from "@/components/data-table/cells";
import type { Column } from "@/components/data-table/column";
import { RowSwitch } from "@/components/data-table/row-switch";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { TRIGGER_PATH } from "../trigger.client";
import type { AlarmTriggerRowDto } from "../trigger.schema";
import { BrokenChannels } from "./broken-channels";
import { useTriggerWordsOf } from "./labels";
import { SeverityMark } from "./severity-mark";

/** Maximum number of conditions written out per row; the others are counted. */
const SHOWN = 3;

type Options = { showsCustomers: boolean; mayEdit: boolean; onCarriers: (trigger: AlarmTriggerRowDto) => void };

/** The columns of alarm triggers. */
export function useColumns({ showsCustomers, mayEdit, onCarriers }: Options): Column<AlarmTriggerRowDto>[] {
  const t = useTranslations("trigger");
  const wordsOf = useTriggerWordsOf();
  const words = wordsOf();
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  return [
    { ...column("name"), sortable: true, priority: 1, cell: (row) => <TitleCell>{row.name}</TitleCell> },
    { ...column("severity"), sortable: true, cell: (row) => <SeverityMark severity={row.severity} /> },
    {
      ...column("isEnabled"),
      cell: (row) =>
        mayEdit ? (
          <RowSwitch
            path={`${TRIGGER_PATH}/${row.id}/enabled`}
            isEnabled={row.isEnabled}
            name={row.name}
            disabled={false}
          />
        ) : (
          <Badge {...(!row.isEnabled && { tone: "paused" as const })}>{t(`enabled.${row.isEnabled}`)}</Badge>
        ),
    },
    {
      ...column("conditions"),
      cell: ({ conditions, customerId }) => {
        const own = wordsOf(customerId);
        return (
          <ul className="flex flex-col gap-0.5 sm:min-w-48 sm:max-w-96">
            {conditions.slice(0, SHOWN).map((one) => (
              <li key={one.id} title={own.notes(one).join(" · ") || undefined} className="wrap-anywhere">
                {own.condition(one)}
              </li>
            ))}
            {conditions.length > SHOWN && (
              <li
                className="text-muted-foreground text-xs"
                title={conditions.slice(SHOWN).map(own.condition).join("\n")}
              >
                {t("more", { count: conditions.length - SHOWN })}
              </li>
            )}
            {conditions.length === 0 && <li className="text-muted-foreground">{t("noConditions")}</li>}
          </ul>
        );
      },
    },
    {
      ...column("calendar"),
      cell: ({ calendar, timeZone }) => (
        <span className="sm:block sm:min-w-20" title={calendar ? timeZone : undefined}>
          {words.calendar(calendar)}
        </span>
      ),
    },
    {
      ...column("told"),
      cell: ({ customerId, plan: [first, ...rest] }) =>
        first ? (
          <span className="flex min-w-0 flex-col sm:min-w-32">
            <span className="wrap-anywhere">
              {first.afterMinutes > 0 && `${words.after(first.afterMinutes)}: `}
              {words.told(first)}
            </span>
            <span className="text-muted-foreground text-xs">
              {[words.channels(first.channels), rest.length > 0 && t("escalations", { count: rest.length })]
                .filter(Boolean)
                .join(" · ")}
            </span>
            <BrokenChannels customerId={customerId} channels={[first, ...rest].flatMap(({ channels }) => channels)} />
          </span>
        ) : (
          <span className="text-muted-foreground">{t("nobody")}</span>
        ),
    },
    {
      ...column("carriers"),
      align: "right",
      cell: (row) => (
        <Button
          variant="link"
          className="tabular-nums touch:-my-3 touch:min-h-11 touch:min-w-11 touch:max-sm:justify-start"
          aria-label={`${row.name}: ${t("bound.open", { count: row.carrierCount })}`}
          onClick={() => onCarriers(row)}
        >
          {row.carrierCount}
        </Button>
      ),
    },
    ...(showsCustomers ? [{ ...column("customer"), cell: (row: AlarmTriggerRowDto) => row.customerName }] : []),
  ];
}
