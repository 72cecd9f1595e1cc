import "server-only";
import type { PlacementWay } from "@/db/enums";
import { assertInService } from "@/features/carrier/mounting/mounting.rules";
import { visibilityOf } from "@/lib/auth/visibility";
import { AppError } from "@/lib/errors";
import type { MutationContext } from "@/lib/operation/define-operation";
import { endPlacement, findPlacements, insertPlacement, lockPlace } from "./placement.data";
import { assertPast, assertTakable, type Period, placing } from "./placement.rules";

const missing = (path: string) => {
  const issue = { path, rule: "reference", message: "refers to a record that does not exist" };
  return new AppError("NOT_FOUND", `${path}: not found`, { issues: [issue] });
};

type Lot = { id: number; customerId: number };

const periodsOf = async (ctx: MutationContext, id: number): Promise<Period[]> =>
  (await findPlacements(ctx.tx, id)).map(({ placedAt, removedAt, carrierId }) => ({
    from: placedAt.getTime(),
    to: removedAt?.getTime() ?? null,
    carrierId,
  }));

/**
 * Puts a locked lot into a carrier of its customer, out of the one that it is in. Throws NOT_FOUND for a carrier outside
 * the scope, CONFLICT if it is retired or the lot was elsewhere at that time.
 */
export async function placeLot(
  ctx: MutationContext,
  lot: Lot,
  { carrierId, at, how }: { carrierId: number; at: Date; how: PlacementWay },
): Promise<{ carrierName: string; from: number | null }> {
  assertPast(at.getTime(), ctx.now.getTime());
  const carrier = await lockPlace(ctx.tx, visibilityOf(ctx), carrierId);
  if (!carrier || carrier.customerId !== lot.customerId) throw missing("carrierId");
  assertInService(carrier.status, "carrierId");
  const periods = await periodsOf(ctx, lot.id);
  const { endsCurrent } = placing(periods, carrierId, at.getTime());
  if (endsCurrent) await endPlacement(ctx.tx, lot.id, at);
  await insertPlacement(ctx.tx, { customerId: lot.customerId, lotId: lot.id, carrierId, placedAt: at, how });
  return { carrierName: carrier.name, from: periods.find(({ to }) => to === null)?.carrierId ?? null };
}

/** The carrier that a locked lot is in now; undefined if in none. */
export const carrierOf = async (ctx: MutationContext, lotId: number): Promise<number | undefined> =>
  (await periodsOf(ctx, lotId)).find(({ to }) => to === null)?.carrierId;

/** Takes a locked lot out of its carrier; returns the carrier. */
export async function takeOutLot(ctx: MutationContext, lot: Lot, at: Date): Promise<number> {
  assertPast(at.getTime(), ctx.now.getTime());
  const periods = await periodsOf(ctx, lot.id);
  assertTakable(periods, at.getTime());
  await endPlacement(ctx.tx, lot.id, at);
  return periods.find(({ to }) => to === null)?.carrierId as number;
}
