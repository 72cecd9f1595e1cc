/** A node of a tree. `keywords` are searched but not shown; `hint` explains why a node is disabled, or what it is. */
export type TreeNode = {
  id: string;
  label: string;
  hint?: string | undefined;
  keywords?: string | undefined;
  disabled?: boolean | undefined;
  children?: readonly TreeNode[] | undefined;
};

/** A node as a line: depth, position and number of siblings, parent, and whether open (undefined for a leaf). */
export type TreeRow = {
  node: TreeNode;
  level: number;
  position: number;
  size: number;
  parentId: string | null;
  isOpen: boolean | undefined;
};

export const childrenOf = (node: TreeNode): readonly TreeNode[] => node.children ?? [];

/** The text as the search compares it. */
const folded = (text: string) => text.normalize("NFKC").toLocaleLowerCase();

/**
 * The result of a search: matching nodes, their ancestors (`above`, to be opened) and their descendants. Null without a
 * query: everything.
 */
export type Found = { shown: ReadonlySet<string>; above: ReadonlySet<string>; matches: number };

export function findNodes(nodes: readonly TreeNode[], query: string): Found | null {
  const words = folded(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const shown = new Set<string>();
  const above = new Set<string>();
  let matches = 0;
  const visit = (node: TreeNode, isBelow: boolean): boolean => {
    const text = folded(`${node.label} ${node.keywords ?? ""}`);
    const fits = words.every((word) => text.includes(word));
    if (fits) matches += 1;
    let holds = false;
    for (const child of childrenOf(node)) holds = visit(child, isBelow || fits) || holds;
    if (holds) above.add(node.id);
    if (fits || holds || isBelow) shown.add(node.id);
    return fits || holds;
  };
  for (const node of nodes) visit(node, false);
  return { shown, above, matches };
}

/** A label in parts with the matches marked; one part if folding changes its length. */
export function markedParts(label: string, query: string): { text: string; isHit: boolean }[] {
  const text = folded(label);
  const words = text.length === label.length ? folded(query).split(/\s+/).filter(Boolean) : [];
  const hits = new Uint8Array(label.length);
  for (const word of words)
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) hits.fill(1, at, at + word.length);
  const parts: { text: string; isHit: boolean }[] = [];
  for (let from = 0, to = 1; from < label.length; from = to++) {
    while (to < label.length && hits[to] === hits[from]) to += 1;
    parts.push({ text: label.slice(from, to), isHit: hits[from] === 1 });
  }
  return parts;
}

/** The visible lines from top to bottom: children of open nodes, filtered by the search. */
export function rowsOf(
  nodes: readonly TreeNode[],
  isOpen: (id: string) => boolean,
  found: Pick<Found, "shown"> | null = null,
): TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (siblings: readonly TreeNode[], level: number, parentId: string | null) => {
    const left = found ? siblings.filter(({ id }) => found.shown.has(id)) : siblings;
    left.forEach((node, index) => {
      const isParent = childrenOf(node).length > 0;
      const opened = isParent && isOpen(node.id);
      rows.push({
        node,
        level,
        position: index + 1,
        size: left.length,
        parentId,
        isOpen: isParent ? opened : undefined,
      });
      if (opened) visit(childrenOf(node), level + 1, node.id);
    });
  };
  visit(nodes, 1, null);
  return rows;
}

/** The ids of all nodes that have children. */
export function parentIds(nodes: readonly TreeNode[]): string[] {
  return nodes.flatMap((node) => (childrenOf(node).length > 0 ? [node.id, ...parentIds(childrenOf(node))] : []));
}

/** The nodes from the top to the one with this id, inclusive; empty if there is none. */
export function pathTo(nodes: readonly TreeNode[], id: string): TreeNode[] {
  for (const node of nodes) {
    if (node.id === id) return [node];
    const below = pathTo(childrenOf(node), id);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}
