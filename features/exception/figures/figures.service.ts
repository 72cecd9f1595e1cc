import "server-only";
import type { Sums } from "@/features/observation/observation.rules";
import { observeSpans } from "@/features/observation/observation.service";
import type { OperationContext } from "@/lib/operation/context";
import type { ExceptionDto } from "../exception.schema";
import { KINDS } from "../kind.rules";
import { type Due, findDue, findPaces, findStored, saveFigures } from "./figures.data";
import {
  type Figures,
  figuresOf,
  isWhole,
  type Measured,
  nextDueAt,
  observationOf,
  storedKineticOf,
} from "./figures.rules";

/** Takes about half a second to read. */
const MAXIMUM_READ = 500_000;
/** Exceptions computed per batch. */
const PART = 100;

type Caller = Pick<OperationContext, "db" | "now" | "signal">;

/**
 * The exceptions with their figures, computed from the readings between start and end (now, if open). Stored figures,
 * by the same arithmetic, are used if readings are deleted or too many; `figuresAt` is set then.
 */
export async function withFigures<E extends ExceptionDto>(ctx: Caller, items: readonly E[]): Promise<E[]> {
  const measured = new Map(items.map((item) => [item.id, measuredOf(item)]));
  const { sums } = await observed(ctx, [...measured.values()], MAXIMUM_READ);
  const now = ctx.now.getTime();
  return items.map((item) => {
    const one = measured.get(item.id) as Measured;
    const own = sums.get(one);
    return own && isWhole(own, one) ? { ...item, ...figuresOf(own, one, now), figuresAt: null } : item;
  });
}

/** The figures of these exceptions, as the system, for data that leaves the product; those without any are omitted. */
export async function readFigures(
  ctx: Caller,
  ids: readonly number[],
): Promise<Map<number, Omit<Figures, "sampleCount">>> {
  if (ids.length === 0) return new Map();
  const stored = (await findStored(ctx.db, ids)).filter(({ kind }) => KINDS[kind].hasFigures);
  const { sums } = await observed(ctx, stored, MAXIMUM_READ);
  const now = ctx.now.getTime();
  return new Map(
    stored.map((one) => {
      const own = sums.get(one);
      const { mean, degreeMinutes, meanKineticTemperature, kineticRefusal, observedSeconds } =
        own && isWhole(own, one) ? figuresOf(own, one, now) : { ...one, ...storedKineticOf(lasting(one, now)) };
      return [one.id, { mean, degreeMinutes, meanKineticTemperature, kineticRefusal, observedSeconds }];
    }),
  );
}

const lasting = <M extends Measured>(one: M, now: number) => ({
  ...one,
  durationSeconds: ((one.endedAt ?? now) - one.startedAt) / 1000,
});

/** Computes and stores figures that are due; false if none are left. For the job. */
export async function storeDueFigures(ctx: Caller): Promise<boolean> {
  const now = ctx.now.getTime();
  const due = await findDue(ctx.db, now, PART);
  if (due.length === 0) return false;
  const { sums, steps } = await observed(ctx, due);
  const worked = due.map((one: Due) => {
    const own = sums.get(one);
    if (!own || !isWhole(own, one)) return { ...one, figures: null, nextAt: null };
    return { ...one, figures: figuresOf(own, one, now), nextAt: nextDueAt(one, steps.get(one) ?? 0, now) };
  });
  await saveFigures(ctx.db, worked, now);
  return due.length === PART;
}

type Observed<M> = { sums: Map<M, Sums>; steps: Map<M, number> };

/** The observed sums of exceptions that have figures; none if more than `most` readings would have to be read. */
async function observed<M extends Measured>(ctx: Caller, all: readonly M[], most?: number): Promise<Observed<M>> {
  const shown = all.filter(({ kind, probeId }) => KINDS[kind].hasFigures && probeId !== null);
  const found: Observed<M> = { sums: new Map(), steps: new Map() };
  if (shown.length === 0) return found;
  const paces = await findPaces(
    ctx.db,
    shown.map(({ probeId }) => probeId as number),
  );
  const asked = shown.flatMap((one) => {
    const pace = paces.get(one.probeId as number);
    const observation = pace && observationOf(one, pace, ctx.now.getTime());
    return observation ? [{ one, observation }] : [];
  });
  const sums = await observeSpans(
    ctx,
    asked.map(({ observation }) => observation),
    most,
  );
  for (const [index, { one, observation }] of asked.entries()) {
    found.steps.set(one, observation.stepMs);
    if (sums) found.sums.set(one, sums[index] as Sums);
  }
  return found;
}

function measuredOf(item: ExceptionDto): Measured {
  const { kind, probeId, measure, side, minimum, maximum, sampleCount } = item;
  const end = item.endedAt ?? item.withdrawnAt;
  const span = { startedAt: Date.parse(item.startedAt), endedAt: end === null ? null : Date.parse(end) };
  return { kind, probeId, measure, side, minimum, maximum, sampleCount, ...span };
}
