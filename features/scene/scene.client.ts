import { useQueryClient } from "@tanstack/react-query";
import type { TreeNode } from "@/components/tree/tree-node";
import { callService } from "@/lib/http/call-service";
import type { SceneDto } from "./scene.schema";
import type { SceneTreeNode } from "./tree.schema";

/** What `useQuery` takes to read one node. */
export const sceneQuery = (id: number) => ({
  queryKey: ["scene", "node", id],
  queryFn: ({ signal }: { signal: AbortSignal }) => callService<SceneDto>(`/service/scene/${id}`, { signal }),
});

/** Reads the tree and everything about its nodes anew. */
export function useTreeChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["scene"] });
}

/** A node as the screen of the tree sees it: with the node above, and its place among its siblings. */
export type Placed = {
  node: SceneTreeNode;
  id: number;
  parent: Placed | null;
  /** Counted from 0. */
  position: number;
  siblings: number;
};

/** The nodes of a tree by id. Those at the top have nothing above them that could be seen. */
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

/** Lines of a tree for nodes; those that `isDisabled` holds for are seen and not chosen. */
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

/** Whether `below` stands somewhere below `above`, or is it. */
export function standsBelow(below: Placed, above: Placed): boolean {
  for (let at: Placed | null = below; at; at = at.parent) if (at.id === above.id) return true;
  return false;
}

/** Moves a node; last among its new siblings without a position. */
export const callMove = (id: number, parentId: number, position?: number) =>
  callService<SceneDto>(`/service/scene/${id}/move`, {
    method: "POST",
    body: { parentId, ...(position !== undefined && { position }) },
  });
