"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";

type SelectionStore = {
  subscribe: (listener: () => void) => () => void;
  read: () => ReadonlySet<string>;
  set: (ids: Iterable<string>) => void;
};

const NONE: ReadonlySet<string> = new Set();

function createSelectionStore(): SelectionStore {
  let selected = NONE;
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => selected,
    set(ids) {
      selected = new Set(ids);
      for (const listener of listeners) listener();
    },
  };
}

const SelectionContext = createContext<SelectionStore | null>(null);

function useStore(): SelectionStore {
  const store = useContext(SelectionContext);
  if (!store) throw new Error("selection outside of a SelectionProvider");
  return store;
}

/** Stores which rows are selected; rows that left the page are dropped. */
export function SelectionProvider({ rowIds, children }: { rowIds: readonly string[]; children: ReactNode }) {
  const store = useMemo(createSelectionStore, []);
  const shown = rowIds.join("\n");
  useEffect(() => {
    const ids = new Set(shown.split("\n"));
    const kept = [...store.read()].filter((id) => ids.has(id));
    if (kept.length < store.read().size) store.set(kept);
  }, [store, shown]);
  return <SelectionContext value={store}>{children}</SelectionContext>;
}

/** The ids of the selected rows and a function that clears the selection; for batch actions. */
export function useSelection() {
  const store = useStore();
  const selected = useSyncExternalStore(store.subscribe, store.read, () => NONE);
  return { selected, clear: () => store.set([]) };
}

export function RowCheckbox({ id, label }: { id: string; label: string }) {
  const store = useStore();
  const checked = useSyncExternalStore(
    store.subscribe,
    () => store.read().has(id),
    () => false,
  );
  return (
    <Checkbox
      data-select=""
      aria-label={label}
      checked={checked}
      onChange={(event) => {
        const next = new Set(store.read());
        if (event.target.checked) next.add(id);
        else next.delete(id);
        store.set(next);
      }}
    />
  );
}

export function AllCheckbox({ rowIds, label }: { rowIds: readonly string[]; label: string }) {
  const store = useStore();
  const { selected } = useSelection();
  const box = useRef<HTMLInputElement>(null);
  const all = rowIds.length > 0 && selected.size === rowIds.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected.size > 0 && !all;
  }, [selected, all]);
  return (
    <Checkbox
      ref={box}
      aria-label={label}
      checked={all}
      disabled={rowIds.length === 0}
      onChange={(event) => store.set(event.target.checked ? rowIds : [])}
    />
  );
}

/** Replaces the toolbar while rows are selected; on a phone, where the toolbar scrolls away, at the bottom edge. */
export function BatchBar({ children }: { children: ReactNode }) {
  const t = useTranslations("common.table");
  const { selected, clear } = useSelection();
  if (selected.size === 0) return null;
  return (
    <div
      data-batch-bar=""
      className="fade-in-0 absolute inset-0 z-20 flex animate-in items-center gap-2 rounded-md bg-primary-soft px-3 text-primary-soft-foreground duration-120 max-sm:fixed max-sm:inset-x-0 max-sm:top-auto max-sm:z-30 max-sm:rounded-none max-sm:border-t max-sm:bg-popover max-sm:pt-2 max-sm:pb-[max(0.5rem,env(safe-area-inset-bottom))] max-sm:text-popover-foreground max-sm:shadow-overlay"
    >
      <p aria-live="polite" className="mr-2 font-medium text-sm tabular-nums">
        {t("selected", { count: selected.size })}
      </p>
      {children}
      <Button variant="ghost" size="sm" className="ml-auto" onClick={clear}>
        <X aria-hidden="true" />
        {t("clearSelection")}
      </Button>
    </div>
  );
}
