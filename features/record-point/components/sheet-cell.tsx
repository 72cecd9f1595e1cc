"use client";

import { CircleSlash, ClockAlert, MessageSquare, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { TONE_TEXT } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { formatReading } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import { sideOf } from "../sheet.rules";
import type { SheetValueDto } from "../sheet.schema";

/** A record as it stands in the form: its value, and a sign for whatever is not an ordinary value within range. */
export function ValueMark({ value }: { value: SheetValueDto }) {
  const t = useTranslations("record");
  const locale = useValueLocale();
  const side = sideOf(value);
  const icon = "size-3.5 shrink-0 print:size-3";
  return (
    <span className={cn("inline-flex items-center gap-1 tabular-nums", side && ["font-semibold", TONE_TEXT[side]])}>
      {value.state === "pending" && <span className="text-faint-foreground">·</span>}
      {value.state === "missed" && (
        <CircleSlash
          aria-hidden="true"
          className={cn(icon, value.comment ? "text-muted-foreground" : "text-warning")}
        />
      )}
      {value.value !== null && formatReading(value.value, value.measure, locale).number}
      {side && (
        <>
          <ToneIcon tone={side} className={icon} />
          <span className="sr-only">{t(`side.${side}`)}</span>
        </>
      )}
      {value.state === "entered" && <Pencil aria-hidden="true" className={cn(icon, "text-foreground")} />}
      {value.comment && <MessageSquare aria-hidden="true" className={cn(icon, "text-muted-foreground")} />}
      {value.newerAt && <ClockAlert aria-hidden="true" className={cn(icon, "text-warning")} />}
    </span>
  );
}

/** What the signs of a form mean. */
export function Legend() {
  const t = useTranslations("record");
  const icon = "size-3.5 shrink-0";
  const entries = [
    [<ToneIcon key="above" tone="above" className={cn(icon, "text-above")} />, t("side.above")],
    [<ToneIcon key="below" tone="below" className={cn(icon, "text-below")} />, t("side.below")],
    [<CircleSlash key="missed" aria-hidden="true" className={icon} />, t("state.missed")],
    [<Pencil key="entered" aria-hidden="true" className={icon} />, t("state.entered")],
    [<MessageSquare key="comment" aria-hidden="true" className={icon} />, t("cell.comment")],
    [<ClockAlert key="newer" aria-hidden="true" className={icon} />, t("newer")],
  ] as const;
  return (
    <ul aria-label={t("sheet.legend")} className="flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground text-xs">
      {entries.map(([sign, text]) => (
        <li key={text} className="inline-flex items-center gap-1.5">
          {sign}
          {text}
        </li>
      ))}
    </ul>
  );
}
