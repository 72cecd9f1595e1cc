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

/** Filters of the monitoring list; `silenced` means off or paused. Default order: points that need attention first. */
export const MonitoringQuery = listQuery({
  sort: ["worst", "name", "type", "lastAt"],
  filters: {
    /** A node of the organisation tree, including its subtree. */
    sceneId: Id.optional(),
    type: z.enum(CARRIER_TYPES).optional(),
    status: z.enum(MONITOR_STATUSES).optional(),
    alarmSwitch: z.enum(["on", "off", "paused", "none", "silenced"]).optional(),
    /** Carrier ids, comma-separated, for a page that refreshes what it shows. */
    ids: Ids.optional(),
  },
});
export type MonitoringQuery = z.output<typeof MonitoringQuery>;

/** How a page shows the list; not part of the call. By default, phones show cards. */
export const MonitoringPage = MonitoringQuery.extend({ view: z.enum(["table", "cards"]).optional() });
export type MonitoringView = NonNullable<z.output<typeof MonitoringPage>["view"]>;

export const CarrierId = z.strictObject({ id: Id });

/** Why a probe's alarm is open: side and limits at that time; `startedAt` in epoch ms. */
export type ExcursionDto = {
  exceptionId: number;
  kind: ExcursionKind;
  severity: Severity;
  side: Side | null;
  minimum: number | null;
  maximum: number | null;
  startedAt: number;
  /** Cumulative conditions only: the largest number of minutes out of range within the window. */
  outsideMinutes: number | null;
  windowMinutes: number | null;
};

/** A mounted probe with its latest value in canonical units; `at` in epoch ms, `trend` in change per minute. */
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
  /** Last day of the device's calibration, `yyyy-mm-dd` in the customer's zone; later values still count. */
  calibrationDueOn?: string | null;
  excursion: ExcursionDto | null;
  /** A newer value that is unconfirmed until the next reading because of a jump; `at` in epoch ms. */
  unconfirmed?: UnconfirmedReading | null;
};

/** A carrier as shown in the monitoring list; instants in epoch ms. */
export type MonitoringPointDto = {
  id: number;
  name: string;
  type: CarrierType;
  /** The customer in whose unit its temperatures are shown. */
  customerId: number;
  /** Null if the scope contains a single customer. */
  customerName: string | null;
  /** Names from the top of the visible tree to the carrier's node. */
  scenePath: string[];
  carrierStatus: CarrierStatus;
  defrostUntil: number | null;
  status: MonitorStatus;
  alarmSwitch: SwitchPosition;
  pausedUntil: number | null;
  /** The active maintenance silence that ends last; omitted if the list does not include silences. */
  silence?: { until: number; reason: string } | null;
  probes: MonitoringProbeDto[];
  /** Null without a gateway. */
  gatewayOnline: boolean | null;
  /** Open exceptions; `firstId` is the oldest of the worst severity. */
  openExceptions: { count: number; worstSeverity: Severity; firstId: number; startedAt: number } | null;
  /** Severity of the worst open exception other than silence. */
  worstExcursion: Severity | null;
};

/** An excursion as it is shown: by the id of its exception, or on a wall by its place among the open ones, from 1. */
export type ShownExcursion = Omit<ExcursionDto, "exceptionId"> & { exceptionId?: number; exceptionPlace?: number };

/** What is shown of a probe where nothing leads to its records: ids are not needed, and absent on public boards. */
export type ShownProbe = Omit<MonitoringProbeDto, "id" | "calibrationDueOn" | "excursion"> & {
  excursion: ShownExcursion | null;
};

/** The same of a carrier: what its colour, its state and its reasons are made from. */
export type ShownPoint = Pick<MonitoringPointDto, "carrierStatus" | "defrostUntil" | "worstExcursion"> & {
  probes: ShownProbe[];
};

/** Carriers by state, and those whose alarm is off or paused, among those that match the other filters. */
export type MonitoringSummary = Record<MonitorStatus | "total" | "silenced", number>;

/** A node of the organisation tree as a choice; `depth` counts from the top of what the scope shows. */
export type SceneChoice = { id: number; name: string; depth: number };

export type MonitoringListDto = Page<MonitoringPointDto> & { summary: MonitoringSummary };
