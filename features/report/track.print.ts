import "server-only";
import type { LonLat } from "@/lib/geo/coordinates";
import { offsetFrom } from "@/lib/geo/plane";
import { formatNumber } from "@/lib/units/format";

/** The size of a sketch in pixels; a document scales it to its width. */
export const SKETCH = { width: 760, height: 250 };
const INSET = 28;
const COLOURS = {
  line: "#0a6a74",
  frame: "#dde4e9",
  text: "#14202a",
  muted: "#4d5d69",
  alarm: "#b3162b",
  end: "#ffffff",
};
/** Lengths of the scale in metres; the longest that takes at most a quarter of the width. */
const SCALES = [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000];

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

type Sketched = {
  tracks: readonly { longitude: readonly number[]; latitude: readonly number[] }[];
  /** Where excursions began. */
  places: readonly { longitude: number; latitude: number }[];
  /** The names of both ends. */
  from: string;
  to: string;
  locale: string;
};

/** A track as SVG, north at the top, with a scale: a document cannot fetch a map. Null with less than two positions. */
export function trackSketch({ tracks, places, from, to, locale }: Sketched): string | null {
  const lines = tracks.map(({ longitude, latitude }) =>
    longitude.map((one, index): LonLat => [one, latitude[index] as number]),
  );
  const all = lines.flat();
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last || all.length < 2) return null;
  const offsets = [...all, ...places.map(({ longitude, latitude }): LonLat => [longitude, latitude])].map((place) =>
    offsetFrom(first, place),
  );
  const [east, north] = [offsets.map((one) => one.east), offsets.map((one) => one.north)];
  const [west, top] = [Math.min(...east), Math.max(...north)];
  const [spanX, spanY] = [Math.max(...east) - west, top - Math.min(...north)];
  const [roomX, roomY] = [SKETCH.width - 2 * INSET, SKETCH.height - 2 * INSET];
  // A vehicle that stands still is a dot, not its scatter over the whole picture.
  const perMetre = Math.min(roomX / Math.max(spanX, 500), roomY / Math.max(spanY, 500));
  const [left, above] = [(SKETCH.width - spanX * perMetre) / 2, (SKETCH.height - spanY * perMetre) / 2];
  const spot = (place: LonLat): [x: number, y: number] => {
    const offset = offsetFrom(first, place);
    return [left + (offset.east - west) * perMetre, above + (top - offset.north) * perMetre];
  };
  const at = ([x, y]: readonly [number, number]) => `${x.toFixed(1)},${y.toFixed(1)}`;
  const circle = (place: LonLat, radius: number, fill: string, stroke: string) => {
    const [x, y] = spot(place);
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius}" fill="${fill}" stroke="${stroke}" stroke-width="2"/>`;
  };
  // On the side where the track is not.
  const middle = all.reduce((sum, place) => sum + spot(place)[1], 0) / all.length;
  const label = (place: LonLat, text: string) => {
    const [x, y] = spot(place);
    const anchor = x > (SKETCH.width * 2) / 3 ? "end" : x < SKETCH.width / 3 ? "start" : "middle";
    const below = y > middle ? 20 : -10;
    return `<text x="${x.toFixed(1)}" y="${(y + below).toFixed(1)}" font-size="12" fill="${COLOURS.text}" text-anchor="${anchor}">${escaped(text)}</text>`;
  };
  const metres = SCALES.findLast((one) => one * perMetre <= SKETCH.width / 4) ?? (SCALES[0] as number);
  const scale = metres < 1000 ? `${formatNumber(metres, locale)} m` : `${formatNumber(metres / 1000, locale)} km`;
  const [scaleX, scaleY] = [SKETCH.width - 12 - metres * perMetre, SKETCH.height - 10];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SKETCH.width}" height="${SKETCH.height}" viewBox="0 0 ${SKETCH.width} ${SKETCH.height}">`,
    `<rect x="0.5" y="0.5" width="${SKETCH.width - 1}" height="${SKETCH.height - 1}" fill="none" stroke="${COLOURS.frame}"/>`,
    ...lines
      .filter(({ length }) => length > 1)
      .map(
        (line) =>
          `<polyline points="${line.map((place) => at(spot(place))).join(" ")}" fill="none" stroke="${COLOURS.line}" stroke-width="2"/>`,
      ),
    ...places.map(({ longitude, latitude }) => circle([longitude, latitude], 5, COLOURS.alarm, COLOURS.end)),
    circle(first, 5, COLOURS.end, COLOURS.line),
    circle(last, 5, COLOURS.line, COLOURS.end),
    label(first, from),
    label(last, to),
    `<path d="M${scaleX.toFixed(1)} ${scaleY - 5} V${scaleY} H${SKETCH.width - 12} V${scaleY - 5}" fill="none" stroke="${COLOURS.muted}"/>`,
    `<text x="${SKETCH.width - 12}" y="${scaleY - 9}" font-size="11" fill="${COLOURS.muted}" text-anchor="end">${escaped(scale)}</text>`,
    "</svg>",
  ].join("");
}
