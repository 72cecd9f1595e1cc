import "server-only";
import type { OperationContext } from "@/lib/operation/context";
import type { CarrierSilenceDto } from "./silence.schema";
import { findSilenced, findSilencesOf, type Silenced } from "./silenced.data";

// For screens of carriers: whoever sees a carrier sees until when it is silent, and why.

type Context = Pick<OperationContext, "db" | "now">;

/** What is in force or planned on a carrier that the caller has found inside the scope. */
export const silencesOf = ({ db, now }: Context, carrierId: number): Promise<CarrierSilenceDto[]> =>
  findSilencesOf(db, carrierId, now);

/** Which of these carriers, found inside the scope, are silent now. */
export async function silencedAmong(
  { db, now }: Context,
  carrierIds: readonly number[],
): Promise<ReadonlyMap<number, Silenced>> {
  return carrierIds.length === 0 ? new Map() : findSilenced(db, carrierIds, now);
}
