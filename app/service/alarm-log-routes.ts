import {
  chooseSilenceTarget,
  createSilence,
  endSilence,
  getAlarmSilence,
  listSilences,
} from "@/features/alarm/silence/silence.operations";
import { exportSwitchLog, listSwitchLog } from "@/features/alarm/switch-log/operations";
import {
  getChannelTest,
  listChannelStates,
  listChannels,
  listTroubles,
  testChannel,
} from "@/features/notice/health/operations";
import { exportNoticeLog, getNoticeLog, listNoticeLog } from "@/features/notice/log/operations";
import type { Route } from "@/lib/http/openapi";

/** Calls of the notice log, of the channels of notices, and of what holds alarms back. */
export const ALARM_LOG_ROUTES: readonly Route[] = [
  ["GET", "/service/noticeLog", listNoticeLog],
  ["GET", "/service/noticeLog/csv", exportNoticeLog],
  ["GET", "/service/noticeLog/[id]", getNoticeLog],
  ["GET", "/service/noticeChannel", listChannels],
  ["GET", "/service/noticeChannel/troubles", listTroubles],
  ["GET", "/service/noticeChannel/states", listChannelStates],
  ["POST", "/service/noticeChannel/test", testChannel],
  ["GET", "/service/noticeChannel/test/[id]", getChannelTest],
  ["GET", "/service/alarmSwitchLog", listSwitchLog],
  ["GET", "/service/alarmSwitchLog/csv", exportSwitchLog],
  ["GET", "/service/alarmSilence", listSilences],
  ["POST", "/service/alarmSilence", createSilence],
  ["GET", "/service/alarmSilence/choice", chooseSilenceTarget],
  ["GET", "/service/alarmSilence/[id]", getAlarmSilence],
  ["POST", "/service/alarmSilence/[id]/end", endSilence],
];
