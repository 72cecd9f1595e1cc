import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { scene, scenePlacement, storedFile } from "@/db/schema";
import {
  getPlacements,
  getPlanPicture,
  listCandidates,
  removePlanPicture,
  savePlan,
  uploadPlanPicture,
} from "@/features/scene/floor-plan/operations";
import { removeScene } from "@/features/scene/scene.operations";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeJpeg, makePng } from "../factories/picture";
import { makeScene } from "../factories/scene";
import { makeCustomer, makeFridge } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
let admin: OperationContext;
let viewer: OperationContext;
const SEES = ["viewScene", "viewRefrigerator"] as const;

const contextOf = async (options: UserOptions, customer = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));

beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  admin = await contextOf({});
  viewer = await contextOf({ permissions: SEES });
});
afterAll(() => db().$client.end({ timeout: 5 }));

const plan = async (parentId = own.sceneId, customerId = own.id) =>
  (await makeScene(db(), { customerId, parentId }, { funcType: 1 })).id;
const fridge = async (sceneId = own.sceneId, customerId = own.id) =>
  (await makeFridge(db(), { id: customerId, sceneId })).carrier;
const stored = async (id: number) => (await db().select().from(scene).where(eq(scene.id, id)))[0];
const placed = (sceneId: number) => db().select().from(scenePlacement).where(eq(scenePlacement.sceneId, sceneId));
const files = () => db().select({ id: storedFile.id }).from(storedFile).where(eq(storedFile.customerId, own.id));
const auditLength = async () => (await auditRows(db(), own.id)).length;

describe("the picture of a floor plan", () => {
  it("is kept, shown and replaced, and the trail says so", async () => {
    const id = await plan();
    const before = (await files()).length;
    const png = makePng({ width: 40, height: 30 });
    const first = await uploadPlanPicture.call(admin, { id, file: png });
    expect(first.picture).toMatchObject({ width: 40, height: 30 });
    const shown = await getPlanPicture.call(viewer, { id });
    expect(Buffer.from(shown.body as Uint8Array).equals(png)).toBe(true);
    expect(shown.headers).toMatchObject({ "content-type": "image/png", "x-content-type-options": "nosniff" });
    expect(shown.headers["cache-control"]).toContain("max-age=0");
    const kept = await getPlanPicture.call(viewer, { id, v: first.picture?.id ?? "" });
    expect(kept.headers["cache-control"]).toBe("private, max-age=86400");
    const second = await uploadPlanPicture.call(admin, { id, file: makeJpeg({ width: 50, height: 20 }) });
    expect(second.picture).toMatchObject({ width: 50, height: 20 });
    expect(await files()).toHaveLength(before + 1);
    expect((await trailOf(db(), own.id, "scene", id)).at(-1)).toMatchObject({
      operation: "scene.upload",
      oldValues: { picture: first.picture },
      newValues: { picture: second.picture },
    });
  });

  it("goes away with the carriers on it, and with its node", async () => {
    const [id, whole] = [await plan(), await plan()];
    const { id: carrierId, name } = await fridge();
    const before = (await files()).length;
    for (const node of [id, whole]) await uploadPlanPicture.call(admin, { id: node, file: makePng() });
    await savePlan.call(admin, { id, items: [{ carrierId, x: 0.5, y: 0.5 }] });
    await removePlanPicture.call(admin, { id });
    expect(await stored(id)).toMatchObject({ planFileId: null, planWidth: null, planHeight: null });
    expect(await placed(id)).toEqual([]);
    expect((await trailOf(db(), own.id, "scene", id)).at(-1)).toMatchObject({
      operation: "scene.removePicture",
      oldValues: { placements: [`${name} (${carrierId}): 0.500, 0.500`] },
      newValues: { picture: null, placements: [] },
    });
    await removeScene.call(admin, { id: whole });
    expect(await files()).toHaveLength(before);
  });

  it("is a whole JPG or PNG on a floor plan, of bounded size", async () => {
    const [id, unit] = [await plan(), await makeScene(db(), { customerId: own.id, parentId: own.sceneId })];
    const before = await auditLength();
    const REFUSED: [Uint8Array, string][] = [
      [Buffer.from("<svg/>"), "image"],
      [makePng().subarray(0, 40), "image"],
      [makePng({ width: 8193 }), "imageSide"],
    ];
    for (const [file, rule] of REFUSED)
      expect(await refusal(uploadPlanPicture.call(admin, { id, file }))).toMatchObject({
        issues: [{ path: "file", rule }],
      });
    const onUnit = await refusal(uploadPlanPicture.call(admin, { id: unit.id, file: makePng() }));
    expect(onUnit).toMatchObject({ code: "INVALID", issues: [{ path: "id", rule: "planOnly" }] });
    expect([await auditLength(), (await stored(id))?.planFileId]).toEqual([before, null]);
  });
});

