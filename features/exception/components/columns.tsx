"use client";

import { PanelRightOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import { Button } from "@/components/ui/button";
import { Instant } from "@/components/value/instant";
import type { ExceptionDto } from "../exception.schema";
import { barOf } from "../handling/rules";
import { DurationCell, HandlingCell, PlaceCell, ReasonCell, StateCell, TextCell, WhatCell } from "./cells";
import { SeverityBadge } from "./severity-badge";

type ColumnOptions = {
  now: number;
  timeZone: string;
  mayAcknowledge: boolean;
  hrefOf: (id: number) => string;
  onOpen: (id: number) => void;
  onAcknowledge: (row: ExceptionDto) => void;
};

export function useColumns(options: ColumnOptions): Column<ExceptionDto>[] {
  const { now, timeZone, mayAcknowledge, hrefOf, onOpen, onAcknowledge } = options;
  const t = useTranslations("exception");
  const column = (id: string) => ({ id, header: t(`column.${id}`) });
  return [
    {
      ...column("severity"),
      sortable: true,
      priority: 1,
      cell: (row) => <SeverityBadge severity={row.severity} />,
    },
    {
      ...column("carrierName"),
      sortable: true,
      priority: 1,
      cell: (row) => <PlaceCell row={row} href={hrefOf(row.id)} onOpen={onOpen} />,
    },
    { ...column("what"), cell: (row) => <WhatCell row={row} timeZone={timeZone} /> },
    {
      ...column("startedAt"),
      sortable: true,
      cell: (row) => (
        <Instant at={Date.parse(row.startedAt)} now={now} timeZone={timeZone} className="whitespace-nowrap" />
      ),
    },
    {
      ...column("endedAt"),
      cell: ({ endedAt }) =>
        endedAt === null ? (
          "–"
        ) : (
          <Instant at={Date.parse(endedAt)} now={now} timeZone={timeZone} className="whitespace-nowrap" />
        ),
    },
    { ...column("durationSeconds"), sortable: true, cell: (row) => <DurationCell row={row} now={now} /> },
    { ...column("state"), cell: (row) => <StateCell row={row} /> },
    { ...column("handling"), cell: (row) => <HandlingCell row={row} /> },
    { ...column("reason"), hidden: true, cell: (row) => <ReasonCell row={row} /> },
    { ...column("handledBy"), hidden: true, cell: (row) => row.handledBy ?? "–" },
    { ...column("measures"), hidden: true, cell: (row) => <TextCell text={row.measures} /> },
    { ...column("remark"), hidden: true, cell: (row) => <TextCell text={row.remark} /> },
    {
      id: "operation",
      header: t("column.operation"),
      kind: "operation",
      cell: (row) => (
        <span className="flex items-center justify-end gap-1">
          {mayAcknowledge && barOf("acknowledge", row) === null && (
            <Button size="sm" onClick={() => onAcknowledge(row)}>
              {t("action.acknowledge")}
            </Button>
          )}
          <Button
            size="sm"
            variant="ghost"
            className="sm:w-control-sm sm:px-0"
            aria-label={t("action.detailsOf", { name: row.carrier?.name ?? row.device.name })}
            title={t("action.details")}
            onClick={() => onOpen(row.id)}
          >
            <PanelRightOpen aria-hidden="true" />
            <span className="sm:hidden">{t("action.details")}</span>
          </Button>
        </span>
      ),
    },
  ];
}
