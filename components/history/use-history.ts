import { type KeyboardEvent, useState } from "react";
import { changed, redone, startHistory, undone } from "./history";

/** Whether the event targets a text field, which has its own undo. */
const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest("input, textarea, select") !== null;

/** An edited value with undo and redo. */
export function useHistory<T>(first: T) {
  const [history, setHistory] = useState(() => startHistory(first));
  const undo = () => setHistory(undone);
  const redo = () => setHistory(redone);
  return {
    value: history.present,
    /** Consecutive changes with the same `tag`, such as a held arrow key, are one step. */
    change: (next: T, tag: string | null = null) => setHistory((before) => changed(before, next, tag)),
    /** Sets another value and clears the history. */
    restart: (value: T) => setHistory(startHistory(value)),
    undo,
    redo,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** Handles Ctrl or ⌘ with Z, Shift+Z or Y; for the element around the editor. */
    onKeyDown: (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || isTyping(event)) return;
      const key = event.key.toLowerCase();
      if (key === "z" && !event.shiftKey) undo();
      else if (key === "y" || key === "z") redo();
      else return;
      event.preventDefault();
    },
  };
}

export type Steps = Pick<ReturnType<typeof useHistory>, "undo" | "redo" | "canUndo" | "canRedo">;
