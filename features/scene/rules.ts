import type { SceneFuncType } from "@/db/enums";
import { ALL_NODE, type SceneNodeType, type SceneTreeNode } from "./schema";

export type CustomerRow = { id: number; code: string; name: string };
export type SceneRow = {
  id: number;
  customerId: number;
  parentId: number | null;
  code: string;
  name: string;
  funcType: SceneFuncType;
};

const NODE_TYPES: Record<SceneFuncType, SceneNodeType> = { 0: "structure", 1: "plan", 2: "map" };

const customerNode = ({ id, code, name }: CustomerRow): SceneTreeNode => ({
  scene_code: code,
  scene_id: null,
  scope_id: id,
  label: name,
  name,
  code,
  id,
  level: 1,
  nodeType: "customer",
  funcType: 0,
  item: [],
});

/** A code is unique within its customer alone, so the key of a line names both. */
const sceneNode = ({ id, customerId, code, name, funcType }: SceneRow, customerCode: string): SceneTreeNode => ({
  scene_code: `${customerCode}/${code}`,
  scene_id: id,
  scope_id: customerId,
  label: name,
  name,
  code,
  id,
  level: 0,
  nodeType: NODE_TYPES[funcType],
  funcType,
  item: [],
});

/** Levels from the top down, without recursion: nobody has said how deep a tree may be. */
function setLevels(tops: readonly SceneTreeNode[]): void {
  const waiting = [...tops];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    for (const child of node.item) {
      child.level = node.level + 1;
      waiting.push(child);
    }
  }
}

/**
 * The trees of these customers from their nodes, both in the order given. A node whose parent is not among the rows,
 * as the first of a sub-tree that somebody is bound to, stands directly under its customer.
 */
export function customerTrees(customers: readonly CustomerRow[], scenes: readonly SceneRow[]): SceneTreeNode[] {
  const tops = new Map(customers.map((customer) => [customer.id, customerNode(customer)]));
  const nodes = new Map<number, SceneTreeNode>();
  const known = scenes.filter(({ customerId }) => tops.has(customerId));
  for (const scene of known) nodes.set(scene.id, sceneNode(scene, (tops.get(scene.customerId) as SceneTreeNode).code));
  for (const { id, customerId, parentId } of known) {
    const above = (parentId !== null && nodes.get(parentId)) || tops.get(customerId);
    (above as SceneTreeNode).item.push(nodes.get(id) as SceneTreeNode);
  }
  const trees = [...tops.values()];
  setLevels(trees);
  return trees;
}

/** The line above all customers; `label` says `All` in the language of the interface. */
export const underAll = (trees: SceneTreeNode[], label: string): SceneTreeNode => ({
  scene_code: ALL_NODE,
  scene_id: null,
  scope_id: null,
  label,
  name: label,
  code: ALL_NODE,
  id: 0,
  level: 0,
  nodeType: "all",
  funcType: 0,
  item: trees,
});
