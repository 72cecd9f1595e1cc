"use client";

import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { liveConnection, type StreamEvent, type StreamStatus } from "./event-stream";

/**
 * Hears live events for as long as the component stands. A `reading` carries an array, and comes only for carriers
 * that `useWatched` names; a `position` carries one as well, of all carriers within reach.
 */
export function useLive<Data>(event: StreamEvent, handler: (data: Data) => void): void {
  const hear = useEffectEvent(handler);
  useEffect(() => liveConnection().on(event, (data) => hear(data as Data)), [event]);
}

/** What changes within this span is asked for together. */
const BATCH_WINDOW_MS = 800;

/** A function that has `work` done once, `windowMs` after the first of several calls in a row. */
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

/** What an event of an exception or a device is about. */
export type LiveSubject = { carrierId?: number | null; deviceId?: number | null };

/**
 * Has what is shown read again soon after an exception or a device changed. `concerns` says of which subjects it shows
 * something; without it, of all. What a gap in the stream has missed is read again for all screens by the shell.
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
}

/** Asks for the readings of these carriers; `now` is the server's clock (epoch ms) when the page showed their values. */
export function useWatched(carrierIds: readonly number[], now: number): void {
  const key = carrierIds.join(",");
  const shownAt = useEffectEvent(() => now);
  useEffect(() => {
    if (key === "") return;
    return liveConnection().watch({ carrierIds: key.split(",").map(Number), since: shownAt() });
  }, [key]);
}

const subscribe = (listener: () => void) => liveConnection().subscribeStatus(listener);

/** The state of this tab's live connection. */
export function useLiveStatus(): StreamStatus {
  return useSyncExternalStore(
    subscribe,
    () => liveConnection().readStatus(),
    () => "connecting",
  );
}
