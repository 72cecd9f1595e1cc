import type { ECharts } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import { init, use } from "./echarts";

use(CanvasRenderer);

/** Opens an empty chart that fills an element; the caller disposes of it. Imported when the first chart is drawn. */
export const openChart = (element: HTMLElement): ECharts => init(element, null, { renderer: "canvas" });
