import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SceneFuncType } from "@/db/enums";
import type { Issue } from "@/lib/errors";
import {
  creationIssues,
  customerTrees,
  depthIssues,
  type Holdings,
  kindIssues,
  moveIssues,
  removalIssues,
  reordered,
  type SceneRow,
  TREE_DEPTH,
  type TreePlace,
  underAll,
} from "./scene.rules";
import { SceneInput, SceneTreeQuery } from "./scene.schema";
import type { SceneTreeNode } from "./tree.schema";

const clinic = { id: 7, code: "CLINIC", name: "Clinic" };
const dairy = { id: 8, code: "DAIRY", name: "Dairy" };

const scene = (id: number, parentId: number | null = null, customerId = 7, funcType: SceneFuncType = 0): SceneRow => ({
  id,
  customerId,
  parentId,
  code: `N${id}`,
  name: `Node ${id}`,
  funcType,
});

/** The tree in one line: `CLINIC(N1(N2))`. */
const drawn = (nodes: readonly SceneTreeNode[]): string =>
  nodes.map(({ code, item }) => (item.length > 0 ? `${code}(${drawn(item)})` : code)).join(" ");

const SHAPES: [string, SceneRow[], string][] = [
  ["no nodes", [], "CLINIC DAIRY"],
  ["nodes in the order given", [scene(3), scene(1)], "CLINIC(N3 N1) DAIRY"],
  ["children before their parents", [scene(2, 1), scene(1)], "CLINIC(N1(N2)) DAIRY"],
  ["a sub-tree without what is above it", [scene(5, 4), scene(6, 5)], "CLINIC(N5(N6)) DAIRY"],
  ["two customers", [scene(1), scene(2, null, 8), scene(3, 2, 8)], "CLINIC(N1) DAIRY(N2(N3))"],
  ["a node of somebody else", [scene(1), scene(2, null, 9)], "CLINIC(N1) DAIRY"],
  ["a circle, which hangs on nothing", [scene(1, 2), scene(2, 1), scene(3)], "CLINIC(N3) DAIRY"],
];

describe("the organisation tree", () => {
  it.each(SHAPES)("has %s", (_, scenes, shape) => {
    expect(drawn(customerTrees([clinic, dairy], scenes))).toBe(shape);
  });

  it("has the fields of the older API", () => {
    const [tree] = customerTrees([clinic], [scene(1), scene(2, 1, 7, 1), scene(3, 1, 7, 2)]);
    expect({ ...tree, item: [] }).toEqual({
      scene_code: "CLINIC",
      scene_id: null,
      scope_id: 7,
      label: "Clinic",
      name: "Clinic",
      code: "CLINIC",
      id: 7,
      level: 1,
      isRange: false,
      nodeType: "customer",
      funcType: 0,
      item: [],
    });
    const floor = tree?.item[0] as SceneTreeNode;
    expect(floor).toMatchObject({ scene_code: "CLINIC/N1", scene_id: 1, scope_id: 7, level: 2, nodeType: "structure" });
    expect(floor.item).toMatchObject([
      { id: 2, level: 3, nodeType: "plan", funcType: 1 },
      { id: 3, level: 3, nodeType: "map", funcType: 2 },
    ]);
  });

  it("has a key of its own on every line, although codes repeat", () => {
    const keys = customerTrees([clinic, dairy], [scene(1), { ...scene(2, null, 8), code: "N1" }]).flatMap((tree) => [
      tree.scene_code,
      ...tree.item.map((node) => node.scene_code),
    ]);
    expect(new Set(keys).size).toBe(4);
  });

  it("stands under one line where all customers are asked for", () => {
    expect(underAll(customerTrees([clinic], []), "All")).toMatchObject({
      code: "all_node",
      scene_code: "all_node",
      label: "All",
      level: 0,
      nodeType: "all",
      item: [{ code: "CLINIC" }],
    });
  });

  it("may be large: 10,000 nodes as deep as a tree may be become the answer of a call", () => {
    const large = Array.from({ length: 10_000 }, (_, index) => {
      const isTop = index % (TREE_DEPTH - 1) === 0;
      return scene(index + 1, index === 0 ? null : isTop ? 1 : index);
    });
    const [tree] = JSON.parse(JSON.stringify(customerTrees([clinic], large)));
    const levels = new Map<number, number>();
    const waiting = [tree];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      levels.set(node.level, (levels.get(node.level) ?? 0) + 1);
      waiting.push(...node.item);
    }
    expect([...levels.values()].reduce((sum, count) => sum + count)).toBe(10_001);
    expect(Math.max(...levels.keys())).toBe(TREE_DEPTH + 1);
  });
});

