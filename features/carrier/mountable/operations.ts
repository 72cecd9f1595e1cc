import "server-only";
import { sightOf } from "@/lib/auth/sight";
import { DEVICE_SUBJECT } from "@/lib/auth/subjects";
import { holds } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { Page } from "@/lib/resource/list-query";
import { permit } from "../access/operations";
import { getCarrier } from "../data";
import { MOUNTED_KINDS } from "../mounting/rules";
import { findMountable } from "./data";
import { type MountableDto, MountableQuery } from "./schema";

/** The devices that the actor could mount at a carrier, with the probes that are left of each. */
export const listMountable = defineOperation({
  name: "carrier.mountable",
  kind: "query",
  permission: "editCarrier",
  input: MountableQuery,
  async run(ctx, query): Promise<Page<MountableDto>> {
    permit(ctx, "edit", (await getCarrier(ctx.db, ctx.scope, query.id)).type);
    const kinds = MOUNTED_KINDS.filter((kind) => holds(ctx, `edit${DEVICE_SUBJECT[kind]}`));
    return findMountable(ctx.db, sightOf(ctx), kinds, query);
  },
});
