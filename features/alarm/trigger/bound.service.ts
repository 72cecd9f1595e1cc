import "server-only";
import type { OperationContext } from "@/lib/operation/context";
import { findTrigger } from "./trigger.data";
import type { AlarmTriggerDto } from "./trigger.schema";

/**
 * The trigger bound to a carrier, with conditions and plan, for users who may view the carrier, whether or not they may
 * view triggers; null if it is out of scope.
 */
export const findBoundTrigger = (
  { db, scope }: Pick<OperationContext, "db" | "scope">,
  id: number,
): Promise<AlarmTriggerDto | null> => findTrigger(db, scope, id);
