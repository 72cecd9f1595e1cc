"use client";

import { useEffect } from "react";

/** After everything that the page itself needs. */
function whenIdle(work: () => void): () => void {
  if (document.readyState === "complete") {
    const timer = setTimeout(work, 1000);
    return () => clearTimeout(timer);
  }
  window.addEventListener("load", work, { once: true });
  return () => window.removeEventListener("load", work);
}

/**
 * Has the browser keep the page that says the console cannot be reached. `build` names the build, so that the next one
 * replaces it; null, as in development, takes it away.
 */
export function ServiceWorker({ build }: { build: string | null }) {
  useEffect(() => {
    // Only where the address is secure, or this machine's.
    const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
    if (!workers) return;
    if (build === null) {
      void workers.getRegistrations().then((all) => Promise.all(all.map((one) => one.unregister())));
      return;
    }
    const cancel = whenIdle(() => {
      // A browser that forbids it shows its own page instead.
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
