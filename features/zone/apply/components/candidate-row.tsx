"use client";

import { ArrowRight, Ban, Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { CarrierRow } from "@/components/carrier-choice/carrier-row";
import { cn } from "@/components/ui/cn";
import { formatRange } from "@/lib/units/format-range";
import { useValueLocale } from "@/lib/units/units-context";
import type { ZoneRowDto } from "../../zone.schema";
import { outcomeOf } from "../rules";
import type { CandidateDto } from "../schema";

type CandidateRowProps = {
  zone: ZoneRowDto;
  candidate: CandidateDto;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** A carrier with the effect of applying the range, or the reason why it cannot be applied. */
export function CandidateRow({ zone, candidate, isChosen, onChoose }: CandidateRowProps) {
  const t = useTranslations("zone.apply");
  const outcome = outcomeOf(candidate, zone.id);
  const isOpen = outcome === "first" || outcome === "replaced";
  return (
    <CarrierRow
      carrier={candidate}
      isTicked={isChosen || outcome === "same"}
      isChosen={isChosen}
      isOpen={isOpen}
      onChoose={onChoose}
    >
      <Outcome zone={zone} candidate={candidate} isChosen={isChosen} />
      {isOpen && !candidate.isMeasured && <p className="text-muted-foreground text-xs">{t("notMeasured")}</p>}
    </CarrierRow>
  );
}

function Outcome({ zone, candidate, isChosen }: Omit<CandidateRowProps, "onChoose">) {
  const t = useTranslations("zone.apply");
  const locale = useValueLocale();
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
