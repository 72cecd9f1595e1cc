"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import type { CarrierType } from "@/db/enums";

type CarrierRowProps = {
  carrier: { name: string; type: CarrierType; sceneName: string };
  isTicked: boolean;
  isChosen: boolean;
  /** Whether the carrier can be selected. */
  isOpen: boolean;
  onChoose: (isChosen: boolean) => void;
  /** The effect on the carrier, or why it cannot be selected. */
  children: ReactNode;
};

/** A selectable carrier with the effect of selecting it. */
export function CarrierRow({ carrier, isTicked, isChosen, isOpen, onChoose, children }: CarrierRowProps) {
  const tType = useTranslations("carrier.type");
  const id = useId();
  return (
    <li className={cn("flex items-start gap-3 px-3 py-2", isOpen && "hover:bg-row-hover", isChosen && "bg-accent")}>
      <Checkbox
        id={id}
        className="mt-0.75"
        checked={isTicked}
        disabled={!isOpen}
        aria-describedby={`${id}-what`}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <div className="grid min-w-0 flex-1 gap-x-4 gap-y-0.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,13rem)]">
        <label htmlFor={id} className={cn("min-w-0", isOpen ? "cursor-pointer" : "text-muted-foreground")}>
          <span className="wrap-anywhere block font-medium">{carrier.name}</span>
          <span className="wrap-anywhere block text-muted-foreground text-xs">
            {tType(carrier.type)} · {carrier.sceneName}
          </span>
        </label>
        <div id={`${id}-what`} className="min-w-0 text-sm sm:text-right">
          {children}
        </div>
      </div>
    </li>
  );
}
