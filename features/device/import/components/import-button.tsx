"use client";

import { FileUp } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Button } from "@/components/ui/button";
import type { DeviceKind } from "@/db/enums";
import type { NamedRecord } from "../../device.schema";

const ImportDialog = dynamic(() => import("./import-dialog").then((module) => module.ImportDialog), { ssr: false });

const NEW_IMPORT = "new";

type ImportButtonProps = {
  kind: DeviceKind;
  /** The account's customer. */
  home: NamedRecord;
  isManyCustomers: boolean;
  /** Called when devices were added, so that the list reloads. */
  onImported: () => void;
};

/** Opens the import of a kind. The address names the current import, so that it survives a reload. */
export function ImportButton({ kind, home, isManyCustomers, onImported }: ImportButtonProps) {
  const t = useTranslations("device-import.dialog");
  const address = useAddressState("import");
  return (
    <>
      <Button onClick={() => address.open(NEW_IMPORT)}>
        <FileUp aria-hidden="true" />
        {t("open")}
      </Button>
      {address.value !== null && (
        <ImportDialog
          kind={kind}
          id={address.id}
          home={home}
          isManyCustomers={isManyCustomers}
          onBegin={(id) => window.history.replaceState(null, "", address.hrefOf(String(id)))}
          onAgain={() => window.history.replaceState(null, "", address.hrefOf(NEW_IMPORT))}
          onClose={(hasChanged) => address.close(hasChanged ? onImported : undefined)}
        />
      )}
    </>
  );
}
