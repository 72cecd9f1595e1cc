import "server-only";
import { mayDo, viewableTypes } from "@/features/carrier/access.service";
import { holds, type OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { Page } from "@/lib/resource/list-query";
import { zoneStore } from "../zone.data";
import { findCandidates } from "./data";
import { refusalOf } from "./rules";
import { type CandidateDto, CandidateQuery } from "./schema";

/** Whether the actor may apply ranges to carriers of any type, and create one from a preset. */
export const zoneActions = (ctx: OperationContext) => ({
  mayApply: holds(ctx, "editCarrier"),
  mayCreate: holds(ctx, "newDataZone"),
});

/** Lists the carriers that a range can be applied to, with their current range and any reason against it. */
export const listCandidates = defineOperation({
  name: "zone.candidates",
  kind: "query",
  permission: "editCarrier",
  input: CandidateQuery,
  async run(ctx, query): Promise<Page<CandidateDto>> {
    const { customerId, measure } = await zoneStore.get(ctx, query.id);
    const { items, total } = await findCandidates(
      ctx.db,
      ctx.scope,
      { customerId, measure },
      viewableTypes(ctx),
      query,
    );
    const candidates = items.map(({ mounted, ...row }) => ({
      ...row,
      isMeasured: mounted.includes(measure),
      refusal: refusalOf({
        measure,
        mounted,
        hasRange: row.current !== null,
        mayEdit: mayDo(ctx, "edit", row.type),
      }),
    }));
    return { items: candidates, total };
  },
});
