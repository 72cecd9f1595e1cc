import { leaveSession } from "./leave-session";

const EVENTS = [
  "reading",
  "position",
  "state",
  "exception",
  "notice",
  "testAlarm",
  "device",
  "geofence",
  "channel",
  "record",
  "transport",
  "workOrder",
  "print",
  "monitorTask",
  "verification",
  "secondment",
] as const;

/** Event types of the stream: those of the bus, and `reset`, on which the client must reload everything. */
export type StreamEvent = (typeof EVENTS)[number] | "reset";

/** `ended`: the session is over, no further events follow. */
export type StreamStatus = "connecting" | "live" | "reconnecting" | "offline" | "ended";

type Listener = (data: unknown) => void;
/** Carriers whose readings are requested, from the instant (server's clock, epoch ms) at which they were shown. */
type Interest = { carrierIds: readonly number[]; since: number };
type TabMessage = { kind: "open"; tab: number; isVisible: boolean } | { kind: "close" };

const PATH = "/service/live";
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;
/** Two missed heartbeats: the connection is dead, whatever the socket reports. */
const SILENCE_MS = 40_000;
/** Failures after which the status is "offline". */
const OFFLINE_AFTER = 3;
/** With more carriers the URL would be too long, so the stream requests all. */
const MAXIMUM_CARRIERS = 200;

/** Delay in ms before attempt number `attempt` (from 1): doubles up to half a minute, jittered by `random` (0 to 1). */
export function retryDelay(attempt: number, random: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1)) * (0.5 + random / 2);
}

/**
 * The single live connection of this tab. It is open as long as there are listeners, and reconnects by itself. A hidden
 * tab yields to a visible one, because a browser opens at most six connections per server.
 */
class LiveConnection {
  private readonly listeners = new Map<StreamEvent, Set<Listener>>();
  private readonly statusListeners = new Set<() => void>();
  private readonly interests = new Set<Interest>();
  private readonly tab = Math.random();
  private readonly tabs = new BroadcastChannel("frostline-live");
  private status: StreamStatus = "connecting";
  private source: EventSource | null = null;
  private lastEventId = "";
  private attempts = 0;
  private planned: ReturnType<typeof setTimeout> | undefined;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  /** Whether this tab keeps its connection while hidden. */
  private isKeeper = true;
  private isOutdated = false;
  private hasPositions = false;
  private since: number | undefined;

  constructor() {
    this.tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => this.hearTab(data);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.take());
    window.addEventListener("online", () => this.source || this.plan());
    window.addEventListener("offline", () => this.source && this.failed());
    window.addEventListener("pageshow", (event) => event.persisted && this.take());
    window.addEventListener("pagehide", () => {
      this.close();
      this.tabs.postMessage({ kind: "close" } satisfies TabMessage);
    });
  }

  on(event: StreamEvent, listener: Listener): () => void {
    const known = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, known.add(listener));
    this.planFor(event);
    return () => {
      known.delete(listener);
      this.planFor(event);
    };
  }

  watch(interest: Interest): () => void {
    this.interests.add(interest);
    this.since = Math.min(this.since ?? interest.since, interest.since);
    this.isOutdated = true;
    this.plan();
    return () => {
      this.interests.delete(interest);
      this.isOutdated = true;
      this.plan();
    };
  }

  subscribeStatus = (listener: () => void): (() => void) => {
    this.statusListeners.add(listener);
    return () => this.statusListeners.delete(listener);
  };

  readStatus = (): StreamStatus => this.status;

  /** Positions are only sent to clients that request them. */
  private planFor(event: StreamEvent): void {
    this.isOutdated ||= event === "position" && this.wantsPositions() !== this.hasPositions;
    this.plan();
  }

  private wantsPositions(): boolean {
    return (this.listeners.get("position")?.size ?? 0) > 0;
  }

  /** Opens, renews or closes the connection as needed; synchronous changes are combined. */
  private plan(delayMs = 0): void {
    clearTimeout(this.planned);
    this.planned = setTimeout(() => {
      const isHeard = [...this.listeners.values()].some((listeners) => listeners.size > 0);
      const isWanted = isHeard && (this.isKeeper || document.visibilityState === "visible");
      if (this.status === "ended" || !isWanted) this.close();
      else if (!this.source || this.isOutdated) this.open();
    }, delayMs);
  }

  private open(): void {
    this.close();
    this.isOutdated = false;
    this.hasPositions = this.wantsPositions();
    const source = new EventSource(`${PATH}?${this.query()}`);
    this.source = source;
    const hear = (name: string, react: (event: MessageEvent<string>) => void) =>
      source.addEventListener(name, (event: MessageEvent<string>) => {
        if (event.lastEventId) this.lastEventId = event.lastEventId;
        this.keepAlive();
        react(event);
      });
    for (const name of EVENTS) hear(name, ({ data }) => this.tell(name, JSON.parse(data)));
    hear("ready", () => this.opened());
    hear("reset", () => {
      this.opened();
      this.tell("reset", null);
    });
    hear("beat", () => {});
    hear("end", ({ data }) => {
      this.close();
      this.show("ended");
      leaveSession((JSON.parse(data) as { reason: string }).reason);
    });
    source.onerror = () => this.failed();
    this.keepAlive();
  }

  private query(): URLSearchParams {
    const ids = new Set([...this.interests].flatMap((interest) => interest.carrierIds));
    const query = new URLSearchParams();
    if (ids.size <= MAXIMUM_CARRIERS) query.set("carriers", [...ids].join(","));
    if (this.hasPositions) query.set("positions", "all");
    if (this.lastEventId) query.set("lastEventId", this.lastEventId);
    if (this.since !== undefined) query.set("since", String(this.since));
    return query;
  }

  private opened(): void {
    this.attempts = 0;
    this.since = undefined;
    this.show("live");
    this.announce();
  }

  private failed(): void {
    this.close();
    this.attempts += 1;
    const isOffline = !navigator.onLine || this.attempts >= OFFLINE_AFTER;
    this.show(isOffline ? "offline" : "reconnecting");
    this.plan(retryDelay(this.attempts, Math.random()));
  }

  private close(): void {
    clearTimeout(this.watchdog);
    this.source?.close();
    this.source = null;
  }

  private keepAlive(): void {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.failed(), SILENCE_MS);
  }

  private tell(event: StreamEvent, data: unknown): void {
    for (const listener of this.listeners.get(event) ?? []) listener(data);
  }

  private show(status: StreamStatus): void {
    if (this.status === status) return;
    this.status = status;
    for (const listener of this.statusListeners) listener();
  }

  /** Called when this tab is visible. */
  private take(): void {
    this.isKeeper = true;
    if (this.source) this.announce();
    else this.plan();
  }

  private announce(): void {
    const isVisible = document.visibilityState === "visible";
    this.tabs.postMessage({ kind: "open", tab: this.tab, isVisible } satisfies TabMessage);
  }

  /** A hidden tab yields to a visible one; of two hidden tabs the one with the lower number yields. */
  private hearTab(message: TabMessage): void {
    if (document.visibilityState === "visible") return;
    if (message.kind === "close") this.isKeeper = true;
    else if (message.isVisible || message.tab > this.tab) this.isKeeper = false;
    this.plan();
  }
}

let connection: LiveConnection | undefined;

/** The connection of this tab; created at first use, in the browser only. */
export function liveConnection(): LiveConnection {
  connection ??= new LiveConnection();
  return connection;
}
