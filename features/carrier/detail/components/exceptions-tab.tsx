"use client";

import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import { ButtonLink } from "@/components/layout/button-link";
import { Instant } from "@/components/value/instant";
import type { ExceptionDto } from "@/features/exception/exception.schema";
import type { Page } from "@/lib/resource/list-query";
import type { CarrierDetailView } from "../detail.schema";
import { Acknowledgement } from "./acknowledgement";
import { listOf } from "./address";
import { Duration, SeverityLabel, StateLabel, WhatLink } from "./exception-labels";

type ExceptionsTabProps = { view: CarrierDetailView; page: Page<ExceptionDto> };

/** The carrier's exceptions, newest first; each links to its record. */
export function ExceptionsTab({ view, page }: ExceptionsTabProps) {
  const { carrier, now, timeZone } = view;
  const t = useTranslations("carrier-detail.exceptions");
  const tColumn = useTranslations("exception.column");
  const list = listOf(view, page.total);
  const columns: Column<ExceptionDto>[] = [
    { id: "what", header: tColumn("what"), priority: 1, cell: (row) => <WhatLink row={row} timeZone={timeZone} /> },
    { id: "severity", header: tColumn("severity"), cell: (row) => <SeverityLabel severity={row.severity} /> },
    {
      id: "startedAt",
      header: tColumn("startedAt"),
      cell: (row) => <Instant at={Date.parse(row.startedAt)} now={now} timeZone={timeZone} />,
    },
    { id: "durationSeconds", header: tColumn("durationSeconds"), cell: (row) => <Duration row={row} now={now} /> },
    { id: "state", header: tColumn("state"), cell: (row) => <StateLabel row={row} /> },
    ...(view.rights.acknowledge
      ? [
          {
            id: "operation",
            header: tColumn("operation"),
            kind: "operation" as const,
            cell: (row: ExceptionDto) =>
              row.acknowledgedAt === null && <Acknowledgement row={row} mayAcknowledge now={now} timeZone={timeZone} />,
          },
        ]
      : []),
  ];
  return (
    <DataTable
      id="carrier-exceptions"
      caption={t("caption", { name: carrier.name })}
      columns={columns}
      rows={page.items}
      rowId={(row) => String(row.id)}
      rowLabel={(row) => String(row.id)}
      list={list}
      toolbar={
        <ButtonLink href={`/abnormal/dataex?carrierId=${carrier.id}`} prefetch={false}>
          <ExternalLink aria-hidden="true" />
          {t("records")}
        </ButtonLink>
      }
      empty={<EmptyList list={list} isFiltered={false} title={t("none")} hint={t("noneHint")} />}
    />
  );
}
