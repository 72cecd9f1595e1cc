import { useLocale } from "next-intl";
import { formatStamp, formatTime } from "@/lib/datetime/format";
import { dayKey } from "@/lib/datetime/zone";

/** Time of a value to the second; date above time on a phone. */
export function ReadingTime({ at, timeZone }: { at: number; timeZone: string }) {
  const locale = useLocale();
  const instant = new Date(at);
  return (
    <time dateTime={instant.toISOString()} title={formatStamp(instant, { timeZone })}>
      <span className="max-sm:block max-sm:text-muted-foreground max-sm:text-xs">{dayKey(instant, timeZone)}</span>{" "}
      {formatTime(instant, { locale, timeZone }, true)}
    </time>
  );
}
