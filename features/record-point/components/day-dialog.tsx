"use client";

import { useTranslations } from "next-intl";
import { Dialog, DialogBody, DialogContent, DialogHeader } from "@/components/ui/dialog";
import { formatTime } from "@/lib/datetime/format";
import type { SheetDetailDto, SheetValueDto } from "../sheet.schema";
import { ValueButton } from "./sheet-form";

type DayDialogProps = {
  sheet: SheetDetailDto;
  probeId: number;
  day: string;
  onOpen: (value: SheetValueDto) => void;
  onClose: () => void;
};

/** All records of a probe on one day, for a sheet at an interval. */
export function DayDialog({ sheet, probeId, day, onOpen, onClose }: DayDialogProps) {
  const t = useTranslations("record");
  const values = sheet.values.filter((value) => value.probeId === probeId && value.day === day);
  const extra = values.filter(({ isExtra }) => isExtra).length;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent shape="sheet" aria-describedby={undefined}>
        <DialogHeader
          title={day}
          description={t(extra > 0 ? "sheet.recordsAndExtra" : "sheet.records", { count: values.length, extra })}
        />
        <DialogBody>
          <ul className="grid grid-cols-2 gap-1 sm:grid-cols-3">
            {values.map((value) => (
              <li key={value.id} className="flex items-center rounded-md border">
                <span className="w-14 shrink-0 px-2 text-muted-foreground text-xs tabular-nums">
                  {formatTime(new Date(value.plannedAt), { locale: "en-US", timeZone: sheet.timeZone })}
                  {value.isExtra && (
                    <>
                      <span aria-hidden="true" title={t("extra")}>
                        +
                      </span>
                      <span className="sr-only">{t("extra")}</span>
                    </>
                  )}
                </span>
                <ValueButton value={value} timeZone={sheet.timeZone} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
