import "server-only";
import { type ExportWords, listExport } from "@/lib/export/list-export";
import { shownCell, unitOf } from "@/lib/units/format";
import { readPoints } from "./monitoring.operations";
import { type MonitoringPointDto, type MonitoringProbeDto, MonitoringQuery } from "./monitoring.schema";

const COLUMNS = {
  name: 24,
  customer: 24,
  scene: 36,
  type: 16,
  status: 16,
  abnormality: 16,
  values: 60,
  lastAt: 30,
  alarm: 12,
};

/** A value with its unit, and its range in brackets: `Temperature 9.3 °C (2 – 8)`. */
function valueText({ measure, value, minimum, maximum }: MonitoringProbeDto, { look, values }: ExportWords): string {
  const shown = (one: number | null) => shownCell(one, measure, values);
  const range = minimum === null && maximum === null ? "" : ` (${shown(minimum) ?? ""} – ${shown(maximum) ?? ""})`;
  return `${look("carrier.measure")(measure)} ${shown(value) ?? "–"} ${unitOf(measure, values)}`.trim() + range;
}

/** The carriers with their live values, as the monitoring board's criteria ask, in its order. */
export const monitoringExport = listExport({
  kind: "monitoring",
  permission: "viewMonitorPointRealTime",
  input: MonitoringQuery,
  headers: "carrier.column",
  columns: COLUMNS,
  page: readPoints,
  cells(row: MonitoringPointDto, words) {
    const { look, stamp } = words;
    const times = row.probes.flatMap(({ at }) => at ?? []);
    return {
      name: row.name,
      customer: row.customerName,
      scene: row.scenePath.join(" / "),
      type: look("carrier.type")(row.type),
      status: look("carrier.statusChoice")(row.carrierStatus),
      abnormality: look("monitoring.status")(row.status),
      values: row.probes.map((probe) => valueText(probe, words)).join("; "),
      lastAt: times.length === 0 ? null : stamp(Math.max(...times)),
      alarm: look("carrier.alarm.short")(row.alarmSwitch),
    };
  },
});
