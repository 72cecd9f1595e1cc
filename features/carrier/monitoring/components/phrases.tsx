import { useLocale, useTranslations } from "next-intl";
import { TONES, type Tone } from "@/components/ui/tone";
import type { Measure, Side } from "@/db/enums";
import { formatDuration } from "@/lib/datetime/format";
import { formatNumber, formatReading, unitOf } from "@/lib/units/format";
import { isMonitored, type MonitorStatus, pointStatus, type Remark, remarksOf, valueState } from "../rules";
import type { MonitoringPointDto, MonitoringProbeDto } from "../schema";

/** Why a point needs looking at: the words, their colour, and the exception behind them. */
export type Reason = { key: string; tone: Tone; text: string; exceptionId?: number };

const MINUTE_MS = 60_000;

const STATUS_TONE: Record<MonitorStatus, Tone> = {
  abnormal: "warning",
  offline: "offline",
  unknown: "offline",
  normal: "normal",
  stopped: "paused",
};

const REMARK_TONE: Record<Remark, Tone> = {
  powerLost: "critical",
  doorOpen: "warning",
  gatewayOffline: "offline",
  batteryLow: "warning",
  signalWeak: "warning",
};

/** The tone of a value's state; none for what is in order or not known. */
export function toneOfValue(probe: MonitoringProbeDto, now: number): Tone | undefined {
  const state = valueState(probe, now);
  return TONES.find((tone) => tone === state && tone !== "normal");
}

/** The colour of a point: red for a critical alarm, else the side of its first excursion, else its state's own. */
export function toneOfPoint(point: MonitoringPointDto, now: number): Tone {
  const status = pointStatus(point, now);
  if (status !== "abnormal") return STATUS_TONE[status];
  if (point.worstExcursion === "critical") return "critical";
  const sides = point.probes.map((probe) => sideOf(probe, now));
  return sides.find((side) => side !== null) ?? STATUS_TONE.abnormal;
}

/** The side on which a probe is out of range, by its open alarm or else by its value. */
function sideOf(probe: MonitoringProbeDto, now: number): Side | null {
  if (probe.excursion?.side) return probe.excursion.side;
  const state = valueState(probe, now);
  return isMonitored(probe.measure) && (state === "above" || state === "below") ? state : null;
}

function worst(reasons: Reason[]): Reason[] {
  const outside = reasons.filter(({ tone }) => tone !== "offline");
  return outside.length > 0 ? outside : reasons;
}

/** The sentences in which a point's state is told. */
export function usePhrases() {
  const t = useTranslations("monitoring");
  const tMeasure = useTranslations("carrier.measure");
  const locale = useLocale();
  // A list is no stop-watch: from a minute on, seconds only flicker.
  const lasting = (span: number) => formatDuration(span < MINUTE_MS ? span : span - (span % MINUTE_MS), locale);
  const number = (value: number) => formatNumber(value, locale, 0, 2);

  const reasonOf = (probe: MonitoringProbeDto, now: number): Reason[] => {
    const { id, measure, excursion } = probe;
    if (!isMonitored(measure)) return [];
    const side = sideOf(probe, now);
    if (side) {
      const bound = excursion ?? probe;
      const limit = formatReading(side === "above" ? bound.maximum : bound.minimum, measure, locale).text;
      const duration = excursion && lasting(now - excursion.startedAt);
      const text = duration
        ? t(`reason.${side}For`, { measure: tMeasure(measure), limit, duration })
        : t(`reason.${side}`, { measure: tMeasure(measure), limit });
      return [{ key: `${id}`, tone: side, text, exceptionId: excursion?.exceptionId }];
    }
    if (probe.at === null || valueState(probe, now) !== "stale") return [];
    const text = t("reason.stale", { measure: tMeasure(measure), duration: lasting(now - probe.at) });
    return [{ key: `${id}`, tone: "offline", text }];
  };

  return {
    /** What is wrong with the values; where one is out of range, it matters less that another is old. */
    reasons: (point: MonitoringPointDto, now: number): Reason[] =>
      worst(point.probes.flatMap((probe) => reasonOf(probe, now))),
    /** What should be known about the devices. */
    remarks: (point: MonitoringPointDto, now: number): Reason[] =>
      remarksOf(point, now).map((remark) => ({ key: remark, tone: REMARK_TONE[remark], text: t(`remark.${remark}`) })),
    /** '2 – 8', '≤ 8', '≥ 2'; empty without limits. The unit stands with the value. */
    limits({ minimum, maximum }: Pick<MonitoringProbeDto, "minimum" | "maximum">): string {
      if (minimum !== null && maximum !== null) return `${number(minimum)} – ${number(maximum)}`;
      if (maximum !== null) return `≤ ${number(maximum)}`;
      return minimum === null ? "" : `≥ ${number(minimum)}`;
    },
    reading: (value: number | null, measure: Measure) => ({
      ...formatReading(value, measure, locale),
      symbol: unitOf(measure),
    }),
  };
}
