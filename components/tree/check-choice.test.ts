import { describe, expect, it } from "vitest";
import { type Choice, leafChoice, subtreeChoice } from "./check-choice";
import type { TreeNode } from "./tree-node";

const leaf = (id: string, disabled = false): TreeNode => ({ id, label: id, disabled });
const NODES: TreeNode[] = [
  {
    id: "A",
    label: "A",
    children: [
      { id: "A1", label: "A1", children: [leaf("a"), leaf("b"), leaf("locked", true)] },
      { id: "A2", label: "A2", children: [leaf("c")] },
    ],
  },
  { id: "B", label: "B", children: [leaf("d")] },
];

function nodeOf(id: string, nodes: readonly TreeNode[] = NODES): TreeNode {
  for (const node of nodes) {
    if (node.id === id) return node;
    const below = node.children && findIn(id, node.children);
    if (below) return below;
  }
  throw new Error(id);
}
function findIn(id: string, nodes: readonly TreeNode[]): TreeNode | undefined {
  try {
    return nodeOf(id, nodes);
  } catch {
    return undefined;
  }
}

/** The value after toggling these nodes one after another, and the choice over it. */
function after(make: typeof leafChoice, start: string[], ...hits: string[]): { value: string[]; choice: Choice } {
  let value: ReadonlySet<string> = new Set(start);
  for (const id of hits)
    make(NODES, value, (next) => {
      value = next;
    }).toggle(nodeOf(id));
  return { value: [...value].sort(), choice: make(NODES, value, () => {}) };
}
const states = (choice: Choice, ...ids: string[]) => ids.map((id) => choice.stateOf(id)).join(" ");

describe("leaves as values", () => {
  const TABLE: [start: string[], hits: string[], value: string[]][] = [
    [[], ["a"], ["a"]],
    [["a"], ["a"], []],
    [[], ["A"], ["a", "b", "c"]],
    [["a"], ["A1"], ["a", "b"]],
    [["a", "b", "c"], ["A"], []],
    [["a", "b", "locked"], ["A1"], ["locked"]],
    [[], ["locked"], []],
    [["locked"], ["locked"], ["locked"]],
    [["gone"], ["d"], ["d", "gone"]],
  ];
  it.each(TABLE)("%j after %j is %j", (start, hits, value) => {
    expect(after(leafChoice, start, ...hits).value).toEqual(value);
  });

  it("shows parents as full, mixed or empty, at every level", () => {
    const { choice } = after(leafChoice, ["a", "b", "d"]);
    expect(states(choice, "A", "A1", "A2", "B", "a", "c")).toBe("mixed mixed unchecked checked checked unchecked");
    expect(states(after(leafChoice, ["a", "b", "c", "locked"]).choice, "A", "A1")).toBe("checked checked");
    expect(choice.stateOf("nowhere")).toBe("unchecked");
  });
});

describe("sub-trees as values", () => {
  const TABLE: [start: string[], hits: string[], value: string[]][] = [
    [[], ["A1"], ["A1"]],
    [["a", "c", "d"], ["A"], ["A", "d"]],
    [["A"], ["A"], []],
    [["A"], ["A1"], ["A2"]],
    [["A"], ["a"], ["A2", "b", "locked"]],
    [["A", "d"], ["c"], ["A1", "d"]],
    [[], ["locked"], []],
  ];
  it.each(TABLE)("%j after %j is %j", (start, hits, value) => {
    expect(after(subtreeChoice, start, ...hits).value).toEqual(value);
  });

  it("covers what is below a checked node, and shows what holds one as mixed", () => {
    expect(states(after(subtreeChoice, ["A1"]).choice, "A", "A1", "a", "locked", "A2", "B")).toBe(
      "mixed checked checked checked unchecked unchecked",
    );
  });
});
