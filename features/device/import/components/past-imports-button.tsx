"use client";

import { History } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Button } from "@/components/ui/button";
import type { DeviceKind } from "@/db/enums";

const PastImports = dynamic(() => import("./past-imports").then((module) => module.PastImports), { ssr: false });

type PastImportsButtonProps = { kind: DeviceKind; isManyCustomers: boolean; timeZone: string; now: number };

/** Opens the list of past imports. */
export function PastImportsButton(props: PastImportsButtonProps) {
  const t = useTranslations("device.pastImport");
  const address = useAddressState("imports");
  return (
    <>
      <Button size="icon" aria-label={t("title")} title={t("title")} onClick={() => address.open("past")}>
        <History aria-hidden="true" />
      </Button>
      {address.value !== null && <PastImports {...props} onClose={() => address.close()} />}
    </>
  );
}
