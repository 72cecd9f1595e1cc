import { BarChart, CustomChart, LineChart, ScatterChart } from "echarts/charts";
import {
  DatasetComponent,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from "echarts/components";
import { use } from "echarts/core";

// What is drawn, and nothing else: a part that nobody draws is weight at every first chart.
use([
  ...[LineChart, BarChart, ScatterChart, CustomChart],
  ...[DatasetComponent, GridComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent],
]);

export { init, use } from "echarts/core";
