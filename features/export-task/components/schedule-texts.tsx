import { useLocale, useTranslations } from "next-intl";
import type { TaskKind } from "@/features/file/task-kind.rules";
import { dayKey } from "@/lib/datetime/zone";
import { type Periodic, periodText, type Scheduled, scheduleText } from "../text.rules";

/** How schedule, period and state of a task are written. */
export function useTaskTexts() {
  const t = useTranslations("exportTask");
  const locale = useLocale();
  const tKind = useTranslations("download.kind");
  return {
    kind: (kind: TaskKind) => (kind === "report" ? t("report") : tKind(kind)),
    schedule: (task: Scheduled) => scheduleText(t, locale, task),
    period: (task: Periodic) => periodText(t, task),
    /** The days of a range in a zone. */
    range(from: string | number, to: string | number, timeZone: string) {
      const first = dayKey(new Date(from), timeZone);
      const last = dayKey(new Date(new Date(to).getTime() - 1), timeZone);
      return first === last ? first : `${first} – ${last}`;
    },
  };
}
