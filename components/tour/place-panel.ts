/** A box in the window, in px. */
export type Box = { top: number; left: number; width: number; height: number };
type Size = { width: number; height: number };

const GAP_PX = 14;
const MARGIN_PX = 8;

const clamp = (value: number, most: number) => Math.max(MARGIN_PX, Math.min(value, most - MARGIN_PX));

/**
 * The position of a panel beside its target, in px of the window: below, above, left or right of it, whichever first
 * has room; otherwise in the lower corner that covers least of the target.
 */
export function placePanel(target: Box, panel: Size, view: Size): { top: number; left: number } {
  const { top, left, width, height } = target;
  const middle = left + (width - panel.width) / 2;
  const tall = panel.height + GAP_PX + MARGIN_PX;
  const wide = panel.width + GAP_PX + MARGIN_PX;
  const place =
    view.height - top - height >= tall
      ? { top: top + height + GAP_PX, left: middle }
      : top >= tall
        ? { top: top - GAP_PX - panel.height, left: middle }
        : left >= wide
          ? { top, left: left - GAP_PX - panel.width }
          : view.width - left - width >= wide
            ? { top, left: left + width + GAP_PX }
            : { top: view.height, left: left + width / 2 < view.width / 2 ? view.width : 0 };
  return { top: clamp(place.top, view.height - panel.height), left: clamp(place.left, view.width - panel.width) };
}
