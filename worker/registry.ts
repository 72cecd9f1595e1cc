import { watchCrossings } from "@/features/alarm/condition/geofence.jobs";
import { watchSlow } from "@/features/alarm/connection/jobs";
import { watchNewStates } from "@/features/alarm/evaluation/evaluation.jobs";
import { raiseSeverities } from "@/features/alarm/evaluation/severity.jobs";
import { watchDelays, watchSilence } from "@/features/alarm/evaluation/watch.jobs";
import { checkArchive, makeArchive, scheduleArchives } from "@/features/archive/archive.jobs";
import { publishHeads } from "@/features/audit/audit.jobs";
import { endPauses } from "@/features/carrier/alarm-switch/jobs";
import { refreshAllCarriers } from "@/features/carrier/status/state.jobs";
import { endDefrost } from "@/features/carrier/status/status.jobs";
import { deliverReminder, remindOfCalibrations } from "@/features/device/calibration/reminder.jobs";
import { issueDueCommands } from "@/features/device/configuration/command.jobs";
import { dropImportLeftovers, importDevices, resumeImports } from "@/features/device/import/import.jobs";
import { watchSwitches } from "@/features/device/replacement/switch.jobs";
import { refreshAllDevices } from "@/features/device/status/state.jobs";
import { forgetConnections } from "@/features/device/status/traffic.jobs";
import { generateDownload, sweepDownloads } from "@/features/download/download.jobs";
import { storeFigures } from "@/features/exception/figures/figures.jobs";
import { dropExpiredLinks } from "@/features/exception/link/jobs";
import { concludeRun, deliverExport, planRuns, startRun } from "@/features/export-task/task.jobs";
import { sendForwarding } from "@/features/forward/delivery/delivery.jobs";
import { sweepForwarding } from "@/features/forward/delivery/sweep.jobs";
import { forgetEvents, judgeKept, judgePast } from "@/features/geofence/crossing.jobs";
import { writeSearchTexts } from "@/features/menu/search/jobs";
import { checkTasks, forgetRuns } from "@/features/monitor-task/task.jobs";
import { notifyAcknowledged } from "@/features/notice/delivery/acknowledged.jobs";
import { dropExpiredCodes } from "@/features/notice/delivery/code.jobs";
import { recoverNotices } from "@/features/notice/delivery/recovery.jobs";
import { deliverDirect, watchChannels } from "@/features/notice/health/jobs";
import { deliverNotice } from "@/features/notice/notice.jobs";
import { sumHours } from "@/features/observation/observation.jobs";
import { planPrints } from "@/features/printer/group/jobs";
import { deliverPrint, followPrints, withdrawPrint } from "@/features/printer/job/jobs";
import { collectDueRecords } from "@/features/record-point/collect.jobs";
import { makeReport } from "@/features/report/report.jobs";
import { watchSecondments } from "@/features/secondment/secondment.jobs";
import { forgetOpenings } from "@/features/share-code/share.jobs";
import { applyInvalidRules } from "@/features/telemetry/correction/run.jobs";
import { acceptOverdueJumps } from "@/features/telemetry/ingest/validation.jobs";
import { applyRetention, maintainHistory } from "@/features/telemetry/retention/jobs";
import { ingestUnknown } from "@/features/telemetry/unknown/jobs";
import { beginTransports, followTransports } from "@/features/transport/transport.jobs";
import { mailReset } from "@/features/user/forgotten-password/jobs";
import { advanceVerifications, remindOfVerifications } from "@/features/verification/jobs";
import { applyWorkOrderRules, warnOfWorkOrders } from "@/features/work-order/rule/jobs";
import type { Job } from "@/lib/queue/define-job";

/** All jobs of the features; a test compares the list with their `jobs.ts` files. */
export const JOBS: readonly Job[] = [
  issueDueCommands,
  importDevices,
  resumeImports,
  dropImportLeftovers,
  deliverNotice,
  notifyAcknowledged,
  dropExpiredCodes,
  recoverNotices,
  deliverDirect,
  watchChannels,
  mailReset,
  deliverReminder,
  remindOfCalibrations,
  watchSwitches,
  watchNewStates,
  watchDelays,
  watchSilence,
  watchSlow,
  watchCrossings,
  raiseSeverities,
  endDefrost,
  endPauses,
  refreshAllCarriers,
  refreshAllDevices,
  forgetConnections,
  forgetOpenings,
  generateDownload,
  sweepDownloads,
  planRuns,
  startRun,
  concludeRun,
  deliverExport,
  sendForwarding,
  sweepForwarding,
  collectDueRecords,
  applyRetention,
  maintainHistory,
  sumHours,
  storeFigures,
  applyInvalidRules,
  ingestUnknown,
  acceptOverdueJumps,
  judgePast,
  judgeKept,
  forgetEvents,
  dropExpiredLinks,
  publishHeads,
  makeReport,
  makeArchive,
  checkArchive,
  scheduleArchives,
  followTransports,
  beginTransports,
  advanceVerifications,
  remindOfVerifications,
  applyWorkOrderRules,
  warnOfWorkOrders,
  planPrints,
  deliverPrint,
  withdrawPrint,
  followPrints,
  checkTasks,
  forgetRuns,
  watchSecondments,
  writeSearchTexts,
] as readonly Job[];
