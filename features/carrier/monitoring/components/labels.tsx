"use client";

import { useTranslations } from "next-intl";
import { createContext, useContext, useMemo } from "react";
import type { Tone } from "@/components/value/tone";
import type { CarrierStatus, CarrierType, Measure, Side } from "@/db/enums";
import { toneOf } from "@/features/exception/kind.rules";
import { exposureText } from "@/features/exception/phrase.rules";
import { unconfirmedText } from "@/features/telemetry/live/reading.rules";
import { formatDate, formatDuration, formatInstant } from "@/lib/datetime/format";
import { dayKey } from "@/lib/datetime/zone";
import { grouped } from "@/lib/grouped";
import { formatReading, unitOf } from "@/lib/units/format";
import { formatLimit } from "@/lib/units/format-range";
import { useValueLocales } from "@/lib/units/units-context";
import type { ValueLocale } from "@/lib/units/value-locale";
import type { SwitchPosition } from "../../alarm-switch/rules";
import { isMonitored, isStopped, type Remark, remarksOf, valueState } from "../monitoring.rules";
import type {
  MonitoringPointDto,
  MonitoringProbeDto,
  ShownExcursion,
  ShownPoint,
  ShownProbe,
} from "../monitoring.schema";
import type { MonitorStatus } from "../point-state.rules";
import { sideOf } from "./tones";

/** Why a point needs attention: text, tone, and the exception, if any. */
export type Reason = { key: string; tone: Tone; text: string } & Exception;
/** The exception behind a reason, as its excursion names it. */
type Exception = Pick<ShownExcursion, "exceptionId" | "exceptionPlace">;
const exceptionOf = ({ exceptionId, exceptionPlace }: Exception): Exception => ({
  ...(exceptionId !== undefined && { exceptionId }),
  ...(exceptionPlace !== undefined && { exceptionPlace }),
});

const MINUTE_MS = 60_000;
/** Maximum characters of a silence's reason; the carrier's page shows all of it. */
const SHOWN_REASON = 40;

/** Measures for which devices are calibrated against a reference. */
const COMPARED: ReadonlySet<Measure> = new Set(["temperature", "humidity", "co2", "gas"]);

const REMARK_TONE: Record<Remark, Tone> = {
  powerLost: "critical",
  doorOpen: "warning",
  gatewayOffline: "offline",
  batteryLow: "warning",
  signalWeak: "warning",
};

type Switched = Pick<MonitoringPointDto, "name" | "pausedUntil" | "carrierStatus">;

/** The labels of the list, created once for all cells: hundreds of translators would dominate the render time. */
export function useNewLabels(timeZone: string) {
  const t = useTranslations("monitoring");
  const tCarrier = useTranslations("carrier");
  const tState = useTranslations("common.state");
  const tTable = useTranslations("common.table");
  const localeOf = useValueLocales();
  return useMemo(() => {
    const made = new Map<ValueLocale, Labels>();
    const labelsIn = (locale: ValueLocale): Labels => {
      const known = made.get(locale);
      if (known) return known;
      const labels = labelsFor(locale, { timeZone, t, tCarrier, tState, tTable });
      made.set(locale, labels);
      return labels;
    };
    return {
      ...labelsIn(localeOf()),
      /** The labels for the carriers of one customer, in its unit; undefined: in the page's. */
      of: (customerId?: number): Labels => labelsIn(localeOf(customerId)),
    };
  }, [localeOf, timeZone, t, tCarrier, tState, tTable]);
}

type Texts = {
  timeZone: string;
  t: ReturnType<typeof useTranslations<"monitoring">>;
  tCarrier: ReturnType<typeof useTranslations<"carrier">>;
  tState: ReturnType<typeof useTranslations<"common.state">>;
  tTable: ReturnType<typeof useTranslations<"common.table">>;
};
export type Labels = ReturnType<typeof labelsFor>;

