import { useLocale } from "next-intl";
import { formatInstant, formatStamp } from "@/lib/datetime/format";

type InstantProps = { at: Date | number; now: Date | number; timeZone: string; className?: string };

/** An instant such as `today 14:05`, with the full time and its zone on hover. */
export function Instant({ at, now, timeZone, className }: InstantProps) {
  const locale = useLocale();
  const instant = new Date(at);
  return (
    <time
      dateTime={instant.toISOString()}
      title={formatStamp(instant, { timeZone })}
      className={className}
      // Server and browser may spell a month differently.
      suppressHydrationWarning
    >
      {formatInstant(instant, new Date(now), { locale, timeZone })}
    </time>
  );
}
