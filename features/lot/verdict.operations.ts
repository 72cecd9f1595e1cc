import "server-only";
import { seenPlace } from "@/features/carrier/record-time/operations";
import { getException } from "@/features/exception/exception.operations";
import { visibilityOf } from "@/lib/auth/visibility";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { judgeLots } from "./exposure.service";
import { findLotsById, getLot } from "./lot.data";
import { withOutcomes } from "./lot.operations";
import type { ConcernedLotDto, LotRowDto, LotVerdictDto } from "./lot.schema";
import { findLotIdsIn, findLotsDuring, findNames, findStays } from "./placement.data";

/** Lots judged at once; more are counted. */
const MOST_LOTS = 100;

/** The verdict of a lot with its arithmetic, as of `ctx.now`. Throws NOT_FOUND outside the scope. */
export async function verdictFor(ctx: OperationContext, id: number): Promise<LotVerdictDto> {
  const visibility = visibilityOf(ctx);
  const lot = await getLot(ctx.db, visibility, id);
  const judged = (await judgeLots(ctx, [id])).get(id);
  if (!judged) throw new Error(`lot ${id} has no case`);
  const { verdict, outcome, case: one } = judged;
  const parts = verdict.budget.flatMap((row) => row.parts);
  const runs = [...verdict.excursions, ...verdict.freezing.events];
  const carrierIds = new Set([...parts, ...runs, ...one.stays].map(({ carrierId }) => carrierId));
  const silent = verdict.unobserved.spans.flatMap(({ carrierId }) => carrierId ?? []);
  const probeIds = new Set([...parts, ...runs].map(({ probeId }) => probeId));
  const names = { carrierIds: [...carrierIds, ...silent], probeIds: [...probeIds] };
  return {
    ...{ lot, outcome, verdict, timeZone: one.timeZone, product: one.product },
    stays: await findStays(ctx.db, visibility, id),
    ...(await findNames(ctx.db, visibility, names)),
  };
}

/** May it still be used? The verdict of a lot, with the arithmetic. */
export const getVerdict = defineOperation({
  name: "lot.verdict",
  kind: "query",
  permission: "viewLot",
  input: ById,
  run: (ctx, { id }): Promise<LotVerdictDto> => verdictFor(ctx, id),
});

/** The lots in a carrier now, each with its verdict. */
export const listLotsIn = defineOperation({
  name: "lot.inCarrier",
  kind: "query",
  permission: "viewLot",
  input: ById,
  async run(ctx, { id: carrierId }): Promise<LotRowDto[]> {
    await seenPlace(ctx, carrierId);
    const ids = await findLotIdsIn(ctx.db, ctx.scope, carrierId, MOST_LOTS);
    return withOutcomes(ctx, await findLotsById(ctx.db, visibilityOf(ctx), ids));
  },
});

/** The lots that were in the carrier of an exception during it, each with its verdict now. */
export const listConcernedLots = defineOperation({
  name: "lot.ofException",
  kind: "query",
  permission: "viewLot",
  input: ById,
  async run(ctx, { id: exceptionId }): Promise<ConcernedLotDto[]> {
    const found = await getException.call(ctx, { id: exceptionId });
    if (!found.carrier) return [];
    const end = found.endedAt ?? found.withdrawnAt;
    const span = {
      carrierId: found.carrier.id,
      from: Date.parse(found.startedAt),
      to: end === null ? ctx.now.getTime() : Date.parse(end),
    };
    const there = await findLotsDuring(ctx.db, ctx.scope, span, MOST_LOTS);
    const stays = new Map(there.map((stay) => [stay.lotId, stay]));
    const lots = await findLotsById(ctx.db, visibilityOf(ctx), [...stays.keys()]);
    return (await withOutcomes(ctx, lots)).map((lot) => {
      const { from = 0, to = null } = stays.get(lot.id) ?? {};
      return { ...lot, from, to };
    });
  },
});
