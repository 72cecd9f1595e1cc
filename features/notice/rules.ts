import type { ConditionKind, Measure, NoticeChannel, Severity, Side } from "@/db/enums";
import { formatStamp } from "@/lib/datetime/format";
import { formatReading } from "@/lib/units/format";

export type Due = {
  channel: NoticeChannel;
  isFollowUp: boolean;
  isAcknowledged: boolean;
  isEnded: boolean;
  isWithdrawn: boolean;
};

/**
 * Whether a planned notice still goes out. The first message always does, unless late readings withdrew the exception:
 * that it is over is part of the news. Repeats and escalations stop once somebody acknowledged or it is over.
 */
export function isStillDue({ isFollowUp, isAcknowledged, isEnded, isWithdrawn }: Due): boolean {
  if (isWithdrawn) return false;
  return !isFollowUp || !(isAcknowledged || isEnded);
}

/** What a message tells of an exception. Values in canonical units, times in epoch milliseconds. */
export type AlarmFacts = {
  carrierName: string;
  deviceName: string;
  customerName: string;
  timeZone: string;
  kind: ConditionKind;
  measure: Measure | null;
  side: Side | null;
  severity: Severity;
  minimum: number | null;
  maximum: number | null;
  peak: number | null;
  startedAt: number;
  endedAt: number | null;
};

/** Looks a text of the `notice` messages up and fills it. */
export type Translate = (key: string, values?: Record<string, string>) => string;

/** The limit that was crossed; null where there is none. */
export const limitOf = ({ side, minimum, maximum }: Pick<AlarmFacts, "side" | "minimum" | "maximum">): number | null =>
  side === "above" ? maximum : side === "below" ? minimum : null;

/** Subject and lines of an alarm message in the reader's language, times in the customer's zone. */
export function composeAlarm(facts: AlarmFacts, t: Translate, locale: string): { subject: string; lines: string[] } {
  const stamp = (at: number) => formatStamp(new Date(at), { timeZone: facts.timeZone });
  const severity = t(`severity.${facts.severity}`);
  const what = t(facts.kind === "range" && facts.side ? `what.${facts.side}` : "what.noData", {
    measure: facts.measure ? t(`measure.${facts.measure}`) : facts.deviceName,
  });
  const inUnit = (value: number | null) => (facts.measure ? formatReading(value, facts.measure, locale).text : "");
  const lines = [
    t("line.place", { carrier: facts.carrierName, customer: facts.customerName }),
    t("line.device", { device: facts.deviceName }),
    t("line.since", { time: stamp(facts.startedAt) }),
  ];
  const limit = limitOf(facts);
  if (facts.peak !== null && limit !== null)
    lines.push(t("line.peak", { peak: inUnit(facts.peak), limit: inUnit(limit) }));
  if (facts.endedAt !== null) lines.push(t("line.ended", { time: stamp(facts.endedAt) }));
  return {
    subject: t("subject", { severity, carrier: facts.carrierName, what }),
    lines: [`${severity}: ${what}`, ...lines],
  };
}
