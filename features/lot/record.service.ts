import "server-only";
import type { OperationContext } from "@/lib/operation/context";
import type { DecisionDto } from "./decision.schema";
import { decisionsOf } from "./decision.service";
import type { LotVerdictDto } from "./lot.schema";
import { findLives, findLotsAt, type LotLife } from "./placement.data";
import { verdictFor } from "./verdict.operations";

// What a document says of lots.

type Caller = Pick<OperationContext, "db" | "scope">;

/** Where the visible ones of these lots were, and when. */
export const livesOf = ({ db, scope }: Caller, lotIds: readonly number[]): Promise<LotLife[]> =>
  findLives(db, scope, lotIds);

/** The visible lots that were in any of these carriers during a span (epoch ms), and how many there are in all. */
export const lotsAt = (
  { db, scope }: Caller,
  at: { carrierIds: readonly number[]; from: number; to: number },
  limit: number,
): Promise<{ ids: number[]; total: number }> => findLotsAt(db, scope, at, limit);

/** A lot with its verdict as of `ctx.now` and the decisions about it. Throws NOT_FOUND outside the scope. */
export async function readLotRecord(
  ctx: OperationContext,
  id: number,
): Promise<LotVerdictDto & { decisions: DecisionDto[] }> {
  const answer = await verdictFor(ctx, id);
  return { ...answer, decisions: await decisionsOf(ctx, answer.lot) };
}
