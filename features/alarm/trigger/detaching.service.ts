import "server-only";
import type { Db, OperationContext } from "@/lib/operation/context";
import { publishExceptions } from "../evaluation/evaluation.service";
import { endAtCarriers } from "./detaching.data";

type Mutation = OperationContext & { tx: Db; afterCommit: (work: () => Promise<void>) => void };
type Watched = { id: number; alarmTriggerId: number | null };

/**
 * Ends the open exceptions of the triggers that these carriers leave for another one or none, before the carriers are
 * changed, in the caller's transaction. Part of changing carriers, not an operation.
 */
export async function detachTriggers(ctx: Mutation, carriers: readonly Watched[], next: number | null): Promise<void> {
  const leaving = carriers.filter(({ alarmTriggerId }) => alarmTriggerId !== null && alarmTriggerId !== next);
  const changes = await endAtCarriers(
    ctx.tx,
    leaving.map(({ id }) => id),
    ctx.now.getTime(),
  );
  if (changes.length > 0) ctx.afterCommit(() => publishExceptions(changes));
}
