"use client";

import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { liveConnection, type StreamEvent, type StreamStatus } from "./event-stream";

/**
 * Hears live events for as long as the component stands. A `reading` carries an array, and comes only for carriers
 * that `useWatched` names; a `position` carries one as well, of all carriers within reach.
 */
export function useLive<Data>(event: StreamEvent, handler: (data: Data) => void): void {
  const hear = useEffectEvent(handler);
  useEffect(() => liveConnection().on(event, (data) => hear(data as Data)), [event]);
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
