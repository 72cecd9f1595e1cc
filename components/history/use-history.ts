import { type KeyboardEvent, useState } from "react";
import { changed, redone, startHistory, undone } from "./history";

/** Whether what is written is meant for a field, where Ctrl-Z is its own. */
const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest("input, textarea, select") !== null;

/** A value that is edited, with its steps back and forth. */
export function useHistory<T>(first: T) {
  const [history, setHistory] = useState(() => startHistory(first));
  const undo = () => setHistory(undone);
  const redo = () => setHistory(redone);
  return {
    value: history.present,
    /** Changes of one `tag` in a row, as an arrow key that is held, are one step. */
    change: (next: T, tag: string | null = null) => setHistory((before) => changed(before, next, tag)),
    /** Another value, with nothing to take back. */
    restart: (value: T) => setHistory(startHistory(value)),
    undo,
    redo,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** Ctrl or ⌘ with Z, with Shift and Z, with Y: for the element around the editor. */
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
