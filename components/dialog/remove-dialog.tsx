"use client";

import { useTranslations } from "next-intl";
import { callService } from "@/lib/http/call-service";
import { EndingDialog } from "./ending-dialog";

type RemoveDialogProps = {
  /** The call of the record, such as `/service/unit/7`. */
  path: string;
  /** The record's name. */
  name: string;
  onClose: () => void;
  onDone: () => void;
};

/** Confirms, deletes, and shows the reason if the record cannot be deleted. */
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
