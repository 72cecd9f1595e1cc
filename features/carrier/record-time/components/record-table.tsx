"use client";

import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { TONE_TEXT } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { isSwitch } from "@/features/observation/observation.rules";
import { formatReading, unitOf } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import type { RecordDto, RecordProbeDto, RecordValueDto } from "../schema";

const dayText = (day: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { timeZone: "UTC", month: "short", day: "numeric", weekday: "short" }).format(
    Date.parse(day),
  );

/** One row per record time, one column per probe; the day is shown in its first row. */
export function RecordTable({ record: { probes, rows } }: { record: RecordDto }) {
  const t = useTranslations("carrier-detail.record");
  const tMeasure = useTranslations("carrier.measure");
  const locale = useValueLocale();
  // A scrollable table without controls must be focusable itself.
  const region = { role: "region", "aria-label": t("values"), tabIndex: 0 };
  const cell = "h-row whitespace-nowrap px-3 text-left";
  return (
    <div {...region} className="max-h-[70vh] overflow-auto">
      <table className="w-full border-separate border-spacing-0 text-sm tabular-nums">
        <caption className="sr-only">{t("values")}</caption>
        <thead className="sticky top-0 z-10 bg-table-header text-table-header-foreground text-xs">
          <tr>
            <th scope="col" className="sticky left-0 h-header bg-table-header px-3 text-left font-medium">
              {t("time")}
            </th>
            {probes.map((probe) => (
              <th key={probe.probeId} scope="col" className="h-header px-3 text-left font-medium">
                <span className="whitespace-nowrap">
                  {tMeasure(probe.measure)}
                  {unitOf(probe.measure, locale) && (
                    <span className="opacity-70"> ({unitOf(probe.measure, locale)})</span>
                  )}
                </span>
                <span title={probe.deviceName} className="block whitespace-nowrap font-normal opacity-70">
                  {probe.serialNumber}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, time, at, isShifted, values }, index) => {
            const isFirst = rows[index - 1]?.day !== day;
            return (
              <tr key={`${at} ${time}`} className="hover:bg-row-hover">
                <th
                  scope="row"
                  className={cn(cell, "sticky left-0 bg-card font-normal", isFirst && index > 0 && "border-t")}
                >
                  <span className={cn("inline-block w-28", !isFirst && "text-faint-foreground")}>
                    {dayText(day, locale)}
                  </span>
                  <span className="font-medium">{time}</span>
                  {isShifted && <span className="block text-faint-foreground text-xs">{t("shifted")}</span>}
                </th>
                {probes.map((probe) => (
                  <td key={probe.probeId} className={cn(cell, isFirst && index > 0 && "border-t")}>
                    <Value probe={probe} found={values.find(({ probeId }) => probeId === probe.probeId)} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The value, coloured if it is outside the current range; empty if the probe was mounted elsewhere. */
function Value({ probe, found }: { probe: RecordProbeDto; found: RecordValueDto | undefined }) {
  const t = useTranslations("carrier-detail.record");
  const tSwitch = useTranslations("monitoring.switch");
  const tState = useTranslations("common.state");
  const locale = useValueLocale();
  const { measure, minimum, maximum } = probe;
  if (!found) return <span className="text-faint-foreground">–</span>;
  const { value } = found;
  if (value === null) return <span className="text-faint-foreground">{t("noValue")}</span>;
  if (isSwitch(measure)) return <>{tSwitch(`${measure}.${value === 1 ? "on" : "off"}`)}</>;
  const tone = maximum !== null && value > maximum ? "above" : minimum !== null && value < minimum ? "below" : null;
  return (
    <span className={cn("inline-flex items-center gap-1", tone && ["font-medium", TONE_TEXT[tone]])}>
      {formatReading(value, measure, locale).number}
      {tone && (
        <>
          <ToneIcon tone={tone} className="size-3.5" />
          <span className="sr-only">{tState(tone)}</span>
        </>
      )}
    </span>
  );
}
