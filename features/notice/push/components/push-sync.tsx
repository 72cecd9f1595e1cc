"use client";

import { useEffect } from "react";

/**
 * Runs once per page load if this browser may show notifications. Ends the subscription of another account, and
 * subscribes again if the installation's key has changed or the subscription was lost.
 */
export function PushSync() {
  useEffect(() => {
    if (!("Notification" in window) || Notification.permission !== "granted" || !("PushManager" in window)) return;
    const sync = async () => {
      const { pushState, syncBrowser } = await import("../push.client");
      await syncBrowser(await pushState());
    };
    // Delayed until the page has loaded its own data. On failure the next page load retries.
    const timer = setTimeout(() => void sync().catch(() => undefined), 3000);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
