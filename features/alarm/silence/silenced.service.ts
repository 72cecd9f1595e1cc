import "server-only";
import type { OperationContext } from "@/lib/operation/context";
import type { CarrierSilenceDto } from "./silence.schema";
import { findSilenced, findSilencesOf, type Silenced } from "./silenced.data";

// For carrier screens: anyone who can view a carrier can view until when it is silenced, and why.

type Context = Pick<OperationContext, "db" | "now">;

/** The active and planned silences of a carrier that the caller has found in scope. */
export const silencesOf = ({ db, now }: Context, carrierId: number): Promise<CarrierSilenceDto[]> =>
  findSilencesOf(db, carrierId, now);

/** The given carriers, found in scope by the caller, that are silenced now. */
export async function silencedAmong(
  { db, now }: Context,
  carrierIds: readonly number[],
): Promise<ReadonlyMap<number, Silenced>> {
  return carrierIds.length === 0 ? new Map() : findSilenced(db, carrierIds, now);
}
