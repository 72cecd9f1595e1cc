"use client";

import { WifiOff } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";

const PAUSE_MS = 20_000;
const RETRY_MS = 5_000;
const TIMEOUT_MS = 8_000;

/** Whether the server answers: refreshing a page while it does not would replace it by the browser's error. */
const isReachable = async () => {
  try {
    const { status } = await fetch("/service/health", { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
    return status < 500 || status === 503;
  } catch {
    return false;
  }
};

/** Keeps a live page up to date while it is visible, and says so if it cannot. `lost` names that. */
export function LiveRefresh({ lost }: { lost: string }) {
  const router = useRouter();
  const [isLost, setIsLost] = useState(false);
  const refresh = useEffectEvent(() => router.refresh());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const tick = async () => {
      const isThere = document.visibilityState === "visible" ? await isReachable() : null;
      if (isOver) return;
      if (isThere) refresh();
      if (isThere !== null) setIsLost(!isThere);
      timer = setTimeout(tick, isThere === false ? RETRY_MS : PAUSE_MS);
    };
    const seen = () => {
      if (document.visibilityState !== "visible") return;
      clearTimeout(timer);
      void tick();
    };
    timer = setTimeout(tick, PAUSE_MS);
    document.addEventListener("visibilitychange", seen);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  }, []);
  if (!isLost) return null;
  return (
    <p role="alert" className="flex items-center gap-2 rounded-lg bg-critical-solid px-4 py-3 font-medium text-white">
      <WifiOff aria-hidden="true" className="size-5 shrink-0" />
      {lost}
    </p>
  );
}