function labelsFor(locale: ValueLocale, { timeZone, t, tCarrier, tState, tTable }: Texts) {
  // Keeps numbers and their units on one line.
  const together = (text: string) => text.replaceAll(" ", "\u00a0");
  // Seconds are dropped from one minute on, because they only flicker in a list.
  const lasting = (span: number) =>
    together(formatDuration(span < MINUTE_MS ? span : span - (span % MINUTE_MS), locale));
  const list = new Intl.ListFormat(locale, { style: "short" });
  const measureName = (measure: Measure) => tCarrier(`measure.${measure}`);

  const lastingText = (
    excursion: ShownExcursion,
    side: Side,
    words: { measure: string; limit: string },
    now: number,
  ) => {
    const { kind, outsideMinutes, windowMinutes, startedAt } = excursion;
    if (kind !== "cumulative" || outsideMinutes === null || windowMinutes === null)
      return t(`reason.${side}For`, { ...words, duration: lasting(now - startedAt) });
    const text = (minutes: number) => together(exposureText(minutes, locale));
    return t(`reason.cumulative.${side}`, { ...words, outside: text(outsideMinutes), window: text(windowMinutes) });
  };

  const reasonOf = (probe: ShownProbe, place: number, now: number): Reason[] => {
    const { measure, excursion } = probe;
    if (excursion?.kind === "state") {
      const text = t(`reason.state.${measure === "power" ? measure : "door"}`, {
        duration: lasting(now - excursion.startedAt),
      });
      return [{ key: `${place}`, tone: toneOf({ ...excursion, measure }), text, ...exceptionOf(excursion) }];
    }
    if (!isMonitored(measure)) return [];
    const side = sideOf(probe, now);
    if (side) {
      const bound = excursion ?? probe;
      const limit = together(formatReading(side === "above" ? bound.maximum : bound.minimum, measure, locale).text);
      const words = { measure: measureName(measure), limit };
      const text = excursion ? lastingText(excursion, side, words, now) : t(`reason.${side}`, words);
      return [{ key: `${place}`, tone: side, text, ...(excursion && exceptionOf(excursion)) }];
    }
    return [];
  };

  /** Probes that fell silent together, as those of one device do, are reported in one line. */
  const silentOf = ({ probes }: ShownPoint, now: number): Reason[] => {
    const silent = probes.flatMap((probe) =>
      probe.at !== null && isMonitored(probe.measure) && valueState(probe, now) === "stale"
        ? [{ ...probe, duration: lasting(now - probe.at) }]
        : [],
    );
    return [...grouped(silent, ({ duration }) => duration)].map(([duration, ones]) => {
      const measure = list.format(new Set(ones.map(({ measure }) => measureName(measure))));
      return { key: `silent ${duration}`, tone: "offline", text: t("reason.stale", { measure, duration }) };
    });
  };

  /** A silence that expires while the page is open is no longer shown. */
  const silenceOf = ({ silence }: MonitoringPointDto, now: number): Reason[] => {
    if (!silence || silence.until <= now) return [];
    const { reason } = silence;
    const until = together(formatInstant(new Date(silence.until), new Date(now), { locale, timeZone }));
    const short = reason.length > SHOWN_REASON ? `${reason.slice(0, SHOWN_REASON)}…` : reason;
    return [{ key: "silenced", tone: "paused", text: t("silenced", { until, reason: short }) }];
  };

  return {
    locale,
    measure: measureName,
    type: (type: CarrierType) => tCarrier(`type.${type}`),
    carrierStatus: (status: CarrierStatus) => tCarrier(`status.${status}`),
    status: (status: MonitorStatus) => t(`status.${status}`),
    state: (tone: Tone) => tState(tone),
    select: (name: string) => tTable("selectRow", { name }),
    door: (isOpen: boolean) => t(isOpen ? "switch.door.on" : "switch.door.off"),
    power: (isOn: boolean) => t(isOn ? "switch.power.on" : "switch.power.off"),
    reading: (value: number | null, measure: Measure) => ({
      number: formatReading(value, measure, locale).number,
      unit: value === null ? undefined : unitOf(measure, locale),
    }),
    /** '2 to 8', '≤ 8', '≥ 2'; empty without limits. The unit is shown with the value. */
    limits({ measure, minimum, maximum }: Pick<MonitoringProbeDto, "measure" | "minimum" | "maximum">): string {
      const number = (value: number) => formatLimit(value, measure, locale);
      if (minimum !== null && maximum !== null) {
        return t("limits", { minimum: number(minimum), maximum: number(maximum) });
      }
      if (maximum !== null) return `≤ ${number(maximum)}`;
      return minimum === null ? "" : `≥ ${number(minimum)}`;
    },
    /** What is wrong with the values. If one is out of range, stale values are not reported. */
    reasons(point: ShownPoint, now: number): Reason[] {
      const outside = point.probes.flatMap((probe, place) => reasonOf(probe, place, now));
      return outside.length > 0 ? outside : silentOf(point, now);
    },
    /** Which values are stale, and since when. */
    silent: silentOf,
    /** Remarks about the devices, and whether alarms are suppressed. */
    remarks: (point: MonitoringPointDto, now: number): Reason[] => [
      ...silenceOf(point, now),
      ...remarksOf(point, now).map((remark) => ({
        key: remark,
        tone: REMARK_TONE[remark],
        text: t(`remark.${remark}`),
      })),
    ],
    /** A newer value that is unconfirmed because of a jump, with its unit. */
    unconfirmed: (probe: ShownProbe) => unconfirmedText(probe, locale),
    /** The note for a device whose calibration has expired; null while it is valid, or without a calibration. */
    expired: ({ calibrationDueOn, measure }: MonitoringProbeDto, now: number): string | null =>
      calibrationDueOn && COMPARED.has(measure) && calibrationDueOn < dayKey(new Date(now), timeZone)
        ? t("calibrationExpired", { day: formatDate(calibrationDueOn, new Date(now), { locale, timeZone }) })
        : null,
    /** The alarm switch position: as a word, in full, and as the accessible name of the button that changes it. */
    alarm({ name, pausedUntil, carrierStatus }: Switched, position: SwitchPosition, now: number) {
      const until = pausedUntil && formatInstant(new Date(pausedUntil), new Date(now), { locale, timeZone });
      const state =
        position === "paused" && until
          ? tCarrier("alarm.pausedUntil", { until })
          : tCarrier(`alarm.position.${position}`);
      const text = isStopped(carrierStatus) ? tCarrier("alarm.outOfService", { state }) : state;
      return {
        short: tCarrier(`alarm.short.${position}`),
        text,
        action: tCarrier("alarm.open", { name, state: text }),
      };
    },
    history: (name: string) => ({ text: t("action.history"), label: t("action.historyOf", { name }) }),
    exceptions: (name: string, count: number) => ({
      text: t("action.exceptions", { count }),
      label: t("action.exceptionsOf", { name, count }),
    }),
  };
}

export const LabelsContext = createContext<ReturnType<typeof useNewLabels> | null>(null);

/** The labels of the surrounding list. */
export function useLabels() {
  const labels = useContext(LabelsContext);
  if (!labels) throw new Error("a cell outside of its list");
  return labels;
}
