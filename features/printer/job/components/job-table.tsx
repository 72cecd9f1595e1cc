"use client";

import { Printer } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import type { ListTable } from "@/components/data-table/list-screen";
import { useRefresh } from "@/components/data-table/use-refresh";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Instant } from "@/components/value/instant";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { ProblemText } from "@/features/print/components/problem-text";
import type { PrintTableProps } from "../../components/printer-table";
import { usePrintRefresh } from "../../printer.client";
import type { JobDto } from "../schema";
import { JobActs } from "./job-acts";
import { StateBadge } from "./state-badge";

// Loaded when it is first opened.
const JobSheet = dynamic(() => import("./job-sheet").then((module) => module.JobSheet), { ssr: false });

/** The jobs with their state, the newest first. */
export function JobTable(props: ListTable<JobDto> & PrintTableProps) {
  const { page, isFiltered, mayPrint, customers, timeZone, now } = props;
  const t = useTranslations("print.job");
  const tContent = useTranslations("printDialog.content");
  const tTable = useTranslations("common.table");
  const refresh = useRefresh();
  usePrintRefresh(refresh);
  const opened = useAddressState("job");
  const list = { ...props.list, total: page.total };
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  const instant = (at: number | null) => (at === null ? "–" : <Instant at={at} now={now} timeZone={timeZone} />);
  return (
    <>
      <DataTable<JobDto>
        id="printJob"
        caption={t("caption")}
        rows={page.items}
        rowId={(row) => String(row.id)}
        rowLabel={({ title }) => title}
        list={list}
        toolbar={<ExportMenu kind="printJob" query={exportQuery(props.list.query)} />}
        columns={[
          {
            ...column("title"),
            priority: 1,
            cell: (row) => (
              <button
                type="button"
                className="text-left font-medium hover:text-primary hover:underline"
                onClick={() => opened.open(String(row.id))}
              >
                {t("titleOf", { title: tContent(row.content), count: row.pages })}
              </button>
            ),
          },
          {
            ...column("state"),
            width: "17rem",
            cell: (row) => (
              <span className="flex flex-col items-start gap-1">
                <StateBadge state={row.state} />
                {row.problem && row.state !== "printed" && (
                  <ProblemText problem={row.problem} detail={row.problemDetail} />
                )}
                {row.nextTryAt !== null && (
                  <span className="text-muted-foreground text-xs">
                    {t("nextTry")} <Instant at={row.nextTryAt} now={now} timeZone={timeZone} />
                  </span>
                )}
              </span>
            ),
          },
          { ...column("printer"), sortable: true, cell: ({ printerName }) => printerName },
          {
            ...column("asked"),
            cell: ({ userName, groupName }) => [userName, groupName].filter(Boolean).join(" · ") || t("byGroup"),
          },
          { ...column("createdAt"), sortable: true, cell: ({ createdAt }) => instant(createdAt) },
          { ...column("endedAt"), sortable: true, cell: ({ endedAt }) => instant(endedAt) },
          { ...column("attempts"), align: "right", hidden: true, cell: ({ attempts }) => attempts },
          { ...column("copies"), align: "right", hidden: true, cell: ({ copies }) => copies },
          ...(customers.length > 1
            ? [{ ...column("customerId"), cell: ({ customerName }: JobDto) => customerName }]
            : []),
          ...(mayPrint
            ? [
                {
                  id: "operation",
                  header: tTable("operations"),
                  kind: "operation" as const,
                  cell: (row: JobDto) => (
                    <span className="flex items-center justify-center gap-1 max-sm:justify-end">
                      <JobActs job={row} onDone={refresh} isSmall />
                    </span>
                  ),
                },
              ]
            : []),
        ]}
        empty={
          <EmptyList
            list={list}
            isFiltered={isFiltered}
            icon={<Printer aria-hidden="true" />}
            title={t("empty")}
            hint={t("emptyHint")}
          />
        }
      />
      {opened.id !== null && (
        <JobSheet
          key={opened.id}
          id={opened.id}
          {...{ mayPrint, timeZone, now }}
          onClose={() => opened.close()}
          onDone={refresh}
        />
      )}
    </>
  );
}
