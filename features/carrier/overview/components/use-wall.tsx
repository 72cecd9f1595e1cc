import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { stayAfterSession } from "@/lib/live/leave-session";
import { useLive, useLiveRefresh } from "@/lib/live/use-live";
import { storageKey } from "@/lib/preference/preference";
import { fetchWall, fetchWallAt, WallFeed, type WallState } from "../client";
import { shouldReload, turnFrom } from "../rules";
import type { WallDto } from "../schema";

/** Changes within this window are fetched together, in milliseconds. */
const BATCH_WINDOW_MS = 400;
const RELOADED = storageKey("wall.reloaded");

/** The state of the wall, kept up to date, and a function that switches to another place. */
export function useWallFeed(wall: WallDto, sceneId: number | null): [WallState, (focus: number | null) => void] {
  // The page re-renders on navigation only, and then with another wall.
  const feed = useMemo(() => new WallFeed(wall, (focus) => fetchWall(sceneId, focus)), [sceneId]);
  useEffect(() => stayAfterSession(), []);
  useLiveRefresh(() => feed.refresh(), { windowMs: BATCH_WINDOW_MS });
  useLive("reset", () => feed.refresh());
  const state = useSyncExternalStore(feed.subscribe, feed.read, feed.read);
  return [state, (focus) => feed.turn(focus)];
}

/** The same from an address, without a session: it asks again and again, and hears of no event in between. */
export function usePolledWall(wall: WallDto, address: string): [WallState, (focus: number | null) => void] {
  const [feed] = useState(() => new WallFeed(wall, (focus) => fetchWallAt(address, focus)));
  const state = useSyncExternalStore(feed.subscribe, feed.read, feed.read);
  return [state, (focus) => feed.turn(focus)];
}

const SECOND_MS = 1_000;

/** The local clock in epoch ms, updated every second so that a frozen wall is noticed. */
export function useSeconds(start: number): number {
  const [now, setNow] = useState(start);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Switches to the next place every `seconds` unless paused. */
export function useTurning(
  { wall }: WallState,
  turn: (focus: number | null) => void,
  { seconds, isHeld }: { seconds: number; isHeld: boolean },
): void {
  const latest = useRef({ wall, turn });
  latest.current = { wall, turn };
  useEffect(() => {
    if (isHeld) return;
    const timer = setInterval(() => {
      const { places, focus } = latest.current.wall;
      latest.current.turn(turnFrom(places, focus.place));
    }, seconds * SECOND_MS);
    return () => clearInterval(timer);
  }, [seconds, isHeld]);
}

/** Reloads the page once another build responds and the wall is idle. */
export function useNewBuild(own: string, current: string, now: number): void {
  const touchedAt = useRef(0);
  useEffect(() => {
    const touched = () => {
      touchedAt.current = Date.now();
    };
    const events = ["pointerdown", "pointermove", "keydown"] as const;
    for (const event of events) window.addEventListener(event, touched, { passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, touched);
    };
  }, []);
  useEffect(() => {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED) ?? 0);
    if (!shouldReload({ own, current }, { now, touchedAt: touchedAt.current, reloadedAt })) return;
    sessionStorage.setItem(RELOADED, String(now));
    window.location.reload();
  }, [own, current, now]);
}

/** Prevents the screen from turning off while the wall is shown, if the browser supports it. */
export function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    const ask = () => {
      // Refused in battery saving mode and without HTTPS; the wall works without it.
      if (document.visibilityState === "visible")
        navigator.wakeLock?.request("screen").then(
          (granted) => {
            lock = granted;
          },
          () => {},
        );
    };
    ask();
    document.addEventListener("visibilitychange", ask);
    return () => {
      document.removeEventListener("visibilitychange", ask);
      void lock?.release();
    };
  }, []);
}
