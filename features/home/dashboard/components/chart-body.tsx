"use client";

import { useLocale, useTranslations } from "next-intl";
import { useCallback, useMemo } from "react";
import { Chart } from "@/components/chart/chart";
import { type ChartPanel, smallBox } from "@/components/chart/chart-panel";
import { LineSwatch } from "@/components/chart/chart-readout";
import type { ChartTheme } from "@/components/chart/chart-theme";
import { openAtGaps } from "@/components/chart/gaps";
import { sceneOf, timeOption } from "@/components/chart/time-option";
import { longestStepMs, observedWithin } from "@/features/observation/observation.rules";
import { centred, namesOf } from "@/features/telemetry/history/history.rules";
import { Link } from "@/lib/i18n/navigation";
import { formatNumber, formatReading } from "@/lib/units/format";
import type { CardContent } from "../schema";

type ChartBodyProps = { content: Extract<CardContent, { kind: "chart" }>; timeZone: string };

/** A chart of the last hours with limits; gaps are left open. The history has the full data. */
export function ChartBody({ content, timeZone }: ChartBodyProps) {
  const t = useTranslations("home.dashboard");
  const locale = useLocale();
  const { probes, range } = content;
  const panel = useMemo(() => panelOf(content, locale), [content, locale]);
  const draw = useCallback(
    (theme: ChartTheme, { width, height }: { width: number; height: number }) =>
      timeOption(
        sceneOf({
          ...{ panels: [panel], range, theme, width, place: { locale, timeZone }, now: range.to },
          boxes: [smallBox(height)],
        }),
      ),
    [panel, range, locale, timeZone],
  );
  const known = panel.lines.flatMap(({ columns }) => columns.mean.flatMap((value) => value ?? []));
  if (known.length === 0) return <p className="p-3 text-muted-foreground text-sm">{t("noData")}</p>;
  const names = namesOf(probes);
  const carrierIds = [...new Set(probes.flatMap(({ carrierId }) => carrierId ?? []))].join(",");
  const span = `${panel.format(Math.min(...known))} – ${panel.format(Math.max(...known))}`;
  const label = t("chartLabel", { names: [...names.values()].join(", "), span });
  return (
    <Link
      href={`/historyData?carrierIds=${carrierIds}`}
      target="_blank"
      prefetch={false}
      aria-label={label}
      className="flex h-full min-h-32 flex-col pb-1 focus-visible:-outline-offset-2"
    >
      <Chart draw={draw} label={label} className="pointer-events-none min-h-0 flex-1" />
      {probes.length > 1 && (
        <span className="flex shrink-0 flex-wrap gap-x-3 px-3 text-xs">
          {probes.map(({ probeId }, order) => (
            <span key={probeId} className="inline-flex min-w-0 items-center gap-1">
              <LineSwatch order={order} />
              <span className="truncate">{names.get(probeId)}</span>
            </span>
          ))}
        </span>
      )}
    </Link>
  );
}

/** All lines in one panel, with limits if all of them share them. */
function panelOf({ probes, range, history }: ChartBodyProps["content"], locale: string): ChartPanel {
  const [first] = probes;
  const measure = first?.measure ?? "temperature";
  const isShared = probes.every((one) => one.minimum === first?.minimum && one.maximum === first?.maximum);
  const limit = (value: number | null | undefined, tone: "above" | "below") =>
    isShared && value != null ? [{ value, tone, text: formatReading(value, measure, locale).text }] : [];
  return {
    id: "card",
    title: "",
    lines: probes.flatMap((probe, order) => {
      const series = history.series.find(({ probeId }) => probeId === probe.probeId);
      if (!series) return [];
      const columns = openAtGaps(
        centred(series, history.bucketSeconds, range),
        observedWithin(longestStepMs(probe)),
        history.bucketSeconds * 1000,
      );
      return [{ id: String(probe.probeId), name: "", order, columns, hasBand: false }];
    }),
    limits: [...limit(first?.maximum, "above"), ...limit(first?.minimum, "below")],
    shades: [],
    format: (value) => formatReading(value, measure, locale).text,
    formatAxis: (value) => formatNumber(value, locale, 0, 2),
  };
}
