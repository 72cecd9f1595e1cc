import { watchNewStates } from "@/features/alarm/evaluation/jobs";
import { watchDelays, watchSilence } from "@/features/alarm/watch/jobs";
import { settleAllCarriers } from "@/features/carrier/state/jobs";
import { endDefrost } from "@/features/carrier/status/jobs";
import { issueDueCommands } from "@/features/device/command/jobs";
import { dropImportLeftovers, importDevices, resumeImports } from "@/features/device/import/jobs";
import { deliverReminder, remindOfCalibrations } from "@/features/device/reminder/jobs";
import { settleAllDevices } from "@/features/device/state/jobs";
import { watchSwitches } from "@/features/device/switch/jobs";
import { forgetConnections } from "@/features/device/traffic/jobs";
import { dropExpiredLinks } from "@/features/exception/link/jobs";
import { sendForwarding } from "@/features/forward/delivery/jobs";
import { sweepForwarding } from "@/features/forward/sweep/jobs";
import { forgetEvents, judgePast } from "@/features/geofence/crossing/jobs";
import { deliverNotice } from "@/features/notice/jobs";
import { recoverNotices } from "@/features/notice/recovery/jobs";
import { applyInvalidRules } from "@/features/telemetry/invalid-run/jobs";
import { keepHistory, settleHistory } from "@/features/telemetry/retention/jobs";
import type { Job } from "@/lib/queue/define-job";

/** Every job of the features; a test holds it equal to their `jobs.ts` files. */
export const JOBS: readonly Job[] = [
  issueDueCommands,
  importDevices,
  resumeImports,
  dropImportLeftovers,
  deliverNotice,
  recoverNotices,
  deliverReminder,
  remindOfCalibrations,
  watchSwitches,
  watchNewStates,
  watchDelays,
  watchSilence,
  endDefrost,
  settleAllCarriers,
  settleAllDevices,
  forgetConnections,
  sendForwarding,
  sweepForwarding,
  keepHistory,
  settleHistory,
  applyInvalidRules,
  judgePast,
  forgetEvents,
  dropExpiredLinks,
] as readonly Job[];
