"use client";

import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useMediaQuery } from "@/components/chart/use-media-query";
import { cn } from "@/components/ui/cn";
import { actionOf } from "./tree-keys";
import type { TreeNode } from "./tree-node";
import { type TreeDrag, useTreeDrag } from "./use-tree-drag";
import type { TreeRows } from "./use-tree-rows";
import { VirtualLine } from "./virtual-line";

const ROW_PX = 32;
const ROW_TOUCH_PX = 44;

export type VirtualTreeHandle = {
  /** Focuses a line that exists; without an id the current one. */
  focus: (id?: string) => void;
};

type VirtualTreeProps = {
  /** The name of the tree for screen readers. */
  label: string;
  tree: TreeRows;
  selectedId: string | null;
  onSelect: (node: TreeNode) => void;
  /** Both are called for each rendered line and must be stable functions while they return the same. */
  icon?: ((node: TreeNode) => ReactNode) | undefined;
  detail?: ((node: TreeNode) => ReactNode) | undefined;
  /** Handles keys on a line before the tree does; returns true if it handled the key. */
  onKey?: (event: KeyboardEvent<HTMLElement>, node: TreeNode) => boolean;
  /** Enables drag and drop, with the rules and the handler of the screen. */
  drag?: TreeDrag | undefined;
  handle?: Ref<VirtualTreeHandle>;
  className?: string;
};

/**
 * A tree that renders only visible lines: ten thousand nodes scroll like ten. Keys and roles follow the tree pattern of
 * the WAI-ARIA practices. The focused line stays rendered at any scroll position.
 */
export function VirtualTree(props: VirtualTreeProps) {
  const { label, tree, selectedId, onSelect, icon, detail, onKey, drag, handle, className } = props;
  const { rows, setOpen } = tree;
  const treeId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState<string | null>(selectedId);
  const rowPx = useMediaQuery("(pointer: coarse)") ? ROW_TOUCH_PX : ROW_PX;

  const indexes = useMemo(() => new Map(rows.map(({ node }, index) => [node.id, index])), [rows]);
  const tabStop = indexes.get(activeId ?? "") ?? indexes.get(selectedId ?? "") ?? 0;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.node.id ?? index,
    overscan: 10,
    rangeExtractor: useCallback(
      (range: Range) => {
        const drawn = defaultRangeExtractor(range);
        return drawn.includes(tabStop) ? drawn : [...drawn, tabStop].sort((a, b) => a - b);
      },
      [tabStop],
    ),
  });
  // Line heights are measured again when the pointer type changes.
  useEffect(() => {
    if (rowPx > 0) virtualizer.measure();
  }, [rowPx, virtualizer]);
  const reveal = useEffectEvent((id: string) => {
    const index = indexes.get(id);
    if (index === undefined) return;
    const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
    if (index <= startIndex || index >= endIndex) virtualizer.scrollToIndex(index, { align: "center" });
  });
  // After a search, scrolls to the line that was chosen in it.
  const isSearched = tree.found !== null;
  useEffect(() => {
    if (selectedId === null || isSearched) return;
    // Deferred until the tree is visible: a panel that is opening cannot scroll yet.
    const frame = requestAnimationFrame(() => reveal(selectedId));
    return () => cancelAnimationFrame(frame);
  }, [selectedId, isSearched]);

  const focusLine = (id: string) => {
    const index = indexes.get(id);
    if (index === undefined) return;
    // Rendered first, because only an existing element can be focused.
    flushSync(() => setActiveId(id));
    scroller.current?.querySelector<HTMLElement>(`[data-tree-id="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
    virtualizer.scrollToIndex(index, { align: "auto" });
  };
  useImperativeHandle(handle, () => ({
    focus: (id) => {
      const line = id ?? rows[tabStop]?.node.id;
      if (line !== undefined) focusLine(line);
    },
  }));

  const onHit = (node: TreeNode) => {
    setActiveId(node.id);
    if (!node.disabled) onSelect(node);
  };
  const onClick = ({ target }: MouseEvent<HTMLElement>) => {
    const line = target instanceof Element ? target.closest<HTMLElement>("[data-tree-id]") : null;
    const row = rows[indexes.get(line?.dataset.treeId ?? "") ?? -1];
    if (!row || !(target instanceof Element) || target.closest("button, a")) return;
    // A line that cannot be chosen still opens what is below it.
    if (target.closest("[data-fold]") || row.node.disabled) tree.fold(row.node);
    else onHit(row.node);
  };
  const onActive = useCallback((node: TreeNode) => setActiveId(node.id), []);
  const dragging = useTreeDrag(tree, drag, scroller, rowPx);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset.treeId : undefined;
    const row = rows[indexes.get(id ?? "") ?? -1];
    if (id === undefined || !row) return;
    if (onKey?.(event, row.node)) return event.preventDefault();
    const action = pageAction(event.key, id) ?? actionOf(rows, id, event);
    if (!action) return;
    event.preventDefault();
    if (action.kind === "move") focusLine(action.id);
    else if (action.kind === "toggle") onHit(row.node);
    else setOpen(action.ids, action.kind === "open");
  };
  const pageAction = (key: string, id: string) => {
    if (key !== "PageDown" && key !== "PageUp") return null;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 1);
    const at = (indexes.get(id) ?? 0) + (key === "PageDown" ? page : -page);
    const to = rows[Math.max(0, Math.min(at, rows.length - 1))];
    return to ? { kind: "move" as const, id: to.node.id } : null;
  };

  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      onClick={onClick}
      onKeyDown={onKeyDown}
      {...dragging.onTree}
      className={cn("min-h-0 flex-1 overflow-y-auto overscroll-contain", className)}
    >
      <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <VirtualLine
              key={key}
              {...row}
              domId={`${treeId}-${row.node.id}`}
              start={start}
              height={rowPx}
              isActive={index === tabStop}
              isSelected={row.node.id === selectedId}
              query={tree.query}
              drop={dragging.dropAt?.id === row.node.id ? dragging.dropAt.place : null}
              refusal={dragging.refused?.id === row.node.id ? dragging.refused.why : null}
              isDragged={dragging.draggedId === row.node.id}
              canDrag={drag?.canDrag(row.node) ?? false}
              onActive={onActive}
              icon={icon}
              detail={detail}
            />
          );
        })}
      </div>
    </div>
  );
}
