/**
 * What the console is told live. `customerId` and `carrierId` decide who may hear it, and `data.sceneId` where there is no
 * carrier. `session` tells the web processes alone which sessions are over (`SessionsEnded`); no browser hears it.
 */
export type LiveEvent = {
  type: "reading" | "position" | "exception" | "notice" | "device" | "geofence" | "channel" | "session";
  customerId: number;
  /** Null: everybody of the customer whose scope is the whole customer, or has the node of `data.sceneId`. */
  carrierId: number | null;
  data: unknown;
};

/** Several processes share one bus: Redis if configured, else LISTEN/NOTIFY. Delivery is at most once. */
export interface LiveBus {
  /** Tells everybody. Resolves when the bus has taken it. */
  publish(events: readonly LiveEvent[]): Promise<void>;
  /**
   * Calls `listener` for every batch from now on; resolves to the function that ends it, once it listens.
   * `onGap` is called when the connection was lost and listens again: what was published in between is not known.
   */
  subscribe(listener: (events: LiveEvent[]) => void, onGap?: () => void): Promise<() => Promise<void>>;
  /** Whether Redis answers; null for a bus without Redis. */
  ping(): Promise<boolean | null>;
  close(): Promise<void>;
}
