import { useQueryClient } from "@tanstack/react-query";
import type { TreeNode } from "@/components/tree/tree-node";
import { callService } from "@/lib/http/call-service";
import type { SceneDto } from "./scene.schema";
import type { SceneTreeNode } from "./tree.schema";

/** Query options for one node. */
export const sceneQuery = (id: number) => ({
  queryKey: ["scene", "node", id],
  queryFn: ({ signal }: { signal: AbortSignal }) => callService<SceneDto>(`/service/scene/${id}`, { signal }),
});

/** Invalidates the tree and all queries about its nodes. */
export function useTreeChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["scene"] });
}

/** A node with its parent and its index among siblings. */
export type Placed = {
  node: SceneTreeNode;
  id: number;
  parent: Placed | null;
  /** Zero-based. */
  position: number;
  siblings: number;
};

/** The nodes of a tree by id. Topmost nodes have no visible parent. */
export function placedNodes(tops: readonly SceneTreeNode[]): ReadonlyMap<number, Placed> {
  const placed = new Map<number, Placed>();
  const visit = (nodes: readonly SceneTreeNode[], parent: Placed | null) => {
    nodes.forEach((node, position) => {
      const one: Placed = { node, id: node.id, parent, position, siblings: nodes.length };
      placed.set(node.id, one);
      visit(node.item, one);
    });
  };
  visit(tops, null);
  return placed;
}

/** Tree lines for nodes; those for which `isDisabled` returns true are shown but cannot be selected. */
export const treeNodes = (
  nodes: readonly SceneTreeNode[],
  isDisabled: (node: SceneTreeNode) => boolean = () => false,
): TreeNode[] =>
  nodes.map((node) => ({
    id: String(node.id),
    label: node.label,
    keywords: node.code,
    disabled: isDisabled(node),
    children: treeNodes(node.item, isDisabled),
  }));

/** Whether `below` is `above` or in its subtree. */
export function standsBelow(below: Placed, above: Placed): boolean {
  for (let at: Placed | null = below; at; at = at.parent) if (at.id === above.id) return true;
  return false;
}

/** Moves a node; without a position it becomes the last child. */
export const callMove = (id: number, parentId: number, position?: number) =>
  callService<SceneDto>(`/service/scene/${id}/move`, {
    method: "POST",
    body: { parentId, ...(position !== undefined && { position }) },
  });
