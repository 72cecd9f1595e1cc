import { describe, expect, it } from "vitest";
import { actionOf } from "./tree-keys";
import { findNodes, markedParts, parentIds, pathTo, rowsOf, type TreeNode } from "./tree-node";
import { placeOf } from "./use-tree-drag";

const NODES: TreeNode[] = [
  {
    id: "ward",
    label: "Ward",
    children: [
      {
        id: "fridges",
        label: "Fridges",
        children: [
          { id: "f1", label: "First" },
          { id: "f2", label: "Second" },
        ],
      },
      { id: "store", label: "Store", keywords: "viewStore" },
    ],
  },
  { id: "lab", label: "Lab", children: [{ id: "freezer", label: "Freezer" }] },
];
const rows = (open: string[], query = "") => {
  const found = findNodes(NODES, query);
  return rowsOf(NODES, (id) => (found ? found.above.has(id) : open.includes(id)), found);
};
const ids = (list: ReturnType<typeof rows>) => list.map(({ node }) => node.id).join(" ");

describe("the lines", () => {
  it("are those of open nodes, with their place among their siblings", () => {
    expect(ids(rows([]))).toBe("ward lab");
    expect(ids(rows(["ward"]))).toBe("ward fridges store lab");
    expect(ids(rows(parentIds(NODES)))).toBe("ward fridges f1 f2 store lab freezer");
    expect(rows(["ward"])[2]).toMatchObject({ level: 2, position: 2, size: 2, parentId: "ward", isOpen: undefined });
    expect(rows(["ward"])[1]).toMatchObject({ level: 2, position: 1, size: 2, isOpen: false });
  });

  it.each([
    ["first", "ward fridges f1"],
    ["FRIDGES", "ward fridges"],
    ["viewstore", "ward store"],
    ["ward fir", ""],
    ["fr", "ward fridges lab freezer"],
    ["zzz", ""],
    ["  ", "ward lab"],
  ])("that the search for %j leaves are %j", (query, expected) => expect(ids(rows([], query))).toBe(expected));

  it("keep what is below a match, closed until it is opened", () => {
    const found = findNodes(NODES, "fridges");
    expect([...(found?.shown ?? [])].sort()).toEqual(["f1", "f2", "fridges", "ward"]);
    expect(found?.matches).toBe(1);
  });
});

it("lead from the top down to a node, and nowhere without it", () => {
  const way = (id: string) => pathTo(NODES, id).map((node) => node.id);
  expect([way("f2"), way("lab"), way("gone")]).toEqual([["ward", "fridges", "f2"], ["lab"], []]);
});

describe("what the search marks", () => {
  const TABLE: [label: string, query: string, marked: string][] = [
    ["Cold store 12", "", "Cold store 12"],
    ["Cold store 12", "store", "Cold [store] 12"],
    ["Cold store 12", "12 CO", "[Co]ld store [12]"],
    ["Cold store 12", "sto tore", "Cold [store] 12"],
    ["aaa", "aa", "[aaa]"],
    ["冷库 3", "库", "冷[库] 3"],
    ["Cold store 12", "ward", "Cold store 12"],
    // Its folded text is longer than the label, so positions in it do not match.
    ["㍿ store", "store", "㍿ store"],
  ];
  it.each(TABLE)("of %j for %j is %j", (label, query, marked) => {
    const parts = markedParts(label, query);
    expect(parts.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join("")).toBe(marked);
  });
});

describe("where a drag lands", () => {
  const TABLE: [part: number, isOpen: boolean | undefined, place: string][] = [
    [0.1, undefined, "before"],
    [0.1, true, "before"],
    [0.5, false, "into"],
    [0.9, undefined, "after"],
    [0.9, false, "after"],
    [0.9, true, "into"],
  ];
  it.each(TABLE)("at %d of a line that is open: %j is %s", (part, isOpen, place) =>
    expect(placeOf(part, isOpen)).toBe(place),
  );
});

describe("the keys", () => {
  const key = (name: string, more: object = {}) => ({
    key: name,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...more,
  });
  const open = rows(["ward", "fridges"]);
  const TABLE: [at: string, name: string, action: unknown][] = [
    ["ward", "ArrowDown", { kind: "move", id: "fridges" }],
    ["ward", "ArrowUp", null],
    ["lab", "ArrowDown", null],
    ["lab", "ArrowUp", { kind: "move", id: "store" }],
    ["f2", "Home", { kind: "move", id: "ward" }],
    ["f2", "End", { kind: "move", id: "lab" }],
    ["lab", "ArrowRight", { kind: "open", ids: ["lab"] }],
    ["ward", "ArrowRight", { kind: "move", id: "fridges" }],
    ["store", "ArrowRight", null],
    ["ward", "ArrowLeft", { kind: "close", ids: ["ward"] }],
    ["f1", "ArrowLeft", { kind: "move", id: "fridges" }],
    ["lab", "ArrowLeft", null],
    ["ward", "*", { kind: "open", ids: ["ward", "lab"] }],
    ["store", " ", { kind: "toggle" }],
    ["store", "Enter", { kind: "toggle" }],
    ["ward", "s", { kind: "move", id: "f2" }],
    ["store", "f", { kind: "move", id: "fridges" }],
    ["ward", "x", null],
    ["ward", "Tab", null],
    ["gone", "ArrowDown", null],
  ];
  it.each(TABLE)("at %s, %j is %j", (at, name, action) => expect(actionOf(open, at, key(name))).toEqual(action));

  it("with a modifier are the browser's", () => {
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
      expect(actionOf(open, "ward", key("ArrowDown", more))).toBeNull();
  });
});
