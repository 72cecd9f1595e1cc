import { z } from "zod";
import type { Severity } from "@/db/enums";
import type { ConditionDto } from "@/features/alarm/condition/condition.schema";
import type { CarrierSilenceDto } from "@/features/alarm/silence/silence.schema";
import type { PlanRowDto } from "@/features/alarm/trigger/trigger.schema";
import type { ExceptionDto } from "@/features/exception/exception.schema";
import type { ChannelStateDto } from "@/features/notice/health/schema";
import type { Excursion, HistoryDto, HistoryView } from "@/features/telemetry/history/history.schema";
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

/** Always newest first. */
export const OperationListQuery = listQuery({ sort: ["at"], dir: "desc", filters: { ...ById.shape } });
export type OperationListQuery = z.output<typeof OperationListQuery>;

/** The criteria that a tab reads from the URL; values that do not parse are dropped. */
export const DetailPage = z.object({
  from: calendarDay().optional(),
  to: calendarDay().optional(),
});

type Values = Record<string, unknown> | null;

/** An audit row of the carrier with the values before and after. Ids of other records are replaced by their names. */
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

/** A condition of the bound trigger, with the geofence by name only. */
export type BoundConditionDto = Omit<ConditionDto, "geofenceId">;

/** A row of its plan, with the contact group by name only. */
export type BoundPlanRowDto = Omit<PlanRowDto, "contactGroupId" | "usesContactTiming">;

/** The bound alarm trigger. Its windows are wall-clock times in the customer's zone; days are ISO weekdays. */
export type BoundTriggerDto = {
  id: number;
  name: string;
  severity: Severity;
  isEnabled: boolean;
  calendar: { days: number[]; windows: { from: string; to: string }[] } | null;
  timeZone: string;
  conditions: BoundConditionDto[];
  plan: BoundPlanRowDto[];
};
export type CarrierTriggerDto = { trigger: BoundTriggerDto | null };

/** The last hours of the probes on a carrier, with the exceptions in them. */
export type LiveChart = {
  probes: HistoryProbe[];
  range: { from: number; to: number };
  history: HistoryDto;
  excursions: Excursion[];
};

/** Content of the active tab; other tabs are not loaded. */
export type TabContent =
  | {
      tab: "live";
      chart: LiveChart | null;
      /** Null if the user may not view exceptions. */
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
      /** Whether notices can be delivered by each channel. */
      channelStates: ChannelStateDto[];
    }
  | { tab: "exceptions"; page: Page<ExceptionDto> }
  /** Loaded by the tab itself. */
  | { tab: "goods" | "orders" }
  | { tab: "record"; record: RecordDto; from: string; to: string; today: string }
  | { tab: "operations"; page: Page<OperationDto> }
  | { tab: "files"; files: CarrierFileDto[] }
  /** `clockZone`: the zone of the carrier's customer. */
  | { tab: "loggers"; files: LoggerFileDto[]; clockZone: string };

export type CarrierRights = {
  print: boolean;
  edit: boolean;
  makeRange: boolean;
  switchAlarm: boolean;
  /** Whether the user may view and create maintenance silences. */
  silences: boolean;
  silence: boolean;
  history: boolean;
  live: boolean;
  exceptions: boolean;
  acknowledge: boolean;
  geofences: boolean;
  report: boolean;
  testAlarm: boolean;
  /** Whether the user may edit devices of any kind, as mounting one edits it. */
  editsDevices: boolean;
  replace: boolean;
  /** Device kinds that the user may open. */
  devices: readonly string[];
};

/** Paths of a carrier's page, without the locale: in its own window, or inside the console. */
export const DETAIL_PATHS = { window: "/newCarrierDetail", page: "/carrier/carrierDetailPage" } as const;

/** One carrier as shown in its window. */
export type CarrierDetailView = {
  path: (typeof DETAIL_PATHS)[keyof typeof DETAIL_PATHS];
  carrier: CarrierRowDto;
  /** Active and planned maintenance silences. */
  silences: CarrierSilenceDto[];
  tabs: Tab[];
  content: TabContent;
  /** The raw query of the URL, including unknown parameters, which lists carry over in their links. */
  query: Record<string, string>;
  order: { start: number; length: number };
  rights: CarrierRights;
  timeZone: string;
  now: number;
};
