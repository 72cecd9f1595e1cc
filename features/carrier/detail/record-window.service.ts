import "server-only";
import { notFound } from "@/lib/errors";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { mayDo } from "../access.service";
import { getRecord, seenPlace } from "../record-time/operations";
import { daysOf } from "./detail.operations";

/** Loads a carrier's values at its record times, for the days named by the URL. */
export async function loadRecordWindow(ctx: PageContext) {
  const asked = ById.safeParse({ id: ctx.search.id });
  if (!asked.success) throw notFound("carrier", String(ctx.search.id ?? ""));
  const { id } = asked.data;
  const { name, type, timeZone } = await seenPlace(ctx, id);
  const { today, ...days } = daysOf(ctx, timeZone);
  const record = await getRecord.call(ctx, { id, ...days });
  return { id, name, type, record, ...days, today, mayEdit: mayDo(ctx, "edit", type) };
}
