"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Instant } from "@/components/value/instant";
import { mountingsQuery } from "../mounting.client";
import { useProbeName } from "./use-probe-name";

const FIRST = 5;
const MORE = 20;
const MOST = 100;

/** Earlier mountings of a carrier; loaded when opened. */
export function PastMountings({ carrierId, now, timeZone }: { carrierId: number; now: number; timeZone: string }) {
  const t = useTranslations("mounting");
  const nameOf = useProbeName();
  const unseen = useTranslations("common.unseen");
  const [isOpen, setOpen] = useState(false);
  const [length, setLength] = useState(FIRST);
  const { data, isFetching } = useQuery({ ...mountingsQuery(carrierId, false, length), enabled: isOpen });
  const stamp = (at: number) => () => <Instant at={at} now={now} timeZone={timeZone} />;
  return (
    <div className="border-t">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-control w-full items-center gap-1.5 px-4 py-2 text-left text-muted-foreground text-sm hover:text-foreground"
      >
        <ChevronRight aria-hidden="true" className={cn("size-4 transition-transform", isOpen && "rotate-90")} />
        {t("past")}
        {data && <span className="tabular-nums">({data.total})</span>}
      </button>
      {isOpen && data?.total === 0 && <p className="px-4 pb-3 text-muted-foreground text-sm">{t("noPast")}</p>}
      {isOpen && data && data.total > 0 && (
        <ul className="divide-y border-t">
          {data.items.map(({ deviceId, deviceName, serialNumber, from, to, probes }) => (
            <li
              key={`${deviceId} ${from} ${to}`}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-4 py-2 text-sm"
            >
              <span className="wrap-anywhere min-w-0">
                {deviceName ?? unseen("device")}
                <span className="ml-2 text-muted-foreground text-xs tabular-nums">
                  {serialNumber && deviceName !== serialNumber && `${serialNumber} · `}
                  {probes.map((probe) => nameOf(probe, probes)).join(" · ")}
                </span>
              </span>
              <span className="text-muted-foreground text-xs tabular-nums">
                {t.rich("period", { from: stamp(from), to: stamp(to ?? now) })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {isOpen && data && data.items.length < Math.min(data.total, MOST) && (
        <div className="border-t px-1.5 py-2">
          <Button
            size="sm"
            variant="ghost"
            loading={isFetching}
            onClick={() => setLength(Math.min(MOST, length + MORE))}
          >
            {t("more")}
          </Button>
        </div>
      )}
    </div>
  );
}
