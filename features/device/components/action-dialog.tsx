"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { BatchRefusal } from "@/components/form/batch-refusal";
import { type Action, useDeviceMutation } from "../device.client";
import type { DeviceDto } from "../device.schema";

type ActionDialogProps = {
  action: Action;
  devices: readonly DeviceDto[];
  onClose: () => void;
  onDone: () => void;
};

/** Number of devices named in a question; the others are counted. */
const NAMED = 5;

/** Confirms an action on devices, and shows why it was refused. */
export function ActionDialog({ action, devices, onClose, onDone }: ActionDialogProps) {
  const t = useTranslations("device.deed");
  const doing = useDeviceMutation();
  const values = { count: devices.length };
  const names = devices.slice(0, NAMED).map(({ name }) => name);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`${action}.title`, values)}
      description={
        <>
          <span className="mb-1 block break-words font-medium text-foreground">
            {devices.length > NAMED
              ? t("andMore", { names: names.join(" · "), count: devices.length - NAMED })
              : names.join(" · ")}
          </span>
          {t(`${action}.text`, values)}
        </>
      }
      confirmLabel={t(`${action}.confirm`, values)}
      destructive={action === "disable" || action === "remove"}
      pending={doing.isPending}
      error={doing.error && <BatchRefusal error={doing.error} nameOf={(index) => devices[index]?.name} />}
      onConfirm={() => doing.mutate({ action, devices }, { onSuccess: onDone })}
    />
  );
}
