import { useLocale, useTranslations } from "next-intl";
import { smallBox } from "@/components/chart/chart-panel";
import { PAGE_THEME } from "@/components/chart/chart-theme";
import { svgOf } from "@/components/chart/draw-svg";
import { sceneOf, timeOption } from "@/components/chart/time-option";
import { Card, CardBody } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { valueLocale } from "@/lib/units/value-locale";
import { excursionPanel } from "../../figures/components/excursion-lines";
import { toneOf } from "../../kind.rules";
import { headlineOf, limitOf, shownLimits } from "../../phrase.rules";
import type { LinkedExceptionDto } from "../schema";

type LinkChartProps = { detail: LinkedExceptionDto; chart: NonNullable<LinkedExceptionDto["chart"]>; now: Date };

/** The server does not know the screen size: it renders a phone and a desktop version, each scaled to fit. */
const SIZES = [
  { width: 360, height: 216, className: "sm:hidden" },
  { width: 560, height: 232, className: "max-w-2xl max-sm:hidden" },
];

/** The chart of the exception, rendered on the server: its span shaded, its limits dashed. */
export function LinkChart({ detail, chart: { span, series, bucketSeconds }, now }: LinkChartProps) {
  const t = useTranslations("exception");
  const tLink = useTranslations("exceptionLink");
  const locale = valueLocale(useLocale(), detail.temperatureUnit);
  const { timeZone, forecast, durationSeconds, startedAt, endedAt } = detail;
  const place = { locale, timeZone };
  const limits = shownLimits(detail);
  const foreseen = forecast && limitOf(detail);
  const instants = forecast && { at: forecast.at, earliest: forecast.earliest, latest: forecast.latest };
  const panel = excursionPanel(
    {
      series,
      bucketSeconds,
      measure: detail.measure ?? "temperature",
      limits,
      excursion: {
        from: Date.parse(startedAt),
        to: Math.min(span.to, endedAt === null ? now.getTime() : Date.parse(endedAt)),
      },
      ...(instants &&
        foreseen !== null && {
          forecast: {
            value: foreseen,
            at: Date.parse(instants.at),
            earliest: Date.parse(instants.earliest),
            latest: Date.parse(instants.latest),
          },
        }),
      tone: toneOf(detail),
    },
    { locale, t: (key) => t(`chart.${key}`) },
  );
  const drawn = ({ width, height }: { width: number; height: number }) =>
    svgOf(
      timeOption(
        sceneOf({
          ...{ panels: [panel], range: span, theme: PAGE_THEME, width, place, now: now.getTime() },
          boxes: [smallBox(height)],
        }),
      ),
      { width, height },
    );
  const hasLimits = limits.maximum !== null || limits.minimum !== null;
  return (
    <Card>
      <CardBody>
        <h2 className="mb-3 text-base">{t("chart.title")}</h2>
        <div role="img" aria-label={headlineOf(detail, durationSeconds * 1000, t, place)}>
          {SIZES.map(({ className, ...size }) => (
            <div
              key={className}
              aria-hidden="true"
              className={cn("tabular-nums [&_svg]:h-auto [&_svg]:w-full", className)}
              // Safe: our own SVG with escaped texts, see time-option.test.ts.
              dangerouslySetInnerHTML={{ __html: drawn(size) }}
            />
          ))}
        </div>
        <p className="text-muted-foreground text-xs">{tLink(hasLimits ? "shaded" : "shadedAlone")}</p>
      </CardBody>
    </Card>
  );
}
