import type {
  CustomSeriesOption,
  DatasetComponentOption,
  LineSeriesOption,
  ScatterSeriesOption,
  SeriesOption,
} from "echarts";
import { type ChartLine, type ChartPanel, DASHES, joined, type Reach, type Stroke, strokeOf } from "./chart-panel";
import type { ChartTheme } from "./chart-theme";
import { type CutOut, cutOut, runsOf } from "./cut-out";
import type { OpenColumns } from "./gaps";
import { type PlacedLabel, type PlotBox, placeLabels } from "./limit-labels";
import type { TimeRange } from "./zoom";

/** The position and style of a panel's series. */
export type Place = {
  panelId: string;
  range: TimeRange;
  theme: ChartTheme;
  /** The value range of lines and limits; null if there are none. */
  reach: Reach | null;
  /** The ends of the value axis; null without values, and for on/off values. */
  axis: { min: number; max: number } | null;
  /** The plot in pixels. */
  box: PlotBox;
};

/** Up to this many visible values, each is marked, so that measured values differ from the connecting line. */
const MARKED_VALUES = 90;
const MARK_SIZE = 3.5;
const BAND_OPACITY = 0.2;
const SHADE_OPACITY = 0.16;
/** The opacity of the time in which a switch was on; lower where single values give it exactly. */
const FILLED = { band: 0.4, values: 0.18 };
const LIMIT_DASH = [5, 4];
const POINT_SIZE = 6;
const LABEL_SIZE = 12;
/** The drawing order: shades, bands, lines, single values, limits. */
const LAYERS = { shade: 0, band: 1, line: 2, point: 3, limit: 4 };

const still = { silent: true, animation: false } as const;
const flat = { ...still, emphasis: { disabled: true } } as const;
const axesOf = ({ panelId }: Place) => ({ xAxisId: panelId, yAxisId: panelId });

/** All series of a panel. Data beyond the range is cut off first, so the cost depends on the visible data. */
export function seriesOf(
  panel: ChartPanel,
  place: Place,
): { dataset: DatasetComponentOption[]; series: SeriesOption[] } {
  const isStep = panel.words !== undefined;
  const parts = panel.lines.map((line) => ({ line, seen: cutOut(line.columns, place.range, isStep) }));
  const labels = place.axis
    ? placeLabels(
        panel,
        parts.map(({ seen }) => seen),
        { ...place, axis: place.axis },
      )
    : [];
  return {
    dataset: parts.map(({ line, seen }) => ({
      id: `${place.panelId}:${line.id}`,
      dimensions: ["at", "value"],
      source: pairsOf(seen.at, seen.mean),
    })),
    series: [
      ground(panel, place),
      ...parts
        .filter(({ line }) => line.hasBand)
        .map(({ line, seen }) =>
          bandOf(line, isStep ? heldOf(seen) : seen, isStep ? FILLED.band : BAND_OPACITY, place),
        ),
      ...parts.map(({ line, seen }) => lineOf(line, seen, panel, place)),
      ...(panel.points?.length ? [pointsOf(panel, place)] : []),
      ...(labels.length > 0 ? [labelsOf(labels, place)] : []),
    ],
  };
}

/** The limits as dashed lines, and the spans of excursions: they belong to the panel, not to a line. */
function ground({ limits, shades }: ChartPanel, place: Place): LineSeriesOption {
  const { range, theme, box } = place;
  const leastMs = (range.to - range.from) / box.width;
  return {
    ...flat,
    ...axesOf(place),
    id: `${place.panelId}:ground`,
    type: "line",
    z: LAYERS.limit,
    data: [],
    markLine: {
      ...still,
      symbol: "none",
      precision: 12,
      z: LAYERS.limit,
      label: { show: false },
      data: limits.map(({ value, tone }) => ({
        yAxis: value,
        lineStyle: { color: theme.colour(`${tone}-solid`), width: 1.25, type: LIMIT_DASH },
      })),
    },
    markArea: {
      ...still,
      z: LAYERS.shade,
      data: joined(shades)
        .filter(({ from, to }) => from < range.to && to > range.from)
        .map(({ from, to, tone }) => {
          const start = Math.max(from, range.from);
          return [
            { xAxis: start, itemStyle: { color: theme.colour(`${tone}-solid`), opacity: SHADE_OPACITY } },
            { xAxis: Math.max(start + leastMs, Math.min(to, range.to)) },
          ];
        }),
    },
  };
}

