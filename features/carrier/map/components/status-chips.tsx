"use client";

import { useLocale, useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { TONE_TEXT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { formatNumber } from "@/lib/units/format";
import { MONITOR_STATUSES, type MonitorStatus } from "../../monitoring/point-state.rules";
import type { StatusCounts } from "../rules";

const TONE: Record<MonitorStatus, Tone> = {
  abnormal: "critical",
  offline: "offline",
  unknown: "offline",
  normal: "normal",
  stopped: "paused",
};

type StatusChipsProps = {
  counts: StatusCounts;
  total: number;
  status: MonitorStatus | null;
  onChange: (status: MonitorStatus | null) => void;
};

/** The number of carriers on the map per state; each chip filters by its state. */
export function StatusChips({ counts, total, status, onChange }: StatusChipsProps) {
  const t = useTranslations("carrierMap");
  const locale = useLocale();
  const chip = (name: MonitorStatus | null, count: number) => (
    <button
      key={name ?? "all"}
      type="button"
      aria-pressed={name === status}
      onClick={() => onChange(name)}
      className={cn(
        "inline-flex h-control-sm items-center gap-1.5 whitespace-nowrap rounded-full border bg-card px-2.5 text-sm transition-colors hover:bg-row-hover",
        name === status && "border-primary bg-primary-soft text-primary-soft-foreground hover:bg-primary-soft",
      )}
    >
      {name && <ToneIcon tone={TONE[name]} className={cn("size-3.5", count > 0 && TONE_TEXT[TONE[name]])} />}
      {t(name ? `status.${name}` : "all")}
      <span className="font-semibold tabular-nums">{formatNumber(count, locale)}</span>
    </button>
  );
  return (
    <fieldset
      aria-label={t("byStatus")}
      className="flex min-w-0 shrink-0 gap-1.5 overflow-x-auto p-0.5 [scrollbar-width:none]"
    >
      {chip(null, total)}
      {MONITOR_STATUSES.filter((name) => counts[name] > 0 || name === "abnormal" || name === status).map((name) =>
        chip(name, counts[name]),
      )}
    </fieldset>
  );
}
