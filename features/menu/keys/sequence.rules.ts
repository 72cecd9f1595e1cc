/** How long `g` waits for the key of a screen. */
export const SEQUENCE_MS = 1500;

export type KeyAction =
  | { kind: "wait" }
  | { kind: "go"; key: string }
  | { kind: "create" | "search" | "sheet" }
  | { kind: "row"; step: 1 | -1 }
  | { kind: "select" };

const SINGLE: Readonly<Record<string, KeyAction>> = {
  g: { kind: "wait" },
  c: { kind: "create" },
  "/": { kind: "search" },
  "?": { kind: "sheet" },
  j: { kind: "row", step: 1 },
  k: { kind: "row", step: -1 },
  x: { kind: "select" },
};

/**
 * What a key does. `waitingSince`: when `g` was pressed, in epoch ms, or null. A key after `g` in time belongs to it,
 * also one that opens no screen.
 */
export function keyActionOf(key: string, waitingSince: number | null, now: number): KeyAction | null {
  const pressed = key.length === 1 ? key.toLowerCase() : key;
  if (waitingSince !== null && now - waitingSince <= SEQUENCE_MS && pressed.length === 1)
    return { kind: "go", key: pressed };
  return SINGLE[pressed] ?? null;
}

/** The index of the next or previous of `count` rows; the first where none has the focus (-1). Null at the ends. */
export function rowAfter(at: number, step: 1 | -1, count: number): number | null {
  const next = at < 0 ? 0 : at + step;
  return next < 0 || next >= count ? null : next;
}
