"use client";

import { useEffect } from "react";

/**
 * Once a page load, where this browser may show notifications: ends what another account has left here, and subscribes
 * again where the installation's key has changed or the subscription was lost.
 */
export function PushSync() {
  useEffect(() => {
    if (!("Notification" in window) || Notification.permission !== "granted" || !("PushManager" in window)) return;
    const sync = async () => {
      const { pushState, syncBrowser } = await import("../push.client");
      await syncBrowser(await pushState());
    };
    // After what the page itself needs. What fails is tried again on the next page load.
    const timer = setTimeout(() => void sync().catch(() => undefined), 3000);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
