"use client";

import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";

type Place = { id: number; parentId: number | null };

/** The ids with one moved to another's position. */
function moved(ids: readonly number[], id: number, to: number): number[] {
  const rest = ids.filter((other) => other !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}

/**
 * Sorts rows by a handle with mouse, finger or arrow keys. `siblingsOf` returns the ids of a row's siblings in order.
 * Rows have their id in `data-sort-id` and that of their group in `data-sort-group`.
 */
export function useRowOrder(
  siblingsOf: (place: Place) => readonly number[],
  onSort: (place: Place, ids: readonly number[]) => void,
) {
  const [drag, setDrag] = useState<{ place: Place; ids: readonly number[] } | null>(null);
  const keyed = useRef<string | null>(null);
  // A row that moves in the document loses focus, but the next arrow key must still reach it.
  useEffect(() => {
    if (keyed.current === null) return;
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`${keyed.current} [data-sort-handle]`)?.focus();
    else if (!document.activeElement?.closest(keyed.current)) keyed.current = null;
  });

  /** The sibling under the pointer: the row itself, or for a group any row of it. */
  const siblingAt = ({ clientX, clientY }: PointerEvent, { parentId }: Place): number | null => {
    const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-sort-id]");
    if (!row) return null;
    const { sortId, sortGroup } = row.dataset;
    if (parentId === null) return Number(sortGroup || sortId);
    return Number(sortGroup) === parentId ? Number(sortId) : null;
  };

  return {
    /** The dragged row, and the order that dropping it would produce. */
    drag,
    handleOf: (place: Place) => ({
      "data-sort-handle": true,
      onPointerDown(event: PointerEvent<HTMLButtonElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ place, ids: siblingsOf(place) });
      },
      onPointerMove(event: PointerEvent<HTMLButtonElement>) {
        if (!drag) return;
        const over = siblingAt(event, place);
        if (over === null || over === place.id) return;
        const to = drag.ids.indexOf(over);
        if (to >= 0) setDrag({ place, ids: moved(drag.ids, place.id, to) });
      },
      onPointerUp() {
        if (drag && drag.ids.join() !== siblingsOf(place).join()) onSort(place, drag.ids);
        setDrag(null);
      },
      onPointerCancel: () => setDrag(null),
      onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
        if (event.key === "Escape") return setDrag(null);
        if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
        event.preventDefault();
        const ids = siblingsOf(place);
        const to = ids.indexOf(place.id) + (event.key === "ArrowUp" ? -1 : 1);
        keyed.current = `[data-sort-id="${place.id}"][data-sort-group="${place.parentId ?? ""}"]`;
        if (to >= 0 && to < ids.length) onSort(place, moved(ids, place.id, to));
      },
    }),
  };
}
