import type { CrossingKind, DeviceKind, ExceptionKind, Measure, Side } from "@/db/enums";
import { formatDuration, formatTime } from "@/lib/datetime/format";
import { formatReading } from "@/lib/units/format";
import { KINDS } from "./kind.rules";

/** Returns a text of the `exception` messages with its values inserted. */
export type Translate = (key: string, values?: Record<string, string>) => string;

/** A text of the `exception` messages, for callers that format a part of it. */
export type Phrase = { key: string; values: Record<string, string> };

/** Minutes outside within a window: the maximum reached, and the allowed minutes if known. */
export type Exposure = { outsideMinutes: number; windowMinutes: number; allowedMinutes: number | null };

/** When a limit is expected to be passed, and the interval; ISO-8601. */
export type Forecast = { at: string; earliest: string; latest: string };

/** A crossing of a geofence, with its name at that time and the position that showed it (WGS-84). */
export type Crossed = { kind: CrossingKind; geofence: string; longitude: number; latitude: number };

/** The actual and the agreed report interval of a device, in seconds. */
export type Pace = { seconds: number; agreedSeconds: number };

/** The facts that the texts of an exception need. Values in canonical units. */
export type Told = {
  kind: ExceptionKind;
  measure: Measure | null;
  side: Side | null;
  device: { kind: DeviceKind };
  /** Set for a message; a list shows the name separately. */
  deviceName?: string;
  minimum: number | null;
  maximum: number | null;
  peak: number | null;
  exposure: Exposure | null;
  forecast: Forecast | null;
  crossing: Crossed | null;
  pace?: Pace | null;
};

type Place = { locale: string; timeZone: string };

const MINUTE_MS = 60_000;
/** Exposures up to three days are shown in hours, as in guidelines: 24 h, not 1 d. */
const IN_HOURS_MINUTES = 72 * 60;

/** The limit that was or is about to be passed. */
export const limitOf = ({ side, minimum, maximum }: Pick<Told, "side" | "minimum" | "maximum">): number | null =>
  side === "below" ? minimum : maximum;

/** A duration outside: `10 h 20 min`, `24 h`, `30 d`. */
export const exposureText = (minutes: number, locale: string): string =>
  formatDuration(minutes * MINUTE_MS, locale, minutes <= IN_HOURS_MINUTES ? "h" : "d");

/** A value of the exception's measure with its unit. */
const reading = (value: number | null, { measure }: Pick<Told, "measure">, locale: string) =>
  formatReading(value, measure ?? "temperature", locale).text;

/** A position as texts, accurate to about a metre. */
export const positionValues = ({ latitude, longitude }: Pick<Crossed, "latitude" | "longitude">) => ({
  latitude: latitude.toFixed(5),
  longitude: longitude.toFixed(5),
});

/** The durations of an exposure as texts. */
export function exposureValues({ outsideMinutes, windowMinutes, allowedMinutes }: Exposure, locale: string) {
  const text = (minutes: number) => exposureText(minutes, locale);
  return {
    outside: text(outsideMinutes),
    window: text(windowMinutes),
    ...(allowedMinutes !== null && { allowed: text(allowedMinutes) }),
  };
}

/** The times of a forecast as texts. */
export function forecastValues({ at, earliest, latest }: Forecast, place: Place) {
  const text = (instant: string) => formatTime(new Date(instant), place);
  return { time: text(at), earliest: text(earliest), latest: text(latest) };
}

type Named = Pick<Told, "kind" | "measure" | "side" | "device" | "deviceName" | "crossing">;

/** The intervals of a pace as texts. */
export const paceValues = ({ seconds, agreedSeconds }: Pace, locale: string) => ({
  pace: formatDuration(seconds * 1000, locale),
  agreed: formatDuration(agreedSeconds * 1000, locale),
});

/** What went wrong, in a few words: 'Temperature above maximum', 'Door open', 'Gateway GW-1 has lost its power'. */
export function whatOf(one: Named, t: Translate): string {
  const { kind, side } = one;
  const measure = one.measure ? t(`measure.${one.measure}`) : "";
  switch (kind) {
    case "range":
      return t(`what.${side ?? "outside"}`, { measure });
    case "cumulative":
    case "trend":
      return t(`what.${kind}.${side ?? "outside"}`, { measure });
    case "state":
      return t(`what.state.${one.measure === "power" ? "power" : "door"}`);
    case "no-data":
      return measure ? t("what.noDataOf", { measure }) : ofDevice("what", silentOf(one), one, t);
    case "geofence":
      return t(`what.geofence.${one.crossing?.kind ?? "exit"}`, { geofence: one.crossing?.geofence ?? "" });
    case "blackout":
    case "retained":
    case "slow":
      return ofDevice("what", kind, one, t);
  }
}

/** The fault of a device itself, with its name if given. */
function ofDevice(
  group: "what" | "headline",
  key: string,
  { deviceName: device }: Pick<Told, "deviceName">,
  t: Translate,
  values: Record<string, string> = {},
): string {
  return device === undefined ? t(`${group}.${key}`, values) : t(`${group}.named.${key}`, { ...values, device });
}

const SILENT: readonly DeviceKind[] = ["gateway", "display", "relay"];

/** The text key of a silent device by its kind; every measuring device is a sensor. */
export const silentOf = ({ device }: Pick<Told, "device">): string =>
  SILENT.includes(device.kind) ? device.kind : "sensor";

