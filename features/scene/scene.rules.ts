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

/** Levels from the top down, without recursion. */
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

/** What the rules of the tree need to know of a node. */
export type TreePlace = { id: number; customerId: number; parentId: number | null; funcType: SceneFuncType };

/** The uppermost node of a customer is its range: it stays where it is, and nothing stands beside it. */
export const isRange = ({ parentId }: Pick<TreePlace, "parentId">): boolean => parentId === null;

const issue = (path: string, rule: string, message: string, limit?: number): Issue => ({
  path,
  rule,
  message,
  ...(limit !== undefined && { limit }),
});

/** How many nodes stand below one another at most, the range among them: country, city, site, building, floor, room, ... */
export const TREE_DEPTH = 20;

/** What is wrong with a part of a tree of `height` levels below a node that `above` nodes lead to, its own included. */
export const depthIssues = (above: number, height: number): Issue[] =>
  above + height > TREE_DEPTH
    ? [issue("parentId", "treeDepth", `a tree has at most ${TREE_DEPTH} levels`, TREE_DEPTH)]
    : [];

/** What is wrong with a new node below `parent`: below a range one adds children, and never a peer of it. */
export function creationIssues(parent: Pick<TreePlace, "funcType"> | null): Issue[] {
  if (!parent) return [issue("parentId", "rangePeer", "beside the range node nothing can be added")];
  return parent.funcType === 1 ? [issue("parentId", "planChild", "a floor plan has no nodes below it")] : [];
}

/**
 * What is wrong with moving `node` below `parent`; `above` are the ids from the parent up to the top, its own included.
 * Without issues the tree stays a tree, and every node stays with its customer.
 */
export function moveIssues(node: TreePlace, parent: TreePlace | null, above: readonly number[]): Issue[] {
  if (isRange(node)) return [issue("id", "rangeNode", "the range node stays where it is")];
  const refused = creationIssues(parent);
  if (!parent || refused.length > 0) return refused;
  if (parent.customerId !== node.customerId)
    return [issue("parentId", "sameCustomer", "a node stays with its customer")];
  return above.includes(node.id) ? [issue("parentId", "cycle", "a node cannot stand below itself")] : [];
}

/** What stands at a node: what is below it, and the accounts and roles that are bound to it. */
export type Holdings = { scenes: number; carriers: number; devices: number; accounts: number };

/** Why a node cannot be deleted, an issue for everything that it holds; none where it can. */
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

/** What is wrong with making a node of another kind; a floor plan gives its picture up first, and has no children. */
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

/** Throws INVALID, or CONFLICT where the tree as it stands is in the way, with the issues; nothing without. */
export function refuse(issues: readonly Issue[], code: "INVALID" | "CONFLICT" = "CONFLICT"): void {
  const [first] = issues;
  if (!first) return;
  throw new AppError(code, issues.map(({ path, message }) => `${path}: ${message}`).join("; "), {
    issues: [...issues],
  });
}

/** The ids of siblings in their new order: `id` at `position`, the others as they were; last without a position. */
export function reordered(siblings: readonly number[], id: number, position?: number): number[] {
  const others = siblings.filter((other) => other !== id);
  return others.toSpliced(position ?? others.length, 0, id);
}
