"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useMediaQuery } from "@/components/chart/use-media-query";
import { Age } from "@/components/value/age";
import { StateBadge } from "@/components/value/state-badge";
import { RowIcon } from "../../monitoring/components/row-icon";
import type { CarrierOnMap } from "../rules";

const ROW_PX = 48;
const ROW_TOUCH_PX = 56;

type MapListProps = {
  carriers: readonly CarrierOnMap[];
  onSelect: (id: number) => void;
  now: number;
};

/** The carriers in view, worst first. The list is virtualised, as there may be thousands. */
export function MapList({ carriers, onSelect, now }: MapListProps) {
  const t = useTranslations("carrierMap");
  const tType = useTranslations("carrier.type");
  const scroller = useRef<HTMLDivElement>(null);
  const rowPx = useMediaQuery("(pointer: coarse)") ? ROW_TOUCH_PX : ROW_PX;
  const virtualizer = useVirtualizer({
    count: carriers.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => carriers[index]?.id ?? index,
    overscan: 8,
    initialRect: { width: 320, height: 640 },
  });
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ul aria-label={t("list")} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const carrier = carriers[index];
          if (!carrier) return null;
          const { id, name, type, tone, status, at, source, speedKmh, course } = carrier;
          return (
            <li
              key={id}
              aria-setsize={carriers.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: rowPx, transform: `translateY(${start}px)` }}
            >
              <button
                type="button"
                onClick={() => onSelect(id)}
                className="flex size-full items-center gap-2.5 border-b px-3 text-left transition-colors hover:bg-row-hover focus-visible:-outline-offset-2"
              >
                <span title={tType(type)} className="shrink-0 text-muted-foreground">
                  <RowIcon name={type} />
                  <span className="sr-only">{tType(type)}</span>
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium text-sm">{name}</span>
                  <span className="block truncate text-faint-foreground text-xs">
                    {source === "position" && at !== null ? (
                      <>
                        {course !== null && speedKmh !== null
                          ? t("speed", { speed: Math.round(speedKmh) })
                          : t("standing")}
                        {" · "}
                        <Age at={at} now={now} />
                      </>
                    ) : (
                      tType(type)
                    )}
                  </span>
                </span>
                <StateBadge plain tone={tone}>
                  {t(status === "abnormal" ? `tone.${tone}` : `status.${status}`)}
                </StateBadge>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
