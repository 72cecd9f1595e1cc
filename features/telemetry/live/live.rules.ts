import type { DeviceKind, ExceptionKind, Measure, Side } from "@/db/enums";
import {
  type Crossed,
  exposureValues,
  forecastValues,
  type Phrase,
  paceValues,
  silentOf,
} from "@/features/exception/phrase.rules";
import type { PopupDto } from "@/features/notice/notice.schema";
import type { Permission } from "@/lib/auth/permissions";
import type { LiveEvent } from "@/lib/live/bus";

/** Number of events other than readings available to resume. */
const JOURNAL_EVENTS = 5_000;
/** Number of probes whose newest reading is stored to resume. */
const JOURNAL_PROBES = 100_000;
/** Maximum number of carriers that a stream may name. */
export const MAXIMUM_CARRIERS = 200;
/** Maximum number of open streams of one account: windows and tabs. */
export const STREAMS_PER_ACCOUNT = 24;
/** Interval at which readings are batched and sent. */
export const FLUSH_MS = 50;
export const HEARTBEAT_MS = 15_000;
export const RECHECK_MS = 30_000;
/** A client with this much unread data is disconnected; it reconnects and resumes. */
export const QUEUE_BYTES = 512 * 1024;

type Type = LiveEvent["type"];

/**
 * A numbered event; `text` is its data with the carrier as JSON, serialised once for all streams. `takenAt` in epoch
 * ms.
 */
export type Entry = {
  readonly sequence: number;
  readonly takenAt: number;
  readonly type: Type;
  readonly customerId: number;
  readonly carrierId: number | null;
  /** The node of an event without a carrier; null: none. */
  readonly sceneId: number | null;
  readonly text: string;
};

/** What a stream may receive: the account's scope, and the event types that its permissions allow. */
export type Audience = {
  /** Audiences with equal keys receive the same events. */
  readonly key: string;
  readonly customerIds: ReadonlySet<number> | "all";
  /** The carriers and nodes of accounts bound to nodes. */
  readonly carrierIds: ReadonlySet<number> | "all";
  readonly sceneIds: ReadonlySet<number> | "all";
  readonly types: ReadonlySet<Type>;
};

/**
 * The event types that permissions allow: values, states of carriers, alarms (for those who may view exceptions), geofence crossings,
 * the state of channels, record sheets, transports, work orders, print jobs, monitor tasks, verifications, and
 * secondments.
 */
export function audibleTypes(permissions: ReadonlySet<Permission>): ReadonlySet<Type> {
  const types = new Set<Type>();
  if (permissions.has("viewMonitorPointRealTime") || permissions.has("viewHistory"))
    types.add("reading").add("position").add("state").add("device");
  if (permissions.has("viewEx")) types.add("exception").add("notice").add("testAlarm");
  if (permissions.has("viewGeofence")) types.add("geofence");
  if (permissions.has("viewNoticeChannel")) types.add("channel");
  if (permissions.has("viewRecordPoint")) types.add("record");
  if (permissions.has("viewTransport")) types.add("transport");
  if (permissions.has("viewWorkOrder")) types.add("workOrder");
  if (permissions.has("viewPrinter")) types.add("print");
  if (permissions.has("viewDetectionTask")) types.add("monitorTask");
  if (permissions.has("viewVerifyTask")) types.add("verification");
  if (permissions.has("viewSecondment")) types.add("secondment");
  return types;
}

type Heard = Pick<Entry, "type" | "customerId" | "carrierId" | "sceneId">;

/** Whether an event reaches an audience. One with neither carrier nor node reaches those who see the whole customer. */
export function hears(audience: Audience, event: Heard): boolean {
  if (!audience.types.has(event.type)) return false;
  if (audience.customerIds !== "all" && !audience.customerIds.has(event.customerId)) return false;
  const { carrierIds, sceneIds } = audience;
  if (carrierIds === "all") return true;
  if (event.carrierId !== null) return carrierIds.has(event.carrierId);
  return event.sceneId !== null && sceneIds !== "all" && sceneIds.has(event.sceneId);
}

/**
 * The numbered events of one process. Only the newest reading of each probe, the newest position of each carrier and the
 * newest turn of its state are stored; of other events the last few thousand.
 */
export class Journal {
  sequence = 0;
  private readonly states = new Map<unknown, Entry>();
  private others: Entry[] = [];
  /** Events up to this one may have been dropped. */
  private floor = 0;
  private floorAt: number;

  /** `epoch` distinguishes this journal's ids from those of any other; `now` in epoch ms. */
  constructor(
    readonly epoch: string,
    now: number,
    private readonly limits = { events: JOURNAL_EVENTS, probes: JOURNAL_PROBES },
  ) {
    this.floorAt = now;
  }

  /** The id of the newest event. */
  get id(): string {
    return `${this.epoch}-${this.sequence}`;
  }

  take(event: LiveEvent, now: number): Entry {
    this.sequence += 1;
    const { type, customerId, carrierId, data } = event;
    const text = JSON.stringify({ carrierId, ...(data as object) });
    const sceneId = (data as { sceneId?: number | null } | null)?.sceneId ?? null;
    const entry = { sequence: this.sequence, takenAt: now, type, customerId, carrierId, sceneId, text };
    if (type === "reading") this.keepState((data as { probeId?: number }).probeId, entry);
    else if (type === "position" || type === "state") this.keepState(`${type} ${carrierId}`, entry);
    else this.keep(entry);
    return entry;
  }

