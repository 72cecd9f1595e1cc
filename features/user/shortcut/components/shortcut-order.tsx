"use client";

import { GripVertical, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { MenuIcon } from "@/components/shell/menu-icon";
import { cn } from "@/components/ui/cn";
import { movedTo } from "../rules";
import type { ShortcutDto } from "../schema";

type ShortcutOrderProps = {
  entries: readonly ShortcutDto[];
  ids: readonly number[];
  onSort: (ids: readonly number[]) => void;
  onRemove: (id: number) => void;
};

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** The selected entries, sortable by handles with mouse, touch or arrow keys. */
export function ShortcutOrder({ entries, ids, onSort, onRemove }: ShortcutOrderProps) {
  const t = useTranslations("shell.shortcuts");
  const [dragged, setDragged] = useState<number | null>(null);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  if (ids.length === 0)
    return (
      <p className="grid min-h-24 place-items-center rounded-md border border-border-strong border-dashed px-4 text-balance text-center text-muted-foreground text-sm">
        {t("none")}
      </p>
    );

  const drag = ({ clientX, clientY }: PointerEvent) => {
    if (dragged === null) return;
    const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-shortcut]");
    const over = Number(row?.dataset.shortcut);
    if (row && over !== dragged) onSort(movedTo(ids, dragged, ids.indexOf(over)));
  };
  const step = (event: KeyboardEvent, id: number) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onSort(movedTo(ids, id, ids.indexOf(id) + by));
  };
  return (
    <ol className="flex flex-col gap-1">
      {ids.map((id, index) => {
        const entry = byId.get(id);
        if (!entry) return null;
        const place = t("place", { name: entry.name, place: index + 1, count: ids.length });
        return (
          <li
            key={id}
            data-shortcut={id}
            className={cn(
              "flex h-9 items-center gap-1 rounded-md border bg-card pr-1 touch:h-11",
              dragged === id && "border-primary bg-primary-soft",
            )}
          >
            <button
              type="button"
              aria-label={place}
              title={t("sort")}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setDragged(id);
              }}
              onPointerMove={drag}
              onPointerUp={() => setDragged(null)}
              onPointerCancel={() => setDragged(null)}
              onKeyDown={(event) => step(event, id)}
              className="grid h-full w-8 shrink-0 cursor-grab touch-none place-items-center rounded-md text-faint-foreground hover:text-foreground focus-visible:-outline-offset-2"
            >
              <GripVertical aria-hidden="true" className="size-4" />
            </button>
            <MenuIcon name={entry.icon} className="size-4 shrink-0 text-muted-foreground" />
            <span className="min-w-0 flex-1 truncate pl-1">{entry.name}</span>
            <button
              type="button"
              aria-label={t("remove", { name: entry.name })}
              onClick={() => onRemove(id)}
              className="grid size-7 shrink-0 place-items-center rounded-sm text-faint-foreground hover:bg-accent hover:text-foreground touch:size-9"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </li>
        );
      })}
    </ol>
  );
}