describe("the carriers on a plan", () => {
  it("are replaced as a whole, with one row in the trail", async () => {
    const id = await plan();
    const [a, b] = [await fridge(), await fridge()];
    await savePlan.call(admin, { id, items: [{ carrierId: a.id, x: 0, y: 0.25 }] });
    const before = await auditLength();
    const saved = await savePlan.call(admin, {
      id,
      items: [
        { carrierId: b.id, x: 0.75, y: 1 },
        { carrierId: a.id, x: 0.5, y: 0.5 },
      ],
    });
    const here = (carrier: typeof a, x: number, y: number) => ({
      carrierId: carrier.id,
      name: carrier.name,
      type: "refrigerator",
      x,
      y,
    });
    expect(saved.items).toHaveLength(2);
    expect(saved.items).toEqual(expect.arrayContaining([here(a, 0.5, 0.5), here(b, 0.75, 1)]));
    expect(await getPlacements.call(viewer, { id })).toEqual(saved);
    expect(await auditLength()).toBe(before + 1);
    expect((await trailOf(db(), own.id, "scene", id)).at(-1)).toMatchObject({
      operation: "scene.place",
      oldValues: { placements: [`${a.name} (${a.id}): 0.000, 0.250`] },
    });
    await savePlan.call(admin, { id, items: [] });
    expect(await placed(id)).toEqual([]);
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it("are of the customer and within sight, all or none", async () => {
    const id = await plan();
    const [mine, theirs] = [await fridge(), await fridge(other.sceneId, other.id)];
    await savePlan.call(admin, { id, items: [{ carrierId: mine.id, x: 0.1, y: 0.1 }] });
    const before = [await placed(id), await auditLength()];
    const items = [
      { carrierId: mine.id, x: 0.9, y: 0.9 },
      { carrierId: theirs.id, x: 0.5, y: 0.5 },
    ];
    expect(await refusal(savePlan.call(admin, { id, items }))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "items.1.carrierId", rule: "unknown" }],
    });
    const platform = await accountContext(db(), { id: 1 });
    expect(await refusal(savePlan.call(platform, { id, items }))).toMatchObject({ code: "INVALID" });
    const vehicles = await contextOf({ permissions: ["editScene", "viewCar"] });
    expect(await refusal(savePlan.call(vehicles, { id, items: items.slice(0, 1) }))).toMatchObject({ code: "INVALID" });
    expect([await placed(id), await auditLength()]).toEqual(before);
  });

  it("that somebody does not see stay where they are", async () => {
    const ward = await makeScene(db(), { customerId: own.id, parentId: own.sceneId });
    const id = await plan(ward.id);
    const [seen, hidden] = [await fridge(ward.id), await fridge()];
    const both = [seen, hidden].map((carrier) => ({ carrierId: carrier.id, x: 0.5, y: 0.5 }));
    await savePlan.call(admin, { id, items: both });
    const nurse = await contextOf({ scopeType: 0, sceneIds: [ward.id] });
    expect((await getPlacements.call(nurse, { id })).items.map(({ carrierId }) => carrierId)).toEqual([seen.id]);
    await savePlan.call(nurse, { id, items: [] });
    expect((await placed(id)).map(({ carrierId }) => carrierId)).toEqual([hidden.id]);
    expect(await refusal(savePlan.call(nurse, { id, items: both.slice(1) }))).toMatchObject({ code: "INVALID" });
    const candidates = await listCandidates.call(nurse, { id });
    expect(candidates.items.map(({ carrierId }) => carrierId)).toEqual([seen.id]);
  });

  it("are chosen from the customer's, those of the node first", async () => {
    const id = await plan();
    const [far, near] = [await fridge(), await fridge(id)];
    const { items, total } = await listCandidates.call(admin, { id, iDisplayLength: 1 });
    expect(items).toMatchObject([{ carrierId: near.id, isHere: true }]);
    expect(total).toBeGreaterThan(1);
    const found = await listCandidates.call(admin, { id, q: far.name.toUpperCase() });
    expect(found).toMatchObject({ total: 1, items: [{ carrierId: far.id, isHere: false, sceneName: "House" }] });
  });
});

describe("without permission or sight", () => {
  it("a plan is neither changed nor read", async () => {
    const id = await plan();
    const theirs = await plan(other.sceneId, other.id);
    const before = [await stored(id), await stored(theirs), await auditLength()];
    const nobody = await contextOf({ permissions: ["viewEx"] });
    const writes = (ctx: OperationContext, node: number) => [
      uploadPlanPicture.call(ctx, { id: node, file: makePng() }),
      removePlanPicture.call(ctx, { id: node }),
      savePlan.call(ctx, { id: node, items: [] }),
      listCandidates.call(ctx, { id: node }),
    ];
    const reads = (ctx: OperationContext, node: number) => [
      getPlanPicture.call(ctx, { id: node }),
      getPlacements.call(ctx, { id: node }),
    ];
    const denied = [...writes(viewer, id), ...writes(nobody, id), ...reads(nobody, id)];
    for (const told of await Promise.all(denied.map(refusal))) expect(told).toMatchObject({ code: "FORBIDDEN" });
    const outside = [...writes(admin, theirs), ...reads(admin, theirs), ...reads(admin, 999_999)];
    for (const told of await Promise.all(outside.map(refusal))) expect(told).toMatchObject({ code: "NOT_FOUND" });
    expect([await stored(id), await stored(theirs), await auditLength()]).toEqual(before);
  });
});
