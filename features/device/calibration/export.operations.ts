import "server-only";
import { listExport } from "@/lib/export/list-export";
import { findCalibrations } from "./calibration.operations";
import { type CalibrationDueDto, CalibrationListQuery } from "./calibration.schema";

const COLUMNS = {
  serialNumber: 20,
  name: 24,
  kind: 14,
  carriers: 30,
  calibrationDueOn: 16,
  calibration: 14,
  certificateNumber: 24,
  laboratory: 30,
  calibratedOn: 16,
};

/** Devices by the end of their calibration, as the criteria ask. */
export const calibrationDueExport = listExport({
  kind: "calibrationDue",
  permission: "viewCalibration",
  input: CalibrationListQuery,
  headers: "download.device",
  columns: COLUMNS,
  page: findCalibrations,
  about: ({ kind }, { look }) => (kind ? look("device.kind")(kind) : null),
  cells({ device, carriers, certificate, ...row }: CalibrationDueDto, { look }) {
    const t = look("device");
    return {
      serialNumber: device.serialNumber,
      name: device.name,
      kind: t(`kind.${device.kind}`),
      carriers: carriers.flatMap(({ name }) => name ?? []).join("; "),
      calibrationDueOn: row.dueOn,
      calibration: t(`calibration.${row.state}`),
      certificateNumber: certificate?.certificateNumber ?? null,
      laboratory: certificate?.laboratory ?? null,
      calibratedOn: certificate?.calibratedOn ?? null,
    };
  },
});
