import type { ReportSection, ReportType } from "@/db/enums";
import { sectionsOf } from "./sections.rules";

/** Points of a series in a chart. */
export const SERIES_POINTS = 400;
/** Beyond this number of readings, the attached file has the values of intervals. */
const WHOLE_READINGS = 200_000;

export const isWholeAttached = (readings: number): boolean => readings <= WHOLE_READINGS;

type Size = {
  type: ReportType;
  sections: readonly ReportSection[];
  carriers: number;
  lots: number;
  probes: number;
  readings: number;
};

const ROWS_ON_PAGE = 38;
const CHARTS_ON_PAGE = 3;
/** Measured: reading, drawing and printing. */
const SECONDS = { start: 2, million: 3, probe: 0.05, chart: 0.1, attached: 10, lot: 0.5 } as const;

/** About how many pages a report has, and seconds it takes. */
export function sizeOf({ type, sections, carriers, lots, probes, readings }: Size): { pages: number; seconds: number } {
  const chosen = sectionsOf(type, sections);
  const tables = chosen.filter((section) => section === "statistics" || section === "passRate").length;
  // What was left out is listed by probe as well.
  const rows = (tables + 1) * probes + (chosen.includes("calibration") ? carriers : 0);
  const charts = chosen.includes("charts") ? probes : 0;
  const pages = 1 + lots + Math.ceil(rows / ROWS_ON_PAGE) + Math.ceil(charts / CHARTS_ON_PAGE);
  const attached = chosen.includes("data") ? Math.min(readings, WHOLE_READINGS) / 1_000_000 : 0;
  const seconds =
    SECONDS.start +
    (readings / 1_000_000) * SECONDS.million +
    probes * SECONDS.probe +
    charts * SECONDS.chart +
    lots * SECONDS.lot +
    attached * SECONDS.attached;
  return { pages, seconds: Math.ceil(seconds) };
}
