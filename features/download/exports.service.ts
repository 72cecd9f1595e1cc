import "server-only";
import { silenceExport } from "@/features/alarm/silence/export.operations";
import { switchLogExport } from "@/features/alarm/switch-log/operations";
import { alarmTriggerExport } from "@/features/alarm/trigger/export.operations";
import { archiveExport } from "@/features/archive/export.operations";
import { sysLogExport } from "@/features/audit/export.operations";
import { loginLogExport } from "@/features/audit/login-export.operations";
import { carrierExport } from "@/features/carrier/export.operations";
import { monitoringExport } from "@/features/carrier/monitoring/export.operations";
import { recordExport } from "@/features/carrier/record-time/operations";
import { apiKeyExport } from "@/features/customer/api-key/export.operations";
import { customerExport } from "@/features/customer/export.operations";
import { calibrationDueExport } from "@/features/device/calibration/export.operations";
import { deviceBoardExport, deviceExport } from "@/features/device/export.operations";
import { exceptionExport } from "@/features/exception/export.operations";
import { reasonExport } from "@/features/exception/reason/export.operations";
import { forwardExport } from "@/features/forward/export.operations";
import { geofenceEventExport, geofenceExport } from "@/features/geofence/export.operations";
import { lotExport } from "@/features/lot/export.operations";
import { monitorFindingExport, monitorTaskExport } from "@/features/monitor-task/export.operations";
import { contactExport } from "@/features/notice/contact/export.operations";
import { noticeLogExport } from "@/features/notice/log/operations";
import { printerExport, printGroupExport, printJobExport } from "@/features/printer/export.operations";
import { productExport } from "@/features/product/export.operations";
import { sheetExport, sheetListExport } from "@/features/record-point/export.operations";
import { reportListExport } from "@/features/report/export.operations";
import { reportTemplateExport } from "@/features/report/template/export.operations";
import { roleExport } from "@/features/role/export.operations";
import { alarmRecordExport } from "@/features/secondment/alarm-record/export.operations";
import { secondmentExport } from "@/features/secondment/export.operations";
import { shareExport } from "@/features/share-code/export.operations";
import { detailExport } from "@/features/statistics/detail/export.operations";
import { statisticExport } from "@/features/statistics/export.operations";
import { invalidRuleExport } from "@/features/telemetry/correction/export.operations";
import { historyExport } from "@/features/telemetry/history/export.operations";
import { unknownDeviceExport } from "@/features/telemetry/unknown/export.operations";
import { trackExport } from "@/features/track/track.operations";
import { transportExport } from "@/features/transport/export.operations";
import { userExport } from "@/features/user/export.operations";
import { dueExport, sampleExport, taskExport } from "@/features/verification/export.operations";
import { pointPresetExport } from "@/features/verification/preset/export.operations";
import { workOrderExport } from "@/features/work-order/export.operations";
import { workOrderRuleExport } from "@/features/work-order/rule/export.operations";
import { zoneExport } from "@/features/zone/export.operations";
import { zonePresetExport } from "@/features/zone/preset/export.operations";
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
  silenceExport,
  contactExport,
  customerExport,
  roleExport,
  shareExport,
  transportExport,
  zoneExport,
  geofenceExport,
  geofenceEventExport,
  unknownDeviceExport,
  loginLogExport,
  apiKeyExport,
  alarmTriggerExport,
  forwardExport,
  invalidRuleExport,
  reasonExport,
  reportListExport,
  reportTemplateExport,
  archiveExport,
  workOrderRuleExport,
  printGroupExport,
  printJobExport,
  printerExport,
  pointPresetExport,
  zonePresetExport,
  calibrationDueExport,
  monitoringExport,
  deviceBoardExport,
] as unknown as readonly Export[];

export const findExport = (kind: string): Export | undefined => EXPORTS.find((one) => one.kind === kind);

/** Throws INVALID for an unknown kind. */
export function exportOf(kind: string): Export {
  const found = findExport(kind);
  if (found) return found;
  const message = `${kind.slice(0, 50)} is not exported`;
  throw new AppError("INVALID", `kind: ${message}`, { issues: [{ path: "kind", rule: "reference", message }] });
}
