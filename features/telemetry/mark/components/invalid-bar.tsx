"use client";

import { Eraser } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { TimeRange } from "@/components/chart/zoom";
import { Button } from "@/components/ui/button";
import type { HistoryView, InvalidDto } from "../../history/schema";

const MarkDialog = dynamic(() => import("./mark-dialog").then((module) => module.MarkDialog), { ssr: false });

type InvalidBarProps = { view: HistoryView; range: TimeRange; invalid: InvalidDto | undefined };

/** How many readings of the range are invalid, and for who may the way to mark more or to restore them. */
export function InvalidBar({ view, range, invalid }: InvalidBarProps) {
  const t = useTranslations("history.invalid");
  const [isOpen, setOpen] = useState(false);
  const count = invalid?.count ?? 0;
  if (view.probes.length === 0 || (count === 0 && !view.canRestate)) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {count > 0 && (
        <span className="flex items-center gap-1.5" aria-live="polite">
          <span aria-hidden="true" className="size-2.5 rounded-full border-2 border-muted-foreground" />
          {t(invalid?.isComplete === false ? "more" : "count", { count })}
        </span>
      )}
      {view.canRestate && (
        <Button size="sm" onClick={() => setOpen(true)}>
          <Eraser aria-hidden="true" />
          {t("mark.open")}
        </Button>
      )}
      {isOpen && <MarkDialog view={view} range={range} onClose={() => setOpen(false)} />}
    </div>
  );
}
