"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useIssueText } from "@/components/form/use-record-form";
import { showToast } from "@/components/ui/toast-store";
import { callService } from "@/lib/http/call-service";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import { CARRIER_PATH, carrierKeys } from "../carrier.client";
import type { CarrierRowDto, RemovedCarrierDto } from "../carrier.schema";

type CarrierRemovalProps = { row: CarrierRowDto; onClose: () => void; onDone: () => void };

/** Asks before a carrier is deleted; reports whether it was deleted, or retired because of its history. */
export function CarrierRemoval({ row, onClose, onDone }: CarrierRemovalProps) {
  const t = useTranslations("carrier.removal");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const { mutate, isPending, error } = useServiceMutation<void, RemovedCarrierDto>(
    () => callService(`${CARRIER_PATH}/${row.id}`, { method: "DELETE" }),
    carrierKeys.all,
  );
  const [issue] = error?.issues ?? [];
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("title", { name: row.name })}
      description={t("text")}
      confirmLabel={t("confirm")}
      destructive
      pending={isPending}
      error={error && (issue ? textOf(issue) : tError(error.key))}
      onConfirm={() =>
        mutate(undefined, {
          onSuccess: ({ outcome }) => {
            showToast(outcome === "removed" ? "normal" : "warning", t(outcome, { name: row.name }));
            onDone();
          },
        })
      }
    />
  );
}
