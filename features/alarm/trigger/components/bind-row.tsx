"use client";

import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { CarrierRow } from "@/components/carrier-choice/carrier-row";
import type { BindableDto } from "../binding.schema";

type BindRowProps = {
  triggerId: number;
  carrier: BindableDto;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** A carrier with its present trigger. */
export function BindRow({ triggerId, carrier, isChosen, onChoose }: BindRowProps) {
  const t = useTranslations("trigger.bind");
  const { current, mayEdit } = carrier;
  const isBound = current?.id === triggerId;
  const what = () => {
    if (isBound) return t("same");
    if (!mayEdit) return t("noRight");
    return isChosen && current ? t("leaves", { name: current.name }) : (current?.name ?? t("none"));
  };
  return (
    <CarrierRow
      carrier={carrier}
      isTicked={isChosen || isBound}
      isChosen={isChosen}
      isOpen={mayEdit && !isBound}
      onChoose={onChoose}
    >
      <p className="wrap-anywhere text-muted-foreground">
        {isBound && <Check aria-hidden="true" className="mr-1 inline size-4 align-[-3px] text-normal" />}
        {what()}
      </p>
    </CarrierRow>
  );
}
