import "server-only";
import { visibilityOf } from "@/lib/auth/visibility";
import { defineOperation } from "@/lib/operation/define-operation";
import { getSceneNode } from "../scene.operations";
import { findHoldings } from "./data";
import { type HoldingsDto, HoldingsQuery } from "./schema";

/** Returns what is located at a node: child nodes, carriers and devices, as far as visible to the actor. */
export const getHoldings = defineOperation({
  name: "scene.holdings",
  kind: "query",
  permission: "viewScene",
  input: HoldingsQuery,
  async run(ctx, query): Promise<HoldingsDto> {
    await getSceneNode.call(ctx, { id: query.id });
    return findHoldings(ctx.db, visibilityOf(ctx), query);
  },
});
