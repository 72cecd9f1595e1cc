"use client";

import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import { Instant } from "@/components/value/instant";
import { actorText, changesOf, fieldText, type Look, operationText } from "@/features/audit/audit.rules";
import { formatStamp } from "@/lib/datetime/format";
import { valueText } from "@/lib/i18n/value-text";
import type { Page } from "@/lib/resource/list-query";
import type { CarrierDetailView, OperationDto } from "../detail.schema";
import { listOf } from "./address";

type OperationsTabProps = { view: CarrierDetailView; page: Page<OperationDto> };

/** Who changed what on the carrier, newest first, with the values before and after. */
export function OperationsTab({ view, page }: OperationsTabProps) {
  const { carrier, now, timeZone } = view;
  const t = useTranslations("carrier-detail.operations");
  const look = useTranslations("audit") as unknown as Look;
  const list = listOf(view, page.total);
  const columns: Column<OperationDto>[] = [
    {
      id: "operation",
      header: look("column.operation"),
      priority: 1,
      cell: (row) => <span className="font-medium">{operationText(look, row.operation, "carrier")}</span>,
    },
    {
      id: "at",
      header: look("column.at"),
      cell: (row) => <Instant at={Date.parse(row.at)} now={now} timeZone={timeZone} className="whitespace-nowrap" />,
    },
    {
      id: "operator",
      header: look("column.operator"),
      cell: (row) => (
        <span className="break-words">
          {actorText(look, row)}
          {row.actorType !== "user" && row.actorType !== "system" && row.actorName && (
            <span className="block text-faint-foreground text-xs">{look(`actor.${row.actorType}`)}</span>
          )}
        </span>
      ),
    },
    { id: "changes", header: t("changes"), width: "50%", cell: (row) => <Changes row={row} timeZone={timeZone} /> },
  ];
  return (
    <DataTable
      id="carrier-operations"
      caption={t("caption", { name: carrier.name })}
      columns={columns}
      rows={page.items}
      rowId={(row) => String(row.id)}
      rowLabel={(row) => String(row.id)}
      list={list}
      empty={<EmptyList list={list} isFiltered={false} title={t("none")} hint={t("noneHint")} />}
    />
  );
}

/** Longer lists of fields are collapsed; a new carrier has all of them. */
const SHOWN = 4;

function Changes({ row, timeZone }: { row: OperationDto; timeZone: string }) {
  const t = useTranslations("carrier-detail.operations");
  const look = useTranslations("audit") as unknown as Look;
  const words = useValueWords(timeZone);
  const changes = changesOf(row.oldValues, row.newValues).filter(
    ({ old, new: after }) => words(null, old) !== words(null, after),
  );
  const lines = changes.map(({ field, old, new: after }) => (
    <li key={field} className="min-w-0 break-words">
      <span className="text-muted-foreground">{fieldText(look, field)}: </span>
      {row.oldValues !== null && (
        <>
          <span className="text-muted-foreground">{words(field, old)}</span>
          {row.newValues !== null && (
            <ArrowRight role="img" aria-label="→" className="mx-1 inline size-3 text-faint-foreground" />
          )}
        </>
      )}
      {row.newValues !== null && <span>{words(field, after)}</span>}
    </li>
  ));
  return (
    <div className="flex min-w-0 flex-col gap-0.5 py-1 text-xs">
      {lines.length > 0 && <ul className="flex flex-col gap-0.5">{lines.slice(0, SHOWN)}</ul>}
      {lines.length > SHOWN && (
        <details>
          <summary className="cursor-pointer text-primary touch:py-2">
            {t("more", { count: lines.length - SHOWN })}
          </summary>
          <ul className="mt-0.5 flex flex-col gap-0.5">{lines.slice(SHOWN)}</ul>
        </details>
      )}
      {row.reason && (
        <p className="break-words">
          <span className="text-muted-foreground">{t("reason")}: </span>
          {row.reason}
        </p>
      )}
      {lines.length === 0 && !row.reason && <span className="text-faint-foreground">–</span>}
    </div>
  );
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const CHOICES: Record<string, string> = {
  status: "statusChoice",
  alarmSwitch: "alarm.position",
  position: "alarm.position",
  mode: "mode",
  workMode: "workMode",
  bearingType: "bearingType",
  type: "type",
};

/** Formats an audited value: labels for enumerations, times in the user's zone, other values as they are. */
function useValueWords(timeZone: string) {
  const look = useTranslations("audit") as unknown as Look;
  const t = useTranslations("carrier");
  const measureOf = (value: unknown) => {
    const key = `measure.${String(value)}`;
    return t.has(key) ? t(key) : String(value);
  };
  return function words(field: string | null, value: unknown): string {
    if (typeof value === "boolean") return look(`value.${value}`);
    if (typeof value === "string" && INSTANT.test(value))
      return formatStamp(new Date(value), { timeZone }).slice(0, 19);
    if (field === "measures" && Array.isArray(value)) return value.map(measureOf).join(", ");
    if (field === "zones" && Array.isArray(value))
      return value.map(({ measure, zoneId }) => `${measureOf(measure)}: ${zoneId}`).join(", ") || "–";
    const choice = field && typeof value === "string" && CHOICES[field];
    if (choice && t.has(`${choice}.${value}`)) return t(`${choice}.${value}`);
    return valueText(value);
  };
}
