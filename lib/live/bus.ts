/**
 * A live event. `customerId` and `carrierId`, or `data.sceneId` if there is no carrier, determine who receives it.
 * `session` reports ended sessions (`SessionsEnded`) to the web processes only, not to browsers.
 */
export type LiveEvent = {
  type:
    | "reading"
    | "position"
    | "state"
    | "exception"
    | "notice"
    | "testAlarm"
    | "device"
    | "geofence"
    | "channel"
    | "record"
    | "transport"
    | "workOrder"
    | "print"
    | "monitorTask"
    | "verification"
    | "secondment"
    | "session";
  customerId: number;
  /** Null: all users of the customer whose scope is the whole customer or includes the node of `data.sceneId`. */
  carrierId: number | null;
  data: unknown;
};

/** Bus shared by all processes: Redis if configured, else LISTEN/NOTIFY. Delivery is at most once. */
export interface LiveBus {
  /** Publishes to all subscribers. Resolves when the bus has accepted the events. */
  publish(events: readonly LiveEvent[]): Promise<void>;
  /**
   * Calls `listener` for every batch from now on; resolves, once listening, to the function that unsubscribes. `onGap`
   * is called when the connection was lost and restored: events published in between are lost.
   */
  subscribe(listener: (events: LiveEvent[]) => void, onGap?: () => void): Promise<() => Promise<void>>;
  /** Whether Redis responds; null for a bus without Redis. */
  ping(): Promise<boolean | null>;
  close(): Promise<void>;
}
