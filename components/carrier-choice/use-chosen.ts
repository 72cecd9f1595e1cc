import { useState } from "react";

/** What is ticked in a list, which stays so while the list shows others; `onChange` is called with each change. */
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
