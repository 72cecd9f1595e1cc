import "server-only";
import { cache } from "react";
import { visibilityOf } from "@/lib/auth/visibility";
import { RawReply } from "@/lib/http/reply";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import type { Page } from "@/lib/resource/list-query";
import { inspectPicture, PICTURE_TYPES } from "@/lib/storage/picture";
import { deleteFiles, fileReply, readFile, storeFile } from "@/lib/stored-file/stored-file";
import type { PointState } from "../holdings/schema";
import { findNames, getScene, lockScene, updateScene } from "../scene.data";
import { refuse } from "../scene.rules";
import type { SceneDto } from "../scene.schema";
import { clearPlacements, findCandidates, findFloorPlans, findPlacements, lockPlaceable, savePlacements } from "./data";
import { PLAN_LIMITS } from "./limits.rules";
import { planIssues, shownPlacements, unknownIssues } from "./rules";
import {
  type Candidate,
  CandidateQuery,
  PlacementInput,
  type PlanChoice,
  type PlanDto,
  PlanPictureInput,
  PlanPictureQuery,
  PlansQuery,
} from "./schema";

const audit = { entity: "scene", id: ({ id }: { id: number }) => id };
/** A data URL is a third longer than its bytes, and a form adds boundaries. */
const PICTURE_BODY = {
  ...{ maximumBytes: Math.ceil(PLAN_LIMITS.kilobytes * 1024 * 1.4), fileKey: "file", fileTypes: PICTURE_TYPES },
};
const DAY_SECONDS = 86_400;

async function planOf(ctx: OperationContext, node: SceneDto): Promise<PlanDto> {
  const { id, name, customerId, picture } = node;
  const [names, items] = await Promise.all([
    findNames(ctx.db, ctx.scope, id),
    findPlacements(ctx.db, ctx.scope, node, visibilityOf(ctx).types),
  ]);
  return { id, name, customerId, path: names.slice(0, -1), picture, items };
}

/** The floor plans of the scope that have an image, by customer; only the one with `id` if given. */
export const floorPlansOf = ({ db, scope }: Pick<OperationContext, "db" | "scope">, id?: number) =>
  findFloorPlans(db, scope, id);

/** Locks a node that is a floor plan. */
async function lockPlan(ctx: OperationContext & { tx: Db }, id: number): Promise<SceneDto> {
  const node = await lockScene(ctx, id);
  refuse(planIssues(node), "INVALID");
  return node;
}

/** Lists the floor plans that can be shown, for the home page and its dashboards. */
export const listFloorPlans = defineOperation({
  name: "home.plans",
  kind: "query",
  permission: "viewScene",
  input: PlansQuery,
  async run(ctx): Promise<Page<PlanChoice>> {
    const items = await floorPlansOf(ctx);
    return { items, total: items.length };
  },
});

/** Returns the image of a floor plan. */
export const getPlanPicture = defineOperation({
  name: "scene.picture",
  kind: "query",
  permission: "viewScene",
  input: PlanPictureQuery,
  async run(ctx, { id, v }) {
    const { picture, code } = await getScene(ctx, id);
    const file = await readFile(ctx.db, picture?.id ?? null);
    const reply = fileReply(file, `${code}.${file.contentType === "image/png" ? "png" : "jpg"}`);
    if (v !== file.id) return reply;
    return new RawReply(reply.body, { ...reply.headers, "cache-control": `private, max-age=${DAY_SECONDS}` });
  },
});

/** Replaces the image; the carriers keep their positions. */
export const uploadPlanPicture = defineOperation({
  name: "scene.upload",
  kind: "mutation",
  permission: "editScene",
  input: PlanPictureInput,
  body: PICTURE_BODY,
  async run(ctx, { id, file }): Promise<SceneDto> {
    const { tx, audit } = ctx;
    const old = await lockPlan(ctx, id);
    const picture = inspectPicture(file);
    if (!picture) throw new Error("the picture was not inspected");
    const { contentType, width, height } = picture;
    const { customerId } = old;
    const fileId = await storeFile(tx, { customerId, kind: "plan", contentType, content: file });
    const changed = await updateScene(tx, id, { planFileId: fileId, planWidth: width, planHeight: height });
    await deleteFiles(tx, [old.picture?.id ?? null]);
    audit({ customerId, old: { picture: old.picture }, new: { picture: changed.picture } });
    return changed;
  },
  audit,
});

