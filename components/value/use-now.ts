"use client";

import { useEffect, useSyncExternalStore } from "react";

const TICK_MS = 15_000;

let aheadMs: number | undefined;
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick() {
  now = Date.now() + (aheadMs ?? 0);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * The server's clock in milliseconds, updated every 15 s. A wrong browser clock must not make fresh values look old: of
 * all server timestamps seen, the one furthest ahead of the browser's clock has the least delay and determines the
 * offset.
 */
export function useNow(serverNow: number): number {
  useEffect(() => {
    const seen = serverNow - Date.now();
    if (aheadMs !== undefined && seen <= aheadMs) return;
    aheadMs = seen;
    tick();
  }, [serverNow]);
  return useSyncExternalStore(
    subscribe,
    () => now || serverNow,
    () => serverNow,
  );
}
