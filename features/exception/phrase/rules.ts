import type { ConditionKind, DeviceKind, Measure, Side } from "@/db/enums";
import { formatDuration, formatTime } from "@/lib/datetime/format";
import { formatReading } from "@/lib/units/format";
import { KINDS } from "../kind/rules";

/** Looks a text of the `exception` messages up and fills it. */
export type Translate = (key: string, values?: Record<string, string>) => string;

/** A text of the `exception` messages, for those that set a part of it in another type. */
export type Phrase = { key: string; values: Record<string, string> };

/** Minutes outside within a window, the most there were, and how many are allowed where that is known. */
export type Exposure = { outsideMinutes: number; windowMinutes: number; allowedMinutes: number | null };

/** When a limit is expected to be passed, and the bounds of that; ISO-8601. */
export type Forecast = { at: string; earliest: string; latest: string };

/** What an exception is told by. Values in canonical units. */
export type Told = {
  kind: ConditionKind;
  measure: Measure | null;
  side: Side | null;
  device: { kind: DeviceKind };
  minimum: number | null;
  maximum: number | null;
  peak: number | null;
  exposure: Exposure | null;
  forecast: Forecast | null;
};

type Place = { locale: string; timeZone: string };

const MINUTE_MS = 60_000;
/** Up to three days exposure is counted in hours, as guidelines give it: 24 h, not 1 d. */
const IN_HOURS_MINUTES = 72 * 60;

/** The limit that was passed, or is about to be. */
export const limitOf = ({ side, minimum, maximum }: Pick<Told, "side" | "minimum" | "maximum">): number | null =>
  side === "below" ? minimum : maximum;

/** A length of time outside: `10 h 20 min`, `24 h`, `30 d`. */
export const exposureText = (minutes: number, locale: string): string =>
  formatDuration(minutes * MINUTE_MS, locale, minutes <= IN_HOURS_MINUTES ? "h" : "d");

/** A value of the exception's measure with its unit. */
const reading = (value: number | null, { measure }: Pick<Told, "measure">, locale: string) =>
  formatReading(value, measure ?? "temperature", locale).text;

/** The lengths of time of an exposure as texts, for a sentence. */
export function exposureValues({ outsideMinutes, windowMinutes, allowedMinutes }: Exposure, locale: string) {
  const text = (minutes: number) => exposureText(minutes, locale);
  return {
    outside: text(outsideMinutes),
    window: text(windowMinutes),
    ...(allowedMinutes !== null && { allowed: text(allowedMinutes) }),
  };
}

/** The times of a forecast as texts, for a sentence. */
export function forecastValues({ at, earliest, latest }: Forecast, place: Place) {
  const text = (instant: string) => formatTime(new Date(instant), place);
  return { time: text(at), earliest: text(earliest), latest: text(latest) };
}

/** What went wrong, in a few words: 'Temperature above maximum', 'Door open'. */
export function whatOf(one: Pick<Told, "kind" | "measure" | "side" | "device">, t: Translate): string {
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
      if (measure) return t("what.noDataOf", { measure });
      return t(one.device.kind === "gateway" ? "what.gateway" : "what.noData");
  }
}

/** The whole of it in a sentence, `milliseconds` after it began: 'Above 8.0 °C for 42 min, peak 11.3 °C'. */
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
      return t(one.device.kind === "gateway" ? "headline.gateway" : "headline.noData", { duration });
  }
}

/** The figures in a line, for a list: '8.0 °C → 11.3 °C'; null where there are none to tell. */
export function figuresOf(one: Told, place: Place): Phrase | null {
  const { kind, exposure, forecast } = one;
  const limit = reading(limitOf(one), one, place.locale);
  if (kind === "range") return { key: "brief.range", values: { limit, peak: reading(one.peak, one, place.locale) } };
  if (kind === "cumulative" && exposure) {
    const key = exposure.allowedMinutes === null ? "brief.cumulative" : "brief.cumulativeAllowed";
    return { key, values: exposureValues(exposure, place.locale) };
  }
  if (kind === "trend" && forecast)
    return { key: "brief.trend", values: { limit, ...forecastValues(forecast, place) } };
  return null;
}

/** How it was over: 'Back in range', 'Door closed'. */
export function overOf({ kind, measure }: Pick<Told, "kind" | "measure">): string {
  if (kind === "no-data") return "heardAgain";
  if (kind === "state") return measure === "power" ? "powerBack" : "doorClosed";
  return kind === "range" ? "cleared" : `${kind}Over`;
}

/** The limits as they stood, where they belong to what is told. */
export const shownLimits = ({ kind, minimum, maximum }: Pick<Told, "kind" | "minimum" | "maximum">) =>
  KINDS[kind].hasLimits ? { minimum, maximum } : { minimum: null, maximum: null };

type Context = { outsideMinutes?: number; windowMinutes?: number; allowedMinutes?: number } & {
  predictedAt?: number;
  predictedEarliest?: number;
  predictedLatest?: number;
};

/** What was foreseen and what added up, out of an exception's context; null where it tells nothing of that. */
export function factsOf(context: Context): Pick<Told, "exposure" | "forecast"> {
  const { outsideMinutes, windowMinutes, allowedMinutes = null } = context;
  const { predictedAt, predictedEarliest = predictedAt, predictedLatest = predictedAt } = context;
  const text = (at: number) => new Date(at).toISOString();
  return {
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
