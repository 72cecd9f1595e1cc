"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useIssueText } from "@/components/form/use-record-form";
import { Badge } from "@/components/ui/badge";
import type { Issue } from "@/lib/errors";
import { callService } from "@/lib/http/call-service";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import { guessOf, type Registration, refusedOf, registrationValues } from "../rules";
import type { UnknownDeviceDto } from "../schema";

type RegisterDialogProps = {
  devices: readonly UnknownDeviceDto[];
  /** What the account may register. */
  registrations: readonly Registration[];
  onClose: () => void;
  onDone: (count: number) => void;
};

/**
 * Shows what each device is registered as, and registers all of them in one call. If some are refused, each says why and
 * the others can be registered without them.
 */
export function RegisterDialog({ devices, registrations, onClose, onDone }: RegisterDialogProps) {
  const t = useTranslations("unknown-device");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const [refused, setRefused] = useState<ReadonlyMap<number, Issue>>(new Map());
  const certain = devices.filter((device) => registrations.includes(guessOf(device)) && registrationValues(device));
  const skipped = devices.length - certain.length;
  const register = useServiceMutation((ids: readonly number[]) =>
    callService<{ ids: number[] }>("/service/unknownDevice/register", { method: "POST", body: { ids } }),
  );
  const others = certain.filter(({ id }) => !refused.has(id));
  const isRest = refused.size > 0 && others.length > 0;
  const asked = isRest ? others : certain;
  const send = () =>
    register.mutate(
      asked.map(({ id }) => id),
      {
        onSuccess: ({ ids }) => onDone(ids.length),
        onError: ({ issues }) => setRefused(new Map([...(isRest ? refused : []), ...refusedOf(asked, issues)])),
      },
    );
  const reasonOf = (issue: Issue) => {
    const field = issue.path.split(".")[2];
    return field && t.has(`field.${field}`) ? `${t(`field.${field}`)}: ${textOf(issue)}` : textOf(issue);
  };
  const [first] = register.error?.issues ?? [];
  const isOfRow = first && /^ids\.\d/.test(first.path);
  const error = register.error && !isOfRow ? (first ? textOf(first) : tError(register.error.key)) : undefined;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("several.title", { count: certain.length })}
      description={t("several.hint")}
      confirmLabel={isRest ? t("several.rest", { count: others.length }) : t("several.confirm")}
      pending={register.isPending}
      error={error}
      onConfirm={certain.length === 0 ? onClose : send}
    >
      <ul className="flex max-h-72 flex-col divide-y overflow-y-auto rounded-md border empty:hidden">
        {certain.map((device) => {
          const issue = refused.get(device.id);
          return (
            <li key={device.id} className="flex flex-wrap items-center justify-between gap-x-3 px-3 py-1.5">
              <span className="wrap-anywhere font-mono text-sm">{device.key}</span>
              <Badge>{t(`as.${guessOf(device)}`)}</Badge>
              {issue && (
                <p role="alert" className="w-full text-critical text-xs">
                  {reasonOf(issue)}
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
