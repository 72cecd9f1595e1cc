import { z } from "zod";
import type { ConditionKind, CrossingKind, DelayMode, Measure, NoticeChannel, Severity } from "@/db/enums";
import type { CarrierSilenceDto } from "@/features/alarm/silence/silence.schema";
import type { ExceptionDto } from "@/features/exception/exception.schema";
import type { ChannelStateDto } from "@/features/notice/health/schema";
import type { HistoryDto, HistoryView } from "@/features/telemetry/history/history.schema";
import type { HistoryProbe } from "@/features/telemetry/ingest/probe.schema";
import type { VisibleRef } from "@/lib/auth/visible-name";
import { ById } from "@/lib/resource/by-id";
import { listQuery, type Page } from "@/lib/resource/list-query";
import { calendarDay } from "@/lib/validation/instant";
import type { CarrierDto, CarrierRowDto, MountedDeviceDto } from "../carrier.schema";
import type { CarrierFileDto } from "../file/schema";
import type { LoggerFileDto } from "../logger/logger.schema";
import type { MountingDto } from "../mounting/mounting.schema";
import type { RecordDto } from "../record-time/schema";
import type { Tab } from "./detail.rules";

/** Newest first, always. */
export const OperationListQuery = listQuery({ sort: ["at"], dir: "desc", filters: { ...ById.shape } });
export type OperationListQuery = z.output<typeof OperationListQuery>;

/** The criteria that a tab of the page reads from its address; what does not parse is left out. */
export const DetailPage = z.object({
  from: calendarDay().optional(),
  to: calendarDay().optional(),
});

type Values = Record<string, unknown> | null;

/** Who did what to the carrier, with the values before and after; ids of other records have become their names. */
export type OperationDto = {
  id: number;
  at: string;
  actorType: "user" | "key" | "system" | "device" | "contact" | "anonymous";
  actorName: string;
  operation: string;
  oldValues: Values;
  newValues: Values;
  reason: string | null;
};

export type ConditionDto = {
  id: number;
  kind: ConditionKind;
  /** Null for a geofence condition. */
  measure: Measure | null;
  /** Null on both: the carrier's own range. */
  minimum: number | null;
  maximum: number | null;
  delaySeconds: number;
  delayMode: DelayMode;
  deadBand: number;
  /** Null: that of the trigger. */
  severity: Severity | null;
  /** What an exception rises to while it lasts. */
  severitySteps: { afterMinutes: number; severity: Severity }[] | null;
  /** Of a cumulative condition. */
  outsideMinutes: number | null;
  windowMinutes: number | null;
  /** Of a trend. */
  horizonMinutes: number | null;
  doorDelaySeconds: number;
  /** Of a geofence condition; without a name any geofence that watches the carrier. */
  crossing: CrossingKind | null;
  geofenceName: string | null;
};

export type PlanRowDto = {
  id: number;
  afterMinutes: number;
  groupName: string | null;
  level: number;
  channels: NoticeChannel[];
  isOnDuty: boolean;
  repeatTimes: number;
  repeatIntervalMinutes: number;
};

/** The bound alarm trigger; its windows are wall-clock times of the customer, days are ISO weekdays. */
export type BoundTriggerDto = {
  id: number;
  name: string;
  severity: Severity;
  isEnabled: boolean;
  calendar: { days: number[]; windows: { from: string; to: string }[] } | null;
  timeZone: string;
  conditions: ConditionDto[];
  plan: PlanRowDto[];
};
export type CarrierTriggerDto = { trigger: BoundTriggerDto | null };

export type LiveChart = { probes: HistoryProbe[]; range: { from: number; to: number }; history: HistoryDto };

/** What the tab shown is about; of the others nothing is loaded. */
export type TabContent =
  | {
      tab: "live";
      chart: LiveChart | null;
      /** Null for those who may not see them. */
      open: Page<ExceptionDto> | null;
      facts: CarrierDto;
    }
  | { tab: "history"; history: HistoryView }
  | {
      tab: "devices";
      mountings: Page<MountingDto>;
      devices: MountedDeviceDto[];
      gateways: VisibleRef[];
    }
  | {
      tab: "trigger";
      trigger: BoundTriggerDto | null;
      zones: CarrierDto["zones"];
      /** Whether messages by each channel would arrive. */
      channelStates: ChannelStateDto[];
    }
  | { tab: "exceptions"; page: Page<ExceptionDto> }
  | { tab: "record"; record: RecordDto; from: string; to: string; today: string }
  | { tab: "operations"; page: Page<OperationDto> }
  | { tab: "files"; files: CarrierFileDto[] }
  /** `clockZone`: that of the carrier's customer. */
  | { tab: "loggers"; files: LoggerFileDto[]; clockZone: string };

export type CarrierRights = {
  edit: boolean;
  switchAlarm: boolean;
  /** Whether maintenance silences may be looked at, and made. */
  silences: boolean;
  silence: boolean;
  history: boolean;
  live: boolean;
  exceptions: boolean;
  geofences: boolean;
  /** Whether devices of any kind may be changed, as mounting one changes it. */
  editsDevices: boolean;
  replace: boolean;
  /** Device kinds whose windows may be opened. */
  devices: readonly string[];
};

/** Where everything about a carrier is shown, without the locale: in a window of its own, or inside the console. */
export const DETAIL_PATHS = { window: "/newCarrierDetail", page: "/carrier/carrierDetailPage" } as const;

/** One carrier as its window shows it. */
export type CarrierDetailView = {
  path: (typeof DETAIL_PATHS)[keyof typeof DETAIL_PATHS];
  carrier: CarrierRowDto;
  /** What holds its alarms back, and what is planned to. */
  silences: CarrierSilenceDto[];
  tabs: Tab[];
  content: TabContent;
  /** What the address says, understood or not: lists keep it in their links. */
  query: Record<string, string>;
  order: { start: number; length: number };
  rights: CarrierRights;
  timeZone: string;
  now: number;
};
