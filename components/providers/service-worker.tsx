"use client";

import { useEffect } from "react";

/** Runs after everything that the page itself needs. */
function whenIdle(work: () => void): () => void {
  if (document.readyState === "complete") {
    const timer = setTimeout(work, 1000);
    return () => clearTimeout(timer);
  }
  window.addEventListener("load", work, { once: true });
  return () => window.removeEventListener("load", work);
}

/**
 * Registers the service worker with the offline page. `build` identifies the build, so that the next one replaces it;
 * null, as in development, unregisters it.
 */
export function ServiceWorker({ build }: { build: string | null }) {
  useEffect(() => {
    // Available only in secure contexts and on localhost.
    const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
    if (!workers) return;
    if (build === null) {
      void workers.getRegistrations().then((all) => Promise.all(all.map((one) => one.unregister())));
      return;
    }
    const cancel = whenIdle(() => {
      // If the browser forbids it, it shows its own offline page.
      workers.register(`/sw.js?v=${encodeURIComponent(build)}`, { updateViaCache: "none" }).catch(() => undefined);
    });
    const tell = ({ type }: Event) => workers.controller?.postMessage(type === "offline" ? "lost" : "back");
    window.addEventListener("offline", tell);
    window.addEventListener("online", tell);
    return () => {
      cancel();
      window.removeEventListener("offline", tell);
      window.removeEventListener("online", tell);
    };
  }, [build]);
  return null;
}
