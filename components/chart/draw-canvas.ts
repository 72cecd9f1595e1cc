import type { ECharts } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import { init, use } from "./echarts";

use(CanvasRenderer);

/** An empty chart in an element, as large as that is; whoever opens it disposes of it. Imported when first drawn. */
export const openChart = (element: HTMLElement): ECharts => init(element, null, { renderer: "canvas" });
