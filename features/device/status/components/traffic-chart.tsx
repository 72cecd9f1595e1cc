"use client";

import { useLocale, useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { chartWords } from "@/components/chart/chart-labels";
import type { ChartPanel } from "@/components/chart/chart-panel";
import { TimeChart } from "@/components/chart/time-chart";
import { bounded, type TimeRange } from "@/components/chart/zoom";
import { Card } from "@/components/ui/card";
import { formatDuration } from "@/lib/datetime/format";
import { formatNumber } from "@/lib/units/format";
import type { TrafficDto } from "../traffic.schema";

const SHORTEST_MS = 3_600_000;

type TrafficChartProps = { name: string; traffic: TrafficDto; now: number };

/** Connection state as a step line above the number of values, with outages shaded in both. */
export function TrafficChart({ name, traffic, now }: TrafficChartProps) {
  const t = useTranslations("device.traffic");
  const tHistory = useTranslations("history");
  const tOnline = useTranslations("device.online");
  const locale = useLocale();
  const { range: whole, timeZone, bucketSeconds } = traffic;
  const [range, setRange] = useState<TimeRange>(whole);
  const place = useMemo(() => ({ locale, timeZone }), [locale, timeZone]);
  const bounds = { shortestMs: SHORTEST_MS, longestMs: whole.to - whole.from, to: whole.to };
  const duration = formatDuration(bucketSeconds * 1000, locale);
  const panels = useMemo(() => {
    const shades = traffic.outages.map(({ from, to }) => ({
      id: String(from),
      from,
      to: to ?? whole.to,
      tone: "offline" as const,
      text: t("outage", { name }),
    }));
    const number = (value: number) => formatNumber(value, locale, 0, 1);
    const common = { limits: [], shades, format: number, formatAxis: number };
    const connection: ChartPanel = {
      ...common,
      id: "connection",
      title: t("connection"),
      words: [tOnline("offline"), tOnline("online")],
      lines: [{ id: "connection", name, order: 0, hasBand: false, columns: stepsOf(traffic) }],
    };
    const came: ChartPanel = {
      ...common,
      id: "readings",
      title: t("readingsPer", { duration }),
      isFromZero: true,
      lines: [{ id: "readings", name: t("readings"), order: 1, hasBand: false, columns: columnsOf(traffic) }],
    };
    return [connection, came];
  }, [traffic, whole, name, duration, locale, t, tOnline]);
  const measures = new Intl.ListFormat(locale).format(panels.map(({ title }) => title));
  const resolution = t("resolution", { duration });
  const told = chartWords(tHistory, name, { measures, count: 1, range, timeZone, resolution });
  const zoom = (wanted: TimeRange) => {
    const { from, to } = bounded(wanted, bounds);
    const kept = Math.max(from, whole.from);
    setRange({ from: kept, to: kept + (to - from) });
  };
  return (
    <Card className="overflow-hidden">
      <TimeChart
        panels={panels}
        range={range}
        whole={whole}
        bounds={bounds}
        onZoom={zoom}
        place={place}
        now={now}
        reachMs={bucketSeconds * 1000}
        isBusy={false}
        isLoading={false}
        {...told}
      />
    </Card>
  );
}

/** Steps of known states: 1 online, 0 offline; null while disabled or unknown. */
function stepsOf({ turns, range }: TrafficDto) {
  const values = turns.map(({ status }) => (status === "online" ? 1 : status === "offline" ? 0 : null));
  const last = values.at(-1);
  const at = [...turns.map((turn) => turn.at), ...(last === undefined ? [] : [range.to])];
  const held = last === undefined ? values : [...values, last];
  return { at, min: held, mean: held, max: held };
}

/** Each bucket at its centre. */
function columnsOf({ at, readings, bucketSeconds, range }: TrafficDto) {
  const middles = at.map(
    (start, index) => (start + Math.min(at[index + 1] ?? start + bucketSeconds * 1000, range.to)) / 2,
  );
  return { at: middles, min: readings, mean: readings, max: readings };
}
