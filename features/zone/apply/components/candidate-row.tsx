"use client";

import { ArrowRight, Ban, Check } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { formatRange } from "@/lib/units/format-range";
import type { ZoneRowDto } from "../../schema";
import { outcomeOf } from "../rules";
import type { CandidateDto } from "../schema";

type CandidateRowProps = {
  zone: ZoneRowDto;
  candidate: CandidateDto;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** A carrier with what applying the range would change there, or why it cannot be. */
export function CandidateRow({ zone, candidate, isChosen, onChoose }: CandidateRowProps) {
  const t = useTranslations("zone.apply");
  const tType = useTranslations("carrier.type");
  const id = useId();
  const { name, type, sceneName, isMeasured } = candidate;
  const outcome = outcomeOf(candidate, zone.id);
  const isOpen = outcome === "first" || outcome === "replaced";
  return (
    <li className={cn("flex items-start gap-3 px-3 py-2", isOpen && "hover:bg-row-hover", isChosen && "bg-accent")}>
      <Checkbox
        id={id}
        className="mt-0.75"
        checked={isChosen || outcome === "same"}
        disabled={!isOpen}
        aria-describedby={`${id}-what`}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <div className="grid min-w-0 flex-1 gap-x-4 gap-y-0.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,13rem)]">
        <label htmlFor={id} className={cn("min-w-0", isOpen ? "cursor-pointer" : "text-muted-foreground")}>
          <span className="wrap-anywhere block font-medium">{name}</span>
          <span className="wrap-anywhere block text-muted-foreground text-xs">
            {tType(type)} · {sceneName}
          </span>
        </label>
        <div id={`${id}-what`} className="min-w-0 text-sm sm:text-right">
          <Outcome zone={zone} candidate={candidate} isChosen={isChosen} />
          {isOpen && !isMeasured && <p className="text-muted-foreground text-xs">{t("notMeasured")}</p>}
        </div>
      </div>
    </li>
  );
}

function Outcome({ zone, candidate, isChosen }: Omit<CandidateRowProps, "onChoose">) {
  const t = useTranslations("zone.apply");
  const locale = useLocale();
  const { current, refusal } = candidate;
  const outcome = outcomeOf(candidate, zone.id);
  const limitsOf = (limits: { minimum: number | null; maximum: number | null }) =>
    formatRange({ measure: zone.measure, minimum: limits.minimum, maximum: limits.maximum }, locale);
  if (outcome === "same")
    return (
      <p className="inline-flex items-center gap-1.5 text-muted-foreground">
        <Check aria-hidden="true" className="size-4 shrink-0 text-normal" />
        {t("same")}
      </p>
    );
  if (refusal !== null)
    return (
      <p className="inline-flex items-start gap-1.5 text-left text-muted-foreground text-xs">
        <Ban aria-hidden="true" className="mt-0.25 size-3.5 shrink-0" />
        {t(`refusal.${refusal}`)}
      </p>
    );
  const before = current ? limitsOf(current) : t("none");
  return (
    <>
      <p className="tabular-nums" title={current?.name}>
        <span className={cn(isChosen && "text-muted-foreground")}>{before}</span>
        {isChosen && (
          <span className="whitespace-nowrap font-medium">
            <ArrowRight aria-label={t("becomes")} className="mx-1 inline size-3.5 align-[-2px]" />
            {limitsOf(zone)}
          </span>
        )}
      </p>
      {current && !isChosen && <p className="truncate text-muted-foreground text-xs">{current.name}</p>}
    </>
  );
}
