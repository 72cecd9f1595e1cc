"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import { formatNumber } from "@/lib/units/format";
import { wordingOf } from "../import.rules";
import type { ImportIssueDto } from "../import.schema";

const PAGE = 50;

/** Text for what is wrong with a cell. */
export function useReason() {
  const t = useTranslations("error.rule");
  return (issue: ImportIssueDto): string => {
    const key = wordingOf(issue);
    return t.has(key) ? t(key, { limit: issue.limit ?? 0, other: issue.other ?? "" }) : t("custom");
  };
}

type IssueTableProps = {
  issues: readonly ImportIssueDto[];
  /** Whether there are more issues than are stored. */
  isCut: boolean;
};

/** The bad cells in pages, of one column or all. */
export function IssueTable({ issues, isCut }: IssueTableProps) {
  const t = useTranslations("device-import");
  const reasonOf = useReason();
  const [field, setField] = useState("");
  const [page, setPage] = useState(0);
  const labelOf = (key: string) => (key === "" ? "" : t(`column.${key}`));
  const fields = [...new Set(issues.map((issue) => issue.field))].filter(Boolean);
  const shown = field === "" ? issues : issues.filter((issue) => issue.field === field);
  const rows = shown.slice(page * PAGE, (page + 1) * PAGE);
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {fields.length > 1 && (
          <Select
            aria-label={t("dialog.filter")}
            className="w-64 max-sm:w-full"
            value={field}
            onChange={(event) => {
              setField(event.target.value);
              setPage(0);
            }}
          >
            <option value="">{t("dialog.allColumns")}</option>
            {fields.map((key) => (
              <option key={key} value={key}>
                {labelOf(key)}
              </option>
            ))}
          </Select>
        )}
        {isCut && <p className="text-muted-foreground text-sm">{t("dialog.onlyFirst", { shown: issues.length })}</p>}
        {shown.length > PAGE && <Pager page={page} pages={Math.ceil(shown.length / PAGE)} onPage={setPage} />}
      </div>
      <div className="overflow-hidden rounded-md border">
        <Table>
          <caption className="sr-only">{t("dialog.caption")}</caption>
          <TableHead>
            <tr>
              <TableHeaderCell>{t("report.cell")}</TableHeaderCell>
              <TableHeaderCell className="max-sm:hidden">{t("report.column")}</TableHeaderCell>
              <TableHeaderCell className="max-sm:hidden">{t("report.value")}</TableHeaderCell>
              <TableHeaderCell>{t("report.reason")}</TableHeaderCell>
            </tr>
          </TableHead>
          <TableBody>
            {rows.map((issue) => (
              <TableRow key={`${issue.cell} ${issue.field} ${issue.rule}`} className="[&>td]:py-1.5 [&>td]:align-top">
                <TableCell className="w-16 font-medium">{issue.cell}</TableCell>
                <TableCell className="max-sm:hidden sm:w-44">{labelOf(issue.field)}</TableCell>
                <TableCell className="max-w-52 break-words max-sm:hidden">
                  <Value text={issue.value} />
                </TableCell>
                <TableCell>
                  <p className="flex flex-wrap gap-x-2 text-muted-foreground sm:hidden">
                    {labelOf(issue.field)} <Value text={issue.value} />
                  </p>
                  {reasonOf(issue)}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
    </div>
  );
}

function Value({ text = "" }: { text?: string | undefined }) {
  const t = useTranslations("device-import.dialog");
  if (text === "") return <span className="text-faint-foreground">{t("empty")}</span>;
  return <span className="wrap-anywhere min-w-0">{text.length > 120 ? `${text.slice(0, 120)}…` : text}</span>;
}

function Pager({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const t = useTranslations("common.pagination");
  const locale = useLocale();
  return (
    <nav aria-label={t("label")} className="ml-auto flex items-center gap-1">
      <Button
        variant="ghost"
        size="icon"
        aria-label={t("previous")}
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft aria-hidden="true" />
      </Button>
      <span className="px-2 text-sm tabular-nums">
        {formatNumber(page + 1, locale)} / {formatNumber(pages, locale)}
      </span>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t("next")}
        disabled={page + 1 >= pages}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  );
}
