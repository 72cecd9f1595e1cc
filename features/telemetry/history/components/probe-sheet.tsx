"use client";

import { useTranslations } from "next-intl";
import type { TimeRange } from "@/components/chart/zoom";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/components/ui/sheet";
import { MAXIMUM_PROBES } from "../limits.rules";
import { ProbeChooser, type ProbeChooserProps } from "./probe-chooser";

type ProbeSheetProps = Pick<ProbeChooserProps, "path" | "choicesOf" | "keep"> & {
  chosen: readonly number[];
  range: TimeRange;
  onClose: () => void;
};

/** Sheet to choose other probes, over the current history. */
export function ProbeSheet({ chosen, range, onClose, ...where }: ProbeSheetProps) {
  const t = useTranslations("history.choose");
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent>
        <SheetHeader title={t("title")} description={t("hint", { maximum: MAXIMUM_PROBES })} />
        <SheetBody className="flex min-h-0 flex-col p-0">
          <ProbeChooser {...where} chosen={chosen} range={range} isInSheet onChosen={onClose} />
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}
