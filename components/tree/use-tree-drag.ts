"use client";

import { type DragEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { TreeNode } from "./tree-node";
import type { TreeRows } from "./use-tree-rows";

/** Where something lands: before or after a line among its siblings, or among its children. */
export type DropPlace = "before" | "into" | "after";

/** What may be dragged and where it may land, and what happens then. */
export type TreeDrag = {
  canDrag: (node: TreeNode) => boolean;
  canDrop: (dragged: TreeNode, target: TreeNode, place: DropPlace) => boolean;
  onDrop: (dragged: TreeNode, target: TreeNode, place: DropPlace) => void;
};

/** A closed node opens under what is held over it for so long. */
const OPEN_AFTER_MS = 600;

/** The part of a line that the pointer is at: its edges mean its siblings, its middle its children. */
function placeAt(event: DragEvent, line: HTMLElement): DropPlace {
  const { top, height } = line.getBoundingClientRect();
  const part = (event.clientY - top) / height;
  return part < 0.28 ? "before" : part > 0.72 ? "after" : "into";
}

/** Dragging lines of a tree with the browser's own drag and drop: the edges of the tree scroll, closed nodes open. */
export function useTreeDrag(
  tree: TreeRows,
  drag: TreeDrag | undefined,
  scroller: RefObject<HTMLElement | null>,
  rowPx: number,
) {
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const [dropAt, setDropAt] = useState<{ id: string; place: DropPlace } | null>(null);
  const waiting = useRef<{ id: string; timer: ReturnType<typeof setTimeout> } | null>(null);

  const forget = () => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
  };
  useEffect(() => forget, []);
  const end = () => {
    forget();
    setDraggedId(null);
    setDropAt(null);
  };
  if (!drag) return { onTree: {}, draggedId: null, dropAt: null };

  const rowOf = (id: string | null | undefined) => tree.rows.find(({ node }) => node.id === id);
  const lineOf = (event: DragEvent) =>
    event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tree-id]") : null;
  const onDragOver = (event: DragEvent<HTMLElement>) => {
    const line = lineOf(event);
    const target = rowOf(line?.dataset.treeId);
    const dragged = rowOf(draggedId)?.node;
    scrollAtEdge(event, scroller.current, rowPx);
    if (!line || !target || !dragged) return setDropAt(null);
    if (waiting.current?.id !== target.node.id) {
      forget();
      if (target.isOpen === false) {
        const timer = setTimeout(() => tree.setOpen([target.node.id], true), OPEN_AFTER_MS);
        waiting.current = { id: target.node.id, timer };
      }
    }
    const wanted = placeAt(event, line);
    const place = drag.canDrop(dragged, target.node, wanted)
      ? wanted
      : drag.canDrop(dragged, target.node, "into")
        ? "into"
        : null;
    if (!place) return setDropAt(null);
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    if (dropAt?.id !== target.node.id || dropAt.place !== place) setDropAt({ id: target.node.id, place });
  };
  return {
    draggedId,
    dropAt,
    onTree: {
      onDragStart: (event: DragEvent<HTMLElement>) => {
        const row = rowOf(lineOf(event)?.dataset.treeId);
        if (!row || !drag.canDrag(row.node)) return event.preventDefault();
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", row.node.label);
        setDraggedId(row.node.id);
      },
      onDragOver,
      onDragLeave: (event: DragEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropAt(null);
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        event.preventDefault();
        const [dragged, target] = [rowOf(draggedId)?.node, rowOf(dropAt?.id)?.node];
        if (dragged && target && dropAt) drag.onDrop(dragged, target, dropAt.place);
        end();
      },
      onDragEnd: end,
    },
  };
}

/** Browsers scroll a list under a drag only in part; a line's height at a time does it everywhere. */
function scrollAtEdge(event: DragEvent, scroller: HTMLElement | null, rowPx: number): void {
  if (!scroller) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  if (event.clientY - top < rowPx) scroller.scrollTop -= rowPx / 4;
  else if (bottom - event.clientY < rowPx) scroller.scrollTop += rowPx / 4;
}
