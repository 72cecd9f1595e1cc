import type { SceneFuncType } from "@/db/enums";
import { AppError, type Issue } from "@/lib/errors";
import { ALL_NODE, type SceneNodeType, type SceneTreeNode } from "./tree.schema";

export type CustomerRow = { id: number; code: string; name: string };
export type SceneRow = {
  id: number;
  customerId: number;
  parentId: number | null;
  code: string;
  name: string;
  funcType: SceneFuncType;
};

export const NODE_TYPES: Record<SceneFuncType, SceneNodeType> = { 0: "structure", 1: "plan", 2: "map" };

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
  isRange: false,
  item: [],
});

/** A code is unique only within its customer, so the key of a line contains both. */
const sceneNode = (
  { id, customerId, parentId, code, name, funcType }: SceneRow,
  customerCode: string,
): SceneTreeNode => ({
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
  isRange: parentId === null,
  item: [],
});

/** Sets the levels from the top down, without recursion. */
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
 * The trees of these customers from their nodes, both in the given order. A node whose parent is not among the rows,
 * such as the top of a subtree that an account is bound to, becomes a direct child of its customer.
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

/** The line above all customers; `label` is `All` in the user's language. */
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
  isRange: false,
  item: trees,
});

/** What the rules of the tree need of a node. */
export type TreePlace = { id: number; customerId: number; parentId: number | null; funcType: SceneFuncType };

/** The topmost node of a customer is its range node: it cannot be moved and has no siblings. */
export const isRange = ({ parentId }: Pick<TreePlace, "parentId">): boolean => parentId === null;

const issue = (path: string, rule: string, message: string, limit?: number): Issue => ({
  path,
  rule,
  message,
  ...(limit !== undefined && { limit }),
});

/** Maximum depth of the tree, including the range node: country, city, site, building, floor, room, ... */
export const TREE_DEPTH = 20;

/** Issues of a subtree of `height` levels below a node at depth `above`, its own level included. */
export const depthIssues = (above: number, height: number): Issue[] =>
  above + height > TREE_DEPTH
    ? [issue("parentId", "treeDepth", `a tree has at most ${TREE_DEPTH} levels`, TREE_DEPTH)]
    : [];

/** Issues of a new node below `parent`: the range node can have children but no siblings. */
export function creationIssues(parent: Pick<TreePlace, "funcType"> | null): Issue[] {
  if (!parent) return [issue("parentId", "rangePeer", "beside the range node nothing can be added")];
  return parent.funcType === 1 ? [issue("parentId", "planChild", "a floor plan has no nodes below it")] : [];
}

/**
 * Issues of moving `node` below `parent`; `above` are the ids from the parent up to the top, its own included. Prevents
 * cycles, and moves to another customer.
 */
export function moveIssues(node: TreePlace, parent: TreePlace | null, above: readonly number[]): Issue[] {
  if (isRange(node)) return [issue("id", "rangeNode", "the range node stays where it is")];
  const refused = creationIssues(parent);
  if (!parent || refused.length > 0) return refused;
  if (parent.customerId !== node.customerId)
    return [issue("parentId", "sameCustomer", "a node stays with its customer")];
  return above.includes(node.id) ? [issue("parentId", "cycle", "a node cannot stand below itself")] : [];
}

/** The contents of a node: children, carriers and devices, and the accounts and roles bound to it. */
export type Holdings = { scenes: number; carriers: number; devices: number; accounts: number };

/** Why a node cannot be deleted: one issue per kind of content; empty if it can. */
export function removalIssues(node: Pick<TreePlace, "parentId">, holds: Holdings): Issue[] {
  if (isRange(node)) return [issue("id", "rangeNode", "the range node cannot be deleted")];
  const held: [keyof Holdings, string][] = [
    ["scenes", "holdsScenes"],
    ["carriers", "holdsCarriers"],
    ["devices", "holdsDevices"],
    ["accounts", "holdsAccounts"],
  ];
  return held
    .filter(([what]) => holds[what] > 0)
    .map(([what, rule]) => issue("id", rule, `it holds ${holds[what]} ${what}`, holds[what]));
}

/** Issues of changing a node's kind. A floor plan must first lose its image, and has no children. */
export function kindIssues(
  node: Pick<TreePlace, "parentId" | "funcType">,
  funcType: SceneFuncType,
  { children, hasPicture }: { children: number; hasPicture: boolean },
): Issue[] {
  if (funcType === node.funcType) return [];
  if (funcType === 1 && isRange(node)) return [issue("funcType", "rangePlan", "the range node is no floor plan")];
  if (funcType === 1 && children > 0)
    return [issue("funcType", "planChild", "a node with nodes below it cannot be a floor plan", children)];
  return node.funcType === 1 && hasPicture
    ? [issue("funcType", "planPicture", "remove the picture of the floor plan first")]
    : [];
}

/** Throws INVALID, or CONFLICT for a conflict with the current tree, if there are issues. */
export function refuse(issues: readonly Issue[], code: "INVALID" | "CONFLICT" = "CONFLICT"): void {
  const [first] = issues;
  if (!first) return;
  throw new AppError(code, issues.map(({ path, message }) => `${path}: ${message}`).join("; "), {
    issues: [...issues],
  });
}

/** The ids of siblings with `id` moved to `position`, or to the end without one; the others keep their order. */
export function reordered(siblings: readonly number[], id: number, position?: number): number[] {
  const others = siblings.filter((other) => other !== id);
  return others.toSpliced(position ?? others.length, 0, id);
}
