"use client";

import { useLocale, useTranslations } from "next-intl";
import { openAtGaps } from "@/components/chart/gaps";
import { timeTicks } from "@/components/chart/time-ticks";
import { centred, namesOf } from "@/features/telemetry/history/rules";
import { longestStepMs } from "@/features/telemetry/probe/rules";
import { Link } from "@/lib/i18n/navigation";
import { formatNumber, formatReading } from "@/lib/units/format";
import type { CardContent } from "../schema";

type ChartBodyProps = { content: Extract<CardContent, { kind: "chart" }>; timeZone: string };

/** The picture's own units; it is stretched to its place. */
const WIDTH = 600;
const HEIGHT = 200;
const TICKS = 5;
/** Room above and below the values, as a part of their span. */
const MARGIN = 0.08;
const COLOURS = 8;

/** The lines of the last hours with their limits; gaps are left open. The history has all of it. */
export function ChartBody({ content, timeZone }: ChartBodyProps) {
  const t = useTranslations("home.dashboard");
  const locale = useLocale();
  const { probes, range, history } = content;
  const [first] = probes;
  const measure = first?.measure ?? "temperature";
  const lines = probes.map((probe, order) => {
    const series = history.series.find(({ probeId }) => probeId === probe.probeId);
    const columns = series
      ? openAtGaps(centred(series, history.bucketSeconds, range), longestStepMs(probe), history.bucketSeconds * 1000)
      : { at: [], mean: [] };
    return { id: probe.probeId, at: columns.at, values: columns.mean, colour: `var(--chart-${(order % COLOURS) + 1})` };
  });
  const limits =
    probes.length > 0 && probes.every((one) => one.minimum === first?.minimum && one.maximum === first?.maximum)
      ? [first?.minimum, first?.maximum].flatMap((limit) => limit ?? [])
      : [];
  const known = lines.flatMap(({ values }) => values.flatMap((value) => value ?? []));
  if (known.length === 0) return <p className="p-3 text-muted-foreground text-sm">{t("noData")}</p>;
  const least = Math.min(...known, ...limits);
  const most = Math.max(...known, ...limits);
  const margin = (most - least || 1) * MARGIN;
  const [low, high] = [least - margin, most + margin];
  const x = (at: number) => ((at - range.from) / (range.to - range.from)) * WIDTH;
  const y = (value: number) => HEIGHT - ((value - low) / (high - low)) * HEIGHT;
  const pathOf = ({ at, values }: (typeof lines)[number]) => {
    let isOpen = true;
    return values
      .map((value, index) => {
        if (value === null) {
          isOpen = true;
          return "";
        }
        const step = `${isOpen ? "M" : "L"}${x(at[index] as number).toFixed(1)} ${y(value).toFixed(1)}`;
        isOpen = false;
        return step;
      })
      .join("");
  };
  const names = namesOf(probes);
  const ticks = timeTicks(range, TICKS, { locale, timeZone }, range.to);
  const carrierIds = [...new Set(probes.flatMap(({ carrierId }) => carrierId ?? []))].join(",");
  const span = `${formatReading(Math.min(...known), measure, locale).text} – ${formatReading(Math.max(...known), measure, locale).text}`;
  return (
    <Link
      href={`/historyData?carrierIds=${carrierIds}`}
      target="_blank"
      prefetch={false}
      aria-label={t("chartLabel", { names: [...names.values()].join(", "), span })}
      className="flex h-full min-h-32 flex-col px-3 pt-2 pb-1 focus-visible:-outline-offset-2"
    >
      <span className="relative min-h-0 flex-1">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
        >
          {ticks.map(({ at }) => (
            <line
              key={at}
              x1={x(at)}
              x2={x(at)}
              y1={0}
              y2={HEIGHT}
              stroke="var(--border)"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {limits.map((limit) => (
            <line
              key={limit}
              x1={0}
              x2={WIDTH}
              y1={y(limit)}
              y2={y(limit)}
              stroke={limit === first?.maximum ? "var(--above)" : "var(--below)"}
              strokeDasharray="4 3"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {lines.map((line) => (
            <path
              key={line.id}
              d={pathOf(line)}
              fill="none"
              stroke={line.colour}
              strokeWidth="1.5"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        {limits.map((limit) => (
          <span
            key={limit}
            className="-translate-y-full absolute right-0 bg-card/80 px-0.5 text-muted-foreground text-xs tabular-nums leading-4"
            style={{ top: `${(y(limit) / HEIGHT) * 100}%` }}
          >
            {formatNumber(limit, locale, 0, 2)}
          </span>
        ))}
      </span>
      <span
        className="relative block h-5 shrink-0 border-t text-faint-foreground text-xs tabular-nums"
        suppressHydrationWarning
      >
        {ticks.map(({ at, label }) => (
          <span
            key={at}
            className="-translate-x-1/2 absolute whitespace-nowrap"
            style={{ left: `${(x(at) / WIDTH) * 100}%` }}
          >
            {label}
          </span>
        ))}
      </span>
      {probes.length > 1 && (
        <span className="flex shrink-0 flex-wrap gap-x-3 text-xs">
          {lines.map(({ id, colour }) => (
            <span key={id} className="inline-flex min-w-0 items-center gap-1">
              <span aria-hidden="true" className="h-0.5 w-3 shrink-0" style={{ background: colour }} />
              <span className="truncate">{names.get(id)}</span>
            </span>
          ))}
        </span>
      )}
    </Link>
  );
}
