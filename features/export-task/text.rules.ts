import { weekdayName } from "@/lib/datetime/weekday-name";
import type { TaskDto } from "./task.schema";

type Text = (key: string, values?: Record<string, string | number>) => string;
export type Scheduled = Pick<TaskDto, "frequency" | "weekdays" | "dayOfMonth" | "time">;
export type Periodic = Pick<TaskDto, "period" | "periodDays">;

/** When a task runs; `t` has the messages `exportTask`. */
export function scheduleText(t: Text, locale: string, { frequency, weekdays, dayOfMonth, time }: Scheduled): string {
  if (frequency === "daily") return t("schedule.daily", { time });
  if (frequency === "monthly")
    return dayOfMonth === 31 ? t("schedule.lastDay", { time }) : t("schedule.monthly", { day: dayOfMonth ?? 1, time });
  const days = weekdays.map((day) => weekdayName(day, locale, "short"));
  return t("schedule.weekly", { days: new Intl.ListFormat(locale, { style: "narrow" }).format(days), time });
}

/** The period that its files are of; `t` has the messages `exportTask`. */
export const periodText = (t: Text, { period, periodDays }: Periodic): string =>
  period === "lastDays" ? t("period.lastDaysOf", { count: periodDays ?? 1 }) : t(`period.${period}`);
