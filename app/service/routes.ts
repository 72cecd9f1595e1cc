import { switchAlarm } from "@/features/carrier/alarm-switch/operations";
import { getMonitoringPoint, listMonitoringPoints } from "@/features/carrier/monitoring/operations";
import { issueCustomerToken } from "@/features/customer/operations";
import { issueGatewayToken } from "@/features/device/operations";
import {
  acknowledgeException,
  acknowledgeExceptions,
  closeException,
  handleException,
  listExceptionReasons,
  reopenException,
} from "@/features/exception/handling/operations";
import { getException, listExceptions, summariseExceptions } from "@/features/exception/operations";
import { loadMenu } from "@/features/menu/operations";
import { createCaptcha, getSession, login, logout } from "@/features/session/operations";
import {
  exportReadings,
  getHistory,
  getView,
  listExcursions,
  listReadings,
} from "@/features/telemetry/history/operations";
import { ingestReadings } from "@/features/telemetry/ingest/operations";
import { subscribeLive } from "@/features/telemetry/live/operations";
import { listChoices } from "@/features/telemetry/probe/operations";
import { getStatistics } from "@/features/telemetry/statistics/operations";
import { zones } from "@/features/zone/operations";
import { getHealth } from "@/lib/health/get-health";
import type { Route } from "@/lib/http/openapi";

/** Every call under /service. A test holds it equal to the route files. */
export const ROUTES: readonly Route[] = [
  ["GET", "/service/user/captcha", createCaptcha],
  ["POST", "/service/user/login", login],
  ["GET", "/service/user/logout", logout],
  ["GET", "/service/mine/me", getSession],
  ["GET", "/service/menu/mine", loadMenu],
  ["GET", "/service/health", getHealth],
  ["POST", "/service/ingest/readings", ingestReadings],
  ["GET", "/service/live", subscribeLive],
  ["GET", "/service/carrier/monitoring", listMonitoringPoints],
  ["GET", "/service/carrier/[id]/monitoring", getMonitoringPoint],
  ["PUT", "/service/carrier/[id]/alarmSwitch", switchAlarm],
  ["POST", "/service/gateway/[id]/token", issueGatewayToken],
  ["POST", "/service/customer/[id]/ingestToken", issueCustomerToken],
  ["GET", "/service/exception", listExceptions],
  ["GET", "/service/exception/summary", summariseExceptions],
  ["POST", "/service/exception/acknowledge", acknowledgeExceptions],
  ["GET", "/service/exception/[id]", getException],
  ["POST", "/service/exception/[id]/acknowledge", acknowledgeException],
  ["POST", "/service/exception/[id]/handle", handleException],
  ["POST", "/service/exception/[id]/reopen", reopenException],
  ["POST", "/service/exception/[id]/close", closeException],
  ["GET", "/service/exceptionReason", listExceptionReasons],
  ["GET", "/service/share/history", getHistory],
  ["GET", "/service/share/history/table", listReadings],
  ["GET", "/service/share/history/statistics", getStatistics],
  ["GET", "/service/share/history/excursion", listExcursions],
  ["GET", "/service/share/history/csv", exportReadings],
  ["GET", "/service/share/history/choice", listChoices],
  ["GET", "/service/share/history/view", getView],
  ["GET", "/service/zone", zones.list],
  ["POST", "/service/zone", zones.create],
  ["GET", "/service/zone/[id]", zones.get],
  ["PUT", "/service/zone/[id]", zones.update],
  ["DELETE", "/service/zone/[id]", zones.remove],
];
