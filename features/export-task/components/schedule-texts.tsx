import { useLocale, useTranslations } from "next-intl";
import type { TaskKind } from "@/features/file/task-kind.rules";
import { weekdayName } from "@/lib/datetime/weekday-name";
import { dayKey } from "@/lib/datetime/zone";
import type { TaskDto } from "../task.schema";

/** How schedule, period and state of a task are written. */
export function useTaskTexts() {
  const t = useTranslations("exportTask");
  const locale = useLocale();
  const tKind = useTranslations("download.kind");
  return {
    kind: (kind: TaskKind) => (kind === "report" ? t("report") : tKind(kind)),
    schedule({
      frequency,
      weekdays,
      dayOfMonth,
      time,
    }: Pick<TaskDto, "frequency" | "weekdays" | "dayOfMonth" | "time">) {
      if (frequency === "daily") return t("schedule.daily", { time });
      if (frequency === "monthly")
        return dayOfMonth === 31
          ? t("schedule.lastDay", { time })
          : t("schedule.monthly", { day: dayOfMonth ?? 1, time });
      const days = weekdays.map((day) => weekdayName(day, locale, "short"));
      return t("schedule.weekly", { days: new Intl.ListFormat(locale, { style: "narrow" }).format(days), time });
    },
    period: ({ period, periodDays }: Pick<TaskDto, "period" | "periodDays">) =>
      period === "lastDays" ? t("period.lastDaysOf", { count: periodDays ?? 1 }) : t(`period.${period}`),
    /** The days of a range in a zone. */
    range(from: string | number, to: string | number, timeZone: string) {
      const first = dayKey(new Date(from), timeZone);
      const last = dayKey(new Date(new Date(to).getTime() - 1), timeZone);
      return first === last ? first : `${first} – ${last}`;
    },
  };
}