  /** Events after the event `id`, or after the instant `since` (epoch ms); null if that is no longer known. */
  missed(id: string | undefined, since: number | undefined): Entry[] | null {
    let after = this.sequence;
    if (id !== undefined) {
      const [, epoch, number] = /^(.*)-(\d{1,15})$/.exec(id) ?? [];
      after = Number(number);
      if (epoch !== this.epoch || !(after >= this.floor && after <= this.sequence)) return null;
    }
    if (since !== undefined && since < this.floorAt) return null;
    const isMissed = (entry: Entry) => entry.sequence > after || (since !== undefined && entry.takenAt >= since);
    return [...this.others, ...this.states.values()].filter(isMissed);
  }

  private keepState(key: unknown, entry: Entry) {
    // Deleted first, so that the map stays in order of age.
    this.states.delete(key);
    this.states.set(key, entry);
    if (this.states.size <= this.limits.probes) return;
    const [oldestKey, oldest] = this.states.entries().next().value as [unknown, Entry];
    this.states.delete(oldestKey);
    this.forget(oldest);
  }

  private keep(entry: Entry) {
    this.others.push(entry);
    if (this.others.length <= 2 * this.limits.events) return;
    this.forget(this.others[this.limits.events - 1] as Entry);
    this.others = this.others.slice(this.limits.events);
  }

  private forget({ sequence, takenAt }: Entry) {
    this.floor = Math.max(this.floor, sequence);
    this.floorAt = Math.max(this.floorAt, takenAt + 1);
  }
}

/** Formats one server-sent event. `data` must contain no line break; JSON contains none. */
export const block = (event: string, data: string, id?: string): string =>
  `event: ${event}\ndata: ${data}\n${id === undefined ? "" : `id: ${id}\n`}\n`;

/** The subscription of a stream; `carriers` narrows the readings, positions are sent on request only. */
export type Recipient = {
  readonly audience: Audience;
  readonly carriers: ReadonlySet<number> | null;
  readonly hasPositions: boolean;
};

/** Events sent together. */
export class Batch {
  private readonly readings: Entry[] = [];
  private readonly positions: Entry[] = [];
  private readonly others: Entry[] = [];
  private byCarrier: Map<number | null, Entry[]> | undefined;

  constructor(entries: readonly Entry[] = []) {
    for (const entry of entries) this.add(entry);
  }

  get isEmpty(): boolean {
    return this.readings.length + this.positions.length + this.others.length === 0;
  }

  add(entry: Entry): void {
    const { type } = entry;
    (type === "reading" ? this.readings : type === "position" ? this.positions : this.others).push(entry);
  }

  /**
   * The events for one stream, with readings and positions each joined into one event; empty if it receives none. Only
   * the last event has the id: a stream that breaks in the middle gets the whole batch again.
   */
  textFor({ audience, carriers, hasPositions }: Recipient, id: string): string {
    const heard = this.others.filter((entry) => hears(audience, entry)).map((entry) => [entry.type, entry.text]);
    const readings = this.readingsOf(carriers).filter((entry) => hears(audience, entry));
    const positions = hasPositions ? this.positions.filter((entry) => hears(audience, entry)) : [];
    for (const joined of [readings, positions])
      if (joined[0]) heard.push([joined[0].type, `[${joined.map(({ text }) => text).join(",")}]`]);
    const last = heard.length - 1;
    return heard.map(([type = "", text = ""], at) => block(type, text, at === last ? id : undefined)).join("");
  }

  /** Looked up by carrier: a stream names a page of them, a batch may contain thousands. */
  private readingsOf(carriers: ReadonlySet<number> | null): Entry[] {
    if (carriers === null) return this.readings;
    if (!this.byCarrier) {
      this.byCarrier = new Map();
      for (const entry of this.readings) {
        const known = this.byCarrier.get(entry.carrierId);
        if (known) known.push(entry);
        else this.byCarrier.set(entry.carrierId, [entry]);
      }
    }
    const { byCarrier } = this;
    return [...carriers].flatMap((id) => byCarrier.get(id) ?? []);
  }
}

type Popup = {
  kind: ExceptionKind;
  side: Side | null;
  measure: Measure | null;
  crossing?: Pick<Crossed, "kind"> | null;
  device?: { kind: DeviceKind } | undefined;
};

type PopupText = (side: Side | "outside", one: Popup) => string;

const POPUP_TEXT: Record<ExceptionKind, PopupText> = {
  range: (side) => side,
  cumulative: (side) => `cumulative.${side}`,
  "no-data": (_, { measure, device }) => (measure || !device ? "noData" : `silent.${silentOf({ device })}`),
  state: (_, { measure }) => `state.${measure === "power" ? "power" : "door"}`,
  trend: (side) => `trend.${side}`,
  blackout: (_, { device }) => (device ? "blackout" : "state.power"),
  retained: () => "retained",
  slow: () => "slow",
  geofence: (_, { crossing }) => `geofence.${crossing?.kind ?? "exit"}`,
};

/** The key of `live.popup` for an alarm's text; without limits, the text has no figures. */
export const popupText = (one: Popup): string => POPUP_TEXT[one.kind](one.side ?? "outside", one);

type Figures = Pick<PopupDto, "kind" | "exposure" | "forecast" | "pace">;

/** Key and values of `live.popup` for the times of a kind, shown beside its text; null if it has none. */
export function popupTimes(
  { kind, exposure, forecast, pace }: Figures,
  place: { locale: string; timeZone: string },
): Phrase | null {
  switch (kind) {
    case "cumulative": {
      if (!exposure) return null;
      const key = exposure.allowedMinutes === null ? "exposure" : "exposureAllowed";
      return { key, values: exposureValues(exposure, place.locale) };
    }
    case "trend":
      return forecast && { key: "forecast", values: forecastValues(forecast, place) };
    case "slow":
      return pace ? { key: "pace", values: paceValues(pace, place.locale) } : null;
    case "range":
    case "no-data":
    case "state":
    case "geofence":
    case "blackout":
    case "retained":
      return null;
  }
}
