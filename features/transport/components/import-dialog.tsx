"use client";

import { useTranslations } from "next-intl";
import { ImportDialog } from "@/components/dialog/import-dialog";
import { TRANSPORT_PATH } from "../transport.client";

type TransportImportProps = { onClose: () => void; onDone: () => void };

/** Plans transports from a sheet. */
export function TransportImport(props: TransportImportProps) {
  const t = useTranslations("transport.import");
  return (
    <ImportDialog
      title={t("title")}
      hint={t("hint")}
      path={`${TRANSPORT_PATH}/import`}
      doneText={(count) => t("done", { count })}
      {...props}
    />
  );
}
