import "server-only";
import { setImmediate as turn } from "node:timers/promises";
import { cache } from "react";

/** So many turns of the event loop it takes React to write a frame that has all it shows. */
const TURNS = 6;

/** One of each request. Navigation inside the console brings no frame, so there is nothing to wait for. */
const frame = cache((): { made: Promise<unknown> | null } => ({ made: null }));

/** Loads what the frame around a page shows: what the page itself asks waits for that (`afterFrame`). */
export function frameFirst<T>(load: () => Promise<T>): Promise<T> {
  const made = load();
  frame().made = made;
  return made;
}

/**
 * Resolves once the frame around a page is on its way, with the styles and scripts that it names: some ten queries of a page
 * that answer meanwhile would take the thread that writes it.
 */
export async function afterFrame(): Promise<void> {
  const { made } = frame();
  if (made === null) return;
  // Why a frame could not be made is told where it is awaited.
  await made.catch(() => undefined);
  for (let taken = 0; taken < TURNS; taken += 1) await turn();
}
