import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { TreeNode } from "./tree-node";
import { useTreeRows } from "./use-tree-rows";

const node = (id: string, children: TreeNode[] = [], disabled = false): TreeNode => ({
  id,
  label: id,
  children,
  disabled,
});

function Lines({ nodes }: { nodes: readonly TreeNode[] }) {
  return useTreeRows(nodes)
    .rows.map((row) => row.node.id)
    .join(" ");
}

it.each([
  ["is open below a single node", [node("a", [node("b", [node("c")])])], "a b"],
  ["is open below what cannot be chosen", [node("a", [node("b", [node("c", [node("d")])], true)], true)], "a b c"],
  ["is closed where several begin", [node("a", [node("b")], true), node("c", [node("d")])], "a c"],
])("a tree %s", (_, nodes, lines) => {
  expect(renderToStaticMarkup(<Lines nodes={nodes} />)).toBe(lines);
});
