"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useIssueText } from "@/components/form/use-record-form";
import type { ServiceError } from "@/lib/http/call-service";
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
  const why = useRefusal(devices);
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
      error={doing.error && why(doing.error)}
      onConfirm={() => doing.mutate({ action, devices }, { onSuccess: onDone })}
    />
  );
}

/** Text for why a batch was refused, with the device that prevents it. */
export function useRefusal(devices: readonly DeviceDto[]) {
  const t = useTranslations("device.deed");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  return ({ key, issues: [issue] }: Pick<ServiceError, "key" | "issues">): string => {
    if (!issue) return tError(key);
    const index = /^(?:ids|deviceIds)\.(\d+)$/.exec(issue.path)?.[1];
    const barrier = index === undefined ? undefined : devices[Number(index)];
    return barrier ? t("barred", { name: barrier.name, why: textOf(issue) }) : textOf(issue);
  };
}
