import { childrenOf, type TreeNode } from "./tree-node";

export type CheckState = "checked" | "mixed" | "unchecked";

/** What checking means: the tree asks for the state of a node and says which one was hit. */
export type Choice = {
  stateOf: (id: string) => CheckState;
  toggle: (node: TreeNode) => void;
};

type Value = ReadonlySet<string>;
type Change = (value: ReadonlySet<string>) => void;

/** The leaves at and below a node. */
export function leavesOf(node: TreeNode): TreeNode[] {
  const children = childrenOf(node);
  return children.length === 0 ? [node] : children.flatMap(leavesOf);
}

const isFree = ({ disabled }: TreeNode) => !disabled;

/**
 * The leaves are the values; a parent shows how many of its own are checked, and hitting it checks all of them, or
 * none if all were. Disabled leaves stay as they are.
 */
export function leafChoice(nodes: readonly TreeNode[], value: Value, onChange: Change): Choice {
  const states = new Map<string, CheckState>();
  const visit = (node: TreeNode): CheckState => {
    const children = childrenOf(node);
    let state: CheckState = value.has(node.id) ? "checked" : "unchecked";
    if (children.length > 0) {
      const below = new Set(children.map(visit));
      state = below.size === 1 ? ([...below][0] as CheckState) : "mixed";
    }
    states.set(node.id, state);
    return state;
  };
  nodes.forEach(visit);
  return {
    stateOf: (id) => states.get(id) ?? "unchecked",
    toggle(node) {
      const free = node.disabled ? [] : leavesOf(node).filter(isFree);
      if (free.length === 0) return;
      const next = new Set(value);
      const isFull = free.every(({ id }) => value.has(id));
      for (const { id } of free) isFull ? next.delete(id) : next.add(id);
      onChange(next);
    },
  };
}

/**
 * Any node may be a value and stands for all that is below it: the places of an organisation. The value holds the
 * topmost checked nodes alone. Taking a child out of a checked node leaves its siblings.
 */
export function subtreeChoice(nodes: readonly TreeNode[], value: Value, onChange: Change): Choice {
  const states = new Map<string, CheckState>();
  const parents = new Map<string, TreeNode>();
  const visit = (node: TreeNode, parent: TreeNode | null, isCovered: boolean): boolean => {
    if (parent) parents.set(node.id, parent);
    const isChecked = isCovered || value.has(node.id);
    let holds = false;
    for (const child of childrenOf(node)) holds = visit(child, node, isChecked) || holds;
    states.set(node.id, isChecked ? "checked" : holds ? "mixed" : "unchecked");
    return isChecked || holds;
  };
  for (const node of nodes) visit(node, null, false);

  const dropBelow = (next: Set<string>, node: TreeNode) => {
    for (const child of childrenOf(node)) {
      next.delete(child.id);
      dropBelow(next, child);
    }
  };
  return {
    stateOf: (id) => states.get(id) ?? "unchecked",
    toggle(node) {
      if (node.disabled) return;
      const next = new Set(value);
      if (states.get(node.id) !== "checked") {
        dropBelow(next, node);
        next.add(node.id);
        return onChange(next);
      }
      // Up to the node that covers this one: on the way down, the siblings take its place.
      for (let at = node; !next.delete(at.id); ) {
        const parent = parents.get(at.id);
        if (!parent) break;
        for (const sibling of childrenOf(parent)) if (sibling.id !== at.id) next.add(sibling.id);
        at = parent;
      }
      onChange(next);
    },
  };
}
