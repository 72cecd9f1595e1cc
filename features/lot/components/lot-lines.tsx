import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { formatDate } from "@/lib/datetime/format";
import type { LotRowDto } from "../lot.schema";
import { LotLink } from "./columns";
import { OutcomeBadge } from "./outcome-badge";

type LinesProps<L extends LotRowDto> = {
  lots: readonly L[];
  timeZone: string;
  now: number;
  /** A further line for each lot. */
  note?: (lot: L) => ReactNode;
};

/** Lots in short, each with the answer to whether it may be used. */
export function LotLines<L extends LotRowDto>({ lots, timeZone, now, note }: LinesProps<L>) {
  const t = useTranslations("lot");
  const locale = useLocale();
  return (
    <ul className="flex flex-col divide-y divide-border">
      {lots.map((lot) => (
        <li key={lot.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-2.5 text-sm">
          <span className="min-w-0 flex-1 basis-48">
            <span className="block break-words">
              {lot.productName} · <LotLink lot={lot} />
            </span>
            <span className="block text-muted-foreground text-xs tabular-nums">
              {lot.expiresOn !== null &&
                t("detail.expires", { date: formatDate(lot.expiresOn, new Date(now), { locale, timeZone }) })}
              {note?.(lot)}
            </span>
          </span>
          <OutcomeBadge outcome={lot.outcome} />
        </li>
      ))}
    </ul>
  );
}
