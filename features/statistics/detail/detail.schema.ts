import { z } from "zod";
import { checkAsked, HistoryFields } from "@/features/telemetry/history/history.schema";
import { FIRST_LENGTH, PAGE_LENGTHS } from "@/features/telemetry/history/limits.rules";
import type { ChoicesDto, HistoryProbe } from "@/features/telemetry/ingest/probe.schema";
import { instantMs } from "@/lib/validation/instant";
import { INTERVALS, LONGEST_DAYS, VALUES } from "./detail.rules";

const DAY_MS = 86_400_000;

const Fields = {
  ...HistoryFields,
  interval: z.enum(INTERVALS).default("halfHour"),
  /** The value of a cell: the last reading of the interval, or its mean weighted by time, minimum or maximum. */
  show: z.enum(VALUES).default("mean"),
};

type Asked = z.output<z.ZodObject<typeof Fields>>;

/** The rules of the history, and the longest range of an interval. */
function check(asked: Asked, ctx: z.RefinementCtx): void {
  checkAsked(asked, ctx);
  const limit = LONGEST_DAYS[asked.interval];
  if (asked.to - asked.from > limit * DAY_MS)
    ctx.addIssue({
      code: "custom",
      path: ["to"],
      params: { rule: "selectionDays", limit },
      message: `at most ${limit} days at this interval`,
    });
}

export const DetailInput = z
  .object({
    ...Fields,
    order: z.enum(["newest", "oldest"]).default("newest"),
    length: z.coerce.number().pipe(z.literal(PAGE_LENGTHS)).default(FIRST_LENGTH),
    /** The start of the last row of the page before, epoch ms. */
    cursor: z.coerce.number().int().min(0).max(9_999_999_999_999).optional(),
  })
  .superRefine(check);
export type DetailInput = z.output<typeof DetailInput>;

export const DetailExport = z.strictObject(Fields).superRefine(check);

/** Query of the screen: what does not parse falls back, so that a malformed address still opens. */
export const DetailViewInput = z.object({
  probeIds: HistoryFields.probeIds.catch(undefined),
  carrierIds: HistoryFields.carrierIds.catch(undefined),
  from: instantMs().optional().catch(undefined),
  to: instantMs().optional().catch(undefined),
  interval: z.enum(INTERVALS).default("halfHour").catch("halfHour"),
  show: z.enum(VALUES).default("mean").catch("mean"),
});

/** A row of the table: the start of its interval (epoch ms), and a cell for each probe; null where there is none. */
export type DetailRow = { at: number; cells: (number | null)[] };

/** `next` is the cursor of the next page. */
export type DetailDto = { rows: DetailRow[]; next: number | null };

export type DetailView = {
  now: number;
  timeZone: string;
  range: { from: number; to: number };
  interval: z.output<typeof Fields.interval>;
  show: z.output<typeof Fields.show>;
  selection: { probeIds: number[]; carrierIds: number[] };
  probes: HistoryProbe[];
  hiddenProbes: number;
  table: DetailDto;
  /** Set if the range is too long for the interval. */
  tooManyDays: number | null;
  /** Set if neither probes nor carriers were requested. */
  choices: ChoicesDto | null;
};
