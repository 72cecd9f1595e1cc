import "server-only";
import { switchLogExport } from "@/features/alarm/switch-log/operations";
import { sysLogExport } from "@/features/audit/export.operations";
import { carrierExport } from "@/features/carrier/export.operations";
import { recordExport } from "@/features/carrier/record-time/operations";
import { deviceExport } from "@/features/device/export.operations";
import { exceptionExport } from "@/features/exception/export.operations";
import { lotExport } from "@/features/lot/export.operations";
import { monitorFindingExport, monitorTaskExport } from "@/features/monitor-task/export.operations";
import { noticeLogExport } from "@/features/notice/log/operations";
import { productExport } from "@/features/product/export.operations";
import { sheetExport, sheetListExport } from "@/features/record-point/export.operations";
import { alarmRecordExport } from "@/features/secondment/alarm-record/export.operations";
import { secondmentExport } from "@/features/secondment/export.operations";
import { detailExport } from "@/features/statistics/detail/export.operations";
import { statisticExport } from "@/features/statistics/export.operations";
import { historyExport } from "@/features/telemetry/history/export.operations";
import { trackExport } from "@/features/track/track.operations";
import { userExport } from "@/features/user/export.operations";
import { dueExport, sampleExport, taskExport } from "@/features/verification/export.operations";
import { workOrderExport } from "@/features/work-order/export.operations";
import { AppError } from "@/lib/errors";
import type { Export } from "@/lib/export/define-export";

/** All that can be exported as a file; each has a title under `kind` in the `download` messages. */
export const EXPORTS = [
  historyExport,
  detailExport,
  statisticExport,
  trackExport,
  recordExport,
  sheetExport,
  sheetListExport,
  lotExport,
  productExport,
  carrierExport,
  deviceExport,
  exceptionExport,
  userExport,
  sysLogExport,
  switchLogExport,
  noticeLogExport,
  workOrderExport,
  monitorTaskExport,
  monitorFindingExport,
  taskExport,
  dueExport,
  sampleExport,
  secondmentExport,
  alarmRecordExport,
] as unknown as readonly Export[];

export const findExport = (kind: string): Export | undefined => EXPORTS.find((one) => one.kind === kind);

/** Throws INVALID for an unknown kind. */
export function exportOf(kind: string): Export {
  const found = findExport(kind);
  if (found) return found;
  const message = `${kind.slice(0, 50)} is not exported`;
  throw new AppError("INVALID", `kind: ${message}`, { issues: [{ path: "kind", rule: "reference", message }] });
}
