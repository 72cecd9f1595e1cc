import "server-only";
import { listExceptions } from "@/features/exception/exception.operations";
import type { ExceptionDto } from "@/features/exception/exception.schema";
import { visibilityOf } from "@/lib/auth/visibility";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { loadList } from "@/lib/resource/list-page";
import { type Page, understoodOf } from "@/lib/resource/list-query";
import { recordId } from "@/lib/validation/fields";
import { findBelongings, findCarrier, findPossessions } from "./data";
import { type AlarmRecordDto, AlarmRecordQuery, PossessionQuery, type PossessionsDto } from "./schema";

/** Exceptions with whose their devices were when they began. */
export async function withBelongings(
  { db }: OperationContext,
  items: readonly ExceptionDto[],
): Promise<AlarmRecordDto[]> {
  const found = await findBelongings(
    db,
    items.map(({ device, startedAt }) => ({ deviceId: device.id, at: startedAt })),
  );
  return items.map((item, index) => {
    const { customerName = "", lender = null } = found[index] ?? {};
    return { ...item, customerName, belonging: lender === null ? { is: "own" } : { is: "borrowed", other: lender } };
  });
}

/** Lists the alarms of a place over time, with whose the device was at that instant. */
export const listAlarmRecord = defineOperation({
  name: "alarmRecord.list",
  kind: "query",
  permission: "viewEx",
  input: AlarmRecordQuery,
  async run(ctx, query): Promise<Page<AlarmRecordDto>> {
    const { items, total } = await listExceptions.call(ctx, query);
    return { items: await withBelongings(ctx, items), total };
  },
});

const SHOWN_MS = 30 * 86_400_000;
/** Most spans that are shown. */
const MOST_SPANS = 200;

/** Who had which device of a place when. */
export const listPossessions = defineOperation({
  name: "alarmRecord.possessions",
  kind: "query",
  permission: "viewEx",
  input: PossessionQuery,
  async run(ctx, { from: asked, to: until, ...place }): Promise<PossessionsDto> {
    const to = until ? new Date(until) : ctx.now;
    const from = asked ? new Date(asked) : new Date(to.getTime() - SHOWN_MS);
    const items = await findPossessions(ctx.db, visibilityOf(ctx), place, { from, to, limit: MOST_SPANS + 1 });
    return {
      ...{ from: from.getTime(), to: to.getTime() },
      items: items.slice(0, MOST_SPANS),
      isCapped: items.length > MOST_SPANS,
    };
  },
});

/** Loads the screen: the alarms of the place in the address, and who had its devices. */
export async function loadAlarmRecord(ctx: PageContext) {
  const { customerIds } = ctx.scope;
  const { carrierId, ...others } = ctx.search;
  const asked = recordId().safeParse(carrierId);
  const carrier = asked.success ? await findCarrier(ctx.db, visibilityOf(ctx), asked.data) : null;
  // A link to a carrier that was deleted shows the alarms of the rest of its place.
  const known = carrier ? ctx : { ...ctx, search: others };
  const [view, possessions] = await Promise.all([
    loadList(known, listAlarmRecord),
    listPossessions.call(known, understoodOf(PossessionQuery, known.search)),
  ]);
  return { view, possessions, carrier, showsCustomers: customerIds === "all" || customerIds.length > 1 };
}