describe("what is asked", () => {
  it.each([
    [{}, {}],
    [{ all: "true" }, { all: true }],
    [{ all: "0" }, { all: false }],
    [
      { all: true, customerId: "7" },
      { all: true, customerId: 7 },
    ],
  ])("is %o", (raw, query) => expect(SceneTreeQuery.parse(raw)).toEqual(query));

  it.each([{ all: "maybe" }, { all: "" }, { customerId: "0" }, { customerId: "x" }, { scope: 1 }])(
    "is refused: %o",
    (raw) => expect(SceneTreeQuery.safeParse(raw).success).toBe(false),
  );
});

const told = (issues: readonly Issue[]) =>
  issues.map(({ path, rule, limit }) => [path, rule, limit].filter(Boolean).join(" "));
const place = (id: number, parentId: number | null, funcType: SceneFuncType = 0, customerId = 7): TreePlace => ({
  id,
  customerId,
  parentId,
  funcType,
});

describe("what the tree allows", () => {
  it.each([
    ["below a structure unit", 0, []],
    ["below a map", 2, []],
    ["not below a floor plan", 1, ["parentId planChild"]],
  ] as const)("a node is added %s", (_, funcType, issues) => {
    expect(told(creationIssues({ funcType }))).toEqual(issues);
  });

  it.each([
    ["a node where there is room", TREE_DEPTH - 1, 1, []],
    ["no node below the last level", TREE_DEPTH, 1, [`parentId treeDepth ${TREE_DEPTH}`]],
    ["a part of a tree that fits", TREE_DEPTH - 5, 5, []],
    ["no part of a tree that does not", TREE_DEPTH - 5, 6, [`parentId treeDepth ${TREE_DEPTH}`]],
  ] as const)("takes %s", (_, above, height, issues) => {
    expect(told(depthIssues(above, height))).toEqual(issues);
  });

  it("nothing is added beside a range", () => expect(told(creationIssues(null))).toEqual(["parentId rangePeer"]));

  const MOVES: [string, TreePlace, TreePlace | null, number[], string[]][] = [
    ["to another node", place(3, 1), place(2, 1), [2, 1], []],
    ["among its siblings", place(3, 2), place(2, 1), [2, 1], []],
    ["not a range", place(1, null), place(2, 1), [2, 1], ["id rangeNode"]],
    ["not beside a range", place(3, 1), null, [], ["parentId rangePeer"]],
    ["not below a floor plan", place(3, 1), place(2, 1, 1), [2, 1], ["parentId planChild"]],
    ["not to another customer", place(3, 1), place(2, null, 0, 8), [2], ["parentId sameCustomer"]],
    ["not below itself", place(3, 1), place(3, 1), [3, 1], ["parentId cycle"]],
    ["not below its own children", place(3, 1), place(4, 3), [4, 3, 1], ["parentId cycle"]],
  ];
  it.each(MOVES)("a move %s", (_, node, parent, above, issues) => {
    expect(told(moveIssues(node, parent, above))).toEqual(issues);
  });

  const none: Holdings = { scenes: 0, carriers: 0, devices: 0, accounts: 0 };
  it.each([
    ["an empty node", 1, none, []],
    ["not a range", null, none, ["id rangeNode"]],
    [
      "not what holds nodes and carriers",
      1,
      { ...none, scenes: 2, carriers: 3 },
      ["id holdsScenes 2", "id holdsCarriers 3"],
    ],
    ["not what holds devices", 1, { ...none, devices: 1 }, ["id holdsDevices 1"]],
    ["not what accounts are bound to", 1, { ...none, accounts: 4 }, ["id holdsAccounts 4"]],
  ] as const)("deleting %s", (_, parentId, holds, issues) => {
    expect(told(removalIssues({ parentId }, holds))).toEqual(issues);
  });

  it.each([
    ["a unit to a plan", 1, 0, 1, 0, false, []],
    ["not a range to a plan", null, 0, 1, 0, false, ["funcType rangePlan"]],
    ["a range to a map", null, 0, 2, 3, false, []],
    ["not what has children to a plan", 1, 2, 1, 3, false, ["funcType planChild 3"]],
    ["not a plan with its picture", 1, 1, 0, 0, true, ["funcType planPicture"]],
    ["an empty plan to a unit", 1, 1, 0, 0, false, []],
    ["nothing", 1, 1, 1, 0, true, []],
  ] as const)("changing %s", (_, parentId, from, to, children, hasPicture, issues) => {
    expect(told(kindIssues({ parentId, funcType: from }, to, { children, hasPicture }))).toEqual(issues);
  });

  it.each([
    [[1, 2, 3], 9, 0, [9, 1, 2, 3]],
    [[1, 2, 3], 9, undefined, [1, 2, 3, 9]],
    [[1, 2, 3], 9, 50, [1, 2, 3, 9]],
    [[1, 2, 3], 1, 1, [2, 1, 3]],
    [[1, 2, 3], 3, 0, [3, 1, 2]],
    [[], 9, 0, [9]],
  ])("orders %j with %i at %s as %j", (siblings, id, position, order) => {
    expect(reordered(siblings, id, position)).toEqual(order);
  });

  it("no sequence of moves makes a circle, leaves the customer, or puts anything below a plan", () => {
    const START = [
      place(1, null),
      place(2, 1),
      place(3, 1),
      place(4, 2),
      place(5, 4, 1),
      place(6, 3, 2),
      place(11, null, 0, 8),
      place(12, 11, 0, 8),
    ];
    const id = fc.constantFrom(...START.map((one) => one.id));
    fc.assert(
      fc.property(fc.array(fc.tuple(id, fc.option(id, { freq: 9 })), { maxLength: 40 }), (moves) => {
        const tree = new Map(START.map((one) => [one.id, { ...one }]));
        const above = (from: number | null) => {
          const ids: number[] = [];
          for (let at = from; at !== null; at = tree.get(at)?.parentId ?? null) {
            if (ids.includes(at)) throw new Error("a circle");
            ids.push(at);
          }
          return ids;
        };
        for (const [moved, to] of moves) {
          const node = tree.get(moved) as TreePlace;
          const parent = to === null ? null : (tree.get(to) as TreePlace);
          if (moveIssues(node, parent, above(to)).length === 0) tree.set(moved, { ...node, parentId: to });
        }
        for (const node of tree.values()) {
          const way = above(node.id);
          expect(tree.get(way.at(-1) as number)?.parentId).toBeNull();
          expect(way.every((one) => tree.get(one)?.customerId === node.customerId)).toBe(true);
          expect(way.slice(1).every((one) => tree.get(one)?.funcType !== 1)).toBe(true);
        }
        expect([tree.get(1)?.parentId, tree.get(11)?.parentId]).toEqual([null, null]);
      }),
    );
  });
});

describe("degrees", () => {
  it("belong to a map node alone, and come in pairs", () => {
    const parsed = (fields: object) => SceneInput.safeParse({ name: "a", code: "a", ...fields }).success;
    expect(parsed({ funcType: 2, longitude: 1, latitude: 2 })).toBe(true);
    expect(parsed({ funcType: 2, longitude: 1 })).toBe(false);
    expect(parsed({ funcType: 1, longitude: 1, latitude: 2 })).toBe(false);
    expect(parsed({ funcType: 0, zoom: 3 })).toBe(false);
  });
});
