import { describe, expect, it } from "vitest";
import type { SceneFuncType } from "@/db/enums";
import { customerTrees, type SceneRow, underAll } from "./rules";
import { type SceneTreeNode, SceneTreeQuery } from "./schema";

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

  it("may be as deep as it likes, and large", () => {
    const deep = Array.from({ length: 10_000 }, (_, index) => scene(index + 1, index === 0 ? null : index));
    const started = performance.now();
    let [node] = customerTrees([clinic], deep);
    expect(performance.now() - started).toBeLessThan(500);
    let level = 1;
    for (; node?.item[0]; level += 1) node = node.item[0];
    expect([level, node?.level]).toEqual([10_001, 10_001]);
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
