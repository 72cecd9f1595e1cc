"use client";

import { useTranslations } from "next-intl";
import { EndingDialog } from "@/components/dialog/ending-dialog";
import { revokeCertificate } from "../calibration.client";
import type { CalibrationDto } from "../calibration.schema";

type RevokeDialogProps = { certificate: CalibrationDto; onClose: () => void; onDone: () => void };

/** Asks for a reason and revokes the certificate. */
export function RevokeDialog({ certificate, onClose, onDone }: RevokeDialogProps) {
  const t = useTranslations("calibration");
  return (
    <EndingDialog
      title={t("revokeTitle", { number: certificate.certificateNumber })}
      text={t("revokeText")}
      confirmLabel={t("revoke")}
      reasonLabel={t("reason")}
      send={(reason) => revokeCertificate(certificate.id, reason)}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
