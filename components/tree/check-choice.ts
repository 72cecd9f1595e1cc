import { childrenOf, type TreeNode } from "./tree-node";

export type CheckState = "checked" | "mixed" | "unchecked";

/** The meaning of checking: the tree reads the state of a node from it and reports toggled nodes. */
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
 * The values are leaves. A parent shows how many of its leaves are checked, and toggling it checks all of them, or none
 * if all were checked. Disabled leaves do not change.
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
 * Any node can be a value and stands for its whole subtree, as the places of an organisation. The value contains only
 * the topmost checked nodes. Unchecking a child of a checked node leaves its siblings checked.
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
      // From the node up to the ancestor that covers it: at each level the siblings replace the covering node.
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
