"use client";

import { type ReactNode, useEffect, useRef } from "react";
import type { TreeNode } from "@/components/tree/tree-node";
import { NoTreeRows, TreeSearch } from "@/components/tree/tree-search";
import { useTreeRows } from "@/components/tree/use-tree-rows";
import { VirtualTree, type VirtualTreeHandle } from "@/components/tree/virtual-tree";

type TreePanelProps = {
  label: string;
  nodes: readonly TreeNode[];
  path: readonly TreeNode[];
  icon: ((node: TreeNode) => ReactNode) | undefined;
  onPick: (node: TreeNode) => void;
};

/** The tree of a `TreeSelect` with its search. */
export function TreePanel({ label, nodes, path, icon, onPick }: TreePanelProps) {
  const above = path.slice(0, -1).map(({ id }) => id);
  const tree = useTreeRows(nodes, above.length > 0 || nodes.length > 1 ? above : undefined);
  const lines = useRef<VirtualTreeHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The panel gets focus once it is shown; on touch devices the search would open the keyboard over it.
    const frame = requestAnimationFrame(() => {
      if (window.matchMedia("(pointer: fine)").matches) search.current?.focus();
      else lines.current?.focus();
    });
    // Runs before a surrounding dialog, which would close as well.
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || search.current?.value) return;
      event.stopPropagation();
    };
    window.addEventListener("keydown", onEscape, { capture: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("keydown", onEscape, { capture: true });
    };
  }, []);
  const firstMatch = () => {
    const words = tree.query.trim().toLocaleLowerCase();
    const hit = tree.rows.find(({ node }) => !node.disabled && node.label.toLocaleLowerCase().includes(words));
    if (words && hit) onPick(hit.node);
  };
  return (
    <>
      <TreeSearch
        ref={search}
        label={label}
        tree={tree}
        onDown={() => lines.current?.focus(tree.query ? tree.rows[0]?.node.id : undefined)}
        onEnter={firstMatch}
      />
      {tree.rows.length === 0 ? (
        <NoTreeRows tree={tree} />
      ) : (
        <VirtualTree
          handle={lines}
          label={label}
          tree={tree}
          selectedId={path.at(-1)?.id ?? null}
          onSelect={onPick}
          icon={icon}
        />
      )}
    </>
  );
}
