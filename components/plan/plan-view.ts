/** The position of a plan in its viewport: screen pixels per image pixel, and the upper left corner. */
export type PlanView = { scale: number; x: number; y: number };
export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

/** The offered zoom levels, relative to the plan that fits the viewport (specification, section 9). */
export const ZOOMS = [1 / 3, 1 / 2, 1, 2, 3] as const;
const SMALLEST = 1 / 3;
const LARGEST = 6;
/** This many pixels of the plan always stay visible. */
const KEPT_PX = 48;
/** Half a marker with its value in pixels, so that markers at the edge are fully visible. */
const MARGIN_PX = { x: 40, y: 18 };

const between = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** The scale at which the whole plan with the markers at its edges is visible; 1 while the viewport has no size. */
export function fitScale(window: Size, picture: Size): number {
  if (window.width <= 0 || window.height <= 0) return 1;
  const inside = (room: number, margin: number) => Math.max(room - 2 * margin, room / 2);
  return Math.min(
    inside(window.width, MARGIN_PX.x) / picture.width,
    inside(window.height, MARGIN_PX.y) / picture.height,
  );
}

/** Limits a view to the allowed scales, with part of the plan visible. */
export function clamped(view: PlanView, window: Size, picture: Size): PlanView {
  const fit = fitScale(window, picture);
  const scale = between(view.scale, fit * SMALLEST, fit * LARGEST);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const along = (at: number, size: number, room: number) =>
    size <= room
      ? between(at, 0, room - size)
      : between(at, Math.min(KEPT_PX, room) - size, room - Math.min(KEPT_PX, room));
  return { scale, x: along(view.x, width, window.width), y: along(view.y, height, window.height) };
}

/** The view with the plan centred in the viewport, at `zoom` times the fitting scale. */
export function centred(window: Size, picture: Size, zoom = 1): PlanView {
  const scale = fitScale(window, picture) * zoom;
  return {
    scale,
    x: (window.width - picture.width * scale) / 2,
    y: (window.height - picture.height * scale) / 2,
  };
}

/** The view zoomed by `factor`; the point `at` (viewport pixels) keeps its position. */
export function zoomedAt(view: PlanView, factor: number, at: Point, window: Size, picture: Size): PlanView {
  const fit = fitScale(window, picture);
  const scale = between(view.scale * factor, fit * SMALLEST, fit * LARGEST);
  const by = scale / view.scale;
  return clamped({ scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }, window, picture);
}

/** The next zoom level above or below `zoom`; at the end, the last one. */
export function nextZoom(zoom: number, step: 1 | -1): number {
  const others = step === 1 ? ZOOMS.filter((one) => one > zoom * 1.01) : ZOOMS.filter((one) => one < zoom * 0.99);
  return (step === 1 ? others[0] : others.at(-1)) ?? (step === 1 ? ZOOMS[ZOOMS.length - 1] : ZOOMS[0]) ?? 1;
}

/** Converts a viewport point to fractions of the plan's size; outside of the plan, the nearest point on its edge. */
export function partsOf(at: Point, view: PlanView, picture: Size): Point {
  return {
    x: between((at.x - view.x) / (picture.width * view.scale), 0, 1),
    y: between((at.y - view.y) / (picture.height * view.scale), 0, 1),
  };
}
