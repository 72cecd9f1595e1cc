import { BarChart, CustomChart, LineChart, ScatterChart } from "echarts/charts";
import {
  DatasetComponent,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from "echarts/components";
import { use } from "echarts/core";

// Only the parts in use: any other would increase the size of the first chart.
use([
  ...[LineChart, BarChart, ScatterChart, CustomChart],
  ...[DatasetComponent, GridComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent],
]);

export { init, use } from "echarts/core";
