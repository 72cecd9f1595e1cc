"use client";

import { CalendarClock } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { TONE_TEXT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import type { DeviceKind } from "@/db/enums";
import { DUE_SPANS, type DueCount, type DueSpan } from "../due.schema";

const DueSheet = dynamic(() => import("./due-sheet").then((module) => module.DueSheet), { ssr: false });

const FIRST: DueSpan = "30";

/** Number of calibrations that are expired or due soon; opens their list. */
export function DueButton({ kind, count }: { kind: DeviceKind; count: NonNullable<DueCount> }) {
  const t = useTranslations("device.due");
  const address = useAddressState("due");
  const { expired, dueSoon } = count;
  const part = (tone: Tone, text: string, isLess = false) => (
    // On a phone only the worse of the two counts is shown.
    <span className={cn("inline-flex items-center gap-1.5 tabular-nums", TONE_TEXT[tone], isLess && "max-sm:sr-only")}>
      <ToneIcon tone={tone} />
      {text}
    </span>
  );
  const span = DUE_SPANS.find((one) => one === address.value) ?? FIRST;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => address.open(FIRST)}>
        <CalendarClock aria-hidden="true" className={expired + dueSoon > 0 ? "max-sm:hidden" : undefined} />
        {expired === 0 && <span className={dueSoon > 0 ? "max-sm:sr-only" : undefined}>{t("short")}</span>}
        {expired > 0 && part("critical", t("expired", { count: expired }))}
        {dueSoon > 0 && part("warning", t("soon", { count: dueSoon }), expired > 0)}
      </Button>
      {address.value !== null && (
        <DueSheet
          kind={kind}
          span={span}
          onSpan={(next) => window.history.replaceState(null, "", address.hrefOf(next))}
          onClose={() => address.close()}
        />
      )}
    </>
  );
}
