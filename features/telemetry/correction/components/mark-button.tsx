"use client";

import { Eraser } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { TimeRange } from "@/components/chart/zoom";
import { Button } from "@/components/ui/button";
import type { HistoryView } from "../../history/history.schema";

const MarkDialog = dynamic(() => import("./mark-dialog").then((module) => module.MarkDialog), { ssr: false });

/** Opens the dialog to mark readings of the range as invalid or to restore them, given the permission. */
export function MarkButton({ view, range }: { view: HistoryView; range: TimeRange }) {
  const t = useTranslations("history.invalid");
  const [isOpen, setOpen] = useState(false);
  if (view.probes.length === 0 || !view.canRestate) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Eraser aria-hidden="true" />
        {t("mark.open")}
      </Button>
      {isOpen && <MarkDialog view={view} range={range} onClose={() => setOpen(false)} />}
    </>
  );
}
