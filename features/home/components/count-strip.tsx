"use client";

import { BellOff } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { TONE_TEXT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { Link } from "@/lib/i18n/navigation";
import { formatNumber } from "@/lib/units/format";
import type { HomeOverviewDto, StateCounts } from "../home.schema";

const BOARD = "/databoard/monitoringPoint";
const STATES = [
  { name: "abnormal", tone: "critical" },
  { name: "offline", tone: "offline" },
  { name: "unknown", tone: "offline" },
  { name: "normal", tone: "normal" },
  { name: "stopped", tone: "paused" },
] as const satisfies readonly { name: keyof StateCounts; tone: Tone }[];

/** The number of normal, abnormal and stopped carriers, each linked to its list; fixed and mobile ones separately. */
export function CountStrip({ carriers }: { carriers: NonNullable<HomeOverviewDto["carriers"]> }) {
  const t = useTranslations("home.counts");
  const tStatus = useTranslations("monitoring.summary");
  const locale = useLocale();
  const number = (value: number) => formatNumber(value, locale);
  const { all, fixed, mobile, silenced } = carriers;
  return (
    <nav aria-label={t("label")} className="shrink-0 overflow-hidden rounded-lg border bg-border">
      <ul className="grid grid-cols-4 gap-px xl:grid-cols-8">
        {STATES.map(({ name, tone }) => (
          <Cell
            key={name}
            href={`${BOARD}?status=${name}`}
            count={number(all[name])}
            isNone={all[name] === 0}
            tone={tone}
          >
            <ToneIcon tone={tone} className={cn("size-3.5 max-sm:hidden", all[name] > 0 && TONE_TEXT[tone])} />
            {tStatus(name)}
          </Cell>
        ))}
        <Cell
          href={`${BOARD}?alarmSwitch=silenced`}
          count={number(silenced)}
          isNone={silenced === 0}
          tone="paused"
          guide="alarmSwitch"
        >
          <BellOff aria-hidden="true" className="size-3.5 shrink-0 max-sm:hidden" />
          {t("silenced")}
        </Cell>
        {[
          { name: "fixed" as const, counts: fixed },
          { name: "mobile" as const, counts: mobile },
        ].map(({ name, counts }) => (
          <li key={name} className="flex flex-col bg-card px-2.5 py-1.5 sm:px-3">
            <span className="font-semibold text-2xl tabular-nums leading-7 tracking-tight">{number(counts.total)}</span>
            <span className="text-muted-foreground text-xs leading-tight">
              {t(name)}
              {counts.abnormal > 0 && (
                <span className="text-critical"> · {t("abnormal", { count: counts.abnormal })}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type CellProps = {
  href: string;
  count: string;
  isNone: boolean;
  tone: Tone;
  guide?: string;
  children: React.ReactNode;
};

function Cell({ href, count, isNone, tone, guide, children }: CellProps) {
  return (
    <li className="bg-card" data-guide={guide}>
      <Link
        href={href}
        prefetch={false}
        className="flex h-full flex-col px-2.5 py-1.5 transition-colors hover:bg-row-hover focus-visible:-outline-offset-2 max-sm:px-1.5 sm:px-3"
      >
        <span
          className={cn(
            "font-semibold text-2xl tabular-nums leading-7 tracking-tight",
            isNone ? "text-faint-foreground" : TONE_TEXT[tone],
          )}
        >
          {count}
        </span>
        <span className="flex items-center gap-1 text-muted-foreground text-xs leading-tight">{children}</span>
      </Link>
    </li>
  );
}