/** The names of the limits, where nothing lies behind them. */
function labelsOf(labels: readonly PlacedLabel[], place: Place): CustomSeriesOption {
  const { theme, range } = place;
  return {
    ...still,
    ...axesOf(place),
    id: `${place.panelId}:limits`,
    type: "custom",
    z: LAYERS.limit,
    clip: false,
    dimensions: ["at", "value"],
    data: labels.map(({ value }) => [range.from, value]),
    renderItem: ({ dataIndex }) => {
      const { text, tone, x, y } = labels[dataIndex] as PlacedLabel;
      return {
        type: "text",
        silent: true,
        style: {
          ...{ text, x, y, fill: theme.colour(tone), align: "right", verticalAlign: "middle" },
          ...{ fontSize: LABEL_SIZE, fontWeight: 600, fontFamily: theme.fontFamily },
          // An outline in the background colour separates the text from the grid.
          ...{ stroke: theme.colour("card"), lineWidth: 3 },
        },
      };
    },
  };
}

const lookOf = (line: ChartLine): Stroke => line.stroke ?? strokeOf(line.order);

/** Instants and values interleaved, as the library stores them, which avoids an object per value. */
function pairsOf(at: readonly number[], values: readonly (number | null)[]): Float64Array {
  const pairs = new Float64Array(2 * at.length);
  for (const [index, instant] of at.entries()) {
    pairs[2 * index] = instant;
    pairs[2 * index + 1] = values[index] ?? Number.NaN;
  }
  return pairs;
}

/** The area from minimum to maximum, one for each run without a gap. */
function bandOf(
  line: ChartLine,
  { at, min, mean, max }: OpenColumns,
  opacity: number,
  place: Place,
): CustomSeriesOption {
  const { range } = place;
  const runs = runsOf(mean);
  const colour = place.theme.colour(lookOf(line).token);
  return {
    ...still,
    ...axesOf(place),
    id: `${place.panelId}:${line.id}:band`,
    type: "custom",
    z: LAYERS.band,
    clip: true,
    dimensions: ["at", "value"],
    data: runs.map(([first]) => [at[first] as number, mean[first] as number]),
    renderItem: ({ dataIndex }, api) => {
      const [first, end] = runs[dataIndex] as [number, number];
      // Both axes are linear, so two points define the transform; a conversion per point takes longer than drawing it.
      const [left = 0, ground = 0] = api.coord([range.from, 0]);
      const [right = 0, one = 0] = api.coord([range.to, 1]);
      const placed = (index: number, values: readonly (number | null)[]) => [
        left + (((at[index] as number) - range.from) / (range.to - range.from)) * (right - left),
        ground + (values[index] ?? (mean[index] as number)) * (one - ground),
      ];
      const places = Array.from({ length: end - first }, (_, step) => first + step);
      const along = (values: readonly (number | null)[], order: readonly number[]) =>
        order.map((index) => placed(index, values));
      return {
        type: "polygon",
        silent: true,
        shape: { points: [...along(max, places), ...along(min, places.toReversed())] },
        style: { fill: colour, opacity },
      };
    },
  };
}

/** The least height, and the least distance from the full height, of a bucket in which both states occurred. */
const BOTH_STATES = 0.15;

/** The height of a bucket of a switch: its share of time on, with which a short change must not be lost. */
function heightOf(share: number | null, low: number | null, high: number | null): number | null {
  if (share === null || low === high) return share;
  return Math.min(1 - BOTH_STATES, Math.max(BOTH_STATES, share));
}

