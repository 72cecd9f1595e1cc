"use client";

import { useCallback, useMemo, useRef, useState } from "react";
import { type Found, findNodes, parentIds, rowsOf, type TreeNode, type TreeRow } from "./tree-node";

/** The visible lines of a tree, and the functions to open, close and search. */
export type TreeRows = {
  rows: readonly TreeRow[];
  query: string;
  /** The search result; null without a search. */
  found: Found | null;
  /** The ids of all nodes with children. */
  parents: readonly string[];
  setOpen: (ids: readonly string[], isOpen: boolean) => void;
  fold: (node: TreeNode) => void;
  search: (text: string) => void;
};

const NONE: ReadonlySet<string> = new Set();

/** A single node of the top level, and below it the nodes that cannot be chosen: they only lead to others. */
function leadingIds(nodes: readonly TreeNode[]): string[] {
  const below = (node: TreeNode): string[] => [
    node.id,
    ...(node.children ?? []).filter(({ disabled }) => disabled).flatMap(below),
  ];
  return nodes.length === 1 ? nodes.flatMap(below) : [];
}

/**
 * The state of a tree: open nodes and search. `open` are the ids of the initially open nodes; by default those that lead
 * to others.
 */
export function useTreeRows(nodes: readonly TreeNode[], open?: readonly string[]): TreeRows {
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(open ?? leadingIds(nodes)));
  const [query, setQuery] = useState("");
  // During a search, ancestors of matches are open; this stores the exceptions.
  const [turned, setTurned] = useState(NONE);

  const parents = useMemo(() => parentIds(nodes), [nodes]);
  const found = useMemo(() => findNodes(nodes, query), [nodes, query]);
  const rows = useMemo(() => {
    const isOpen = (id: string) => (found ? found.above.has(id) !== turned.has(id) : opened.has(id));
    return rowsOf(nodes, isOpen, found);
  }, [nodes, found, turned, opened]);

  const setOpen = useCallback(
    (ids: readonly string[], isOpen: boolean) => {
      const changed = (before: ReadonlySet<string>, isIn: (id: string) => boolean) => {
        const next = new Set(before);
        for (const id of ids) isIn(id) ? next.add(id) : next.delete(id);
        return next;
      };
      if (found) setTurned((before) => changed(before, (id) => found.above.has(id) !== isOpen));
      else setOpened((before) => changed(before, () => isOpen));
    },
    [found],
  );
  const current = useRef(rows);
  current.current = rows;
  const fold = useCallback(
    (node: TreeNode) => setOpen([node.id], !current.current.find((row) => row.node.id === node.id)?.isOpen),
    [setOpen],
  );
  const search = useCallback((text: string) => {
    setQuery(text);
    setTurned(NONE);
  }, []);
  return { rows, query, found, parents, setOpen, fold, search };
}
