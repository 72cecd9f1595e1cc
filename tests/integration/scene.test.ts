import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { customer as customerTable, scene } from "@/db/schema";
import { getHoldings } from "@/features/scene/holdings/operations";
import {
  createScene,
  getFullScene,
  getSceneNode,
  getSceneTree,
  listSceneNodes,
  moveScene,
  removeScene,
  updateSceneNode,
} from "@/features/scene/scene.operations";
import { TREE_DEPTH } from "@/features/scene/scene.rules";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeScene } from "../factories/scene";
import { makeCustomer, makeFridge } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
let admin: OperationContext;
let viewer: OperationContext;

const contextOf = async (options: UserOptions, customer = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));

beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  admin = await contextOf({});
  viewer = await contextOf({ permissions: ["viewScene"] });
});
afterAll(() => db().$client.end({ timeout: 5 }));

let count = 0;
const values = (fields: Record<string, unknown> = {}) => {
  count += 1;
  return { name: `Ward ${count}`, code: `W${count}`, ...fields };
};
const node = (parentId: number | null = own.sceneId, fields = {}, customerId = own.id) =>
  makeScene(db(), { customerId, parentId }, fields);
const stored = async (id: number) => (await db().select().from(scene).where(eq(scene.id, id)))[0];
const childrenOf = async (parentId: number) =>
  (
    await db().select().from(scene).where(eq(scene.parentId, parentId)).orderBy(asc(scene.sortOrder), asc(scene.id))
  ).map(({ id }) => id);
const auditLength = async (customerId = own.id) => (await auditRows(db(), customerId)).length;
const rules = async (call: Promise<unknown>) =>
  ((await refusal(call)).issues ?? []).map(({ path, rule, limit }) => [path, rule, limit].filter(Boolean).join(" "));

describe("a node", () => {
  it("is made last among its siblings, or where one says, and the trail says what it is", async () => {
    const { id: parentId } = await node();
    const first = await createScene.call(admin, { parentId, ...values({ description: " of the clinic " }) });
    const second = await createScene.call(admin, { parentId, ...values() });
    const between = await createScene.call(admin, { parentId, position: 1, ...values() });
    expect(await childrenOf(parentId)).toEqual([first.id, between.id, second.id]);
    expect(first).toMatchObject({ customerId: own.id, parentId, funcType: 0, nodeType: "structure", isRange: false });
    expect(await stored(first.id)).toMatchObject({ description: "of the clinic", customerId: own.id });
    const [row] = await trailOf(db(), own.id, "scene", first.id);
    expect(row).toMatchObject({
      operation: "scene.create",
      oldValues: null,
      newValues: { parentId, name: first.name },
    });
    expect(await getSceneNode.call(viewer, { id: first.id })).toEqual(first);
  });

  it("is changed, and the trail keeps what changed, before and after", async () => {
    const { id, name } = await node();
    const change = { code: `X${id}`, name: "Renamed", funcType: 2, longitude: 113.43, latitude: 23.17, zoom: 12 };
    const changed = await updateSceneNode.call(admin, { id, ...change });
    expect(changed).toMatchObject({ ...change, nodeType: "map" });
    expect(await stored(id)).toMatchObject(change);
    expect((await trailOf(db(), own.id, "scene", id)).at(-1)).toMatchObject({
      operation: "scene.update",
      oldValues: { name, funcType: 0, longitude: null },
      newValues: { name: "Renamed", funcType: 2, longitude: 113.43 },
    });
  });

  it("moves with all that is below it, to a place among its new siblings, and back", async () => {
    const [from, to] = [await node(), await node()];
    const [moved, stays] = [await node(from.id), await node(from.id)];
    const below = await node(moved.id);
    const there = [await node(to.id), await node(to.id)];
    const { carrier } = await makeFridge(db(), { id: own.id, sceneId: below.id });
    const dto = await moveScene.call(admin, { id: moved.id, parentId: to.id, position: 1 });
    expect(dto).toMatchObject({ parentId: to.id, sortOrder: 1 });
    expect(await childrenOf(to.id)).toEqual([there[0]?.id, moved.id, there[1]?.id]);
    expect(await childrenOf(from.id)).toEqual([stays.id]);
    expect((await getFullScene.call(viewer, { carrierId: carrier.id })).names).toEqual([
      "House",
      to.name,
      moved.name,
      below.name,
    ]);
    expect((await trailOf(db(), own.id, "scene", moved.id)).at(-1)).toMatchObject({
      operation: "scene.move",
      oldValues: { parentId: from.id },
      newValues: { parentId: to.id, position: 1 },
    });
    await moveScene.call(admin, { id: moved.id, parentId: to.id });
    expect((await childrenOf(to.id)).at(-1)).toBe(moved.id);
  });

  it("is removed, and the trail keeps what it was", async () => {
    const { id, name } = await node();
    expect(await removeScene.call(admin, { id })).toMatchObject({ id, name });
    expect(await stored(id)).toBeUndefined();
    expect((await trailOf(db(), own.id, "scene", id)).at(-1)).toMatchObject({
      operation: "scene.remove",
      oldValues: { id, name },
      newValues: null,
    });
  });

  it("leaves a chain that holds", async () => expect(await brokenLink(db(), own.id)).toBeNull());

  it("is the first of a customer that has none, and the only one without another above it", async () => {
    const [empty] = await db()
      .insert(customerTable)
      .values({ code: `E${Date.now()}`, name: `empty ${Date.now()}` })
      .returning();
    const theirs = await contextOf({}, { ...own, id: (empty as { id: number }).id });
    const first = await createScene.call(theirs, { parentId: null, ...values() });
    expect(first).toMatchObject({ customerId: empty?.id, isRange: true });
    expect(await rules(createScene.call(theirs, { parentId: null, ...values() }))).toEqual(["parentId rangePeer"]);
  });
});

