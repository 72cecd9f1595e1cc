"use client";

import { useTranslations } from "next-intl";
import { formatStamp } from "@/lib/datetime/format";
import { formatPlace } from "@/lib/units/format";
import type { TraceView } from "../track.schema";

/**
 * Invalid positions with their reasons. Times are to the second, with the date: bad fixes come seconds apart, on any
 * day.
 */
export function InvalidList({ view: { trace, timeZone } }: { view: TraceView }) {
  const t = useTranslations("track.invalid");
  return (
    <>
      <p className="px-3 py-2 text-muted-foreground text-xs">{t("hint")}</p>
      <ol className="divide-y border-t">
        {trace.invalid.map(({ at, longitude, latitude, fault }) => (
          <li key={at} className="grid grid-cols-[1fr_auto] items-baseline gap-x-2 px-3 py-2 text-sm">
            <span className="wrap-anywhere tabular-nums">{formatPlace(longitude, latitude, 5)}</span>
            <span className="text-muted-foreground text-xs tabular-nums">
              {formatStamp(new Date(at), { timeZone }).slice(0, 19)}
            </span>
            <span className="col-span-2 text-warning text-xs">{t(`fault.${fault}`)}</span>
          </li>
        ))}
      </ol>
      {trace.invalidCount > trace.invalid.length && (
        <p className="px-3 py-2 text-muted-foreground text-xs">
          {t("more", { count: trace.invalidCount - trace.invalid.length })}
        </p>
      )}
    </>
  );
}
