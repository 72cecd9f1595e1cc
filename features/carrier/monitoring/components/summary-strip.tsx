"use client";

import { BellOff } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { listHref } from "@/components/data-table/list-href";
import { cn } from "@/components/ui/cn";
import { TONE_TEXT, type Tone } from "@/components/ui/tone";
import { ToneIcon } from "@/components/ui/tone-icon";
import { Link } from "@/lib/i18n/navigation";
import { formatNumber } from "@/lib/units/format";
import { useSummary } from "../client";
import type { MonitoringSummary } from "../schema";

type Part = { name: keyof MonitoringSummary; tone?: Tone; filter: Record<string, string | null> };

const only = (status: string | null, alarmSwitch: string | null = null) => ({ status, alarmSwitch });
const PARTS: readonly Part[] = [
  { name: "total", filter: only(null) },
  { name: "abnormal", tone: "critical", filter: only("abnormal") },
  { name: "offline", tone: "offline", filter: only("offline") },
  { name: "unknown", tone: "offline", filter: only("unknown") },
  { name: "normal", tone: "normal", filter: only("normal") },
  { name: "stopped", tone: "paused", filter: only("stopped") },
  { name: "silenced", tone: "paused", filter: only(null, "silenced") },
];

type SummaryStripProps = { path: string; values: Readonly<Record<string, string>> };

/** How many carriers are in which state; each count leads to what it counts. */
export function SummaryStrip({ path, values }: SummaryStripProps) {
  const t = useTranslations("monitoring.summary");
  const locale = useLocale();
  const summary = useSummary();
  return (
    <nav aria-label={t("label")} className="shrink-0 overflow-hidden rounded-lg border bg-border">
      <ul className="grid grid-cols-4 gap-px sm:grid-cols-7">
        {PARTS.map(({ name, tone, filter }) => {
          const isCurrent = Object.entries(filter).every(([key, value]) => (values[key] ?? null) === value);
          const count = summary[name];
          return (
            <li
              key={name}
              className="bg-card max-sm:first:col-span-2"
              title={name === "silenced" ? t("hint") : undefined}
            >
              <Link
                href={listHref({ path, query: values }, filter)}
                prefetch={false}
                scroll={false}
                aria-current={isCurrent ? "true" : undefined}
                className={cn(
                  "flex h-full flex-col px-2.5 py-1.5 transition-colors hover:bg-row-hover focus-visible:-outline-offset-2 sm:px-4 xl:flex-row xl:items-baseline xl:gap-2",
                  isCurrent && "bg-primary-soft shadow-[inset_0_-2px_0_var(--primary)] hover:bg-primary-soft",
                )}
              >
                <span
                  className={cn(
                    "font-semibold text-2xl tabular-nums leading-7 tracking-tight",
                    count === 0 ? "text-faint-foreground" : tone && TONE_TEXT[tone],
                  )}
                >
                  {formatNumber(count, locale)}
                </span>
                <span className="flex items-center gap-1 text-muted-foreground text-xs">
                  {name === "silenced" && <BellOff aria-hidden="true" className="size-3.5 shrink-0 max-sm:hidden" />}
                  {tone && name !== "silenced" && (
                    <ToneIcon tone={tone} className={cn("size-3.5 max-sm:hidden", count > 0 && TONE_TEXT[tone])} />
                  )}
                  <span className="line-clamp-2 hyphens-auto break-words leading-tight">{t(name)}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
