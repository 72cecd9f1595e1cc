import { formatDuration } from "@/lib/datetime/format";
import { weekdayName } from "@/lib/datetime/weekday-name";
import { formatDifference, formatReading } from "@/lib/units/format";
import type { Calendar } from "../condition/calendar.rules";
import type { ConditionDto } from "../condition/condition.schema";
import type { PlanRowDto } from "./trigger.schema";

type Told = Omit<ConditionDto, "id">;

/** Consecutive days as first and last: 1 2 3 6 gives 1–3, 6–6. */
function spansOf(days: readonly number[]): (readonly [number, number])[] {
  const spans: [number, number][] = [];
  for (const day of days) {
    const last = spans.at(-1);
    if (last && last[1] === day - 1) last[1] = day;
    else spans.push([day, day]);
  }
  return spans;
}

type Text = (key: string, values?: Record<string, string | number>) => string;
/** The messages `trigger.says`, `carrier.measure` and `trigger.severity`. */
type Texts = { t: Text; tMeasure: Text; tSeverity: Text };

/** Conditions, calendars and plans as sentences. */
export function triggerWords({ t, tMeasure, tSeverity }: Texts, locale: string) {
  const weekday = (day: number) => weekdayName(day, locale, "short");
  const lasting = (seconds: number | null) => formatDuration((seconds ?? 0) * 1000, locale).replaceAll(" ", "\u00a0");
  const minutes = (value: number | null) => lasting((value ?? 0) * 60);

  const limitsOf = ({ measure, minimum, maximum }: Told) => {
    const text = (value: number) =>
      formatReading(value, measure ?? "temperature", locale).text.replaceAll(" ", "\u00a0");
    if (minimum === null && maximum === null) return t("limits.carrier");
    if (minimum === null) return t("limits.above", { maximum: text(maximum as number) });
    if (maximum === null) return t("limits.below", { minimum: text(minimum) });
    return t("limits.outside", { minimum: text(minimum), maximum: text(maximum) });
  };
  /** What must be met. */
  const condition = (one: Told): string => {
    const measure = one.measure === null ? "" : tMeasure(one.measure);
    const limits = limitsOf(one);
    switch (one.kind) {
      case "range":
        return t("range", { measure, limits });
      case "cumulative":
        return t("cumulative", {
          measure,
          limits,
          outside: minutes(one.outsideMinutes),
          window: minutes(one.windowMinutes),
        });
      case "no-data":
        return t("noData", { measure });
      case "state": {
        const state = one.measure === "power" ? "power" : "door";
        return one.delaySeconds === 0 ? t(`${state}AtOnce`) : t(state, { duration: lasting(one.delaySeconds) });
      }
      case "trend":
        return t("trend", { measure, limits, horizon: minutes(one.horizonMinutes) });
      case "geofence": {
        const { geofenceName: geofence, delaySeconds } = one;
        const key = `geofence.${one.crossing ?? "exit"}${geofence === null ? "Any" : ""}`;
        const what = t(key, { geofence: geofence ?? "" });
        return delaySeconds === 0 ? what : t("geofence.lasting", { what, duration: lasting(delaySeconds) });
      }
    }
  };
  /** Delays and when it ends; empty if there is nothing to add. */
  const notes = (one: Told): string[] => {
    const rises = (one.severitySteps ?? []).map(({ afterMinutes, severity }) =>
      t("rise", { severity: tSeverity(severity), duration: minutes(afterMinutes) }),
    );
    if (one.kind !== "range") return rises;
    const { delaySeconds, delayMode, doorDelaySeconds, deadBand, measure } = one;
    return [
      delaySeconds === 0 ? t("delay.none") : t(`delay.${delayMode}`, { duration: lasting(delaySeconds) }),
      doorDelaySeconds > 0 && t("doorDelay", { duration: lasting(doorDelaySeconds) }),
      deadBand > 0 && t("deadBand", { value: formatDifference(deadBand, measure ?? "temperature", locale).text }),
      ...rises,
    ].filter((note) => note !== false);
  };
  const calendar = (value: Calendar | null): string => {
    if (value === null) return t("always");
    const names = spansOf(value.days).map(([first, last]) => {
      const [from, to] = [weekday(first), weekday(last)];
      return first === last ? from : t("days", { from, to });
    });
    const days = value.days.length === 7 ? t("everyDay") : names.join(t("and"));
    const isWhole = ({ from, to }: { from: string; to: string }) => from === "00:00" && ["00:00", "24:00"].includes(to);
    // A word joiner prevents a line break between the two times.
    const hours = value.windows.map((one) => (isWhole(one) ? t("allDay") : `${one.from}\u2060–\u2060${one.to}`));
    return t("calendar", { days, hours: hours.join(t("and")) });
  };
  const channels = (values: PlanRowDto["channels"]) => values.map((one) => t(`channel.${one}`)).join(" · ");
  /** Who is notified by a row; without a group, logged-in users. */
  const told = ({ groupName, level, isOnDuty }: Pick<PlanRowDto, "groupName" | "level" | "isOnDuty">) => {
    if (groupName === null) return t("console");
    return isOnDuty ? t("onDuty", { group: groupName }) : t("group", { group: groupName, level });
  };
  const after = (afterMinutes: number) =>
    afterMinutes === 0 ? t("atOnce") : t("after", { duration: minutes(afterMinutes) });
  return { condition, notes, calendar, channels, told, after, weekday };
}
