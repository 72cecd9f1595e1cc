"use client";

import { Download, Trash2, X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { Progress } from "@/components/ui/progress";
import { Stamp } from "@/components/value/stamp";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import type { DownloadState } from "@/db/file-enums";
import { filePath } from "../download.rules";
import type { DownloadDto } from "../download.schema";

const TONES: Record<DownloadState, Tone> = { generating: "offline", generated: "normal", failed: "critical" };

type ColumnOptions = {
  timeZone: string;
  isForSeveral: boolean;
  /** Percent of a file that is being made. */
  progressOf: (row: DownloadDto) => number;
  onCancel: (row: DownloadDto) => void;
  onRemove: ((row: DownloadDto) => void) | undefined;
};

const ICON = "sm:w-control-sm sm:px-0";

export function useColumns(options: ColumnOptions): Column<DownloadDto>[] {
  const t = useTranslations("download");
  const format = useFormatter();
  const { timeZone, isForSeveral, progressOf, onCancel, onRemove } = options;
  const column = (id: string) => ({ id, header: t(`column.${id}` as never) });
  const sizeOf = (bytes: number) => {
    const [unit, divisor] = bytes < 1e6 ? (["kilobyte", 1e3] as const) : (["megabyte", 1e6] as const);
    return format.number(bytes / divisor, { style: "unit", unit, maximumFractionDigits: 1 });
  };
  const state = (row: DownloadDto) => {
    const percent = progressOf(row);
    return (
      <span className="flex flex-col gap-1">
        <StateBadge plain tone={row.failure === "cancelled" ? "offline" : TONES[row.state]}>
          {row.failure ? t(`failure.${row.failure}`) : t(`state.${row.state}`)}
          {row.state === "generating" && <span className="tabular-nums">{percent} %</span>}
        </StateBadge>
        {row.state === "generating" && <Progress label={row.name} value={percent} className="max-w-32" />}
      </span>
    );
  };
  const operations = (row: DownloadDto) => (
    <span className="flex items-center justify-center gap-1 max-sm:flex-wrap max-sm:justify-end">
      {row.state === "generated" && (
        <a
          href={filePath(row.key)}
          download
          aria-label={t("action.takeOf", { name: row.name })}
          title={t("action.take")}
          className={cn(buttonVariants({ size: "sm", variant: "ghost" }), ICON)}
        >
          <Download aria-hidden="true" />
          <span className="sm:hidden">{t("action.take")}</span>
        </a>
      )}
      {row.state === "generating" && (
        <Button
          size="sm"
          variant="ghost"
          className={ICON}
          aria-label={t("action.cancelOf", { name: row.name })}
          title={t("action.cancel")}
          onClick={() => onCancel(row)}
        >
          <X aria-hidden="true" />
          <span className="sm:hidden">{t("action.cancel")}</span>
        </Button>
      )}
      {onRemove && row.state !== "generating" && (
        <Button
          size="sm"
          variant="ghost"
          className={cn("hover:bg-critical-soft hover:text-critical", ICON)}
          aria-label={t("action.removeOf", { name: row.name })}
          title={t("action.remove")}
          onClick={() => onRemove(row)}
        >
          <Trash2 aria-hidden="true" />
          <span className="sm:hidden">{t("action.remove")}</span>
        </Button>
      )}
    </span>
  );
  return [
    {
      ...column("name"),
      priority: 1,
      sortable: true,
      cell: (row) => (
        <span className="wrap-anywhere line-clamp-2 font-medium sm:min-w-48" title={row.fileName}>
          {row.name}
        </span>
      ),
    },
    { ...column("format"), cell: (row) => t(`format.${row.format}`) },
    { ...column("state"), cell: state },
    { ...column("rows"), align: "right", cell: (row) => (row.state === "generated" ? format.number(row.rows) : "") },
    { ...column("size"), align: "right", cell: (row) => (row.size === null ? "" : sizeOf(row.size)) },
    { ...column("createdAt"), sortable: true, cell: (row) => <Stamp at={row.createdAt} timeZone={timeZone} /> },
    { ...column("expiresAt"), cell: (row) => row.expiresAt && <Stamp at={row.expiresAt} timeZone={timeZone} /> },
    { ...column("taken"), priority: 3, cell: (row) => t("taken", { count: row.takenCount }) },
    {
      ...column("sha256"),
      priority: 3,
      cell: (row) =>
        row.sha256 && (
          <code title={row.sha256} className="text-muted-foreground text-xs">
            {row.sha256.slice(0, 12)}…
          </code>
        ),
    },
    ...(isForSeveral ? [{ ...column("customer"), cell: (row: DownloadDto) => row.customerName }] : []),
    { ...column("operation"), kind: "operation", cell: operations },
  ];
}
