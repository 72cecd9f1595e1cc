"use client";

import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import type { BindableDto } from "../schema";

type BindRowProps = {
  triggerId: number;
  carrier: BindableDto;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** A carrier with the trigger that it has now. */
export function BindRow({ triggerId, carrier, isChosen, onChoose }: BindRowProps) {
  const t = useTranslations("trigger.bind");
  const tType = useTranslations("carrier.type");
  const id = useId();
  const { name, type, sceneName, current, mayEdit } = carrier;
  const isBound = current?.id === triggerId;
  const isOpen = mayEdit && !isBound;
  return (
    <li className={cn("flex items-start gap-3 px-3 py-2", isOpen && "hover:bg-row-hover", isChosen && "bg-accent")}>
      <Checkbox
        id={id}
        className="mt-0.75"
        checked={isChosen || isBound}
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
        <p id={`${id}-what`} className="wrap-anywhere min-w-0 text-muted-foreground text-sm sm:text-right">
          {isBound && <Check aria-hidden="true" className="mr-1 inline size-4 align-[-3px] text-normal" />}
          {isBound
            ? t("same")
            : !mayEdit
              ? t("noRight")
              : isChosen && current
                ? t("leaves", { name: current.name })
                : (current?.name ?? t("none"))}
        </p>
      </div>
    </li>
  );
}
