"use client";

import { useTranslations } from "next-intl";
import { ImportDialog } from "@/components/dialog/import-dialog";
import { LOT_PATH } from "../lot.client";

type LotImportProps = { onClose: () => void; onDone: () => void };

/** Imports lots from a sheet. */
export function LotImport(props: LotImportProps) {
  const t = useTranslations("lot.import");
  return (
    <ImportDialog
      title={t("title")}
      hint={t("hint")}
      path={`${LOT_PATH}/import`}
      doneText={(count) => t("done", { count })}
      {...props}
    />
  );
}