/** Deletes the image, and removes the carriers from the plan. */
export const removePlanPicture = defineOperation({
  name: "scene.removePicture",
  kind: "mutation",
  permission: "editScene",
  input: ById,
  async run(ctx, { id }): Promise<SceneDto> {
    const { tx, audit } = ctx;
    const old = await lockPlan(ctx, id);
    const before = await planOf(ctx, old);
    const changed = await updateScene(tx, id, { planFileId: null, planWidth: null, planHeight: null });
    await clearPlacements(tx, id);
    await deleteFiles(tx, [old.picture?.id ?? null]);
    audit({
      customerId: old.customerId,
      old: { picture: old.picture, placements: shownPlacements(before.items) },
      new: { picture: null, placements: [] },
    });
    return changed;
  },
  audit,
});

/** Returns a floor plan with its carriers. */
export const getPlacements = defineOperation({
  name: "scene.placement",
  kind: "query",
  permission: "viewScene",
  input: ById,
  async run(ctx, { id }): Promise<PlanDto> {
    const node = await getScene(ctx, id);
    refuse(planIssues(node), "INVALID");
    return planOf(ctx, node);
  },
});

/** Replaces the positions of all carriers; those not visible to the actor are left unchanged. */
export const savePlan = defineOperation({
  name: "scene.place",
  kind: "mutation",
  permission: "editScene",
  input: PlacementInput,
  async run(ctx, { id, items }): Promise<PlanDto> {
    const { tx, scope, audit } = ctx;
    const node = await lockPlan(ctx, id);
    const types = visibilityOf(ctx).types;
    const wanted = items.map(({ carrierId }) => carrierId);
    refuse(unknownIssues(wanted, await lockPlaceable(tx, scope, node, types, wanted)), "INVALID");
    const before = await findPlacements(tx, scope, node, types);
    const gone = before.map(({ carrierId }) => carrierId).filter((carrierId) => !wanted.includes(carrierId));
    await savePlacements(tx, id, items, gone);
    const after = await planOf(ctx, node);
    audit({
      customerId: node.customerId,
      old: { placements: shownPlacements(before) },
      new: { placements: shownPlacements(after.items) },
    });
    return after;
  },
  audit,
});

/** Lists the carriers that can be placed on a plan. */
export const listCandidates = defineOperation({
  name: "scene.candidates",
  kind: "query",
  permission: "editScene",
  input: CandidateQuery,
  async run(ctx, query): Promise<Page<Candidate>> {
    const node = await getScene(ctx, query.id);
    return findCandidates(ctx.db, ctx.scope, node, visibilityOf(ctx).types, query);
  },
});

/** Reads live values; passed in by the page, because they belong to another feature. */
type ReadPoints = (
  ctx: PageContext,
  query: { ids: string; iDisplayLength: number },
) => Promise<{ items: PointState[] }>;
/** Maximum carriers whose states are sent with the page; beyond it the browser fetches them. */
const POINTS_SENT = 100;

/** Loads both windows of a floor plan; without a plan if the URL does not name one. */
export const loadPlan = cache(async (ctx: PageContext, readPoints?: ReadPoints) => {
  const { success, data } = ById.safeParse(ctx.search);
  const node = success ? await getScene(ctx, data.id) : null;
  const plan = node && planIssues(node).length === 0 ? await planOf(ctx, node) : null;
  const { permissions } = ctx.principal;
  const rights = { edit: permissions.has("editScene"), values: permissions.has("viewMonitorPointRealTime") };
  const ids = plan?.items.map(({ carrierId }) => carrierId) ?? [];
  const isRead = readPoints && rights.values && ids.length > 0 && ids.length <= POINTS_SENT;
  const points = isRead ? (await readPoints(ctx, { ids: ids.join(","), iDisplayLength: POINTS_SENT })).items : [];
  return { plan, points, rights, now: ctx.now.getTime() };
});
