import {
  getLogSetting,
  getSysLog,
  listLoginLog,
  listSysLog,
  setLogSetting,
  verifySysLog,
} from "@/features/audit/audit.operations";
import { exportSysLog } from "@/features/audit/export.operations";
import { reportProperties } from "@/features/device/properties.operations";
import { getException, listExceptions, summariseExceptions } from "@/features/exception/exception.operations";
import {
  acknowledgeException,
  acknowledgeExceptions,
  closeException,
  handleException,
  listExceptionReasons,
  reopenException,
} from "@/features/exception/handling/operations";
import { acknowledgeByLink, getLinkedException } from "@/features/exception/link/operations";
import { exceptionReasons } from "@/features/exception/reason/operations";
import {
  createMenuEntry,
  getMenuEntry,
  listMenu,
  loadMenu,
  removeMenuEntry,
  sortMenu,
  updateMenuEntry,
} from "@/features/menu/menu.operations";
import {
  createParameter,
  getParameterById,
  listParameters,
  listParameterValues,
  removeParameter,
  updateParameterById,
} from "@/features/parameter/parameter.operations";
import { listRoleTypes } from "@/features/role/catalogue.operations";
import { getCompleteness } from "@/features/telemetry/history/completeness.operations";
import { listEvents } from "@/features/telemetry/history/event.operations";
import {
  exportReadings,
  getHistory,
  getView,
  listExcursions,
  listReadings,
} from "@/features/telemetry/history/history.operations";
import { getOutside } from "@/features/telemetry/history/out-of-range.operations";
import { getStatistics } from "@/features/telemetry/history/statistics.operations";
import { ingestReadings } from "@/features/telemetry/ingest/ingest.operations";
import { listChoices } from "@/features/telemetry/ingest/probe.operations";
import { subscribeLive } from "@/features/telemetry/live/live.operations";
import {
  exportMerged,
  getLoggerSeries,
  listMerged,
  listOverlayFiles,
} from "@/features/telemetry/logger/overlay.operations";
import { lookUpUnits, units } from "@/features/unit/operations";
import { getSignature, removeSignature, saveSignature } from "@/features/user/signature/operations";
import { getHealth } from "@/lib/health/get-health";
import type { Route } from "@/lib/http/openapi";
import { workForAWhile } from "@/worker/cron";
import { ALARM_LOG_ROUTES } from "./alarm-log-routes";
import { FORWARD_ROUTES } from "./forward-routes";
import { GUIDE_ROUTES } from "./guide-routes";
import { INVALID_ROUTES } from "./invalid-routes";
import { REPLY_ROUTES } from "./reply-routes";

/** Calls of measurements, exceptions, logs, reference lists and the installation. */
export const SYSTEM_ROUTES: readonly Route[] = [
  ["GET", "/service/share/signature/detail", getSignature],
  ["POST", "/service/share/signature/save", saveSignature],
  ["DELETE", "/service/share/signature/save", removeSignature],
  ["GET", "/service/menu/mine", loadMenu],
  ["GET", "/service/menu", listMenu],
  ["POST", "/service/menu", createMenuEntry],
  ["POST", "/service/menu/sort", sortMenu],
  ["GET", "/service/menu/[id]", getMenuEntry],
  ["PUT", "/service/menu/[id]", updateMenuEntry],
  ["DELETE", "/service/menu/[id]", removeMenuEntry],
  ["GET", "/service/share/param", listParameterValues],
  ["GET", "/service/parameter", listParameters],
  ["POST", "/service/parameter", createParameter],
  ["GET", "/service/parameter/[id]", getParameterById],
  ["PUT", "/service/parameter/[id]", updateParameterById],
  ["DELETE", "/service/parameter/[id]", removeParameter],
  ["GET", "/service/health", getHealth],
  ["POST", "/service/cron", workForAWhile],
  ["POST", "/service/ingest/readings", ingestReadings],
  ["POST", "/service/ingest/properties", reportProperties],
  ["GET", "/service/live", subscribeLive],
  ["GET", "/service/exception", listExceptions],
  ["GET", "/service/exception/summary", summariseExceptions],
  ["POST", "/service/exception/acknowledge", acknowledgeExceptions],
  ["GET", "/service/exception/[id]", getException],
  ["POST", "/service/exception/[id]/acknowledge", acknowledgeException],
  ["POST", "/service/exception/[id]/handle", handleException],
  ["POST", "/service/exception/[id]/reopen", reopenException],
  ["POST", "/service/exception/[id]/close", closeException],
  ...REPLY_ROUTES,
  ["GET", "/service/exceptionLink", getLinkedException],
  ["POST", "/service/exceptionLink", acknowledgeByLink],
  ["GET", "/service/exceptionReason", exceptionReasons.list],
  ["POST", "/service/exceptionReason", exceptionReasons.create],
  ["GET", "/service/exceptionReason/choice", listExceptionReasons],
  ["GET", "/service/exceptionReason/[id]", exceptionReasons.get],
  ["PUT", "/service/exceptionReason/[id]", exceptionReasons.update],
  ["DELETE", "/service/exceptionReason/[id]", exceptionReasons.remove],
  ["GET", "/service/share/history", getHistory],
  ["GET", "/service/share/history/table", listReadings],
  ["GET", "/service/share/history/statistics", getStatistics],
  ["GET", "/service/share/history/completeness", getCompleteness],
  ["GET", "/service/share/history/excursion", listExcursions],
  ["GET", "/service/share/history/csv", exportReadings],
  ["POST", "/service/share/exportHistory", exportReadings],
  ["GET", "/service/share/history/event", listEvents],
  ["GET", "/service/share/history/outside", getOutside],
  ["GET", "/service/share/history/loggerFile", listOverlayFiles],
  ["GET", "/service/share/history/logger", getLoggerSeries],
  ["GET", "/service/share/history/logger/table", listMerged],
  ["GET", "/service/share/history/logger/csv", exportMerged],
  ["GET", "/service/share/history/choice", listChoices],
  ["GET", "/service/share/history/view", getView],
  ["GET", "/service/share/roleType", listRoleTypes],
  ["GET", "/service/unit", units.list],
  ["POST", "/service/unit", units.create],
  ["GET", "/service/unit/[id]", units.get],
  ["PUT", "/service/unit/[id]", units.update],
  ["DELETE", "/service/unit/[id]", units.remove],
  ["GET", "/service/share/unit", lookUpUnits],
  ["GET", "/service/sysLog", listSysLog],
  ["GET", "/service/sysLog/csv", exportSysLog],
  ["GET", "/service/sysLog/verify", verifySysLog],
  ["GET", "/service/sysLog/setting", getLogSetting],
  ["PUT", "/service/sysLog/setting", setLogSetting],
  ["GET", "/service/sysLog/[id]", getSysLog],
  ["GET", "/service/loginLog", listLoginLog],
  ...FORWARD_ROUTES,
  ...GUIDE_ROUTES,
  ...ALARM_LOG_ROUTES,
  ...INVALID_ROUTES,
];
