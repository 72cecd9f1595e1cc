"use client";

import { useTranslations } from "next-intl";
import { callService } from "@/lib/http/call-service";
import { EndingDialog } from "./ending-dialog";

type RemoveDialogProps = {
  /** The call of the record, as `/service/unit/7`. */
  path: string;
  /** What the record is called. */
  name: string;
  onClose: () => void;
  onDone: () => void;
};

/** Asks, deletes, and says why the record has to stay if it does. */
export function RemoveDialog({ path, name, onClose, onDone }: RemoveDialogProps) {
  const t = useTranslations("common.record");
  return (
    <EndingDialog
      title={t("removeTitle", { name })}
      text={t("removeHint")}
      confirmLabel={t("remove")}
      send={() => callService(path, { method: "DELETE" })}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
