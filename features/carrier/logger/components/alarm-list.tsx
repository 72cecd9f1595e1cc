import { useLocale, useTranslations } from "next-intl";
import type { LoggerAlarm } from "@/features/telemetry/logger/schema";
import { formatDuration, formatStamp } from "@/lib/datetime/format";
import { formatReading } from "@/lib/units/format";

const MINUTE_MS = 60_000;
type AlarmListProps = { alarms: readonly LoggerAlarm[]; count: number; timeZone: string };

/** The last of the alarms that a logger recorded, on its own clock. */
export function AlarmList({ alarms, count, timeZone }: AlarmListProps) {
  const t = useTranslations("history.logger.check");
  if (alarms.length === 0) return null;
  return (
    <ul className="mt-1 space-y-1 text-sm">
      {alarms.map((alarm) => (
        <AlarmLine key={`${alarm.from} ${alarm.side} ${alarm.kind}`} alarm={alarm} timeZone={timeZone} />
      ))}
      {count > alarms.length && (
        <li className="text-muted-foreground">{t("more", { count: count - alarms.length })}</li>
      )}
    </ul>
  );
}

function AlarmLine({ alarm, timeZone }: { alarm: LoggerAlarm; timeZone: string }) {
  const t = useTranslations("history.logger.check");
  const locale = useLocale();
  const { kind, side, limit, from, to, alarmedAt, minutes } = alarm;
  const stamp = (at: number) => formatStamp(new Date(at), { timeZone });
  const outside = t(`alarm.${side}`, {
    limit: formatReading(limit, "temperature", locale).text,
    duration: formatDuration(minutes * MINUTE_MS, locale),
  });
  return (
    <li className="flex flex-wrap gap-x-2 tabular-nums">
      <span className="text-muted-foreground">{stamp(from).slice(0, kind === "day" ? 10 : 16)}</span>
      <span>
        {outside} ({t(`kind.${kind}`)})
      </span>
      <span className="text-muted-foreground">
        {t("alarmedAt", { time: stamp(alarmedAt).slice(kind === "day" ? 11 : 0, 16) })}
        {kind !== "day" && to === null && `, ${t("open")}`}
      </span>
    </li>
  );
}
