"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { CheckboxField } from "@/components/form/checkbox-field";
import { EmptyState } from "@/components/layout/empty-state";
import { ErrorState } from "@/components/layout/error-state";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { formatNumber } from "@/lib/units/format";
import { holdingsQuery } from "../client";
import type { HeldCarrier, HeldDevice, HeldScene, HoldingPart } from "../schema";
import { CarrierRows } from "./carrier-rows";
import { DeviceRows } from "./device-rows";
import { SceneRows } from "./scene-rows";

export type HoldingsPanelProps = {
  sceneId: number;
  /** Whether the account may view live values. */
  hasValues: boolean;
  now: number;
  onOpen: (sceneId: number) => void;
};

const LENGTH = 15;
const TABS = ["carriers", "devices", "scenes"] as const satisfies readonly HoldingPart[];

/** The contents of a node: carriers with their state, devices, and child nodes. */
export function HoldingsPanel({ sceneId, hasValues, now, onOpen }: HoldingsPanelProps) {
  const t = useTranslations("scene.holdings");
  const tPages = useTranslations("common.pagination");
  const locale = useLocale();
  const [part, setPart] = useState<HoldingPart>("carriers");
  const [below, setBelow] = useState(true);
  const [query, setQuery] = useState("");
  const [start, setStart] = useState(0);
  const q = useDeferredValue(query.trim());
  const ask = { part, start, length: LENGTH, q, below };
  const { data, isError, refetch, isPlaceholderData } = useQuery(holdingsQuery(sceneId, ask));
  const counts = data && (below ? data.below : data.here);
  // While the next list is loading, the previous one must not appear under its heading.
  const page = data && data.part === part ? data : undefined;
  const pages = page ? Math.max(1, Math.ceil(page.total / LENGTH)) : 1;
  const first = (change: () => void) => {
    change();
    setStart(0);
  };
  return (
    <Tabs
      value={part}
      onValueChange={(next) => first(() => setPart(next as HoldingPart))}
      className="flex min-w-0 flex-col"
    >
      <TabsList aria-label={t("label")}>
        {TABS.map((one) => (
          <TabsTrigger key={one} value={one}>
            {t(`part.${one}`)}
            <span className="min-w-5 rounded-sm bg-muted px-1 text-center text-muted-foreground text-xs tabular-nums">
              {counts ? formatNumber(counts[one], locale) : "–"}
            </span>
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={part} className="flex min-w-0 flex-col gap-3 pt-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Input
            type="search"
            aria-label={t("search")}
            placeholder={t(`searchHint.${part}`)}
            value={query}
            className="w-64 max-sm:w-full"
            onChange={(event) => first(() => setQuery(event.target.value))}
          />
          <CheckboxField
            label={t("below")}
            checked={below}
            onChange={(event) => first(() => setBelow(event.target.checked))}
          />
        </div>
        {isError && !data ? (
          <ErrorState title={t("failed")} action={<Button onClick={() => refetch()}>{t("again")}</Button>} />
        ) : !page ? (
          <Skeleton className="h-60" />
        ) : page.items.length === 0 ? (
          <EmptyState title={t(q ? "noMatch" : `none.${part}`)} className="rounded-md border py-8">
            {!q && t(`noneHint.${part}`)}
          </EmptyState>
        ) : (
          <div className={isPlaceholderData ? "opacity-60" : undefined}>
            {part === "carriers" && <CarrierRows rows={page.items as HeldCarrier[]} hasValues={hasValues} now={now} />}
            {part === "devices" && <DeviceRows rows={page.items as HeldDevice[]} now={now} />}
            {part === "scenes" && <SceneRows rows={page.items as HeldScene[]} onOpen={onOpen} />}
          </div>
        )}
        {page && page.total > 0 && (
          <nav aria-label={tPages("label")} className="flex items-center gap-2">
            <p className="mr-auto text-muted-foreground text-sm tabular-nums">
              {tPages("total", { total: page.total })}
            </p>
            {pages > 1 && (
              <>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={tPages("previous")}
                  disabled={start === 0}
                  onClick={() => setStart(Math.max(0, start - LENGTH))}
                >
                  <ChevronLeft aria-hidden="true" />
                </Button>
                <span className="text-sm tabular-nums">
                  {formatNumber(start / LENGTH + 1, locale)} / {formatNumber(pages, locale)}
                </span>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={tPages("next")}
                  disabled={start + LENGTH >= page.total}
                  onClick={() => setStart(start + LENGTH)}
                >
                  <ChevronRight aria-hidden="true" />
                </Button>
              </>
            )}
          </nav>
        )}
      </TabsContent>
    </Tabs>
  );
}
