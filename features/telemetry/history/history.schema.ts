import { z } from "zod";
import type { ConditionKind, InvalidRuleKind, Severity, Side } from "@/db/enums";
import { checkDays, checkSpan } from "@/lib/validation/fields";
import { instantMs } from "@/lib/validation/instant";
import type { ChoicesDto, HistoryProbe } from "../ingest/probe.schema";
import { FIRST_LENGTH, MAXIMUM_DAYS, MAXIMUM_PROBES, PAGE_LENGTHS, POINTS } from "./limits.rules";
import type { StatisticsDto } from "./statistics.schema";

const ID_LIST = /^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/;

/** At most as many as probes go together; `rule` names the refusal of more. */
const idsOf = (rule: "probesTogether" | "tooManyCarriers") =>
  z
    .string()
    .regex(ID_LIST, "ids separated by commas")
    .transform((text) => [...new Set(text.split(",").map(Number))])
    .refine((ids) => ids.length <= MAXIMUM_PROBES, {
      params: { rule, limit: MAXIMUM_PROBES },
      message: `at most ${MAXIMUM_PROBES}`,
    });

/** Input of every history request: probes, carriers and a range. */
export const HistoryFields = {
  probeIds: idsOf("probesTogether").optional(),
  carrierIds: idsOf("tooManyCarriers").optional(),
  from: instantMs(),
  to: instantMs(),
};

type Asked = { probeIds?: number[] | undefined; carrierIds?: number[] | undefined; from: number; to: number };

/** Validates rules across fields; each issue names the field to correct. */
export function checkAsked(asked: Asked, ctx: z.RefinementCtx) {
  const { probeIds, carrierIds, from, to } = asked;
  if (!probeIds && !carrierIds) {
    const message = "name probeIds or carrierIds";
    ctx.addIssue({ code: "invalid_type", expected: "string", path: ["probeIds"], message });
  }
  checkSpan(asked, ctx);
  if (to === from)
    ctx.addIssue({ code: "custom", path: ["to"], params: { rule: "emptyRange" }, message: "must be after from" });
  checkDays(asked, MAXIMUM_DAYS, ctx);
}

/**
 * Input of every history request: up to 20 probes by `probeIds`, or those of `carrierIds`; with both, these probes on
 * these carriers. The range is `[from, to)`.
 */
export const HistoryRange = z.object(HistoryFields).superRefine(checkAsked);
export type HistoryRange = z.output<typeof HistoryRange>;

/** The same for a file, requested with a body: unknown fields are rejected. */
export const HistoryExport = z.strictObject(HistoryFields).superRefine(checkAsked);

export const HistoryInput = z
  .object({
    ...HistoryFields,
    points: z.coerce.number().int().min(POINTS.minimum).max(POINTS.maximum).default(POINTS.default),
  })
  .superRefine(checkAsked);

/** The last reading of a page; the next page begins after it. */
export type Cursor = { at: number; probeId: number };

export const TableInput = z
  .object({
    ...HistoryFields,
    order: z.enum(["newest", "oldest"]).default("newest"),
    length: z.coerce.number().pipe(z.literal(PAGE_LENGTHS)).default(FIRST_LENGTH),
    cursor: z
      .string()
      .regex(/^\d{1,15}\.[1-9]\d{0,14}$/, "a cursor of this list")
      .transform((text): Cursor => {
        const [at, probeId] = text.split(".");
        return { at: Number(at), probeId: Number(probeId) };
      })
      .optional(),
  })
  .superRefine(checkAsked);
export type TableInput = z.output<typeof TableInput>;

/**
 * Query of the page: a value that does not parse falls back to its default, so that a malformed address still opens.
 */
export const ViewInput = z.object({
  probeIds: HistoryFields.probeIds.catch(undefined),
  carrierIds: HistoryFields.carrierIds.catch(undefined),
  from: instantMs().optional().catch(undefined),
  to: instantMs().optional().catch(undefined),
});

/** Columns of equal length; `at` in epoch milliseconds, values in canonical units. */
export type Series = { probeId: number; at: number[]; min: number[]; mean: number[]; max: number[] };

/** `bucketSeconds` 0: the readings themselves. */
export type HistoryDto = { series: Series[]; bucketSeconds: number };

/** Why a reading is invalid: the rule and its kind, or who marked it (null: another system). */
export type InvalidMark = { reason: string; kind: InvalidRuleKind | null; by: string | null };

/** `invalid` is set for invalid readings, which are shown but do not count. */
export type ReadingRow = { at: number; probeId: number; value: number; invalid?: InvalidMark };

/** The newest invalid readings of a range, and their number, counted up to a bound. */
export type InvalidDto = { items: ReadingRow[]; count: number; isComplete: boolean };

export type TableDto = { items: ReadingRow[]; next: string | null };

/** An exception to shade in the chart; `endedAt` null while it lasts. */
export type Excursion = {
  id: number;
  probeId: number;
  startedAt: number;
  endedAt: number | null;
  kind: Exclude<ConditionKind, "geofence">;
  side: Side | null;
  severity: Severity;
};

/** Data for the first paint of the window. */
export type HistoryView = {
  now: number;
  timeZone: string;
  range: { from: number; to: number };
  selection: { probeIds: number[]; carrierIds: number[] };
  probes: HistoryProbe[];
  /** The customers of the probes, by name. */
  customerNames: string[];
  /** Number of the carriers' probes that are not shown. */
  hiddenProbes: number;
  statistics: StatisticsDto;
  table: TableDto;
  excursions: Excursion[];
  /** Time of the newest reading if the range has none. */
  lastReadingAt: number | null;
  canViewExceptions: boolean;
  /** Whether the reader may mark and restore readings. */
  canRestate: boolean;
  /** Set if neither probes nor carriers were requested. */
  choices: ChoicesDto | null;
};
