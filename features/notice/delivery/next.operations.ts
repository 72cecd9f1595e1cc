import "server-only";
import type { NextNotice } from "@/features/exception/briefing/briefing.schema";
import { listExceptions } from "@/features/exception/exception.operations";
import { notFound } from "@/lib/errors";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { findNextNotice } from "./next.service";

/** Who is notified next of an exception that nobody acknowledges; null if nobody is. */
export const getNextNotice = defineOperation({
  name: "exception.nextNotice",
  kind: "query",
  permission: "viewEx",
  input: ById,
  async run(ctx, { id }): Promise<{ next: NextNotice | null }> {
    const { total } = await listExceptions.call(ctx, { ids: String(id), iDisplayLength: 1 });
    if (total === 0) throw notFound("exception", id);
    return { next: await findNextNotice(ctx, id) };
  },
});
