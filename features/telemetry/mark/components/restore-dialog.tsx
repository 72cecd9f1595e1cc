"use client";

import { useTranslations } from "next-intl";
import { EndingDialog } from "@/components/dialog/ending-dialog";
import { showToast } from "@/components/ui/toast-store";
import { sendMark, useHistoryAnew } from "../client";

/** Asks why one reading is some after all, and restores it. */
export function RestoreDialog({ probeId, at, onClose }: { probeId: number; at: number; onClose: () => void }) {
  const t = useTranslations("history.invalid");
  const readAnew = useHistoryAnew();
  return (
    <EndingDialog
      title={t("restore.title")}
      text={t("restore.text")}
      confirmLabel={t("restore.confirm")}
      reasonLabel={t("reason")}
      send={(reason) => sendMark("restore", { probeId, from: at, to: at + 1, reason })}
      onClose={onClose}
      onDone={() => {
        showToast("normal", t("restore.done", { count: 1 }));
        onClose();
        readAnew();
      }}
    />
  );
}
