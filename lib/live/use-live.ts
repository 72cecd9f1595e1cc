"use client";

import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { liveConnection, type StreamEvent, type StreamStatus } from "./event-stream";

/**
 * Subscribes to live events while the component is mounted. `reading` carries an array, for carriers named by
 * `useWatched` only; `position` carries an array too, of all visible carriers.
 */
export function useLive<Data>(event: StreamEvent, handler: (data: Data) => void): void {
  const hear = useEffectEvent(handler);
  useEffect(() => liveConnection().on(event, (data) => hear(data as Data)), [event]);
}

/** Changes within this span are refetched together. */
const BATCH_WINDOW_MS = 800;

/** Batches calls of `work`: it runs once, `windowMs` after the first of several calls. */
export function useGathered(work: () => void, windowMs = BATCH_WINDOW_MS): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useEffectEvent(work);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest();
    }, windowMs);
  };
}

/** The subject of an exception, device or state event. */
export type LiveSubject = { carrierId?: number | null; deviceId?: number | null };

/**
 * Refreshes the page's data soon after an exception, a device or a carrier's state changed. `concerns` selects the subjects shown; by
 * default all. After a gap in the stream the shell refreshes all screens.
 */
export function useLiveRefresh(
  refresh: () => void,
  { concerns = () => true, windowMs }: { concerns?: (subject: LiveSubject) => boolean; windowMs?: number } = {},
): void {
  const soon = useGathered(refresh, windowMs);
  const hear = (subject: LiveSubject) => {
    if (concerns(subject)) soon();
  };
  useLive<LiveSubject>("exception", hear);
  useLive<LiveSubject>("device", hear);
  useLive<LiveSubject>("state", hear);
}

/** Requests the readings of these carriers; `now` is the server's clock (epoch ms) when the page showed the values. */
export function useWatched(carrierIds: readonly number[], now: number): void {
  const key = carrierIds.join(",");
  const shownAt = useEffectEvent(() => now);
  useEffect(() => {
    if (key === "") return;
    return liveConnection().watch({ carrierIds: key.split(",").map(Number), since: shownAt() });
  }, [key]);
}

const subscribe = (listener: () => void) => liveConnection().subscribeStatus(listener);

/** The status of this tab's live connection. */
export function useLiveStatus(): StreamStatus {
  return useSyncExternalStore(
    subscribe,
    () => liveConnection().readStatus(),
    () => "connecting",
  );
}

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribeOnline,
    () => navigator.onLine,
    () => true,
  );

/** A stream that is reconnecting counts as lost after this time; most are back sooner. */
const LOST_AFTER_MS = 5_000;

/**
 * Since when (browser's clock, epoch ms) this tab has no connection: the browser is offline, or the live stream is or has
 * been reconnecting for some seconds. Null while it is connected.
 */
export function useLostSince(): number | null {
  const status = useLiveStatus();
  const isOffline = !useOnline() || status === "offline";
  const isDown = isOffline || status === "reconnecting";
  const [down, setDown] = useState<{ since: number; isLong: boolean } | null>(null);
  useEffect(() => {
    if (!isDown) return;
    const since = Date.now();
    setDown({ since, isLong: false });
    const timer = setTimeout(() => setDown({ since, isLong: true }), LOST_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setDown(null);
    };
  }, [isDown]);
  return down && (isOffline || down.isLong) ? down.since : null;
}
