/** How a picture lies in its window: pixels of the screen for one of the picture, and where its upper left corner is. */
export type PlanView = { scale: number; x: number; y: number };
export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

/** The scales that are offered, of the picture as it fits the window (specification, section 9). */
export const ZOOMS = [1 / 3, 1 / 2, 1, 2, 3] as const;
const SMALLEST = 1 / 3;
const LARGEST = 6;
/** Of the picture so much stays in sight, in pixels. */
const KEPT_PX = 48;
/** Half a marker with its value, in pixels: one at the edge of the picture is seen whole. */
const MARGIN_PX = { x: 40, y: 18 };

const between = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** The scale at which the whole picture is seen, with the markers at its edges; 1 while the window has no size yet. */
export function fitScale(window: Size, picture: Size): number {
  if (window.width <= 0 || window.height <= 0) return 1;
  const inside = (room: number, margin: number) => Math.max(room - 2 * margin, room / 2);
  return Math.min(
    inside(window.width, MARGIN_PX.x) / picture.width,
    inside(window.height, MARGIN_PX.y) / picture.height,
  );
}

/** The view kept within reach: neither too near nor too far, and never wholly out of sight. */
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

/** The whole picture in the middle of the window, at `zoom` times the size at which it fits. */
export function centred(window: Size, picture: Size, zoom = 1): PlanView {
  const scale = fitScale(window, picture) * zoom;
  return {
    scale,
    x: (window.width - picture.width * scale) / 2,
    y: (window.height - picture.height * scale) / 2,
  };
}

/** The view `factor` times as near; what is at `at` (pixels of the window) stays there. */
export function zoomedAt(view: PlanView, factor: number, at: Point, window: Size, picture: Size): PlanView {
  const fit = fitScale(window, picture);
  const scale = between(view.scale * factor, fit * SMALLEST, fit * LARGEST);
  const by = scale / view.scale;
  return clamped({ scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }, window, picture);
}

/** The next offered scale up or down from `zoom`; the last one beyond it. */
export function nextZoom(zoom: number, step: 1 | -1): number {
  const others = step === 1 ? ZOOMS.filter((one) => one > zoom * 1.01) : ZOOMS.filter((one) => one < zoom * 0.99);
  return (step === 1 ? others[0] : others.at(-1)) ?? (step === 1 ? ZOOMS[ZOOMS.length - 1] : ZOOMS[0]) ?? 1;
}

/** A point of the window as parts of the picture's width and height; outside of it the nearest on its edge. */
export function partsOf(at: Point, view: PlanView, picture: Size): Point {
  return {
    x: between((at.x - view.x) / (picture.width * view.scale), 0, 1),
    y: between((at.y - view.y) / (picture.height * view.scale), 0, 1),
  };
}
