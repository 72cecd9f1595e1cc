import {
  type DeviceKind,
  EXCEPTION_KINDS,
  type ExceptionKind,
  type ExceptionType,
  type Measure,
  type Side,
} from "@/db/enums";

/** Colours of `components/value/tone.ts`. */
export type KindTone = Side | "warning" | "critical" | "offline";

/** The properties of a kind of exception on screens and in messages. */
export type KindOfException = {
  /** Whether its carrier is abnormal while it is open. Silence is a separate state; a trend has not come true. */
  isExcursion: boolean;
  /** Whether a limit was or will be passed, so that side and limits are shown. */
  hasLimits: boolean;
  /** Whether values were beyond a limit, so that peak, mean and time outside describe the extent. */
  hasFigures: boolean;
  /** Whether a chart of its probe's readings is meaningful. */
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
  // Nothing is out of range yet, so it does not have the colour of a side.
  trend: { isExcursion: false, hasLimits: true, hasFigures: false, hasChart: true, toneOf: () => "warning" },
  // The carrier may still be at its required temperature: no value is out of range.
  geofence: { isExcursion: false, hasLimits: false, hasFigures: false, hasChart: false, toneOf: () => "warning" },
  // Of a gateway, which measures nothing of a carrier.
  blackout: { isExcursion: false, hasLimits: false, hasFigures: false, hasChart: false, toneOf: () => "critical" },
  retained: { isExcursion: false, hasLimits: false, hasFigures: false, hasChart: false, toneOf: () => "offline" },
  slow: { isExcursion: false, hasLimits: false, hasFigures: false, hasChart: false, toneOf: () => "warning" },
} as const satisfies Record<ExceptionKind, KindOfException>;

/** The properties of every kind; all texts, counts and colours that depend on the kind use this table. */
export const KINDS: Record<ExceptionKind, KindOfException> = TABLE;

/** The kinds that make a carrier abnormal. */
export type ExcursionKind = {
  [K in ExceptionKind]: (typeof TABLE)[K]["isExcursion"] extends true ? K : never;
}[ExceptionKind];

export const EXCURSION_KINDS = EXCEPTION_KINDS.filter((kind): kind is ExcursionKind => KINDS[kind].isExcursion);

/** The kinds whose exceptions are values beyond a limit. */
export const KINDS_WITH_FIGURES = EXCEPTION_KINDS.filter((kind) => KINDS[kind].hasFigures);

/** The colour of an exception. */
export const toneOf = (one: { kind: ExceptionKind; side: Side | null; measure: Measure | null }): KindTone =>
  KINDS[one.kind].toneOf(one);

const CONNECT: Partial<Record<DeviceKind, ExceptionType>> = {
  gateway: "gateway-connect",
  display: "display-connect",
  relay: "relay-connect",
};

/** The exception type of each measure. */
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

/** The type by which an exception is listed. Every measuring device counts as a sensor, including trackers. */
export function typeOf({ kind, measure, device }: Typed): ExceptionType {
  const ofMeasure = measure === null ? "device" : MEASURED[measure];
  switch (kind) {
    case "range":
    case "cumulative":
    case "trend":
      return ofMeasure;
    case "state":
      return measure === "power" && device.kind === "gateway" ? "gateway-blackout" : ofMeasure;
    case "blackout":
      return device.kind === "gateway" ? "gateway-blackout" : ofMeasure;
    case "no-data":
    case "slow":
      return CONNECT[device.kind] ?? "sensor-connect";
    case "geofence":
    case "retained":
      return kind;
  }
}

type Typed = { kind: ExceptionKind; measure: Measure | null; device: { kind: DeviceKind } };
