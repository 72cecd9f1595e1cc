"use client";

import { useCallback, useMemo, useRef, useState } from "react";
import { type Found, findNodes, parentIds, rowsOf, type TreeNode, type TreeRow } from "./tree-node";

/** A tree's lines as they stand, and what folds and searches them. */
export type TreeRows = {
  rows: readonly TreeRow[];
  query: string;
  /** What the search found; null without one. */
  found: Found | null;
  /** The ids of all nodes with children. */
  parents: readonly string[];
  setOpen: (ids: readonly string[], isOpen: boolean) => void;
  fold: (node: TreeNode) => void;
  search: (text: string) => void;
};

const NONE: ReadonlySet<string> = new Set();

/**
 * What a tree of many nodes knows of itself: which are open, and what is looked for. `open` are the ids that are open
 * at first; without it, the top level is if it is a single node.
 */
export function useTreeRows(nodes: readonly TreeNode[], open?: readonly string[]): TreeRows {
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set(open ?? (nodes.length === 1 ? nodes.map(({ id }) => id) : [])),
  );
  const [query, setQuery] = useState("");
  // While searching, what leads to a match is open; this holds the exceptions.
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
