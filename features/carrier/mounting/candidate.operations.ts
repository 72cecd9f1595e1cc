import "server-only";
import { DEVICE_SUBJECT } from "@/lib/auth/subjects";
import { visibilityOf } from "@/lib/auth/visibility";
import { holds } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { Page } from "@/lib/resource/list-query";
import { permit } from "../access.service";
import { getCarrier } from "../carrier.data";
import { findMountCandidates } from "./candidate.data";
import { type MountCandidateDto, MountCandidateQuery } from "./candidate.schema";
import { MOUNTED_KINDS } from "./mounting.rules";

/** Lists the devices that the actor could mount on a carrier, with their unmounted probes. */
export const listMountCandidates = defineOperation({
  name: "carrier.mountable",
  kind: "query",
  permission: "editCarrier",
  input: MountCandidateQuery,
  async run(ctx, query): Promise<Page<MountCandidateDto>> {
    permit(ctx, "edit", (await getCarrier(ctx.db, ctx.scope, query.id)).type);
    const kinds = MOUNTED_KINDS.filter((kind) => holds(ctx, `edit${DEVICE_SUBJECT[kind]}`));
    return findMountCandidates(ctx.db, visibilityOf(ctx), kinds, query);
  },
});