describe("what the tree does not allow", () => {
  it("changes nothing and says why", async () => {
    const [upper, plan, picture] = [await node(), await node(undefined, { funcType: 1 }), await node()];
    const lower = await node(upper.id);
    const before = [await auditLength(), await stored(upper.id), await stored(lower.id)];
    const change = { name: upper.name, code: upper.code };
    const range = { id: own.sceneId, name: "House", code: "HOUSE" };
    const REFUSED: [string[], Promise<unknown>][] = [
      [["parentId rangePeer"], createScene.call(admin, { parentId: null, ...values() })],
      [["parentId planChild"], createScene.call(admin, { parentId: plan.id, ...values() })],
      [["parentId planChild"], moveScene.call(admin, { id: lower.id, parentId: plan.id })],
      [["parentId cycle"], moveScene.call(admin, { id: upper.id, parentId: lower.id })],
      [["parentId cycle"], moveScene.call(admin, { id: upper.id, parentId: upper.id })],
      [["parentId rangePeer"], moveScene.call(admin, { id: upper.id, parentId: null })],
      [["id rangeNode"], moveScene.call(admin, { id: own.sceneId, parentId: picture.id })],
      [["funcType planChild 1"], updateSceneNode.call(admin, { id: upper.id, ...change, funcType: 1 })],
      [["funcType rangePlan"], updateSceneNode.call(admin, { ...range, funcType: 1 })],
      [["code unique"], createScene.call(admin, { parentId: upper.id, ...values({ code: plan.code }) })],
      [
        ["longitude mapOnly", "latitude mapOnly"],
        updateSceneNode.call(admin, { id: upper.id, ...change, longitude: 1, latitude: 1 }),
      ],
      [["latitude required"], updateSceneNode.call(admin, { id: upper.id, ...change, funcType: 2, longitude: 1 })],
    ];
    const told = await Promise.all(REFUSED.map(([, call]) => rules(call)));
    expect(told).toEqual(REFUSED.map(([expected]) => expected));
    expect([await auditLength(), await stored(upper.id), await stored(lower.id)]).toEqual(before);
  });

  it("grows no deeper than a tree may be, by a new node or by a part of a tree", async () => {
    const part = await node();
    await node(part.id);
    let lowest = await node();
    for (let levels = 3; levels < TREE_DEPTH; levels += 1) lowest = await node(lowest.id);
    const moved = moveScene.call(admin, { id: part.id, parentId: lowest.id });
    expect(await rules(moved)).toEqual([`parentId treeDepth ${TREE_DEPTH}`]);
    const last = await node(lowest.id);
    const below = createScene.call(admin, { parentId: last.id, ...values() });
    expect(await rules(below)).toEqual([`parentId treeDepth ${TREE_DEPTH}`]);
  });

  it("deletes nothing that holds something, and says what", async () => {
    const held = await node();
    await node(held.id);
    await makeFridge(db(), { id: own.id, sceneId: held.id });
    await makeUser(db(), own.id, { scopeType: 0, sceneIds: [held.id] });
    expect(await refusal(removeScene.call(admin, { id: held.id }))).toMatchObject({ code: "CONFLICT" });
    expect(await rules(removeScene.call(admin, { id: held.id }))).toEqual([
      "id holdsScenes 1",
      "id holdsCarriers 1",
      "id holdsDevices 1",
      "id holdsAccounts 1",
    ]);
    expect(await rules(removeScene.call(admin, { id: own.sceneId }))).toEqual(["id rangeNode"]);
    expect(await stored(held.id)).toBeDefined();
  });

  it("keeps a code for itself within its customer alone", async () => {
    const { code } = await node();
    expect(await node(other.sceneId, { code }, other.id)).toMatchObject({ code });
  });

  it("makes no circle of two moves at once", async () => {
    const [a, b] = [await node(), await node()];
    const done = await Promise.allSettled([
      moveScene.call(admin, { id: a.id, parentId: b.id }),
      moveScene.call(admin, { id: b.id, parentId: a.id }),
    ]);
    expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const tops = await Promise.all([stored(a.id), stored(b.id)]);
    expect(tops.filter((row) => row?.parentId === own.sceneId)).toHaveLength(1);
  });
});

