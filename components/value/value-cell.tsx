"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { formatAge, formatDuration } from "@/lib/datetime/format";
import { TONE_TEXT, type Tone } from "./tone";
import { ToneIcon } from "./tone-icon";
import { UnconfirmedValue } from "./unconfirmed-value";
import { useNow } from "./use-now";

export type Trend = "rising" | "falling" | "steady";

export type ValueCellProps = {
  /** The displayed number, from `formatReading`. */
  value: string;
  unit?: string;
  /** Colours the number and shows the icon of the state before it; `normal` shows neither. */
  tone?: Tone;
  /** The state in words, for screen readers. */
  toneLabel?: string;
  trend?: Trend;
  /** When it was measured, in epoch milliseconds. */
  at?: number;
  /** The server's clock at render time. */
  now: number;
  staleAfterMs?: number;
  size?: "md" | "lg";
  /** False if the age is shown beside it. */
  hasAge?: boolean;
  /** A newer, unconfirmed value with its unit. */
  unconfirmed?: string | undefined;
  className?: string;
};

const MINUTE_MS = 60_000;

const TREND_PATH: Record<Trend, string> = {
  rising: "M3 9 9 3M4.5 3H9v4.5",
  falling: "M3 3l6 6M4.5 9H9V4.5",
  steady: "M2 6h8M7 3l3 3-3 3",
};

/**
 * A live value: number, smaller unit, trend and age. A stale value is grey with its age. An unconfirmed value is shown
 * below.
 */
export function ValueCell({ unconfirmed, className, ...props }: ValueCellProps) {
  if (unconfirmed === undefined) return <LiveValue {...props} className={className} />;
  return (
    <span className={cn("inline-flex flex-col items-start", className)}>
      <LiveValue {...props} />
      <UnconfirmedValue value={unconfirmed} />
    </span>
  );
}

function LiveValue(props: Omit<ValueCellProps, "unconfirmed" | "className"> & { className?: string | undefined }) {
  const { value, unit, tone, toneLabel, trend, at, now, staleAfterMs, size = "md", hasAge = true, className } = props;
  const t = useTranslations("common.value");
  const locale = useLocale();
  const current = useNow(now);
  const [shown, setShown] = useState({ value, changes: 0 });
  if (shown.value !== value) setShown({ value, changes: shown.changes + 1 });

  const age = at === undefined ? undefined : Math.max(0, current - at);
  const stale = age !== undefined && staleAfterMs !== undefined && age > staleAfterMs;
  const coloured = !stale && tone !== undefined && tone !== "normal";
  return (
    <span className={cn("live-value", className)}>
      <span
        key={shown.changes}
        className={cn(
          "live-number",
          shown.changes > 0 && "animate-value-flash",
          coloured && TONE_TEXT[tone],
          stale && "text-faint-foreground",
        )}
      >
        {coloured && size === "lg" && <ToneIcon tone={tone} className="size-5 self-center" />}
        {coloured && toneLabel && <span className="sr-only">{toneLabel}</span>}
        <span className={cn("font-semibold", size === "lg" ? "text-3xl tracking-tight" : "text-base")}>{value}</span>
        {unit && (
          <span
            className={cn("font-normal", size === "lg" ? "text-lg" : "text-xs", !coloured && "text-muted-foreground")}
          >
            {unit}
          </span>
        )}
        {/* After the number, so that the numbers of a column align. */}
        {coloured && size === "md" && <ToneIcon tone={tone} className="size-3.5 self-center" />}
      </span>
      {trend && !stale && (
        <svg
          role="img"
          aria-label={t(trend)}
          viewBox="0 0 12 12"
          className={cn("shrink-0 self-center text-muted-foreground", size === "lg" ? "size-4" : "size-3")}
        >
          <path d={TREND_PATH[trend]} fill="none" stroke="currentColor" strokeWidth="1.25" strokeLinecap="round" />
        </svg>
      )}
      {at !== undefined && age !== undefined && hasAge && (
        <time
          dateTime={new Date(at).toISOString()}
          suppressHydrationWarning
          className={cn("text-xs", stale ? "font-medium text-offline" : "text-faint-foreground")}
        >
          {stale
            ? t("stale", { age: formatDuration(age - (age % MINUTE_MS) || age, locale) })
            : formatAge(new Date(at), new Date(current), locale)}
        </time>
      )}
    </span>
  );
}
