import { z } from "zod";
import type { CarrierType, Severity } from "@/db/enums";
import type { MonitorStatus } from "@/features/carrier/monitoring/point-state.rules";
import type { ExceptionDto } from "@/features/exception/exception.schema";
import type { PlanChoice } from "@/features/scene/floor-plan/schema";
import type { ChecklistDto } from "./checklist/schema";

export const OverviewQuery = z.strictObject({});

/** Number of latest exceptions shown (specification, section 9). */
export const LATEST_EXCEPTIONS = 5;
/** Maximum carriers that need attention, and customers, shown. */
export const WORST_NAMED = 3;
export const CUSTOMERS_NAMED = 8;
/** Maximum floor plans shown. */
export const PLANS_NAMED = 5;

/** Carriers by state, and their `total`. */
export type StateCounts = Record<MonitorStatus | "total", number>;

/** The number of carriers of one type at one index of the order "worst first". */
export type KeptCount = { type: CarrierType; urgency: number; count: number };

/** A carrier that needs looking at. */
export type WorstCarrier = {
  id: number;
  name: string;
  status: MonitorStatus;
  /** Severity of its worst open excursion. */
  severity: Severity | null;
  /** Null if the scope contains a single customer. */
  customerName: string | null;
};

/** A customer with the states of its carriers; `sceneId` is its range node. */
export type CustomerState = {
  id: number;
  name: string;
  sceneId: number | null;
  total: number;
  abnormal: number;
  offline: number;
};

/** The overview of home. Parts that the account may not view are null. */
export type HomeOverviewDto = {
  /** When the overview was read, epoch ms. */
  at: number;
  /** After which time it is read anew without an event (parameter `monitor.refreshSeconds`). */
  refreshSeconds: number;
  carriers: {
    all: StateCounts;
    fixed: StateCounts;
    mobile: StateCounts;
    worst: WorstCarrier[];
    /** Carriers whose alarm is switched off or paused. */
    silenced: number;
    /** The customers in the worst state, if there are several; `total` counts all. */
    customers: { items: CustomerState[]; total: number } | null;
  } | null;
  exceptions: { items: ExceptionDto[]; open: number; unacknowledged: number } | null;
  /** The first floor plans; empty if the account may not view nodes. */
  plans: PlanChoice[];
};

/** What the account may do from here. */
export type HomeRights = {
  values: boolean;
  /** Whether a carrier's page may be opened. */
  carriers: boolean;
  exceptions: boolean;
  acknowledge: boolean;
  history: boolean;
};

/** Data common to all styles of home. */
export type HomeView = {
  overview: HomeOverviewDto;
  checklist: ChecklistDto;
  rights: HomeRights;
  timeZone: string;
  now: number;
};
