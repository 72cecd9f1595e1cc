import "server-only";
import { writeAudit } from "@/lib/audit/write-audit";
import type { OperationContext } from "@/lib/operation/context";
import { transaction } from "@/lib/operation/transaction";

/** Input fields that say how, not what. */
const PAGING = new Set(["iDisplayStart", "iDisplayLength", "sort", "dir", "format"]);

/**
 * Records who took which data out, for a file that is streamed at once instead of being kept: `query` are the criteria.
 * The row is in the log of the actor's customer, or of `customerId`.
 */
export async function auditTaken(
  ctx: OperationContext,
  kind: string,
  query: Readonly<Record<string, unknown>>,
  customerId?: number,
): Promise<void> {
  const asked = Object.fromEntries(
    Object.entries(query).filter(([name, value]) => value !== undefined && !PAGING.has(name)),
  );
  await transaction(ctx.db, (tx) =>
    writeAudit(tx, ctx, {
      operation: "download.stream",
      entity: "download",
      entityId: kind,
      new: { kind, query: asked },
      ...(customerId !== undefined && { customerId }),
    }),
  );
}
