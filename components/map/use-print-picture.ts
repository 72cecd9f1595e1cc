import { type RefObject, useEffect, useRef } from "react";
import type { MapRef } from "react-map-gl/maplibre";

/** Width of the text area of an A4 page in CSS pixels (components/shell/print.css). */
const PAPER_PX = 680;

/**
 * Copies the map to a second canvas before the page is printed: the map's own drawing is gone once it was shown. The map
 * keeps its size on paper, in which its markers are placed, and is scaled down as a whole.
 */
export function usePrintPicture(box: RefObject<HTMLElement | null>, map: RefObject<MapRef | null>) {
  const picture = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const copy = () => {
      const [frame, sheet, shown] = [box.current, picture.current, map.current?.getMap()];
      if (!frame || !sheet || !shown) return;
      const { clientWidth: width, clientHeight: height } = frame;
      if (width === 0 || height === 0) return;
      frame.style.setProperty("--map-width", `${width}px`);
      frame.style.setProperty("--map-height", `${height}px`);
      frame.style.setProperty("--map-scale", String(Math.min(1, PAPER_PX / width)));
      const drawing = shown.redraw().getCanvas();
      sheet.width = drawing.width;
      sheet.height = drawing.height;
      sheet.getContext("2d")?.drawImage(drawing, 0, 0);
    };
    window.addEventListener("beforeprint", copy);
    return () => window.removeEventListener("beforeprint", copy);
  }, [box, map]);
  return picture;
}
