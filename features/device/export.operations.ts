import "server-only";
import { type ExportWords, listExport } from "@/lib/export/list-export";
import { shownCell, unitOf } from "@/lib/units/format";
import { readBoard } from "./board/operations";
import { BoardQuery } from "./board/schema";
import type { DeviceDto } from "./device.schema";
import { findDevicePage } from "./list.operations";
import { AnyDeviceListQuery } from "./list.schema";

const COLUMNS = {
  serialNumber: 20,
  name: 24,
  kind: 14,
  type: 24,
  mac: 20,
  customer: 24,
  scene: 24,
  use: 14,
  custody: 30,
  online: 12,
  abnormal: 12,
  values: 40,
  carriers: 30,
  gateway: 24,
  interval: 14,
  configuration: 16,
  calibrationDueOn: 16,
  calibration: 14,
  firmware: 14,
  lastSeenAt: 30,
  createdAt: 30,
  description: 40,
};

function cellsOf(row: DeviceDto, { look, stamp, values }: ExportWords) {
  const [t, yesNo, measure] = [look("device"), look("download.yesNo"), look("exception.measure")];
  const readings = row.probes.flatMap((probe) => {
    const name = [measure(probe.measure), probe.channel].filter(Boolean).join(" ");
    return probe.value === null
      ? []
      : [`${name} ${shownCell(probe.value, probe.measure, values)} ${unitOf(probe.measure, values)}`.trim()];
  });
  return {
    serialNumber: row.serialNumber,
    name: row.name,
    kind: t(`kind.${row.kind}`),
    type: row.typeName,
    mac: row.mac,
    customer: row.customerName,
    scene: row.sceneName,
    use: t(`use.${row.use}`),
    custody: [t(`custody.${row.custody}`), row.secondment?.other].filter(Boolean).join(": "),
    online: t(`online.${row.onlineStatus}`),
    abnormal: yesNo(row.isAbnormal ? "yes" : "no"),
    values: readings.join("; "),
    carriers: row.carriers.flatMap(({ name }) => name ?? []).join("; "),
    gateway: row.gateway?.name ?? null,
    interval: row.reportIntervalSeconds,
    configuration: t(`config.${row.configStatus}`),
    calibrationDueOn: row.calibrationDueOn,
    calibration: t(`calibration.${row.calibrationState}`),
    firmware: row.firmware,
    lastSeenAt: stamp(row.lastSeenAt),
    createdAt: stamp(row.createdAt),
    description: row.description,
  };
}

/** The devices of the kinds that the actor may view, or of one of them, that match the list's criteria. */
export const deviceExport = listExport({
  kind: "device",
  permission: "viewDevice",
  input: AnyDeviceListQuery,
  headers: "download.device",
  columns: COLUMNS,
  page: findDevicePage,
  about: ({ kind }, { look }) => (kind ? look("device.kind")(kind) : null),
  cells: cellsOf,
});

/** The devices that match the criteria of the device board, in its order: those that need attention first. */
export const deviceBoardExport = listExport({
  kind: "deviceBoard",
  permission: "viewDevice",
  input: BoardQuery,
  headers: "download.device",
  columns: COLUMNS,
  page: readBoard,
  about: ({ kind }, { look }) => (kind ? look("device.kind")(kind) : null),
  cells: cellsOf,
});
