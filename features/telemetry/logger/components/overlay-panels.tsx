import type { ChartLine, ChartPanel, Stroke } from "@/components/chart/chart-panel";
import { openAtGaps } from "@/components/chart/gaps";
import { shownPanel } from "@/components/chart/shown-panel";
import { MEASURES, type Measure } from "@/db/enums";
import { isSwitch, observedWithin } from "@/features/observation/observation.rules";
import { valuePanel } from "../../history/components/panels";
import { laneOf, type Words } from "../../history/components/switch-words";
import type { LoggerDay, LoggerSeries, LoggerSeriesDto, OverlayFile } from "../overlay.schema";

/** Dashed and in the text colour, unlike the lines of devices. */
export const LOGGER_STROKE: Stroke = { token: "foreground", dash: "dashed" };

type Overlay = { data: LoggerSeriesDto | undefined; files: readonly OverlayFile[] };
type Wording = {
  locale: string;
  /** Messages of the history, and of the loggers. */
  t: Words;
  tLogger: Words;
};

/** Label of a logger: its serial number, or else its file name. */
export const nameOf = ({ loggerSerial, fileName }: Pick<OverlayFile, "loggerSerial" | "fileName">): string =>
  loggerSerial || fileName;

/** Adds the loggers' lines to the panels, and a panel for each measure without a live device. */
export function withLoggers(panels: readonly ChartPanel[], overlay: Overlay, wording: Wording): ChartPanel[] {
  const { data, files } = overlay;
  if (!data) return [...panels];
  const of = (measure: Measure) => [
    ...data.series
      .filter((one) => one.measure === measure)
      .flatMap((one) => readingLine(one, data, files, wording) ?? []),
    ...dayLines(
      data.days.filter((one) => one.measure === measure),
      files,
      wording,
    ),
  ];
  return MEASURES.flatMap((measure) => {
    const lines = of(measure);
    // A switch has its own lane beside those of the devices.
    if (isSwitch(measure))
      return [
        ...panels.filter(({ id }) => id.startsWith(`${measure} `)),
        ...lines.map((line) => ({
          ...laneOf({ id: line.id, measure, name: line.name }, wording),
          ...EMPTY,
          lines: [line],
        })),
      ];
    const known = panels.find(({ id }) => id === measure);
    const own: ChartPanel = { ...valuePanel(measure, wording), ...EMPTY, lines };
    const shown = shownPanel(own, measure, wording.locale);
    // The panels of the history are in the unit that is shown already.
    if (known) return [lines.length > 0 ? { ...known, lines: [...known.lines, ...shown.lines] } : known];
    return lines.length > 0 ? [shown] : [];
  });
}

const EMPTY = { limits: [], shades: [] };

/** Key of one sensor of one file. */
const keyOf = ({ fileId, measure, channel }: Pick<LoggerSeries, "fileId" | "measure" | "channel">) =>
  `logger-${fileId}-${measure}-${channel}`;

const channelName = (file: OverlayFile, channel: number) =>
  channel > 1 ? `${nameOf(file)} · ${channel}` : nameOf(file);

function readingLine(
  series: LoggerSeries,
  { bucketSeconds }: LoggerSeriesDto,
  files: readonly OverlayFile[],
  { tLogger }: Wording,
): ChartLine | null {
  const file = files.find(({ id }) => id === series.fileId);
  if (!file) return null;
  const widthMs = bucketSeconds * 1000;
  const columns = openAtGaps(
    series,
    observedWithin(isSwitch(series.measure) ? Number.POSITIVE_INFINITY : 2 * paceOf(series.at)),
    widthMs,
  );
  return {
    id: keyOf(series),
    name: tLogger("overlay.line", { name: channelName(file, series.channel) }),
    order: 0,
    stroke: LOGGER_STROKE,
    columns,
    hasBand: bucketSeconds > 0,
  };
}

/** Median step between instants: the interval at which the logger writes. */
function paceOf(at: readonly number[]): number {
  const steps = at.slice(1).map((moment, index) => moment - (at[index] as number));
  return steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? Number.POSITIVE_INFINITY;
}

/** A bar per day from its minimum to its maximum, with a line at its mean. */
function dayLines(days: readonly LoggerDay[], files: readonly OverlayFile[], { tLogger }: Wording): ChartLine[] {
  const lines = new Map<string, ChartLine>();
  for (const day of days) {
    const file = files.find(({ id }) => id === day.fileId);
    if (!file) continue;
    const key = `${keyOf(day)}-days`;
    const line: ChartLine = lines.get(key) ?? {
      id: key,
      name: tLogger("overlay.dayLine", { name: channelName(file, day.channel) }),
      order: 0,
      stroke: LOGGER_STROKE,
      columns: { at: [], min: [], mean: [], max: [] },
      hasBand: true,
    };
    lines.set(key, line);
    const { at, min, mean, max } = line.columns;
    // A gap after each day separates its bar from the next.
    at.push(day.from, day.to - 1, day.to);
    min.push(day.min, day.min, null);
    mean.push(day.mean, day.mean, null);
    max.push(day.max, day.max, null);
  }
  return [...lines.values()];
}
