import { useState } from "react";

/** The selected items, which persist while the list shows other items; `onChange` is called on every change. */
export function useChosen<Item extends { id: number }>(onChange: () => void) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Item>>(new Map());
  const choose = (items: readonly Item[], isChosen: boolean) => {
    const next = new Map(chosen);
    for (const one of items) isChosen ? next.set(one.id, one) : next.delete(one.id);
    setChosen(next);
    onChange();
  };
  return { chosen, choose };
}
