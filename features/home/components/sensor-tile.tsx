"use client";

import { useTranslations } from "next-intl";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import { useNow } from "@/components/value/use-now";
import { ValueCell } from "@/components/value/value-cell";
import { isMonitored, pointStatus, remarksOf, valueState } from "@/features/carrier/monitoring/monitoring.rules";
import type { MonitoringPointDto, MonitoringProbeDto } from "@/features/carrier/monitoring/monitoring.schema";
import { toneOf } from "@/features/scene/holdings/rules";
import { unconfirmedText } from "@/features/telemetry/live/reading.rules";
import { Link } from "@/lib/i18n/navigation";
import { carrierHref } from "@/lib/page/carrier-page";
import { formatReading, unitOf } from "@/lib/units/format";
import { formatRange } from "@/lib/units/format-range";
import { direction } from "@/lib/units/trend";
import { useValueLocale } from "@/lib/units/units-context";
import type { HomeRights } from "../home.schema";

const BAR: Partial<Record<Tone, string>> = {
  critical: "shadow-[inset_3px_0_0_var(--critical-solid)]",
  above: "shadow-[inset_3px_0_0_var(--above-solid)]",
  below: "shadow-[inset_3px_0_0_var(--below-solid)]",
  warning: "shadow-[inset_3px_0_0_var(--warning-solid)]",
  offline: "shadow-[inset_3px_0_0_var(--offline-solid)]",
};

/** The colour of a carrier's state at `now` (epoch ms). */
export const pointTone = (point: MonitoringPointDto, now: number): Tone =>
  toneOf({ ...point, status: pointStatus(point, now) });

/** A probe's value with colour, trend and age. */
export function ProbeValue({ probe, now, size }: { probe: MonitoringProbeDto; now: number; size?: "md" | "lg" }) {
  const tState = useTranslations("common.state");
  const locale = useValueLocale();
  const current = useNow(now);
  const state = valueState(probe, current);
  const tone = state === "above" || state === "below" ? state : undefined;
  const trend = direction(probe.trend, probe.measure);
  return (
    <ValueCell
      value={formatReading(probe.value, probe.measure, locale).number}
      {...(probe.value !== null && { unit: unitOf(probe.measure, locale) })}
      {...(tone && { tone, toneLabel: tState(tone) })}
      {...(trend && { trend })}
      {...(probe.at !== null && { at: probe.at })}
      {...(size && { size })}
      now={now}
      staleAfterMs={probe.staleAfterSeconds * 1000}
      unconfirmed={unconfirmedText(probe, locale)}
    />
  );
}

type SensorTileProps = { point: MonitoringPointDto; rights: HomeRights; now: number };

/** One carrier: its first value large, the others below, and remarks. */
export function SensorTile({ point, rights, now }: SensorTileProps) {
  const t = useTranslations("monitoring");
  const tMeasure = useTranslations("carrier.measure");
  const locale = useValueLocale();
  const current = useNow(now);
  const tone = pointTone(point, current);
  const [main, ...others] = point.probes
    .filter(({ measure }) => isMonitored(measure))
    .toSorted((a, b) => Number(a.measure !== "temperature") - Number(b.measure !== "temperature"));
  const place = [point.customerName, ...point.scenePath.slice(-2)].filter(Boolean).join(" / ");
  const range = main && (main.minimum !== null || main.maximum !== null) && formatRange(main, locale);
  return (
    <li
      data-tone={tone}
      className={`flex flex-col gap-1.5 rounded-lg border bg-card p-3 ${BAR[tone] ?? ""} ${tone === "paused" ? "opacity-75" : ""}`}
    >
      <span className="min-w-0">
        <Link
          href={carrierHref(point.id, rights.carriers)}
          prefetch={false}
          title={point.name}
          className="line-clamp-2 break-words font-medium leading-tight hover:underline"
        >
          {point.name}
        </Link>
        <span title={place} className="line-clamp-1 break-all text-faint-foreground text-xs">
          {place}
        </span>
      </span>
      {main ? <ProbeValue probe={main} now={now} size="lg" /> : <p className="text-muted-foreground text-sm">–</p>}
      {range && <span className="text-muted-foreground text-xs tabular-nums">{range}</span>}
      {others.length > 0 && (
        <ul className="flex flex-col gap-0.5">
          {others.map((probe) => (
            <li key={probe.id} className="flex items-baseline gap-2 text-xs">
              <span className="min-w-0 flex-1 truncate text-muted-foreground">{tMeasure(probe.measure)}</span>
              <ProbeValue probe={probe} now={now} />
            </li>
          ))}
        </ul>
      )}
      <span className="mt-auto flex flex-wrap items-center gap-x-2 border-t pt-1.5">
        <StateBadge tone={tone} plain>
          {t(`status.${pointStatus(point, current)}`)}
        </StateBadge>
        {remarksOf(point, current).map((remark) => (
          <span key={remark} className="text-warning text-xs">
            {t(`remark.${remark}`)}
          </span>
        ))}
      </span>
    </li>
  );
}
