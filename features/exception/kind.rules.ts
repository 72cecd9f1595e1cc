import {
  type DeviceKind,
  EXCEPTION_KINDS,
  type ExceptionKind,
  type ExceptionType,
  type Measure,
  type Side,
} from "@/db/enums";

/** Colours of `components/ui/tone.ts`. */
export type KindTone = Side | "warning" | "critical" | "offline";

/** What an exception of a kind is to the people who read of it. */
export type KindOfException = {
  /** Whether its carrier is abnormal while it is open. Silence is a state of its own, and a trend has come true of nothing yet. */
  isExcursion: boolean;
  /** Whether a limit was passed, or is about to be: side and limits belong to what is told of it. */
  hasLimits: boolean;
  /** Whether values lay beyond a limit, so that peak, mean and the time outside say how bad it was. */
  hasFigures: boolean;
  /** Whether the readings of its probe, drawn over time, show anything. */
  hasChart: boolean;
  toneOf(one: { side: Side | null; measure: Measure | null }): KindTone;
};

const bySide: KindOfException["toneOf"] = ({ side }) => side ?? "warning";

const TABLE = {
  range: { isExcursion: true, hasLimits: true, hasFigures: true, hasChart: true, toneOf: bySide },
  cumulative: { isExcursion: true, hasLimits: true, hasFigures: true, hasChart: true, toneOf: bySide },
  "no-data": { isExcursion: false, hasLimits: false, hasFigures: false, hasChart: true, toneOf: () => "offline" },
  // Its side and limits are those of a switch between 0 and 1.
  state: {
    isExcursion: true,
    hasLimits: false,
    hasFigures: false,
    hasChart: false,
    toneOf: ({ measure }) => (measure === "power" ? "critical" : "warning"),
  },
  // Nothing lies outside yet: not the colour of a side.
  trend: { isExcursion: false, hasLimits: true, hasFigures: false, hasChart: true, toneOf: () => "warning" },
  // It may be where it is to be cold all the same: no value is out of order.
  geofence: { isExcursion: false, hasLimits: false, hasFigures: false, hasChart: false, toneOf: () => "warning" },
  // Of a gateway, which measures nothing of a carrier.
  blackout: { isExcursion: false, hasLimits: false, hasFigures: false, hasChart: false, toneOf: () => "critical" },
  retained: { isExcursion: false, hasLimits: false, hasFigures: false, hasChart: false, toneOf: () => "offline" },
  slow: { isExcursion: false, hasLimits: false, hasFigures: false, hasChart: false, toneOf: () => "warning" },
} as const satisfies Record<ExceptionKind, KindOfException>;

/** Whatever is told, counted or coloured by the kind of an exception follows this table. */
export const KINDS: Record<ExceptionKind, KindOfException> = TABLE;

/** The kinds that make a carrier abnormal. */
export type ExcursionKind = {
  [K in ExceptionKind]: (typeof TABLE)[K]["isExcursion"] extends true ? K : never;
}[ExceptionKind];

export const EXCURSION_KINDS = EXCEPTION_KINDS.filter((kind): kind is ExcursionKind => KINDS[kind].isExcursion);

/** The colour that an exception is told in. */
export const toneOf = (one: { kind: ExceptionKind; side: Side | null; measure: Measure | null }): KindTone =>
  KINDS[one.kind].toneOf(one);

const CONNECT: Partial<Record<DeviceKind, ExceptionType>> = {
  gateway: "gateway-connect",
  display: "display-connect",
  relay: "relay-connect",
};

/** The type of what is out of order with a measure. */
export const MEASURED: Record<Measure, ExceptionType> = {
  temperature: "sensor-temperature",
  humidity: "sensor-humidity",
  co2: "gas",
  gas: "gas",
  door: "door",
  power: "power",
  voltage: "device",
  signal: "device",
  battery: "device",
};

/** The type by which an exception is listed. Every device that measures counts as a sensor, as trackers do. */
export function typeOf({ kind, measure, device }: Typed): ExceptionType {
  if (kind === "retained" || kind === "geofence") return kind;
  if (kind === "no-data" || kind === "slow") return CONNECT[device.kind] ?? "sensor-connect";
  const isPower = kind === "blackout" || (kind === "state" && measure === "power");
  if (isPower && device.kind === "gateway") return "gateway-blackout";
  return measure === null ? "device" : MEASURED[measure];
}

type Typed = { kind: ExceptionKind; measure: Measure | null; device: { kind: DeviceKind } };
