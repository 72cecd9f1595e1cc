import { z } from "zod";
import type { Measure } from "@/db/enums";
import type { Rejection } from "@/features/telemetry/ingest/schema";

/** A position as the ingest door takes it. */
export type AdaptedPosition = { lon: number; lat: number; speedKmh?: number; course?: number };

/** A reading of the contract; `index` is the place of the item in the payload that it comes from, `at` epoch milliseconds. */
export type AdaptedReading = {
  index: number;
  device: string;
  at: number;
  values: Partial<Record<Measure, number>>;
  position?: AdaptedPosition;
};

/** What an item tells of a device and what is no measure: kept raw as its properties. */
export type Report = { index: number; device: string; properties: Record<string, unknown> };

/** What an adapter makes of a payload; an item, or a field of one, that is no good is an issue and costs nothing else. */
export type Adapted = { readings: AdaptedReading[]; reports: Report[]; issues: Rejection[] };

/** A payload as its sender made it: single fields are looked at one by one, so that a bad one never costs the others. */
export const AnyObject = z.looseObject({});
