import "server-only";
import type { EChartsOption } from "echarts";
import { SVGRenderer } from "echarts/renderers";
import { init, use } from "./echarts";

use(SVGRenderer);

/** Renders an option as SVG of a given size in pixels on the server. Texts are escaped. */
export function svgOf(option: EChartsOption, size: { width: number; height: number }): string {
  const chart = init(null, null, { renderer: "svg", ssr: true, ...size });
  try {
    chart.setOption({ ...option, animation: false });
    return chart.renderToSVGString();
  } finally {
    // An undisposed chart keeps the process alive.
    chart.dispose();
  }
}
