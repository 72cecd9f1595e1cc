/** An undo history: the previous values, the present one, and the values to redo. */
export type History<T> = { past: readonly T[]; present: T; future: readonly T[]; tag: string | null };

/** The maximum number of undo steps. */
const KEPT = 100;

export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [], tag: null });

/** Records a change. Consecutive changes with the same tag, such as a held arrow key, are one step. */
export function changed<T>(history: History<T>, next: T, tag: string | null = null): History<T> {
  if (Object.is(history.present, next)) return history;
  const isSameStep = tag !== null && tag === history.tag;
  const past = isSameStep ? history.past : [...history.past, history.present].slice(-KEPT);
  return { past, present: next, future: [], tag };
}

export function undone<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future], tag: null };
}

export function redone<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, tag: null };
}
