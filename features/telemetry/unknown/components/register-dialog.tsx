"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useIssueText } from "@/components/form/use-record-form";
import { Badge } from "@/components/ui/badge";
import { callService } from "@/lib/http/call-service";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import { guessOf, type Registration, registrationValues } from "../rules";
import type { UnknownDeviceDto } from "../schema";

type RegisterDialogProps = {
  devices: readonly UnknownDeviceDto[];
  /** What the account may register. */
  registrations: readonly Registration[];
  onClose: () => void;
  onDone: (count: number) => void;
};

/** Shows what each device is registered as, and registers all of them in one call. */
export function RegisterDialog({ devices, registrations, onClose, onDone }: RegisterDialogProps) {
  const t = useTranslations("unknown-device");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const certain = devices.filter((device) => registrations.includes(guessOf(device)) && registrationValues(device));
  const skipped = devices.length - certain.length;
  const register = useServiceMutation((ids: readonly number[]) =>
    callService<{ ids: number[] }>("/service/unknownDevice/register", { method: "POST", body: { ids } }),
  );
  const issueOf = (index: number) => register.error?.issues.find(({ path }) => path === `ids.${index}`);
  const isPlaced = certain.some((_, index) => issueOf(index));
  const [first] = register.error?.issues ?? [];
  const error = register.error && !isPlaced ? (first ? textOf(first) : tError(register.error.key)) : undefined;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("several.title", { count: certain.length })}
      description={t("several.hint")}
      confirmLabel={t("several.confirm")}
      pending={register.isPending}
      error={error}
      onConfirm={() => {
        if (certain.length === 0) return onClose();
        register.mutate(
          certain.map(({ id }) => id),
          { onSuccess: ({ ids }) => onDone(ids.length) },
        );
      }}
    >
      <ul className="flex max-h-72 flex-col divide-y overflow-y-auto rounded-md border empty:hidden">
        {certain.map((device, index) => {
          const issue = issueOf(index);
          return (
            <li key={device.id} className="flex flex-wrap items-center justify-between gap-x-3 px-3 py-1.5">
              <span className="wrap-anywhere font-mono text-sm">{device.key}</span>
              <Badge>{t(`as.${guessOf(device)}`)}</Badge>
              {issue && (
                <p role="alert" className="w-full text-critical text-xs">
                  {textOf(issue)}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {skipped > 0 && <p className="text-muted-foreground text-sm">{t("several.skipped", { count: skipped })}</p>}
    </ConfirmDialog>
  );
}