/** A full sentence, `milliseconds` after the start: 'Above 8.0 °C for 42 min, peak 11.3 °C'. */
export function headlineOf(one: Told, milliseconds: number, t: Translate, place: Place): string {
  const { kind, exposure, forecast } = one;
  const { locale } = place;
  const duration = formatDuration(milliseconds, locale);
  const side = one.side ?? "outside";
  const limit = reading(limitOf(one), one, locale);
  switch (kind) {
    case "range":
      return t(`headline.${side}`, { limit, duration, peak: reading(one.peak, one, locale) });
    case "cumulative": {
      if (!exposure) return whatOf(one, t);
      const outside = t(`headline.cumulative.${side}`, { limit, ...exposureValues(exposure, locale) });
      if (exposure.allowedMinutes === null) return outside;
      return t("headline.cumulative.allowed", { outside, allowed: exposureText(exposure.allowedMinutes, locale) });
    }
    case "state":
      return t(`headline.state.${one.measure === "power" ? "power" : "door"}`, { duration });
    case "trend":
      if (!forecast) return whatOf(one, t);
      return t(`headline.trend.${side}`, { limit, ...forecastValues(forecast, place) });
    case "no-data":
      if (one.measure) return t("headline.noData", { duration });
      return ofDevice("headline", silentOf(one), one, t, { duration });
    case "geofence": {
      const { kind: crossing = "exit", geofence = "" } = one.crossing ?? {};
      return t(`headline.geofence.${crossing}`, { geofence, duration });
    }
    case "blackout":
    case "retained":
      return ofDevice("headline", kind, one, t, { duration });
    case "slow":
      return one.pace ? ofDevice("headline", kind, one, t, paceValues(one.pace, locale)) : whatOf(one, t);
  }
}

/** The figures in one line, for a list: '8.0 °C → 11.3 °C'; null if there are none. */
export function figuresOf(one: Told, place: Place): Phrase | null {
  const { kind, exposure, forecast } = one;
  const limit = reading(limitOf(one), one, place.locale);
  switch (kind) {
    case "range":
      return { key: "brief.range", values: { limit, peak: reading(one.peak, one, place.locale) } };
    case "cumulative": {
      if (!exposure) return null;
      const key = exposure.allowedMinutes === null ? "brief.cumulative" : "brief.cumulativeAllowed";
      return { key, values: exposureValues(exposure, place.locale) };
    }
    case "trend":
      return forecast && { key: "brief.trend", values: { limit, ...forecastValues(forecast, place) } };
    case "no-data":
    case "state":
    case "geofence":
    case "blackout":
    case "retained":
    case "slow":
      return null;
  }
}

/**
 * Whether an exception ended for lack of data. Late readings may change the end, so the instant in the context counts
 * only if it equals the end.
 */
export const isEndedSilent = ({ silentAt }: { silentAt?: number }, endedAt: Date | null): boolean =>
  endedAt !== null && silentAt === endedAt.getTime();

type Ended = Pick<Told, "kind" | "measure"> & { isEndedSilent?: boolean };

const switchedBack = ({ measure }: Ended) => (measure === "power" ? "powerBack" : "doorClosed");

const OVER: Record<ExceptionKind, (one: Ended) => string> = {
  range: () => "cleared",
  cumulative: () => "cumulativeOver",
  "no-data": () => "heardAgain",
  state: switchedBack,
  trend: () => "trendOver",
  geofence: () => "geofenceOver",
  blackout: switchedBack,
  retained: () => "retainedOver",
  slow: () => "slowOver",
};

/** The text key of how it ended: 'Back in range', 'Door closed'. */
export const overOf = (one: Ended): string => (one.isEndedSilent ? "endedSilent" : OVER[one.kind](one));

/** The limits in force at the time, if the kind shows them. */
export const shownLimits = ({ kind, minimum, maximum }: Pick<Told, "kind" | "minimum" | "maximum">) =>
  KINDS[kind].hasLimits ? { minimum, maximum } : { minimum: null, maximum: null };

type Context = { outsideMinutes?: number; windowMinutes?: number; allowedMinutes?: number } & {
  predictedAt?: number;
  predictedEarliest?: number;
  predictedLatest?: number;
} & { crossing?: CrossingKind; geofenceName?: string; longitude?: number; latitude?: number } & {
  paceSeconds?: number;
  agreedSeconds?: number;
};

/** The forecast, exposure, crossing or pace in an exception's context; null for those that it does not contain. */
export function factsOf(context: Context): Pick<Told, "exposure" | "forecast" | "crossing"> & { pace: Pace | null } {
  const { crossing, geofenceName: geofence = "", longitude = 0, latitude = 0 } = context;
  const { outsideMinutes, windowMinutes, allowedMinutes = null } = context;
  const { predictedAt, predictedEarliest = predictedAt, predictedLatest = predictedAt } = context;
  const { paceSeconds: seconds, agreedSeconds } = context;
  const text = (at: number) => new Date(at).toISOString();
  return {
    pace: seconds === undefined || agreedSeconds === undefined ? null : { seconds, agreedSeconds },
    crossing: crossing === undefined ? null : { kind: crossing, geofence, longitude, latitude },
    exposure:
      outsideMinutes === undefined || windowMinutes === undefined
        ? null
        : { outsideMinutes, windowMinutes, allowedMinutes },
    forecast:
      predictedAt === undefined || predictedEarliest === undefined || predictedLatest === undefined
        ? null
        : { at: text(predictedAt), earliest: text(predictedEarliest), latest: text(predictedLatest) },
  };
}
