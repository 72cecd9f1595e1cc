"use client";

import { type DragEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { TreeNode } from "./tree-node";
import type { TreeRows } from "./use-tree-rows";

/** Where a node is dropped: before or after a line as a sibling, or into it as a child. */
export type DropPlace = "before" | "into" | "after";

/** Which nodes can be dragged, where they can be dropped, and the drop handler. */
export type TreeDrag = {
  canDrag: (node: TreeNode) => boolean;
  canDrop: (dragged: TreeNode, target: TreeNode, place: DropPlace) => boolean;
  /** Why the node cannot be dropped on the target, short enough for its line; null if it can. */
  refusalOf?: (dragged: TreeNode, target: TreeNode) => string | null;
  onDrop: (dragged: TreeNode, target: TreeNode, place: DropPlace) => void;
};

/** A closed node opens after a drag has hovered over it for this long. */
const OPEN_AFTER_MS = 600;

/**
 * The drop position for a fraction of a line's height, from 0 at its top to 1 at its bottom: near the edges beside it,
 * in the middle into it. The children of an open line are below it, so its lower edge also means into it.
 */
export function placeOf(part: number, isOpen: boolean | undefined): DropPlace {
  if (part < 0.28) return "before";
  return part > 0.72 && !isOpen ? "after" : "into";
}

/** The drop position of the pointer on a line. */
function placeAt(event: DragEvent, line: HTMLElement, isOpen: boolean | undefined): DropPlace {
  const { top, height } = line.getBoundingClientRect();
  return placeOf((event.clientY - top) / height, isOpen);
}

/** Drag and drop of tree lines with the browser's own events: the tree scrolls at its edges, and closed nodes open. */
export function useTreeDrag(
  tree: TreeRows,
  drag: TreeDrag | undefined,
  scroller: RefObject<HTMLElement | null>,
  rowPx: number,
) {
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const [dropAt, setDropAt] = useState<{ id: string; place: DropPlace } | null>(null);
  const [refused, setRefused] = useState<{ id: string; why: string } | null>(null);
  const waiting = useRef<{ id: string; timer: ReturnType<typeof setTimeout> } | null>(null);

  const forget = () => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
  };
  useEffect(() => forget, []);
  const end = () => {
    forget();
    setDraggedId(null);
    aim(null);
  };
  const aim = (at: typeof dropAt, refusal: typeof refused = null) => {
    setDropAt((before) => (before?.id === at?.id && before?.place === at?.place ? before : at));
    setRefused((before) => (before?.id === refusal?.id ? before : refusal));
  };
  if (!drag) return { onTree: {}, draggedId: null, dropAt: null, refused: null };

  const rowOf = (id: string | null | undefined) => tree.rows.find(({ node }) => node.id === id);
  const lineOf = (event: DragEvent) =>
    event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tree-id]") : null;
  const onDragOver = (event: DragEvent<HTMLElement>) => {
    const line = lineOf(event);
    const target = rowOf(line?.dataset.treeId);
    const dragged = rowOf(draggedId)?.node;
    scrollAtEdge(event, scroller.current, rowPx);
    if (!line || !target || !dragged) return aim(null);
    if (waiting.current?.id !== target.node.id) {
      forget();
      if (target.isOpen === false) {
        const timer = setTimeout(() => tree.setOpen([target.node.id], true), OPEN_AFTER_MS);
        waiting.current = { id: target.node.id, timer };
      }
    }
    const wanted = placeAt(event, line, target.isOpen);
    const place = drag.canDrop(dragged, target.node, wanted)
      ? wanted
      : drag.canDrop(dragged, target.node, "into")
        ? "into"
        : null;
    if (!place) {
      const why = dragged.id === target.node.id ? null : drag.refusalOf?.(dragged, target.node);
      return aim(null, why ? { id: target.node.id, why } : null);
    }
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    aim({ id: target.node.id, place });
  };
  return {
    draggedId,
    dropAt,
    refused,
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
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) aim(null);
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

/** Browsers only partly scroll a list during a drag; scrolling by one line's height works in all of them. */
function scrollAtEdge(event: DragEvent, scroller: HTMLElement | null, rowPx: number): void {
  if (!scroller) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  if (event.clientY - top < rowPx) scroller.scrollTop -= rowPx / 4;
  else if (bottom - event.clientY < rowPx) scroller.scrollTop += rowPx / 4;
}
