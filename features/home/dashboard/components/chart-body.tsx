"use client";

import { useTranslations } from "next-intl";
import { useCallback, useMemo } from "react";
import { Chart } from "@/components/chart/chart";
import { type ChartPanel, smallBoxes } from "@/components/chart/chart-panel";
import { LineSwatch } from "@/components/chart/chart-readout";
import type { ChartTheme } from "@/components/chart/chart-theme";
import { shownPanel } from "@/components/chart/shown-panel";
import { sceneOf, timeOption } from "@/components/chart/time-option";
import { MiddleText } from "@/components/value/middle-text";
import { toneOf } from "@/features/exception/kind.rules";
import { isSwitch } from "@/features/observation/observation.rules";
import { limitsOf } from "@/features/telemetry/history/components/limit-lines";
import { columnsOf } from "@/features/telemetry/history/components/panels";
import { namesOf } from "@/features/telemetry/history/history.rules";
import { isOn } from "@/features/telemetry/ingest/probe.rules";
import type { HistoryProbe } from "@/features/telemetry/ingest/probe.schema";
import { Link } from "@/lib/i18n/navigation";
import { carrierPage } from "@/lib/page/carrier-page";
import { formatNumber, formatReading } from "@/lib/units/format";
import { RecordsUnit, useValueLocale } from "@/lib/units/units-context";
import type { HomeRights } from "../../home.schema";
import type { CardContent } from "../schema";

type Wording = { locale: string; t: ReturnType<typeof useTranslations<"monitoring">> };
type ChartContent = Extract<CardContent, { kind: "chart" }>;
type ChartBodyProps = { content: ChartContent; rights: HomeRights; timeZone: string };

/** A chart of the last hours with limits; gaps are left open. It leads to the carrier, or to the history of several. */
export const ChartBody = (props: ChartBodyProps) => (
  <RecordsUnit customerIds={props.content.probes.map(({ customerId }) => customerId)}>
    <Body {...props} />
  </RecordsUnit>
);

function Body({ content, rights, timeZone }: ChartBodyProps) {
  const t = useTranslations("home.dashboard");
  const tMonitoring = useTranslations("monitoring");
  const locale = useValueLocale();
  const { probes, range } = content;
  const panels = useMemo(() => panelsOf(content, { locale, t: tMonitoring }), [content, locale, tMonitoring]);
  const draw = useCallback(
    (theme: ChartTheme, { width, height }: { width: number; height: number }) =>
      timeOption(
        sceneOf({
          ...{ panels, range, theme, width, place: { locale, timeZone }, now: range.to },
          boxes: smallBoxes(panels.length, height),
        }),
      ),
    [panels, range, locale, timeZone],
  );
  const known = panels.flatMap(({ lines }) =>
    lines.flatMap(({ columns }) => columns.mean.flatMap((value) => value ?? [])),
  );
  if (known.length === 0) return <p className="p-3 text-muted-foreground text-sm">{t("noData")}</p>;
  const names = namesOf(probes);
  const carrierIds = [...new Set(probes.flatMap(({ carrierId }) => carrierId ?? []))];
  const [only, ...others] = carrierIds;
  const link =
    rights.carriers && only !== undefined && others.length === 0
      ? { href: carrierPage(only, "history") }
      : { href: `/historyData?carrierIds=${carrierIds.join(",")}`, target: "_blank" };
  const [panel] = panels as [ChartPanel];
  const textOf = (value: number) => panel.words?.[isOn(value) ? 1 : 0] ?? panel.format(value);
  const span = `${textOf(Math.min(...known))} – ${textOf(Math.max(...known))}`;
  const label = t("chartLabel", { names: [...names.values()].join(", "), span });
  return (
    <Link
      {...link}
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
              <MiddleText text={names.get(probeId) ?? ""} />
            </span>
          ))}
        </span>
      )}
    </Link>
  );
}

/** All lines in one panel with their limits and exceptions; switches each in their lane. */
function panelsOf({ probes, range, history, excursions }: ChartContent, { locale, t }: Wording): ChartPanel[] {
  const measure = probes[0]?.measure ?? "temperature";
  const frame = {
    title: "",
    format: (value: number) => formatReading(value, measure, locale).text,
    formatAxis: (value: number) => formatNumber(value, locale, 0, 2),
  };
  const lineOf = (probe: HistoryProbe) => {
    const series = history.series.find(({ probeId }) => probeId === probe.probeId);
    if (!series) return [];
    const columns = columnsOf(probe, series, { ...history, window: range, now: range.to });
    const hasBand = isSwitch(measure) && history.bucketSeconds > 0;
    return [{ id: String(probe.probeId), name: "", order: probes.indexOf(probe), columns, hasBand }];
  };
  const shadesOf = (shown: readonly HistoryProbe[]) =>
    excursions
      .filter(({ probeId }) => shown.some((probe) => probe.probeId === probeId))
      .map(({ id, kind, side, startedAt, endedAt }) => ({
        ...{ id: String(id), from: startedAt, to: endedAt ?? range.to, text: "" },
        tone: toneOf({ kind, side, measure }),
      }));
  if (measure === "door" || measure === "power")
    return probes.map((probe) => ({
      ...{ ...frame, id: `card ${probe.probeId}`, lines: lineOf(probe), limits: [], shades: shadesOf([probe]) },
      words: [t(`switch.${measure}.off`), t(`switch.${measure}.on`)] as const,
      isFilled: measure === "door",
    }));
  const limits = limitsOf(probes, measure, { locale, textOf: (_, value) => value });
  const panel = { ...frame, id: "card", lines: probes.flatMap(lineOf), limits, shades: shadesOf(probes) };
  return [shownPanel(panel, measure, locale)];
}
