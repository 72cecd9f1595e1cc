import { PLAN_MARGIN, type Space } from "./point.rules";

export type Spot = { x: number; y: number; value: number };
type Range = { minimum: number; maximum: number };

/** The picture's size in pixels: the longer side of the space, and the other by its proportions within bounds. */
const LONG_SIDE = 1000;
const SLIMMEST = 0.35;

export function pictureSize({ lengthMetres, widthMetres }: Pick<Space, "lengthMetres" | "widthMetres">) {
  const ratio = widthMetres / lengthMetres;
  return ratio <= 1
    ? { width: LONG_SIDE, height: Math.round(LONG_SIDE * Math.max(ratio, SLIMMEST)) }
    : { width: Math.round(LONG_SIDE * Math.max(1 / ratio, SLIMMEST)), height: LONG_SIDE };
}

/** Value of a place between measured ones: the mean of these, weighted by the inverse square of the distance. */
export function valueAt(spots: readonly Spot[], x: number, y: number, ratio: number): number | null {
  let [weights, sum] = [0, 0];
  for (const spot of spots) {
    const square = (spot.x - x) ** 2 + ((spot.y - y) * ratio) ** 2;
    if (square < 1e-9) return spot.value;
    weights += 1 / square;
    sum += spot.value / square;
  }
  return weights === 0 ? null : sum / weights;
}

/** Colours from the minimum to the maximum, told apart without red and green; beyond, those of the alarms. */
const STOPS = [
  [49, 104, 142],
  [53, 148, 140],
  [94, 190, 130],
  [201, 211, 84],
  [246, 205, 70],
] as const;
const BELOW = [45, 84, 190] as const;
const ABOVE = [226, 92, 26] as const;

type Colour = readonly [red: number, green: number, blue: number];

export function colourOf(value: number, { minimum, maximum }: Range): Colour {
  if (value < minimum) return BELOW;
  if (value > maximum) return ABOVE;
  const place = ((value - minimum) / (maximum - minimum || 1)) * (STOPS.length - 1);
  const low = Math.min(STOPS.length - 2, Math.floor(place));
  const [from, to] = [STOPS[low] as Colour, STOPS[low + 1] as Colour];
  const share = place - low;
  return [0, 1, 2].map((part) =>
    Math.round((from[part] as number) + ((to[part] as number) - (from[part] as number)) * share),
  ) as unknown as Colour;
}

export const cssOf = ([red, green, blue]: Colour): string => `rgb(${red},${green},${blue})`;

export const LEGEND = { stops: STOPS, below: BELOW, above: ABOVE };

/** The parts of the height; points of all are shown together by default. */
export const LAYERS = ["all", "lower", "middle", "upper"] as const;
export type Layer = (typeof LAYERS)[number];

export const isInLayer = (heightMetres: number, layer: Layer, { heightMetres: whole }: Pick<Space, "heightMetres">) => {
  const third = Math.min(2, Math.floor((3 * heightMetres) / whole));
  return layer === "all" || layer === (["lower", "middle", "upper"] as const)[third];
};

const METRE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200];
const MOST_LINES = 24;

/**
 * The plan of a space as SVG: walls, a grid of whole metres, fans at the upper wall, doors at the lower one and racks
 * in columns. `heat` fills it with cells of these colours.
 */
export function planSvg(space: Space, heat?: { columns: number; rows: number; colours: readonly (string | null)[] }) {
  const { width, height } = pictureSize(space);
  const [left, top] = [width * PLAN_MARGIN, height * PLAN_MARGIN];
  const [inner, deep] = [width - 2 * left, height - 2 * top];
  const step = METRE_STEPS.find((one) => space.lengthMetres / one + space.widthMetres / one <= MOST_LINES) ?? 500;
  const number = (value: number) => value.toFixed(1);
  const lines: string[] = [];
  for (let metre = step; metre < space.lengthMetres; metre += step) {
    const x = number(left + (inner * metre) / space.lengthMetres);
    lines.push(`M${x} ${number(top)}V${number(top + deep)}`);
  }
  for (let metre = step; metre < space.widthMetres; metre += step) {
    const y = number(top + (deep * metre) / space.widthMetres);
    lines.push(`M${number(left)} ${y}H${number(left + inner)}`);
  }
  const along = (index: number, count: number) => left + (inner * (index + 0.5)) / count;
  const many = (count: number, draw: (x: number) => string) =>
    Array.from({ length: count }, (_, index) => draw(along(index, count))).join("");
  const cells = heat
    ? heat.colours
        .map((colour, index) => {
          if (!colour) return "";
          const [w, h] = [inner / heat.columns, deep / heat.rows];
          const [x, y] = [left + (index % heat.columns) * w, top + Math.floor(index / heat.columns) * h];
          return `<rect x="${number(x)}" y="${number(y)}" width="${number(w + 0.5)}" height="${number(h + 0.5)}" fill="${colour}"/>`;
        })
        .join("")
    : "";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<rect x="${number(left)}" y="${number(top)}" width="${number(inner)}" height="${number(deep)}" fill="#f6f9fa"/>`,
    cells,
    heat
      ? ""
      : many(
          space.racks,
          (x) =>
            `<rect x="${number(x - 16)}" y="${number(top + deep * 0.25)}" width="32" height="${number(deep * 0.5)}" rx="4" fill="#e8eef1" stroke="#c3ced5"/>`,
        ),
    heat ? "" : `<path d="${lines.join("")}" fill="none" stroke="#dde4e9"/>`,
    `<rect x="${number(left)}" y="${number(top)}" width="${number(inner)}" height="${number(deep)}" fill="none" stroke="#4d5d69" stroke-width="4"/>`,
    many(
      space.fans,
      (x) =>
        `<rect x="${number(x - 28)}" y="${number(top - 3)}" width="56" height="14" rx="3" fill="#0a7f8a"/><path d="M${number(x - 14)} ${number(top + 18)}l6 10M${number(x)} ${number(top + 18)}v12M${number(x + 14)} ${number(top + 18)}l-6 10" stroke="#0a7f8a" stroke-width="3"/>`,
    ),
    many(
      space.doors,
      (x) =>
        `<rect x="${number(x - 40)}" y="${number(top + deep - 4)}" width="80" height="8" fill="#ffffff"/><path d="M${number(x - 40)} ${number(top + deep)}a80 80 0 0 1 80 -80" fill="none" stroke="#7c8a95" stroke-width="2" stroke-dasharray="6 4"/><path d="M${number(x + 40)} ${number(top + deep)}v-80" stroke="#7c8a95" stroke-width="3"/>`,
    ),
    "</svg>",
  ].join("");
}

/** Cells of a heat picture along the longer side. */
const CELLS = 48;

/** The colours of the cells of a heat picture; null without any value. */
export function heatCells(spots: readonly Spot[], space: Space, range: Range) {
  const { width, height } = pictureSize(space);
  const ratio = height / width;
  const columns = width >= height ? CELLS : Math.max(8, Math.round(CELLS / ratio));
  const rows = Math.max(8, Math.round(columns * ratio));
  const inside = 1 - 2 * PLAN_MARGIN;
  const colours = Array.from({ length: columns * rows }, (_, index) => {
    const x = PLAN_MARGIN + (inside * ((index % columns) + 0.5)) / columns;
    const y = PLAN_MARGIN + (inside * (Math.floor(index / columns) + 0.5)) / rows;
    const value = valueAt(spots, x, y, ratio);
    return value === null ? null : cssOf(colourOf(value, range));
  });
  return { columns, rows, colours };
}
