import { z } from "zod";
import {
  CARRIER_TYPES,
  type CarrierStatus,
  type CarrierType,
  type Measure,
  type Severity,
  type Side,
} from "@/db/enums";
import type { ExcursionKind } from "@/features/exception/kind.rules";
import type { UnconfirmedReading } from "@/features/telemetry/live/reading.rules";
import { listQuery, type Page } from "@/lib/resource/list-query";
import type { SwitchPosition } from "../alarm-switch/rules";
import { MONITOR_STATUSES, type MonitorStatus, type ValueState } from "./point-state.rules";

const Id = z.coerce.number().int().positive();
const Ids = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,99}$/)
  .transform((text) => text.split(",").map(Number));

/** Filters of the monitoring list; `silenced` is off or paused. Without an order: what needs looking at comes first. */
export const MonitoringQuery = listQuery({
  sort: ["worst", "name", "type", "lastAt"],
  pageSize: 50,
  filters: {
    /** A node of the organisation tree, with everything below it. */
    sceneId: Id.optional(),
    type: z.enum(CARRIER_TYPES).optional(),
    status: z.enum(MONITOR_STATUSES).optional(),
    alarmSwitch: z.enum(["on", "off", "paused", "none", "silenced"]).optional(),
    /** Carriers by id, separated by commas: for a page that brings what it shows up to date. */
    ids: Ids.optional(),
  },
});
export type MonitoringQuery = z.output<typeof MonitoringQuery>;

/** How a page shows the list, no matter of the call; without a choice a phone shows cards. */
export const MonitoringPage = MonitoringQuery.extend({ view: z.enum(["table", "cards"]).optional() });
export type MonitoringView = NonNullable<z.output<typeof MonitoringPage>["view"]>;

export const CarrierId = z.strictObject({ id: Id });

/** Why a probe's alarm is open: side and limits as they stood, `startedAt` in epoch ms. */
export type ExcursionDto = {
  exceptionId: number;
  kind: ExcursionKind;
  severity: Severity;
  side: Side | null;
  minimum: number | null;
  maximum: number | null;
  startedAt: number;
  /** The most minutes outside there were within the window, of a cumulative one. */
  outsideMinutes: number | null;
  windowMinutes: number | null;
};

/** A mounted probe with its newest value: canonical units, `at` in epoch ms, `trend` in change per minute. */
export type MonitoringProbeDto = {
  id: number;
  measure: Measure;
  value: number | null;
  at: number | null;
  trend: number | null;
  minimum: number | null;
  maximum: number | null;
  state: ValueState;
  staleAfterSeconds: number;
  /** The last day of its device's calibration, `yyyy-mm-dd` at the customer; the values count all the same. */
  calibrationDueOn?: string | null;
  excursion: ExcursionDto | null;
  /** A newer value that is held as a jump until the next reading comes; `at` in epoch ms. */
  unconfirmed?: UnconfirmedReading | null;
};

/** A carrier as the monitoring list shows it; instants in epoch ms. */
export type MonitoringPointDto = {
  id: number;
  name: string;
  type: CarrierType;
  /** Named where the scope holds more than one customer. */
  customerName: string | null;
  /** The nodes from the top of the visible tree to its own. */
  scenePath: string[];
  carrierStatus: CarrierStatus;
  defrostUntil: number | null;
  status: MonitorStatus;
  alarmSwitch: SwitchPosition;
  pausedUntil: number | null;
  /** A maintenance silence that is in force, by the one that ends last; left out where the list does not tell it. */
  silence?: { until: number; reason: string } | null;
  probes: MonitoringProbeDto[];
  /** Null without a gateway. */
  gatewayOnline: boolean | null;
  /** Of all open exceptions; `firstId` is the oldest of the worst. */
  openExceptions: { count: number; worstSeverity: Severity; firstId: number; startedAt: number } | null;
  /** Severity of the worst open exception that is more than silence. */
  worstExcursion: Severity | null;
};

/** Carriers by state, and those whose alarm is off or paused, among all that the other filters let through. */
export type MonitoringSummary = Record<MonitorStatus | "total" | "silenced", number>;

/** A node of the organisation tree as a choice; `depth` counts from the top of what the scope shows. */
export type SceneChoice = { id: number; name: string; depth: number };

export type MonitoringListDto = Page<MonitoringPointDto> & { summary: MonitoringSummary };