describe("without the permission", () => {
  it("nothing is made, changed, moved or removed", async () => {
    const [{ id, name, code }, to] = [await node(), await node()];
    const before = [await stored(id), await auditLength()];
    const nobody = await contextOf({ permissions: ["viewEx"] });
    const calls = (ctx: OperationContext) => [
      createScene.call(ctx, { parentId: id, ...values() }),
      updateSceneNode.call(ctx, { id, name, code }),
      moveScene.call(ctx, { id, parentId: to.id }),
      removeScene.call(ctx, { id }),
    ];
    const reads = [
      getSceneNode.call(nobody, { id }),
      listSceneNodes.call(nobody, {}),
      getHoldings.call(nobody, { id }),
      getFullScene.call(nobody, { sceneId: id }),
    ];
    for (const told of await Promise.all([...calls(viewer), ...calls(nobody), ...reads].map(refusal)))
      expect(told).toMatchObject({ code: "FORBIDDEN" });
    expect([await stored(id), await auditLength()]).toEqual(before);
  });
});

describe("outside the scope", () => {
  it("a node does not exist, neither to read nor as a place", async () => {
    const theirs = await node(other.sceneId, {}, other.id);
    const mine = await node();
    const before = [await stored(theirs.id), await stored(mine.id), await auditLength(other.id)];
    const calls = [
      getSceneNode.call(admin, { id: theirs.id }),
      getHoldings.call(admin, { id: theirs.id }),
      getFullScene.call(admin, { sceneId: theirs.id }),
      createScene.call(admin, { parentId: theirs.id, ...values() }),
      updateSceneNode.call(admin, { id: theirs.id, name: "x", code: "x" }),
      moveScene.call(admin, { id: theirs.id, parentId: own.sceneId }),
      moveScene.call(admin, { id: mine.id, parentId: theirs.id }),
      removeScene.call(admin, { id: theirs.id }),
    ];
    for (const told of await Promise.all(calls.map(refusal))) expect(told).toMatchObject({ code: "NOT_FOUND" });
    expect([await stored(theirs.id), await stored(mine.id), await auditLength(other.id)]).toEqual(before);
    const list = await listSceneNodes.call(admin, { q: theirs.code });
    expect(list).toEqual({ items: [], total: 0 });
  });

  it("and nobody moves a node from one customer to another, whoever he is", async () => {
    const platform = await accountContext(db(), { id: 1 });
    const mine = await node();
    expect(await rules(moveScene.call(platform, { id: mine.id, parentId: other.sceneId }))).toEqual([
      "parentId sameCustomer",
    ]);
    expect(await stored(mine.id)).toMatchObject({ customerId: own.id, parentId: own.sceneId });
  });

  it("an account that is bound to nodes works in its sub-trees alone", async () => {
    const [ward, elsewhere] = [await node(), await node()];
    const [room, cupboard] = [await node(ward.id), await node(ward.id)];
    const nurse = await contextOf({ scopeType: 0, sceneIds: [ward.id] });
    const moved = await moveScene.call(nurse, { id: cupboard.id, parentId: room.id });
    expect(moved.parentId).toBe(room.id);
    expect(await createScene.call(nurse, { parentId: room.id, ...values() })).toMatchObject({ parentId: room.id });
    const calls = [
      // Out of what he sees, into it, and his own uppermost node, whose place he does not see.
      moveScene.call(nurse, { id: room.id, parentId: elsewhere.id }),
      moveScene.call(nurse, { id: elsewhere.id, parentId: room.id }),
      moveScene.call(nurse, { id: ward.id, parentId: room.id }),
      createScene.call(nurse, { parentId: elsewhere.id, ...values() }),
      createScene.call(nurse, { parentId: null, ...values() }),
      removeScene.call(nurse, { id: elsewhere.id }),
    ];
    for (const told of await Promise.all(calls.map(refusal))) expect(told).toMatchObject({ code: "NOT_FOUND" });
    const [tree] = await getSceneTree.call(nurse, {});
    expect(tree?.item.map((top) => top.id)).toEqual([ward.id]);
    expect((await getFullScene.call(nurse, { sceneId: room.id })).fullName).toBe(`${ward.name}/${room.name}`);
  });
});

