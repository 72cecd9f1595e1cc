"use client";

import { useEffect } from "react";

let isSaved = false;

/** Leaves the page by a full load, so that nothing remains in memory, once its form is saved: nobody is asked. */
export function leaveSaved(address: string): void {
  isSaved = true;
  window.location.assign(address);
}

/** Asks before the window is closed or left with unsaved changes; dialogs have their own question. */
export function useUnsavedGuard(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => !isSaved && event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsaved]);
}
