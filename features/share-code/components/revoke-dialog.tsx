"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { EndingDialog } from "@/components/dialog/ending-dialog";
import { revokeShare } from "../share.client";
import type { ShareDto } from "../share.schema";

type RevokeDialogProps = { share: ShareDto; onClose: () => void; onDone: () => void };

/** Ends a code for good. */
export function RevokeDialog({ share, onClose, onDone }: RevokeDialogProps) {
  const t = useTranslations("share.revoke");
  const client = useQueryClient();
  return (
    <EndingDialog
      title={t("title", { name: share.name })}
      text={t(share.kind === "kiosk" ? "kioskText" : "text")}
      confirmLabel={t("confirm")}
      send={() => revokeShare(share.id)}
      onClose={onClose}
      onDone={() => {
        void client.invalidateQueries({ queryKey: ["shareCode", share.id] });
        onDone();
      }}
    />
  );
}