describe("what a node holds", () => {
  it("is counted here and below, and listed by pages as far as one may see it", async () => {
    const top = await node();
    const [room, empty] = [await node(top.id, { name: "Room A" }), await node(top.id, { name: "Room B" })];
    const here = await makeFridge(db(), { id: own.id, sceneId: top.id }, { carrier: { name: "Zeta 1" } });
    const below = await makeFridge(db(), { id: own.id, sceneId: room.id }, { carrier: { name: "Alpha 1" } });
    const seen = await getHoldings.call(admin, { id: top.id });
    expect(seen).toMatchObject({
      here: { scenes: 2, carriers: 1, devices: 1 },
      below: { scenes: 2, carriers: 2, devices: 2 },
      part: "carriers",
      total: 1,
      items: [{ id: here.carrier.id, name: "Zeta 1", type: "refrigerator", status: "running", path: [] }],
    });
    const all = await getHoldings.call(admin, { id: top.id, below: true, iDisplayLength: 1 });
    expect(all).toMatchObject({ total: 2, items: [{ id: below.carrier.id, path: ["Room A"] }] });
    const devices = await getHoldings.call(admin, { id: top.id, part: "devices", below: "true", q: below.sensor.name });
    expect(devices).toMatchObject({ total: 1, items: [{ id: below.sensor.id, kind: "sensor", path: ["Room A"] }] });
    const nodes = await getHoldings.call(admin, { id: top.id, part: "scenes", dir: "desc" });
    expect(nodes.items).toMatchObject([{ id: empty.id, scenes: 0 }, { id: room.id }]);
    const blind = await getHoldings.call(viewer, { id: top.id, below: true });
    expect(blind).toMatchObject({ here: { scenes: 2, carriers: 0, devices: 0 }, total: 0, items: [] });
  });
});

describe("the flat list", () => {
  it("has its criteria", async () => {
    const parent = await node();
    const [plan, map] = [
      await node(parent.id, { funcType: 1, name: "Bravo" }),
      await node(parent.id, { funcType: 2, name: "alpha" }),
    ];
    const ids = async (query: object) =>
      (await listSceneNodes.call(viewer, { parentId: parent.id, ...query })).items.map(({ id }) => id);
    expect(await ids({})).toEqual([map.id, plan.id]);
    expect(await ids({ funcType: "1" })).toEqual([plan.id]);
    expect(await ids({ q: "ALP" })).toEqual([map.id]);
    expect(await ids({ customerId: other.id })).toEqual([]);
  });
});
