import { useLocale, useTranslations } from "next-intl";
import { weekdayName } from "@/lib/datetime/weekday-name";
import type { CheckSchedule } from "../schedule.rules";
import type { FindingDto, TaskDto } from "../task.schema";

/** How the schedule, the places and what follows of a task are written. */
export function useTaskTexts() {
  const t = useTranslations("monitorTask");
  const tUnseen = useTranslations("common.unseen");
  const locale = useLocale();
  const list = (items: readonly string[]) => new Intl.ListFormat(locale, { style: "narrow" }).format(items);
  const day = ({ strategy, startOn, weekdays, dayOfMonth, time }: CheckSchedule): string => {
    if (strategy === "single") return t("schedule.single", { day: startOn ?? "", time });
    if (strategy === "daily") return t("schedule.daily", { time });
    if (strategy === "monthly")
      return dayOfMonth === 31
        ? t("schedule.lastDay", { time })
        : t("schedule.monthly", { day: dayOfMonth ?? 1, time });
    return t("schedule.weekly", { days: list(weekdays.map((one) => weekdayName(one, locale, "short"))), time });
  };
  const places = ({ isEverywhere, targets, hiddenTargets }: TaskDto): string => {
    if (isEverywhere) return t("everywhere");
    const hidden = hiddenTargets > 0 ? [t("hiddenPlaces", { count: hiddenTargets })] : [];
    return [...targets.map(({ name }) => name), ...hidden].join(", ") || t("nowhere");
  };
  return {
    schedule: day,
    /** The interval at which it repeats; null: once a day of the strategy. */
    interval: ({ intervalCount, intervalUnit, untilTime }: CheckSchedule): string | null => {
      if (intervalCount === null || intervalUnit === null) return null;
      const every = t(`interval.${intervalUnit}`, { count: intervalCount });
      return untilTime === null ? every : t("interval.until", { every, time: untilTime });
    },
    places,
    follows: ({ raisesException, noticeGroup, submitsOrder }: TaskDto): string[] => [
      ...(raisesException ? [t("follows.exception")] : []),
      ...(noticeGroup ? [t("follows.notice", { group: noticeGroup.name })] : []),
      ...(submitsOrder ? [t("follows.order")] : []),
    ],
    deviceName: ({ device }: Pick<FindingDto, "device">): string => device.name ?? tUnseen("device"),
  };
}
