import "server-only";
import type { Measure } from "@/db/enums";
import type { Sums } from "@/features/observation/observation.rules";
import { observe, observeSpans } from "@/features/observation/observation.service";
import { AppError } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { daysOf, type Range, rangeOf } from "./period.rules";
import { type Chosen, countExcursions, findMounted } from "./statistic.data";
import { type Excursions, figuresOf, type Mounted, rowsOf } from "./statistic.rules";
import type { Figures, Group, SelectionQuery, StatisticRow } from "./statistic.schema";

/** Probes of one question, and probe days: about one second of summing. */
export const MAXIMUM_PROBES = 20_000;
export const MAXIMUM_PROBE_DAYS = 1_500_000;
/** Readings that may be read where no sums answer: about 5 s. */
const MAXIMUM_READINGS = 5_000_000;

/** The zone in which days are cut. */
export const zoneOf = ({ actor }: Pick<OperationContext, "actor">): string =>
  actor.type === "user" ? actor.principal.customer.timeZone : "UTC";

function refuse(path: string, rule: string, limit: number, message: string): never {
  throw new AppError("INVALID", `${path}: ${message}`, { issues: [{ path, rule, limit, message }] });
}

const tooManyDays = (limit: number): never =>
  refuse("to", "selectionDays", Math.max(1, limit), `at most ${limit} days for so many probes`);

export const chosenOf = ({ sceneId, carrierType, carrierId, q }: SelectionQuery): Chosen => ({
  sceneId,
  carrierType,
  carrierId,
  q,
});

/** The selected range and probes. Throws INVALID, before anything is read, if they are too many together. */
export async function open(
  ctx: OperationContext,
  query: SelectionQuery,
  { measures = [query.measure], range }: { measures?: readonly Measure[]; range?: Range } = {},
): Promise<{ range: Range; timeZone: string; mounted: Mounted[] }> {
  const timeZone = zoneOf(ctx);
  const asked = range ?? rangeOf(query, ctx.now, timeZone);
  const mounted = await findMounted(ctx.db, ctx.scope, chosenOf(query), measures, asked, MAXIMUM_PROBES + 1);
  if (mounted.length > MAXIMUM_PROBES)
    refuse("sceneId", "tooManyProbes", MAXIMUM_PROBES, `at most ${MAXIMUM_PROBES} probes`);
  const most = Math.floor(MAXIMUM_PROBE_DAYS / Math.max(1, mounted.length));
  if (daysOf(asked) > most) tooManyDays(most);
  return { range: asked, timeZone, mounted };
}

/** The sums of each probe by bucket. Throws INVALID if too many readings would have to be read. */
export async function sumsOf(
  ctx: OperationContext,
  mounted: readonly Mounted[],
  range: Range,
  edges: readonly number[],
): Promise<Sums[][]> {
  const observations = mounted.map(({ observation }) => observation);
  const found = await observe(ctx, observations, { edges, most: MAXIMUM_READINGS });
  return found ?? tooManyDays(Math.floor(daysOf(range) / 2));
}

/** All rows of a selection over a range, and the figures of all together. */
export async function readRows(
  ctx: OperationContext,
  by: Group,
  query: SelectionQuery,
  asked?: Range,
): Promise<{ rows: StatisticRow[]; all: Figures; range: Range; timeZone: string }> {
  const { mounted, range, timeZone } = await open(ctx, query, asked ? { range: asked } : {});
  const observations = mounted.map(({ observation }) => observation);
  const [found, excursions] = await Promise.all([
    observeSpans(ctx, observations, MAXIMUM_READINGS),
    countExcursions(ctx.db, ctx.scope, chosenOf(query), query.measure, range),
  ]);
  const sums = found ?? tooManyDays(Math.floor(daysOf(range) / 2));
  const now = ctx.now.getTime();
  const known = new Set(mounted.map(({ carrierId, probeId }) => `${carrierId}.${probeId}`));
  const own: Excursions[] = excursions.filter(({ carrierId, probeId }) => known.has(`${carrierId}.${probeId}`));
  return {
    rows: rowsOf(by, mounted, sums, own, now),
    all: figuresOf(
      mounted.map((one, index) => ({ ...one, sums: sums[index] as Sums })),
      own,
      now,
    ),
    range,
    timeZone,
  };
}
