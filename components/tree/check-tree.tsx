"use client";

import { ChevronsDownUp, ChevronsUpDown, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useCallback, useId, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import type { Choice } from "./check-choice";
import { MoreRows, ROWS_AT_ONCE } from "./more-rows";
import { actionOf } from "./tree-keys";
import { type TreeDetail, TreeLine } from "./tree-line";
import { findNodes, parentIds, rowsOf, type TreeNode } from "./tree-node";

type CheckTreeProps = {
  /** Names the tree to screen readers. */
  label: string;
  nodes: readonly TreeNode[];
  /** What checking means: `leafChoice` or `subtreeChoice` of `check-choice.ts`. */
  choice: Choice;
  /** Ids of the nodes that are open at first; without it, the top level is if it is a single node. */
  open?: readonly string[];
  detail?: TreeDetail;
  /** What is wrong with the choice, told by the element of this id. */
  "aria-describedby"?: string | undefined;
  className?: string;
};

const NONE: ReadonlySet<string> = new Set();

/** A tree of checkboxes with a search. Children are drawn when their parent opens, and long lists as they are reached. */
export function CheckTree(props: CheckTreeProps) {
  const { label, nodes, choice, open, detail, className, "aria-describedby": describedBy } = props;
  const t = useTranslations("common.tree");
  const treeId = useId();
  const tree = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set(open ?? (nodes.length === 1 ? nodes.map(({ id }) => id) : [])),
  );
  const [query, setQuery] = useState("");
  // While searching, what leads to a match is open; this holds the exceptions.
  const [turned, setTurned] = useState(NONE);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [limit, setLimit] = useState(ROWS_AT_ONCE);

  const parents = useMemo(() => parentIds(nodes), [nodes]);
  const isFlat = parents.length === 0;
  const found = useMemo(() => findNodes(nodes, query), [nodes, query]);
  const rows = useMemo(() => {
    const isOpen = (id: string) => (found ? found.above.has(id) !== turned.has(id) : opened.has(id));
    return rowsOf(nodes, isOpen, found);
  }, [nodes, found, turned, opened]);
  const tabStop = rows.find(({ node }) => node.id === activeId)?.node.id ?? rows[0]?.node.id;

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
  const rowOf = useRef(rows);
  rowOf.current = rows;
  const onFold = useCallback(
    (node: TreeNode) => setOpen([node.id], !rowOf.current.find((row) => row.node.id === node.id)?.isOpen),
    [setOpen],
  );
  const hit = useRef(choice);
  hit.current = choice;
  const onToggle = useCallback((node: TreeNode) => hit.current.toggle(node), []);
  const onActive = useCallback((node: TreeNode) => setActiveId(node.id), []);

  const lineOf = (id: string) => tree.current?.querySelector<HTMLElement>(`[data-tree-id="${CSS.escape(id)}"]`);
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
  const onSearchKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const first = rows[0]?.node.id;
    if (event.key === "Enter") event.preventDefault();
    else if (event.key === "ArrowDown" && first !== undefined) {
      event.preventDefault();
      focusLine(first);
    } else if (event.key === "Escape" && query !== "") {
      // The dialog around it stays open.
      event.stopPropagation();
      search("");
    }
  };
  const search = (text: string) => {
    setQuery(text);
    setTurned(NONE);
    setLimit(ROWS_AT_ONCE);
  };

  return (
    <div className={cn("flex min-h-0 flex-col gap-2", className)}>
      <div className="flex items-center gap-1">
        <span className="relative min-w-0 flex-1">
          <Search
            aria-hidden="true"
            className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 size-4 text-muted-foreground"
          />
          <Input
            type="search"
            aria-label={t("search", { label })}
            placeholder={t("searchHint")}
            value={query}
            className="pl-8"
            onKeyDown={onSearchKey}
            onChange={(event) => {
              // It is no field of the form around it.
              event.stopPropagation();
              search(event.target.value);
            }}
          />
        </span>
        {!isFlat && (
          <>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t("openAll")}
              title={t("openAll")}
              onClick={() => setOpen(parents, true)}
            >
              <ChevronsUpDown aria-hidden="true" />
            </Button>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t("closeAll")}
              title={t("closeAll")}
              onClick={() => setOpen(parents, false)}
            >
              <ChevronsDownUp aria-hidden="true" />
            </Button>
          </>
        )}
      </div>
      <p role="status" className="sr-only">
        {found ? t("found", { count: found.matches }) : ""}
      </p>
      {rows.length === 0 ? (
        <p className="px-2 py-6 text-center text-muted-foreground text-sm">{t(query === "" ? "empty" : "noMatch")}</p>
      ) : (
        <div
          ref={tree}
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
              state={choice.stateOf(row.node.id)}
              isFlat={isFlat}
              isActive={row.node.id === tabStop}
              onFold={onFold}
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
