"use client";

import { ArrowLeftRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Instant } from "@/components/value/instant";
import type { DeviceDto } from "../device.schema";

type CustodyProps = { device: Pick<DeviceDto, "custody" | "secondment">; now: number; timeZone: string };
type Note = { key: string; word: "from" | "until" | "since"; at: number | null };

/** What a seconded device is said to be, and the instant that matters for that; null for others. */
function noteOf({ custody, secondment }: CustodyProps["device"]): Note | null {
  if (!secondment) return null;
  const { state, side, startsAt, endsAt, endedAt } = secondment;
  if (state === "planned") return { key: side === "lender" ? "willLend" : "willBorrow", word: "from", at: startsAt };
  if (custody === "own") return null;
  if (custody === "lent" || custody === "borrowed") return { key: custody, word: "until", at: endsAt };
  return { key: custody, word: "since", at: endedAt ?? startsAt };
}

/** Whose a seconded device is, who has it, and from or until when; nothing for others. */
export function CustodyNote({ device, now, timeZone }: CustodyProps) {
  const t = useTranslations("device.seconded");
  const note = noteOf(device);
  if (!note || !device.secondment) return null;
  const { key, word, at } = note;
  return (
    <span className="mt-0.5 flex flex-wrap items-center gap-x-1.5 gap-y-0.5 font-normal text-xs">
      <Badge tone={device.custody === "borrowed" ? "primary" : "offline"} className="h-auto min-h-5 whitespace-normal">
        <ArrowLeftRight aria-hidden="true" className="size-3 shrink-0" />
        <span className="wrap-anywhere">{t(key, { other: device.secondment.other })}</span>
      </Badge>
      {at !== null && (
        <span className="text-muted-foreground">
          {t.rich(word, { at: () => <Instant at={at} now={now} timeZone={timeZone} /> })}
        </span>
      )}
    </span>
  );
}
