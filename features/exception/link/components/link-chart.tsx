import { useLocale, useTranslations } from "next-intl";
import { Card, CardBody } from "@/components/ui/card";
import { TONE_TEXT } from "@/components/ui/tone";
import { formatNumber, formatReading } from "@/lib/units/format";
import { runsOf, tickText, timeTicks, valueSpan, valueTicks } from "../../chart/rules";
import { toneOf } from "../../kind/rules";
import { headlineOf, limitOf, shownLimits } from "../../phrase/rules";
import type { LinkedExceptionDto } from "../schema";

type LinkChartProps = { detail: LinkedExceptionDto; chart: NonNullable<LinkedExceptionDto["chart"]>; now: Date };

/** The drawing's own units; it is stretched to whatever width there is, the words beside it are not. */
const SIZE = 1000;
const TIMES = 4;
const VALUES = 6;

/** The line around the exception, drawn by the server: its span shaded, its limits dashed. */
export function LinkChart({ detail, chart: { span, series, bucketSeconds }, now }: LinkChartProps) {
  const t = useTranslations("exception");
  const tLink = useTranslations("exceptionLink");
  const locale = useLocale();
  const { timeZone, measure, forecast } = detail;
  const limits = shownLimits(detail);
  const { low, high } = valueSpan(series, [limits.minimum, limits.maximum]);
  const x = (at: number) => ((at - span.from) / (span.to - span.from)) * SIZE;
  const y = (value: number) => ((high - value) / (high - low)) * SIZE;
  const point = (at: number, value: number) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
  const percent = (units: number) => `${(units / SIZE) * 100}%`;
  const runs = runsOf(series.at, bucketSeconds).map(([first, last]) => {
    const places = series.at.slice(first, last + 1);
    const along = (values: readonly number[]) => places.map((at, step) => point(at, values[first + step] as number));
    return {
      line: `M${along(series.mean).join("L")}${first === last ? "h0" : ""}`,
      band: `M${along(series.max).join("L")}L${along(series.min).toReversed().join("L")}Z`,
    };
  });
  const from = x(Math.max(span.from, Date.parse(detail.startedAt)));
  const to = x(Math.min(span.to, detail.endedAt === null ? now.getTime() : Date.parse(detail.endedAt)));
  const foreseen = forecast && limitOf(detail);
  const marks = (["maximum", "minimum"] as const).flatMap((name) => {
    const value = limits[name];
    return value === null ? [] : [{ name, value, tone: name === "maximum" ? ("above" as const) : ("below" as const) }];
  });
  const label = headlineOf(detail, detail.durationSeconds * 1000, t, { locale, timeZone });
  return (
    <Card>
      <CardBody>
        <h2 className="mb-3 text-base">{t("chart.title")}</h2>
        <div role="img" aria-label={label} className="relative mr-1 mb-6 ml-10 h-44 text-xs tabular-nums sm:h-56">
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${SIZE} ${SIZE}`}
            preserveAspectRatio="none"
            className="block size-full"
          >
            <g stroke="var(--chart-grid)">
              {valueTicks(low, high, VALUES).map((value) => (
                <line key={value} x2={SIZE} y1={y(value)} y2={y(value)} vectorEffect="non-scaling-stroke" />
              ))}
            </g>
            <g className={TONE_TEXT[toneOf(detail)]}>
              <rect x={from} width={Math.max(2, to - from)} height={SIZE} fill="currentColor" opacity="0.12" />
            </g>
            {runs.map(({ line, band }) => (
              <g key={line}>
                <path d={band} fill="var(--chart-1)" opacity="0.18" />
                <path
                  d={line}
                  fill="none"
                  stroke="var(--chart-1)"
                  strokeWidth="1.75"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                  vectorEffect="non-scaling-stroke"
                />
              </g>
            ))}
            {forecast && foreseen !== null && (
              <line
                x1={x(series.at.at(-1) as number)}
                y1={y(series.mean.at(-1) as number)}
                x2={x(Date.parse(forecast.at))}
                y2={y(foreseen)}
                stroke="var(--warning)"
                strokeWidth="1.5"
                strokeDasharray="2 3"
                vectorEffect="non-scaling-stroke"
              />
            )}
            {marks.map(({ name, value, tone }) => (
              <line
                key={name}
                x2={SIZE}
                y1={y(value)}
                y2={y(value)}
                className={TONE_TEXT[tone]}
                stroke="currentColor"
                strokeDasharray="4 3"
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </svg>
          {valueTicks(low, high, VALUES).map((value) => (
            <span
              key={value}
              style={{ top: percent(y(value)) }}
              className="absolute right-full mr-1.5 -translate-y-1/2 text-[var(--chart-axis)]"
            >
              {formatNumber(value, locale, 0, 2)}
            </span>
          ))}
          {marks.map(({ name, value, tone }) => (
            <span
              key={name}
              style={{ top: percent(y(value)) }}
              className={`absolute left-1 rounded-xs bg-card px-1 ${y(value) < SIZE / 8 ? "mt-0.5" : "-translate-y-full"} ${TONE_TEXT[tone]}`}
            >
              {t(`chart.${name}`)} {formatReading(value, measure ?? "temperature", locale).text}
            </span>
          ))}
          {timeTicks(span.from, span.to, timeZone, TIMES).map((at) => (
            <span
              key={at}
              style={{ left: percent(x(at)) }}
              className="absolute top-full mt-1.5 -translate-x-1/2 whitespace-nowrap text-[var(--chart-axis)]"
            >
              {tickText(at, span, { locale, timeZone })}
            </span>
          ))}
        </div>
        <p className="text-muted-foreground text-xs">{tLink(marks.length > 0 ? "shaded" : "shadedAlone")}</p>
      </CardBody>
    </Card>
  );
}
