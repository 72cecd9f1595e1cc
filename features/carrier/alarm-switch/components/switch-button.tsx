"use client";

import { Bell, BellMinus, BellOff, Timer } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { formatInstant } from "@/lib/datetime/format";
import type { SwitchPosition } from "../rules";

const LOOK = {
  on: { Icon: Bell, className: "text-normal" },
  off: { Icon: BellOff, className: "text-critical" },
  paused: { Icon: Timer, className: "text-paused" },
  none: { Icon: BellMinus, className: "text-faint-foreground" },
} as const satisfies Record<SwitchPosition, unknown>;

type SwitchButtonProps = {
  name: string;
  position: SwitchPosition;
  /** Epoch ms. */
  pausedUntil: number | null;
  now: number;
  timeZone: string;
  /** Absent for those who may look only. */
  onOpen?: () => void;
};

/** Where the alarm switch stands, by icon, colour and word; opens the dialog that changes it. */
export function SwitchButton({ name, position, pausedUntil, now, timeZone, onOpen }: SwitchButtonProps) {
  const t = useTranslations("carrier.alarm");
  const locale = useLocale();
  const { Icon, className } = LOOK[position];
  const until = pausedUntil && formatInstant(new Date(pausedUntil), new Date(now), { locale, timeZone });
  const text = position === "paused" && until ? t("pausedUntil", { until }) : t(`position.${position}`);
  const content = (
    <>
      <Icon aria-hidden="true" className={cn("size-4 shrink-0", className)} />
      <span className={cn("text-xs", position === "on" ? "sr-only" : className)}>{t(`short.${position}`)}</span>
    </>
  );
  if (!onOpen || position === "none") {
    return (
      <span title={text} className="inline-flex items-center gap-1 px-1.5">
        {content}
      </span>
    );
  }
  return (
    <button
      type="button"
      onClick={onOpen}
      title={text}
      aria-label={t("open", { name, state: text })}
      className={cn(buttonVariants({ variant: "ghost", size: "sm" }), "px-1.5")}
    >
      {content}
    </button>
  );
}
