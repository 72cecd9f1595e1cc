"use client";

import { useLocale } from "next-intl";
import { formatAge, formatStamp } from "@/lib/datetime/format";
import { useNow } from "./use-now";

type AgeProps = { at: number; now: number; timeZone?: string; className?: string };

/** The age of an instant, such as `3 min ago`, updated automatically; `now` is the server's clock at render time. */
export function Age({ at, now, timeZone, className }: AgeProps) {
  const locale = useLocale();
  const current = useNow(now);
  const instant = new Date(at);
  return (
    <time
      dateTime={instant.toISOString()}
      title={timeZone && formatStamp(instant, { timeZone })}
      className={className}
      suppressHydrationWarning
    >
      {formatAge(instant, new Date(current), locale)}
    </time>
  );
}
