import { createHash } from "node:crypto";
import { getTranslations } from "next-intl/server";
import { type ChartPanel, smallBox } from "@/components/chart/chart-panel";
import { LineSwatch } from "@/components/chart/chart-readout";
import { PAGE_THEME } from "@/components/chart/chart-theme";
import { svgOf } from "@/components/chart/draw-svg";
import { openAtGaps } from "@/components/chart/gaps";
import { shownPanel } from "@/components/chart/shown-panel";
import { sceneOf, timeOption } from "@/components/chart/time-option";
import type { Measure } from "@/db/enums";
import { HOUR_MS, isSwitch } from "@/features/observation/observation.rules";
import { centred } from "@/features/telemetry/history/history.rules";
import { dayKey } from "@/lib/datetime/zone";
import { formatNumber, formatReading } from "@/lib/units/format";
import type { PageDto } from "../page.schema";
import { pixelsOf } from "../share.rules";
import { measureWords, Section } from "./public-parts";

type PublicChartProps = { page: PageDto; locale: string; isPhone: boolean };

/** Drawn for the width of a phone or of the column, and scaled to fit. */
const SIZES = { phone: { width: 326, height: 190 }, wide: { width: 638, height: 220 } } as const;

/**
 * The last drawings, by what they show. A page is made again every few seconds and mostly shows the same, and drawing
 * takes longer than all the rest.
 */
const drawn = new Map<string, string>();
const MOST_DRAWN = 300;

/** The course of each measure over the period, drawn on the server; limits dashed, times out of range shaded. */
export async function PublicChart({ page, locale, isPhone }: PublicChartProps) {
  const { chart } = page;
  const measures = [...new Set(chart?.series.map(({ probe }) => page.probes[probe]?.measure as Measure))];
  const shown = measures.filter((measure) => !isSwitch(measure));
  if (!chart || shown.length === 0) return null;
  const t = await getTranslations("sharePage.chart");
  const words = await measureWords(locale);
  const svg = (measure: Measure) => draw(page, measure, { locale, isPhone, name: words.name });
  return (
    <Section title={t("title")}>
      {shown.map((measure) => (
        <figure key={measure} className="mb-2 last:mb-0">
          <figcaption className="text-muted-foreground text-sm">
            {words.name({ measure, number: null, minimum: null, maximum: null })}
          </figcaption>
          <div
            role="img"
            aria-label={t("label", { measure: words.name({ measure, number: null, minimum: null, maximum: null }) })}
            className="tabular-nums [&_svg]:h-auto [&_svg]:w-full"
            // Safe: our own SVG with escaped texts, see time-option.test.ts.
            dangerouslySetInnerHTML={{ __html: svg(measure) }}
          />
          <Legend page={page} measure={measure} name={words.name} />
        </figure>
      ))}
      <p className="text-muted-foreground text-xs">{t(chart.bucketSeconds > 0 ? "band" : "readings")}</p>
    </Section>
  );
}

type LegendProps = { page: PageDto; measure: Measure; name: Drawing["name"] };

/** Which line is which probe, where there are several. */
function Legend({ page: { probes, chart }, measure, name }: LegendProps) {
  const own = (chart?.series ?? []).filter(({ probe }) => probes[probe]?.measure === measure);
  if (own.length < 2) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 text-sm">
      {own.map(({ probe }, order) => (
        <li key={probe} className="inline-flex items-center gap-1.5">
          <LineSwatch order={order} />
          {name(probes[probe] as PageDto["probes"][number])}
        </li>
      ))}
    </ul>
  );
}

type Drawing = { locale: string; isPhone: boolean; name: (probe: PageDto["probes"][number]) => string };

function draw(page: PageDto, measure: Measure, { locale, isPhone, name }: Drawing): string {
  const { probes, chart, verdict, timeZone, at } = page;
  const size = SIZES[isPhone ? "phone" : "wide"];
  // The end of a running period moves with every reader; its drawing need not.
  const toPixel = pixelsOf(page, size.width);
  const range = { from: toPixel(page.from), to: toPixel(page.to) };
  const bucketSeconds = chart?.bucketSeconds ?? 0;
  const isObserved = ({ step }: { step: number }) => step <= Math.max(HOUR_MS, 2 * bucketSeconds * 1000);
  const textOf = (value: number) => formatReading(value, measure, locale).text;
  const own = (chart?.series ?? []).filter(({ probe }) => probes[probe]?.measure === measure);
  const limits = new Map<string, ChartPanel["limits"][number]>();
  for (const { probe } of own) {
    const { minimum, maximum } = probes[probe] as PageDto["probes"][number];
    if (maximum !== null) limits.set(`above ${maximum}`, { value: maximum, text: textOf(maximum), tone: "above" });
    if (minimum !== null) limits.set(`below ${minimum}`, { value: minimum, text: textOf(minimum), tone: "below" });
  }
  const panel: ChartPanel = {
    id: measure,
    title: "",
    lines: own.map((series, order) => ({
      id: String(series.probe),
      name: name(probes[series.probe] as PageDto["probes"][number]),
      order,
      columns: openAtGaps(centred(series, bucketSeconds, range), isObserved, bucketSeconds * 1000),
      hasBand: bucketSeconds > 0,
    })),
    limits: [...limits.values()],
    shades: (verdict?.runs ?? [])
      .filter(({ probe }) => probes[probe]?.measure === measure)
      .map(({ probe, from, to, side }) => ({
        ...{ id: `${probe} ${toPixel(from)}`, from: toPixel(from), to: toPixel(to), tone: side, text: "" },
      })),
    format: textOf,
    formatAxis: (value) => formatNumber(value, locale, 0, 2),
  };
  // The present decides whether days are written with their year.
  const year = dayKey(new Date(at), timeZone).slice(0, 4);
  const shows = JSON.stringify([panel, range, locale, isPhone, timeZone, year]);
  const key = createHash("sha256").update(shows).digest("base64");
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const scene = sceneOf({
    ...{ panels: [shownPanel(panel, measure, locale)], range, theme: PAGE_THEME, width: size.width, now: at },
    place: { locale, timeZone },
    boxes: [smallBox(size.height)],
  });
  const svg = svgOf(timeOption(scene), size);
  drawn.set(key, svg);
  if (drawn.size > MOST_DRAWN) drawn.delete(drawn.keys().next().value as string);
  return svg;
}
