import { LineChart } from "echarts/charts";
import { GridComponent, MarkAreaComponent, MarkLineComponent } from "echarts/components";
import { type EChartsType, init, use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";

// Imported only when a chart is drawn; nothing of the library that is not named here travels to the browser.
use([LineChart, GridComponent, MarkAreaComponent, MarkLineComponent, CanvasRenderer]);

/** An empty chart that fills its element. Dispose it when the element goes. */
export const createChart = (element: HTMLElement): EChartsType => init(element, undefined, { renderer: "canvas" });
