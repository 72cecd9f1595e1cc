import { useLocale } from "next-intl";
import { formatStamp, formatTime } from "@/lib/datetime/format";
import { dayKey } from "@/lib/datetime/zone";

/** When a value was taken, to the second; day and time one below the other on a phone. */
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
