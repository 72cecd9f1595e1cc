import { useTranslations } from "next-intl";
import type { LoggerAlarm } from "@/db/enums";
import { formatDuration, formatStamp } from "@/lib/datetime/format";
import { formatReading } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import { alarmGroups } from "../logger.rules";

const MINUTE_MS = 60_000;
/** Longer lists scroll. */
const SHOWN_AT_ONCE = 6;

type AlarmListProps = { alarms: readonly LoggerAlarm[]; timeZone: string };

/** Every alarm recorded by a logger, in the logger's time: the count per limit, then the list. */
export function AlarmList({ alarms, timeZone }: AlarmListProps) {
  const t = useTranslations("history.logger.check");
  const locale = useValueLocale();
  if (alarms.length === 0) return null;
  return (
    <div className="mt-1 space-y-1 text-sm">
      <p className="text-muted-foreground">
        {alarmGroups(alarms)
          .map(({ side, limit, count }) =>
            t(`group.${side}`, { limit: formatReading(limit, "temperature", locale).text, count }),
          )
          .join(" · ")}
      </p>
      <ul
        aria-label={t("alarmList")}
        // Scrollable regions must be focusable by keyboard.
        {...(alarms.length > SHOWN_AT_ONCE && { tabIndex: 0 })}
        className="max-h-72 space-y-1 overflow-y-auto rounded-md border px-3 py-2"
      >
        {alarms.map((alarm) => (
          <AlarmLine
            key={`${alarm.from} ${alarm.alarmedAt} ${alarm.side} ${alarm.kind} ${alarm.limit}`}
            alarm={alarm}
            timeZone={timeZone}
          />
        ))}
      </ul>
    </div>
  );
}

function AlarmLine({ alarm, timeZone }: { alarm: LoggerAlarm; timeZone: string }) {
  const t = useTranslations("history.logger.check");
  const locale = useValueLocale();
  const { kind, side, limit, from, to, alarmedAt, minutes, peak, peakAt, isConfirmed } = alarm;
  const stamp = (at: number) => formatStamp(new Date(at), { timeZone });
  const degrees = (value: number | null) => formatReading(value, "temperature", locale).text;
  const outside = t(`alarm.${side}`, { limit: degrees(limit), duration: formatDuration(minutes * MINUTE_MS, locale) });
  return (
    <li className="flex flex-wrap gap-x-2 tabular-nums">
      <span className="text-muted-foreground">{stamp(from).slice(0, kind === "day" ? 10 : 16)}</span>
      <span>
        {outside} ({t(`kind.${kind}`)})
      </span>
      <span className="text-muted-foreground">
        {t("alarmedAt", { time: stamp(alarmedAt).slice(kind === "day" ? 11 : 0, 16) })}
        {kind !== "day" && (to === null ? `, ${t("open")}` : `, ${t("endedAt", { time: stamp(to).slice(0, 16) })}`)}
        {peak !== undefined &&
          `, ${t(`peak.${side}`, { value: degrees(peak), time: peakAt ? stamp(peakAt).slice(0, 16) : "" })}`}
        {isConfirmed !== undefined && `, ${t(isConfirmed ? "confirmed" : "unconfirmed")}`}
      </span>
    </li>
  );
}
