"use client";

import { ArrowLeftRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Instant } from "@/components/value/instant";
import type { DeviceDto } from "../device.schema";

type CustodyProps = { device: Pick<DeviceDto, "custody" | "secondment">; now: number; timeZone: string };

/** Whose a seconded device is, who has it, and from or until when; nothing for others. */
export function CustodyNote({ device: { custody, secondment }, now, timeZone }: CustodyProps) {
  const t = useTranslations("device.seconded");
  if (!secondment) return null;
  const { state, side, other, startsAt, endsAt, endedAt } = secondment;
  const key = state === "planned" ? (side === "lender" ? "willLend" : "willBorrow") : custody;
  if (key === "own") return null;
  const at =
    state === "planned" ? startsAt : custody === "absent" || custody === "given" ? (endedAt ?? startsAt) : endsAt;
  return (
    <span className="mt-0.5 flex flex-wrap items-center gap-x-1.5 gap-y-0.5 font-normal text-xs">
      <Badge tone={custody === "borrowed" ? "primary" : "offline"}>
        <ArrowLeftRight aria-hidden="true" className="size-3 shrink-0" />
        <span className="wrap-anywhere">{t(key, { other })}</span>
      </Badge>
      {at !== null && (
        <span className="text-muted-foreground">
          {t.rich(state === "planned" ? "from" : custody === "lent" || custody === "borrowed" ? "until" : "since", {
            at: () => <Instant at={at} now={now} timeZone={timeZone} />,
          })}
        </span>
      )}
    </span>
  );
}
