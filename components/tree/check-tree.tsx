"use client";

import { type KeyboardEvent, useCallback, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { cn } from "@/components/ui/cn";
import type { Choice } from "./check-choice";
import { MoreRows, ROWS_AT_ONCE } from "./more-rows";
import { actionOf } from "./tree-keys";
import { type TreeDetail, TreeLine } from "./tree-line";
import type { TreeNode } from "./tree-node";
import { NoTreeRows, TreeSearch } from "./tree-search";
import { useTreeRows } from "./use-tree-rows";

type CheckTreeProps = {
  /** The name of the tree for screen readers. */
  label: string;
  nodes: readonly TreeNode[];
  /** The meaning of checking: `leafChoice` or `subtreeChoice` of `check-choice.ts`. */
  choice: Choice;
  /** Ids of the initially open nodes; by default the top level if it is a single node. */
  open?: readonly string[];
  detail?: TreeDetail;
  /** The id of the element that describes an issue of the choice. */
  "aria-describedby"?: string | undefined;
  className?: string;
};

/** A tree of checkboxes with a search. Renders children when their parent opens, long lists as they scroll. */
export function CheckTree(props: CheckTreeProps) {
  const { label, nodes, choice, open, detail, className, "aria-describedby": describedBy } = props;
  const treeId = useId();
  const element = useRef<HTMLDivElement>(null);
  const tree = useTreeRows(nodes, open);
  const { rows, parents, setOpen, fold } = tree;
  const [activeId, setActiveId] = useState<string | null>(null);
  const [limit, setLimit] = useState(ROWS_AT_ONCE);
  const isFlat = parents.length === 0;
  const tabStop = rows.find(({ node }) => node.id === activeId)?.node.id ?? rows[0]?.node.id;

  const hit = useRef(choice);
  hit.current = choice;
  const onToggle = useCallback((node: TreeNode) => hit.current.toggle(node), []);
  const onActive = useCallback((node: TreeNode) => setActiveId(node.id), []);

  const lineOf = (id: string) => element.current?.querySelector<HTMLElement>(`[data-tree-id="${CSS.escape(id)}"]`);
  const focusLine = (id: string) => {
    const index = rows.findIndex(({ node }) => node.id === id);
    flushSync(() => setLimit((before) => Math.max(before, index + 1)));
    lineOf(id)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset.treeId : undefined;
    const action = id === undefined ? null : actionOf(rows, id, event);
    if (!action || id === undefined) return;
    event.preventDefault();
    if (action.kind === "move") focusLine(action.id);
    else if (action.kind === "toggle") lineOf(id)?.querySelector<HTMLInputElement>("input")?.click();
    else setOpen(action.ids, action.kind === "open");
  };

  return (
    <div className={cn("flex min-h-0 flex-col gap-2", className)}>
      <TreeSearch
        label={label}
        tree={tree}
        onDown={() => rows[0] && focusLine(rows[0].node.id)}
        onSearch={() => setLimit(ROWS_AT_ONCE)}
      />
      {rows.length === 0 ? (
        <NoTreeRows tree={tree} />
      ) : (
        <div
          ref={element}
          role="tree"
          aria-label={label}
          aria-multiselectable="true"
          aria-describedby={describedBy}
          onKeyDown={onKeyDown}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
        >
          {rows.slice(0, limit).map(({ parentId: _, ...row }) => (
            <TreeLine
              key={row.node.id}
              {...row}
              domId={`${treeId}-${row.node.id}`}
              query={tree.query}
              state={choice.stateOf(row.node.id)}
              isFlat={isFlat}
              isActive={row.node.id === tabStop}
              onFold={fold}
              onToggle={onToggle}
              onActive={onActive}
              detail={detail}
            />
          ))}
          {rows.length > limit && <MoreRows key={limit} onReached={() => setLimit(limit + ROWS_AT_ONCE)} />}
        </div>
      )}
    </div>
  );
}
