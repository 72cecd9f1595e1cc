"use client";

import { useLocale, useTranslations } from "next-intl";
import { toLocalInput } from "@/lib/datetime/zone";
import type { DutySpan } from "../duty.rules";

/** The most gaps that are listed; the rest is counted. */
const NAMED = 6;

/** Lists the gaps in which nobody is on duty. */
export function Gaps({ gaps, timeZone }: { gaps: readonly Pick<DutySpan, "from" | "to">[]; timeZone: string }) {
  const t = useTranslations("duty.gaps");
  const locale = useLocale();
  const day = new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short", timeZone });
  const clock = (at: number) => toLocalInput(new Date(at), timeZone).slice(11);
  const text = ({ from, to }: { from: number; to: number }) => {
    const [first, last] = [day.format(from), day.format(to)];
    return first === last ? `${first} ${clock(from)}–${clock(to)}` : `${first} ${clock(from)} – ${last} ${clock(to)}`;
  };
  return (
    <ul className="grid gap-x-6 tabular-nums sm:grid-cols-2 xl:grid-cols-3">
      {gaps.slice(0, NAMED).map((gap) => (
        <li key={gap.from} suppressHydrationWarning>
          {text(gap)}
        </li>
      ))}
      {gaps.length > NAMED && <li>{t("more", { count: gaps.length - NAMED })}</li>}
    </ul>
  );
}