/** The corners of a switch's steps: the library's steps drop corners less than a pixel apart, which slants edges. */
function heldOf({ at, min, mean: shares, max }: CutOut): OpenColumns {
  const mean = shares.map((share, index) => heightOf(share, min[index] ?? null, max[index] ?? null));
  const ats: number[] = [];
  const held: (number | null)[] = [];
  for (const [index, instant] of at.entries()) {
    const before = mean[index - 1];
    if (before !== undefined) {
      ats.push(instant);
      held.push(before);
    }
    ats.push(instant);
    held.push(mean[index] ?? null);
  }
  return { at: ats, min: held.map((value) => value && 0), mean: held, max: held };
}

function lineOf(
  line: ChartLine,
  seen: CutOut,
  { words, isFilled = false }: ChartPanel,
  place: Place,
): LineSeriesOption {
  const isStep = words !== undefined;
  const { token, dash, width = isStep ? 1.5 : 1.25, opacity = 1 } = lookOf(line);
  const colour = place.theme.colour(token);
  // The buckets of a switch are filled, but have no edges: these would claim instants that are unknown.
  const hasEdge = !(isStep && line.hasBand);
  return {
    ...flat,
    ...axesOf(place),
    ...(isStep ? { showSymbol: false } : marksOf(seen)),
    id: `${place.panelId}:${line.id}`,
    type: "line",
    z: LAYERS.line,
    datasetId: `${place.panelId}:${line.id}`,
    encode: { x: "at", y: "value" },
    step: isStep ? "end" : false,
    lineStyle: { color: colour, opacity, width: hasEdge ? width : 0, type: DASHES[dash], join: "round" },
    itemStyle: { color: colour },
    ...(isFilled && !line.hasBand && { areaStyle: { color: colour, opacity: FILLED.values, origin: 0 } }),
  };
}

/** Marks each value if there are few; otherwise only values between two gaps, which have no line. */
function marksOf({
  mean,
  inner: [first, end],
}: CutOut): Pick<LineSeriesOption, "showSymbol" | "symbol" | "symbolSize"> {
  const isEach = end - first <= MARKED_VALUES;
  const marked = new Set(
    runsOf(mean).flatMap(([from, to]) =>
      isEach || to - from === 1
        ? Array.from({ length: to - from }, (_, step) => from + step).filter((index) => index >= first && index < end)
        : [],
    ),
  );
  if (marked.size === 0) return { showSymbol: false };
  return {
    showSymbol: true,
    symbol: (_value: unknown, { dataIndex }: { dataIndex: number }) => (marked.has(dataIndex) ? "circle" : "none"),
    symbolSize: MARK_SIZE,
  };
}

/** Single values; a value beyond lines and limits is drawn as an arrow at their edge. */
function pointsOf({ points = [], words }: ChartPanel, place: Place): ScatterSeriesOption {
  const { range, theme } = place;
  const reach = words ? { low: 0, high: 1 } : place.reach;
  return {
    ...flat,
    ...axesOf(place),
    id: `${place.panelId}:points`,
    type: "scatter",
    z: LAYERS.point,
    clip: false,
    data: points
      .filter(({ at }) => at >= range.from && at <= range.to)
      .map(({ at, value, order, stroke = strokeOf(order) }) => {
        const shown = reach ? Math.max(reach.low, Math.min(reach.high, value)) : value;
        return {
          value: [at, shown],
          symbol: shown === value ? "circle" : "triangle",
          symbolRotate: value < shown ? 180 : 0,
          symbolSize: shown === value ? POINT_SIZE : POINT_SIZE + 2,
          itemStyle: {
            color: theme.colour("card"),
            borderColor: theme.colour(stroke.token),
            borderWidth: 1.5,
          },
        };
      }),
  };
}
