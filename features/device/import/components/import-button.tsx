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
  /** The customer that the account works for, and whether it may choose another. */
  home: NamedRecord;
  isManyCustomers: boolean;
  /** Devices were added: the list behind is old. */
  onImported: () => void;
};

/** Opens the import of a kind; the address names the one that is under way, so that it can be looked at again. */
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
