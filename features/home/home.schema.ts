import { z } from "zod";
import type { CarrierType, Severity } from "@/db/enums";
import type { MonitorStatus } from "@/features/carrier/monitoring/point-state.rules";
import type { ExceptionDto } from "@/features/exception/exception.schema";

export const OverviewQuery = z.strictObject({});

/** So many of the latest exceptions are told (specification, section 9). */
export const LATEST_EXCEPTIONS = 5;
/** So many of the carriers that need looking at are named, and so many customers. */
export const WORST_NAMED = 3;
export const CUSTOMERS_NAMED = 8;
/** So many floor plans are named. */
export const PLANS_NAMED = 5;

/** Carriers by state; `total` is all of them. */
export type StateCounts = Record<MonitorStatus | "total", number>;

/** Carriers of one type in one place of the order "worst first". */
export type KeptCount = { type: CarrierType; urgency: number; count: number };

/** A carrier that needs looking at. */
export type WorstCarrier = {
  id: number;
  name: string;
  status: MonitorStatus;
  /** Of its worst open excursion. */
  severity: Severity | null;
  /** Named where the scope holds more than one customer. */
  customerName: string | null;
};

/** A customer with how its carriers stand; `sceneId` is the top of its tree. */
export type CustomerState = {
  id: number;
  name: string;
  sceneId: number | null;
  total: number;
  abnormal: number;
  offline: number;
};

/** A floor plan with a picture. */
export type PlanChoice = { id: number; name: string; customerName: string | null };

/** What home tells at a glance. Parts that the account may not see are null. */
export type HomeOverviewDto = {
  /** When that was so, epoch ms. */
  at: number;
  carriers: {
    all: StateCounts;
    fixed: StateCounts;
    mobile: StateCounts;
    worst: WorstCarrier[];
    /** Carriers whose alarm is switched off or paused. */
    silenced: number;
    /** The customers that are worst off, where there are several; `total` of all. */
    customers: { items: CustomerState[]; total: number } | null;
  } | null;
  exceptions: { items: ExceptionDto[]; open: number; unacknowledged: number } | null;
  /** The first floor plans; none where nodes of the tree may not be seen. */
  plans: PlanChoice[];
};

/** What somebody may do from here. */
export type HomeRights = {
  values: boolean;
  /** Whether a carrier's own page may be opened. */
  carriers: boolean;
  exceptions: boolean;
  acknowledge: boolean;
  history: boolean;
};

/** What every style of home renders with. */
export type HomeView = { overview: HomeOverviewDto; rights: HomeRights; timeZone: string; now: number };
