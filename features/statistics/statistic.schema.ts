import { z } from "zod";
import { CARRIER_TYPES, type CarrierType, MONITORED_MEASURES } from "@/db/enums";
import type { KineticRefusal } from "@/features/observation/observation.rules";
import { listQuery } from "@/lib/resource/list-query";
import { checkSpan, lineText, recordId } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";
import { MAXIMUM_DAYS, PRESETS } from "./period.rules";

/** What a row of the statistics stands for, from the widest to the narrowest. */
export const GROUPS = ["place", "type", "carrier", "probe"] as const;
export type Group = (typeof GROUPS)[number];

export const StatisticMeasure = z.enum(MONITORED_MEASURES);
export type StatisticMeasure = z.output<typeof StatisticMeasure>;

/** What is summed up: a measure of the carriers of a place, a type, or one; of a preset up to now, or a range. */
const SELECTION = {
  by: z.enum(GROUPS).default("carrier"),
  measure: StatisticMeasure.default("temperature"),
  sceneId: recordId().optional(),
  carrierType: z.enum(CARRIER_TYPES).optional(),
  carrierId: recordId().optional(),
  range: z.enum(PRESETS).default("month"),
  from: instant().optional(),
  to: instant().optional(),
};

const DAY_MS = 86_400_000;

type Ends = { from?: string | undefined; to?: string | undefined };

/** A custom range has both ends, is not empty, and is at most five years long. */
export function checkRange(asked: Ends, ctx: z.RefinementCtx): void {
  const { from, to } = asked;
  for (const [own, other] of [
    ["from", "to"],
    ["to", "from"],
  ] as const)
    if (asked[other] && !asked[own])
      ctx.addIssue({ code: "custom", path: [own], params: { rule: "required" }, message: "both ends or none" });
  checkSpan(asked, ctx);
  if (!from || !to) return;
  const length = Date.parse(to) - Date.parse(from);
  if (length === 0) ctx.addIssue({ code: "custom", path: ["to"], params: { rule: "emptyRange" }, message: "is empty" });
  if (length > MAXIMUM_DAYS * DAY_MS)
    ctx.addIssue({
      code: "custom",
      path: ["to"],
      params: { rule: "selectionDays", limit: MAXIMUM_DAYS },
      message: `at most ${MAXIMUM_DAYS} days`,
    });
}

export const SelectionQuery = z.strictObject({ ...SELECTION, q: lineText(100).optional() }).superRefine(checkRange);
export type SelectionQuery = z.output<typeof SelectionQuery>;

export const SORTS = [
  "passRate",
  "name",
  "minimum",
  "mean",
  "maximum",
  "meanKineticTemperature",
  "completeness",
  "excursions",
  "outsideSeconds",
  "degreeMinutes",
  "acknowledgeSeconds",
  "closeSeconds",
] as const;
export type Sort = (typeof SORTS)[number];

export const StatisticListQuery = listQuery({ sort: SORTS, filters: SELECTION }).superRefine(checkRange);
export type StatisticListQuery = z.output<typeof StatisticListQuery>;

/** Figures of a group over a range; null where nothing was observed, or nothing can be out of range. */
export type Figures = {
  /** Carriers of several types: they have no mean and no mean kinetic temperature in common. */
  isMixed: boolean;
  count: number;
  minimum: number | null;
  mean: number | null;
  maximum: number | null;
  meanKineticTemperature: number | null;
  /** Why there is no mean kinetic temperature. */
  kineticRefusal: KineticRefusal | null;
  /** Shares from 0 to 1. */
  passRate: number | null;
  completeness: number | null;
  outsideSeconds: number | null;
  /** Distance beyond either limit × minutes. */
  degreeMinutes: number | null;
  excursions: number;
  /** Mean seconds from raising to acknowledging, and to the end of the cause; null without any. */
  acknowledgeSeconds: number | null;
  closeSeconds: number | null;
};

/** A row; `key` tells it apart in all answers for the same selection. */
export type StatisticRow = Figures & {
  key: string;
  name: string;
  /** Null for a row of several carriers. */
  carrierId: number | null;
  probeId: number | null;
  sceneId: number | null;
  type: CarrierType | null;
  carriers: number;
  probes: number;
};

/** One page of rows, with the figures of all. Instants in epoch ms. */
export type StatisticDto = {
  items: StatisticRow[];
  total: number;
  all: Figures;
  range: { from: number; to: number };
  timeZone: string;
};

/** What changed against the range before: figures by the key of a row; `all` has the key "all". */
export type ComparisonDto = {
  range: { from: number; to: number };
  rows: Record<string, Pick<Figures, "passRate" | "excursions" | "mean">>;
};

/** A part of the range, from its start (epoch ms). */
export type TrendPart = Pick<Figures, "minimum" | "mean" | "maximum" | "passRate" | "outsideSeconds"> & { at: number };
export type TrendDto = { unit: "day" | "week" | "month"; isMixed: boolean; parts: TrendPart[]; lowest: RateOfPlace[] };
export type RateOfPlace = { key: string; name: string; passRate: number };

/** Minutes outside by hour of the day and day; `seconds[day][hour]` is null where nothing was observed. */
export type HeatDto = {
  days: string[];
  seconds: (number | null)[][];
  /** Mean distance from the middle of the range, in the unit of the measure; null without two limits. */
  deviation: (number | null)[][];
  /** Set if there is too much to read: at most so many days for this selection. */
  tooMany: number | null;
};

/** Door openings by the key of a row; null: too many readings to count. */
export type DoorDto = { rows: Record<string, number> | null };

/** What the screen shows in place of rows if the selection is too large. */
export type TooLarge = { limit: number; rule: "selectionDays" | "tooManyProbes" };
